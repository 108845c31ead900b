"""A look inside a backup before it is put in place: what is in it, and how it differs from what is there now."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field

import apsw

from ademem_tui.engine.store.backup import Backup, look
from ademem_tui.engine.store.copying import open_as_it_is
from ademem_tui.engine.store.store import Store

_BY_STATUS = "SELECT status, count(*) FROM unified_memories GROUP BY status"
_STATES = "SELECT id, rev FROM unified_memories"
_NEWEST = "SELECT updated_at, category, summary FROM unified_memories ORDER BY updated_at DESC, seq DESC LIMIT 3"


@dataclass(frozen=True, slots=True)
class Inside:
    """What a backup holds, beside the store it would replace."""

    backup: Backup
    by_status: Mapping[str, int] = field(default_factory=dict)
    newest: tuple[tuple[str, str, str], ...] = ()
    """Time, category and summary of what was changed last in it."""
    only_here: int = 0
    """Memories that a restore would take away."""
    only_there: int = 0
    """Memories that a restore would bring back."""
    different: int = 0
    """Memories in both that were changed since."""


def look_inside(store: Store, file: str) -> Inside:
    """Read a backup whole and compare it with the store; nothing about either changes."""
    backup = look(file)
    try:
        with closing(open_as_it_is(file)) as connection:
            there = dict(connection.execute(_STATES))
            by_status = dict(connection.execute(_BY_STATUS))
            newest = tuple(
                (str(at), str(category), str(summary)) for at, category, summary in connection.execute(_NEWEST)
            )
    except apsw.Error:
        return Inside(backup)
    here: dict[str, int] = {}
    if store.exists():
        with store.reading() as own:
            here = dict(own.execute(_STATES))
    both = here.keys() & there.keys()
    different = sum(here[memory_id] != there[memory_id] for memory_id in both)
    return Inside(backup, by_status, newest, len(here) - len(both), len(there) - len(both), different)
