"""Giving space back, and making sure that what was deleted is gone from the disk."""

from __future__ import annotations

import os

from ademem_tui.engine.store.database import Database, scalar, translated
from ademem_tui.engine.store.fulltext import merge_away_deleted

WORTH_SHARE = 0.1
WORTH_BYTES = 100_000_000


def reclaimable(database: Database) -> tuple[int, int]:
    """How many bytes compaction would win, and how large the file is."""
    if not database.exists():
        return 0, 0
    with translated(database.path):
        reader = database.reader()
        size = int(scalar(reader, "PRAGMA page_size"))
        free = int(scalar(reader, "PRAGMA freelist_count"))
        pages = int(scalar(reader, "PRAGMA page_count"))
    return free * size, pages * size


def is_worth_it(database: Database) -> bool:
    """Whether a tenth of the file, or 100 MB, could be won."""
    won, size = reclaimable(database)
    return won >= WORTH_BYTES or (size > 0 and won >= size * WORTH_SHARE)


def compact(database: Database) -> int:
    """Rewrite the file without its holes; returns the bytes won."""
    before = os.path.getsize(database.path)
    with translated(database.path):
        writer = database.writer()
        writer.execute("VACUUM")
        fold_log(database)
    return before - os.path.getsize(database.path)


def wipe_deleted(database: Database) -> bool:
    """Leave no byte of deleted rows in the file, its indexes or its log; False while somebody still reads the log."""
    with translated(database.path):
        writer = database.writer()
        merge_away_deleted(writer)
        writer.execute("VACUUM")
    return fold_log(database)


def fold_log(database: Database) -> bool:
    """Write the log back into the file and empty it; False where another process stands in the way."""
    with translated(database.path):
        return bool(scalar(database.writer(), "PRAGMA wal_checkpoint(TRUNCATE)") == 0)
