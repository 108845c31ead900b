"""One database file: one writer a process, a read-only connection a thread, and errors people can act on."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import apsw

from ademem_tui.engine.errors import (
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreNewer,
    StoreReadOnly,
)
from ademem_tui.engine.store import guard

BUSY_MS = 10_000
"""How long SQLite waits for another process before it gives up once."""
BUSY_TRIES = 3
CACHE_KIB = 32_768
"""Page cache of a connection: the writer and the main reader together stay at 64 MB."""

backup_folders: dict[str, tuple[str, Callable[[], str]]] = {}
"""A file's origin and where its backups are, asked for when needed: so that an error can name the newest."""


class Database:
    """A file, opened when first used. One that is not there reads as an empty store and is made by the first write."""

    def __init__(
        self, path: str, *, read_only: bool = False, before_creating: Callable[[], None] | None = None
    ) -> None:
        self.path = path
        self._before_creating = before_creating
        self.read_only = read_only
        self.newer_version: int | None = None
        """The file's version where it is above ours: then nothing is written."""
        self.has_written = False
        self._lock = threading.RLock()
        self._writer: apsw.Connection | None = None
        self._local = threading.local()
        self._readers: list[apsw.Connection] = []
        self._presence: int | None = None

    def exists(self) -> bool:
        """Whether there is a file."""
        return os.path.exists(self.path)

    def reader(self) -> apsw.Connection:
        """This thread's own read-only connection."""
        guard.check()
        found: apsw.Connection | None = getattr(self._local, "reader", None)
        if found is not None and (found.filename or not self.exists()):
            return found
        with self._lock, translated(self.path):
            connection = self._open_reader()
            self._local.reader = connection
            self._readers.append(connection)
        return connection

    @contextmanager
    def transaction(self) -> Iterator[apsw.Connection]:
        """The writer inside `BEGIN IMMEDIATE`: all or nothing. Inside another transaction of the thread it joins it."""
        with self._lock, translated(self.path):
            connection = self.writer()
            if connection.in_transaction:
                yield connection
                return
            self._begin(connection)
            try:
                yield connection
            except BaseException:
                _roll_back(connection)
                raise
            try:
                connection.execute("COMMIT")
            except BaseException:
                _roll_back(connection)
                raise
            self.has_written = True

    def writer(self) -> apsw.Connection:
        """The one connection of this process that writes; made, with its folder and tables, when first asked for."""
        guard.check()
        with self._lock:
            if self._writer is None:
                self._require_writable()
                with translated(self.path), translated_files(self.path):
                    self._writer = self._open_writer()
            self._require_writable()
            return self._writer

    def close(self) -> None:
        """Close every connection; the last process to do so folds the write-ahead log into the file."""
        with self._lock:
            for reader in self._readers:
                reader.close()
            self._readers.clear()
            self._local = threading.local()
            if self._writer is not None:
                self._writer.close()
                self._writer = None
            self._leave()

    def close_thread(self) -> None:
        """Close the calling thread's reader, before the thread ends."""
        found: apsw.Connection | None = getattr(self._local, "reader", None)
        if found is not None:
            with self._lock:
                self._readers.remove(found)
            found.close()
            self._local.reader = None

    def _leave(self) -> None:
        if self._presence is not None:
            os.close(self._presence)
            self._presence = None

    def _begin(self, connection: apsw.Connection) -> None:
        for attempt in range(BUSY_TRIES):
            try:
                connection.execute("BEGIN IMMEDIATE")
                return
            except apsw.BusyError:
                if attempt == BUSY_TRIES - 1:
                    raise

    def _require_writable(self) -> None:
        if self.newer_version is not None:
            raise newer(self.path, self.newer_version)
        if self.read_only:
            raise StoreReadOnly(
                f"{self.path} was opened for reading only.", "Open it again without the read-only switch."
            )

    def _open_writer(self) -> apsw.Connection:
        from ademem_tui.engine.store import migrate, presence

        if self._before_creating is not None and not self.exists():
            self._before_creating()
        os.makedirs(os.path.dirname(self.path), exist_ok=True)
        unclean = False
        if self._presence is None:
            self._presence, unclean = presence.enter(self.path)
        connection = apsw.Connection(
            self.path, apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE, statementcachesize=200
        )
        try:
            configure(connection)
            mode = connection.execute("PRAGMA journal_mode=WAL").get
            if mode != "wal":
                raise StoreReadOnly(
                    f"{self.path} cannot be switched to write-ahead logging (it stays in '{mode}' mode).",
                    "Move the project to a local disk: shared and network folders often cannot do this.",
                )
            connection.execute("PRAGMA synchronous=FULL; PRAGMA secure_delete=FAST")
            if unclean:
                check_quickly(connection, self.path)
            migrate.bring_up_to_date(connection, self.path)
        except BaseException:
            connection.close()
            self._leave()
            raise
        return connection

    def _open_reader(self) -> apsw.Connection:
        from ademem_tui.engine.store import migrate

        if not self.exists():
            connection = apsw.Connection(":memory:")
            migrate.bring_up_to_date(connection, "")
            connection.execute("PRAGMA query_only=ON")
            return connection
        connection = open_for_reading(self.path)
        try:
            version = int(connection.execute("PRAGMA user_version").get)
            newest = migrate.newest_version()
            if version > newest:
                self.newer_version = version
            elif version < newest and self._writer is None and not self.read_only:
                self.writer()
        except BaseException:
            connection.close()
            raise
        return connection


def _roll_back(connection: apsw.Connection) -> None:
    """Some errors end the transaction by themselves."""
    if connection.in_transaction:
        connection.execute("ROLLBACK")


def configure(connection: apsw.Connection) -> None:
    """What every connection needs."""
    connection.set_busy_timeout(BUSY_MS)
    connection.execute(f"PRAGMA cache_size=-{CACHE_KIB}; PRAGMA temp_store=MEMORY; PRAGMA mmap_size=268435456")


def open_for_reading(path: str) -> apsw.Connection:
    """A connection that cannot write. Where the folder is read-only too, the file is taken as it is on disk."""
    try:
        connection = apsw.Connection(path, apsw.SQLITE_OPEN_READONLY, statementcachesize=200)
        configure(connection)
        scalar(connection, "SELECT count(*) FROM sqlite_schema")
        return connection
    except (apsw.CantOpenError, apsw.ReadOnlyError):
        if os.access(os.path.dirname(path) or ".", os.W_OK) or not os.path.exists(path):
            raise
    from urllib.parse import quote

    connection = apsw.Connection(f"file:{quote(path)}?immutable=1", apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
    configure(connection)
    return connection


def check_quickly(connection: apsw.Connection, path: str) -> None:
    """Look over the file after a process died with it open."""
    found = [str(row[0]) for row in connection.execute("PRAGMA quick_check(5)")]
    if found != ["ok"]:
        raise damaged(path, "; ".join(found))


def newer(path: str, version: int) -> StoreNewer:
    """The error for a file of a later ademem."""
    from ademem_tui.engine.store.migrate import newest_version

    return StoreNewer(
        f"{path} was written by a newer ademem (store version {version}, this program knows {newest_version()}), "
        "so it is open for reading only.",
        "Update ademem to write to it.",
    )


def damaged(path: str, detail: str) -> StoreDamaged:
    """The error for a file that is not sound, naming the newest backup that can take its place."""
    return StoreDamaged(f"{path} is damaged ({detail}).", f"Nothing was written. {way_back(path)}")


def way_back(path: str) -> str:
    """What to do about a damaged file, as a sentence with the command to run."""
    known = backup_folders.get(path)
    if known is None:
        return (
            "`ademem doctor` names the newest sound backup, "
            "`ademem restore-backup` puts it back and keeps the damaged file aside."
        )
    from ademem_tui.engine.store.restore import advice

    origin, folder = known
    return advice(path, folder(), origin)


@contextmanager
def translated(path: str) -> Iterator[None]:
    """SQLite's errors as sentences of ours."""
    try:
        yield
    except apsw.Error as error:
        raise translate(error, path) from error


@contextmanager
def translated_files(path: str) -> Iterator[None]:
    """The file system's errors as sentences of ours."""
    try:
        yield
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise _full(path) from error
        raise StoreReadOnly(
            f"{path} cannot be written ({error.strerror}).",
            "Check the folder's permissions; reading still works.",
        ) from error


def _full(path: str) -> StoreFull:
    return StoreFull(
        f"There is no room left on the disk of {path}.",
        "Nothing was changed. Free some space and try again; reading still works.",
    )


def translate(error: apsw.Error, path: str) -> StoreError:
    """One SQLite error as a sentence and what to do."""
    match error:
        case apsw.FullError():
            return _full(path)
        case apsw.BusyError() | apsw.LockedError():
            seconds = BUSY_MS * BUSY_TRIES // 1000
            return StoreBusy(
                f"Other processes kept {path} busy for {seconds} seconds.",
                "Nothing was changed; try again.",
            )
        case apsw.ReadOnlyError() | apsw.CantOpenError() | apsw.PermissionsError() | apsw.AuthError():
            return StoreReadOnly(
                f"{path} cannot be written ({error}).",
                "Check the permissions of the file and its folder; reading still works.",
            )
        case apsw.CorruptError() | apsw.NotADBError():
            return damaged(path, str(error))
        case apsw.IOError():
            if _disk_is_full(path):
                return _full(path)
            return StoreError(f"Reading or writing {path} failed ({error}).", "Check the disk, then `ademem doctor`.")
    return StoreError(f"{path}: {error}.", "Run `ademem doctor`; if it finds nothing, this is a fault in ademem.")


def _disk_is_full(path: str) -> bool:
    import shutil

    try:
        return shutil.disk_usage(os.path.dirname(path) or ".").free < 1_000_000
    except OSError:
        return False


def scalar(connection: apsw.Connection, sql: str, bindings: tuple[Any, ...] = ()) -> Any:
    """The first value of the first row, or None."""
    for row in connection.execute(sql, bindings):
        return row[0]
    return None
