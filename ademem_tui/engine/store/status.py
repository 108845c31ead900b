"""How much there is of what, and how the files are: a few counts, cheap at any size."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ademem_tui.engine.clock import parse_stamp, stamp
from ademem_tui.engine.errors import StoreError
from ademem_tui.engine.model import Filter
from ademem_tui.engine.store import logs, reading
from ademem_tui.engine.store.backup import newest_name
from ademem_tui.engine.store.compaction import reclaimable
from ademem_tui.engine.store.copying import size_of
from ademem_tui.engine.store.database import scalar
from ademem_tui.engine.store.error_log import LoggedError
from ademem_tui.engine.store.store import Store


@dataclass(frozen=True, slots=True)
class FileStatus:
    """One file in numbers. Tiers, categories and the like count live memories."""

    origin: str
    path: str
    exists: bool
    by_status: Mapping[str, int] = field(default_factory=dict)
    by_tier: Mapping[int, int] = field(default_factory=dict)
    by_category: Mapping[str, int] = field(default_factory=dict)
    pinned: int = 0
    needs_review: int = 0
    stale: int = 0
    refused_today: int = 0
    size: int = 0
    """Bytes on the disk, the log included."""
    reclaimable: int = 0
    version: int = 0
    last_backup: str | None = None
    last_backup_file: str | None = None
    trouble: str = ""
    """Why the file cannot be read, and what to do; '' where it can."""

    @property
    def live(self) -> int:
        """Memories that are not archived."""
        return sum(count for status, count in self.by_status.items() if status != "archived")


@dataclass(frozen=True, slots=True)
class Status:
    """Both files, and the last failure that was written down."""

    project: FileStatus
    user: FileStatus
    last_error: LoggedError | None

    @property
    def files(self) -> tuple[FileStatus, FileStatus]:
        """The project's first."""
        return self.project, self.user


def file_status(store: Store, folder: str, now: str) -> FileStatus:
    """Look at one file; a damaged one is told as such."""
    newest = newest_name(folder)
    file, at = newest or (None, None)
    size = size_of(store.path) + size_of(store.path + "-wal")
    if not store.exists():
        return FileStatus(store.origin, store.path, False, last_backup=at, last_backup_file=file)
    try:
        with store.reading() as connection:
            live = Filter()
            return FileStatus(
                store.origin,
                store.path,
                True,
                by_status=reading.counts_by(connection, "status", Filter(any_status=True)),
                by_tier=reading.counts_by(connection, "tier", live),
                by_category=reading.counts_by(connection, "category", live),
                pinned=reading.count(connection, Filter(pinned=True)),
                needs_review=reading.count(connection, Filter(needs_review=True)),
                stale=reading.count(connection, Filter(stale=True)),
                refused_today=logs.refused_since(connection, start_of_day(now)),
                size=size,
                reclaimable=reclaimable(store.database)[0],
                version=int(scalar(connection, "PRAGMA user_version")),
                last_backup=at,
                last_backup_file=file,
            )
    except StoreError as error:
        return FileStatus(
            store.origin, store.path, True, size=size, last_backup=at, last_backup_file=file, trouble=str(error)
        )


def start_of_day(now: str) -> str:
    """The midnight before a moment, where the reader is."""
    local = parse_stamp(now).astimezone()
    return stamp(int(local.replace(hour=0, minute=0, second=0, microsecond=0).timestamp() * 1000))
