"""Moving memories with their whole past from one store to another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import apsw

from ademem_tui.engine.store import rows
from ademem_tui.engine.store.act import Act, read_document

_OP_FIELDS = ("op_id", "kind", "actor_kind", "who", "at", "why", "changed", "undoes", "undone_by", "detail")
_HISTORY_FIELDS = ("op_id", "memory_id", "kind", "rev", "before", "after")

VERBATIM = "verbatim"
"""Marks an import that brought the past along: it is this machine's own business and never exported."""

_NOT_LOCAL = f"coalesce(json_extract(detail, '$.{VERBATIM}'), 0) = 0"


def exported_ops(connection: apsw.Connection) -> Iterator[dict[str, Any]]:
    """Every act but the imports that brought a past along and what undid or redid those, oldest first."""
    sql = f"SELECT {', '.join(_OP_FIELDS)} FROM memory_ops WHERE {_NOT_LOCAL} ORDER BY at, op_id"
    for row in connection.execute(sql):
        op = dict(zip(_OP_FIELDS, row, strict=True))
        op["detail"] = read_document(op["detail"])
        yield {name: value for name, value in op.items() if value is not None}


def exported_history(connection: apsw.Connection) -> Iterator[dict[str, Any]]:
    """What the exported acts did, in order."""
    columns = ", ".join(f"h.{name}" for name in _HISTORY_FIELDS)
    sql = (
        f"SELECT {columns} FROM memory_history h JOIN memory_ops o ON o.op_id = h.op_id "
        f"WHERE {_NOT_LOCAL.replace('detail', 'o.detail')} ORDER BY o.at, o.op_id, h.seq"
    )
    for row in connection.execute(sql):
        change = dict(zip(_HISTORY_FIELDS, row, strict=True))
        change["before"] = read_document(change["before"])
        change["after"] = read_document(change["after"])
        yield {name: value for name, value in change.items() if value is not None}


def insert_past(act: Act, ops: Iterable[Mapping[str, Any]], history: Iterable[Mapping[str, Any]]) -> None:
    """Add acts and changes of another store to this one's log; acts that are known already stay as they are."""
    known = set()
    for op in ops:
        values = [op.get(name) for name in _OP_FIELDS]
        values[_OP_FIELDS.index("why")] = op.get("why") or ""
        detail = op.get("detail")
        values[_OP_FIELDS.index("detail")] = None if detail is None else rows.to_json(detail)
        act.connection.execute(
            f"INSERT OR IGNORE INTO memory_ops({', '.join(_OP_FIELDS)}, imported_in) "
            f"VALUES ({', '.join('?' * len(_OP_FIELDS))}, ?)",
            (*values, act.op_id),
        )
        if act.connection.changes():
            known.add(op["op_id"])
    for change in history:
        if change["op_id"] not in known:
            continue
        before, after = change.get("before"), change.get("after")
        act.connection.execute(
            f"INSERT INTO memory_history({', '.join(_HISTORY_FIELDS)}) VALUES (?, ?, ?, ?, ?, ?)",
            (
                change["op_id"],
                change["memory_id"],
                change["kind"],
                change["rev"],
                None if before is None else rows.to_json(before),
                None if after is None else rows.to_json(after),
            ),
        )


def exported_tombstones(connection: apsw.Connection) -> list[dict[str, Any]]:
    """What was purged, by id."""
    names = ("id", "op_id", "purged_at", "who")
    sql = f"SELECT {', '.join(names)} FROM memory_tombstones ORDER BY id"
    return [dict(zip(names, row, strict=True)) for row in connection.execute(sql)]


def insert_tombstones(act: Act, tombstones: Iterable[Mapping[str, Any]]) -> None:
    """Remember what another store purged, so that it is known here too."""
    for one in tombstones:
        act.connection.execute(
            "INSERT OR IGNORE INTO memory_tombstones VALUES (?, ?, ?, ?)",
            (one["id"], one["op_id"], one["purged_at"], one["who"]),
        )
