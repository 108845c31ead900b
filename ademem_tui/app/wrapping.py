"""Texts broken into lines by the cells they take, for places where a line must know its own width."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.cells import cell_len, chop_cells
from textual.content import Content

from ademem_tui.app.format import glyph

Piece = tuple[str, str]
"""A text and the style it is drawn in; '' for none. Theme variables are welcome: `$primary`."""


def wrapped(text: str, width: int) -> list[str]:
    """The lines of a text, broken between words and, where one word is too long, inside it; indents are kept."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        if cell_len(paragraph) <= width:
            lines.append(paragraph.rstrip())
            continue
        indent = " " * min(len(paragraph) - len(paragraph.lstrip(" ")), width // 3)
        for line in wrapped_pieces([(paragraph, "")], width - len(indent)):
            lines.append(indent + "".join(part for part, _ in line))
    return lines


def wrapped_pieces(pieces: Iterable[Piece], width: int) -> list[list[Piece]]:
    """Styled pieces in lines of at most so many cells; words are separated by one blank."""
    width = max(1, width)
    lines: list[list[Piece]] = [[]]
    used = 0
    for word, style in _words(pieces, width):
        size = cell_len(word)
        if used and used + 1 + size > width:
            lines.append([])
            used = 0
        if used:
            same = lines[-1][-1][1] == style
            lines[-1].append((" ", style if same else ""))
            used += 1
        lines[-1].append((word, style))
        used += size
    return lines


def _words(pieces: Iterable[Piece], width: int) -> Iterator[Piece]:
    for text, style in pieces:
        for word in text.split():
            if cell_len(word) <= width:
                yield word, style
            else:
                yield from ((part, style) for part in chop_cells(word, width))


def flowed(pieces: Iterable[Piece], width: int) -> list[list[Piece]]:
    """Pieces that stay whole, two blanks apart, on as many lines as they need."""
    lines: list[list[Piece]] = [[]]
    for text, style in pieces:
        if lines[-1]:
            if line_width(lines[-1]) + 2 + cell_len(text) > width:
                lines.append([])
            else:
                lines[-1].append(("  ", ""))
        lines[-1].append((text, style))
    return lines


def joined(lines: Sequence[Sequence[Piece]]) -> Content:
    """Lines of styled pieces as one text to show."""
    pieces: list[Piece] = []
    for at, line in enumerate(lines):
        if at:
            pieces.append(("\n", ""))
        pieces.extend(line)
    return content_of(pieces)


def content_of(pieces: Iterable[Piece]) -> Content:
    """Styled pieces as one text; nothing in them is read as markup."""
    return Content.assemble(*((text, style) if style else Content(text) for text, style in pieces))


def line_width(line: Iterable[Piece]) -> int:
    """How many cells a line takes."""
    return sum(cell_len(text) for text, _ in line)


def sign(nice: str, plain: str) -> str:
    """A sign, or its plain form where only plain characters are wanted."""
    return plain if glyph("dots").isascii() else nice
