"""How the health score adds up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen

from ademem_tui.app.format import bar, cut, one_line
from ademem_tui.app.style import style
from ademem_tui.app.widgets.places import Goal, Places
from ademem_tui.engine.health.overview import Overview, Part

WIDE = 76
"""From so many cells on the advice stands beside the points."""


class ScoreTable(Places):
    """The parts with their points, each leading to what would raise it."""

    def __init__(self, overview: Overview) -> None:
        super().__init__()
        self._overview = overview

    @property
    def goals(self) -> Sequence[Goal]:
        """Of every part."""
        return [part.target for part in self._overview.parts]

    def draw(self, width: int) -> list[Text]:
        """Two lines a part, three where it is narrow, then the sum."""
        is_wide = width >= WIDE
        lines: list[Text] = []
        for part in self._overview.parts:
            lit = self.place(0, len(lines), width)
            tint = "warn" if part.gain else "good"
            points = f"{part.points:>3} of {part.maximum:>2}  {bar(part.points / part.maximum, 10)} "
            head = Text().append(cut(part.name, 20), self.style_of("strong", lit))
            head.append(points, self.style_of("", lit))
            if is_wide:
                head.append(cut(_advice(part), width - head.cell_len), self.style_of(tint, lit))
            lines += [head, Text(cut(f"  {one_line(part.reason)}", width), self.style_of("dim"))]
            if part.gain and not is_wide:
                lines.append(Text(cut(f"  {_advice(part)}", width), self.style_of(tint)))
        total = f"{'Health':<20}{self._overview.score:>3} of 100"
        return [*lines, Text(), Text(total, self.style_of("strong"))]


def _advice(part: Part) -> str:
    return f"+{part.gain} {part.advice}" if part.gain else "nothing to do"


class ScoreModal(ModalScreen[Goal | None]):
    """The arithmetic; enter goes where a part can be raised."""

    CSS_PATH = style("dashboard.tcss")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,w", "dismiss(None)", "Close", show=False),
        Binding("enter", "choose", "Go there", show=False),
    ]

    def __init__(self, overview: Overview) -> None:
        super().__init__()
        self._overview = overview

    def compose(self) -> ComposeResult:
        """One window."""
        with VerticalScroll(id="score", can_focus=False) as window:
            window.border_title = "How the score adds up"
            window.border_subtitle = "enter goes there · esc closes"
            yield ScoreTable(self._overview)

    @on(Places.Chosen)
    def part_clicked(self, event: Places.Chosen) -> None:
        """Go where this part can be raised."""
        self.dismiss(event.goal)

    def on_click(self, event: events.Click) -> None:
        """A click beside the window closes it."""
        if event.widget is self:
            self.dismiss(None)

    def action_choose(self) -> None:
        """Go where the lit part can be raised."""
        self.dismiss(self.query_one(ScoreTable).goal)
