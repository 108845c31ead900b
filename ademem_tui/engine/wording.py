"""How two texts are found to be worded alike: one key for the same text, signatures for nearly the same.

Word sets at least `SIMILAR` alike (Jaccard) differ in at most 3/17 of their words. Deal every word, by its
hash, into one more part than that many differences, and one part is the same in both: the hash of that part's
words is a signature the two share. How many parts there are follows from the number of words, so a text is
looked up under the counts of all sizes a partner may have, and need be kept under its own alone.
"""

from __future__ import annotations

import re
from zlib import crc32

try:
    from _blake2 import blake2b  # what hashlib hands out, without loading OpenSSL
except ImportError:  # an interpreter that keeps it elsewhere
    from hashlib import blake2b

DEDUPE_KEY_VERSION = 1
"""Raise it when key, words or signatures of a text come out otherwise: stores then derive them anew."""

SIMILAR = 0.85
"""Jaccard similarity from which two word sets count as nearly the same."""

_NUMERATOR, _DENOMINATOR = 17, 20
_MASK = (1 << 63) - 1
_SPREAD = 0x9E3779B97F4A7C15
_PART_SPREAD = 0xBF58476D1CE4E5B9
_SKETCH_BITS = 63

_WORD = re.compile(r"\w+")
SPACELESS = (
    "\u1100-\u11ff\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3040-\u30ff\u3130-\u318f\u31c0-\u31ff\u3400-\u4dbf"
    "\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uffdc"
    "\U0001b000-\U0001b16f\U00020000-\U0003ffff"
)
"""Scripts that put no spaces, or few, as a class of characters: Han, Kana, Hangul."""
_wide: list[re.Pattern[str]] = []
_seeds: dict[tuple[str, str | None, str], int] = {}


def words(text: str) -> frozenset[str]:
    """The words of a text without regard to case; scripts that put no spaces count each character."""
    if text.isascii():
        return frozenset(_WORD.findall(text.lower()))
    if not may_be_spaceless(text):
        return frozenset(_WORD.findall(_composed(text).casefold()))
    if not _wide:
        _wide.append(re.compile(rf"[{SPACELESS}]|[^\W{SPACELESS}]+"))
    return frozenset(_wide[0].findall(_composed(text).casefold()))


def may_be_spaceless(text: str) -> bool:
    """False where no character of `SPACELESS` can occur, whose pattern takes milliseconds to compile."""
    return any(character >= "\u2e80" or "\u1100" <= character < "\u1200" for character in text)


def normal(text: str) -> str:
    """A text without what makes no difference: case, runs of whitespace, marks at the end."""
    folded = text.lower() if text.isascii() else _composed(_composed(text).casefold())
    joined = " ".join(folded.split())
    return joined.rstrip(" .!;") or joined


def dedupe_key(content: str, scope: str, owner: str | None) -> str:
    """What identical texts of one scope and owner have in common, as 32 hex digits."""
    return _digest(f"{scope}\0{owner or ''}\0{normal(content)}", 16).hex()


def jaccard(a: frozenset[str], b: frozenset[str]) -> float:
    """Shared words over all words; nothing is not like nothing."""
    shared = len(a & b)
    return shared / (len(a) + len(b) - shared) if shared else 0.0


def size_range(size: int) -> tuple[int, int]:
    """How few and how many words a text may have that is similar to one of this size."""
    return -(-_NUMERATOR * size // _DENOMINATOR), _DENOMINATOR * size // _NUMERATOR


def signatures(words: frozenset[str], scope: str, owner: str | None, category: str) -> tuple[int, ...]:
    """What to look a text up by: similar word sets of one scope, owner and category share at least one."""
    size = len(words)
    if not size:
        return ()
    low, high = size_range(size)
    counts = [_parts(size)]
    counts += [count for count in range(_parts(low), _parts(high) + 1) if count != counts[0]]
    return _signed(words, counts, scope, owner, category)


def own_signatures(words: frozenset[str], scope: str, owner: str | None, category: str) -> tuple[int, ...]:
    """What to keep of a text, the first of its `signatures`: a similar text, looked up, finds it by one."""
    return _signed(words, [_parts(len(words))], scope, owner, category) if words else ()


def sketch(words: frozenset[str]) -> int:
    """A word set in 63 bits, each word turning one over: unlike sets are told apart without reading them."""
    bits = 0
    for word in words:
        bits ^= 1 << crc32(word.encode("utf-8", "surrogatepass")) % _SKETCH_BITS
    return bits


def may_be_similar(size_a: int, sketch_a: int, size_b: int, sketch_b: int) -> bool:
    """False where sizes and sketches alone show that two word sets are not similar."""
    shared, total = _NUMERATOR + _DENOMINATOR, size_a + size_b
    return (sketch_a ^ sketch_b).bit_count() * shared <= (_DENOMINATOR - _NUMERATOR) * total


def _parts(size: int) -> int:
    """One more than the words by which a set of this size may differ from any that is similar."""
    return (_DENOMINATOR - _NUMERATOR) * size // _NUMERATOR + 1


def _signed(words: frozenset[str], counts: list[int], scope: str, owner: str | None, category: str) -> tuple[int, ...]:
    """One signature a part, for each number of parts."""
    place = (scope, owner, category)
    seed = _seeds.get(place)
    if seed is None:
        if len(_seeds) > 1_000:
            _seeds.clear()
        seed = _seeds[place] = int.from_bytes(_digest(f"{scope}\0{owner or ''}\0{category}", 8), "big")
    hashes = [crc32(word.encode("utf-8", "surrogatepass")) for word in words]
    found: list[int] = []
    for count in counts:
        sums = [0] * count
        for value in hashes:
            sums[value % count] += value
        mark = (count << 12) * _PART_SPREAD
        for part in sums:
            found.append(((part * _SPREAD + mark) ^ seed) & _MASK)
            mark += _PART_SPREAD
    return tuple(found)


def _composed(text: str) -> str:
    from unicodedata import normalize

    return normalize("NFC", text)


def _digest(text: str, size: int) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=size).digest()
