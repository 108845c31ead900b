"""Plain text for pipes: no colour, no tabs, and the same whatever the width of anything."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from ademem_tui.cli.output.literal import literal, one_line
from ademem_tui.cli.output.page import Column, Piece, text_of

_SIGNS = {"added": ("{+", "+}"), "removed": ("[-", "-]")}


class PlainPage:
    """Writes lines that a person can read and a program can search."""

    def say(self, *pieces: Piece) -> None:
        """One paragraph."""
        self._write(literal("".join(map(_marked, pieces))))

    def block(self, *pieces: Piece) -> None:
        """A text of several lines, set in by four."""
        for line in literal("".join(map(_marked, pieces))).split("\n"):
            self._write(f"    {line}".rstrip())

    def table(self, columns: Sequence[Column], rows: Iterable[Sequence[Piece]]) -> None:
        """Rows in columns as wide as what is in them; the last is as long as it is."""
        cells = [[column.title for column in columns]]
        cells += [[one_line(_marked(piece)) for piece in row] for row in rows]
        widths = [max(len(row[at]) for row in cells) for at in range(len(columns))]
        for row in cells:
            padded = (
                cell.rjust(width) if column.right else cell.ljust(width)
                for cell, width, column in zip(row, widths, columns, strict=True)
            )
            self._write("  ".join(padded).rstrip())

    def fields(self, rows: Iterable[tuple[str, Piece]]) -> None:
        """Names and values, one a line."""
        pairs = list(rows)
        width = max((len(name) for name, _ in pairs), default=0)
        for name, piece in pairs:
            self._write(f"{name.ljust(width)}  {one_line(_marked(piece))}".rstrip())

    def when(self, stamp: str | None) -> str:
        """A moment to the minute, in UTC as stored."""
        return stamp[:16].replace("T", " ") if stamp else ""

    def status(self, word: str) -> Piece:
        """The word."""
        return word

    def _write(self, line: str) -> None:
        sys.stdout.write(line + "\n")


def _marked(piece: Piece) -> str:
    """A piece with what colour would say, where that carries meaning."""
    if isinstance(piece, tuple) and piece[1] in _SIGNS:
        before, after = _SIGNS[piece[1]]
        return f"{before}{piece[0]}{after}"
    return text_of(piece)
