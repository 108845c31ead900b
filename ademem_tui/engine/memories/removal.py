"""Destroying text for good: the only act here that cannot be taken back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ademem_tui.engine.clock import days_before
from ademem_tui.engine.errors import NotAllowed
from ademem_tui.engine.memories.shelves import Shelves
from ademem_tui.engine.model import PERSON, Actor, Filter, Memory
from ademem_tui.engine.store import logs, reading
from ademem_tui.engine.store.compaction import wipe_deleted


@dataclass(frozen=True, slots=True)
class Purged:
    """What is gone."""

    op_id: str
    ids: tuple[str, ...]
    refused_dropped: int
    log_is_clean: bool
    """False while another process still reads an older state of the file: the text leaves when it closes."""


class Removal:
    """Purges memories: row, history, indexes, vectors and refused writes; a tombstone without text stays."""

    def __init__(self, shelves: Shelves) -> None:
        self._shelves = shelves

    def purgeable(self, days: float) -> list[tuple[Memory, str]]:
        """What was deleted so many days ago or earlier, in both files."""
        limit = days_before(self._shelves.project.clock.now(), days)
        found: list[tuple[Memory, str]] = []
        for store in self._shelves:
            with store.reading() as connection:
                for memory in reading.memories(connection, Filter(archive_reasons=("deleted",))):
                    if memory.deleted_at and memory.deleted_at <= limit:
                        found.append((memory, store.origin))
        return found

    def purge(self, parts: Iterable[str], *, really: bool = False, actor: Actor = PERSON) -> Purged:
        """Destroy memories. Verified ones need `really`."""
        found = self._shelves.find_all(parts)
        verified = [memory.id[-6:] for _, memory in found if memory.verified]
        if verified and not really:
            raise NotAllowed(
                f"{', '.join(verified[:5])} {'is' if len(verified) == 1 else 'are'} verified.",
                "Add --really to purge verified memories too.",
            )
        op_id = self._shelves.project.ids.new()
        dropped = 0
        clean = True
        for store in self._shelves:
            own = [memory for holder, memory in found if holder is store]
            if not own:
                continue
            with store.act("purge", actor, "", op_id) as act:
                for memory in own:
                    fresh = reading.by_id(act.connection, memory.id)
                    if fresh is not None:
                        act.purge(fresh)
                        dropped += logs.forget_refused(act.connection, fresh.content)
            clean = wipe_deleted(store.database) and clean
        return Purged(op_id, tuple(memory.id for _, memory in found), dropped, clean)
