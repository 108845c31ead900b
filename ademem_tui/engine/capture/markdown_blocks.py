"""Markdown as a flat list of blocks with line numbers; list items hold what is indented under them.

It reads what people write into rules files, not the whole of Markdown, and it loses nothing: every line that
bears a letter stands in exactly one block.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

_FENCE = re.compile(r"^(`{3,}|~{3,})(?!.*\1)")
_ATX = re.compile(r"^(#{1,6})(?:\s+(.*))?$")
_SETEXT = re.compile(r"^(=+|-{2,})$")
_BREAK = re.compile(r"^(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,}|=+)$")
_ITEM = re.compile(r"^([-*+•]|\d{1,3}[.)])(?:\s+(.*)|)$")
_TAGS_ONLY = re.compile(r"^(?:</?[A-Za-z][\w.-]*(?:\s[^<>]*)?/?>\s*)+$")
_TABLE_RULE = re.compile(r"^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$")
_EDGE_FIRST = re.compile(r"^(?:begin|start)\b[\s:_-]+(.+)$", re.IGNORECASE)
_EDGE_LAST = re.compile(r"^(.+?)[\s:_-]+(?:begin|start)\b.*$", re.IGNORECASE | re.DOTALL)
_LONGEST_SETEXT = 80
_LONGEST_MARKER = 200
_DEEPEST_LIST = 10
_WRAPPED_FROM = 50
"""A line at least this long was wrapped by an editor; a shorter one ends where its writer ended it."""


@dataclass(slots=True)
class Block:
    """One piece of a document: heading, paragraph, item, code, table, quote, comment, generated or markup."""

    kind: str
    line: int
    level: int = 0
    """Of a heading: 1 to 6. Of an item: how far it is indented."""
    ordered: bool = False
    lines: list[str] = field(default_factory=list)
    children: list[Block] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Its own text without what is indented under it; wrapped lines are joined."""
        if self.kind in ("paragraph", "item", "quote", "heading"):
            return unwrapped(self.lines)
        return "\n".join(self.lines)

    @property
    def whole(self) -> str:
        """Its text and everything under it, as a person would write it."""
        parts = [self.text] if self.text else []
        number = 0
        for child in self.children:
            if child.kind == "item":
                number += 1
                marker = f"{number}. " if child.ordered else "- "
                parts.append(_hanging(marker, child.whole))
            else:
                parts.append(child.whole)
        return "\n".join(parts)


def unwrapped(lines: list[str]) -> str:
    """Lines of one paragraph, joined where an editor broke them and kept apart where their writer did."""
    text = ""
    previous = ""
    for line in lines:
        if text:
            forced = previous.endswith(("  ", "\\")) or (line.startswith("**") and text[-1] in ".:;!?)`*")
            text += "\n" if forced or len(previous) < _WRAPPED_FROM else " "
        text += line.strip()
        previous = line
    return text


def blocks_of(text: str, first_line: int = 1) -> list[Block]:
    """The blocks of a text whose first line has the given number."""
    return _Scanner(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), first_line).scan()


def _hanging(marker: str, text: str) -> str:
    return marker + text.replace("\n", "\n" + " " * len(marker))


def _indent(line: str) -> int:
    return len(line[: len(line) - len(line.lstrip())].expandtabs(4))


def _dedented(line: str, indent: int) -> str:
    """The line without so much of its indentation; tabs further in stay tabs."""
    cut = 0
    while cut < len(line) and line[cut].isspace() and len(line[: cut + 1].expandtabs(4)) <= indent:
        cut += 1
    return line[cut:]


class _Scanner:
    """Goes through the lines once; knows the open items and the block that a plain line would continue."""

    def __init__(self, lines: list[str], first_line: int) -> None:
        self._lines = lines
        self._first = first_line
        self._at = 0
        self._blocks: list[Block] = []
        self._items: list[Block] = []
        self._open: Block | None = None

    def scan(self) -> list[Block]:
        while self._at < len(self._lines):
            line = self._lines[self._at]
            stripped = line.strip()
            if not stripped:
                self._open = None
                self._at += 1
            elif not self._special(line, stripped):
                self._plain(line, stripped)
                self._at += 1
        return self._blocks

    def _special(self, line: str, stripped: str) -> bool:
        """Take what begins here if it is more than a line of text; moves on itself."""
        indent = _indent(line)
        if _FENCE.match(stripped):
            self._take_fence(indent, stripped)
        elif stripped.startswith("<!--"):
            self._take_comment()
        elif (heading := _ATX.match(stripped)) and indent < 4:
            self._close()
            block = self._add(Block("heading", self._number(), len(heading[1])), -1)
            text = heading[2] or ""
            block.lines.append(text.rstrip("#").rstrip() if text.rstrip("#").endswith(" ") else text)
            self._at += 1
        elif self._is_underlined_heading(stripped):
            block = self._blocks[-1]
            block.kind, block.level = "heading", 1 if stripped[0] == "=" else 2
            self._open = None
            self._at += 1
        elif _BREAK.match(stripped):
            self._close()
            self._at += 1
        elif item := _ITEM.match(stripped):
            self._take_item(indent, item[1], item[2] or "")
        elif stripped.startswith(">"):
            self._take_run("quote", indent, lambda text: text.startswith(">"))
        elif self._starts_table(stripped):
            self._take_run("table", indent, lambda text: "|" in text)
        elif _TAGS_ONLY.match(stripped) and "://" not in stripped:
            self._add(Block("markup", self._number(), lines=[stripped]), indent)
            self._open = None
            self._at += 1
        else:
            return False
        return True

    def _plain(self, line: str, stripped: str) -> None:
        if self._open is None:
            self._open = self._add(Block("paragraph", self._number()), _indent(line))
        self._open.lines.append(line.lstrip())

    def _take_fence(self, indent: int, opening: str) -> None:
        fence = opening[: len(opening) - len(opening.lstrip(opening[0]))]
        block = self._add(Block("code", self._number(), lines=[opening]), indent)
        self._open = None
        self._at += 1
        while self._at < len(self._lines):
            line = self._lines[self._at].rstrip()
            self._at += 1
            block.lines.append(_dedented(line, indent))
            closing = line.strip()
            if closing.startswith(fence) and not closing.strip(fence[0]):
                return
        block.lines.append(fence)

    def _take_comment(self) -> None:
        start = self._at
        end, cut = self._comment_end(start)
        name = _start_marker("\n".join(self._lines[start : end + 1]))
        kind = "comment"
        if name and (last := self._generated_end(name, end + 1)) is not None:
            kind, (end, cut) = "generated", last
        block = self._add(Block(kind, self._number()), -1)
        self._open = None
        block.lines.extend(line.rstrip() for line in self._lines[start:end])
        block.lines.append(self._lines[end][:cut].rstrip())
        self._lines[end] = self._lines[end][cut:]
        self._at = end if self._lines[end].strip() else end + 1

    def _comment_end(self, start: int) -> tuple[int, int]:
        """The line on which the comment that opens on this line ends, and the column behind it."""
        column = self._lines[start].index("<!--") + 4
        for number in range(start, len(self._lines)):
            found = self._lines[number].find("-->", column)
            if found >= 0:
                return number, found + 3
            column = 0
        return len(self._lines) - 1, len(self._lines[-1])

    def _generated_end(self, name: str, start: int) -> tuple[int, int] | None:
        ends = re.compile(rf"<!--\s*(?:end[\s:_/-]+{re.escape(name)}|/?{re.escape(name)}[\s:_/-]+end)\b", re.IGNORECASE)
        for number in range(start, len(self._lines)):
            if ends.search(self._lines[number]):
                return self._comment_end(number)
        return None

    def _is_underlined_heading(self, stripped: str) -> bool:
        last = self._open
        return (
            last is not None
            and last.kind == "paragraph"
            and bool(self._blocks)
            and last is self._blocks[-1]
            and _SETEXT.match(stripped) is not None
            and len(last.lines) == 1
            and len(last.lines[0]) <= _LONGEST_SETEXT
            and not last.lines[0].rstrip().endswith((".", ":", ";"))
        )

    def _take_item(self, indent: int, marker: str, rest: str) -> None:
        while self._items and indent <= self._items[-1].level + (1 if indent else 0):
            self._items.pop()
        del self._items[_DEEPEST_LIST:]
        block = Block("item", self._number(), indent, ordered=marker[0].isdigit())
        (self._items[-1].children if self._items else self._blocks).append(block)
        self._items.append(block)
        self._open = block
        if _FENCE.match(rest) or _ITEM.match(rest):
            self._lines[self._at] = " " * (indent + len(marker) + 1) + rest
            return
        if rest:
            block.lines.append(re.sub(r"^\[[ xX]\]\s+", "", rest))
        self._at += 1

    def _starts_table(self, stripped: str) -> bool:
        following = self._lines[self._at + 1].strip() if self._at + 1 < len(self._lines) else ""
        ruled = "|" in following and _TABLE_RULE.match(following) is not None
        return stripped.startswith("|") or ("|" in stripped and ruled)

    def _take_run(self, kind: str, indent: int, belongs: Callable[[str], bool]) -> None:
        block = self._add(Block(kind, self._number()), indent)
        self._open = None
        while self._at < len(self._lines) and (text := self._lines[self._at].strip()) and belongs(text):
            block.lines.append(text[1:].strip() if kind == "quote" else text)
            self._at += 1

    def _add(self, block: Block, indent: int) -> Block:
        """Put a block under the innermost open item it is indented under, or at the top."""
        while self._items and indent <= self._items[-1].level:
            self._items.pop()
        (self._items[-1].children if self._items else self._blocks).append(block)
        return block

    def _close(self) -> None:
        self._items.clear()
        self._open = None

    def _number(self) -> int:
        return self._first + self._at


def _start_marker(comment: str) -> str:
    """The name a comment gives to the generated block it opens, or ''."""
    text = comment.strip().removeprefix("<!--").partition("-->")[0].strip()
    found = _EDGE_FIRST.match(text) or _EDGE_LAST.match(text) if len(text) <= _LONGEST_MARKER else None
    return found[1].strip() if found else ""
