"""A line of words with what they can be completed to below it, looked up off the event loop."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import ClassVar

from rich.text import Text
from textual import events, getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input, OptionList

from ademem_tui.app.format import one_line

SHOWN = 6

Lookup = Callable[[str], Awaitable[Sequence[str]]]
"""What the last word, as far as it is typed, can become."""


class CompletedInput(Input):
    """An input whose arrows and enter work on the matches while there are some."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "match(1)", "Next match", show=False),
        Binding("up", "match(-1)", "Previous match", show=False),
        Binding("enter", "take", "Take it", show=False),
        Binding("escape", "close", "Close", show=False),
    ]

    @property
    def field(self) -> WordField:
        """What it is part of."""
        parent = self.parent
        assert isinstance(parent, WordField)
        return parent

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Arrows and escape are somebody else's where there is no match to choose."""
        if action in ("match", "close"):
            return self.field.is_open
        return super().check_action(action, parameters)

    def action_match(self, by: int) -> None:
        """Light another match."""
        self.field.light(by)

    async def action_take(self) -> None:
        """Take the lit match; without one, the line is done."""
        if not self.field.take():
            await self.action_submit()

    def action_close(self) -> None:
        """Put the matches away."""
        self.field.close()


class WordField(Vertical):
    """Words separated by commas, or one path; matches of the last one drop down and are taken with enter."""

    input = getters.query_one(CompletedInput)
    matches = getters.query_one(OptionList)

    class Changed(Message):
        """The line is another."""

        def __init__(self, field: WordField, value: str) -> None:
            super().__init__()
            self.field = field
            self.value = value

        @property
        def control(self) -> WordField:
            """The field."""
            return self.field

    class Submitted(Message):
        """Enter, and no match to take."""

    def __init__(
        self, lookup: Lookup, *, value: str = "", placeholder: str = "", several: bool = True, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self._lookup = lookup
        self._placeholder = placeholder
        self._start = value
        self._several = several
        self._words: list[str] = []
        self._taken = ""

    def compose(self) -> ComposeResult:
        """The line, and the matches over what is below."""
        yield CompletedInput(self._start, placeholder=self._placeholder, compact=True, select_on_focus=False)
        yield OptionList(compact=True, markup=False)

    def on_mount(self) -> None:
        """Matches are there on demand, and never take the focus."""
        self.matches.can_focus = False
        self.close()

    @property
    def value(self) -> str:
        """The whole line."""
        return self.input.value if self.is_mounted else self._start

    @value.setter
    def value(self, text: str) -> None:
        self._taken = text
        self.input.value = text

    @property
    def is_open(self) -> bool:
        """Whether matches are shown."""
        return bool(self.matches.display)

    def light(self, by: int) -> None:
        """Light the next or the previous match."""
        if self._words:
            place = self.matches.highlighted
            self.matches.highlighted = (0 if place is None else place + by) % len(self._words)

    def take(self) -> bool:
        """Put the lit match into the line; False where none is lit."""
        place = self.matches.highlighted
        if not self.is_open or place is None or place >= len(self._words):
            return False
        self._put(self._words[place])
        return True

    def close(self) -> None:
        """Put the matches away."""
        self._words = []
        self.matches.display = False

    def on_descendant_blur(self, _: events.DescendantBlur) -> None:
        """Matches belong to a line that is being typed."""
        self.close()

    @on(Input.Changed)
    def typed(self, event: Input.Changed) -> None:
        """Tell, and look for matches."""
        event.stop()
        self.post_message(self.Changed(self, event.value))
        if event.value == self._taken or not self.input.has_focus:
            self.close()
            return
        self._taken = ""
        self.run_worker(self._look(event.value), group="matches", exclusive=True, exit_on_error=False)

    @on(Input.Submitted)
    def submitted(self, event: Input.Submitted) -> None:
        """The line is done."""
        event.stop()
        self.post_message(self.Submitted())

    @on(OptionList.OptionSelected)
    def clicked(self, event: OptionList.OptionSelected) -> None:
        """A match was clicked."""
        event.stop()
        if event.option_index < len(self._words):
            self._put(self._words[event.option_index])
            self.input.focus()

    async def _look(self, line: str) -> None:
        word = line.rpartition(",")[2].strip() if self._several else line
        known = {part.strip() for part in line.split(",")} if self._several else set()
        found = [match for match in await self._lookup(word) if match not in known] if word else []
        if line != self.value or not self.input.has_focus:
            return
        self._words = list(found[:SHOWN])
        self.matches.clear_options()
        self.matches.add_options([Text(one_line(match)) for match in self._words])
        self.matches.display = bool(self._words)

    def _put(self, word: str) -> None:
        head, comma, _ = self.input.value.rpartition(",") if self._several else ("", "", "")
        self.close()
        self.value = f"{head}{comma} {word}" if comma else word
        self.input.cursor_position = len(self.input.value)
