"""Screen 3: places, the list, and what is under the cursor."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text
from textual import getters, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.timer import Timer
from textual.widgets import Input, Static

from ademem_tui.app.format import harmless
from ademem_tui.app.memory_acts import MemoryActs
from ademem_tui.app.screens.base import AdememScreen
from ademem_tui.app.style import style
from ademem_tui.app.widgets.facets import FacetList, read_facets
from ademem_tui.app.widgets.filter_bar import FilterBar
from ademem_tui.app.widgets.memory_card import card
from ademem_tui.app.widgets.memory_list import MemoryList
from ademem_tui.engine.engine import Engine
from ademem_tui.engine.errors import EngineError
from ademem_tui.engine.model import SORTS, Filter, Memory, Relation
from ademem_tui.engine.search.filter_language import parse

if TYPE_CHECKING:
    from ademem_tui.engine.memories.memories import Entry

PREVIEW_AFTER = 0.08
TYPED_AFTER = 0.12
NOTHING_HERE = """Nothing here matches.

esc in the filter clears it."""
NOTHING_YET = """This is where the project's memories are listed.

There are none yet: press 6 to teach the first one."""


class BrowserScreen(MemoryActs, AdememScreen):
    """Browse memories: narrow the list by typing, look at one, act on it or on all marked ones."""

    SCOPE = "browser"
    CSS_PATH = style("browser.tcss")
    AUTO_FOCUS = "#memories"

    facets = getters.query_one("#facets", FacetList)
    filter_bar = getters.query_one("#filter", FilterBar)
    memories = getters.query_one("#memories", MemoryList)
    preview = getters.query_one("#preview", Static)
    middle = getters.query_one("#middle", Vertical)
    notice = getters.query_one("#notice", Static)

    def __init__(self) -> None:
        super().__init__()
        self._wanted = Filter()
        self._problems: tuple[str, ...] = ()
        self._shown: Memory | None = None
        self._started = False
        self._preview_timer: Timer | None = None
        self._typing_timer: Timer | None = None

    def body(self) -> ComposeResult:
        """Places | filter and list | preview."""
        with Horizontal(id="panes"):
            yield FacetList(id="facets")
            with Vertical(id="middle", classes="pane"):
                yield FilterBar(self.room.view.filter_history, id="filter")
                yield MemoryList(self._fetch, self._now, id="memories")
                yield Static("Reading …", id="notice", classes="empty")
            with VerticalScroll(id="preview-pane", classes="pane", can_focus=False):
                yield Static(id="preview")

    def on_mount(self) -> None:
        """Start where the person left."""
        self.add_class("-loading")
        self.filter_bar.value = self.room.view.filter

    def use_filter(self, text: str) -> None:
        """Show what a filter finds, as if it had been typed."""
        self.filter_bar.value = text
        self.memories.focus()

    async def load(self) -> None:
        """Count the places, order the list; the cursor stays on its memory."""
        text, sort = self.filter_bar.value, self.room.view.sort
        parsed = parse(text, self._now())
        self._wanted, self._problems = parsed.filter, parsed.problems
        first = not self._started
        cursor = self.room.view.cursor if first else ""

        def read(engine: Engine) -> tuple[array[int], int | None]:
            order = engine.memories.order(parsed.filter, sort)
            keep = None
            if cursor:
                try:
                    memory, origin = engine.memories.get(cursor)
                    keep = memory.seq if origin == "project" else -memory.seq
                except EngineError:
                    keep = None
            return order, keep

        try:
            order, keep = await self.room.engine_room.ask(read)
        except EngineError as error:
            self._show_state("error", f"{error.message}\n\n{error.hint}")
            return
        self._started = True
        self.memories.show_order(order, keep)
        self._show_title(len(order))
        if len(order):
            self._show_state("filled")
        else:
            self._show_state("empty", NOTHING_HERE if text.strip() else NOTHING_YET)
        facets = await self.ask(read_facets)
        if facets is not None:
            self.facets.show(facets)
            reviews = next((facet.count for facet in facets if facet.filter == "is:candidate"), 0)
            self.status.tell("reviews", f"{reviews} candidates wait" if reviews else "")

    def chosen_ids(self) -> list[str]:
        """The memory under the cursor; marked ones are looked up by `marked_ids`."""
        entry = self.memories.entry
        return [entry.line.id] if entry else []

    async def acted_on(self) -> list[str]:
        """The ids an act reaches: all marked rows, or the one under the cursor."""
        numbers = self.memories.chosen
        if len(numbers) <= 1 and not self.memories.marks:
            return self.chosen_ids()
        entries = await self.ask(lambda engine: _in_pieces(engine, numbers)) or []
        return [entry.line.id for entry in entries]

    def current_memory(self) -> Memory | None:
        """The memory in the preview."""
        return self._shown

    def why_not(self, action_id: str) -> str:
        """Acts need a memory to act on."""
        if action_id.startswith("memory.") and action_id != "memory.teach":
            if self.memories.row_count() == 0:
                return "There is no memory here to act on."
            if self.memories.marks:
                return ""
            return self.why_not_on(self._shown, action_id)
        if action_id in ("list.mark", "list.mark_all") and not self.memories.row_count():
            return "There is nothing to mark."
        return ""

    @on(Input.Changed, "#filter")
    def filter_typed(self) -> None:
        """Wait for a rest in the typing, then look."""
        if self._typing_timer is not None:
            self._typing_timer.stop()
        self.room.view.filter = self.filter_bar.value
        self._typing_timer = self.set_timer(TYPED_AFTER, self.reload)

    @on(Input.Submitted, "#filter")
    @on(FilterBar.Left)
    def filter_done(self) -> None:
        """Back to the list."""
        self.filter_bar.remember()
        self.memories.focus()

    @on(FacetList.Chosen)
    def facet_chosen(self, event: FacetList.Chosen) -> None:
        """Look at a place."""
        self.use_filter(event.facet.filter)

    @on(MemoryList.Highlighted)
    def memory_highlighted(self, event: MemoryList.Highlighted) -> None:
        """Show it once the cursor rests."""
        entry = event.entry
        if entry is not None:
            self.room.view.cursor = entry.line.id
        if self._preview_timer is not None:
            self._preview_timer.stop()
        self._preview_timer = self.set_timer(PREVIEW_AFTER, self._start_preview)

    @on(MemoryList.Opened)
    async def row_opened(self) -> None:
        """A double click opens."""
        await self.action_do("memory.open")

    @on(MemoryList.MarksChanged)
    def marks_changed(self, event: MemoryList.MarksChanged) -> None:
        """Say how many are marked."""
        self.status.tell("marks", f"{event.count} marked" if event.count else "")
        self.key_bar.refresh()

    def do_list_filter(self) -> None:
        """Go to the filter line."""
        self.filter_bar.focus()

    def do_list_mark(self) -> None:
        """Mark the row."""
        self.memories.toggle_mark()

    def do_list_mark_all(self) -> None:
        """Mark every row, or none."""
        self.memories.toggle_all()

    def do_list_scope(self) -> None:
        """The next pane."""
        self.focus_next()

    def do_list_sort(self) -> None:
        """The next order."""
        view = self.room.view
        place = SORTS.index(view.sort) if view.sort in SORTS else -1
        view.sort = SORTS[(place + 1) % len(SORTS)]
        self.reload()

    def do_memory_open(self) -> None:
        """Show everything about it."""
        from ademem_tui.app.screens.detail import DetailScreen

        entry = self.memories.entry
        if entry is not None:
            self.app.push_screen(DetailScreen(entry.line.id))

    def do_list_clear(self) -> None:
        """Unmark, then clear the filter."""
        if self.memories.marks:
            self.memories.clear_marks()
        elif self.filter_bar.value:
            self.filter_bar.value = ""

    def _show_state(self, state: str, text: str = "") -> None:
        for name in ("loading", "empty", "error", "filled"):
            self.set_class(name == state, f"-{name}")
        self.notice.update(Text(text))

    def _show_title(self, count: int) -> None:
        view = self.room.view
        words = f"{count:,} memories" if not view.filter.strip() else f"{count:,} found"
        self.middle.border_title = Text(f"{words} · by {view.sort}").plain
        self.middle.border_subtitle = harmless(" ".join(self._problems))

    def _start_preview(self) -> None:
        self.start(self._show_preview, "preview")

    async def _show_preview(self) -> None:
        entry = self.memories.entry
        if entry is None:
            self._shown = None
            self.preview.update("")
            return
        memory_id = entry.line.id

        def read(engine: Engine) -> tuple[Memory, list[Relation], str]:
            memory, origin = engine.memories.get(memory_id)
            return memory, engine.memories.relations(memory, origin), engine.clock.now()

        try:
            memory, relations, now = await self.room.engine_room.ask(read)
        except EngineError:
            return
        self._shown = memory
        self.preview.update(card(memory, relations, now, max(20, self.preview.size.width)))
        self.key_bar.refresh()

    async def _fetch(self, numbers: Sequence[int]) -> list[Entry]:
        return await self.room.engine_room.ask(lambda engine: engine.memories.window(numbers))

    def _now(self) -> str:
        return self.room.engine_room.engine.clock.now()


def _in_pieces(engine: Engine, numbers: list[int]) -> list[Entry]:
    found: list[Entry] = []
    for at in range(0, len(numbers), 500):
        found.extend(engine.memories.window(numbers[at : at + 500]))
    return found
