"""Backups and restores of real files."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from ademem_tui.engine.clock import FixedClock, IdSource
from ademem_tui.engine.config import Config
from ademem_tui.engine.engine import Engine
from ademem_tui.engine.errors import BadInput, NotFound, StoreDamaged, StoreError, StoreNewer, StoreReadOnly
from ademem_tui.engine.jobs import Cancelled, CancelToken, Progress
from ademem_tui.engine.model import PERSON, Filter, WriteRequest
from ademem_tui.engine.paths import Paths, UserFolders
from ademem_tui.engine.store import database, history, migrate, reading
from ademem_tui.engine.store.backup import (
    AUTOMATIC,
    BY_PERSON,
    backup_before_migration,
    backups,
    due,
    make_backup,
    newest_sound,
)
from ademem_tui.engine.store.copying import copy_to_file
from ademem_tui.engine.store.legacy import bare_values
from ademem_tui.engine.store.maintenance import Maintenance
from ademem_tui.engine.store.restore import restore_backup
from ademem_tui.engine.store.store import Store

START = "2026-03-01T10:00:00.000Z"


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(START)


@pytest.fixture
def store(tmp_path: Path, clock: FixedClock) -> Iterator[Store]:
    made = Store(str(tmp_path / ".ade" / "ademem.db"), clock, IdSource(clock))
    yield made
    made.close()


@pytest.fixture
def folder(tmp_path: Path) -> str:
    return str(tmp_path / "backups")


def remember(store: Store, *texts: str) -> list[str]:
    ids = []
    with store.act("remember", PERSON) as act:
        for text in texts:
            ids.append(act.insert(bare_values(store.ids.new(), text, act.at)).id)
    return ids


def texts(store: Store) -> list[str]:
    with store.reading() as connection:
        return sorted(memory.content for memory in reading.memories(connection, Filter(any_status=True)))


def names(folder: str) -> list[str]:
    return sorted(os.listdir(folder))


def wreck(path: str, *, header: bool) -> None:
    """Overwrite the first page, or the pages in the middle."""
    size = os.path.getsize(path)
    with open(path, "r+b") as stream:
        stream.seek(0 if header else size // 4)
        stream.write(b"\xde\xad" * (2_048 if header else size // 4))


def test_a_backup_holds_what_the_log_still_holds_and_stands_alone(store: Store, folder: str) -> None:
    remember(store, "first", "second")
    assert os.path.getsize(store.path + "-wal") > 0
    made = make_backup(store, folder, 3)
    assert os.path.basename(made.path) == "ademem-20260301T100000-auto.db"
    assert (made.at, made.memories, made.reason, made.version, made.sound) == (START, 2, "auto", 1, True)
    assert made.size == os.path.getsize(made.path)
    before = Path(made.path).read_bytes()
    assert [one.memories for one in backups(folder)] == [2]
    assert names(folder) == [os.path.basename(made.path)]
    assert Path(made.path).read_bytes() == before


def test_two_backups_of_one_second_do_not_overwrite_each_other(store: Store, folder: str) -> None:
    remember(store, "one")
    first = make_backup(store, folder, 3)
    remember(store, "two")
    second = make_backup(store, folder, 3)
    assert first.path != second.path
    assert sorted(one.memories for one in backups(folder)) == [1, 2]


def test_each_kind_rotates_by_itself(store: Store, folder: str, clock: FixedClock) -> None:
    remember(store, "one")
    by_hand = make_backup(store, folder, 3, reason=BY_PERSON)
    for _ in range(5):
        clock.advance(days=1)
        make_backup(store, folder, 3)
    found = backups(folder)
    assert [one.reason for one in found] == ["auto", "auto", "auto", "backup"]
    assert found[0].at == clock.now()
    assert found[-1].path == by_hand.path
    for _ in range(12):
        clock.advance(days=1)
        make_backup(store, folder, 3, reason=BY_PERSON)
    assert [one.reason for one in backups(folder)].count("backup") == 10


def test_what_a_restore_replaced_stays_for_thirty_days(store: Store, folder: str, clock: FixedClock) -> None:
    remember(store, "one")
    made = make_backup(store, folder, 3)
    restored = restore_backup(store, made.path, folder)
    assert restored.replaced
    clock.advance(days=29)
    make_backup(store, folder, 3)
    assert os.path.exists(restored.replaced)
    clock.advance(days=2)
    make_backup(store, folder, 3)
    assert not os.path.exists(restored.replaced)


def test_nothing_to_back_up_says_so_and_makes_no_file(store: Store, folder: str) -> None:
    with pytest.raises(NotFound):
        make_backup(store, folder, 3)
    assert not store.exists()


def test_a_damaged_store_is_not_backed_up_over_sound_copies(store: Store, folder: str, clock: FixedClock) -> None:
    remember(store, *(f"text number {number} " + "word " * 80 for number in range(300)))
    sound = [make_backup(store, folder, 2)]
    store.close()
    wreck(store.path, header=False)
    clock.advance(days=1)
    for _ in range(3):
        with pytest.raises(StoreDamaged):
            make_backup(store, folder, 2)
    assert [one.path for one in backups(folder)] == [one.path for one in sound]
    assert names(folder) == [os.path.basename(sound[0].path)]


def test_a_damaged_backup_is_listed_as_damaged_and_not_offered(store: Store, folder: str, clock: FixedClock) -> None:
    remember(store, *(f"text number {number} " + "word " * 80 for number in range(300)))
    good = make_backup(store, folder, 3)
    for header in (True, False):
        clock.advance(days=1)
        wreck(make_backup(store, folder, 3).path, header=header)
    found = backups(folder)
    assert [one.sound for one in found] == [False, False, True]
    newest = newest_sound(folder)
    assert newest is not None
    assert newest.path == good.path
    with pytest.raises(StoreDamaged, match=os.path.basename(good.path)):
        restore_backup(store, found[0].path, folder)
    assert len(texts(store)) == 300


def test_a_backup_can_be_cancelled_and_leaves_nothing(store: Store, folder: str) -> None:
    remember(store, "one")
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        make_backup(store, folder, 3, cancel=cancel)
    assert names(folder) == []


def test_due_when_something_changed_a_day_ago_or_the_clock_went_back(
    store: Store, folder: str, clock: FixedClock
) -> None:
    assert not due(store, 24)
    remember(store, "one")
    assert due(store, 24)
    make_backup(store, folder, 3)
    clock.advance(days=2)
    assert not due(store, 24)
    remember(store, "two")
    assert due(store, 24)
    make_backup(store, folder, 3)
    remember(store, "three")
    clock.advance(seconds=3600)
    assert not due(store, 24)
    assert due(store, 1)
    clock.advance(days=-3)
    assert due(store, 24)


def test_restore_brings_back_the_state_with_history_and_keeps_the_other(
    store: Store, folder: str, clock: FixedClock
) -> None:
    remember(store, "kept")
    made = make_backup(store, folder, 3)
    clock.advance(seconds=60)
    remember(store, "later", "later still")
    revision = store.revision()
    restored = restore_backup(store, made.path, folder)
    assert texts(store) == ["kept"]
    assert restored.memories == 1
    assert restored.in_place
    assert restored.replaced
    assert os.path.basename(restored.replaced) == "replaced-20260301T100100.db"
    with store.reading() as connection:
        op = history.newest(connection)[0]
    assert (op.op_id, op.kind, op.actor) == (restored.op_id, "restore backup", PERSON)
    assert op.detail == {"from": made.path, "replaced": restored.replaced}
    assert store.revision() > revision

    assert restored.undo_command == f"ademem restore-backup {restored.replaced}"
    restore_backup(store, restored.replaced, folder)
    assert texts(store) == ["kept", "later", "later still"]
    with store.database.transaction() as connection:
        assert connection.execute("PRAGMA integrity_check").get == "ok"


def test_numbers_of_memories_are_never_given_out_twice(store: Store, folder: str) -> None:
    remember(store, "kept")
    made = make_backup(store, folder, 3)
    remember(store, "lost")
    with store.reading() as connection:
        used = {memory.seq for memory in reading.memories(connection, Filter())}
    restore_backup(store, made.path, folder)
    [new] = remember(store, "new")
    with store.reading() as connection:
        memory = reading.by_id(connection, new)
    assert memory is not None
    assert memory.seq not in used


def test_restore_while_others_read_and_hold_the_file_open(store: Store, folder: str) -> None:
    remember(store, "kept")
    made = make_backup(store, folder, 3)
    remember(store, "later")
    with closing(apsw.Connection(store.path, apsw.SQLITE_OPEN_READONLY)) as other:
        count = "SELECT count(*) FROM unified_memories"
        other.execute("BEGIN")
        assert other.execute(count).get == 2
        restore_backup(store, made.path, folder)
        assert other.execute(count).get == 2, "a reading transaction keeps its moment"
        other.execute("COMMIT")
        assert other.execute(count).get == 1
        assert texts(store) == ["kept"]
    remember(store, "after")
    assert texts(store) == ["after", "kept"]


def test_another_process_sees_the_restored_state(store: Store, folder: str) -> None:
    remember(store, "kept")
    made = make_backup(store, folder, 3)
    remember(store, "later")
    script = (
        "import sys, apsw\n"
        "connection = apsw.Connection(sys.argv[1])\n"
        "count = 'SELECT count(*) FROM unified_memories'\n"
        "print(connection.execute(count).get, flush=True)\n"
        "sys.stdin.readline()\n"
        "print(connection.execute(count).get, flush=True)\n"
        "connection.execute('INSERT INTO store_state VALUES (?, ?)', ('theirs', 1))\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, store.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stdout.readline() == "2\n"
        restore_backup(store, made.path, folder)
        process.stdin.write("\n")
        process.stdin.flush()
        assert process.stdout.readline() == "1\n"
        assert process.wait(60) == 0
    assert store.state("theirs") == 1


def test_writes_during_a_restore_are_in_one_of_the_two_states(store: Store, folder: str) -> None:
    """A writer in another thread goes on; nothing it was told is stored may be in neither file."""
    remember(store, "kept")
    made = make_backup(store, folder, 3)
    written: list[str] = []
    ready, stop = threading.Event(), threading.Event()

    def write() -> None:
        other = Store(store.path, store.clock, IdSource(store.clock))
        while not stop.is_set():
            text = f"write {len(written)}"
            remember(other, text)
            written.append(text)
            ready.set()
        other.close()

    thread = threading.Thread(target=write)
    thread.start()
    ready.wait(60)
    replaced = [restore_backup(store, made.path, folder).replaced for _ in range(3)]
    stop.set()
    thread.join(60)
    found = set(texts(store))
    for file in replaced:
        assert file
        copy = Store(file, store.clock, store.ids, read_only=True)
        found.update(texts(copy))
        copy.close()
    assert set(written) <= found


@pytest.mark.parametrize("header", [True, False])
def test_a_damaged_store_is_restored_and_its_bytes_kept(store: Store, folder: str, header: bool) -> None:
    remember(store, *(f"text number {number} " + "word " * 80 for number in range(300)))
    made = make_backup(store, folder, 3)
    remember(store, "later")
    store.close()
    wreck(store.path, header=header)
    with pytest.raises(StoreError):
        texts(store)
    restored = restore_backup(store, made.path, folder)
    assert restored.in_place is not header
    assert len(texts(store)) == 300
    assert restored.replaced
    if header:
        assert b"\xde\xad" * 100 in Path(restored.replaced).read_bytes()
        assert restored.undo_command == ""
    remember(store, "goes on")
    with store.database.transaction() as connection:
        assert connection.execute("PRAGMA integrity_check").get == "ok"


def test_a_store_that_is_gone_is_restored(store: Store, folder: str) -> None:
    remember(store, "kept")
    made = make_backup(store, folder, 3)
    store.close()
    shutil.rmtree(os.path.dirname(store.path))
    restored = restore_backup(store, made.path, folder)
    assert restored.replaced is None
    assert texts(store) == ["kept"]


def test_a_backup_with_other_page_size_fits(store: Store, folder: str, tmp_path: Path) -> None:
    remember(store, "kept")
    made = make_backup(store, folder, 3)
    other = str(tmp_path / "other.db")
    shutil.copy(made.path, other)
    with closing(apsw.Connection(other)) as connection:
        connection.execute("PRAGMA page_size=1024; VACUUM")
    remember(store, "later")
    restore_backup(store, other, folder)
    assert texts(store) == ["kept"]


def test_what_is_no_backup_is_refused_and_nothing_changes(store: Store, folder: str, tmp_path: Path) -> None:
    remember(store, "kept")
    made = make_backup(store, folder, 3)
    words = tmp_path / "words.db"
    words.write_text("these are only words " * 500)
    other = str(tmp_path / "other.db")
    with closing(apsw.Connection(other)) as connection:
        connection.execute("CREATE TABLE t(x); PRAGMA user_version=1")
    later = str(tmp_path / "later.db")
    shutil.copy(made.path, later)
    with closing(apsw.Connection(later)) as connection:
        connection.execute("PRAGMA user_version=99")
    for file, error in (
        (str(words), StoreDamaged),
        (other, BadInput),
        (later, StoreNewer),
        (store.path, BadInput),
        (str(tmp_path / "nowhere.db"), NotFound),
    ):
        with pytest.raises(error):
            restore_backup(store, file, folder)
    assert texts(store) == ["kept"]
    assert names(folder) == [os.path.basename(made.path)]


def test_a_cancelled_restore_leaves_everything_as_it_was(store: Store, folder: str) -> None:
    remember(store, "kept")
    made = make_backup(store, folder, 3)
    remember(store, "later")
    cancel = CancelToken()

    def stop(progress: Progress) -> None:
        if progress.stage == "Copying pages":
            cancel.cancel()

    with pytest.raises(Cancelled):
        restore_backup(store, made.path, folder, progress=stop, cancel=cancel)
    assert texts(store) == ["kept", "later"]
    assert names(folder) == [os.path.basename(made.path)]


def two_step_migrations(tmp_path: Path, second: str) -> str:
    target = tmp_path / "sql"
    shutil.copytree(os.path.join(os.path.dirname(migrate.__file__), "sql"), target, dirs_exist_ok=True)
    (target / "0002_next.sql").write_text(second)
    return str(target)


def test_an_interrupted_migration_leaves_the_old_version_and_one_backup(store: Store, tmp_path: Path) -> None:
    remember(store, "kept")
    store.close()
    broken = two_step_migrations(tmp_path, "CREATE TABLE next_things(x); INSERT INTO no_such_table VALUES (1);")
    with closing(apsw.Connection(store.path)) as connection:
        for _ in range(3):
            with pytest.raises(apsw.SQLError):
                migrate.bring_up_to_date(connection, store.path, broken)
        assert connection.execute("PRAGMA user_version").get == 1
    kept = [name for name in names(os.path.dirname(store.path)) if "before" in name]
    assert kept == ["ademem.db.before-v2.db"]
    remember(store, "the old version goes on")
    store.close()

    works = two_step_migrations(tmp_path, "CREATE TABLE next_things(x);")
    with closing(apsw.Connection(store.path)) as connection:
        assert migrate.bring_up_to_date(connection, store.path, works) == 1
    kept = [name for name in names(os.path.dirname(store.path)) if "before" in name]
    assert kept == ["ademem.db.before-v2-2.db", "ademem.db.before-v2.db"], "another state gets a copy of its own"


def test_the_backup_before_a_migration_goes_to_the_known_folder_and_restores(
    store: Store, folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    remember(store, "kept")
    monkeypatch.setitem(database.backup_folders, store.path, ("project", lambda: folder))
    kept = backup_before_migration(store.database.writer(), store.path, 1)
    assert kept == os.path.join(folder, "before-v2.db")
    assert [(one.reason, one.memories) for one in backups(folder)] == [("before-v2", 1)]
    remember(store, "later")
    restore_backup(store, kept, folder)
    assert texts(store) == ["kept"]


def places(tmp_path: Path) -> Paths:
    base = str(tmp_path / "home")
    folders = UserFolders(f"{base}/config", f"{base}/data", f"{base}/state", f"{base}/log")
    return Paths(str(tmp_path), str(tmp_path), False, *folders)


@pytest.fixture
def maintenance(store: Store, clock: FixedClock, tmp_path: Path) -> Iterator[Maintenance]:
    paths = places(tmp_path)
    user = Store(paths.user_database, clock, store.ids, origin="user")
    yield Maintenance(store, user, paths, Config.of(), clock)
    user.close()


def test_quitting_makes_the_backup_that_is_due_and_only_then(
    maintenance: Maintenance, store: Store, clock: FixedClock
) -> None:
    assert maintenance.backup_on_quit() == []
    remember(store, "one")
    assert [one.reason for one in maintenance.backup_on_quit()] == [AUTOMATIC]
    assert maintenance.backup_on_quit() == []
    remember(store, "two")
    assert maintenance.backup_on_quit() == []
    clock.advance(days=1)
    assert len(maintenance.backup_on_quit()) == 1
    assert not os.path.exists(maintenance.folder("user"))


def test_a_failing_backup_does_not_break_quitting(maintenance: Maintenance, store: Store) -> None:
    remember(store, "one")
    folder = maintenance.folder()
    os.makedirs(os.path.dirname(folder))
    Path(folder).write_text("a file where the folder should be")
    assert maintenance.backup_on_quit() == []
    found = maintenance.last_error()
    assert found is not None
    assert found.at == START
    assert store.path in found.text


def test_the_user_file_has_backups_of_its_own(maintenance: Maintenance, tmp_path: Path, clock: FixedClock) -> None:
    user = Store(places(tmp_path).user_database, clock, IdSource(clock), origin="user")
    remember(user, "mine")
    made = maintenance.backup("user")
    remember(user, "mine too")
    restored = maintenance.restore(os.path.basename(made.path))
    assert restored.replaced
    assert os.path.dirname(restored.replaced) == maintenance.folder("user")
    assert restored.undo_command == f"ademem restore-backup --user {restored.replaced}"
    with pytest.raises(BadInput, match="with --user"):
        maintenance.restore(made.path, "project")
    assert texts(user) == ["mine"]
    maintenance.restore(restored.replaced)
    assert texts(user) == ["mine", "mine too"]
    assert maintenance.backups() == []
    user.close()


def test_an_error_about_a_damaged_file_names_the_newest_sound_backup(maintenance: Maintenance, store: Store) -> None:
    remember(store, "one")
    made = maintenance.backup()
    store.close()
    wreck(store.path, header=True)
    with pytest.raises(StoreDamaged) as caught:
        texts(store)
    assert f"ademem restore-backup {made.path}" in caught.value.hint
    shown = maintenance.status().project
    assert made.path in shown.trouble
    assert shown.last_backup == made.at


def test_status_counts_what_is_there(maintenance: Maintenance, store: Store) -> None:
    empty = maintenance.status()
    assert not empty.project.exists
    assert not store.exists()
    ids = remember(store, "one", "two", "three")
    with store.act("archive", PERSON) as act:
        memory = reading.by_id(act.connection, ids[0])
        assert memory is not None
        act.update(memory, {"status": "archived", "archive_reason": "expired"})
    made = maintenance.backup()
    shown = maintenance.status().project
    assert shown.by_status == {"candidate": 2, "archived": 1}
    assert shown.live == 2
    assert shown.by_category == {"fact": 2}
    assert shown.by_tier == {2: 2}
    assert (shown.version, shown.last_backup_file) == (1, made.path)
    assert shown.size >= os.path.getsize(store.path)


def test_a_read_only_store_is_backed_up_but_not_restored_into(store: Store, folder: str, clock: FixedClock) -> None:
    remember(store, "kept")
    reader = Store(store.path, clock, store.ids, read_only=True)
    made = make_backup(reader, folder, 3)
    assert made.memories == 1
    with pytest.raises(StoreReadOnly):
        restore_backup(reader, made.path, folder)
    reader.close()


def test_compaction_gives_space_back_when_it_is_worth_it(maintenance: Maintenance, store: Store) -> None:
    ids = remember(store, *(f"text number {number} " + "word " * 200 for number in range(400)))
    assert not any(one.done for one in maintenance.compact())
    with store.act("delete", PERSON) as act:
        for memory in reading.by_ids(act.connection, ids):
            act.purge(memory)
    done = maintenance.compact()
    assert [one.done for one in done] == [True, False]
    assert done[0].bytes_won > 0


def test_a_copy_during_a_transaction_shows_only_what_was_committed(store: Store, tmp_path: Path) -> None:
    remember(store, "kept")
    target = str(tmp_path / "copy.db")
    with store.act("remember", PERSON) as act, closing(database.open_for_reading(store.path)) as source:
        act.insert(bare_values(store.ids.new(), "not yet", act.at))
        assert copy_to_file(source, target) == ""
    copy = Store(target, store.clock, store.ids, read_only=True)
    assert texts(copy) == ["kept"]
    copy.close()


def test_a_restored_store_is_not_due_at_once(store: Store, folder: str) -> None:
    remember(store, "kept")
    made = make_backup(store, folder, 3)
    remember(store, "later")
    restore_backup(store, made.path, folder)
    assert not due(store, 24)


def test_purged_text_leaves_the_backups_too(engine: Engine) -> None:
    word = "zyzzyvaquux"
    kept = engine.memories.write(WriteRequest("One worker drains the queue")).memory
    doomed = engine.memories.write(WriteRequest(f"The hint is {word} as ever")).memory
    assert kept is not None
    assert doomed is not None
    backup = engine.maintenance.backup()
    engine.removal.purge([doomed.id])
    assert word.encode() in Path(backup.path).read_bytes()
    assert engine.maintenance.purge_from_backups([doomed.id]) == [backup.path]
    assert word.encode() not in Path(backup.path).read_bytes()
    (after,) = [one for one in engine.maintenance.backups() if one.path == backup.path]
    assert (after.sound, after.memories) == (True, 1)
    assert engine.maintenance.purge_from_backups([doomed.id]) == []
    assert sorted(Path(backup.path).parent.glob("*.purg*")) == []


def test_half_made_copies_of_killed_processes_go(engine: Engine) -> None:
    engine.memories.write(WriteRequest("One worker drains the queue"))
    folder = Path(engine.maintenance.folder())
    folder.mkdir(parents=True, exist_ok=True)
    old, young = folder / ".aaaa.tmp", folder / ".bbbb.tmp-journal"
    old.write_bytes(b"half")
    young.write_bytes(b"half")
    os.utime(old, (0, 0))
    engine.maintenance.backup()
    assert not old.exists()
    assert young.exists()
