"""A list of plain rows in columns: drawn line by line, so that a plan of thousands is as light as a screen of ten."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from ademem_tui.app.format import cut, glyph, one_line

TONES = ("good", "bad", "warn", "dim", "head")
"""What a row may look like beside plain; each also says it by a word or a sign in its cells."""


class Column(NamedTuple):
    """A column: its width in cells, 0 for the one that takes what is left."""

    width: int
    from_width: int = 0
    """Only shown where the list is at least so wide."""
    right: bool = False


class Row(NamedTuple):
    """One line."""

    key: str
    """What the cursor stays on when the rows change."""
    cells: tuple[str, ...]
    tone: str = ""
    more: str = ""
    """What is told of the row under the cursor beside the list."""
    value: Any = None


class RowList(ScrollView, can_focus=True):
    """Rows with a cursor and, where they can be chosen, ticks."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"row-list--cursor", *(f"row-list--{tone}" for tone in TONES)}
    DEFAULT_CSS = """
    RowList { height: 1fr; scrollbar-size-vertical: 1; overflow-x: hidden; }
    RowList > .row-list--cursor { background: $primary 25%; text-style: bold; }
    RowList:focus > .row-list--cursor { background: $primary 50%; }
    RowList > .row-list--good { color: $text-success; }
    RowList > .row-list--bad { color: $text-error; }
    RowList > .row-list--warn { color: $text-warning; }
    RowList > .row-list--dim { color: $foreground 60%; }
    RowList > .row-list--head { color: $primary; text-style: bold; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "move(1)", "Down", show=False),
        Binding("up,k", "move(-1)", "Up", show=False),
        Binding("pagedown,ctrl+d", "page(1)", "Page down", show=False),
        Binding("pageup,ctrl+u", "page(-1)", "Page up", show=False),
        Binding("home,g", "jump_to(0)", "First", show=False),
        Binding("end,G", "jump_to(-1)", "Last", show=False),
    ]

    cursor: reactive[int] = reactive(0, repaint=False)
    """Which row is lit."""

    class Highlighted(Message):
        """The cursor is on another row."""

        def __init__(self, row_list: RowList, row: Row | None) -> None:
            super().__init__()
            self.row_list = row_list
            self.row = row

        @property
        def control(self) -> RowList:
            """The list."""
            return self.row_list

    class Opened(Message):
        """A row was double-clicked."""

        def __init__(self, row_list: RowList) -> None:
            super().__init__()
            self.row_list = row_list

        @property
        def control(self) -> RowList:
            """The list."""
            return self.row_list

    class TicksChanged(Message):
        """Rows were ticked or unticked."""

    def __init__(
        self, columns: Sequence[Column] = (Column(0),), *, ticked: bool = False, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self._columns = tuple(columns)
        self._rows: Sequence[Row] = ()
        self._has_ticks = ticked
        self.ticks: set[int] = set()
        self.fixed: set[int] = set()
        """Rows whose tick cannot be changed."""

    def show(self, rows: Sequence[Row], columns: Sequence[Column] | None = None) -> None:
        """Show other rows; the cursor stays on the row with the same key, else at its place."""
        key = self.row.key if self.row else None
        self._rows = rows
        if columns is not None:
            self._columns = tuple(columns)
        place = next((at for at, row in enumerate(rows) if row.key == key), min(self.cursor, max(0, len(rows) - 1)))
        while place + 1 < len(rows) and rows[place].tone == "head":
            place += 1
        self.virtual_size = Size(self.size.width, len(rows))
        self.set_reactive(RowList.cursor, place)
        self._scroll_to_cursor()
        self.refresh()
        self._tell()

    @property
    def row(self) -> Row | None:
        """The row under the cursor."""
        return self._rows[self.cursor] if self.cursor < len(self._rows) else None

    @property
    def rows(self) -> Sequence[Row]:
        """All rows."""
        return self._rows

    def go_to(self, key: str) -> None:
        """Put the cursor on a row."""
        for at, row in enumerate(self._rows):
            if row.key == key:
                self.cursor = at

    def action_move(self, by: int) -> None:
        """One row up or down; headings are stepped over."""
        place = self.cursor + by
        while 0 <= place < len(self._rows) and self._rows[place].tone == "head":
            place += by
        if 0 <= place < len(self._rows):
            self.cursor = place

    def action_page(self, by: int) -> None:
        """One screen up or down."""
        self._go(self.cursor + by * max(1, self.size.height - 1))

    def action_jump_to(self, place: int) -> None:
        """To the first or last row."""
        self._go(place if place >= 0 else len(self._rows) - 1)

    def toggle(self) -> None:
        """Tick or untick the row under the cursor and go on to the next."""
        if self._rows and self.cursor not in self.fixed:
            self.ticks ^= {self.cursor}
            self.refresh_row(self.cursor)
            self.post_message(self.TicksChanged())
        self.action_move(1)

    def toggle_all(self) -> None:
        """Tick every row that can be, or none."""
        free = set(range(len(self._rows))) - self.fixed
        self.ticks = (self.ticks & self.fixed) | (set() if self.ticks >= free else free)
        self.refresh()
        self.post_message(self.TicksChanged())

    def watch_cursor(self, old: int, new: int) -> None:
        """Redraw the two rows that changed, keep the new one in sight."""
        self.refresh_row(old)
        self.refresh_row(new)
        self._scroll_to_cursor()
        self._tell()

    def refresh_row(self, place: int) -> None:
        """Draw one row again."""
        self.refresh(Region(0, place - self.scroll_offset.y, self.size.width, 1))

    def render_line(self, y: int) -> Strip:
        """One line of the screen."""
        place = self.scroll_offset.y + y
        width = self.scrollable_content_region.width
        if place >= len(self._rows):
            return Strip.blank(width, self.rich_style)
        row = self._rows[place]
        style = self.rich_style
        if row.tone:
            style += self.get_component_rich_style(f"row-list--{row.tone}", partial=True)
        if place == self.cursor:
            lit = self.get_component_rich_style("row-list--cursor")
            style += Style(bgcolor=lit.bgcolor, bold=lit.bold, reverse=lit.reverse)
        text = f"{glyph('mark') if place == self.cursor else ' '} "
        if self._has_ticks:
            text += "    " if place in self.fixed else "[x] " if place in self.ticks else "[ ] "
        return Strip([Segment(cut(text + self._line(row, width - cell_len(text)), width), style)], width)

    def on_resize(self, event: events.Resize) -> None:
        """The width decides the columns."""
        self.virtual_size = Size(event.size.width, len(self._rows))
        self._scroll_to_cursor()

    def on_click(self, event: events.Click) -> None:
        """A click moves the cursor or changes a tick, a double click opens."""
        place = self.scroll_offset.y + event.y
        if place < len(self._rows):
            self._go(place)
            if self._has_ticks and 2 <= event.x < 6 and place not in self.fixed:
                self.ticks ^= {place}
                self.refresh_row(place)
                self.post_message(self.TicksChanged())
            elif event.chain == 2:
                self.post_message(self.Opened(self))

    def _line(self, row: Row, width: int) -> str:
        if row.tone == "head":
            return one_line(row.cells[0])
        shown = [(cell, column) for cell, column in zip(row.cells, self._columns, strict=False) if self._fits(column)]
        fixed = sum(column.width + 1 for _, column in shown if column.width)
        parts = []
        for text, column in shown:
            size = column.width or max(4, width - fixed)
            cell = one_line(text)
            parts.append(
                " " * max(0, size - cell_len(cell)) + cut(cell, min(size, cell_len(cell)))
                if column.right
                else cut(cell, size)
            )
        return " ".join(parts)

    def _fits(self, column: Column) -> bool:
        return self.size.width >= column.from_width

    def _go(self, place: int) -> None:
        if self._rows:
            self.cursor = max(0, min(len(self._rows) - 1, place))

    def _scroll_to_cursor(self) -> None:
        top, height = self.scroll_offset.y, max(1, self.size.height)
        if self.cursor < top:
            self.scroll_to(y=self.cursor, animate=False, immediate=True)
        elif self.cursor >= top + height:
            self.scroll_to(y=self.cursor - height + 1, animate=False, immediate=True)

    def _tell(self) -> None:
        self.post_message(self.Highlighted(self, self.row))
