"""What the app remembers between two starts: choices of the screen, never of the person's config file."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field, fields

from ademem_tui.engine.paths import Paths, write_atomically


@dataclass(slots=True)
class ViewState:
    """One project's view."""

    theme: str = ""
    screen: str = "dashboard"
    filter: str = ""
    sort: str = "updated"
    cursor: str = ""
    """Id of the memory under the cursor."""
    facets_width: int = 22
    filter_history: list[str] = field(default_factory=list)
    saved_filters: dict[str, str] = field(default_factory=dict)
    draft: dict[str, str] = field(default_factory=dict)
    """What stands in the teach form and was not saved."""


def state_file(paths: Paths) -> str:
    """Beside the other states, named by the project."""
    return os.path.join(paths.state_dir, "views", os.path.basename(paths.backups) + ".json")


def load(paths: Paths) -> ViewState:
    """The last view; the first one where there is none or it cannot be read."""
    try:
        with open(state_file(paths), encoding="utf-8") as stream:
            known = json.load(stream)
    except (OSError, ValueError):
        return ViewState()
    if not isinstance(known, dict):
        return ViewState()
    blank = ViewState()
    values = {
        one.name: known[one.name]
        for one in fields(ViewState)
        if isinstance(known.get(one.name), type(getattr(blank, one.name)))
    }
    return ViewState(**values)


def save(paths: Paths, state: ViewState) -> None:
    """Keep the view for next time."""
    file = state_file(paths)
    os.makedirs(os.path.dirname(file), exist_ok=True)
    write_atomically(file, json.dumps(asdict(state), ensure_ascii=False, indent=1) + "\n")
