"""Numbered .sql files under `PRAGMA user_version`: each in one transaction, a backup before the first."""

from __future__ import annotations

import os
import re
from collections.abc import Callable

import apsw

from ademem_tui.engine.errors import StoreError

_FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "sql")
_NAME = re.compile(r"(\d{4})_\w+\.sql")

Backup = Callable[[apsw.Connection, str, int], None]


def migrations(folder: str = _FOLDER) -> list[tuple[int, str]]:
    """Every migration as version and path, in order."""
    found = sorted((int(match[1]), name) for name in os.listdir(folder) if (match := _NAME.fullmatch(name)))
    return [(version, os.path.join(folder, name)) for version, name in found]


_newest = 0


def newest_version() -> int:
    """The version this program writes."""
    global _newest
    if not _newest:
        _newest = migrations()[-1][0]
    return _newest


def bring_up_to_date(connection: apsw.Connection, path: str, folder: str = _FOLDER) -> int:
    """Run what is missing; returns how many migrations ran. A failure leaves the last version that worked."""
    version = _version(connection)
    target = newest_version() if folder == _FOLDER else migrations(folder)[-1][0]
    if version == target:
        rekey_if_needed(connection)
        return 0
    if version > target:
        from ademem_tui.engine.store.database import newer

        raise newer(path, version)
    if version > 0 and path:
        from ademem_tui.engine.store.backup import backup_before_migration

        backup_before_migration(connection, path, version)
    ran = 0
    for number, file in migrations(folder):
        if number > version:
            ran += _run(connection, number, file)
    rekey_if_needed(connection)
    return ran


def _version(connection: apsw.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").get)


def _run(connection: apsw.Connection, number: int, file: str) -> bool:
    """One migration, unless another process was faster; no row may be lost on the way."""
    with open(file, encoding="utf-8") as handle:
        sql = handle.read()
    connection.execute("BEGIN IMMEDIATE")
    try:
        if _version(connection) >= number:
            connection.execute("ROLLBACK")
            return False
        before = _counts(connection)
        connection.execute(sql)
        after = _counts(connection)
        lost = [table for table, count in before.items() if after.get(table, count) < count]
        if lost:
            raise StoreError(
                f"Migration {number} would lose rows of {', '.join(lost)}; it was not applied.",
                "Your data is as it was. Go on with the older ademem and report this.",
            )
        connection.execute(f"PRAGMA user_version={number}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return True


_COUNTED = (
    "unified_memories",
    "memory_relations",
    "memory_ops",
    "memory_history",
    "memory_refused",
    "memory_redactions",
)


def _counts(connection: apsw.Connection) -> dict[str, int]:
    there = {row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    return {table: int(connection.execute(f"SELECT count(*) FROM {table}").get) for table in _COUNTED if table in there}


def rekey_if_needed(connection: apsw.Connection) -> int:
    """Derive keys and signatures anew where they were made by an older derivation; returns how many rows."""
    from ademem_tui.engine.wording import DEDUPE_KEY_VERSION

    known = connection.execute("SELECT value FROM store_state WHERE key = 'dedupe_key_version'").get
    if known is not None and int(known) >= DEDUPE_KEY_VERSION:
        return 0
    from ademem_tui.engine.store.keys import rekey_all

    rekeyed = 0
    with connection:
        rekeyed += rekey_all(connection)
    return rekeyed
