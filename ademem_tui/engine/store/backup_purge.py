"""Taking purged memories out of the backups too: each is rewritten beside itself and swapped in when it is sound."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import closing

from ademem_tui.engine.clock import Clock, IdSource
from ademem_tui.engine.errors import StoreError
from ademem_tui.engine.model import Actor
from ademem_tui.engine.store import logs, reading
from ademem_tui.engine.store.backup import backups
from ademem_tui.engine.store.compaction import wipe_deleted
from ademem_tui.engine.store.copying import copy_to_file
from ademem_tui.engine.store.database import open_for_reading
from ademem_tui.engine.store.store import Store


def purge_from_backups(folder: str, ids: Sequence[str], actor: Actor, clock: Clock, source: IdSource) -> list[str]:
    """Rewrite every sound backup that holds one of the memories; returns the files."""
    return [
        backup.path
        for backup in backups(folder)
        if backup.sound and _holds(backup.path, ids) and _rewrite(backup.path, ids, actor, clock, source)
    ]


def _holds(file: str, ids: Sequence[str]) -> bool:
    with closing(open_for_reading(file)) as connection:
        return any(reading.by_id(connection, memory_id) for memory_id in ids)


def _rewrite(file: str, ids: Sequence[str], actor: Actor, clock: Clock, source: IdSource) -> bool:
    """The old file stays as it is until the new one is whole."""
    work, clean = file + ".purging", file + ".purged"
    try:
        with closing(open_for_reading(file)) as connection:
            copy_to_file(connection, work, check=False)
        store = Store(work, clock, source)
        with store.act("purge", actor) as act:
            for memory_id in ids:
                memory = reading.by_id(act.connection, memory_id)
                if memory is not None:
                    act.purge(memory)
                    logs.forget_refused(act.connection, memory.content)
        wipe_deleted(store.database)
        trouble = copy_to_file(store.database.writer(), clean)
        store.close()
        if trouble:
            raise StoreError(f"{file} could not be rewritten ({trouble}).", "It is as it was; delete it by hand.")
        os.replace(clean, file)
    finally:
        for name in (work, work + "-wal", work + "-shm", work + ".lock", clean):
            if os.path.exists(name):
                os.unlink(name)
    return True
