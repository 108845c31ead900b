"""The one log: acts and what each did to which memory."""

from __future__ import annotations

from typing import Any

import apsw

from ademem_tui.engine.errors import Ambiguous, NotFound
from ademem_tui.engine.model import Actor, Change, Op
from ademem_tui.engine.store.act import read_document

_OP = "o.op_id, o.kind, o.actor_kind, o.who, o.at, o.why, o.changed, o.undoes, o.undone_by, o.detail"
_CHANGE = "h.memory_id, h.kind, h.rev, h.before, h.after"


def _op(row: tuple[Any, ...]) -> Op:
    op_id, kind, actor_kind, who, at, why, changed, undoes, undone_by, detail = row
    return Op(op_id, kind, Actor(actor_kind, who), at, why, changed, undoes, undone_by, read_document(detail))


def _change(row: tuple[Any, ...]) -> Change:
    memory_id, kind, rev, before, after = row[10:]
    return Change(_op(row[:10]), memory_id, kind, rev, read_document(before), read_document(after))


def of_memory(connection: apsw.Connection, memory_id: str) -> list[Change]:
    """Everything that ever happened to a memory, oldest first."""
    sql = (
        f"SELECT {_OP}, {_CHANGE} FROM memory_history h JOIN memory_ops o ON o.op_id = h.op_id "
        "WHERE h.memory_id = ? ORDER BY h.seq"
    )
    return list(map(_change, connection.execute(sql, (memory_id,))))


def of_op(connection: apsw.Connection, op_id: str) -> list[Change]:
    """What one act did, in the order it did it."""
    sql = (
        f"SELECT {_OP}, {_CHANGE} FROM memory_history h JOIN memory_ops o ON o.op_id = h.op_id "
        "WHERE h.op_id = ? ORDER BY h.seq"
    )
    return list(map(_change, connection.execute(sql, (op_id,))))


def op(connection: apsw.Connection, op_id: str) -> Op | None:
    """One act by its whole id."""
    for row in connection.execute(f"SELECT {_OP} FROM memory_ops o WHERE o.op_id = ?", (op_id,)):
        return _op(row)
    return None


def find_op(connection: apsw.Connection, part: str) -> Op | None:
    """One act by a unique start or end of its id."""
    text = part.strip().upper()
    sql = f"SELECT {_OP} FROM memory_ops o WHERE o.op_id LIKE ? OR o.op_id LIKE ? LIMIT 2"
    found = [_op(row) for row in connection.execute(sql, (text + "%", "%" + text))] if text.isalnum() else []
    if len(found) > 1:
        raise Ambiguous(f"'{part}' fits several acts.", "Give more characters; `ademem history` shows them.")
    return found[0] if found else None


def newest(connection: apsw.Connection, limit: int = 50) -> list[Op]:
    """The latest acts, newest first."""
    sql = f"SELECT {_OP} FROM memory_ops o ORDER BY o.seq DESC LIMIT ?"
    return [_op(row) for row in connection.execute(sql, (limit,))]


def next_to_undo(connection: apsw.Connection) -> Op | None:
    """The newest act of a person that still stands; undoing and redoing are not acts of their own here."""
    sql = (
        f"SELECT {_OP} FROM memory_ops o WHERE o.undone_by IS NULL AND o.actor_kind = 'person' AND o.changed > 0 "
        "AND o.undoes IS NULL AND o.imported_in IS NULL AND o.kind <> 'purge' ORDER BY o.seq DESC LIMIT 1"
    )
    for row in connection.execute(sql):
        return _op(row)
    return None


def next_to_redo(connection: apsw.Connection) -> Op | None:
    """The newest undo that still stands."""
    sql = (
        f"SELECT {_OP} FROM memory_ops o WHERE o.kind = 'undo' AND o.undone_by IS NULL "
        "AND o.imported_in IS NULL ORDER BY o.seq DESC LIMIT 1"
    )
    for row in connection.execute(sql):
        return _op(row)
    return None


def last_change(connection: apsw.Connection, memory_id: str, fields: frozenset[str], not_op: str) -> Op | None:
    """The newest act, but for one, that changed certain fields of a memory."""
    for change in reversed(of_memory(connection, memory_id)):
        if change.op.op_id == not_op:
            continue
        touched = set(change.after or change.before or ())
        if touched & fields:
            return change.op
    return None


def required_op(connection: apsw.Connection, part: str) -> Op:
    """One act, or the error that says there is none."""
    found = find_op(connection, part)
    if found is None:
        raise NotFound(f"No act has an id that starts or ends with '{part}'.", "`ademem history` lists the acts.")
    return found
