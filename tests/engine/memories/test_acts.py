"""What each act does, and what it refuses."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ademem_tui.engine.engine import Engine
from ademem_tui.engine.errors import Ambiguous, BadInput, NotAllowed, NotFound, UndoBlocked
from ademem_tui.engine.model import Actor, Filter, Memory, WriteRequest

AGENT = Actor("agent", "agent:coder")


def remember(engine: Engine, text: str, category: str = "fact", **more: object) -> Memory:
    result = engine.memories.write(WriteRequest(text, category, **more))  # type: ignore[arg-type]
    assert result.memory is not None, result.reason
    return result.memory


def candidate(engine: Engine, text: str, category: str = "gotcha") -> Memory:
    result = engine.memories.write(WriteRequest(text, category, source_type="agent_explicit"), AGENT)
    assert result.memory is not None, result.reason
    return result.memory


def now(engine: Engine, memory: Memory) -> Memory:
    return engine.memories.get(memory.id)[0]


def test_a_persons_write_is_promoted_and_private_an_agents_a_candidate(engine: Engine) -> None:
    mine = remember(engine, "Tests need a running Redis")
    theirs = candidate(engine, "The build breaks when the cache is cold")
    assert (mine.status, mine.visibility, mine.confidence, mine.touched_by_person) == (
        "promoted",
        "private",
        0.95,
        True,
    )
    assert (theirs.status, theirs.visibility, theirs.confidence) == ("candidate", "project", 0.80)
    assert not theirs.touched_by_person


def test_pin_and_unpin(engine: Engine) -> None:
    memory = candidate(engine, "The build breaks when the cache is cold")
    engine.acts.pin([memory.id])
    assert (now(engine, memory).tier, now(engine, memory).status) == (1, "promoted")
    engine.acts.unpin([memory.id])
    assert (now(engine, memory).tier, now(engine, memory).pinned) == (2, False)


def test_archived_rows_are_listed_restored_and_not_pinned(engine: Engine) -> None:
    memory = remember(engine, "Tests need a running Redis")
    engine.acts.archive([memory.id], "stale", "the file is gone")
    assert engine.memories.count(Filter()) == 0
    archived = engine.memories.page(Filter(statuses=("archived",))).entries
    assert [(entry.line.id, entry.line.archive_reason) for entry in archived] == [(memory.id, "stale")]
    with pytest.raises(NotAllowed, match="archived"):
        engine.acts.pin([memory.id])
    engine.acts.restore([memory.id])
    restored = now(engine, memory)
    assert (restored.status, restored.archive_reason, restored.archived_at) == ("promoted", None, None)


def test_archive_needs_a_known_reason(engine: Engine) -> None:
    memory = remember(engine, "Tests need a running Redis")
    with pytest.raises(BadInput, match="superseded"):
        engine.acts.archive([memory.id], "supersede")


def test_flagging_archives_and_brings_what_leans_on_it_up_for_review(engine: Engine) -> None:
    wrong = remember(engine, "The API returns 204 for an empty basket")
    heir = remember(engine, "Clients treat 204 from the basket as empty")
    engine.acts.relate(heir.id, "derived_from", wrong.id)
    done = engine.acts.flag([wrong.id], "it is 200 with an empty list")
    assert (now(engine, wrong).status, now(engine, wrong).archive_reason) == ("archived", "flagged_wrong")
    assert done.also == (heir.id,)
    assert now(engine, heir).needs_review
    assert "which is wrong" in (now(engine, heir).review_reason or "")


def test_a_flagged_text_does_not_come_back_without_a_person_saying_so(engine: Engine) -> None:
    wrong = remember(engine, "The API returns 204 for an empty basket", "gotcha")
    engine.acts.flag([wrong.id], "it is 200")
    again = WriteRequest("The API returns 204 for an empty basket.", "gotcha", source_type="agent_explicit")
    refused = engine.memories.write(again, AGENT)
    assert (refused.accepted, refused.code) == (False, "flagged_wrong")
    assert not engine.memories.write(WriteRequest("the api returns 204 for an  empty basket", "gotcha")).accepted
    assert refused.refused_seq is not None
    stored = engine.memories.store_anyway(refused.refused_seq)
    assert stored.accepted
    with pytest.raises(NotAllowed, match="stored already"):
        engine.memories.store_anyway(refused.refused_seq)


def test_a_rejected_candidate_does_not_come_back_by_itself(engine: Engine) -> None:
    memory = candidate(engine, "Use tabs in the Makefile of the web part")
    engine.acts.reject([memory.id], "everybody knows")
    again = engine.memories.write(
        WriteRequest("Use tabs in the Makefile of the web part", "gotcha", source_type="agent_explicit"),
        AGENT,
    )
    assert (again.accepted, again.code) == (False, "rejected_before")
    assert remember(engine, "Use tabs in the Makefile of the web part", "gotcha").status == "promoted"


def test_accept_and_reject_only_candidates(engine: Engine) -> None:
    memory = remember(engine, "Tests need a running Redis")
    with pytest.raises(NotAllowed, match="no candidate"):
        engine.acts.accept([memory.id])
    with pytest.raises(NotAllowed, match="not a candidate"):
        engine.acts.reject([memory.id])


def test_delete_and_restore(engine: Engine) -> None:
    memory = remember(engine, "Tests need a running Redis")
    engine.acts.delete([memory.id])
    assert now(engine, memory).deleted_at is not None
    with pytest.raises(NotAllowed, match="deleted already"):
        engine.acts.delete([memory.id])
    engine.acts.restore([memory.id])
    assert now(engine, memory).deleted_at is None


def test_an_act_on_many_is_checked_before_the_first_is_changed(engine: Engine) -> None:
    one, two = (
        remember(engine, "Redis must run for the tests"),
        remember(engine, "Lint runs before every push"),
    )
    engine.acts.archive([two.id])
    with pytest.raises(NotAllowed):
        engine.acts.pin([one.id, two.id])
    assert not now(engine, one).pinned


def test_ids_by_prefix_and_suffix_and_what_does_not_fit(engine: Engine) -> None:
    one, two = (
        remember(engine, "Redis must run for the tests"),
        remember(engine, "Lint runs before every push"),
    )
    assert engine.memories.get(one.id[-6:].lower())[0].id == one.id
    assert engine.memories.get(two.id[:-1])[0].id == two.id
    with pytest.raises(Ambiguous):
        engine.memories.get(one.id[:3])
    with pytest.raises(NotFound):
        engine.memories.get("ZZZZZZ")


def test_relations_are_readable_both_ways_and_files_are_targets(engine: Engine) -> None:
    one, two = (
        remember(engine, "Redis must run for the tests"),
        remember(engine, "Lint runs before every push"),
    )
    engine.acts.relate(one.id, "depends_on", two.id)
    engine.acts.relate(one.id, "caused_by", "./src/app.py")
    assert [link.type for link in engine.memories.relations(two, "project")] == ["depends_on"]
    links = engine.memories.relations(one, "project")
    assert {(link.target_kind, link.target) for link in links} == {("memory", two.id), ("file", "src/app.py")}
    engine.acts.unrelate(one.id, "depends_on", two.id)
    assert engine.memories.relations(two, "project") == []
    with pytest.raises(BadInput, match="depends_on"):
        engine.acts.relate(one.id, "depend_on", two.id)


def test_supersede_links_and_archives(engine: Engine) -> None:
    old, new = remember(engine, "The timeout is 5 s"), remember(engine, "The timeout is 9 s")
    engine.acts.supersede(old.id, new.id)
    assert now(engine, old).archive_reason == "superseded"
    assert [link.type for link in engine.memories.relations(old, "project")] == ["supersedes"]


def test_editing_keeps_the_old_text_in_history_and_secrets_out(engine: Engine) -> None:
    memory = remember(engine, "Tests need a running Redis")
    token = "gh" + "p_" + "a1B2" * 9
    edited = engine.editing.edit([memory.id], {"content": f"Tests need Redis and {token}", "tags": ["Redis Cache"]})
    assert edited.redactions[0].type == "GitHub Token"
    after = now(engine, memory)
    assert token not in after.content
    assert after.tags == ("redis-cache",)
    assert "Redis and" in after.summary
    changes = engine.history.of_memory(memory.id)
    assert changes[-1].before is not None
    assert changes[-1].before["content"] == "Tests need a running Redis"


def test_editing_refuses_what_cannot_be(engine: Engine) -> None:
    memory, other = (
        remember(engine, "Tests need a running Redis"),
        remember(engine, "Lint runs before every push"),
    )
    with pytest.raises(BadInput, match="2,001"):
        engine.editing.edit([memory.id], {"content": "x" * 2001})
    with pytest.raises(BadInput):
        engine.editing.edit([memory.id], {"content": "   "})
    with pytest.raises(BadInput, match="gotcha"):
        engine.editing.edit([memory.id], {"category": "gotchas"})
    with pytest.raises(NotAllowed, match="says exactly this"):
        engine.editing.edit([memory.id], {"content": other.content.upper()})
    with pytest.raises(NotAllowed, match="somebody else"):
        engine.editing.edit([memory.id], {"content": "new"}, seen_rev=99)
    assert now(engine, memory) == memory


def test_payload_fields_are_validated_and_edited_one_by_one(engine: Engine) -> None:
    payload = {"tried": "a lock file", "why_failed": "left behind on a crash"}
    memory = remember(engine, "A lock file for the worker was a dead end", "dead_end", payload=payload)
    engine.editing.edit([memory.id], {}, payload={"used_instead": "flock"})
    assert now(engine, memory).payload == {**payload, "used_instead": "flock"}
    with pytest.raises(BadInput, match="why_failed"):
        engine.editing.edit([memory.id], {}, payload={"why_faild": "x"})


def test_looking_changes_no_counter_and_using_does(engine: Engine) -> None:
    memory = remember(engine, "Tests need a running Redis")
    engine.memories.page(Filter())
    engine.search.search("redis")
    engine.memories.get(memory.id)
    assert now(engine, memory) == memory
    engine.acts.use([memory.id], times=2)
    assert now(engine, memory).access_count == 2
    assert now(engine, memory).rev == memory.rev


def test_undo_does_not_trample_on_later_changes(engine: Engine) -> None:
    memory = remember(engine, "Tests need a running Redis")
    first = engine.editing.edit([memory.id], {"content": "Tests need Redis 7"}).done
    engine.editing.edit([memory.id], {"content": "Tests need Redis 8"}, actor=AGENT)
    with pytest.raises(UndoBlocked, match="changed since by agent:coder"):
        engine.history.undo(first.op_id)
    assert now(engine, memory).content == "Tests need Redis 8"


def test_undo_leaves_other_fields_of_later_acts_alone(engine: Engine) -> None:
    memory = remember(engine, "Tests need a running Redis")
    edit = engine.editing.edit([memory.id], {"content": "Tests need Redis 7"}).done
    engine.acts.pin([memory.id])
    engine.history.undo(edit.op_id)
    assert (now(engine, memory).content, now(engine, memory).pinned) == ("Tests need a running Redis", True)


def test_undo_of_thousands_is_one_act(engine: Engine) -> None:
    results = list(
        engine.memories.write_many(WriteRequest(f"Fact {n}: worker {n} owns shard {n * 7}") for n in range(400))
    )
    assert all(result.accepted and not result.deduped for result in results)
    engine.acts.archive([result.memory.id for result in results if result.memory])
    assert engine.memories.count(Filter()) == 0
    assert engine.history.undo().changes == 400
    assert engine.memories.count(Filter()) == 400
    engine.history.undo()
    assert engine.memories.count(Filter(any_status=True)) == 0
    assert engine.history.redo().op.kind == "remember"
    assert engine.memories.count(Filter()) == 400


def test_undo_of_a_jobs_act_only_by_name(engine: Engine) -> None:
    memory = remember(engine, "Tests need a running Redis")
    engine.editing.edit([memory.id], {"importance": "high"})
    done = engine.acts.demote([memory.id], Actor("job", "job:sweep"))
    assert engine.history.undo().op.kind == "edit"
    with pytest.raises(UndoBlocked, match="tier changed since by job:sweep"):
        engine.history.undo()
    engine.history.undo(done.op_id)
    assert now(engine, memory).tier == 2


def test_the_persons_own_file_and_the_projects_are_one_list(engine: Engine, open_engine: Callable[[], Engine]) -> None:
    engine.memories.write(WriteRequest("I prefer small commits", "preference"), origin="user")
    remember(engine, "Tests need a running Redis")
    page = engine.memories.page(Filter())
    assert [(entry.origin, entry.line.category) for entry in page.entries] == [
        ("project", "fact"),
        ("user", "preference"),
    ]
    assert {hit.origin for hit in engine.search.search("small commits redis").hits} == {"project", "user"}
    mine = page.entries[1].line.id
    engine.acts.archive([mine, page.entries[0].line.id])
    assert engine.memories.count(Filter()) == 0
    engine.history.undo()
    assert engine.memories.count(Filter()) == 2
    assert engine.history.undo().op.kind == "remember"


def test_another_engine_sees_the_change_and_the_revision_moves(
    engine: Engine, open_engine: Callable[[], Engine]
) -> None:
    other = open_engine()
    before = other.shelves.project.revision()
    memory = remember(engine, "Tests need a running Redis")
    assert other.shelves.project.revision() != before
    other.acts.pin([memory.id])
    assert now(engine, memory).pinned
