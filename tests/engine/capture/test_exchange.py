"""Export, import and what stands between them: the plan."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ademem_tui.engine.clock import FixedClock, IdSource
from ademem_tui.engine.engine import Engine
from ademem_tui.engine.errors import BadInput, EngineError
from ademem_tui.engine.jobs import Cancelled, CancelToken
from ademem_tui.engine.model import Filter, WriteRequest
from ademem_tui.engine.paths import paths_for

RULES = """# Project rules

## Conventions
- Use tabs in Makefiles, spaces everywhere else
- Money is integer cents, never floats

## Gotchas
- Auth tests hang unless REDIS_URL is set
"""


def opened(folder: str) -> Engine:
    clock = FixedClock("2026-03-01T12:00:00.000Z", step_ms=1000)
    Path(folder).mkdir(exist_ok=True)
    return Engine(paths_for(folder, {"ADEMEM_HOME": folder + "-home"}), clock=clock, ids=IdSource(clock))


def exported(engine: Engine) -> str:
    return "".join(engine.exchange.export())


def import_file(engine: Engine, file: Path) -> int:
    return engine.exchange.apply(engine.exchange.plan(str(file))).added


words = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), min_size=1, max_size=60)
acts = st.lists(
    st.tuples(
        st.sampled_from(("write", "pin", "edit", "flag", "delete", "relate", "undo", "purge")), words, st.integers(0, 5)
    ),
    max_size=8,
)


@settings(max_examples=25)
@given(acts)
def test_export_import_export_gives_the_same_document(sequence: list[tuple[str, str, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        with opened(folder + "/one") as first:
            first.memories.write(
                WriteRequest("The first fact that is always there", tags=("a", "b"), related_files=("x/y.py",))
            )
            for act, text, which in sequence:
                ids = [memory.id for memory, _ in first.memories.every(Filter(any_status=True), sort="-created")]
                one = ids[which % len(ids)] if ids else "?"
                try:
                    match act:
                        case "write":
                            first.memories.write(WriteRequest(text))
                        case "edit":
                            first.editing.edit([one], {"content": text})
                        case "flag":
                            first.acts.flag([one], text)
                        case "relate":
                            first.acts.relate(one, "related_to", ids[0] if ids else "?")
                        case "undo":
                            first.history.undo()
                        case "purge":
                            first.removal.purge([one])
                        case _:
                            getattr(first.acts, act)([one])
                except EngineError:
                    continue
            before = exported(first)
        file = Path(folder, "export.json")
        file.write_text(before, encoding="utf-8")
        with opened(folder + "/two") as second:
            second.exchange.apply(second.exchange.plan(str(file)))
            assert exported(second) == before


def test_an_import_of_ours_is_one_act_and_a_second_one_adds_nothing(tmp_path: Path) -> None:
    with opened(str(tmp_path / "one")) as first:
        for number in range(30):
            first.memories.write(WriteRequest(f"Fact {number}: worker {number} owns shard {number * 7}"))
        first.acts.pin([first.memories.page(Filter()).entries[0].line.id])
        file = tmp_path / "export.json"
        file.write_text(exported(first))
    with opened(str(tmp_path / "two")) as second:
        assert import_file(second, file) == 30
        plan = second.exchange.plan(str(file))
        assert (plan.count("new"), plan.count("duplicate")) == (0, 30)
        assert second.exchange.apply(plan).added == 0
        taken = second.history.undo()
        assert taken.op.kind == "import"
        assert second.memories.count(Filter(any_status=True)) == 0
        with pytest.raises(EngineError, match="nothing to undo"):
            second.history.undo()
        second.history.redo()
        assert second.memories.count(Filter(any_status=True)) == 30


def test_a_rules_file_is_planned_then_imported_and_undone(tmp_path: Path) -> None:
    file = tmp_path / "CLAUDE.md"
    file.write_text(RULES)
    with opened(str(tmp_path / "one")) as engine:
        engine.memories.write(WriteRequest("Money is integer cents, never floats", "convention"))
        plan = engine.exchange.plan(str(file))
        assert {item.verdict for item in plan.items} == {"new", "duplicate"}
        assert plan.count("new") == 2
        done = engine.exchange.apply(plan)
        assert (done.added, done.merged) == (2, 1)
        found = {line.line.category for line in engine.memories.page(Filter(source_types=("import",))).entries}
        assert found == {"convention", "gotcha"}
        engine.history.undo()
        assert engine.memories.count(Filter()) == 1
        assert engine.memories.page(Filter()).entries[0].line.access_count == 0


def test_rows_can_be_left_out(tmp_path: Path) -> None:
    file = tmp_path / "CLAUDE.md"
    file.write_text(RULES)
    with opened(str(tmp_path / "one")) as engine:
        plan = engine.exchange.plan(str(file))
        assert engine.exchange.apply(plan, leave_out=frozenset({0})).added == len(plan.items) - 1


def test_secrets_in_a_plan_are_counted_and_never_stored(tmp_path: Path) -> None:
    token = "gh" + "p_" + "a1B2" * 9
    file = tmp_path / "AGENTS.md"
    file.write_text(f"- Deploy with {token} from the office only\n")
    with opened(str(tmp_path / "one")) as engine:
        plan = engine.exchange.plan(str(file))
        assert plan.secrets == 1
        engine.exchange.apply(plan)
        assert token not in exported(engine)


def test_a_cancelled_import_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "CLAUDE.md"
    file.write_text(RULES)
    token = CancelToken()
    with opened(str(tmp_path / "one")) as engine:
        plan = engine.exchange.plan(str(file))
        token.cancel()
        with pytest.raises(Cancelled):
            engine.exchange.apply(plan, cancel=token)
        assert engine.memories.count(Filter(any_status=True)) == 0


@pytest.mark.parametrize(
    "text",
    [
        "{",
        '{"format": "ademem", "version": 99}',
        '{"format": "ademem", "version": 1, "memories": 7}',
        '{"format": "other"}',
    ],
)
def test_documents_that_cannot_be_read_are_named(tmp_path: Path, text: str) -> None:
    file = tmp_path / "x.json"
    file.write_text(text)
    with opened(str(tmp_path / "one")) as engine, pytest.raises(BadInput):
        engine.exchange.plan(str(file))


def test_a_damaged_entry_is_refused_with_a_reason_and_the_rest_is_taken(tmp_path: Path) -> None:
    with opened(str(tmp_path / "one")) as first:
        first.memories.write(WriteRequest("One worker drains the queue"))
        first.memories.write(WriteRequest("Lint runs before a push"))
        document = json.loads(exported(first))
    document["memories"][0]["category"] = "nonsense"
    file = tmp_path / "x.json"
    file.write_text(json.dumps(document))
    with opened(str(tmp_path / "two")) as second:
        plan = second.exchange.plan(str(file))
        assert [item.verdict for item in plan.items] == ["refused", "new"]
        assert "nonsense" in plan.items[0].reason
        assert second.exchange.apply(plan).added == 1


def test_markdown_goes_out_and_comes_back(tmp_path: Path) -> None:
    with opened(str(tmp_path / "one")) as first:
        first.memories.write(
            WriteRequest("Use `advance()` for state changes", "convention", tags=("state",), related_files=("a/b.py",))
        )
        file = tmp_path / "notes.md"
        file.write_text("".join(first.exchange.export("md")))
    with opened(str(tmp_path / "two")) as second:
        assert import_file(second, file) == 1
        line = second.memories.page(Filter()).entries[0].line
        assert (line.content, line.category, line.tags_json) == (
            "Use `advance()` for state changes",
            "convention",
            '["state"]',
        )
