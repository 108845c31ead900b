"""The left pane of the browser: places to look at, each with its count."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ademem_tui.app.format import cut, harmless
from ademem_tui.engine.engine import Engine
from ademem_tui.engine.model import Filter
from ademem_tui.engine.taxonomy import CATEGORIES, GROUPS

WIDTH = 20
"""Cells of a row; the pane is as wide as that and its border."""


@dataclass(frozen=True, slots=True)
class Facet:
    """A place, the filter it stands for, and how many memories are there."""

    label: str
    filter: str
    count: int
    depth: int = 0


def read_facets(engine: Engine) -> list[Facet]:
    """All places, counted; runs off the event loop."""
    memories = engine.memories
    by_status = memories.counts_by("status", Filter(any_status=True))
    by_category = memories.counts_by("category", Filter())
    by_scope = memories.counts_by("scope", Filter())
    live = sum(count for status, count in by_status.items() if status != "archived")
    facets = [
        Facet("All", "", live),
        Facet("Candidates", "is:candidate", by_status.get("candidate", 0)),
        Facet("Needs review", "is:review", memories.count(Filter(needs_review=True))),
        Facet("Pinned", "is:pinned", memories.count(Filter(pinned=True))),
        Facet("Stale", "is:stale", memories.count(Filter(stale=True))),
        Facet("Fading", "is:fading", memories.count(Filter(tiers=(3,)))),
        Facet("Mine", "is:mine", memories.count(Filter(mine=True))),
        Facet("Archived", "is:archived", by_status.get("archived", 0)),
    ]
    for scope in ("project", "agent", "mission"):
        if by_scope.get(scope):
            facets.append(Facet(scope.capitalize(), f"scope:{scope}", by_scope[scope]))
    for group in GROUPS:
        names = [name for name, row in CATEGORIES.items() if row.group == group and by_category.get(name)]
        if names:
            facets.append(Facet(group.capitalize(), f"group:{group}", sum(by_category[name] for name in names)))
            facets.extend(Facet(CATEGORIES[name].label, f"category:{name}", by_category[name], 1) for name in names)
    return facets


class FacetList(OptionList):
    """Choosing one puts its filter into the filter line."""

    class Chosen(Message):
        """A place was chosen."""

        def __init__(self, facet: Facet) -> None:
            super().__init__()
            self.facet = facet

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, classes="pane")
        self._facets: list[Facet] = []

    def show(self, facets: list[Facet]) -> None:
        """Show places; the lit one stays lit."""
        if facets == self._facets:
            return
        lit = self.highlighted
        self._facets = facets
        self.clear_options()
        self.add_options([Option(self._label(facet)) for facet in facets])
        if facets:
            self.highlighted = min(lit or 0, len(facets) - 1)

    def _label(self, facet: Facet) -> Text:
        number = f"{facet.count:,}"
        label = "· " * facet.depth + harmless(facet.label)
        return Text(cut(label, WIDTH - len(number) - 1) + " " + number, no_wrap=True)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A place was chosen."""
        event.stop()
        self.post_message(self.Chosen(self._facets[event.option_index]))
