"""From fields to a request, and what would become of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ademem_tui.engine.clock import FixedClock
from ademem_tui.engine.config import Config
from ademem_tui.engine.engine import Engine
from ademem_tui.engine.errors import BadInput, NotAllowed
from ademem_tui.engine.memories.teaching import (
    Preview,
    fields_from,
    fold,
    origin_of,
    preview,
    request_of,
)
from ademem_tui.engine.model import Memory
from ademem_tui.engine.paths import paths_for


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    (tmp_path / "p").mkdir()
    paths = paths_for(tmp_path / "p", {"ADEMEM_HOME": str(tmp_path / "home")})
    with Engine(paths, Config.of(), clock=FixedClock("2026-01-05T10:00:00.000Z", 1_000)) as engine:
        yield engine


def looked(engine: Engine, **fields: str) -> Preview:
    return preview(engine.memories, {name.replace("__", "."): text for name, text in fields.items()})


def kept(engine: Engine, **fields: str) -> Memory:
    memory = engine.memories.write(request_of(fields), origin=origin_of(fields)).memory
    assert memory is not None
    return memory


def test_empty_fields_are_left_to_the_gate() -> None:
    request = request_of({"content": "The tide table is read at noon."}, branch="main", commit="abc")
    assert (request.category, request.scope, request.visibility, request.importance) == ("fact", "project", None, None)
    assert (request.branch, request.commit_sha, request.payload) == ("main", "abc", None)


def test_a_personal_memory_belongs_to_no_branch() -> None:
    fields = {"content": "I like tea.", "user": "yes"}
    assert request_of(fields, branch="main", commit="abc").branch is None
    assert origin_of(fields) == "user"


def test_lists_and_typed_fields_are_read_as_typed() -> None:
    request = request_of(
        {
            "content": "How we release.",
            "category": "procedure",
            "files": " a.py ,, b c.py, a.py",
            "payload.trigger": "on release",
            "payload.steps": "tag it\n\npush it",
        }
    )
    assert request.related_files == ("a.py", "b c.py")
    assert request.payload == {"trigger": "on release", "steps": ["tag it", "push it"]}


def test_a_half_filled_payload_names_what_is_missing(engine: Engine) -> None:
    with pytest.raises(BadInput, match="Why it failed"):
        request_of({"content": "x", "category": "dead_end", "payload.tried": "y"})
    result = looked(engine, content="x", category="dead_end", payload__tried="y")
    assert not result.result.accepted
    assert "Why it failed" in result.result.reason


def test_numbers_that_are_none_are_told_as_such(engine: Engine) -> None:
    fields = {"content": "x", "category": "task_calibration", "payload.planned": "many"}
    with pytest.raises(BadInput, match="planned"):
        request_of(fields)


def test_a_preview_writes_nothing_and_says_what_would_be_stored(engine: Engine) -> None:
    result = looked(engine, content="Uploads hang unless the proxy buffers.", tags="Proxy")
    assert (result.category, result.is_guessed, result.result.accepted) == ("gotcha", True, True)
    assert result.stored["summary"] == "Uploads hang unless the proxy buffers."
    assert (result.stored["tags"], result.half_life_days) == (("proxy",), 60)
    assert result.near == ()
    assert not engine.shelves.project.exists()


def test_a_refusal_says_whether_a_person_may_insist(engine: Engine) -> None:
    diff = looked(engine, content="diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n")
    assert (diff.result.accepted, diff.can_store_anyway) == (False, True)
    long = looked(engine, content="x" * 2_001)
    assert (long.result.accepted, long.can_store_anyway) == (False, False)


def test_the_same_fact_is_found_first_and_a_near_one_with_its_difference(engine: Engine) -> None:
    near = kept(engine, content="Dock 4 opens at 6 in the morning on weekdays.", category="fact")
    other = looked(engine, content="Dock 4 opens at 7 in the morning on weekdays.", category="fact")
    assert other.target is not None
    assert (other.target.memory.id, other.result.merged_into) == (near.id, None)
    assert other.target.difference
    same = looked(engine, content="dock 4 opens at 6 in the morning on weekdays", category="fact")
    assert same.result.merged_into == near.id
    assert same.target is not None
    assert same.target.memory.id == near.id


def test_a_personal_memory_is_near_too(engine: Engine) -> None:
    kept(engine, content="Invoices are numbered by the billing clerk.", user="yes")
    found = looked(engine, content="Invoices are numbered by the billing robot.")
    assert [near.origin for near in found.near] == ["user"]


def test_folding_keeps_what_both_know_and_can_be_undone(engine: Engine) -> None:
    memory = kept(engine, content="Dock 4 opens at 6.", tags="dock", files="a.py", importance="high", category="fact")
    request = request_of({"content": "Dock 4 opens at 7.", "tags": "hours, dock", "files": "b.py", "category": "fact"})
    edited = fold(engine.editing, memory, request).done.memories[0]
    assert (edited.content, edited.tags, edited.importance) == ("Dock 4 opens at 7.", ("dock", "hours"), "high")
    assert edited.related_files == ("a.py", "b.py")
    with pytest.raises(NotAllowed, match="changed by somebody else"):
        fold(engine.editing, memory, request)
    engine.history.undo()
    assert engine.memories.get(memory.id)[0].content == "Dock 4 opens at 6."


def test_a_form_starts_from_a_memory(engine: Engine) -> None:
    memory = kept(engine, content="Dock 4 opens at 6.", tags="dock, hours", files="a.py", category="fact")
    fields = fields_from(memory)
    assert (fields["tags"], fields["files"], fields["category"]) == ("dock, hours", "a.py", "fact")
    assert "owner" not in fields
    assert "user" not in fields


def test_facets_are_completed_most_common_first(engine: Engine) -> None:
    kept(engine, content="One about redis.", tags="redis, rest")
    kept(engine, content="Two about redis.", tags="redis", user="yes")
    kept(engine, content="Three about something else.", tags="other")
    assert engine.memories.facet_values("tag", "re") == ["redis", "rest"]
    assert engine.memories.facet_values("tag", "", 1) == ["redis"]
    assert engine.memories.facet_values("module", "re") == []
