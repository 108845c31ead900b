"""Take secrets out of a text, and make the characters nobody sees visible."""

from __future__ import annotations

import re
from itertools import compress
from typing import NamedTuple

from ademem_tui.engine.redact_invisible import bare, visible
from ademem_tui.engine.redact_library import GROUP_ONE, LIBRARY_RULES, RUN_AS
from ademem_tui.engine.redact_rules import (
    EXEMPT,
    MASKED,
    NAME_TRIGGERS,
    RULES,
    SHAPES,
    SHORTEST,
    SHORTEST_TOKEN,
    TOKEN_TRIGGERS,
    WEIGHED,
)

__all__ = ["Finding", "Redacted", "clean", "redact", "visible"]

_MARK = "[REDACTED: "

_Span = tuple[int, int, int]
"""Where a secret starts and ends, and the place of its rule in the table."""


class Finding(NamedTuple):
    """A kind of secret and how often it was found."""

    type: str
    count: int  # type: ignore[assignment]


class Redacted(NamedTuple):
    """A text without its secrets, and what was taken out."""

    text: str
    found: tuple[Finding, ...]


class _Rule:
    """A compiled row of the table."""

    __slots__ = ("exempt", "group", "name", "pattern", "rank")

    def __init__(self, rank: int) -> None:
        """Compile a row, with the parts of a library regex that are run differently put in their place."""
        row = RULES[rank]
        self.rank = rank
        self.name, source, flags = row
        if row in LIBRARY_RULES:
            for part, replacement in RUN_AS:
                source = source.replace(part, replacement)
        self.pattern = re.compile(source, flags)
        self.exempt = _pattern(EXEMPT[self.name]) if self.name in EXEMPT else None
        self.group: int | str = 0
        if "secret" in self.pattern.groupindex:
            self.group = "secret"
        elif self.name in GROUP_ONE and self.pattern.groups:
            self.group = 1


_patterns: dict[str, re.Pattern[str]] = {}
_families: dict[str, list[_Rule]] = {}
_folded: dict[str, list[str]] = {}
_cased: dict[str, list[str]] = {}


def redact(text: str) -> Redacted:
    """Replace every secret in the text by `[REDACTED: type]`; doing it twice changes nothing."""
    counts: dict[str, int] = {}
    text = _redact(text, counts)
    return Redacted(text, tuple(Finding(*item) for item in counts.items()))


def clean(text: str) -> Redacted:
    """Redact and show what is hidden; a secret with hidden characters in its midst goes as a whole."""
    if visible(text) is text:
        return redact(text)
    counts: dict[str, int] = {}
    text = text.replace("\r\n", "\n")
    while True:
        seen, places = bare(text)
        spans = _find(seen)
        if not spans:
            break
        text = _replace(text, [(places[start], places[end - 1] + 1, rank) for start, end, rank in spans], counts)
    text = _redact(visible(_redact(text, counts)), counts)
    return Redacted(text, tuple(Finding(*item) for item in counts.items()))


def _redact(text: str, counts: dict[str, int]) -> str:
    """Redact until nothing more is found: a secret may come to light when its neighbour is gone."""
    while spans := _find(text):
        text = _replace(text, spans, counts)
    return text


def _replace(text: str, spans: list[_Span], counts: dict[str, int]) -> str:
    """Put a mark in the place of each span, and count the types."""
    pieces: list[str] = []
    done = 0
    for start, end, rank in spans:
        name = RULES[rank][0]
        counts[name] = counts.get(name, 0) + 1
        pieces += (text[done:start], f"{_MARK}{name}]")
        done = end
    return "".join((*pieces, text[done:]))


def _find(text: str) -> list[_Span]:
    """List the secrets of a text in order; what stands on both sides of a mark is never one secret."""
    if _MARK not in text:
        return _find_between(text)
    spans: list[_Span] = []
    start = 0
    for mark in (*_mark_pattern().finditer(text), None):
        part = text[start : mark.start() if mark else len(text)]
        spans += [(start + first, start + last, rank) for first, last, rank in _find_between(part)]
        start = mark.end() if mark else 0
    return spans


def _find_between(text: str) -> list[_Span]:
    """List the secrets of a text without marks, overlapping ones as one."""
    types = _triggered(text)
    found = [span for name in types for rule in _family(name) for span in _matches(rule, text)]
    found.sort(key=lambda span: (span[0], -span[1]))
    merged: list[_Span] = []
    group: list[_Span] = []
    end = -1
    for span in found:
        if group and span[0] >= end:
            merged.append(_merge(group, end))
            group = []
        end = max(end, span[1]) if group else span[1]
        group.append(span)
    if group:
        merged.append(_merge(group, end))
    return merged


def _merge(group: list[_Span], end: int) -> _Span:
    """Make one span of overlapping ones, of the most specific type that covers at least half of it."""
    first = group[0][0]
    wide = (rank for start, stop, rank in group if (stop - start) * 2 >= end - first)
    return first, end, min(wide, default=group[0][2])


def _matches(rule: _Rule, text: str) -> list[_Span]:
    """List what one rule finds in the text."""
    spans: list[_Span] = []
    at = 0
    while match := rule.pattern.search(text, at):
        start, end = match.span(rule.group)
        at = max(match.end(), at + 1)
        if start < 0 or start == end:
            continue
        if rule.name in WEIGHED:
            end = _weigh(match, rule.name)
            if not end:
                at = start
        elif _is_exempt(rule, text, start, end):
            end = 0
        else:
            end = _whole(text, end)
        if end:
            spans.append((start, end, rule.rank))
            at = max(at, end)
    return spans


def _weigh(match: re.Match[str], name: str) -> int:
    """Return where a named value ends if it is a secret, else 0; loaded late, for few texts name one."""
    from ademem_tui.engine.redact_weigh import weigh

    return weigh(match, name)


def _is_exempt(rule: _Rule, text: str, start: int, end: int) -> bool:
    """Tell whether a find is known to be none."""
    if rule.exempt and rule.exempt.fullmatch(text, start, end):
        return True
    return _pattern(MASKED).fullmatch(text, start, end) is not None


def _whole(text: str, end: int) -> int:
    """Move the end of a find to the end of its word: a rule may know only the shortest form of a token."""
    if not (text[end - 1].isalnum() or text[end - 1] == "_"):
        return end
    rest = _pattern(r"[A-Za-z0-9_]*+").match(text, end)
    return rest.end() if rest else end


def _pattern(source: str) -> re.Pattern[str]:
    """Compile once, outside the cache of `re`, which others may empty."""
    pattern = _patterns.get(source)
    if pattern is None:
        pattern = _patterns[source] = re.compile(source)
    return pattern


def _mark_pattern() -> re.Pattern[str]:
    """What an earlier redaction left: only known types count, so that nothing hides behind a mark."""
    types = "|".join(sorted({re.escape(name) for name, *_ in RULES}))
    return _pattern(rf"\[REDACTED: (?:{types})\]")


def _triggered(text: str) -> list[str]:
    """Tell which types are worth trying on the text: for most texts none."""
    types: set[str] = set()
    words = text.split()
    longest = max(map(len, words), default=0)
    if longest >= SHORTEST_TOKEN:
        if not _cased:
            for name, literals in TOKEN_TRIGGERS.items():
                for literal in literals:
                    (_folded if literal.islower() else _cased).setdefault(literal, []).append(name)
        long = " ".join([word for word in words if len(word) >= SHORTEST_TOKEN])
        types.update(*compress(_cased.values(), map(long.__contains__, _cased)))
        types.update(*compress(_folded.values(), map(long.lower().__contains__, _folded)))
    lower = text.lower()
    for part in compress(NAME_TRIGGERS, map(lower.__contains__, NAME_TRIGGERS)):
        types.update(name for name, names in NAME_TRIGGERS[part].items() if any(map(lower.__contains__, names)))
    return [
        name
        for name in sorted(types)
        if longest >= SHORTEST.get(name, 0) and (name not in SHAPES or _pattern(SHAPES[name]).search(text))
    ]


def _family(name: str) -> list[_Rule]:
    """Compile the rules of one type."""
    rules = _families.get(name)
    if rules is None:
        rules = _families[name] = [_Rule(rank) for rank, row in enumerate(RULES) if row[0] == name]
    return rules
