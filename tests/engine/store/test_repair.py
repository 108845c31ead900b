"""Repair mends what the doctor finds, loses nothing, can be undone, and has nothing to do the second time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import apsw
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ademem_tui.engine.clock import FixedClock, IdSource
from ademem_tui.engine.config import Config
from ademem_tui.engine.errors import StoreDamaged
from ademem_tui.engine.jobs import Cancelled, CancelToken, Progress
from ademem_tui.engine.model import PERSON, Actor, Filter, Memory
from ademem_tui.engine.paths import Paths, UserFolders
from ademem_tui.engine.store import history, reading
from ademem_tui.engine.store.legacy import bare_values
from ademem_tui.engine.store.maintenance import Maintenance
from ademem_tui.engine.store.malformed import as_time
from ademem_tui.engine.store.repair import STEPS, Repaired
from ademem_tui.engine.store.store import Store
from ademem_tui.engine.store.undo import undo

START = "2026-03-01T10:00:00.000Z"

LEGACY = """
CREATE TABLE memories (
  id text primary key, project_id text not null, scope text not null, category text not null, content text not null,
  importance text default 'medium', source_session_id text, source_pack_key text, status text default 'promoted',
  agent_id text, confidence real default 1.0, promoted_at text, source_run_id text, created_at text not null,
  last_accessed_at text not null, access_count integer default 0, mood text
);
"""


class Bench:
    """A project with a store and the parts that keep it healthy."""

    def __init__(self, folder: str) -> None:
        folders = UserFolders(f"{folder}/config", f"{folder}/data", f"{folder}/state", f"{folder}/log")
        self.paths = Paths(folder, folder, False, *folders)
        self.clock = FixedClock(START)
        self.store = Store(self.paths.database, self.clock, IdSource(self.clock))
        user = Store(self.paths.user_database, self.clock, self.store.ids, origin="user")
        self.user = user
        self.maintenance = Maintenance(self.store, user, self.paths, Config.of(), self.clock)

    def fill(self, count: int) -> None:
        with self.store.act("remember", PERSON) as act:
            for number in range(count):
                text = f"Fact number {number}: the parser of module m{number} is slow"
                values = bare_values(self.store.ids.new(), text, act.at)
                values.update(tags=("speed", f"t{number % 3}"), related_files=(f"src/m{number}.py",))
                act.insert(values)
        self.maintenance.backup()

    def spoil(self, sql: str, bindings: tuple[Any, ...] = ()) -> None:
        with closing(apsw.Connection(self.store.path)) as connection:
            connection.execute(sql, bindings)

    def repair(self) -> Repaired:
        return self.maintenance.repair()[0]

    def memory(self, seq: int) -> Memory:
        with self.store.reading() as connection:
            found = reading.by_seq(connection, seq)
        assert found is not None
        return found

    def sound(self) -> bool:
        report = self.maintenance.doctor()
        assert report.ok, report.failed
        return True

    def close(self) -> None:
        self.store.close()
        self.user.close()


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    made = Bench(str(tmp_path))
    made.fill(30)
    yield made
    made.close()


def test_a_sound_store_has_nothing_to_mend(bench: Bench) -> None:
    done = bench.repair()
    assert done.total == 0
    assert set(STEPS) <= set(done.steps)
    assert done.backup is not None
    assert os.path.exists(done.backup.path)


def test_no_file_is_made_by_repairing_none(tmp_path: Path) -> None:
    bench = Bench(str(tmp_path))
    assert [one.total for one in bench.maintenance.repair()] == [0, 0]
    assert not bench.store.exists()
    bench.close()


MENDS: list[tuple[str, str]] = [
    ("schema", "DROP TRIGGER unified_memories_ai"),
    ("schema", "DROP INDEX memories_by_created"),
    ("schema", "DROP INDEX memories_stale; CREATE INDEX memories_stale ON unified_memories(seq)"),
    ("schema", "DROP TABLE memory_redactions"),
    ("schema", "ALTER TABLE unified_memories DROP COLUMN trust_flags"),
    ("schema", "DROP TABLE unified_memories_trigram"),
    *(("schema", f"DROP TABLE unified_memories_fts_{part}") for part in ("data", "idx", "docsize", "config")),
    ("full_text", "INSERT INTO unified_memories_fts(unified_memories_fts) VALUES ('delete-all')"),
    ("full_text", "UPDATE unified_memories_fts_data SET block = x'ffffffffffff'"),
    ("full_text", "DELETE FROM unified_memories_trigram_data WHERE id > 100"),
    ("keys", "UPDATE unified_memories SET dedupe_key = 'x' WHERE seq = 4"),
    ("keys", "DELETE FROM memory_signatures WHERE seq IN (4, 5)"),
    ("keys", "UPDATE memory_signatures SET telling = telling + 1, sketch = 0 WHERE seq = 4"),
    ("keys", "INSERT INTO memory_signatures VALUES (1, 1, 1, 9999, 1)"),
    ("facets", "DELETE FROM memory_facets WHERE seq = 4"),
    ("facets", "INSERT INTO memory_facets VALUES ('tag', 'ghost', 4)"),
    ("vectors", "INSERT INTO unified_memory_embeddings VALUES ('gone', 'm', 1, x'00', 1, '', '')"),
    ("vectors", "UPDATE unified_memories SET embedding_state = 'done' WHERE seq = 4"),
    ("documents", "UPDATE memory_ops SET detail = 'no json' WHERE seq = 1"),
    ("documents", "UPDATE memory_history SET after = '[1' WHERE seq = 3"),
]


@pytest.mark.parametrize(("step", "sql"), MENDS)
def test_each_step_mends_its_fault_once(bench: Bench, step: str, sql: str) -> None:
    bench.spoil(sql)
    done = bench.repair()
    assert done.steps[step] > 0, done.steps
    assert bench.sound()
    assert bench.repair().total == 0
    with bench.store.reading() as connection:
        assert reading.count(connection, Filter(text="parser")) == 30


def test_an_index_that_misses_rows_is_made_anew(bench: Bench) -> None:
    bench.store.close()
    with closing(apsw.Connection(bench.store.path)) as connection:
        root = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'memories_by_created'").get
        connection.execute("PRAGMA writable_schema=ON")
        connection.execute("UPDATE sqlite_schema SET sql = sql || ' WHERE seq > 5' WHERE name = 'memories_by_created'")
        connection.execute("PRAGMA writable_schema=RESET; REINDEX memories_by_created; PRAGMA writable_schema=ON")
        connection.execute(
            "UPDATE sqlite_schema SET sql = replace(sql, ' WHERE seq > 5', '') WHERE rootpage = ?", (root,)
        )
        connection.execute("PRAGMA writable_schema=RESET")
    found = next(one for one in bench.maintenance.doctor().checks if one.name == "integrity")
    assert not found.ok
    assert found.fix == "ademem repair"
    assert bench.repair().steps["indexes"] == 1
    assert bench.sound()


def test_an_unknown_category_becomes_a_fact_up_for_review_and_the_word_is_kept(bench: Bench) -> None:
    bench.spoil("UPDATE unified_memories SET category = 'wisdom' WHERE seq = 3")
    done = bench.repair()
    assert done.steps["rows"] == 1
    memory = bench.memory(3)
    assert (memory.category, memory.needs_review) == ("fact", True)
    assert memory.extra == {"repaired": {"category": "wisdom"}}
    assert "wisdom" in (memory.review_reason or "")
    assert bench.sound()


def test_an_alias_becomes_its_category_without_review(bench: Bench) -> None:
    bench.spoil("UPDATE unified_memories SET category = 'pitfall', scope = 'lane' WHERE seq = 3")
    bench.repair()
    memory = bench.memory(3)
    assert (memory.category, memory.scope, memory.needs_review) == ("gotcha", "mission", False)


def test_json_that_does_not_parse_is_kept_word_for_word(bench: Bench) -> None:
    bench.spoil("DROP TRIGGER unified_memories_facets_au")
    bench.spoil("UPDATE unified_memories SET tags = '[\"speed', payload = '{half', extra = 'oops' WHERE seq = 3")
    bench.repair()
    memory = bench.memory(3)
    assert (memory.tags, memory.payload) == ((), None)
    assert memory.extra == {"repaired": {"tags": '["speed', "payload": "{half", "extra": "oops"}}
    assert bench.sound()


def test_archived_without_a_reason_and_empty_and_too_long_texts(bench: Bench) -> None:
    bench.spoil("UPDATE unified_memories SET status = 'archived' WHERE seq = 1")
    bench.spoil("UPDATE unified_memories SET content = '' WHERE seq = 2")
    bench.spoil("UPDATE unified_memories SET content = '', summary = ' ' WHERE seq = 3")
    long_text = "long " * 500
    bench.spoil("UPDATE unified_memories SET content = ? WHERE seq = 4", (long_text,))
    assert bench.repair().steps["rows"] == 4
    assert bench.memory(1).archive_reason == "expired"
    assert bench.memory(2).content.startswith("Fact number 1")
    assert (bench.memory(3).status, bench.memory(3).archive_reason) == ("archived", "expired")
    assert bench.memory(4).content == long_text, "a text is never cut"
    assert bench.memory(4).needs_review
    assert bench.sound()


def test_the_repair_of_rows_is_one_act_of_a_job_and_can_be_undone(bench: Bench) -> None:
    for seq in (3, 4, 5):
        bench.spoil("UPDATE unified_memories SET category = 'wisdom', confidence = 7 WHERE seq = ?", (seq,))
    [op_id] = bench.repair().op_ids
    with bench.store.reading() as connection:
        op = history.op(connection, op_id)
    assert op is not None
    assert (op.kind, op.actor, op.changed) == ("repair", Actor("job", "job:repair"), 3)
    with bench.store.act("undo", PERSON) as act:
        undo(act, op)
    assert (bench.memory(3).category, bench.memory(3).confidence, bench.memory(3).extra) == ("wisdom", 7, None)
    assert bench.repair().steps["rows"] == 3
    assert bench.sound()


def test_legacy_rows_come_in_once_with_ids_times_and_what_has_no_column(bench: Bench) -> None:
    bench.spoil(LEGACY)
    insert = (
        "INSERT INTO memories(id, project_id, scope, category, content, status, agent_id, confidence, created_at, "
        "last_accessed_at, access_count, mood, promoted_at, importance) "
        "VALUES (?, 'p1', ?, ?, ?, ?, ?, ?, ?, ?, 4, ?, ?, ?)"
    )
    day = "2025-01-02T03:04:05.000Z"
    same = "Fact number 1: the parser of module m1 is slow"
    rows: list[tuple[Any, ...]] = [
        ("a1", "user", "pitfall", "Redis must run first", "promoted", "w1", 0.9, day, day, "calm", day, "high"),
        ("a2", "project", "folklore", "Never deploy on Friday", "weird", None, 3.0, day, "never", None, None, "vast"),
        ("a3", "project", "fact", same, "promoted", None, 1, day, day, None, None, None),
        ("a4", "project", "fact", "  ", "promoted", None, 1, day, day, None, None, None),
        ("a5", "project", "fact", "long " * 500, "archived", None, 1, day, day, None, None, None),
    ]
    for row in rows:
        bench.spoil(insert, row)
    done = bench.repair()
    assert done.steps["legacy"] == 4
    with bench.store.reading() as connection:
        found = {one: reading.by_id(connection, one) for one in ("a1", "a2", "a3", "a4", "a5")}
        assert connection.execute("SELECT count(*) FROM memories").get == 5, "the old table stays"
    first, second, third = found["a1"], found["a2"], found["a3"]
    assert first is not None
    assert (first.category, first.scope, first.scope_owner_id, first.status) == ("gotcha", "agent", "w1", "promoted")
    assert (first.created_at, first.last_accessed_at, first.promoted_at, first.access_count) == (day, day, day, 4)
    assert (first.importance, first.confidence, first.source_type) == ("high", 0.9, "import")
    assert first.extra == {"legacy": {"project_id": "p1", "mood": "calm", "category": "pitfall", "scope": "user"}}
    assert second is not None
    assert (second.category, second.needs_review, second.status, second.confidence) == ("fact", True, "candidate", 1.0)
    assert third is not None
    assert (third.status, third.archive_reason) == ("archived", "merged"), "the same text is live already"
    assert found["a4"] is None
    assert found["a5"] is not None
    assert bench.sound()
    assert bench.repair().total == 0

    with bench.store.reading() as connection:
        op = history.op(connection, done.op_ids[0])
    assert op is not None
    with bench.store.act("undo", PERSON) as act:
        undo(act, op)
    assert bench.repair().total == 0, "what was undone does not come again by itself"


def test_secrets_of_legacy_rows_stay_out(bench: Bench) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"
    bench.spoil(LEGACY)
    bench.spoil(
        "INSERT INTO memories(id, project_id, scope, category, content, created_at, last_accessed_at) "
        "VALUES ('a1', 'p', 'project', 'fact', ?, ?, ?)",
        (f"The token of the bot is {secret}", START, START),
    )
    bench.repair()
    with bench.store.reading() as connection:
        memory = reading.by_id(connection, "a1")
        logged = connection.execute("SELECT count(*) FROM memory_redactions").get
    assert memory is not None
    assert secret not in memory.content
    assert logged == 1


def test_another_tools_table_of_that_name_is_left_alone(bench: Bench) -> None:
    bench.spoil("CREATE TABLE memories(id, text); INSERT INTO memories VALUES (1, 'x')")
    assert bench.repair().total == 0
    assert bench.sound()


def test_real_damage_is_not_mended_over_but_named_with_its_backup(bench: Bench) -> None:
    newest = bench.maintenance.backups()[0]
    bench.store.close()
    size = os.path.getsize(bench.store.path)
    with open(bench.store.path, "r+b") as stream:
        for page in range(2, size // 4_096, 2):
            stream.seek(page * 4_096)
            stream.write(b"\x5a" * 4_096)
    before = Path(bench.store.path).read_bytes()
    with pytest.raises(StoreDamaged, match=os.path.basename(newest.path)):
        bench.repair()
    bench.store.close()
    assert Path(bench.store.path).read_bytes() == before


def test_a_cancelled_repair_is_taken_up_the_next_time(bench: Bench) -> None:
    bench.spoil("UPDATE unified_memories SET category = 'wisdom'; DELETE FROM memory_facets")
    cancel = CancelToken()

    def stop(progress: Progress) -> None:
        if progress.detail == "rows":
            cancel.cancel()

    with pytest.raises(Cancelled):
        bench.maintenance.repair(stop, cancel)
    assert bench.memory(3).category == "wisdom"
    done = bench.repair()
    assert (done.steps["rows"], done.steps["facets"]) == (30, 90)
    assert bench.sound()


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ("2025-01-02 03:04:05", "2025-01-02T03:04:05.000Z"),
        ("2025-01-02T03:04:05+01:00", "2025-01-02T02:04:05.000Z"),
        (1735787045, "2025-01-02T03:04:05.000Z"),
        ("1735787045123", "2025-01-02T03:04:05.123Z"),
        ("soon", None),
        ("99999999999999", None),
    ],
)
def test_times_of_other_forms(given: object, wanted: str | None) -> None:
    assert as_time(given) == wanted or wanted is None


VALUES = st.one_of(
    st.none(),
    st.integers(-3, 5),
    st.floats(allow_nan=False),
    st.binary(max_size=6),
    st.sampled_from(["", "[]", "{}", "[1, null]", '["a", 2]', '{"a": [1]}', "[[", "archived", "promoted", "merged"]),
    st.sampled_from(["pitfall", "wisdom", "lane", "2025-01-02", "2025-13-41T00:00:00.000Z", "\u202e", "x" * 2_100]),
    st.text(max_size=8),
)
COLUMNS = [
    name for name in Memory.__dataclass_fields__ if name not in ("seq", "id", "embedding_state", "embedding_model")
]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(st.sampled_from(COLUMNS), st.integers(1, 6), VALUES), min_size=1, max_size=12))
def test_whatever_stands_in_the_rows_repair_makes_the_doctor_content(damage: list[tuple[str, int, Any]]) -> None:
    with TemporaryDirectory() as folder:
        bench = Bench(folder)
        try:
            bench.fill(6)
            with closing(apsw.Connection(bench.store.path)) as connection:
                for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
                    connection.execute(f"DROP TRIGGER {name}")
                for column, seq, value in damage:
                    _try_to_store(connection, column, seq, value)
            bench.repair()
            assert bench.sound()
            assert bench.repair().total == 0
            with bench.store.reading() as connection:
                assert len(list(reading.memories(connection, Filter(any_status=True)))) == 6
        finally:
            bench.close()


def _try_to_store(connection: apsw.Connection, column: str, seq: int, value: Any) -> None:
    target = "CAST(? AS TEXT)" if isinstance(value, bytes) and seq % 2 else "?"
    try:
        connection.execute(f"UPDATE unified_memories SET {column} = {target} WHERE seq = ?", (value, seq))
    except apsw.ConstraintError:
        return
