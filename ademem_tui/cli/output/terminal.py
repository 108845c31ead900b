"""For people at a terminal: tables that fit its width, colour, and ages instead of dates."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ademem_tui.cli.output.literal import literal, one_line
from ademem_tui.cli.output.page import Column, Piece
from ademem_tui.engine.taxonomy import CATEGORIES

NARROW = 80
"""Below this many columns the optional ones go."""

_STYLES = {
    "good": "green",
    "bad": "bold red",
    "warn": "yellow",
    "quiet": "dim",
    "strong": "bold",
    "added": "green underline",
    "removed": "red strike",
}
_COLOURS = {
    "amber": "yellow",
    "orange": "dark_orange",
    "rose": "hot_pink",
    "slate": "bright_black",
    "teal": "dark_cyan",
    "indigo": "slate_blue1",
    "sky": "sky_blue1",
    "violet": "violet",
    "emerald": "green3",
    "pink": "pink1",
}
_MARKS = {"promoted": ("●", "*", "good"), "candidate": ("○", "o", "warn"), "archived": ("×", "x", "quiet")}


class TerminalPage:
    """Draws with Rich; every text goes in as text, never as markup."""

    def __init__(self, *, ascii_only: bool = False, console: Console | None = None) -> None:
        self._console = console or Console(highlight=False, markup=False, emoji=False)
        self._ascii = ascii_only

    def say(self, *pieces: Piece) -> None:
        """One paragraph, wrapped at words."""
        self._console.print(_text(pieces))

    def block(self, *pieces: Piece) -> None:
        """A text of several lines, set in by four."""
        self._console.print(Padding(_text(pieces), (0, 0, 0, 4)))

    def table(self, columns: Sequence[Column], rows: Iterable[Sequence[Piece]]) -> None:
        """Rows fitted to the width, one line each."""
        narrow = self._console.width < NARROW
        kept = [at for at, column in enumerate(columns) if not (narrow and column.optional)]
        table = Table(box=None, pad_edge=False, header_style="dim", expand=True)
        for at in kept:
            column = columns[at]
            table.add_column(
                column.title,
                no_wrap=True,
                overflow="ellipsis",
                ratio=1 if column.stretch else None,
                justify="right" if column.right else "left",
            )
        for row in rows:
            table.add_row(*(_text([row[at]], line=True) for at in kept))
        self._console.print(table)

    def fields(self, rows: Iterable[tuple[str, Piece]]) -> None:
        """Names and values, wrapped beside the name."""
        table = Table(box=None, pad_edge=False, show_header=False)
        table.add_column(style="dim", no_wrap=True)
        table.add_column(overflow="fold")
        for name, piece in rows:
            table.add_row(Text(name), _text([piece], line=True))
        self._console.print(table)

    def when(self, stamp: str | None) -> str:
        """How long ago."""
        if not stamp:
            return ""
        from datetime import UTC, datetime

        import humanize

        from ademem_tui.engine.clock import parse_stamp

        return humanize.naturaltime(datetime.now(UTC) - parse_stamp(stamp))

    def status(self, word: str) -> Piece:
        """The word after its mark."""
        if word not in _MARKS:
            return word
        fancy, plain, style = _MARKS[word]
        return f"{plain if self._ascii else fancy} {word}", style


def _text(pieces: Iterable[Piece], *, line: bool = False) -> Text:
    text = Text()
    show = one_line if line else literal
    for piece in pieces:
        words, style = piece if isinstance(piece, tuple) else (piece, "")
        text.append(show(words), style=_style(style))
    return text


def _style(word: str) -> str:
    kind, _, category = word.partition(":")
    if kind == "category":
        colour = CATEGORIES[category].colour if category in CATEGORIES else ""
        return _COLOURS.get(colour, colour)
    return _STYLES.get(word, "")
