"""ADE's database, made with the statements of its documentation."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import apsw
import pytest

from ademem_tui.engine.capture.ade_database import read_ade
from ademem_tui.engine.capture.drafts import DraftRelation
from ademem_tui.engine.errors import BadInput
from ademem_tui.engine.payloads import validated

SCHEMA = """
create table if not exists unified_memories (
  id text primary key, project_id text not null, scope text not null, scope_owner_id text,
  tier integer not null default 2, category text not null, content text not null,
  importance text not null default 'medium', confidence real not null default 1.0,
  observation_count integer not null default 1, status text not null default 'promoted',
  source_type text not null default 'agent', source_id text, source_session_id text, source_pack_key text,
  source_run_id text, file_scope_pattern text, agent_id text, pinned integer not null default 0,
  access_score real not null default 0, composite_score real not null default 0, write_gate_reason text,
  dedupe_key text not null default '', created_at text not null, updated_at text not null,
  last_accessed_at text not null, access_count integer not null default 0, promoted_at text
);
create table if not exists memories (
  id text primary key, project_id text not null, scope text not null, category text not null, content text not null,
  importance text default 'medium', source_session_id text, source_pack_key text, status text default 'promoted',
  agent_id text, confidence real default 1.0, promoted_at text, source_run_id text, created_at text not null,
  last_accessed_at text not null, access_count integer default 0
);
create table if not exists memory_procedure_details (
  memory_id text primary key, trigger text not null, procedure_markdown text not null,
  success_count integer not null default 0, failure_count integer not null default 0, last_used_at text,
  exported_skill_path text, exported_at text, superseded_by_memory_id text, created_at text not null,
  updated_at text not null
);
create table if not exists memory_procedure_sources (
  procedure_memory_id text not null, episode_memory_id text not null, created_at text not null,
  primary key (procedure_memory_id, episode_memory_id)
);
"""
CREATED, UPDATED, USED = "2026-01-02T03:04:05.000Z", "2026-02-02T03:04:05.000Z", "2026-03-02T03:04:05.000Z"


def _insert(connection: apsw.Connection, table: str, **values: Any) -> None:
    if table == "unified_memories":
        values = {"updated_at": UPDATED, **values}
    if table in ("unified_memories", "memories"):
        values = {"project_id": "p1", "created_at": CREATED, "last_accessed_at": USED, "scope": "project", **values}
        values = {"category": "fact", **values}
    names = ", ".join(values)
    marks = ", ".join("?" * len(values))
    connection.execute(f"insert into {table} ({names}) values ({marks})", tuple(values.values()))


@pytest.fixture
def ade(tmp_path: Path) -> tuple[Path, apsw.Connection]:
    path = tmp_path / "ade.db"
    connection = apsw.Connection(str(path))
    connection.execute(SCHEMA)
    return path, connection


def test_a_full_row_keeps_everything_it_knew(ade: tuple[Path, apsw.Connection]) -> None:
    path, connection = ade
    _insert(
        connection,
        "unified_memories",
        id="m1",
        scope="agent",
        scope_owner_id="coder",
        tier=1,
        category="convention",
        content="Use pnpm, never npm.",
        importance="high",
        confidence=0.85,
        observation_count=4,
        source_type="user",
        source_id="s",
        source_session_id="sess",
        source_pack_key="pack",
        source_run_id="run",
        file_scope_pattern="web/**",
        agent_id="coder",
        pinned=1,
        access_score=0.7,
        composite_score=0.6,
        write_gate_reason="duplicate",
        dedupe_key="use pnpm, never npm.",
        access_count=9,
        promoted_at=UPDATED,
    )
    (draft,) = read_ade(path).drafts
    request = draft.request
    assert (draft.where, draft.ref, draft.status, draft.tier, draft.pinned) == (
        "unified_memories:m1", "m1", "promoted", 1, True,
    )  # fmt: skip
    assert (request.content, request.category, request.scope, request.scope_owner_id) == (
        "Use pnpm, never npm.", "convention", "agent", "coder",
    )  # fmt: skip
    assert (request.source_type, request.importance, request.confidence) == ("user_taught", "high", 0.85)
    assert (request.session_id, request.run_id, request.pack_key, request.source_id) == ("sess", "run", "pack", "s")
    assert (request.file_scope_pattern, request.agent_id) == ("web/**", "coder")
    assert (request.created_at, request.last_accessed_at) == (CREATED, USED)
    assert (draft.updated_at, draft.promoted_at) == (UPDATED, UPDATED)
    assert (draft.observation_count, draft.access_count) == (4, 9)
    assert request.extra == {
        "ade": {"project_id": "p1", "access_score": 0.7, "composite_score": 0.6, "write_gate_reason": "duplicate"}
    }


@pytest.mark.parametrize(
    ("word", "source"),
    [
        ("agent", "agent_explicit"),
        ("user", "user_taught"),
        ("system", "system"),
        ("mission_promotion", "mission_promotion"),
        ("consolidation", "consolidation"),
        ("something", "import"),
    ],
)
def test_sources_become_ours(ade: tuple[Path, apsw.Connection], word: str, source: str) -> None:
    path, connection = ade
    _insert(connection, "unified_memories", id="m1", content="x", source_type=word)
    (draft,) = read_ade(path).drafts
    assert draft.request.source_type == source
    assert ("source_type" in (draft.request.extra or {})["ade"]) == (source == "import")


def test_candidates_and_archived_rows_stay_what_they_are(ade: tuple[Path, apsw.Connection]) -> None:
    path, connection = ade
    _insert(connection, "unified_memories", id="a", content="a candidate", status="candidate", tier=3)
    _insert(connection, "unified_memories", id="b", content="an old one", status="archived", tier=3)
    _insert(connection, "unified_memories", id="c", content="old procedure", category="procedure", status="archived")
    _insert(connection, "unified_memories", id="d", content="new procedure", category="procedure")
    _insert(
        connection, "memory_procedure_details", memory_id="c", trigger="t", procedure_markdown="1. go",
        superseded_by_memory_id="d", created_at=CREATED, updated_at=UPDATED,
    )  # fmt: skip
    drafts = {draft.ref: draft for draft in read_ade(path).drafts}
    assert [(ref, draft.status, draft.archive_reason) for ref, draft in drafts.items()] == [
        ("a", "candidate", None),
        ("b", "archived", "expired"),
        ("c", "archived", "superseded"),
        ("d", "promoted", None),
    ]
    assert drafts["d"].relations == (DraftRelation("supersedes", "c"),)


def test_legacy_rows_come_along_once(ade: tuple[Path, apsw.Connection]) -> None:
    path, connection = ade
    _insert(connection, "unified_memories", id="m1", content="moved already")
    _insert(connection, "memories", id="m1", content="moved already")
    _insert(connection, "memories", id="m2", scope="user", agent_id="coder", content="only old", category="preference")
    _insert(connection, "memories", id="m3", scope="lane", source_run_id="run9", content="of a lane", project_id="p2")
    parsed = read_ade(path)
    assert [(draft.where, draft.request.scope, draft.request.scope_owner_id) for draft in parsed.drafts] == [
        ("unified_memories:m1", "project", None),
        ("memories:m2", "user", "coder"),
        ("memories:m3", "lane", "run9"),
    ]
    assert [draft.request.source_type for draft in parsed.drafts][1:] == ["import", "import"]
    assert [entry.reason for entry in parsed.skipped] == ["1 rows that unified_memories holds as well"]
    assert parsed.projects == {"p1": 2, "p2": 1}
    assert [draft.ref for draft in read_ade(path, project_id="p2").drafts] == ["m3"]


def test_an_old_database_with_fewer_columns_is_read(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    connection = apsw.Connection(str(path))
    connection.execute("create table Memories (ID text, Category text, Content text, created_at integer, wisdom text)")
    connection.execute("insert into memories values ('1', 'lore', 'Told by the fire.', 1767323045678, 'much')")
    connection.close()
    (draft,) = read_ade(path).drafts
    assert (draft.request.category, draft.request.created_at) == ("fact", "2026-01-02T03:04:05.678Z")
    assert (draft.request.confidence, draft.status, draft.tier) == (None, None, None)
    assert draft.request.extra == {"ade": {"category": "lore", "wisdom": "much"}}


def test_bad_values_are_kept_aside_not_believed(ade: tuple[Path, apsw.Connection]) -> None:
    path, connection = ade
    _insert(
        connection, "unified_memories", id="m1", content="x", importance="urgent", confidence=85, status="odd",
        created_at="", last_accessed_at="last week", category="digest",
    )  # fmt: skip
    (draft,) = read_ade(path).drafts
    request = draft.request
    assert (request.importance, request.confidence, draft.status, request.created_at) == (None, None, None, None)
    assert request.category == "digest"
    kept = (request.extra or {})["ade"]
    assert (kept["importance"], kept["confidence"], kept["status"]) == ("urgent", 85.0, "odd")
    assert kept["last_accessed_at"] == "last week"


EPISODE = {
    "taskDescription": "Issue invoices",
    "approachTaken": "Pure draft, then insert",
    "outcome": "success",
    "toolsUsed": ["Read", "Edit"],
    "patternsDiscovered": [],
    "gotchas": ["Tax per line"],
    "decisionsMade": ["Let the database decide races"],
    "duration": 340,
}


def test_an_episode_is_readable_and_typed(ade: tuple[Path, apsw.Connection]) -> None:
    path, connection = ade
    packed = base64.b64encode(json.dumps(EPISODE).encode()).decode()
    _insert(
        connection, "unified_memories", id="a", category="episode", content=f"Issue invoices\n<!-- episode:{packed} -->"
    )
    _insert(connection, "unified_memories", id="b", category="episode", content=json.dumps(EPISODE))
    _insert(connection, "unified_memories", id="c", category="episode", content="Plain\n<!-- episode:!!! -->")
    _insert(connection, "unified_memories", id="d", category="episode", content="Plain\n<!-- episode:AAAAA -->")
    first, second, third, fourth = read_ade(path).drafts
    assert first.request.content == "Issue invoices"
    assert second.request.content.startswith("Task description: Issue invoices\nApproach taken: Pure draft")
    assert first.request.payload == second.request.payload
    assert first.request.payload == {
        "task": "Issue invoices",
        "approach": "Pure draft, then insert",
        "outcome": "success",
        "gotchas": ["Tax per line"],
        "decisions": ["Let the database decide races"],
        "tools": ["Read", "Edit"],
        "duration_s": 340,
    }
    assert (first.request.extra or {})["ade"]["episode"] == EPISODE
    assert (third.request.content, third.request.payload) == ("Plain\n<!-- episode:!!! -->", None)
    assert fourth.request.payload is None


def test_a_procedure_brings_its_steps_and_its_episodes(ade: tuple[Path, apsw.Connection]) -> None:
    path, connection = ade
    _insert(connection, "unified_memories", id="p", category="procedure", content="How to add a carrier")
    _insert(
        connection, "memory_procedure_details", memory_id="p", trigger="A new carrier",
        procedure_markdown="## Trigger\nA new carrier\n\n## Recommended Procedure\n1. Write the adapter\n2. Test it\n",
        success_count=3, created_at=CREATED, updated_at=UPDATED,
    )  # fmt: skip
    _insert(connection, "memory_procedure_sources", procedure_memory_id="p", episode_memory_id="e1", created_at="")
    (draft,) = read_ade(path).drafts
    assert draft.request.payload == {
        "trigger": "A new carrier",
        "steps": [{"text": "Write the adapter"}, {"text": "Test it"}],
    }
    assert validated("procedure", draft.request.payload) == draft.request.payload
    assert draft.relations == (DraftRelation("derived_from", "e1"),)
    assert (draft.request.extra or {})["ade"]["procedure"]["success_count"] == 3


def test_a_text_too_long_for_one_memory_comes_in_parts(ade: tuple[Path, apsw.Connection]) -> None:
    path, connection = ade
    text = "\n\n".join(f"Part {number}. " + "word " * 250 for number in range(3))
    _insert(connection, "unified_memories", id="m", content=text)
    _insert(connection, "unified_memories", id="n", content="y" * 2_100)
    _insert(connection, "unified_memories", id="o", content="  ")
    parsed = read_ade(path)
    assert [draft.ref for draft in parsed.drafts] == ["m", "m#2", "m#3"]
    assert [draft.relations for draft in parsed.drafts[1:]] == [(DraftRelation("derived_from", "m"),)] * 2
    assert [(entry.where, entry.reason.split(" with")[0]) for entry in parsed.skipped] == [
        ("unified_memories:n", "a text of 2,100 characters"),
        ("unified_memories:o", "no text"),
    ]


def test_other_databases_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    connection = apsw.Connection(str(path))
    connection.execute("create table things (a)")
    with pytest.raises(BadInput, match="no memories of ADE"):
        read_ade(path)
    connection.execute("create table unified_memories (id, content, category, rev, source_who)")
    with pytest.raises(BadInput, match="database of ademem"):
        read_ade(path)
    connection.close()
