"""Migrations run once, in one transaction each, and lose nothing."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from ademem_tui.engine.clock import FixedClock, IdSource
from ademem_tui.engine.engine import Engine
from ademem_tui.engine.errors import StoreError, StoreNewer, StoreReadOnly
from ademem_tui.engine.model import Filter, WriteRequest
from ademem_tui.engine.paths import paths_for
from ademem_tui.engine.store import migrate
from ademem_tui.engine.store.keys import rekey_all
from ademem_tui.engine.wording import DEDUPE_KEY_VERSION


def version(connection: apsw.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").get)


def folder_with(tmp_path: Path, **files: str) -> str:
    folder = tmp_path / "sql"
    folder.mkdir(exist_ok=True)
    original = Path(migrate.migrations()[0][1])
    (folder / original.name).write_text(original.read_text())
    for name, sql in files.items():
        (folder / f"{name[1:]}.sql").write_text(sql)
    return str(folder)


def test_a_new_file_gets_every_migration(tmp_path: Path) -> None:
    connection = apsw.Connection(str(tmp_path / "new.db"))
    assert migrate.bring_up_to_date(connection, "") == len(migrate.migrations())
    assert version(connection) == migrate.newest_version()
    assert migrate.bring_up_to_date(connection, "") == 0


def test_a_failing_migration_leaves_the_version_before_it(tmp_path: Path) -> None:
    connection = apsw.Connection(str(tmp_path / "new.db"))
    folder = folder_with(
        tmp_path,
        _0002_good="CREATE TABLE extra_good(x);",
        _0003_bad="CREATE TABLE extra_bad(x); INSERT INTO no_such_table VALUES (1);",
    )
    with pytest.raises(apsw.SQLError):
        migrate.bring_up_to_date(connection, "", folder)
    assert version(connection) == 2
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_schema")}
    assert "extra_good" in tables
    assert "extra_bad" not in tables


def test_a_migration_that_would_lose_rows_is_not_applied(tmp_path: Path) -> None:
    connection = apsw.Connection(str(tmp_path / "new.db"))
    migrate.bring_up_to_date(connection, "")
    connection.execute("INSERT INTO memory_refused(at, code, reason, who, request) VALUES ('', '', '', '', '{}')")
    folder = folder_with(tmp_path, _0002_lossy="DELETE FROM memory_refused;")
    with pytest.raises(StoreError, match="would lose rows of memory_refused"):
        migrate.bring_up_to_date(connection, "", folder)
    assert version(connection) == 1
    assert connection.execute("SELECT count(*) FROM memory_refused").get == 1


def test_an_existing_file_is_backed_up_before_its_first_migration(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    connection = apsw.Connection(str(path))
    migrate.bring_up_to_date(connection, str(path))
    folder = folder_with(tmp_path, _0002_more="CREATE TABLE extra(x);")
    before = set(tmp_path.rglob("*"))
    assert migrate.bring_up_to_date(connection, str(path), folder) == 1
    kept = [
        one for one in set(tmp_path.rglob("*")) - before if one.is_file() and one.suffix not in (".db-wal", ".db-shm")
    ]
    assert kept, "no backup was made"


def test_a_newer_file_is_read_only_and_says_so(project: Path, engine: Engine, clock: FixedClock) -> None:
    engine.memories.write(WriteRequest("Tests need a running Redis"))
    engine.close()
    path = paths_for(project).database
    connection = apsw.Connection(path)
    connection.execute("PRAGMA user_version=99")
    connection.close()
    with Engine(paths_for(project), clock=clock, ids=IdSource(clock)) as later:
        assert later.memories.count(Filter()) == 1
        with pytest.raises(StoreNewer, match="newer ademem"):
            later.memories.write(WriteRequest("Another fact that is not written"))


def test_a_new_derivation_of_the_key_rekeys_old_rows(engine: Engine) -> None:
    engine.memories.write(WriteRequest("Tests need a running Redis"))
    store = engine.shelves.project
    with store.database.transaction() as connection:
        connection.execute("UPDATE unified_memories SET dedupe_key = 'old'; DELETE FROM memory_signatures")
        connection.execute(
            "UPDATE store_state SET value = ? WHERE key = 'dedupe_key_version'", (DEDUPE_KEY_VERSION - 1,)
        )
    store.close()
    assert engine.memories.write(WriteRequest("tests need a running redis")).deduped
    with store.database.transaction() as connection:
        assert rekey_all(connection) == 1


def test_reading_creates_nothing(project: Path, engine: Engine) -> None:
    assert engine.memories.count(Filter()) == 0
    assert engine.search.search("anything").hits == ()
    assert not (project / ".ade").exists()


def test_a_read_only_engine_refuses_to_write(project: Path, engine: Engine) -> None:
    engine.memories.write(WriteRequest("Tests need a running Redis"))
    with Engine(paths_for(project), read_only=True) as reader:
        assert reader.memories.count(Filter()) == 1
        with pytest.raises(StoreReadOnly):
            reader.memories.write(WriteRequest("Not to be written at all"))
