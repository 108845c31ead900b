"""One file of memories, the project's or the person's: its connections, and acts on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import apsw

from ademem_tui.engine.clock import Clock, IdSource
from ademem_tui.engine.model import Actor
from ademem_tui.engine.store.act import Act
from ademem_tui.engine.store.database import Database, scalar, translated


class Store:
    """What the floors above hold: `origin` is `project` or `user`."""

    def __init__(
        self,
        path: str,
        clock: Clock,
        ids: IdSource,
        *,
        origin: str = "project",
        read_only: bool = False,
        before_creating: Callable[[], None] | None = None,
    ) -> None:
        self.database = Database(path, read_only=read_only, before_creating=before_creating)
        self.clock = clock
        self.ids = ids
        self.origin = origin

    @property
    def path(self) -> str:
        """Where the file is."""
        return self.database.path

    def exists(self) -> bool:
        """Whether anything was ever written."""
        return self.database.exists()

    @contextmanager
    def reading(self) -> Iterator[apsw.Connection]:
        """This thread's read-only connection; errors come out as ours."""
        with translated(self.path):
            yield self.database.reader()

    @contextmanager
    def act(self, kind: str, actor: Actor, why: str = "", op_id: str | None = None) -> Iterator[Act]:
        """One act in one transaction: leaving the block commits it, an error leaves everything as it was."""
        with self.database.transaction() as connection:
            act = Act(connection, op_id or self.ids.new(), kind, actor, self.clock.now(), why)
            yield act
            act.finish()

    def count_use(self, seq: int, times: int = 1) -> None:
        """A memory was used: its counter and its freshness move, nothing else."""
        with self.database.transaction() as connection:
            connection.execute(
                "UPDATE unified_memories SET access_count = access_count + ?, "
                "last_accessed_at = max(last_accessed_at, ?) WHERE seq = ?",
                (times, self.clock.now(), seq),
            )

    def revision(self) -> int:
        """A number that moves with every act, refusal and redaction, whoever made it."""
        with self.reading() as connection:
            return int(scalar(connection, "SELECT sum(seq) FROM sqlite_sequence") or 0)

    def state(self, key: str) -> object:
        """A single value of the store."""
        with self.reading() as connection:
            return scalar(connection, "SELECT value FROM store_state WHERE key = ?", (key,))

    def set_state(self, key: str, value: str | int | float | None) -> None:
        """Keep a single value of the store."""
        with self.database.transaction() as connection:
            connection.execute("INSERT OR REPLACE INTO store_state VALUES (?, ?)", (key, value))

    def close(self) -> None:
        """Close its connections."""
        self.database.close()
