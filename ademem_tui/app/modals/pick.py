"""One of a list: typing narrows it, enter takes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from ademem_tui.app.format import one_line
from ademem_tui.app.modals.base import AdememModal
from ademem_tui.app.wrapping import content_of

Choice = tuple[str, str, str]
"""Value, label and a hint that says more."""


class PickModal(AdememModal[str]):
    """Answers with the value, or None."""

    KEYS = (("type", "to narrow"), ("↑ ↓", "move"), ("enter", "take"), ("esc", "close"))
    AUTO_FOCUS = "#narrow"
    OTHER_ROWS = 2
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,ctrl+n", "move(1)", "Down", show=False),
        Binding("up,ctrl+k", "move(-1)", "Up", show=False),
    ]

    def __init__(self, title: str, options: Sequence[Choice], current: str | None = None) -> None:
        super().__init__(title)
        self._options = list(options)
        self._shown = list(options)
        self._current = current

    def body(self) -> ComposeResult:
        """A line to type in and what it leaves."""
        yield Input(placeholder="Type to narrow", id="narrow", compact=True)
        yield OptionList(id="options", classes="stretch", markup=False, compact=True)

    def on_mount(self) -> None:
        """Everything, with the cursor on what holds now."""
        self._show(self._options)
        values = [value for value, _, _ in self._options]
        if self._current in values:
            self.query_one(OptionList).highlighted = values.index(self._current)

    @on(Input.Changed, "#narrow")
    def narrowed(self, event: Input.Changed) -> None:
        """Keep what holds all typed words."""
        words = event.value.lower().split()
        self._show([choice for choice in self._options if all(word in " ".join(choice).lower() for word in words)])

    @on(Input.Submitted, "#narrow")
    def take(self) -> None:
        """Answer with what is lit."""
        place = self.query_one(OptionList).highlighted
        if place is not None and place < len(self._shown):
            self.dismiss(self._shown[place][0])

    @on(OptionList.OptionSelected)
    def chosen(self, event: OptionList.OptionSelected) -> None:
        """A row was clicked, or entered while it had the focus."""
        self.dismiss(self._shown[event.option_index][0])

    def action_move(self, by: int) -> None:
        """The cursor of the list, while the focus stays where one types."""
        options = self.query_one(OptionList)
        if by > 0:
            options.action_cursor_down()
        else:
            options.action_cursor_up()

    def _show(self, choices: list[Choice]) -> None:
        self._shown = choices
        options = self.query_one(OptionList)
        options.clear_options()
        if choices:
            size = min(24, max(len(one_line(label)) for _, label, _ in choices))
            options.add_options([Option(_row(choice, size, self._current)) for choice in choices])
            options.highlighted = 0
        else:
            options.add_option(Option("Nothing here fits what you typed.", disabled=True))


def _row(choice: Choice, size: int, current: str | None) -> Content:
    value, label, hint = choice
    mark = " (now)" if value == current else ""
    return content_of([(f"{one_line(label):<{size}}", "bold"), (f"  {one_line(hint)}", "dim"), (mark, "$text-success")])
