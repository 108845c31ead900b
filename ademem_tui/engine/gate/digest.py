"""The short forms of a memory: a summary for briefings and lists, a citation for a mention in passing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from ademem_tui.engine.model import MAX_CITATION, Payload
from ademem_tui.engine.wording import SPACELESS, may_be_spaceless

SUMMARY = 180
"""Longest summary that is derived; a written one may be longer."""

_ENOUGH = 60
"""A summary shorter than this takes the next sentence in as well."""

_ABBREVIATIONS = frozenset(
    {"e.g", "i.e", "etc", "vs", "cf", "approx", "incl", "resp", "ca", "fig", "no", "nr", "mr", "mrs", "dr", "st", "z.b"}
    | {"d.h", "bzw", "usw", "u.a", "evtl", "ggf", "vgl", "bspw"}
)
_OPENINGS = frozenset(
    {"the", "a", "an", "this", "that", "there", "it", "is", "are", "please", "note", "remember", "so"}
)
_LINKS = frozenset(
    {"a", "an", "the", "of", "to", "in", "on", "at", "by", "for", "from", "with", "and", "or", "but", "as", "is", "are"}
    | {
        "was",
        "were",
        "be",
        "that",
        "which",
        "when",
        "if",
        "than",
        "into",
        "its",
        "their",
        "must",
        "should",
        "not",
        "no",
    }
)
_BRACKETS = {")": "(", "]": "[", "}": "{"}
_EDGES = " .,;:!?…-–—'\"“”‘’«»*~`|/\\&。、，；：！？・「」『』（）【】"


def summary_of(content: str, payload: Payload | None = None) -> str:
    """The first sentence, or the first few short ones, in at most 180 characters on one line."""
    summary = ""
    for sentence in _sentences(content):
        longer = f"{summary}{_joint(summary)}{sentence}" if summary else sentence
        if summary and len(longer) > SUMMARY:
            break
        summary = longer
        if len(summary) >= _ENOUGH:
            break
    if not _has_letter(summary):
        summary = _of_payload(payload) or _plain(content)
    return _cut(summary, SUMMARY)


def citation_of(content: str) -> str:
    """What a memory is about in at most 40 characters, from its first telling word on."""
    first = next(_sentences(content), "")
    if not _has_letter(first):
        first = _plain(content)
    words = first.replace("`", "").split()
    while len(words) > 1 and words[0].casefold().strip(_EDGES) in _OPENINGS:
        words = words[1:]
    text = " ".join(words).lstrip(" -–—*•#>~、。，")
    short = text if len(text) <= MAX_CITATION else _without_links(_whole_words(text, MAX_CITATION))
    return _without_end(short) or _without_end(text[:MAX_CITATION]) or _letters(content)


def _sentences(content: str) -> Iterator[str]:
    """Sentences and list items without their markers; fenced code is left out."""
    for block in _blocks(content):
        start = 0
        for end in _sentence_ends(block):
            sentence = block[start:end].strip()
            if sentence:
                yield sentence
            start = end
        if rest := block[start:].strip():
            yield rest


def _blocks(content: str) -> Iterator[str]:
    """Paragraphs, headings and list items, each on one line."""
    lines: list[str] = []
    fenced = False
    for line in content.splitlines():
        if _is_fence(line):
            fenced = not fenced
            continue
        marker = _marker().match(line)
        text = "" if fenced else " ".join((line[marker.end() :] if marker else line).split())
        is_rule = not text.strip("-=*_ ")
        if lines and (marker or is_rule):
            yield " ".join(lines)
            lines = []
        if marker and "#" in marker.group():
            yield text
        elif not is_rule:
            lines.append(text)
    if lines:
        yield " ".join(lines)


def _sentence_ends(text: str) -> Iterator[int]:
    """Where sentences end: not at `e.g.`, in `v1.2`, in `a.py` or in a code span."""
    spans = _code_spans(text)
    for mark in _mark().finditer(text):
        at = mark.start()
        if any(start < at < end for start, end in spans):
            continue
        if mark.group().startswith(("…", "..")):
            goes_on = not text[mark.end() :].lstrip()[:1].isupper() or text[at - 1 : at].isspace()
        else:
            before = text[text.rfind(" ", 0, at) + 1 : at].lstrip("([\"'").casefold()
            goes_on = mark.group()[0] == "." and (before in _ABBREVIATIONS or (len(before) == 1 and before.isalpha()))
        if not goes_on:
            yield mark.end()


def _joint(summary: str) -> str:
    """What stands between two sentences: list items carry no marks of their own."""
    if summary[-1] in "。！？":
        return ""
    return " " if summary[-1] in ".!?:;,…" or summary[-1] in "\"')”" else "; "


def _cut(text: str, limit: int) -> str:
    """A text cut before the word that does not fit, and before a code span that would be broken."""
    if len(text) <= limit:
        return text
    end = len(_whole_words(text, limit - 1))
    for start, stop in _code_spans(text):
        if start < end < stop and start > limit // 3:
            end = start
    kept = text[:end].rstrip(" ,;:.-–—([{'\"、，")
    return (kept or text[:end].rstrip()) + "…"


def _whole_words(text: str, limit: int) -> str:
    """As many words as fit; a single word, or one of a script without spaces, is cut between characters."""
    if len(text) <= limit:
        return text
    if text[limit].isspace():
        return text[:limit].rstrip()
    end = text.rfind(" ", 0, limit)
    if end > limit // 3 and not (may_be_spaceless(text) and _spaceless().search(text, end, limit)):
        return text[:end].rstrip()
    end = limit
    while end > 1 and (_clings(text[end]) or text[end - 1] == "\u200d"):
        end -= 1
    return text[:end].rstrip()


def _without_links(text: str) -> str:
    """A text that does not stop at a word which points on to the next."""
    words = text.split()
    while len(words) > 2 and words[-1].casefold().strip(_EDGES) in _LINKS:
        words.pop()
    return " ".join(words)


def _without_end(text: str) -> str:
    """A text without marks at its end, and without a bracket that is not closed or empty."""
    while text:
        last = text[-1]
        opening = _BRACKETS.get(last, "")
        is_needless = opening and (text.endswith(opening + last) or opening not in text)
        if not (last in _EDGES or last in "([{" or is_needless):
            break
        text = text[:-1]
    for closing, opening in _BRACKETS.items():
        if text.count(opening) > text.count(closing):
            return _without_end(text[: text.rindex(opening)]) or text.replace(opening, "")
    return text if _has_letter(text) else ""


def _letters(content: str) -> str:
    """The first letters of a text of which nothing else is fit to be cited."""
    found = re.search(r"[^\W\d_]+", content)
    return found.group()[:MAX_CITATION] if found else _plain(content)[:MAX_CITATION].strip()


def _of_payload(payload: Payload | None) -> str:
    """The first texts of a payload, for a memory whose content says nothing in words."""
    texts = (value for value in (payload or {}).values() if isinstance(value, str) and _has_letter(value))
    return " ".join("; ".join(texts).split())


def _plain(content: str) -> str:
    """All of a text on one line, without the fences around code."""
    lines = content.splitlines()
    return " ".join(" ".join(line for line in lines if not _is_fence(line)).split()) or " ".join(content.split())


def _is_fence(line: str) -> bool:
    """Whether a line opens or closes a block of code; a span in three ticks does neither."""
    stripped = line.strip()
    return stripped.startswith(("```", "~~~")) and "```" not in stripped[3:]


def _code_spans(text: str) -> list[tuple[int, int]]:
    return [match.span() for match in _code().finditer(text)] if "`" in text else []


def _has_letter(text: str) -> bool:
    return any(character.isalpha() for character in text)


def _clings(character: str) -> bool:
    """Whether a character belongs to the one before it, so that nothing may be cut between the two."""
    from unicodedata import category

    return (
        category(character)[0] == "M" or character in "\u200d\ufe0e\ufe0f" or "\U0001f3fb" <= character <= "\U0001f3ff"
    )


@cache
def _marker() -> re.Pattern[str]:
    return re.compile(r"\s*(?:(?:#{1,6}|[-*+•>]|\d{1,3}[.)]|\[[ xX]\])\s+)+")


@cache
def _mark() -> re.Pattern[str]:
    return re.compile(r"[.!?…]+[\"')\]”*_]*(?=\s)|[。！？]+[」』）]*")


@cache
def _code() -> re.Pattern[str]:
    return re.compile(r"(`+)[^`].*?\1")


@cache
def _spaceless() -> re.Pattern[str]:
    return re.compile(f"[{SPACELESS}]")
