"""A box to tick whose state is a sign, not a colour."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget


class Tick(Widget, can_focus=True):
    """`[x]` or `[ ]` and what it means."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "flip", "Tick", show=False)]
    DEFAULT_CSS = """
    Tick { width: auto; height: 1; }
    Tick:focus { background: $primary 25%; text-style: bold; }
    """

    value: reactive[bool] = reactive(False)
    """Whether it is ticked."""

    class Changed(Message):
        """It was ticked or unticked."""

        def __init__(self, tick: Tick) -> None:
            super().__init__()
            self.tick = tick

        @property
        def control(self) -> Tick:
            """The box."""
            return self.tick

    def __init__(self, label: str, value: bool = False, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._label = label
        self.set_reactive(Tick.value, value)

    def render(self) -> Content:
        """Sign and words."""
        return Content(f"[{'x' if self.value else ' '}] {self._label}")

    def watch_value(self) -> None:
        """Tell."""
        self.post_message(self.Changed(self))

    def action_flip(self) -> None:
        """The other way round."""
        self.value = not self.value

    def on_click(self) -> None:
        """A click is a tick."""
        self.action_flip()
