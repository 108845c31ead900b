"""Old and new: word by word in one text, or side by side where there is room."""

from __future__ import annotations

from ademem_tui.app.format import harmless
from ademem_tui.app.widgets.fitted_text import FittedText
from ademem_tui.app.wrapping import Piece, joined, line_width, sign, wrapped_pieces
from ademem_tui.engine.wording_diff import word_diff

SIDE_BY_SIDE_FROM = 72
"""Cells that two columns need to be easier to read than one."""

_STYLES = {"same": "", "added": "bold underline $text-success", "removed": "strike $text-error"}
_GAP = 3


def diff_lines(before: str, after: str, width: int) -> list[list[Piece]]:
    """The difference of two texts as styled lines: two columns where they fit, else one text."""
    if width >= SIDE_BY_SIDE_FROM and before and after:
        return side_by_side(before, after, width)
    return inline(before, after, width)


def inline(before: str, after: str, width: int) -> list[list[Piece]]:
    """One text with what went struck out and what came underlined; in brackets where only plain signs are wanted."""
    pieces: list[Piece] = []
    for kind, text in word_diff(harmless(before), harmless(after)):
        words = text.strip()
        if kind == "removed":
            words = sign(words, f"[-{words}-]")
        elif kind == "added":
            words = sign(words, f"{{+{words}+}}")
        pieces.append((words, _STYLES[kind]))
    return wrapped_pieces(pieces, width)


def side_by_side(before: str, after: str, width: int) -> list[list[Piece]]:
    """The old text on the left, the new one on the right, each with its own words lit."""
    half = (width - _GAP) // 2
    words = word_diff(harmless(before), harmless(after))
    left = wrapped_pieces([(text, _STYLES[kind]) for kind, text in words if kind != "added"], half)
    right = wrapped_pieces([(text, _STYLES[kind]) for kind, text in words if kind != "removed"], half)
    lines: list[list[Piece]] = []
    for at in range(max(len(left), len(right))):
        first = left[at] if at < len(left) else []
        second = right[at] if at < len(right) else []
        gap = " " * (half - line_width(first))
        lines.append([*first, (f"{gap} {sign('│', '|')} ", "dim"), *second])
    return lines


class DiffView(FittedText):
    """Two versions of a text; one column or two by the width it gets."""

    def __init__(self, before: str, after: str, *, id: str | None = None) -> None:
        super().__init__(lambda width: joined(diff_lines(before, after, width)), id=id)
