"""What is purged is gone from every file; the rest stays."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ademem_tui.engine.engine import Engine
from ademem_tui.engine.errors import NotAllowed, NotFound, UndoBlocked
from ademem_tui.engine.model import Actor, Filter, WriteRequest

WORD = "zyzzyvaquux"


def files_that_hold(folder: Path, text: str) -> list[str]:
    found = []
    for root, _, names in os.walk(folder):
        for name in names:
            if text.encode() in Path(root, name).read_bytes().lower():
                found.append(name)
    return found


def test_no_byte_of_a_purged_text_is_left(engine: Engine, project: Path) -> None:
    for n in range(50):
        engine.memories.write(WriteRequest(f"Fact {n}: worker {n} owns shard {n * 7}"))
    memory = engine.memories.write(WriteRequest(f"The password hint is {WORD} as ever", tags=(WORD,))).memory
    assert memory is not None
    edited = engine.editing.edit([memory.id], {"content": f"Now it is {WORD}-two in the vault"}).done
    engine.acts.flag([memory.id], "outdated")
    again = WriteRequest(f"Now it is {WORD}-two in the vault", source_type="agent_explicit")
    assert not engine.memories.write(again, Actor("agent", "agent:x")).accepted
    assert files_that_hold(project, WORD)
    purged = engine.removal.purge([memory.id])
    assert purged.log_is_clean
    assert purged.refused_dropped == 1
    assert files_that_hold(project, WORD) == []
    assert engine.memories.count(Filter(any_status=True)) == 50
    with pytest.raises(NotFound, match="was purged on"):
        engine.memories.get(memory.id)
    with pytest.raises(UndoBlocked, match="purged"):
        engine.history.undo(edited.op_id)
    with pytest.raises(NotAllowed, match="cannot be undone"):
        engine.history.undo(purged.op_id)


def test_verified_ones_need_really(engine: Engine) -> None:
    memory = engine.memories.write(WriteRequest("Tests need a running Redis")).memory
    assert memory is not None
    engine.acts.verify([memory.id])
    with pytest.raises(NotAllowed, match="--really"):
        engine.removal.purge([memory.id])
    engine.removal.purge([memory.id], really=True)
    assert engine.memories.count(Filter(any_status=True)) == 0


def test_what_is_past_its_days_is_purgeable(engine: Engine) -> None:
    memory = engine.memories.write(WriteRequest("Tests need a running Redis")).memory
    assert memory is not None
    engine.acts.delete([memory.id])
    assert engine.removal.purgeable(30) == []
    engine.clock.advance(days=31)  # type: ignore[attr-defined]
    assert [one.id for one, _ in engine.removal.purgeable(30)] == [memory.id]
