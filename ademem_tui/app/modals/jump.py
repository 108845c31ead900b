"""A letter on every place that can take the focus; pressing it goes there."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Offset
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Label

from ademem_tui.app.style import style

LETTERS = "asdfghjklqwertyuiopzxcvbnm1234567890"
"""The home row first."""


class Target(NamedTuple):
    """A letter, where it stands and what it leads to."""

    letter: str
    place: Offset
    widget: Widget


class JumpModal(ModalScreen[Widget]):
    """The screen below stays readable; any key that is no letter of it closes."""

    CSS_PATH = style("modals.tcss")
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,ctrl+o", "dismiss(None)", "Close", show=False)]

    def __init__(self, targets: list[Target]) -> None:
        super().__init__()
        self._targets = targets

    def compose(self) -> ComposeResult:
        """The letters, each where its place begins."""
        for target in self._targets:
            label = Label(f" {target.letter} ", classes="jump-letter", markup=False)
            label.styles.offset = (target.place.x, target.place.y)
            yield label

    def on_key(self, event: events.Key) -> None:
        """Go where the letter leads."""
        if event.key in ("escape", "ctrl+o"):
            return
        event.stop()
        self.dismiss(next((target.widget for target in self._targets if target.letter == event.key), None))

    def on_click(self) -> None:
        """A click closes."""
        self.dismiss(None)


def targets_on(screen: Screen[object]) -> list[Target]:
    """Every place of a screen that can take the focus and is in sight, with its letter."""
    seen = [
        widget
        for widget in screen.focus_chain
        if widget.region.area and screen.region.contains(widget.region.x, widget.region.y)
    ]
    return [Target(letter, widget.region.offset, widget) for letter, widget in zip(LETTERS, seen, strict=False)]


def open_jump(screen: Screen[object]) -> None:
    """Show the letters over a screen, and focus what is chosen."""
    targets = targets_on(screen)
    if not targets:
        screen.notify("There is no place here to jump to.", severity="warning", timeout=3)
        return

    def focus(widget: Widget | None) -> None:
        if widget is not None and widget.is_attached:
            screen.set_focus(widget)

    screen.app.push_screen(JumpModal(targets), focus)
