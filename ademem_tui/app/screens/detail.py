"""One memory, whole: everything about it, and everything that happened to it."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content

from ademem_tui.app.memory_acts import MemoryActs, links_of, why_not_on
from ademem_tui.app.style import style
from ademem_tui.app.widgets.fitted_text import FittedText
from ademem_tui.app.widgets.memory_card import card
from ademem_tui.app.widgets.reading_pane import ReadingPane
from ademem_tui.app.widgets.timeline import timeline
from ademem_tui.engine.engine import Engine
from ademem_tui.engine.errors import EngineError
from ademem_tui.engine.model import Change, Memory, Relation


class Whole(NamedTuple):
    """What the screen shows."""

    memory: Memory
    origin: str
    relations: list[Relation]
    names: dict[str, str]
    changes: list[Change]
    now: str


class DetailScreen(MemoryActs):
    """Read one memory and act on it; the card and its history stand side by side where there is room."""

    SCOPE = "detail"
    CSS_PATH = style("detail.tcss")
    AUTO_FOCUS = "#card-pane"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "do('app.back')", "Back", show=False)]

    panes = getters.query_one("#panes", ReadingPane)
    card_pane = getters.query_one("#card-pane", ReadingPane)
    history_pane = getters.query_one("#history-pane", ReadingPane)
    card_text = getters.query_one("#card", FittedText)
    history_text = getters.query_one("#history", FittedText)

    def __init__(self, memory_id: str) -> None:
        super().__init__()
        self.memory_id = memory_id
        self.whole: Whole | None = None
        self._was_shown = False

    def body(self) -> ComposeResult:
        """The card, and the history under or beside it."""
        with ReadingPane(id="panes", can_focus=False):
            with ReadingPane(id="card-pane", classes="pane"):
                yield FittedText(lambda width: Content("Reading …"), id="card")
            with ReadingPane(id="history-pane", classes="pane"):
                yield FittedText(id="history")

    def on_mount(self) -> None:
        """Name the panes; what every screen does at its start follows by itself."""
        self.card_pane.border_title = self.memory_id[-6:]
        self.history_pane.border_title = "History"

    def on_screen_resume(self) -> None:
        """Back from another detail of the same scope, or from a window: read again."""
        if self._was_shown:
            self.reload()
        self._was_shown = True

    async def load(self) -> None:
        """Read everything in one go."""
        memory_id = self.memory_id
        try:
            self.whole = await self.room.engine_room.ask(lambda engine: read_whole(engine, memory_id))
        except EngineError as error:
            self.whole = None
            self._show_error(error)
            return
        if self.is_attached:
            self._show(self.whole)
            self.key_bar.refresh()

    def chosen_ids(self) -> list[str]:
        """The one that is shown."""
        return [self.memory_id]

    def current_memory(self) -> Memory | None:
        """The one that is shown, once it is read."""
        return self.whole.memory if self.whole else None

    def why_not(self, action_id: str) -> str:
        """As the memory stands."""
        return why_not_on(self.current_memory(), action_id)

    def do_app_back(self) -> None:
        """To where one came from; not waited for, since this screen is what goes."""
        self.app.pop_screen()

    def do_memory_history(self) -> None:  # type: ignore[override]
        """It is on the screen already: go to it."""
        self.history_pane.focus()
        self.history_pane.scroll_visible(top=True, animate=False)

    def _show(self, whole: Whole) -> None:
        self.card_text.remove_class("error")
        self.card_text.show(
            lambda width: card(whole.memory, whole.relations, whole.now, width, origin=whole.origin, names=whole.names)
        )
        number = len(whole.changes)
        self.history_pane.border_title = f"History: {number} change{'s' if number != 1 else ''}"
        self.history_text.show(lambda width: timeline(whole.changes, whole.now, width))

    def _show_error(self, error: EngineError) -> None:
        if self.is_attached:
            text = Content(f"{error.message}\n\n{error.hint}\n\nq leads back.")
            self.card_text.add_class("error")
            self.card_text.show(lambda width: text)
            self.history_text.show(lambda width: Content(""))
            self.key_bar.refresh()


def read_whole(engine: Engine, memory_id: str) -> Whole:
    """A memory with its links, their names and its history."""
    memory, origin = engine.memories.get(memory_id)
    links = links_of(engine, memory)
    names = {
        (relation.target if relation.source_id == memory.id else relation.source_id): name for relation, name in links
    }
    return Whole(
        memory,
        origin,
        [relation for relation, _ in links],
        names,
        engine.history.of_memory(memory.id),
        engine.clock.now(),
    )
