"""The log of refused writes, and of what was redacted: by type and place, never the text of a secret."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import apsw

from ademem_tui.engine.errors import NotFound
from ademem_tui.engine.model import Redaction, Refused
from ademem_tui.engine.store import rows
from ademem_tui.engine.store.act import read_document

KEPT_REFUSALS = 1_000
"""Older ones go when new ones come: the log is for looking at, not an archive."""


class RedactionEntry(NamedTuple):
    """One line of the redaction log."""

    at: str
    memory_id: str | None
    field: str
    type: str
    number: int
    who: str


def add_refused(
    connection: apsw.Connection,
    at: str,
    code: str,
    reason: str,
    who: str,
    session_id: str | None,
    request: Mapping[str, Any],
    can_store_anyway: bool,
) -> int:
    """Keep a refused write; returns its number."""
    seq = connection.execute(
        "INSERT INTO memory_refused(at, code, reason, who, session_id, request, can_store_anyway) "
        "VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING seq",
        (at, code, reason, who, session_id, rows.to_json(dict(request)), int(can_store_anyway)),
    ).get
    connection.execute("DELETE FROM memory_refused WHERE seq <= ?", (int(seq) - KEPT_REFUSALS,))
    return int(seq)


_REFUSED = "SELECT seq, at, code, reason, who, session_id, request, can_store_anyway, resolved_as FROM memory_refused"


def _refused(row: tuple[Any, ...]) -> Refused:
    seq, at, code, reason, who, session, request, anyway, resolved = row
    return Refused(seq, at, code, reason, who, session, read_document(request), bool(anyway), resolved)


def refused(connection: apsw.Connection, limit: int = 100) -> list[Refused]:
    """The latest refused writes, newest first."""
    return list(map(_refused, connection.execute(_REFUSED + " ORDER BY seq DESC LIMIT ?", (limit,))))


def refused_one(connection: apsw.Connection, seq: int) -> Refused:
    """One refused write by its number."""
    for row in connection.execute(_REFUSED + " WHERE seq = ?", (seq,)):
        return _refused(row)
    raise NotFound(f"There is no refused write number {seq}.", "`ademem refused` lists them.")


def resolve_refused(connection: apsw.Connection, seq: int, memory_id: str) -> None:
    """Note that a refused write was stored after all."""
    connection.execute("UPDATE memory_refused SET resolved_as = ? WHERE seq = ?", (memory_id, seq))


def forget_refused(connection: apsw.Connection, text: str) -> int:
    """Drop refused writes that hold a text; returns how many."""
    connection.execute("DELETE FROM memory_refused WHERE instr(json_extract(request, '$.content'), ?) > 0", (text,))
    return connection.changes()


def refused_since(connection: apsw.Connection, at: str) -> int:
    """How many writes were refused since a moment."""
    return int(connection.execute("SELECT count(*) FROM memory_refused WHERE at >= ?", (at,)).get)


def add_redactions(
    connection: apsw.Connection, at: str, memory_id: str | None, who: str, found: Iterable[Redaction]
) -> None:
    """Note which types of secrets were taken out where."""
    connection.executemany(
        "INSERT INTO memory_redactions(at, memory_id, field, type, count, who) VALUES (?, ?, ?, ?, ?, ?)",
        ((at, memory_id, one.field, one.type, one.count, who) for one in found),
    )


def redactions(connection: apsw.Connection, limit: int = 100) -> list[RedactionEntry]:
    """The latest redactions, newest first."""
    sql = "SELECT at, memory_id, field, type, count, who FROM memory_redactions ORDER BY seq DESC LIMIT ?"
    return [RedactionEntry._make(row) for row in connection.execute(sql, (limit,))]
