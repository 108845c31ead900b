"""Old and new: word by word in one text, or side by side where there is room."""

from __future__ import annotations

from collections.abc import Iterator

from textual import events
from textual.content import Content
from textual.widgets import Static

from ademem_tui.app.format import glyph, harmless
from ademem_tui.app.wrapping import Piece, joined, line_width, wrapped_pieces
from ademem_tui.engine.wording_diff import word_diff

SIDE_BY_SIDE_FROM = 72
"""Cells that two columns need to be easier to read than one."""

_STYLES = {"same": "", "added": "bold $text-success", "removed": "strike $text-error"}
_GAP = 3


def diff_lines(before: str, after: str, width: int) -> list[list[Piece]]:
    """The difference of two texts as styled lines: two columns where they fit, else one text."""
    if width >= SIDE_BY_SIDE_FROM and before and after:
        return side_by_side(before, after, width)
    return inline(before, after, width)


def inline(before: str, after: str, width: int) -> list[list[Piece]]:
    """One text with what went struck out and what came in bold; both also stand in brackets."""
    return wrapped_pieces(_marked(before, after), width)


def side_by_side(before: str, after: str, width: int) -> list[list[Piece]]:
    """The old text on the left, the new one on the right."""
    half = (width - _GAP) // 2
    pieces = _marked(before, after)
    left = wrapped_pieces([piece for piece in pieces if piece[1] != _STYLES["added"]], half)
    right = wrapped_pieces([piece for piece in pieces if piece[1] != _STYLES["removed"]], half)
    lines: list[list[Piece]] = []
    for at in range(max(len(left), len(right))):
        first = left[at] if at < len(left) else []
        second = right[at] if at < len(right) else []
        gap = " " * (half - line_width(first))
        lines.append([*first, (gap, ""), (f" {glyph('rule')} ", "$text-muted"), *second])
    return lines


def _marked(before: str, after: str) -> list[Piece]:
    """The words of both texts; brackets carry what the colours say, for terminals and eyes without them."""
    return [piece for kind, text in word_diff(harmless(before), harmless(after)) for piece in _piece(kind, text)]


def _piece(kind: str, text: str) -> Iterator[Piece]:
    if kind == "removed":
        yield f"[-{text.strip()}-]", _STYLES[kind]
    elif kind == "added":
        yield f"{{+{text.strip()}+}}", _STYLES[kind]
    else:
        yield text, _STYLES[kind]


class DiffView(Static):
    """Two versions of a text; chooses one column or two by the width it gets."""

    def __init__(self, before: str, after: str, *, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self.before = before
        self.after = after

    def on_resize(self, event: events.Resize) -> None:
        """The width decides the columns."""
        self.update(self.drawn(event.size.width))

    def drawn(self, width: int) -> Content:
        """What is shown at a width."""
        return joined(diff_lines(self.before, self.after, width))
