"""The list of memories: as long as the store, as heavy as one screen.

It holds the numbers of all rows in order and the few pages of rows that were looked at; a line is drawn when it is
shown. The cursor stays on its memory, not on its place, when the order changes.
"""

from __future__ import annotations

from array import array
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from ademem_tui.app.format import age, cut, flags, glyph, one_line
from ademem_tui.engine.memories.memories import Entry
from ademem_tui.engine.taxonomy import CATEGORIES

PAGE = 200
KEPT_PAGES = 12


class MemoryList(ScrollView, can_focus=True):
    """Rows of one line each, drawn from pages that a callback fetches off the event loop."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "memory-list--cursor",
        "memory-list--marked",
        "memory-list--dim",
        "memory-list--rules",
        "memory-list--pitfalls",
        "memory-list--knowledge",
        "memory-list--work",
        "memory-list--review",
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "move(1)", "Down", show=False),
        Binding("up,k", "move(-1)", "Up", show=False),
        Binding("pagedown,ctrl+d", "page(1)", "Page down", show=False),
        Binding("pageup,ctrl+u", "page(-1)", "Page up", show=False),
        Binding("home,g", "jump_to(0)", "First", show=False),
        Binding("end,G", "jump_to(-1)", "Last", show=False),
        Binding("shift+down", "extend(1)", "Extend down", show=False),
        Binding("shift+up", "extend(-1)", "Extend up", show=False),
    ]

    cursor: reactive[int] = reactive(0, repaint=False)
    """Which row is lit."""

    class Highlighted(Message):
        """The cursor came to rest on another row."""

        def __init__(self, number: int | None, entry: Entry | None) -> None:
            super().__init__()
            self.number = number
            self.entry = entry

    class Opened(Message):
        """A row was chosen by a double click."""

    class MarksChanged(Message):
        """Rows were marked or unmarked."""

        def __init__(self, count: int) -> None:
            super().__init__()
            self.count = count

    def __init__(
        self,
        fetch: Callable[[Sequence[int]], Awaitable[list[Entry]]],
        now: Callable[[], str],
        *,
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self._fetch = fetch
        self._now = now
        self._order: Sequence[int] = array("q")
        self._pages: OrderedDict[int, dict[int, Entry]] = OrderedDict()
        self._pending: set[int] = set()
        self._strips: dict[tuple[object, ...], Strip] = {}
        self._generation = 0
        self.marks: set[int] = set()
        self._moment = now()

    def show_order(self, order: Sequence[int], keep: int | None = None) -> None:
        """Show another order; the cursor stays on the memory it was on, or goes to the one that is named."""
        wanted = keep if keep is not None else self.number
        place = min(self.cursor, max(0, len(order) - 1))
        self._order = order
        self._generation += 1
        self._pages.clear()
        self._pending.clear()
        self._strips.clear()
        self._moment = self._now()
        if self.marks:
            self.marks &= set(order)
            self.post_message(self.MarksChanged(len(self.marks)))
        if wanted is not None:
            try:
                place = order.index(wanted)
            except ValueError:
                pass
        self.virtual_size = Size(0, len(order))
        self.set_reactive(MemoryList.cursor, place)
        self._scroll_to_cursor()
        self.refresh()
        self._request(place // PAGE)
        self._tell()

    @property
    def number(self) -> int | None:
        """The number of the memory under the cursor."""
        return self._order[self.cursor] if self.cursor < len(self._order) else None

    @property
    def entry(self) -> Entry | None:
        """The memory under the cursor, once its page is there."""
        return self._entry_at(self.cursor)

    @property
    def chosen(self) -> list[int]:
        """All marked rows in order, or else the one under the cursor."""
        if self.marks:
            return [number for number in self._order if number in self.marks]
        return [self.number] if self.number is not None else []

    @property
    def order(self) -> Sequence[int]:
        """The numbers of all rows."""
        return self._order

    def row_count(self) -> int:
        """How many rows there are."""
        return len(self._order)

    def action_move(self, by: int) -> None:
        """One row up or down."""
        self._go(self.cursor + by)

    def action_page(self, by: int) -> None:
        """One screen up or down."""
        self._go(self.cursor + by * max(1, self.size.height - 1))

    def action_jump_to(self, place: int) -> None:
        """To the first or last row."""
        self._go(place if place >= 0 else len(self._order) - 1)

    def action_extend(self, by: int) -> None:
        """Mark this row and the next."""
        for _ in range(2):
            if self.number is not None:
                self.marks.add(self.number)
                self.refresh_row(self.cursor)
            if _ == 0:
                self._go(self.cursor + by)
        self.post_message(self.MarksChanged(len(self.marks)))

    def toggle_mark(self) -> None:
        """Mark or unmark the row under the cursor and go on to the next."""
        number = self.number
        if number is None:
            return
        self.marks ^= {number}
        self.refresh_row(self.cursor)
        self.post_message(self.MarksChanged(len(self.marks)))
        self._go(self.cursor + 1)

    def toggle_all(self) -> None:
        """Mark every row, or none."""
        self.marks = set() if self.marks else set(self._order)
        self.refresh()
        self.post_message(self.MarksChanged(len(self.marks)))

    def clear_marks(self) -> None:
        """Unmark all."""
        if self.marks:
            self.marks = set()
            self.refresh()
            self.post_message(self.MarksChanged(0))

    def watch_cursor(self, old: int, new: int) -> None:
        """Redraw the two rows that changed, keep the new one in sight."""
        self.refresh_row(old)
        self.refresh_row(new)
        self._scroll_to_cursor()
        self._request(new // PAGE)
        self._tell()

    def refresh_row(self, place: int) -> None:
        """Draw one row again."""
        self.refresh(Region(0, place - self.scroll_offset.y, self.size.width, 1))

    def render_line(self, y: int) -> Strip:
        """One line of the screen."""
        place = self.scroll_offset.y + y
        width = self.scrollable_content_region.width
        if place >= len(self._order):
            return Strip.blank(width, self.rich_style)
        number = self._order[place]
        entry = self._entry_at(place)
        is_cursor = place == self.cursor
        if entry is None:
            self._request(place // PAGE)
            style = self.get_component_rich_style("memory-list--dim")
            return Strip([Segment(cut(f"    {glyph('dots')}", width), style)], width)
        key = (number, entry.line.rev, is_cursor, self.has_focus, number in self.marks, width)
        strip = self._strips.get(key)
        if strip is None:
            if len(self._strips) > 2_000:
                self._strips.clear()
            strip = self._strips[key] = self._draw(entry, width, is_cursor, number in self.marks)
        return strip

    def notify_style_update(self) -> None:
        """Colours changed: every drawn line is stale."""
        self._strips.clear()
        super().notify_style_update()

    def on_resize(self, event: events.Resize) -> None:
        """The width decides the columns."""
        self._strips.clear()
        self.virtual_size = Size(0, len(self._order))
        self._scroll_to_cursor()

    def on_click(self, event: events.Click) -> None:
        """A click moves the cursor, a double click opens."""
        place = self.scroll_offset.y + event.y
        if place < len(self._order):
            self._go(place)
            if event.chain == 2:
                self.post_message(self.Opened())

    def _draw(self, entry: Entry, width: int, is_cursor: bool, is_marked: bool) -> Strip:
        line = entry.line
        base = self.rich_style
        if is_marked:
            base += self.get_component_rich_style("memory-list--marked", partial=True)
        if is_cursor:
            base += self.get_component_rich_style("memory-list--cursor", partial=True)
        group = CATEGORIES[line.category].group if line.category in CATEGORIES else "work"
        tint = base if is_cursor else base + self.get_component_rich_style(f"memory-list--{group}", partial=True)
        dim = base if is_cursor else base + self.get_component_rich_style("memory-list--dim", partial=True)
        files = _first(line.files_json)
        category_width = 18 if width >= 90 else 11 if width >= 50 else 0
        file_width = 22 if width >= 110 else 0
        number_width = 5 if width >= 64 else 0
        text_width = width - 2 - 4 - category_width - file_width - number_width - 5
        text_style = dim if line.status == "archived" or line.tier == 3 else base
        cells: list[tuple[str, int, Style]] = [
            (glyph("mark") if is_cursor else "+" if is_marked else " ", 2, tint),
            (flags(line, entry.origin), 4, tint),
            (cut(line.category.replace("_", " "), category_width - 1), category_width, tint),
            (one_line(line.summary or line.content), text_width, text_style),
            ((" " + files) if file_width else "", file_width, dim),
            (f" {line.confidence:.2f}" if number_width else "", number_width, dim),
            (f" {age(line.updated_at, self._moment):>4}", 5, dim),
        ]
        segments = [Segment(cut(text, size), style) for text, size, style in cells if size > 0]
        return Strip(segments, width)

    def _entry_at(self, place: int) -> Entry | None:
        page = self._pages.get(place // PAGE)
        if page is None or place >= len(self._order):
            return None
        return page.get(self._order[place])

    def _go(self, place: int) -> None:
        if self._order:
            self.cursor = max(0, min(len(self._order) - 1, place))

    def _scroll_to_cursor(self) -> None:
        top, height = self.scroll_offset.y, max(1, self.size.height)
        if self.cursor < top:
            self.scroll_to(y=self.cursor, animate=False, immediate=True)
        elif self.cursor >= top + height:
            self.scroll_to(y=self.cursor - height + 1, animate=False, immediate=True)

    def _request(self, page: int) -> None:
        if page in self._pages or page in self._pending or page * PAGE >= len(self._order):
            return
        self._pending.add(page)
        load = partial(self._load, page, self._generation)
        self.run_worker(load, group="pages", exit_on_error=False)  # type: ignore[arg-type]

    async def _load(self, page: int, generation: int) -> None:
        numbers = self._order[page * PAGE : (page + 1) * PAGE]
        entries = await self._fetch(numbers)
        if generation != self._generation:
            return
        self._pending.discard(page)
        self._pages[page] = {
            (entry.line.seq if entry.origin == "project" else -entry.line.seq): entry for entry in entries
        }
        while len(self._pages) > KEPT_PAGES:
            self._pages.popitem(last=False)
        self.refresh()
        if self.cursor // PAGE == page:
            self._tell()

    def _tell(self) -> None:
        self.post_message(self.Highlighted(self.number, self.entry))


def _first(files_json: str) -> str:
    """The first file of a stored list, its last two parts."""
    if files_json == "[]":
        return ""
    name = files_json[2:].split('"', 1)[0]
    return "/".join(name.split("/")[-2:])
