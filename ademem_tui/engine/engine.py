"""The engine: opens one project's memory and composes its parts. No logic here, and nothing is forwarded."""

from __future__ import annotations

from types import TracebackType

from ademem_tui.engine.capture.exchange import Exchange
from ademem_tui.engine.clock import Clock, IdSource
from ademem_tui.engine.config import Config, load_config
from ademem_tui.engine.errors import MemoryOff
from ademem_tui.engine.gate.proposal import Rules
from ademem_tui.engine.memories.acts import Acts
from ademem_tui.engine.memories.editing import Editing
from ademem_tui.engine.memories.memories import Memories
from ademem_tui.engine.memories.removal import Removal
from ademem_tui.engine.memories.shelves import PROJECT, USER, Shelves
from ademem_tui.engine.memories.undoing import History
from ademem_tui.engine.paths import Paths
from ademem_tui.engine.search.search import Search
from ademem_tui.engine.store.maintenance import Maintenance
from ademem_tui.engine.store.store import Store


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
                f"Memory is switched off for {paths.root} ({self.config.origin('memory.enabled')}): nothing is read or written.",
                "`ademem config memory.enabled true` switches it on.",
            )
        self.clock = clock or Clock()
        self.ids = ids or IdSource(self.clock)
        project = Store(paths.database, self.clock, self.ids, origin=PROJECT, read_only=read_only)
        user = Store(paths.user_database, self.clock, self.ids, origin=USER, read_only=read_only)
        self.shelves = Shelves(project, user)
        rules = Rules(strict=self.config.memory.strict, session_limit=self.config.memory.session_limit)
        self.memories = Memories(self.shelves, rules)
        self.editing = Editing(self.shelves)
        self.acts = Acts(self.shelves)
        self.history = History(self.shelves)
        self.removal = Removal(self.shelves)
        self.search = Search(tuple(self.shelves))
        self.exchange = Exchange(self.shelves, rules)
        self.maintenance = Maintenance(self.shelves.project, self.shelves.user, paths, self.config, self.clock)

    def close(self) -> None:
        """Close both files; makes the backup that is due."""
        self.maintenance.backup_on_quit()
        for store in self.shelves:
            store.close()

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
