"""JSON documents of the logs that cannot be read: found, set aside, and kept word for word."""

from __future__ import annotations

from typing import Any, NamedTuple

import apsw

from ademem_tui.engine.store import rows

_PLACES = (
    ("memory_ops", "detail"),
    ("memory_history", "before"),
    ("memory_history", "after"),
    ("memory_refused", "request"),
)


class Unreadable(NamedTuple):
    """A document that is not a JSON object, and where it stands."""

    table: str
    seq: int
    column: str
    text: str


def unreadable_documents(connection: apsw.Connection) -> list[Unreadable]:
    """Every document of the logs that reading would fail on."""
    found: list[Unreadable] = []
    for table, column in _PLACES:
        sql = (
            f"SELECT seq, CAST({column} AS BLOB) FROM {table} WHERE {column} IS NOT NULL AND CASE "
            f"WHEN typeof({column}) <> 'text' THEN 1 WHEN NOT json_valid({column}) THEN 1 "
            f"ELSE json_type({column}) <> 'object' END"
        )
        for seq, raw in connection.execute(sql):
            found.append(Unreadable(table, seq, column, bytes(raw).decode("utf-8", "replace")))
    return found


def set_aside(connection: apsw.Connection, found: list[Unreadable]) -> list[dict[str, Any]]:
    """Put something readable in their place; returns what stood there, for the act's own record.

    A change that has lost one side becomes one that cannot be undone, as after a purge; its other side is returned too.
    """
    kept: list[dict[str, Any]] = []
    for one in found:
        if one.table == "memory_history":
            kept += _emptied(connection, one.seq)
            continue
        name = "unreadable" if one.table == "memory_ops" else "content"
        document = rows.to_json({name: one.text})
        connection.execute(f"UPDATE {one.table} SET {one.column} = ? WHERE seq = ?", (document, one.seq))
        kept.append(one._asdict())
    return kept


def _emptied(connection: apsw.Connection, seq: int) -> list[dict[str, Any]]:
    sql = "SELECT 'before', CAST(before AS BLOB), 'after', CAST(after AS BLOB) FROM memory_history WHERE seq = ?"
    kept = [
        Unreadable("memory_history", seq, column, bytes(raw).decode("utf-8", "replace"))._asdict()
        for row in connection.execute(sql, (seq,))
        for column, raw in (row[:2], row[2:])
        if raw is not None
    ]
    connection.execute("UPDATE memory_history SET before = NULL, after = NULL WHERE seq = ?", (seq,))
    return kept
