"""Something to read, and to copy."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from ademem_tui.app.modals.base import AdememModal
from ademem_tui.app.widgets.reading_pane import ReadingPane


class TextModal(AdememModal[None]):
    """A text in a window."""

    WIDE = True
    KEYS = (("j k", "scroll"), ("y", "copy"), ("esc", "close"))
    BINDINGS: ClassVar[list[BindingType]] = [Binding("y", "copy_all", "Copy", show=False)]

    def __init__(self, title: str, text: Text | Content) -> None:
        super().__init__(title)
        self.text = text

    def body(self) -> ComposeResult:
        """The text, scrolled where it is long."""
        with ReadingPane(classes="reading"):
            yield Static(self.text, markup=False)

    def action_copy_all(self) -> None:
        """Everything that is shown."""
        self.copy(self.text.plain, f"the text ({len(self.text.plain):,} characters)")
