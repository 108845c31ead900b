"""The head of a rules file, read line by line.

Such heads look like YAML and often are not (`globs: **/*.ts` is an error there), so no YAML reader is asked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_KEY = re.compile(r"^([A-Za-z][\w -]*):(?:\s+(.*)|)$")
_LIST_LINE = re.compile(r"^\s*-\s+(.*)$")
_GLOB_KEYS = ("globs", "applyto", "paths", "glob")
_EVERYTHING = frozenset(("*", "**", "**/*", "**/*.*", "./**", "./**/*"))


@dataclass(slots=True)
class FrontMatter:
    """What stands between the `---` lines at the top of a file."""

    values: dict[str, str | list[str]] = field(default_factory=dict)
    """By key as written; a key without a value has an empty text."""
    lines: int = 0
    """How many lines of the file it takes."""
    raw: str = ""
    understood: bool = True
    """Every line of it is a key with a value or a list; anything deeper is in `raw` only."""

    def text(self, key: str) -> str:
        """A value as one line of text, '' where there is none."""
        for name, value in self.values.items():
            if name.lower() == key:
                return ", ".join(value) if isinstance(value, list) else value
        return ""

    @property
    def pattern(self) -> str | None:
        """The files the rules are for, as patterns joined by commas; None where they are for all."""
        patterns: list[str] = []
        for name, value in self.values.items():
            if name.lower() in _GLOB_KEYS:
                patterns += value if isinstance(value, list) else _split_patterns(value)
        wanted = dict.fromkeys(pattern for pattern in patterns if pattern)
        return None if _EVERYTHING & wanted.keys() else ",".join(wanted) or None


def front_matter_of(text: str) -> FrontMatter:
    """The head of a file; several in a row count as one, since editors put their own before an older one."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    found = FrontMatter()
    while (end := _end(lines, found.lines)) is not None:
        for key, value in _entries(lines[found.lines : end]):
            if value or key not in found.values:
                found.values[key] = value
        inside = [line for line in lines[found.lines : end] if line.strip() and line.strip() != "---"]
        found.understood &= all(_KEY.match(line) or _LIST_LINE.match(line) for line in inside)
        found.lines = end + 1
    found.raw = "\n".join(lines[: found.lines])
    return found


def _end(lines: list[str], start: int) -> int | None:
    """The line that closes a head opening at or after a line, or None if what stands there is none."""
    while start < len(lines) and not lines[start].strip():
        start += 1
    if start >= len(lines) or lines[start].strip() != "---":
        return None
    inside_list = False
    for number in range(start + 1, len(lines)):
        line = lines[number]
        if line.strip() == "---":
            return number if number > start + 1 else None
        key = _KEY.match(line)
        inside_list = key is not None or (inside_list and bool(_LIST_LINE.match(line) or line[:1] in " \t"))
        if not inside_list and line.strip() and not line.startswith("#"):
            return None
    return None


def _entries(lines: list[str]) -> list[tuple[str, str | list[str]]]:
    entries: list[tuple[str, str | list[str]]] = []
    for line in lines:
        if key := _KEY.match(line):
            entries.append((key[1], _value(key[2] or "")))
        elif entries and line.strip() and line.strip() != "---":
            name, value = entries[-1]
            if item := _LIST_LINE.match(line):
                entries[-1] = (name, [*(value if isinstance(value, list) else []), _unquoted(item[1])])
            elif isinstance(value, str):
                entries[-1] = (name, f"{value} {line.strip()}".strip())
    return entries


def _value(text: str) -> str | list[str]:
    text = text.strip()
    if text.startswith("[") and text.endswith("]"):
        return [_unquoted(part) for part in _split_patterns(text[1:-1])]
    if text in ("|", ">", "|-", ">-"):
        return ""
    return _unquoted(text)


def _unquoted(text: str) -> str:
    text = text.strip()
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "\"'":
        return text[1:-1]
    return text


def _split_patterns(text: str) -> list[str]:
    """Patterns between commas; a comma inside `{ts,tsx}` belongs to its pattern."""
    parts, depth, start = [], 0, 0
    for at, character in enumerate(text):
        depth += (character == "{") - (character == "}")
        if character == "," and depth <= 0:
            parts.append(text[start:at])
            start = at + 1
    return [_unquoted(part) for part in [*parts, text[start:]] if part.strip()]
