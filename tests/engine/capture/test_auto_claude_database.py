"""Auto Claude's database, made with the statements of its documentation."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import apsw
import pytest

from ademem_tui.engine.capture.auto_claude_database import read_auto_claude
from ademem_tui.engine.capture.drafts import Draft, DraftRelation
from ademem_tui.engine.errors import BadInput, NotFound

SCHEMA = """
CREATE TABLE IF NOT EXISTS memories (
  id TEXT PRIMARY KEY, type TEXT NOT NULL, content TEXT NOT NULL, confidence REAL NOT NULL DEFAULT 0.8,
  tags TEXT NOT NULL DEFAULT '[]', related_files TEXT NOT NULL DEFAULT '[]', related_modules TEXT NOT NULL DEFAULT '[]',
  created_at TEXT NOT NULL, last_accessed_at TEXT NOT NULL, access_count INTEGER NOT NULL DEFAULT 0, session_id TEXT,
  commit_sha TEXT, scope TEXT NOT NULL DEFAULT 'global', work_unit_ref TEXT, methodology TEXT,
  source TEXT NOT NULL DEFAULT 'agent_explicit', target_node_id TEXT, impacted_node_ids TEXT DEFAULT '[]',
  relations TEXT NOT NULL DEFAULT '[]', decay_half_life_days REAL, provenance_session_ids TEXT DEFAULT '[]',
  needs_review INTEGER NOT NULL DEFAULT 0, user_verified INTEGER NOT NULL DEFAULT 0, citation_text TEXT,
  pinned INTEGER NOT NULL DEFAULT 0, deprecated INTEGER NOT NULL DEFAULT 0, deprecated_at TEXT, stale_at TEXT,
  project_id TEXT NOT NULL, trust_level_scope TEXT DEFAULT 'personal', chunk_type TEXT, chunk_start_line INTEGER,
  chunk_end_line INTEGER, context_prefix TEXT, embedding_model_id TEXT
);
"""
CREATED, USED, GONE = "2026-01-02T03:04:05.000Z", "2026-03-02T03:04:05.000Z", "2026-04-02T03:04:05.000Z"


@pytest.fixture
def memory_db(tmp_path: Path) -> tuple[Path, apsw.Connection]:
    path = tmp_path / "memory.db"
    connection = apsw.Connection(str(path))
    connection.execute(SCHEMA)
    return path, connection


def _insert(connection: apsw.Connection, **values: Any) -> None:
    values = {"type": "gotcha", "content": "x", "created_at": CREATED, "last_accessed_at": USED, **values}
    values = {"project_id": "/home/me/harbor", **values}
    names, marks = ", ".join(values), ", ".join("?" * len(values))
    connection.execute(f"INSERT INTO memories ({names}) VALUES ({marks})", tuple(values.values()))


def _only(path: Path) -> Draft:
    (draft,) = read_auto_claude(path).drafts
    return draft


def test_a_full_row_keeps_everything_it_knew(memory_db: tuple[Path, apsw.Connection]) -> None:
    path, connection = memory_db
    reference = {"methodology": "native", "hierarchy": ["spec_042", "subtask_3"], "label": "Spec 042 / Subtask 3"}
    _insert(
        connection,
        id="m1",
        type="error_pattern",
        content="The pool hangs after a fork.",
        confidence=0.66,
        tags='["db", "fork"]',
        related_files='["src/db/pool.py"]',
        related_modules='["db"]',
        access_count=5,
        session_id="s1",
        commit_sha="abc123",
        scope="work_unit",
        work_unit_ref=json.dumps(reference),
        methodology="native",
        source="observer_inferred",
        target_node_id="node1",
        impacted_node_ids='["n2"]',
        relations=json.dumps(
            [
                {"targetMemoryId": "m2", "relationType": "validates", "confidence": 0.9, "autoExtracted": True},
                {"targetFilePath": "src/db/pool.py", "relationType": "required_with", "confidence": 0.5},
            ]
        ),
        decay_half_life_days=45,
        provenance_session_ids='["s0", "s1"]',
        user_verified=1,
        citation_text="pool hangs after fork",
        pinned=1,
        stale_at=GONE,
        trust_level_scope="team",
        chunk_type="function",
        chunk_start_line=10,
        embedding_model_id="voyage",
    )
    draft = _only(path)
    request = draft.request
    assert (draft.where, draft.ref, draft.status) == ("memories:m1", "m1", "promoted")
    assert (draft.pinned, draft.verified, draft.needs_review) == (True, True, False)
    assert (request.category, request.content, request.confidence) == (
        "error_pattern", "The pool hangs after a fork.", 0.66,
    )  # fmt: skip
    assert (request.tags, request.related_files, request.related_modules) == (
        ("db", "fork"), ("src/db/pool.py",), ("db",),
    )  # fmt: skip
    assert (request.scope, request.scope_owner_id, request.visibility) == ("work_unit", "spec_042/subtask_3", "team")
    assert (request.source_type, request.session_id, request.commit_sha) == ("observer_inferred", "s1", "abc123")
    assert (request.half_life_days, request.citation_text) == (45.0, "pool hangs after fork")
    assert (request.created_at, request.last_accessed_at, draft.stale_at) == (CREATED, USED, GONE)
    assert (draft.access_count, draft.provenance_session_ids) == (5, ("s0", "s1"))
    assert draft.relations == (
        DraftRelation("validates", "m2", 0.9, "memory"),
        DraftRelation("required_with", "src/db/pool.py", 0.5, "file"),
    )
    assert request.extra == {
        "auto_claude": {
            "project_id": "/home/me/harbor",
            "work_unit_ref": json.dumps(reference),
            "methodology": "native",
            "target_node_id": "node1",
            "impacted_node_ids": '["n2"]',
            "chunk_type": "function",
            "chunk_start_line": 10,
        }
    }


def test_what_was_deprecated_there_is_flagged_wrong_here(memory_db: tuple[Path, apsw.Connection]) -> None:
    path, connection = memory_db
    _insert(connection, id="a", deprecated=1, deprecated_at=GONE, pinned=1, needs_review=1)
    draft = _only(path)
    assert (draft.status, draft.archive_reason, draft.archived_at) == ("archived", "flagged_wrong", GONE)
    assert (draft.pinned, draft.needs_review) == (False, False)


def test_only_what_somebody_vouched_for_is_promoted(memory_db: tuple[Path, apsw.Connection]) -> None:
    path, connection = memory_db
    _insert(connection, id="a", needs_review=1)
    _insert(connection, id="b", user_verified=1)
    _insert(connection, id="c", pinned=1)
    _insert(connection, id="d")
    assert [draft.status for draft in read_auto_claude(path).drafts] == ["candidate", "promoted", "promoted", None]


def test_one_database_holds_many_projects(memory_db: tuple[Path, apsw.Connection]) -> None:
    path, connection = memory_db
    for number in range(5):
        _insert(connection, id=str(number), project_id="one" if number < 3 else "two")
    assert read_auto_claude(path).projects == {"one": 3, "two": 2}
    some = read_auto_claude(path, "two")
    assert ([draft.ref for draft in some.drafts], some.projects) == (["3", "4"], {"one": 3, "two": 2})
    with pytest.raises(NotFound, match=r"one \(3\), two \(2\)"):
        read_auto_claude(path, "three")


def test_typed_memories_are_readable_and_keep_their_fields(memory_db: tuple[Path, apsw.Connection]) -> None:
    path, connection = memory_db
    dead_end = {
        "approachTried": "LISTEN/NOTIFY",
        "whyItFailed": "Signals are lost",
        "alternativeUsed": "Polling",
        "taskContext": "A faster worker",
    }
    recipe = {
        "taskPattern": "adding a handler",
        "steps": [
            {"order": 1, "description": "Write it", "canonicalFile": "src/ipc.ts", "canonicalLine": 7},
            {"order": 2, "description": "Test it"},
        ],
        "successCount": 2,
    }
    _insert(connection, id="a", type="dead_end", content=json.dumps(dead_end))
    _insert(connection, id="b", type="workflow_recipe", content=json.dumps(recipe))
    _insert(connection, id="c", type="dead_end", content=json.dumps({"note": "no fields of a dead end"}))
    _insert(connection, id="d", content="[1, 2] is JSON but no document")
    _insert(connection, id="e", content="true")
    first, second, third, fourth, fifth = read_auto_claude(path).drafts
    assert first.request.content.split("\n")[:2] == ["Approach tried: LISTEN/NOTIFY", "Why it failed: Signals are lost"]
    assert first.request.payload == {
        "tried": "LISTEN/NOTIFY",
        "why_failed": "Signals are lost",
        "used_instead": "Polling",
        "context": "A faster worker",
    }
    assert second.request.category == "procedure"
    assert second.request.payload == {
        "trigger": "adding a handler",
        "steps": [{"text": "Write it", "file": "src/ipc.ts", "line": 7}, {"text": "Test it"}],
    }
    assert "- Write it (order 1, canonicalFile src/ipc.ts, canonicalLine 7)" in second.request.content
    kept = (second.request.extra or {})["auto_claude"]
    assert (kept["content"], kept["type"]) == (recipe, "workflow_recipe")
    assert (third.request.payload, third.request.content) == (None, "Note: no fields of a dead end")
    assert (fourth.request.content, fifth.request.content) == ("[1, 2] is JSON but no document", "true")


def test_lists_that_are_too_long_or_broken_are_kept_aside(memory_db: tuple[Path, apsw.Connection]) -> None:
    path, connection = memory_db
    _insert(
        connection,
        id="a",
        tags=json.dumps([f"t{number}" for number in range(25)] + ["y" * 100]),
        related_files="src/a.py, src/b.py",
        related_modules="{broken",
        relations=json.dumps([{"relationType": "likes", "targetMemoryId": "m2"}]),
        citation_text="z" * 60,
    )
    draft = _only(path)
    kept = (draft.request.extra or {})["auto_claude"]
    assert (len(draft.request.tags), kept["tags"]) == (20, ["t20", "t21", "t22", "t23", "t24", "y" * 100])
    assert draft.request.related_files == ("src/a.py", "src/b.py")
    assert draft.relations == ()
    assert kept["relations"] == [{"relationType": "likes", "targetMemoryId": "m2"}]
    assert (draft.request.citation_text, kept["citation_text"]) == (None, "z" * 60)


def test_the_scope_everybody_gets_there_decides_nothing_here(memory_db: tuple[Path, apsw.Connection]) -> None:
    path, connection = memory_db
    _insert(connection, id="a", scope="session", session_id="s9")
    draft = _only(path)
    assert (draft.request.visibility, draft.request.scope_owner_id) == (None, "s9")
    assert (draft.request.extra or {})["auto_claude"]["trust_level_scope"] == "personal"


def test_an_ade_table_of_the_same_name_is_not_taken_for_it(tmp_path: Path) -> None:
    path = tmp_path / "ade.db"
    connection = apsw.Connection(str(path))
    connection.execute("CREATE TABLE memories (id, category, content, project_id)")
    connection.close()
    with pytest.raises(BadInput, match="no memories of Auto Claude"):
        read_auto_claude(path)
