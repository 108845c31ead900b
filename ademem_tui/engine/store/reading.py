"""Reading memories: by id, by filter, as windows of a list. Nothing here changes anything, not even a counter."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import apsw

from ademem_tui.engine.errors import Ambiguous, NotFound
from ademem_tui.engine.model import Filter, Line, Memory, Relation
from ademem_tui.engine.store import rows
from ademem_tui.engine.store.filters import key_column, order_by, where

SHORT = 6
"""How many of an id's last characters people see."""


def by_seq(connection: apsw.Connection, seq: int) -> Memory | None:
    """One memory, or None."""
    for row in connection.execute(rows.SELECT + " WHERE seq = ?", (seq,)):
        return rows.read(row)
    return None


def by_id(connection: apsw.Connection, memory_id: str) -> Memory | None:
    """One memory by its whole id, or None."""
    for row in connection.execute(rows.SELECT + " WHERE id = ?", (memory_id,)):
        return rows.read(row)
    return None


def by_ids(connection: apsw.Connection, ids: Iterable[str]) -> list[Memory]:
    """Memories in the order of the ids; unknown ones are left out."""
    found = (by_id(connection, memory_id) for memory_id in ids)
    return [memory for memory in found if memory is not None]


def by_key(connection: apsw.Connection, key: str) -> list[Memory]:
    """Every memory, live or archived, whose text has this key, oldest first."""
    return [rows.read(row) for row in connection.execute(rows.SELECT + " WHERE dedupe_key = ? ORDER BY seq", (key,))]


def content_of(connection: apsw.Connection, seq: int) -> str | None:
    """The text of a memory and nothing else."""
    for row in connection.execute("SELECT content FROM unified_memories WHERE seq = ?", (seq,)):
        return str(row[0])
    return None


def written_in_session(connection: apsw.Connection, session_id: str) -> int:
    """How many memories a session has written."""
    sql = "SELECT count(*) FROM unified_memories WHERE source_session_id = ?"
    return int(connection.execute(sql, (session_id,)).get)


def ids_like(connection: apsw.Connection, part: str, limit: int = 6) -> list[str]:
    """Ids that start or end with a text of any case; rows that came from elsewhere may have ids of another form."""
    text = part.strip()
    if not text or not text.replace("-", "").replace("_", "").isalnum() or not text.isascii():
        return []
    pattern = text.replace("_", "\\_")
    forms = (text.upper(), text.lower(), text)
    if len(text) >= SHORT:
        ending = connection.execute(
            "SELECT id FROM unified_memories WHERE substr(id, -6) IN (?, ?, ?) AND id LIKE ? ESCAPE '\\' LIMIT ?",
            (*(form[-SHORT:] for form in forms), "%" + pattern, limit),
        )
    else:
        ending = connection.execute(
            "SELECT id FROM unified_memories WHERE id LIKE ? ESCAPE '\\' LIMIT ?", ("%" + pattern, limit)
        )
    found = [row[0] for row in ending]
    for form in dict.fromkeys(forms):
        starting = connection.execute(
            "SELECT id FROM unified_memories WHERE id >= ? AND id < ? LIMIT ?", (form, form + "~", limit)
        )
        found.extend(row[0] for row in starting)
    return list(dict.fromkeys(found))[:limit]


def purged_at(connection: apsw.Connection, part: str) -> str | None:
    """When the memory that an id, or its start or end, named was purged; None where none was."""
    text = part.strip().upper()
    if not text.isalnum():
        return None
    sql = "SELECT purged_at FROM memory_tombstones WHERE id LIKE ? OR id LIKE ?"
    for row in connection.execute(sql, (text + "%", "%" + text)):
        return str(row[0])
    return None


def no_such(part: str) -> NotFound:
    """The error for an id nobody has."""
    return NotFound(f"No memory has an id that starts or ends with '{part}'.", "`ademem list` shows the ids.")


def several(part: str, found: Sequence[str]) -> Ambiguous:
    """The error for a part that fits more than one id."""
    shown = ", ".join(memory_id[-10:] for memory_id in found[:5])
    return Ambiguous(f"'{part}' fits several memories: {shown}.", "Give more characters of the id.")


def short_id(connection: apsw.Connection, memory_id: str) -> str:
    """The shortest end of an id, of at least six characters, that only this memory has."""
    others = [
        row[0]
        for row in connection.execute(
            "SELECT id FROM unified_memories WHERE substr(id, -6) = ? AND id <> ?",
            (memory_id[-SHORT:], memory_id),
        )
    ]
    length = SHORT
    while length < len(memory_id) and any(other.endswith(memory_id[-length:]) for other in others):
        length += 1
    return memory_id[-length:]


def count(connection: apsw.Connection, wanted: Filter) -> int:
    """How many memories pass."""
    condition, bound = where(wanted)
    return int(connection.execute(f"SELECT count(*) FROM unified_memories m WHERE {condition}", bound).get)


def page(connection: apsw.Connection, wanted: Filter, sort: str, limit: int, offset: int = 0) -> list[Line]:
    """One window of a list."""
    condition, bound = where(wanted)
    sql = f"{rows.SELECT_LINE} WHERE {condition} ORDER BY {order_by(sort)} LIMIT ? OFFSET ?"
    return list(map(Line._make, connection.execute(sql, (*bound, limit, offset))))


def order(connection: apsw.Connection, wanted: Filter, sort: str) -> array[int]:
    """The numbers of all memories that pass, in order: what a long list holds instead of rows."""
    condition, bound = where(wanted)
    sql = f"SELECT m.seq FROM unified_memories m WHERE {condition} ORDER BY {order_by(sort)}"
    return array("q", (row[0] for row in connection.execute(sql, bound)))


def keyed_order(connection: apsw.Connection, wanted: Filter, sort: str) -> list[tuple[Any, int]]:
    """As `order`, each number with the value it is ordered by, so that two files can be merged."""
    condition, bound = where(wanted)
    sql = f"SELECT {key_column(sort)}, m.seq FROM unified_memories m WHERE {condition} ORDER BY {order_by(sort)}"
    return [(row[0], row[1]) for row in connection.execute(sql, bound)]


def lines(connection: apsw.Connection, seqs: Sequence[int]) -> dict[int, Line]:
    """The window of a list that was ordered before, by number; rows that are gone meanwhile are left out."""
    marks = ", ".join("?" * len(seqs))
    found = connection.execute(f"{rows.SELECT_LINE} WHERE m.seq IN ({marks})", tuple(seqs))
    return {row[0]: Line._make(row) for row in found}


def memories(
    connection: apsw.Connection, wanted: Filter, sort: str = "updated", limit: int = -1, offset: int = 0
) -> Iterator[Memory]:
    """Whole memories that pass, in order."""
    condition, bound = where(wanted)
    select = rows.SELECT + f" m WHERE {condition} ORDER BY {order_by(sort)} LIMIT ? OFFSET ?"
    for row in connection.execute(select, (*bound, limit, offset)):
        yield rows.read(row)


def counts_by(connection: apsw.Connection, column: str, wanted: Filter) -> dict[Any, int]:
    """How many memories pass for each value of a column of the model."""
    if column not in rows.COLUMNS:
        raise ValueError(column)
    condition, bound = where(wanted)
    sql = f"SELECT m.{column}, count(*) FROM unified_memories m WHERE {condition} GROUP BY m.{column}"
    return {row[0]: row[1] for row in connection.execute(sql, bound)}


def facet_values(connection: apsw.Connection, kind: str, prefix: str = "", limit: int = 20) -> dict[str, int]:
    """Tags, files or modules that start with a text, and how many memories have each; the most common first."""
    sql = (
        "SELECT value, count(*) FROM memory_facets WHERE kind = ? AND value >= ? AND value < ? "
        "GROUP BY value ORDER BY count(*) DESC, value LIMIT ?"
    )
    return dict(connection.execute(sql, (kind, prefix, prefix + "\U0010ffff", limit)))


def relations_of(connection: apsw.Connection, memory_id: str) -> list[Relation]:
    """Links from a memory and links to it, oldest first."""
    sql = (
        "SELECT source_id, type, target_kind, target, confidence, made_by, created_at FROM memory_relations "
        "WHERE source_id = ? OR (target_kind = 'memory' AND target = ?) ORDER BY created_at, type, target"
    )
    return [Relation._make(row) for row in connection.execute(sql, (memory_id, memory_id))]


def all_relations(connection: apsw.Connection) -> list[Relation]:
    """Every link of the store, in a fixed order."""
    sql = (
        "SELECT source_id, type, target_kind, target, confidence, made_by, created_at FROM memory_relations "
        "ORDER BY source_id, type, target_kind, target"
    )
    return [Relation._make(row) for row in connection.execute(sql)]
