"""Any sequence of acts, then undo of all of them, is the start again; and redo brings the end back."""

from __future__ import annotations

import tempfile
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from ademem_tui.engine.clock import FixedClock, IdSource
from ademem_tui.engine.engine import Engine
from ademem_tui.engine.errors import EngineError, NotFound
from ademem_tui.engine.model import Filter, WriteRequest
from ademem_tui.engine.paths import paths_for
from ademem_tui.engine.store.act import COUNTERS, DERIVED
from ademem_tui.engine.store.rows import to_plain

TEXTS = (
    "The queue is drained by one worker only",
    "The queue is drained by one worker only at night",
    "Port 8080 is taken by the proxy on every developer machine",
    "Port 9090 is taken by the proxy on every developer machine",
    "Never edit a migration that has been merged",
)
acts = st.lists(
    st.tuples(
        st.sampled_from(
            (
                "write",
                "pin",
                "unpin",
                "verify",
                "edit",
                "archive",
                "restore",
                "delete",
                "flag",
                "relate",
                "supersede",
                "many",
            )
        ),
        st.integers(0, 4),
        st.integers(0, 4),
    ),
    max_size=14,
)


def state(engine: Engine) -> dict[str, Any]:
    """Everything that counts as the state of the memories."""
    memories = {
        memory.id: {name: value for name, value in to_plain(memory).items() if name not in DERIVED | COUNTERS}
        for memory, _ in engine.memories.every(Filter(any_status=True))
    }
    relations = sorted(
        tuple(link[:4])
        for memory, origin in engine.memories.every(Filter(any_status=True))
        for link in engine.memories.relations(memory, origin)
    )
    return {"memories": memories, "relations": relations}


def perform(engine: Engine, act: str, first: int, second: int) -> None:
    ids = [memory.id for memory, _ in engine.memories.every(Filter(any_status=True), sort="-created")]
    if act == "write":
        engine.memories.write(
            WriteRequest(TEXTS[first], "fact", tags=(f"t{second}",)), origin=("project", "user")[second % 2]
        )
        return
    if act == "many":
        list(engine.memories.write_many([WriteRequest(TEXTS[first], "gotcha"), WriteRequest(TEXTS[second], "gotcha")]))
        return
    if not ids:
        return
    one, two = ids[first % len(ids)], ids[second % len(ids)]
    match act:
        case "edit":
            engine.editing.edit([one], {"content": TEXTS[second] + " as of today", "tags": ["x"]})
        case "flag":
            engine.acts.flag([one], "outdated")
        case "relate":
            engine.acts.relate(one, "related_to", two)
        case "supersede":
            engine.acts.supersede(one, two)
        case "archive":
            engine.acts.archive(dict.fromkeys((one, two)))
        case _:
            getattr(engine.acts, act)([one])


@settings(max_examples=60)
@given(acts)
def test_undo_all_is_the_start_and_redo_all_the_end(sequence: list[tuple[str, int, int]]) -> None:
    clock = FixedClock("2026-03-01T12:00:00.000Z", step_ms=1000)
    with (
        tempfile.TemporaryDirectory() as folder,
        Engine(paths_for(folder, {"ADEMEM_HOME": folder + "/home"}), clock=clock, ids=IdSource(clock)) as engine,
    ):
        engine.memories.write(WriteRequest("A fact that was there before", "fact"))
        engine.acts.pin([engine.memories.page(Filter()).entries[0].line.id])
        start = state(engine)
        done = 0
        standing = {op.op_id for op in engine.history.newest(500)}
        for act, first, second in sequence:
            try:
                perform(engine, act, first, second)
            except EngineError:
                continue
        done = sum(op.op_id not in standing and op.changed > 0 for op in engine.history.newest(500))
        end = state(engine)
        for _ in range(done):
            engine.history.undo()
        assert state(engine) == start
        for _ in range(done):
            engine.history.redo()
        assert state(engine) == end
        try:
            engine.history.redo()
        except NotFound:
            pass
        else:
            raise AssertionError("there was something left to redo")
