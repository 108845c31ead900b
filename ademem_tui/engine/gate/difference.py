"""Whether two texts with nearly the same words state the same fact.

Words alone do not tell: `the timeout is 5 s` and `the timeout is 50 s` share all but one, and it is the one
that matters. So only a difference in plain words lets two texts count as one fact. Where this errs, it keeps
both: a second copy costs a glance, a fact thrown away is gone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ademem_tui.engine.telling import Reading, Token, folded, read
from ademem_tui.engine.telling_words import WEAK, opposed

_SHOWN = 40


def same_fact(a: str, b: str) -> bool:
    """True where two similar texts differ in plain words only."""
    return not telling_difference(a, b)


def telling_difference(a: str, b: str) -> str:
    """What makes two similar texts different facts, in a few words; '' where nothing does."""
    one, two = read(a), read(b)
    return (
        _other_tokens(one.tokens, two.tokens)
        or _other_names(one, two)
        or _opposite_words(one, two)
        or _other_order(one, two)
    )


def _other_tokens(one: list[Token], two: list[Token]) -> str:
    """Telling words that only one text has, or has more often."""
    left, right = _unmatched(one, two), _unmatched(two, one)
    for token in list(left):
        partner = next((other for other in right if _same_but_for_start(token, other)), None)
        if partner is not None:
            left.remove(token)
            right.remove(partner)
    if not left and not right:
        return ""
    kind = (left or right)[0].kind
    if left and right and right[0].kind != kind:
        kind = min(kind, right[0].kind)
    return _said(kind, [token.text for token in left], [token.text for token in right])


def _unmatched(one: list[Token], two: list[Token]) -> list[Token]:
    spare = Counter(token.text for token in two)
    found = []
    for token in one:
        if spare[token.text] > 0:
            spare[token.text] -= 1
        else:
            found.append(token)
    return found


def _same_but_for_start(a: Token, b: Token) -> bool:
    """`useState` that opens a sentence may be written `UseState`."""
    return (a.starts or b.starts) and folded(a.text) == folded(b.text)


def _other_names(one: Reading, two: Reading) -> str:
    """Names of one text that are not among the words of the other."""
    left, right = _missing_names(one, two), _missing_names(two, one)
    return _said("name", left, right) if left or right else ""


def _missing_names(one: Reading, two: Reading) -> list[str]:
    if not one.names:
        return []
    extra = Counter(one.words)
    extra.subtract(two.words)
    return [name.shown for name in one.names if extra[name.word] > 0]


def _opposite_words(one: Reading, two: Reading) -> str:
    """A word of one text against its opposite in the other."""
    left, right = Counter(one.words), Counter(two.words)
    for word in left - right:
        for other in right - left:
            if opposed(word, other):
                return _said("opposite", [word], [other])
    return ""


def _other_order(one: Reading, two: Reading) -> str:
    """The words both texts have, in another order: who does what to whom may have changed."""
    left, right = Counter(one.words), Counter(two.words)
    shared = {word for word, times in left.items() if right[word] == times and word not in WEAK}
    first = [word for word in one.words if word in shared]
    second = [word for word in two.words if word in shared]
    for word, other in zip(first, second, strict=True):
        if word != other:
            return _said("order of words", [word], [other])
    return ""


def _said(kind: str, left: Iterable[str], right: Iterable[str]) -> str:
    """Both sides named in a fixed order, so that it does not matter which text came first."""
    sides = sorted(_shortened(", ".join(dict.fromkeys(side))) for side in (left, right))
    if not sides[0]:
        return f"{kind} in one only: {sides[1]}"
    return f"{kind}: {sides[0]} / {sides[1]}"


def _shortened(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
