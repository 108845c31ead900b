"""The first thing seen in a project without memory: what will be made where, and three ways to begin."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from rich.text import Text

from ademem_tui.app.actions import BY_ID, key_name
from ademem_tui.app.format import cut, one_line
from ademem_tui.app.widgets.places import Goal, Places
from ademem_tui.engine.health.overview import Overview
from ademem_tui.engine.paths import Paths

if TYPE_CHECKING:
    from ademem_tui.engine.capture.detect import RulesFile

SHOWN_FILES = 6
_WHAT_IT_IS = (
    "ademem keeps what you and your agents learn here,",
    "so that the next session starts with it.",
)


class Choice(NamedTuple):
    """One way to begin."""

    action_id: str
    text: str
    more: tuple[str, ...] = ()
    is_open: bool = True
    """Whether it can be taken."""


class Welcome(Places):
    """What ademem is about to do here, and where to start."""

    def __init__(self) -> None:
        super().__init__()
        self._project = ""
        self._made: tuple[tuple[str, str], ...] = ()
        self._own = 0
        self._choices: tuple[Choice, ...] = ()

    def show(self, paths: Paths, overview: Overview, found: Sequence[RulesFile]) -> None:
        """Name the places of this project and the rules files that were found in it."""
        self._project = os.path.basename(paths.main)
        self._made = (
            (paths.database, "the memories of this project; git leaves it alone"),
            (paths.user_database, "what you teach for all your projects, once you do"),
            (paths.backups, "backups, which make themselves"),
        )
        self._own = overview.counts.memories
        self._choices = (
            Choice("memory.teach", "Teach the first one"),
            _import_choice(paths.root, found),
            Choice("dashboard.demo", "Look at the demo first: ademem demo"),
        )
        self.redraw()

    @property
    def goals(self) -> Sequence[Goal]:
        """What each choice does."""
        return [choice.action_id for choice in self._choices]

    def draw(self, width: int) -> list[Text]:
        """What this is, the choices, the places."""
        dim, strong = self.style_of("dim"), self.style_of("strong")
        lines = [Text(cut(f"{one_line(self._project)} has no memory yet.", width), strong), Text()]
        lines += [*(Text(cut(line, width)) for line in _WHAT_IT_IS), Text()]
        for choice in self._choices:
            lit = self.place(0, len(lines), width)
            line = Text()
            line.append(
                f" {key_name(BY_ID[choice.action_id])} ", self.style_of("strong" if choice.is_open else "dim", lit)
            )
            line.append(
                cut(f" {choice.text}", width - line.cell_len), self.style_of("" if choice.is_open else "dim", lit)
            )
            lines.append(line)
            lines += [Text(cut(f"      {one_line(more)}", width), dim) for more in choice.more]
        lines += [Text(), Text(cut("Nothing is written before the first memory. Then there is", width))]
        for path, what in self._made:
            lines += [Text(_path(path, width - 2)), Text(cut(f"    {what}", width), dim)]
        if self._own:
            own = f"{self._own:,} of your own, on all your projects, hold here too: 3 shows them."
            lines += [Text(), Text(cut(own, width))]
        return lines


def _import_choice(root: str, found: Sequence[RulesFile]) -> Choice:
    if not found:
        return Choice("dashboard.import", "Import rules files: none with anything in it was found here", is_open=False)
    total = sum(file.drafts for file in found)
    shown = [f"{os.path.relpath(file.path, root)}: {file.drafts:,}" for file in found[:SHOWN_FILES]]
    if len(found) > SHOWN_FILES:
        rest = found[SHOWN_FILES:]
        shown.append(f"{len(rest)} more files: {sum(file.drafts for file in rest):,}")
    entries = "1 entry" if total == 1 else f"{total:,} entries"
    return Choice("dashboard.import", f"Import the rules files found here, {entries}", tuple(shown))


def _path(path: str, width: int) -> str:
    """A path in so many cells; what matters of it is its end."""
    shown = one_line(path)
    home = os.path.expanduser("~")
    if shown.startswith(home + os.sep):
        shown = "~" + shown[len(home) :]
    return "  " + (shown if len(shown) <= width else "..." + shown[-(width - 3) :])
