"""The gate as a whole: what comes in, what is merged, what is refused and why."""

from __future__ import annotations

import pytest

from ademem_tui.engine.engine import Engine
from ademem_tui.engine.model import Actor, Filter, WriteRequest, WriteResult

AGENT = Actor("agent", "agent:coder")
OBSERVER = Actor("job", "job:observer")


def by_agent(engine: Engine, text: str, category: str = "gotcha", **more: object) -> WriteResult:
    request = WriteRequest(text, category, source_type="agent_explicit", **more)  # type: ignore[arg-type]
    return engine.memories.write(request, AGENT)


def test_two_identical_candidate_writes_are_one_row(engine: Engine) -> None:
    first = by_agent(engine, "Auth tests hang unless REDIS_URL is set")
    second = by_agent(engine, "auth tests hang  unless REDIS_URL is set.")
    assert second.deduped
    assert first.memory is not None
    assert second.merged_into == first.memory.id
    assert engine.memories.count(Filter()) == 1
    memory = engine.memories.get(first.memory.id)[0]
    assert (memory.observation_count, memory.confidence) == (2, 0.85)


def test_merging_keeps_the_category_and_the_cap(engine: Engine) -> None:
    first = by_agent(engine, "Auth tests hang unless REDIS_URL is set", "convention")
    again = by_agent(engine, "Auth tests hang unless REDIS_URL is set", "pattern")
    assert first.memory is not None
    assert again.memory is not None
    assert (again.memory.id, again.memory.category) == (first.memory.id, "convention")


def test_duplicates_are_found_in_every_live_tier(engine: Engine) -> None:
    first = by_agent(engine, "Auth tests hang unless REDIS_URL is set")
    assert first.memory is not None
    engine.acts.demote([first.memory.id], OBSERVER)
    assert by_agent(engine, "Auth tests hang unless REDIS_URL is set").deduped


def test_near_duplicates_in_plain_words_merge_and_keep_the_other_text(engine: Engine) -> None:
    long = "Run the database migrations before starting the integration test suite on a developer machine every ordinary time"
    short = "Run the database migrations before starting the integration test suite on a developer machine every time"
    first = by_agent(engine, short)
    second = by_agent(engine, long)
    assert second.deduped
    assert second.memory is not None
    assert second.memory.content == long
    third = by_agent(engine, short)
    assert third.memory is not None
    assert third.memory.content == long
    texts = str([(change.before, change.after) for change in engine.history.of_memory(second.memory.id)])
    assert short in texts
    assert first.accepted


@pytest.mark.parametrize(
    "other",
    [
        "The nightly export job of the billing service writes 12 files into the outgoing folder every day",
        "The nightly export job of the billing service writes 10 files into the incoming/archive folder every day",
        "The nightly export job of the billing service never writes 10 files into the outgoing folder every day",
        "The nightly export job of the billing_v2 service writes 10 files into the outgoing folder every day",
    ],
)
def test_what_differs_in_a_telling_word_is_another_fact_and_linked(engine: Engine, other: str) -> None:
    text = "The nightly export job of the billing service writes 10 files into the outgoing folder every day"
    first = by_agent(engine, text)
    second = by_agent(engine, other)
    assert not second.deduped
    assert engine.memories.count(Filter()) == 2
    assert first.memory is not None
    if second.related:
        assert second.related == (first.memory.id,)


def test_a_person_is_not_overwritten_by_a_merge(engine: Engine) -> None:
    mine = engine.memories.write(
        WriteRequest(
            "Run the database migrations before starting the whole integration test suite on a laptop", "gotcha"
        )
    )
    result = by_agent(
        engine, "Run the database migrations before starting the whole integration test suite on a big laptop"
    )
    assert result.deduped
    assert mine.memory is not None
    assert engine.memories.get(mine.memory.id)[0].content == mine.memory.content


def test_a_persons_repeat_accepts_a_candidate(engine: Engine) -> None:
    by_agent(engine, "Auth tests hang unless REDIS_URL is set")
    result = engine.memories.write(WriteRequest("Auth tests hang unless REDIS_URL is set", "gotcha", pin=True))
    assert result.memory is not None
    assert (result.memory.status, result.memory.pinned, result.memory.tier) == ("promoted", True, 1)


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (WriteRequest("   "), "empty"),
        (WriteRequest("x" * 2001), "too_long"),
        (WriteRequest("Something", "gotchas"), "unknown_category"),
        (WriteRequest("Something", scope="galaxy"), "unknown_scope"),
        (WriteRequest("Something", "digest"), "not_stored"),
        (WriteRequest("Something", "codebase_map"), "not_stored"),
        (WriteRequest("Something", importance="huge"), "unknown_importance"),
        (WriteRequest("Something", confidence=1.5), "bad_confidence"),
        (WriteRequest("Something", "dead_end", payload={"tried": "x"}), "bad_payload"),
        (
            WriteRequest('Traceback (most recent call last):\n  File "a.py", line 1, in <module>\nValueError: no'),
            "stack_trace",
        ),
    ],
)
def test_refusals_have_a_code_a_sentence_and_a_place_in_the_log(
    engine: Engine, request_: WriteRequest, code: str
) -> None:
    result = engine.memories.write(request_)
    assert (result.accepted, result.code) == (False, code)
    assert len(result.reason) > 15
    (refused, _), *_ = engine.memories.refused()
    assert (refused.code, refused.seq) == (code, result.refused_seq)
    assert engine.memories.count(Filter(any_status=True)) == 0


def test_the_nearest_word_is_named(engine: Engine) -> None:
    assert "Did you mean 'gotcha'?" in engine.memories.write(WriteRequest("Something", "gotchas")).reason


def test_exactly_2000_characters_fit(engine: Engine) -> None:
    assert engine.memories.write(WriteRequest("ab " * 666 + "ab")).accepted


def test_aliases_normalise_on_write(engine: Engine) -> None:
    result = engine.memories.write(
        WriteRequest("Deploy on Tuesdays", "codebase-discovery", scope="lane", scope_owner_id="m-7")
    )
    assert result.memory is not None
    assert (result.memory.category, result.memory.scope, result.memory.scope_owner_id) == (
        "module_insight",
        "mission",
        "m-7",
    )


def test_secrets_never_reach_the_store_the_log_or_the_history(engine: Engine) -> None:
    token = "gh" + "p_" + "a1B2" * 9
    result = engine.memories.write(
        WriteRequest(f"Deploy with {token}", tags=(token,), related_files=(f"x/{token}.txt",))
    )
    assert {one.field for one in result.redactions} == {"content", "tags", "related_files"}
    assert result.memory is not None
    engine.memories.write(WriteRequest(f"{token} " + "x" * 2001))
    everything = "".join(engine.exchange.export()) + str(engine.memories.refused()) + str(engine.memories.redactions())
    assert token.lower() not in everything.lower()
    assert "GitHub Token" in str(engine.memories.redactions())


def test_a_name_and_its_value_in_a_document_are_weighed_together(engine: Engine) -> None:
    result = engine.memories.write(WriteRequest("The staging login", extra={"login": {"password": "hun" + "ter2x9"}}))
    assert [one.field for one in result.redactions] == ["extra"]
    assert result.memory is not None
    assert "hunter" not in str(result.memory.extra)


def test_invisible_characters_and_escapes_are_stored_visibly(engine: Engine) -> None:
    result = engine.memories.write(
        WriteRequest("zero\u200bwidth \u202eright to left \x1b[31mred [red]markup[/red] \ud800")
    )
    assert result.memory is not None
    assert result.memory.content == "zero\\u200bwidth \\u202eright to left \\x1b[31mred [red]markup[/red] \\ud800"


def test_strict_mode_binds_agents_only(engine: Engine) -> None:
    assert by_agent(engine, "Too short").code == "strict_short"
    assert by_agent(engine, "Long enough but not sure at all", confidence=0.4).code == "strict_unsure"
    kept = by_agent(engine, "The importer reads ten files at once", "fact")
    assert kept.memory is not None
    assert (kept.memory.status, kept.memory.needs_review) == ("candidate", True)
    assert engine.memories.write(WriteRequest("Short")).accepted
    observed = WriteRequest("Short one", "gotcha", source_type="observer_inferred", confidence=0.4)
    assert engine.memories.write(observed, OBSERVER).accepted


def test_fifty_writes_a_session_for_agents(engine: Engine) -> None:
    results = [
        by_agent(engine, f"Shard {n} of the index is owned by worker {n * 7}", session_id="s-1") for n in range(51)
    ]
    assert [result.code for result in results] == [""] * 50 + ["rate"]
    assert by_agent(engine, "Shard 99 of the index is owned by worker 1", session_id="s-2").accepted


def test_a_short_code_span_is_accepted(engine: Engine) -> None:
    assert engine.memories.write(
        WriteRequest("Call `engine.close()` before you fork, or the child hangs", "gotcha")
    ).accepted


def test_a_batch_is_one_act_and_a_bad_one_does_not_stop_it(engine: Engine) -> None:
    requests = [WriteRequest("One worker drains the queue"), WriteRequest(""), WriteRequest("Lint runs before a push")]
    results = list(engine.memories.write_many(requests))
    assert [result.accepted for result in results] == [True, False, True]
    assert engine.history.undo().changes == 2
    assert engine.memories.count(Filter(any_status=True)) == 0


def test_what_would_happen_changes_nothing(engine: Engine) -> None:
    engine.memories.write(WriteRequest("One worker drains the queue"))
    before = engine.shelves.project.revision()
    assert engine.memories.would(WriteRequest("one worker drains the queue")).deduped
    assert engine.memories.would(WriteRequest("")).code == "empty"
    assert engine.memories.would(WriteRequest("Lint runs before a push")).accepted
    assert engine.shelves.project.revision() == before


def test_the_clock_going_backwards_changes_no_order_of_acts(engine: Engine) -> None:
    engine.memories.write(WriteRequest("One worker drains the queue"))
    engine.clock.set("2020-01-01T00:00:00Z")  # type: ignore[attr-defined]
    second = engine.memories.write(WriteRequest("Lint runs before a push"))
    assert second.memory is not None
    assert engine.history.undo().op.op_id == second.op_id
