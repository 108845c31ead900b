"""A text that is laid out for the width it gets."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.content import Content
from textual.widgets import Static

Maker = Callable[[int], Content]
"""Makes the text for so many cells."""


class FittedText(Static):
    """Holds what makes the text, and makes it anew whenever its width changes."""

    def __init__(self, maker: Maker | None = None, *, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self._maker = maker
        self._made_for = 0

    def show(self, maker: Maker) -> None:
        """Show another text."""
        self._maker = maker
        self._made_for = 0
        self._make(self.size.width)

    def on_resize(self, event: events.Resize) -> None:
        """Make it anew where the width changed, once this layout is done: the new text asks for another."""
        self.call_after_refresh(self._make, event.size.width)

    def _make(self, width: int) -> None:
        if self._maker is not None and width and width != self._made_for:
            self._made_for = width
            self.update(self._maker(width))
