"""Something drawn whose spots lead somewhere: the base of tiles, bars and rows on the dashboard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from ademem_tui.engine.health.overview import Target

Goal = Target | str
"""Where a spot leads: a place with its filter, or the id of an action."""


class Spot(NamedTuple):
    """Where a place stands on the widget; it may be several lines high."""

    x: int
    y: int
    width: int
    height: int = 1


class Places(Widget, can_focus=True):
    """A cursor moves over the spots; going past an edge leaves the widget, so that several of them act as one list.

    Subclasses draw with `draw(width)`, which calls `place` for each spot, in the order of `goals`.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "places--cursor",
        "places--dim",
        "places--strong",
        "places--good",
        "places--warn",
        "places--bad",
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "move_line(1)", "Down", show=False),
        Binding("up,k", "move_line(-1)", "Up", show=False),
        Binding("right", "move(1)", "Right", show=False),
        Binding("left", "move(-1)", "Left", show=False),
        Binding("home,g", "edge(-1)", "First", show=False),
        Binding("end,G", "edge(1)", "Last", show=False),
    ]

    cursor: reactive[int] = reactive(0)
    """Which spot is lit while the widget has the focus."""

    class Chosen(Message):
        """A spot was clicked."""

        def __init__(self, goal: Goal) -> None:
            super().__init__()
            self.goal = goal

    class Left(Message):
        """The cursor wants to go on beyond the widget: 1 downwards, -1 upwards; 2 and -2 to the very end."""

        def __init__(self, places: Places, direction: int) -> None:
            super().__init__()
            self.places = places
            self.direction = direction

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.spots: list[Spot] = []

    @property
    def goals(self) -> Sequence[Goal]:
        """Where the spots lead, in order."""
        return ()

    @property
    def goal(self) -> Goal | None:
        """Where the lit spot leads."""
        found = self.goals
        return found[min(self.cursor, len(found) - 1)] if found else None

    def draw(self, width: int) -> list[Text]:
        """The lines, for so many cells."""
        del width
        return []

    def place(self, x: int, y: int, width: int, height: int = 1) -> bool:
        """Note the next spot; says whether it is lit."""
        self.spots.append(Spot(x, y, width, height))
        return self.has_focus and self.cursor == len(self.spots) - 1

    def style_of(self, name: str, lit: bool = False) -> Style:
        """A style by its name, on the cursor's ground where it is lit."""
        names = [f"places--{name}"] if name else []
        return self.get_visual_style(*names, *(["places--cursor"] if lit else [])).rich_style

    def redraw(self) -> None:
        """What is shown changed; the cursor stays where it can."""
        self.set_reactive(Places.cursor, max(0, min(self.cursor, len(self.goals) - 1)))
        self.refresh(layout=True)

    def render(self) -> Text:
        """All lines."""
        self.spots.clear()
        return Text("\n", no_wrap=True, overflow="crop").join(self.draw(self.size.width))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as are drawn."""
        del container, viewport
        self.spots.clear()
        return len(self.draw(width))

    def action_move(self, by: int) -> None:
        """To the next spot, in the order they are read."""
        self._go(self.cursor + by, by)

    def action_move_line(self, by: int) -> None:
        """To the spot above or below."""
        if not self.spots or self.cursor >= len(self.spots):
            self.post_message(self.Left(self, by))
            return
        here = self.spots[self.cursor]
        lines = sorted({spot.y for spot in self.spots if (spot.y - here.y) * by > 0}, reverse=by < 0)
        if not lines:
            self.post_message(self.Left(self, by))
            return
        on_line = [at for at, spot in enumerate(self.spots) if spot.y == lines[0]]
        self.cursor = min(on_line, key=lambda at: abs(self.spots[at].x - here.x))

    def action_edge(self, by: int) -> None:
        """To the first or last place of the screen."""
        self.post_message(self.Left(self, 2 * by))

    def enter_from(self, direction: int) -> None:
        """Take the focus, coming from above (1) or below (-1)."""
        self.cursor = 0 if direction > 0 else max(0, len(self.goals) - 1)
        self.focus()

    def watch_cursor(self) -> None:
        """Keep the lit spot in sight."""
        if self.is_attached and self.has_focus and self.cursor < len(self.spots):
            spot = self.spots[self.cursor]
            self.call_after_refresh(self._show, Region(spot.x, spot.y, spot.width, spot.height))

    def on_focus(self) -> None:
        """The cursor shows."""
        self.refresh()

    def on_blur(self) -> None:
        """The cursor goes."""
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        """A click opens what is there."""
        inside = event.get_content_offset(self)
        if inside is None:
            return
        for at, spot in enumerate(self.spots):
            if spot.x <= inside.x < spot.x + spot.width and spot.y <= inside.y < spot.y + spot.height:
                self.cursor = at
                self.post_message(self.Chosen(self.goals[at]))
                return

    def _go(self, at: int, direction: int) -> None:
        if 0 <= at < len(self.goals):
            self.cursor = at
        else:
            self.post_message(self.Left(self, direction))

    def _show(self, region: Region) -> None:
        for holder in self.ancestors:
            if isinstance(holder, Widget) and holder.is_scrollable and holder.allow_vertical_scroll:
                own = self.content_region.offset - holder.content_region.offset + holder.scroll_offset
                holder.scroll_to_region(region.translate(own), animate=False)
                return
