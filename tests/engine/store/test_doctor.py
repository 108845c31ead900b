"""The doctor on sound and on broken stores: it names what is wrong, changes nothing and never falls over."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from ademem_tui.engine.clock import FixedClock, IdSource
from ademem_tui.engine.config import Config
from ademem_tui.engine.jobs import Cancelled, CancelToken, Progress
from ademem_tui.engine.model import PERSON
from ademem_tui.engine.paths import Paths, UserFolders, ensure_ade_dir
from ademem_tui.engine.store.doctor import Report
from ademem_tui.engine.store.error_log import MAX_BYTES, last_error, note_error
from ademem_tui.engine.store.legacy import bare_values
from ademem_tui.engine.store.maintenance import Maintenance
from ademem_tui.engine.store.store import Store
from ademem_tui.engine.store.surroundings import Check

START = "2026-03-01T10:00:00.000Z"

FILE_CHECKS = {
    "integrity", "schema", "round_trip", "rows", "full_text", "keys", "facets", "vectors", "legacy",
    "disk_space", "permissions", "backups",
}  # fmt: skip


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    base = str(tmp_path / "home")
    folders = UserFolders(f"{base}/config", f"{base}/data", f"{base}/state", f"{base}/log")
    return Paths(str(tmp_path), str(tmp_path), True, *folders)


@pytest.fixture
def store(paths: Paths) -> Iterator[Store]:
    clock = FixedClock(START)
    made = Store(paths.database, clock, IdSource(clock))
    yield made
    made.close()


@pytest.fixture
def maintenance(store: Store, paths: Paths) -> Iterator[Maintenance]:
    user = Store(paths.user_database, store.clock, store.ids, origin="user")
    yield Maintenance(store, user, paths, Config.of(), store.clock)
    user.close()


@pytest.fixture
def filled(store: Store, maintenance: Maintenance, paths: Paths) -> Store:
    ensure_ade_dir(paths)
    with store.act("remember", PERSON) as act:
        for number in range(200):
            values = bare_values(
                store.ids.new(), f"Fact number {number}: the parser of module m{number} is slow", act.at
            )
            values.update(tags=("speed", f"t{number % 7}"), related_files=(f"src/m{number}.py",))
            act.insert(values)
    maintenance.backup()
    return store


def check(report: Report, name: str, origin: str = "project") -> Check:
    return next(one for one in report.checks if one.name == name and one.origin == origin)


def spoil(store: Store, sql: str) -> None:
    with closing(apsw.Connection(store.path)) as connection:
        connection.execute(sql)


def contents(path: str) -> bytes:
    with closing(apsw.Connection(path)) as connection:
        return bytes(connection.serialize("main"))


def test_without_any_file_everything_is_fine_and_none_is_made(maintenance: Maintenance, store: Store) -> None:
    report = maintenance.doctor()
    assert report.ok, report.failed
    assert not store.exists()


def test_a_sound_store_passes_every_named_check_and_stays_as_it_is(filled: Store, maintenance: Maintenance) -> None:
    filled.close()
    before = contents(filled.path)
    report = maintenance.doctor()
    assert report.ok, report.failed
    assert {one.name for one in report.checks if one.origin == "project"} == FILE_CHECKS
    assert {one.name for one in report.checks if not one.origin} == {"versions", "sqlite_vec", "last_error"}
    assert contents(filled.path) == before
    assert "written, read, found" in check(report, "round_trip").detail


SPOILS: list[tuple[str, str, str]] = [
    ("rows", "UPDATE unified_memories SET category = 'wisdom' WHERE seq = 3", "wisdom"),
    ("rows", "UPDATE unified_memories SET status = 'asleep' WHERE seq = 3", "asleep"),
    ("rows", "UPDATE unified_memories SET tier = 9 WHERE seq = 3", "tier"),
    ("rows", "UPDATE unified_memories SET scope = 'galaxy' WHERE seq = 3", "galaxy"),
    ("rows", "UPDATE unified_memories SET status = 'archived' WHERE seq = 3", "reason"),
    ("rows", "UPDATE unified_memories SET content = ' ' WHERE seq = 3", "empty"),
    ("rows", "UPDATE unified_memories SET content = replace(hex(zeroblob(1001)), '0', 'x') WHERE seq = 3", "2,002"),
    ("rows", "UPDATE unified_memories SET confidence = 1.5 WHERE seq = 3", "between 0 and 1"),
    ("rows", "UPDATE unified_memories SET confidence = 'very' WHERE seq = 3", "not a number"),
    ("rows", "UPDATE unified_memories SET created_at = 'yesterday' WHERE seq = 3", "created_at"),
    ("rows", "UPDATE unified_memories SET payload = '{' WHERE seq = 3", "payload"),
    ("rows", "UPDATE unified_memories SET trust_flags = 'x' WHERE seq = 3", "trust_flags"),
    ("rows", "UPDATE unified_memories SET citation_text = CAST(x'fffe' AS TEXT) WHERE seq = 3", "not text"),
    ("rows", "UPDATE memory_history SET after = '{' WHERE seq = 3", "memory_history"),
    ("schema", "DROP TRIGGER unified_memories_ai", "unified_memories_ai is missing"),
    ("schema", "DROP INDEX memories_by_created", "memories_by_created is missing"),
    ("schema", "DROP INDEX memories_stale; CREATE INDEX memories_stale ON unified_memories(seq)", "different"),
    ("schema", "DROP TABLE memory_redactions", "memory_redactions is missing"),
    ("schema", "ALTER TABLE unified_memories DROP COLUMN trust_flags", "unified_memories is different"),
    ("schema", "DROP TABLE unified_memories_fts_docsize", "unified_memories_fts is different"),
    ("full_text", "INSERT INTO unified_memories_fts(unified_memories_fts) VALUES ('delete-all')", "0 of 200"),
    (
        "full_text",
        "DROP TRIGGER unified_memories_text_au; UPDATE unified_memories SET content = 'another text' WHERE seq = 5",
        "does not agree",
    ),
    ("keys", "UPDATE unified_memories SET dedupe_key = 'x' WHERE seq = 4", "1 keys"),
    ("keys", "DELETE FROM memory_signatures WHERE seq = 4", "signatures of 1"),
    ("keys", "UPDATE memory_signatures SET telling = telling + 1 WHERE seq = 4", "signatures of 1"),
    ("keys", "INSERT INTO memory_signatures VALUES (1, 1, 1, 9999, 1)", "gone"),
    ("facets", "DELETE FROM memory_facets WHERE seq = 4", "3 tags"),
    ("facets", "INSERT INTO memory_facets VALUES ('tag', 'ghost', 4)", "1 too many"),
    ("vectors", "INSERT INTO unified_memory_embeddings VALUES ('gone', 'm', 1, x'00', 1, '', '')", "1 vectors"),
    ("vectors", "UPDATE unified_memories SET embedding_state = 'done' WHERE seq = 4", "1 memories lost"),
    (
        "legacy",
        "CREATE TABLE memories(id text, scope text, category text, content text, created_at text, "
        "last_accessed_at text); INSERT INTO memories VALUES ('a', 'project', 'fact', 'old', '2025', '2025')",
        "1 rows",
    ),
]


@pytest.mark.parametrize(("name", "sql", "says"), SPOILS)
def test_each_fault_is_found_by_its_check_and_has_a_fix(
    filled: Store, maintenance: Maintenance, name: str, sql: str, says: str
) -> None:
    spoil(filled, sql)
    found = check(maintenance.doctor(), name)
    assert not found.ok
    assert says in found.detail
    assert found.fix == "ademem repair"


def test_a_lost_main_table_asks_for_the_backup(filled: Store, maintenance: Maintenance) -> None:
    spoil(filled, "DROP TABLE unified_memories")
    found = check(maintenance.doctor(), "schema")
    assert not found.ok
    assert found.fix == f"ademem restore-backup {maintenance.backups()[0].path}"


def _first_page(path: str) -> None:
    with open(path, "r+b") as stream:
        stream.write(b"\x00\xff" * 2_048)


def _half(path: str) -> None:
    with open(path, "r+b") as stream:
        stream.truncate(os.path.getsize(path) // 2)


def _pages(path: str) -> None:
    with open(path, "r+b") as stream:
        for page in range(3, os.path.getsize(path) // 4_096, 5):
            stream.seek(page * 4_096)
            stream.write(b"\x5a" * 4_096)


def _words(path: str) -> None:
    Path(path).write_text("not a database at all " * 1_000)


@pytest.mark.parametrize("damage", [_first_page, _half, _pages, _words])
def test_a_damaged_file_names_backup_and_command_and_the_rest_goes_on(
    filled: Store, maintenance: Maintenance, damage: Callable[[str], None]
) -> None:
    newest = maintenance.backups()[0]
    filled.close()
    damage(filled.path)
    report = maintenance.doctor()
    found = check(report, "integrity")
    assert not found.ok
    assert os.path.basename(newest.path) in found.detail
    assert found.fix == f"ademem restore-backup {newest.path}"
    assert f"`{found.fix}`" in found.detail
    assert check(report, "backups").ok
    assert check(report, "sqlite_vec", "").ok
    maintenance.restore(newest.path)
    assert maintenance.doctor().ok


def test_a_damaged_file_without_backups_says_so(filled: Store, maintenance: Maintenance) -> None:
    for one in maintenance.backups():
        os.unlink(one.path)
    filled.close()
    _first_page(filled.path)
    report = maintenance.doctor()
    assert "no sound backup" in check(report, "integrity").detail
    assert not check(report, "backups").ok


def test_a_newer_store_is_told_and_not_touched(filled: Store, maintenance: Maintenance) -> None:
    filled.close()
    spoil(filled, "PRAGMA user_version=99")
    found = check(maintenance.doctor(), "schema")
    assert not found.ok
    assert "newer" in found.detail


def test_a_database_that_git_would_take_is_told(filled: Store, maintenance: Maintenance, paths: Paths) -> None:
    Path(paths.ade_dir, ".gitignore").write_text("*.log\n")
    found = check(maintenance.doctor(), "permissions")
    assert not found.ok
    assert "commit" in found.detail


def test_a_damaged_newest_backup_fails_the_check(filled: Store, maintenance: Maintenance) -> None:
    filled.clock.advance(days=1)  # type: ignore[attr-defined]
    _first_page(maintenance.backup().path)
    found = check(maintenance.doctor(), "backups")
    assert not found.ok
    assert found.fix == "ademem backup"
    assert "1 sound" in found.detail


def test_the_last_error_is_shown_and_fails_nothing(maintenance: Maintenance, paths: Paths) -> None:
    assert note_error(paths, "first", START)
    assert note_error(paths, "second thing\n  with a second line", START)
    found = last_error(paths)
    assert found == (START, "second thing\nwith a second line")
    report = maintenance.doctor()
    assert report.ok
    assert "second thing" in check(report, "last_error", "").detail


def test_the_error_log_stays_small(paths: Paths) -> None:
    for _ in range(4):
        note_error(paths, "x" * (MAX_BYTES // 2), START)
    assert os.path.getsize(paths.error_log) < 2 * MAX_BYTES
    assert note_error(paths._replace(state_dir="/dev/null/no"), "nowhere to go") is False


def test_the_doctor_reports_progress_and_can_be_stopped(filled: Store, maintenance: Maintenance) -> None:
    seen: list[Progress] = []
    maintenance.doctor(seen.append)
    assert [one.done for one in seen] == list(range(1, len(seen) + 1))
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        maintenance.doctor(cancel=cancel)
    assert maintenance.doctor().ok
