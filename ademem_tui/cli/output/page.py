"""What a verb can put before a person, however it is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

Piece = str | tuple[str, str]
"""A text, or a text and what it is: `good`, `bad`, `quiet`, `strong`, `added`, `removed`, `category:NAME`."""


class Column(NamedTuple):
    """One column of a table."""

    title: str
    stretch: bool = False
    """Takes the room that is left; the text is cut to it on a terminal, and whole in a pipe."""
    optional: bool = False
    """Left out where the terminal is narrow."""
    right: bool = False


class Page(Protocol):
    """Where people read."""

    def say(self, *pieces: Piece) -> None:
        """One paragraph."""

    def block(self, *pieces: Piece) -> None:
        """A text of several lines, set in."""

    def table(self, columns: Sequence[Column], rows: Iterable[Sequence[Piece]]) -> None:
        """Rows under headings."""

    def fields(self, rows: Iterable[tuple[str, Piece]]) -> None:
        """Names and values, one a line."""

    def when(self, stamp: str | None) -> str:
        """A moment as people say it."""

    def status(self, word: str) -> Piece:
        """A status, with its mark where there are marks."""


def text_of(piece: Piece) -> str:
    """The text of a piece."""
    return piece if isinstance(piece, str) else piece[0]
