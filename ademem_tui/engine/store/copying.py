"""A whole database into another, page by page, through SQLite's backup API."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager

import apsw

from ademem_tui.engine.jobs import NO_CANCEL, CancelToken, Progress, ProgressSink, no_progress
from ademem_tui.engine.store.database import configure, open_for_reading, translated, translated_files

_PAGES = 2_000
"""Pages copied between two looks at the cancel token."""


def copy_to_file(
    source: apsw.Connection,
    file: str,
    progress: ProgressSink = no_progress,
    cancel: CancelToken = NO_CANCEL,
    *,
    check: bool = True,
) -> str:
    """Copy a whole database into a new file that needs no log beside it; '' where a check finds the copy sound."""
    with translated_files(file), translated(file):
        with closing(apsw.Connection(file)) as target:
            target.execute("PRAGMA synchronous=OFF; PRAGMA cache_size=-8192")
            with one_moment(source):
                copy_pages(source, target, progress, cancel)
            try:
                target.execute("PRAGMA journal_mode=DELETE")
                trouble = unsoundness(target) if check else ""
            except (apsw.CorruptError, apsw.NotADBError, apsw.SQLError) as error:
                trouble = str(error)
        _sync(file)
    return trouble


def copy_pages(
    source: apsw.Connection,
    target: apsw.Connection,
    progress: ProgressSink = no_progress,
    cancel: CancelToken = NO_CANCEL,
) -> None:
    """Page by page from one database into another, all of it or nothing."""
    with target.backup("main", source, "main") as copying:
        while not copying.done:
            cancel.checkpoint()
            copying.step(_PAGES)
            progress(Progress(copying.page_count - copying.remaining, copying.page_count, "Copying pages"))


def unsoundness(connection: apsw.Connection) -> str:
    """What SQLite finds wrong with the pages and rows of a whole file, '' where nothing."""
    found = [str(row[0]) for row in connection.execute("PRAGMA quick_check(5)")]
    return "" if found == ["ok"] else "; ".join(found)


def open_as_it_is(file: str) -> apsw.Connection:
    """A file at rest, opened without leaving a trace beside it; with a log beside it, as any other database."""
    if not os.path.isfile(file):
        raise apsw.CantOpenError(f"{file} is not a file")
    if size_of(file + "-wal"):
        return open_for_reading(file)
    from urllib.parse import quote

    connection = apsw.Connection(f"file:{quote(file)}?immutable=1", apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
    configure(connection)
    return connection


@contextmanager
def scratch_file(folder: str) -> Iterator[str]:
    """A name to write to before the real one; what is left of it goes in any case."""
    with translated_files(folder):
        os.makedirs(folder, mode=0o700, exist_ok=True)
    remove_abandoned(folder)
    scratch = os.path.join(folder, f".{os.urandom(6).hex()}.tmp")
    try:
        yield scratch
    finally:
        for part in (scratch, scratch + "-journal", scratch + "-wal", scratch + "-shm"):
            if os.path.exists(part):
                os.unlink(part)


@contextmanager
def one_moment(source: apsw.Connection) -> Iterator[None]:
    """Hold the state a source has now, so that writers meanwhile neither show nor make the copy start again."""
    if source.in_transaction:
        yield
        return
    source.execute("BEGIN")
    try:
        source.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall()
        yield
    finally:
        source.execute("ROLLBACK")


def size_of(file: str) -> int:
    """Bytes of a file, none where there is none."""
    try:
        return os.path.getsize(file)
    except OSError:
        return 0


def _sync(file: str) -> None:
    handle = os.open(file, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


ABANDONED_SECONDS = 3_600
"""No copy takes this long: what is older was left by a process that died."""


def remove_abandoned(folder: str) -> int:
    """Take away half-made copies of processes that were killed; returns how many files."""
    import time

    removed = 0
    oldest = time.time() - ABANDONED_SECONDS
    for name in os.listdir(folder) if os.path.isdir(folder) else ():
        file = os.path.join(folder, name)
        if name.startswith(".") and (name.endswith(".tmp") or ".tmp-" in name):
            try:
                if os.path.getmtime(file) < oldest:
                    os.unlink(file)
                    removed += 1
            except FileNotFoundError:
                continue
    return removed
