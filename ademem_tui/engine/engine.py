"""The engine: opens one project's memory and composes its parts. No logic here, and nothing is forwarded.

A part is imported when it is first asked for: a command that writes one memory does not pay for import and repair.
"""

from __future__ import annotations

from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING

from ademem_tui.engine.clock import Clock, IdSource
from ademem_tui.engine.config import Config, load_config
from ademem_tui.engine.errors import MemoryOff
from ademem_tui.engine.gate.proposal import Rules
from ademem_tui.engine.memories.shelves import PROJECT, USER, Shelves
from ademem_tui.engine.paths import Paths, ensure_ade_dir
from ademem_tui.engine.store.store import Store

if TYPE_CHECKING:
    from ademem_tui.engine.capture.exchange import Exchange
    from ademem_tui.engine.health.health import Health
    from ademem_tui.engine.memories.acts import Acts
    from ademem_tui.engine.memories.editing import Editing
    from ademem_tui.engine.memories.memories import Memories
    from ademem_tui.engine.memories.removal import Removal
    from ademem_tui.engine.memories.undoing import History
    from ademem_tui.engine.search.search import Search
    from ademem_tui.engine.store.maintenance import Maintenance


class Engine:
    """Everything a face needs, for one project and the person who works on it."""

    def __init__(
        self,
        paths: Paths,
        config: Config | None = None,
        *,
        clock: Clock | None = None,
        ids: IdSource | None = None,
        read_only: bool = False,
    ) -> None:
        self.paths = paths
        self.config = config or load_config(paths)
        if not self.config.memory.enabled:
            raise MemoryOff(
                f"Memory is switched off for {paths.main} ({self.config.origin('memory.enabled')}): "
                "nothing is read or written.",
                "`ademem config memory.enabled true` switches it on.",
            )
        self.clock = clock or Clock()
        self.ids = ids or IdSource(self.clock)
        self.shelves = Shelves(
            Store(
                paths.database,
                self.clock,
                self.ids,
                origin=PROJECT,
                read_only=read_only,
                before_creating=lambda: ensure_ade_dir(paths),
            ),
            Store(paths.user_database, self.clock, self.ids, origin=USER, read_only=read_only),
        )
        self.rules = Rules(strict=self.config.memory.strict, session_limit=self.config.memory.session_limit)

    @cached_property
    def memories(self) -> Memories:
        """Writing and reading."""
        from ademem_tui.engine.memories.memories import Memories

        return Memories(self.shelves, self.rules)

    @cached_property
    def editing(self) -> Editing:
        """Changing what a memory says."""
        from ademem_tui.engine.memories.editing import Editing

        return Editing(self.shelves)

    @cached_property
    def acts(self) -> Acts:
        """Pin, verify, flag, archive, restore and the like."""
        from ademem_tui.engine.memories.acts import Acts

        return Acts(self.shelves)

    @cached_property
    def history(self) -> History:
        """Timelines, undo and redo."""
        from ademem_tui.engine.memories.undoing import History

        return History(self.shelves)

    @cached_property
    def removal(self) -> Removal:
        """Destroying text for good."""
        from ademem_tui.engine.memories.removal import Removal

        return Removal(self.shelves)

    @cached_property
    def search(self) -> Search:
        """Finding memories."""
        from ademem_tui.engine.search.search import Search

        return Search(tuple(self.shelves))

    @cached_property
    def exchange(self) -> Exchange:
        """Import and export."""
        from ademem_tui.engine.capture.exchange import Exchange

        return Exchange(self.shelves, self.rules, self.paths.main)

    @cached_property
    def maintenance(self) -> Maintenance:
        """Backups, checks and repair."""
        from ademem_tui.engine.store.maintenance import Maintenance

        return Maintenance(self.shelves.project, self.shelves.user, self.paths, self.config, self.clock)

    @cached_property
    def health(self) -> Health:
        """The whole memory at one glance."""
        from ademem_tui.engine.health.health import Health

        return Health(self.shelves, self.paths, self.clock)

    def close(self) -> None:
        """Close both files; where this process wrote, the backup that is due comes first."""
        if any(store.database.has_written for store in self.shelves):
            self.maintenance.backup_on_quit()
        for store in self.shelves:
            store.close()

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
