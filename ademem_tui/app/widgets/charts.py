"""The dashboard's charts: growth, categories, confidence, activity."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.widget import Widget

from ademem_tui.app.format import bar, cut, glyph, spark
from ademem_tui.app.widgets.places import Goal, Places
from ademem_tui.engine.health.overview import Overview, Target
from ademem_tui.engine.taxonomy import CATEGORIES

FULL_HEIGHT = 5.0
"""What a column must stand for at least to be as high as can be."""

_ACTORS = {"person": "you", "agent": "agents", "job": "jobs"}


def resampled(values: Sequence[float], count: int) -> list[float]:
    """The last value of each of so many equal stretches: what a running total needs when it is drawn smaller."""
    if count >= len(values):
        return list(values)
    return [values[(at + 1) * len(values) // count - 1] for at in range(count)]


def columns(values: Sequence[float], width: int, height: int) -> list[str]:
    """Values as columns that share the width evenly; the tallest takes the whole height, but a few stay low."""
    if not values or width < len(values) or height < 1:
        return [""] * max(0, height)
    each = width // len(values)
    gap = 1 if each >= 3 else 0
    top = max(*values, FULL_HEIGHT)
    lines = []
    for line in range(height - 1, -1, -1):
        text = ""
        for value in values:
            level = value / top * height - line
            sign = (
                " " if level <= 0 or (level < 0.06 and line) else glyph("bar") if level >= 1 else spark([level, 1.0])[0]
            )
            text += sign * (each - gap) + " " * gap
        lines.append(text)
    return lines


class Chart(Widget):
    """A pane with columns and a line that says what they amount to."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"chart--columns", "chart--dim"}

    def __init__(
        self,
        title: str,
        values: Callable[[Overview, int], Sequence[float]],
        axis: Callable[[Overview, int], str],
        *,
        id: str,
    ) -> None:
        super().__init__(id=id, classes="pane")
        self.border_title = title
        self._values = values
        self._axis = axis
        self._overview: Overview | None = None

    def show(self, overview: Overview) -> None:
        """Show another overview."""
        self._overview = overview
        self.refresh()

    def render(self) -> Text:
        """The columns over their line."""
        width, height = self.size
        if self._overview is None or height < 1:
            return Text()
        drawn = columns(self._values(self._overview, width), width, height - 1)
        text = Text("", no_wrap=True, overflow="crop")
        text.append("".join(f"{line}\n" for line in drawn), self._style("columns"))
        return text.append(cut(self._axis(self._overview, width), width), self._style("dim"))

    def _style(self, name: str) -> Style:
        return self.get_visual_style(f"chart--{name}").rich_style


def growth_values(overview: Overview, width: int) -> Sequence[float]:
    """Running totals; where most were there before, the columns show what came on top."""
    found = resampled(overview.growth, width)
    floor = 0.9 * found[0] if found[0] > found[-1] / 2 else 0.0
    return [value - floor for value in found]


def growth_axis(overview: Overview, width: int) -> str:
    """From how many to how many."""
    first, last = overview.growth[0], overview.growth[-1]
    whole = f"{first:,} to {last:,} (+{last - first:,})"
    return whole if len(whole) <= width else f"+{last - first:,} to {last:,}"


def confidence_values(overview: Overview, width: int) -> Sequence[float]:
    """Ten bins."""
    del width
    return overview.confidence


def confidence_axis(overview: Overview, width: int) -> str:
    """From doubtful to sure."""
    end = width // len(overview.confidence) * len(overview.confidence)
    return "0.0" + " " * max(1, end - 6) + "1.0"


def activity_values(overview: Overview, width: int) -> Sequence[float]:
    """Hour by hour; two hours a column where there is no room."""
    hours = overview.activity
    if width >= len(hours):
        return hours
    return [sum(hours[at : at + 2]) for at in range(0, len(hours), 2)]


def activity_axis(overview: Overview, width: int) -> str:
    """How much, and by whom."""
    del width
    by = [f"{_ACTORS.get(kind, kind)} {count:,}" for kind, count in sorted(overview.actors.items()) if count]
    return "changes: " + ", ".join(by) if by else "nothing changed"


class CategoryBars(Places):
    """What the memories are about."""

    BORDER_TITLE = "By category"

    def __init__(self) -> None:
        super().__init__(id="categories", classes="pane")
        self._categories: tuple[tuple[str, int], ...] = ()

    def show(self, overview: Overview) -> None:
        """Show another overview."""
        self._categories = overview.categories
        self.redraw()

    @property
    def goals(self) -> Sequence[Goal]:
        """Of every bar that is shown."""
        return [Target(f"category:{name}") for name, _ in self._categories[: self._room()]]

    def draw(self, width: int) -> list[Text]:
        """One line each, as many as fit; the last line says how many do not."""
        room = self._room()
        shown = self._categories[:room]
        top = max((count for _, count in shown), default=1)
        amount = max((len(f"{count:,}") for _, count in shown), default=1)
        label = min(17, max(8, width - amount - 6))
        lines: list[Text] = []
        for name, count in shown:
            lit = self.place(0, len(lines), width)
            row = CATEGORIES.get(name)
            line = Text()
            line.append(cut(row.label if row else name, label) + " ", self.style_of("", lit))
            line.append(bar(count / top, max(1, width - label - amount - 2)), self.style_of("strong", lit))
            line.append(f" {count:>{amount},}", self.style_of("", lit))
            lines.append(line)
        hidden = len(self._categories) - len(shown)
        if hidden:
            lines.append(Text(f"{glyph('dots')} {hidden} more", self.style_of("dim")))
        return lines

    def _room(self) -> int:
        height = max(1, self.size.height)
        return height if len(self._categories) <= height else max(1, height - 1)
