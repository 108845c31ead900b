"""Putting a backup back, so that everybody who has the store open sees it, and what it replaced is kept."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass

import apsw

from ademem_tui.engine.errors import BadInput, NotFound, StoreBusy, StoreDamaged, StoreReadOnly
from ademem_tui.engine.jobs import NO_CANCEL, CancelToken, Progress, ProgressSink, no_progress
from ademem_tui.engine.model import PERSON, Actor
from ademem_tui.engine.store import migrate
from ademem_tui.engine.store.act import Act
from ademem_tui.engine.store.backup import REPLACED, compact_stamp, free_name, newest_sound
from ademem_tui.engine.store.copying import copy_to_file, open_as_it_is, scratch_file, unsoundness
from ademem_tui.engine.store.database import (
    configure,
    newer,
    open_for_reading,
    scalar,
    translated,
    translated_files,
)
from ademem_tui.engine.store.store import Store

OWN_TABLES = ("unified_memories", "memory_history", "memory_ops", "store_state")
_PAGES = 2_000

Sequences = dict[str, int]


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore did, and the way back."""

    source: str
    replaced: str | None
    """Where the state before is kept; None where there was no file."""
    memories: int
    op_id: str
    origin: str
    in_place: bool
    """False where the old file was too damaged to be written into and was moved aside."""

    @property
    def undo_command(self) -> str:
        """What to run to take the restore back, '' where there was nothing before."""
        return restore_command(self.replaced, self.origin) if self.replaced and self.in_place else ""


def restore_command(file: str, origin: str) -> str:
    """The command that restores a backup of the project's file or of the person's."""
    import shlex

    return f"ademem restore-backup {'--user ' if origin == 'user' else ''}{shlex.quote(file)}"


def advice(path: str, folder: str, origin: str) -> str:
    """The way back from a damaged file: its newest sound backup and the command that restores it."""
    found = newest_sound(folder)
    if found is None:
        return f"There is no sound backup of {path} in {folder}. `ademem repair` mends what can be mended."
    count = "1 memory" if found.memories == 1 else f"{found.memories:,} memories"
    return (
        f"The newest sound backup is {os.path.basename(found.path)} of {found.at[:16].replace('T', ' ')} with {count}: "
        f"`{restore_command(found.path, origin)}` puts it back and keeps the damaged file aside."
    )


def restore_backup(
    store: Store,
    file: str,
    folder: str,
    *,
    actor: Actor = PERSON,
    progress: ProgressSink = no_progress,
    cancel: CancelToken = NO_CANCEL,
) -> Restored:
    """Make a store what a backup says, whole or not at all; the state it replaces is kept in `folder`."""
    source = os.path.abspath(file)
    _require_restorable(store, source)
    now = store.clock.now()
    op_id = store.ids.new()
    replaced = free_name(folder, f"{REPLACED}-{compact_stamp(now)}")

    def sign(ready: apsw.Connection, sequences: Sequences, kept: str | None) -> None:
        """Write the restore into the history, and keep numbers that were given out from being given out again."""
        with ready:
            for table, seq in sequences.items():
                ready.execute("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", (seq, table))
                if not ready.changes():
                    ready.execute("INSERT INTO sqlite_sequence(name, seq) VALUES (?, ?)", (table, seq))
            act = Act(ready, op_id, "restore backup", actor, now)
            act.detail = {"from": source, "replaced": kept}
            act.finish()

    with translated(store.path), translated_files(store.path), scratch_file(folder) as scratch:
        memories = _prepare(source, scratch, folder, store.origin, progress, cancel)
        had_file = store.exists()
        kept = replaced if had_file else None
        try:
            with closing(apsw.Connection(scratch)) as ready:
                _into_live(store.path, ready, kept, sign, progress, cancel)
            in_place = True
        except (apsw.CorruptError, apsw.NotADBError, StoreDamaged):
            with closing(apsw.Connection(scratch)) as ready:
                sign(ready, {}, kept)
            _swap(store, scratch, replaced)
            in_place = False
    return Restored(source, kept, memories, op_id, store.origin, in_place)


def _require_restorable(store: Store, source: str) -> None:
    if not os.path.isfile(source):
        raise NotFound(f"There is no file {source}.", "`ademem restore-backup --list` shows the backups.")
    if store.exists() and os.path.samefile(source, store.path):
        raise BadInput(f"{source} is the store itself, not a backup of it.", "Name one of its backups.")
    if store.database.read_only:
        raise StoreReadOnly(f"{store.path} was opened for reading only.", "Open it again without the read-only switch.")


def _prepare(source: str, scratch: str, folder: str, origin: str, progress: ProgressSink, cancel: CancelToken) -> int:
    """A checked copy of the backup, brought up to date; returns how many memories are in it."""
    try:
        with closing(open_as_it_is(source)) as connection:
            version = int(scalar(connection, "PRAGMA user_version"))
            if version > migrate.newest_version():
                raise newer(source, version)
            tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
            if version < 1 or not tables.issuperset(OWN_TABLES):
                raise BadInput(
                    f"{source} is a database, but not a store of ademem.",
                    "`ademem restore-backup --list` shows the backups.",
                )
            copy_to_file(connection, scratch, progress, cancel, check=False)
        with closing(apsw.Connection(scratch)) as ready:
            trouble = unsoundness(ready)
            if not trouble:
                migrate.bring_up_to_date(ready, "")
                return int(scalar(ready, "SELECT count(*) FROM unified_memories"))
    except (apsw.CorruptError, apsw.NotADBError) as error:
        trouble = str(error)
    raise StoreDamaged(
        f"{source} is not a sound backup ({trouble}); nothing was changed.", _other(source, folder, origin)
    )


def _other(source: str, folder: str, origin: str) -> str:
    found = newest_sound(folder)
    if found is None or os.path.abspath(found.path) == source:
        return "There is no other sound backup."
    return f"The newest sound one: `{restore_command(found.path, origin)}`."


def _into_live(
    path: str,
    ready: apsw.Connection,
    kept: str | None,
    sign: Callable[[apsw.Connection, Sequences, str | None], None],
    progress: ProgressSink,
    cancel: CancelToken,
) -> None:
    """Write the pages into the live database. The first one takes the write lock, so nothing slips in between
    the copy that is kept and the state that replaces it; readers see the old state until the end."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with closing(apsw.Connection(path, apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE)) as live:
        configure(live)
        version = int(scalar(live, "PRAGMA user_version"))
        if version > migrate.newest_version():
            raise newer(path, version)
        scalar(live, "PRAGMA journal_mode=WAL")
        live.execute("PRAGMA synchronous=FULL")
        _same_page_size(ready, int(scalar(live, "PRAGMA page_size")))
        try:
            with live.backup("main", ready, "main") as copying:
                copying.step(1)
                sequences = _keep(path, kept) if kept else {}
                sign(ready, sequences, kept)
                while not copying.done:
                    cancel.checkpoint()
                    copying.step(_PAGES)
                    progress(Progress(copying.page_count - copying.remaining, copying.page_count, "Restoring"))
        except BaseException:
            if kept and os.path.exists(kept):
                os.unlink(kept)
            raise


def _same_page_size(ready: apsw.Connection, size: int) -> None:
    if int(scalar(ready, "PRAGMA page_size")) != size:
        ready.execute(f"PRAGMA page_size={size}; VACUUM")


def _keep(path: str, kept: str) -> Sequences:
    """Copy the state that is about to be replaced; returns the numbers its tables have given out."""
    with closing(open_for_reading(path)) as old, scratch_file(os.path.dirname(kept)) as scratch:
        copy_to_file(old, scratch, check=False)
        os.replace(scratch, kept)
        try:
            return dict(old.execute("SELECT name, seq FROM sqlite_sequence"))
        except apsw.Error:
            return {}


def _swap(store: Store, fresh: str, replaced: str) -> None:
    """Take the place of a file that cannot even be opened; its bytes are kept as they are."""
    import shutil

    path = store.path
    store.close()
    with nobody_else(path), scratch_file(os.path.dirname(path)) as beside:
        shutil.copyfile(fresh, beside)
        for suffix in ("", "-wal", "-shm"):
            if os.path.exists(path + suffix):
                shutil.copy2(path + suffix, replaced + suffix)
        for suffix in ("-wal", "-shm"):
            if os.path.exists(path + suffix):
                os.unlink(path + suffix)
        os.replace(beside, path)


@contextmanager
def nobody_else(path: str) -> Iterator[None]:
    """Go on only where no other process has the file open for writing: it would go on writing to the old one."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    handle = os.open(path + ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise StoreBusy(
                f"Another process still has the damaged {path} open.",
                "Nothing was changed. Close the other ademem programs of this project and try again.",
            ) from error
        yield
    finally:
        os.close(handle)
