"""Taking an act back, whole or not at all, without trampling on what others changed since."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import apsw

from ademem_tui.engine.errors import NotAllowed, UndoBlocked
from ademem_tui.engine.jobs import NO_CANCEL, CancelToken
from ademem_tui.engine.model import Change, Memory, Op, Relation
from ademem_tui.engine.store import history, reading, rows
from ademem_tui.engine.store.act import COUNTERS, DERIVED, Act

SOFT = frozenset({"updated_at", "last_accessed_at"})
"""Fields that every later act moves: they are put back where nobody moved them, and never stand in the way."""

UNWATCHED = SOFT | DERIVED | COUNTERS

_SHOWN = 3


def undo(act: Act, op: Op, cancel: CancelToken = NO_CANCEL) -> int:
    """Take back everything an act did; returns how many changes. `act` is the undo itself."""
    if op.undone_by is not None:
        raise NotAllowed(f"This {op.kind} was undone before.", "`ademem redo` brings it back.")
    if op.kind == "purge":
        raise NotAllowed("A purge cannot be undone: nothing of the text is left.", "A backup may still hold it.")
    if op.kind == "restore backup":
        replaced = (op.detail or {}).get("replaced", "")
        raise NotAllowed(
            "A restored backup is taken back by restoring what it replaced.", f"Run `ademem restore-backup {replaced}`."
        )
    connection = act.connection
    changes = history.of_op(connection, op.op_id)
    if any(change.before is None and change.after is None for change in changes):
        raise UndoBlocked(
            "Some of what this act changed has been purged since, so it cannot be put back.",
            "Undo the rest by hand: `ademem history` shows it.",
        )
    blocks = list(_blocks(connection, op, changes))
    if blocks:
        more = f" and {len(blocks) - _SHOWN} more" if len(blocks) > _SHOWN else ""
        raise UndoBlocked(
            f"The {op.kind} of {op.at[:16].replace('T', ' ')} cannot be undone: "
            + "; ".join(blocks[:_SHOWN])
            + more
            + ".",
            "Undo the later acts first.",
        )
    for change in reversed(changes):
        cancel.checkpoint()
        _revert(act, change)
    act.undoes = op.op_id
    connection.execute("UPDATE memory_ops SET undone_by = ? WHERE op_id = ?", (act.op_id, op.op_id))
    if op.undoes is not None:
        connection.execute("UPDATE memory_ops SET undone_by = NULL WHERE op_id = ?", (op.undoes,))
    return len(changes)


def _blocks(connection: apsw.Connection, op: Op, changes: list[Change]) -> Iterator[str]:
    """What stands in the way, as parts of a sentence: whatever is no longer as this act left it."""
    own_links = {_key(change) for change in changes if change.kind in ("relate", "unrelate")}
    for memory_id, own in _by_memory(changes).items():
        memory = reading.by_id(connection, memory_id)
        name = memory_id[-6:]
        left: dict[str, Any] = {}
        for change in own:
            left.update(change.after or {})
        if own[-1].kind == "delete":
            if memory is not None:
                yield f"{name} is there again"
            continue
        if memory is None:
            yield f"{name} is gone"
            continue
        moved = {
            field
            for field, value in left.items()
            if field not in UNWATCHED and rows.plain(field, getattr(memory, field)) != value
        }
        if moved:
            yield f"{name}: {_words(moved)} changed since{_by(connection, memory_id, frozenset(moved), op)}"
        elif own[0].kind == "insert":
            links = [link for link in reading.relations_of(connection, memory_id) if tuple(link[:4]) not in own_links]
            if links:
                yield f"{name} was linked since ({links[0].type})"


def _by_memory(changes: list[Change]) -> dict[str, list[Change]]:
    grouped: dict[str, list[Change]] = {}
    for change in changes:
        if change.kind in ("insert", "update", "delete"):
            grouped.setdefault(change.memory_id, []).append(change)
    return grouped


def _key(change: Change) -> tuple[str, str, str, str]:
    link = change.after or change.before or {}
    return (link["source_id"], link["type"], link["target_kind"], link["target"])


def _words(fields: set[str]) -> str:
    return " and ".join(sorted(field.replace("_", " ") for field in fields))


def _by(connection: apsw.Connection, memory_id: str, fields: frozenset[str], op: Op) -> str:
    later = history.last_change(connection, memory_id, fields, op.op_id)
    return f" by {later.actor.who} ({later.kind} {later.op_id[-6:]})" if later else ""


def _revert(act: Act, change: Change) -> None:
    connection = act.connection
    match change.kind:
        case "insert":
            memory = reading.by_id(connection, change.memory_id)
            if memory is not None:
                act.delete(memory)
        case "delete":
            values = {name: rows.from_plain(name, value) for name, value in (change.before or {}).items()}
            values["rev"] = change.rev + 1
            act.insert(values)
        case "update":
            memory = reading.by_id(connection, change.memory_id)
            if memory is not None:
                act.update(memory, _values_before(memory, change))
        case "relate":
            act.unrelate(Relation(**(change.after or {})))
        case "unrelate":
            act.relate(Relation(**(change.before or {})))


def _values_before(memory: Memory, change: Change) -> dict[str, Any]:
    """The fields as they were; soft ones only where nobody moved them since, and no moment of its own is added."""
    after = change.after or {}
    values = {
        field: rows.from_plain(field, value)
        for field, value in (change.before or {}).items()
        if field not in SOFT or rows.plain(field, getattr(memory, field)) == after.get(field)
    }
    return {"updated_at": memory.updated_at, **values}
