"""Another program's SQLite file, looked at without leaving a trace.

A plain read-only connection is not enough for that: on a database in WAL mode it creates files beside it. So a file
nobody has open is read as it is, one in use is read with its owner's locks, and one that needs repair first (a
journal or a log left behind) is copied and read as the copy.
"""

from __future__ import annotations

import base64
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import apsw

from ademem_tui.engine.errors import BadInput
from ademem_tui.engine.jobs import NO_CANCEL, CancelToken, Progress, ProgressSink, no_progress

HEADER = b"SQLite format 3\x00"
_WAL_VERSION = 2
_BUSY_MS = 5_000
_CLOSE_IT = "Close the program it belongs to and try again."


class ForeignDatabase:
    """The tables of an open database; every text is readable, whatever bytes it is made of."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._encoding = str(connection.execute("PRAGMA encoding").get)
        names = connection.execute("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') ORDER BY name")
        self._names = {str(name).lower(): str(name) for (name,) in names.fetchall()}
        self.odd_texts = 0
        """How many texts held bytes that are no text in the database's encoding."""

    def columns(self, table: str) -> tuple[str, ...]:
        """The columns of a table, in lower case; none where there is no such table."""
        name = self._names.get(table)
        if name is None:
            return ()
        rows = self._connection.execute("SELECT name FROM pragma_table_info(?)", (name,))
        return tuple(str(column).lower() for (column,) in rows.fetchall())

    def count(self, table: str) -> int:
        """How many rows a table has."""
        return int(self._connection.execute(f"SELECT count(*) FROM {_quoted(self._names[table])}").get)

    def rows(
        self, table: str, progress: ProgressSink = no_progress, cancel: CancelToken = NO_CANCEL
    ) -> Iterator[dict[str, Any]]:
        """The rows of a table, oldest first where it knows; a table that is not there has none."""
        columns = self.columns(table)
        if not columns:
            return
        total = self.count(table)
        order = [_quoted(name) for name in ("created_at", "id") if name in columns]
        query = f"SELECT {', '.join(_told(name) for name in columns)} FROM {_quoted(self._names[table])}" + (
            f" ORDER BY {', '.join(order)}" if order else ""
        )
        for number, values in enumerate(self._connection.execute(query)):
            cancel.checkpoint()
            if number % 500 == 0:
                progress(Progress(number, total, "reading", table))
            yield {name: self._value(value) for name, value in zip(columns, values, strict=True)}
        progress(Progress(total, total, "reading", table))

    def _value(self, value: Any) -> Any:
        if not isinstance(value, bytes):
            return value
        text = value.decode(self._encoding, "replace")
        if text[0] == "b":
            return "base64:" + base64.b64encode(bytes.fromhex(text[1:])).decode("ascii")
        if "\ufffd" in text and value != text.encode(self._encoding, "surrogatepass"):
            self.odd_texts += 1
        return text[1:]


@contextmanager
def opened(path: str | os.PathLike[str]) -> Iterator[ForeignDatabase]:
    """The database in a file, as it stands at this moment."""
    name = os.path.abspath(os.fspath(path))
    with ExitStack() as stack:
        try:
            connection, immutable = _connect(name, stack)
            before = _state(name)
            yield ForeignDatabase(connection)
        except apsw.NotADBError as error:
            raise BadInput(
                f"{path} is no SQLite database, or an encrypted one.", "Decrypt it with its own program first."
            ) from error
        except apsw.BusyError as error:
            raise BadInput(f"{path} is locked by the program it belongs to.", _CLOSE_IT) from error
        except OSError as error:
            raise BadInput(f"{path} cannot be read: {error.strerror}.") from error
        except apsw.Error as error:
            raise BadInput(
                f"{path} cannot be read: {error}.", "Check it with its own program, then try again."
            ) from error
        if immutable and _state(name) != before:
            raise BadInput(f"{path} changed while it was read.", _CLOSE_IT)


def _connect(name: str, stack: ExitStack) -> tuple[apsw.Connection, bool]:
    """A connection with a snapshot, and whether it trusts that nobody writes meanwhile."""
    log, shared = os.path.exists(name + "-wal"), os.path.exists(name + "-shm")
    with open(name, "rb") as file:
        head = file.read(20)
    if not head.startswith(HEADER):
        raise apsw.NotADBError("file is not a database")
    if log and not shared:
        return _snapshot(_copied(name, stack), apsw.SQLITE_OPEN_READWRITE, stack), False
    if head[18] != _WAL_VERSION or log:
        try:
            return _snapshot(name, apsw.SQLITE_OPEN_READONLY, stack), False
        except (apsw.CantOpenError, apsw.ReadOnlyError):
            return _snapshot(_copied(name, stack), apsw.SQLITE_OPEN_READWRITE, stack), False
    quoted = name.replace("\\", "/").replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    uri = f"file:{'' if quoted.startswith('/') else '/'}{quoted}?immutable=1"
    return _snapshot(uri, apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI, stack), True


def _snapshot(name: str, flags: int, stack: ExitStack) -> apsw.Connection:
    connection = apsw.Connection(name, flags=flags)
    try:
        connection.set_busy_timeout(_BUSY_MS)
        connection.execute("PRAGMA trusted_schema = 0")
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
    except apsw.Error:
        connection.close(True)
        raise
    stack.callback(connection.close, True)
    return connection


def _copied(name: str, stack: ExitStack) -> str:
    """A copy with its log or journal, in a folder that goes away again."""
    folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="ademem-", ignore_cleanup_errors=True))
    copy = os.path.join(folder, "copy.db")
    before = _state(name)
    for suffix in ("", "-wal", "-journal"):
        if os.path.exists(name + suffix):
            shutil.copyfile(name + suffix, copy + suffix)
    if _state(name) != before:
        raise BadInput(f"{name} changed while it was read.", _CLOSE_IT)
    return copy


def _state(name: str) -> tuple[tuple[int, int], ...]:
    """Sizes and times of the file and of what belongs to it."""
    states = []
    for suffix in ("", "-wal", "-journal"):
        try:
            state = os.stat(name + suffix)
            states.append((state.st_size, state.st_mtime_ns))
        except FileNotFoundError:
            states.append((-1, -1))
    return tuple(states)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _told(column: str) -> str:
    """A column so that bytes which are no text cannot stop the reading: texts and blobs come as marked bytes."""
    name = _quoted(column)
    return (
        f"CASE typeof({name}) WHEN 'text' THEN CAST('t' || {name} AS BLOB)"
        f" WHEN 'blob' THEN CAST('b' || hex({name}) AS BLOB) ELSE {name} END"
    )
