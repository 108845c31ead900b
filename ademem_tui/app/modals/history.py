"""Everything that happened to a memory."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content

from ademem_tui.app.modals.base import AdememModal
from ademem_tui.app.widgets.fitted_text import FittedText
from ademem_tui.app.widgets.reading_pane import ReadingPane
from ademem_tui.app.widgets.timeline import timeline
from ademem_tui.engine.errors import EngineError
from ademem_tui.engine.model import Change, Memory


class HistoryModal(AdememModal[None]):
    """A timeline, the newest change first; a changed text stands beside the old one where there is room."""

    WIDE = True
    KEYS = (("j k", "scroll"), ("y", "copy"), ("esc", "close"))
    BINDINGS: ClassVar[list[BindingType]] = [Binding("y", "copy_all", "Copy", show=False)]

    def __init__(self, memory: Memory) -> None:
        super().__init__(f"History of {memory.id[-6:]}")
        self.memory = memory
        self.changes: list[Change] | None = None
        self._now = memory.updated_at
        self._problem = ""

    def body(self) -> ComposeResult:
        """The timeline."""
        with ReadingPane(classes="reading stretch"):
            yield FittedText(lambda width: Content("Reading …"), id="timeline")

    def on_mount(self) -> None:
        """Read off the event loop."""
        self.run_worker(self._load(), exit_on_error=False)

    def action_copy_all(self) -> None:
        """The timeline as text."""
        self.copy(self.drawn(80).plain, "the history")

    async def _load(self) -> None:
        memory_id = self.memory.id
        found = await self.ask(lambda engine: (engine.history.of_memory(memory_id), engine.clock.now()))
        if isinstance(found, EngineError):
            self._problem = str(found)
        else:
            self.changes, self._now = found
        if self.is_attached:
            shown = self.query_one("#timeline", FittedText)
            shown.set_class(bool(self._problem), "error")
            shown.show(self.drawn)

    def drawn(self, width: int) -> Content:
        """The timeline at a width."""
        if self._problem:
            return Content(self._problem)
        if not self.changes:
            return Content("Nothing has happened to it yet.")
        return timeline(self.changes, self._now, width)
