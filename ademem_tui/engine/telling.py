"""Which words of a text tell its fact from a similar one: identifiers, numbers, paths, quotations, negations.

A text is read chunk by chunk as it stands between spaces: what makes `a/b.py`, `5ms` or `v1.2-rc1` one thing
is that nobody put a space into it. Whitespace, sentence marks and the capital of a sentence's first word are
no part of what is read.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple
from zlib import crc32

from ademem_tui.engine.telling_words import EMPHASISED, PLAIN_STARTS, SMALL_NAMES, TELLING
from ademem_tui.engine.wording import SPACELESS, may_be_spaceless

_OPENING = "([{\"'“”„‘«»‹›¿¡"
_CLOSING = ".,;:!?…\"'”“’»«›‹"
_PAIRS = {")": "(", "]": "[", "}": "{"}
_SIGNS = frozenset("<>=+%$&|^~@→←↔⇒⇐≠≤≥≈±×÷∈∉✓✔✗✘✅❌")
_ABBREVIATIONS = frozenset({"e.g", "i.e", "etc", "vs", "cf", "approx", "incl", "ca", "z.b", "d.h", "bzw"})
_SHORT_ENDINGS = ("'s", "'re", "'ll", "'ve", "'d", "'m")

_HAS_WORD = re.compile(r"\w").search
_GROUPED = re.compile(r"(?<=\d)[,_](?=\d{3}(?!\d))")
_CLAUSE = re.compile(r"(?<=[^\W\d_])[,;](?=[^\W\d_])")
_NUMERALS = "一二三四五六七八九十百千万億两零"
_NEGATIONS = "不|没|沒|無|无|未|非|勿|别|禁|ない|なく|ません|ずに|않|없|못|안"
_KATAKANA = "\u30a1-\u30fa\u30fc\uff66-\uff9f"


class Token(NamedTuple):
    """A word or span that is telling wherever it stands."""

    kind: str
    """identifier, number, path, quoted text, negation or sign."""
    text: str
    """Its canonical form: `1,000` and `1000` are one number, `don't` and `not` one negation."""
    starts: bool
    """It opens a sentence, where the case of its first letter is the sentence's."""


class Name(NamedTuple):
    """A word written as a name; telling only where the other text does not have the word at all."""

    word: str
    shown: str


class Reading(NamedTuple):
    """What a text consists of, in its order."""

    tokens: list[Token]
    names: list[Name]
    words: list[str]
    """Every word without regard to case, tokens among them."""


def read(text: str) -> Reading:
    """Take a text apart."""
    if not text.isascii():
        from unicodedata import normalize

        text = normalize("NFC", text).replace("’", "'").replace("—", " — ").replace("…", " … ")
    text = " ".join(text.split())
    reader = _Reader()
    if '"' in text or "`" in text or "'" in text or not text.isascii():
        at = 0
        for span in _span().finditer(text):
            reader.prose(text[at : span.start()])
            reader.span(span)
            at = span.end()
        text = text[at:]
    reader.prose(text)
    return Reading(reader.tokens, reader.names, reader.words)


def telling_key(text: str) -> int:
    """63 bits that two texts of the same fact have in common, so that others need not be looked at."""
    key = 0
    for _, token, _ in read(text).tokens:
        key += (crc32(folded(token).encode("utf-8", "surrogatepass")) + 1) * 0x9E3779B97F4A7C15
    return key & ((1 << 63) - 1)


def folded(token: str) -> str:
    """A token as it stands inside a sentence or at its start."""
    return token[:1].lower() + token[1:]


class _Reader:
    """Collects what a text consists of."""

    __slots__ = ("names", "starts", "tokens", "words")

    def __init__(self) -> None:
        self.tokens: list[Token] = []
        self.names: list[Name] = []
        self.words: list[str] = []
        self.starts = True

    def prose(self, text: str) -> None:
        """Read what stands between spans."""
        words = self.words
        for chunk in text.split():
            if chunk.isalpha() and chunk.islower() and chunk.isascii():
                words.append(chunk)
                if chunk in TELLING:
                    self.tokens.append(Token(*TELLING[chunk], False))
                elif chunk in SMALL_NAMES:
                    self.names.append(Name(chunk, chunk))
                self.starts = False
            else:
                self.chunk(chunk)

    def span(self, span: re.Match[str]) -> None:
        """Read code or a quotation as one thing; `snake_case` is the same with ticks and without."""
        code = span["code"]
        if code is None:
            self.token("quoted text", f'"{span.group()[1:-1].strip()}"')
        elif number := _number().fullmatch(code.strip()):
            self.number(number[1], number[2] or "")
        else:
            self.token("path" if "/" in code else "identifier", code.strip())
        self.starts = False

    def token(self, kind: str, text: str) -> None:
        """Keep a telling word."""
        self.tokens.append(Token(kind, text, self.starts))
        self.words.append(text.casefold())

    def chunk(self, chunk: str) -> None:
        """Read what stands between two spaces."""
        core, ends = _without_closing(chunk.lstrip(_OPENING).removeprefix("**"))
        if not _HAS_WORD(core):
            if not _SIGNS.isdisjoint(chunk):
                self.token("sign", core or chunk)
            self.starts = True
            return
        self.core(core)
        self.starts = ends and core.casefold() not in _ABBREVIATIONS

    def core(self, core: str) -> None:
        """Read a chunk without the marks around it."""
        if not core.isascii() and _has_spaceless(core):
            self.spaceless(core)
        elif core.isalpha():
            self.word(core)
        elif "'" in core and core.replace("'", "").isalpha():
            self.contraction(core)
        elif number := _number().fullmatch(core.replace("−", "-")):
            self.number(number[1], number[2] or "")
        elif "/" in core or "\\" in core:
            self.token("path", core)
        elif len(parts := _CLAUSE.split(core)) > 1:
            for part in parts:
                self.core(part)
        elif core[0] not in "-–" and all(part.isalpha() for part in core.replace("–", "-").split("-")):
            self.compound(core.replace("–", "-"))
        elif core.casefold() in _ABBREVIATIONS:
            self.words.append(core.casefold())
        else:
            self.token("identifier", core.replace("–", "-"))
        self.starts = False

    def word(self, word: str) -> None:
        """Read letters alone."""
        small = word.casefold()
        if small in TELLING:
            kind, canonical = TELLING[small]
            self.tokens.append(Token(kind, canonical, False))
            self.words.append(small)
        elif word.islower():
            self.words.append(small)
            if small in SMALL_NAMES:
                self.names.append(Name(small, word))
        elif word[1:] == word[1:].lower():
            self.words.append(small)
            if word[0].isupper() and not self.says_nothing(small):
                self.names.append(Name(small, word))
        elif word.isupper() and small in EMPHASISED:
            self.words.append(small)
        else:
            self.token("identifier", word)
        self.starts = False

    def says_nothing(self, small: str) -> bool:
        """Whether a capital makes no name of a word: it begins a sentence, as this word often does."""
        return small == "i" or (self.starts and (small in PLAIN_STARTS or small.endswith("ly")))

    def contraction(self, core: str) -> None:
        """Read `don't`, `parcel's`, `API's`."""
        small = core.casefold()
        if small.endswith("n't"):
            self.tokens.append(Token("negation", "not", False))
            self.words.append(small)
            return
        for ending in _SHORT_ENDINGS:
            if small.endswith(ending):
                core = core[: -len(ending)]
                break
        if core.isalpha():
            self.word(core)
        elif core:
            self.words.append(core.casefold())

    def number(self, digits: str, unit: str) -> None:
        """Read a number and the unit that hangs on it."""
        digits = _GROUPED.sub("", digits)
        known = TELLING.get(unit.casefold())
        if unit and not (known and known[0] == "number"):
            self.token("number", digits + unit)
            return
        self.token("number", digits)
        if unit and known:
            self.token("number", known[1])

    def compound(self, core: str) -> None:
        """Read `read-only`, `Content-Type`."""
        parts = core.split("-")
        if any(part[1:] != part[1:].lower() for part in parts) or any(part[0].isupper() for part in parts[1:]):
            self.token("identifier", core)
            return
        for part in parts:
            self.word(part)

    def spaceless(self, core: str) -> None:
        """Read a run in which a script that puts no spaces occurs."""
        for piece in _spaceless().finditer(core):
            kind, text = piece.lastgroup, piece.group()
            if kind == "number" or kind == "negation":
                self.token(kind, text)
            elif kind == "other":
                self.chunk(text)
            elif text.isalnum():
                self.words.append(text)
                if kind == "name":
                    self.names.append(Name(text, text))


def _without_closing(core: str) -> tuple[str, bool]:
    """A chunk without the marks behind it, and whether they end a sentence; `call()` keeps its brackets."""
    ends = False
    while core:
        last = core[-1]
        if last in _CLOSING:
            ends = ends or last in ".:!?…"
        elif core.endswith("**"):
            core = core[:-1]
        elif last not in _PAIRS or _PAIRS[last] in core:
            break
        core = core[:-1]
    return core, ends


def _has_spaceless(core: str) -> bool:
    return may_be_spaceless(core) and any(piece.lastgroup != "other" for piece in _spaceless().finditer(core))


@cache
def _spaceless() -> re.Pattern[str]:
    """What can be told of a script without spaces, its other characters singly, and runs of other scripts."""
    return re.compile(
        f"(?P<name>[{_KATAKANA}]{{2,}})|(?P<negation>{_NEGATIONS})|(?P<number>[{_NUMERALS}])"
        f"|(?P<character>[{SPACELESS}])|(?P<other>[^{SPACELESS}]+)"
    )


@cache
def _span() -> re.Pattern[str]:
    """Code and quotations."""
    return re.compile(
        r"(?P<tick>`+)(?P<code>[^`](?:.*?[^`])?)(?P=tick)(?!`)"
        r'|"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|「[^」]*」|『[^』]*』'
        r"|(?<!\w)'(?=\S)[^']{1,80}(?<=\S)'(?!\w)"
    )


@cache
def _number() -> re.Pattern[str]:
    """Digits with their sign, and what hangs on them."""
    return re.compile(r"([+-]?[$€£]?\d+(?:[.,_]\d+)*)([^\W\d_]+|%)?")
