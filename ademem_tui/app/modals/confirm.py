"""Yes or no, for what cannot be undone; everything else is done at once and taken back by a key."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Button, Static

from ademem_tui.app.format import harmless
from ademem_tui.app.modals.base import AdememModal
from ademem_tui.app.widgets.reading_pane import ReadingPane


class ConfirmModal(AdememModal[bool]):
    """Answers True only where a person says so: the focus stands on No, and closing is No."""

    KEYS = (("y", "yes"), ("n", "no"), ("esc", "no"))
    AUTO_FOCUS = "#no"
    OTHER_ROWS = 4
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", "Yes", show=False),
        Binding("n", "answer(False)", "No", show=False),
        Binding("left,h,up", "app.focus_previous", "Previous", show=False),
        Binding("right,l,down", "app.focus_next", "Next", show=False),
    ]

    def __init__(self, title: str, text: str, yes: str = "Yes") -> None:
        super().__init__(title)
        self._text = text
        self._yes = yes

    def body(self) -> ComposeResult:
        """The question and its two answers."""
        with ReadingPane(classes="reading -short stretch", can_focus=False):
            yield Static(harmless(self._text), markup=False)
        with Horizontal(id="answers"):
            yield Button("No", id="no", compact=True)
            yield Button(harmless(self._yes), id="yes", variant="error", compact=True)

    @on(Button.Pressed)
    def button_pressed(self, event: Button.Pressed) -> None:
        """A button answers."""
        self.dismiss(event.button.id == "yes")

    def action_answer(self, yes: bool) -> None:
        """A key answers."""
        self.dismiss(yes)

    def action_close(self) -> None:
        """Leaving is No."""
        self.dismiss(False)
