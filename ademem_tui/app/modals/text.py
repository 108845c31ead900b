"""Something to read, and to copy."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from ademem_tui.app.modals.base import AdememModal
from ademem_tui.app.widgets.fitted_text import FittedText, Maker
from ademem_tui.app.widgets.reading_pane import ReadingPane

COPIED_WIDTH = 96
"""How wide a text is laid out for the clipboard."""


class TextModal(AdememModal[None]):
    """A text in a window."""

    WIDE = True
    KEYS = (("j k", "scroll"), ("y", "copy"), ("esc", "close"))
    BINDINGS: ClassVar[list[BindingType]] = [Binding("y", "copy_all", "Copy", show=False)]

    def __init__(self, title: str, text: Text | Content | Maker) -> None:
        """A text, or what makes one for a width."""
        super().__init__(title)
        self._text = text

    def body(self) -> ComposeResult:
        """The text, scrolled where it is long."""
        with ReadingPane(classes="reading stretch"):
            if callable(self._text):
                yield FittedText(self._text)
            else:
                yield Static(self._text, markup=False)

    def action_copy_all(self) -> None:
        """Everything that is shown."""
        text = self._text(COPIED_WIDTH) if callable(self._text) else self._text
        self.copy(text.plain, f"the text ({len(text.plain):,} characters)")
