"""Whether a file has the tables, indexes and triggers it should have, and making those that are missing."""

from __future__ import annotations

from contextlib import closing
from typing import NamedTuple

import apsw

from ademem_tui.engine.store import migrate

INDISPENSABLE = "unified_memories"
"""Made anew it would be empty, and hide that everything is gone."""

_FTS5_VERSION = 4
"""Format of FTS5's own tables, without the features this store does not use."""

Columns = dict[str, tuple[str, int, str | None, int]]


class Thing(NamedTuple):
    """A table, index or trigger as the schema has it."""

    kind: str
    """table, virtual, shadow, index or trigger."""
    name: str
    sql: str
    columns: Columns


class Drift(NamedTuple):
    """One thing that is not as it should be."""

    wanted: Thing
    what: str
    """missing or different."""
    mends: tuple[str, ...]
    """The SQL that puts it right; empty where nothing does."""

    def __str__(self) -> str:
        return f"{self.wanted.kind} {self.wanted.name} is {self.what}"


def drift(connection: apsw.Connection) -> list[Drift]:
    """What differs from a store made today; things of others beside ours do not count."""
    with closing(apsw.Connection(":memory:")) as fresh:
        migrate.bring_up_to_date(fresh, "")
        wanted = _things(fresh)
    there = _things(connection)
    order = ("table", "virtual", "shadow", "index", "trigger")
    found = [
        Drift(thing, *_difference(thing, there.get(name)))
        for name, thing in sorted(wanted.items(), key=lambda item: order.index(item[1].kind))
        if _difference(thing, there.get(name))[0]
    ]
    broken = {one.wanted.name for one in found if one.wanted.kind == "virtual"}
    for one in [one for one in found if one.wanted.kind == "shadow"]:
        found.remove(one)
        owner = _owner(one.wanted.name, wanted)
        if owner.name not in broken:
            broken.add(owner.name)
            found.insert(0, Drift(owner, "different", _anew(owner)))
    return found


def mend(connection: apsw.Connection, found: list[Drift]) -> int:
    """Put right what can be, inside the caller's transaction; returns how many things."""
    mended = 0
    for one in found:
        for sql in one.mends:
            connection.execute(sql)
        mended += bool(one.mends)
    return mended


def _difference(wanted: Thing, there: Thing | None) -> tuple[str, tuple[str, ...]]:
    if there is None:
        if wanted.name == INDISPENSABLE:
            return "missing", ()
        return "missing", _anew(wanted) if wanted.kind == "virtual" else (wanted.sql,)
    if wanted.kind == "table":
        return _column_difference(wanted, there)
    if wanted.kind == "shadow" or " ".join(wanted.sql.split()) == " ".join(there.sql.split()):
        return "", ()
    if wanted.kind == "virtual":
        return "different", _anew(wanted)
    return "different", (f"DROP {wanted.kind} {wanted.name}", wanted.sql)


def _column_difference(wanted: Thing, there: Thing) -> tuple[str, tuple[str, ...]]:
    missing = [name for name in wanted.columns if name not in there.columns]
    if any(there.columns.get(name, column) != column for name, column in wanted.columns.items()):
        return "different", ()
    mends: list[str] = []
    for name in missing:
        kind, required, default, key = wanted.columns[name]
        if key or (required and default is None):
            return "different", ()
        rule = f" NOT NULL DEFAULT {default}" if required else f" DEFAULT {default}" if default else ""
        mends.append(f"ALTER TABLE {wanted.name} ADD COLUMN {name} {kind}{rule}")
    return ("different", tuple(mends)) if missing else ("", ())


def _anew(wanted: Thing) -> tuple[str, ...]:
    """A full-text index from the start. Without a configuration it could not even be dropped."""
    config = f"{wanted.name}_config"
    openable = (
        f"CREATE TABLE IF NOT EXISTS {config}(k PRIMARY KEY, v) WITHOUT ROWID",
        f"INSERT OR IGNORE INTO {config} VALUES ('version', {_FTS5_VERSION})",
    )
    parts = ("data", "idx", "content", "docsize", "config")
    drops = (f"DROP TABLE IF EXISTS {wanted.name}", *(f"DROP TABLE IF EXISTS {wanted.name}_{part}" for part in parts))
    return (*openable, *drops, wanted.sql, f"INSERT INTO {wanted.name}({wanted.name}) VALUES ('rebuild')")


def _owner(shadow: str, things: dict[str, Thing]) -> Thing:
    return next(one for one in things.values() if one.kind == "virtual" and shadow.startswith(one.name + "_"))


def _things(connection: apsw.Connection) -> dict[str, Thing]:
    rows: list[tuple[str, str, str]] = connection.execute(  # type: ignore[assignment]
        "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    ).fetchall()
    virtual = tuple(name + "_" for _, name, sql in rows if sql.upper().startswith("CREATE VIRTUAL"))
    found: dict[str, Thing] = {}
    for kind, name, sql in rows:
        if name + "_" in virtual:
            kind = "virtual"
        elif kind == "table" and name.startswith(virtual):
            kind = "shadow"
        found[name] = Thing(kind, name, sql, _columns(connection, name) if kind == "table" else {})
    return found


def _columns(connection: apsw.Connection, table: str) -> Columns:
    sql = 'SELECT name, upper(type), "notnull", dflt_value, pk FROM pragma_table_xinfo(?)'
    return {row[0]: (row[1], row[2], row[3], row[4]) for row in connection.execute(sql, (table,))}
