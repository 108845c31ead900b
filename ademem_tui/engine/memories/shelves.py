"""The two files a person works with, the project's and their own, as one place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ademem_tui.engine.errors import NotFound
from ademem_tui.engine.jobs import NO_CANCEL, CancelToken
from ademem_tui.engine.model import Actor, Memory
from ademem_tui.engine.store import reading
from ademem_tui.engine.store.act import Act
from ademem_tui.engine.store.store import Store

PROJECT = "project"
USER = "user"


@dataclass(frozen=True, slots=True)
class Done:
    """What an act did: its id, for undo, and the memories as they are now."""

    op_id: str
    memories: tuple[Memory, ...]
    also: tuple[str, ...] = ()
    """Ids of other memories that were touched on the way."""


class Shelves:
    """Finds a memory in either file, and runs one act over memories of both."""

    def __init__(self, project: Store, user: Store) -> None:
        self.project = project
        self.user = user

    def __iter__(self) -> Iterator[Store]:
        """Both, the project's first."""
        return iter((self.project, self.user))

    def named(self, origin: str) -> Store:
        """One of them by its name."""
        return self.user if origin == USER else self.project

    def find(self, part: str) -> tuple[Store, Memory]:
        """The one memory that an id, or a unique start or end of it, names."""
        found: list[tuple[Store, str]] = []
        for store in self:
            with store.reading() as connection:
                found.extend((store, memory_id) for memory_id in reading.ids_like(connection, part))
        if len(found) > 1:
            raise reading.several(part, [memory_id for _, memory_id in found])
        if not found:
            raise self._missing(part)
        store, memory_id = found[0]
        with store.reading() as connection:
            memory = reading.by_id(connection, memory_id)
        if memory is None:
            raise reading.no_such(part)
        return store, memory

    def find_all(self, parts: Iterable[str]) -> list[tuple[Store, Memory]]:
        """Several at once, each only once."""
        found = {memory.id: (store, memory) for store, memory in map(self.find, parts)}
        return list(found.values())

    def change(
        self,
        kind: str,
        parts: Iterable[str],
        actor: Actor,
        each: Callable[[Act, Memory], Memory],
        *,
        why: str = "",
        check: Callable[[Memory], None] | None = None,
        cancel: CancelToken = NO_CANCEL,
    ) -> Done:
        """One act over any number of memories: every one is checked before the first is changed."""
        found = self.find_all(parts)
        if check is not None:
            for _, memory in found:
                check(memory)
        op_id = self.project.ids.new()
        done: list[Memory] = []
        for store in self:
            own = [memory for holder, memory in found if holder is store]
            if not own:
                continue
            with store.act(kind, actor, why, op_id) as act:
                for memory in own:
                    cancel.checkpoint()
                    fresh = reading.by_id(act.connection, memory.id)
                    if fresh is None:
                        raise reading.no_such(memory.id)
                    if check is not None:
                        check(fresh)
                    done.append(each(act, fresh))
        return Done(op_id, tuple(done))

    def _missing(self, part: str) -> NotFound:
        for store in self:
            with store.reading() as connection:
                when = reading.purged_at(connection, part)
            if when:
                return NotFound(f"'{part}' was purged on {when[:10]}; nothing of it is left.")
        return reading.no_such(part)
