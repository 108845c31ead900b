"""The overview: every number is what its filter finds, and the score adds up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ademem_tui.engine.clock import FixedClock, days_before
from ademem_tui.engine.engine import Engine
from ademem_tui.engine.errors import StoreError
from ademem_tui.engine.health.attention import attention_rows, quoted
from ademem_tui.engine.health.overview import Counts, FileLook, Overview, Target, Usage
from ademem_tui.engine.health.score import score_parts
from ademem_tui.engine.model import Actor, WriteRequest
from ademem_tui.engine.search.filter_language import parse
from ademem_tui.engine.store.overview import WaitingSession

AGENT = Actor("agent", "agent:coder")
JOB = Actor("job", "job:sweep")
NONE = Counts(*[0] * 10)
SAVED = FileLook("project", "ademem.db", True, 10, 1, "2026-03-01T00:00:00.000Z", False)
NOW = "2026-03-01T12:00:00.000Z"


def found_by(engine: Engine, target: Target, now: str) -> int:
    """How many memories the browser would show for a target."""
    parsed = parse(target.filter, now)
    assert not parsed.problems
    assert not parsed.filter.text
    return engine.memories.count(parsed.filter)


def written(engine: Engine, text: str, actor: Actor | None = None, **fields: object) -> str:
    """Write a memory; its id."""
    request = WriteRequest(text, **fields)  # type: ignore[arg-type]
    result = engine.memories.write(request, actor) if actor else engine.memories.write(request)
    assert result.memory is not None
    return result.memory.id


@pytest.fixture
def lively(engine: Engine, clock: FixedClock) -> Engine:
    """A store with something of everything."""
    clock.set(days_before(NOW, 100))
    old = written(engine, "Parcels are weighed in grams, never in ounces.", category="convention")
    written(engine, "The carrier table is loaded once at start.", category="fact")
    clock.set(days_before(NOW, 60))
    pinned = written(engine, "Run the migrations before the workers start.", category="decision")
    fading = written(engine, "The staging cluster is called tugboat.", category="fact")
    clock.set(days_before(NOW, 10))
    stale = written(engine, "Tokens are refreshed in auth/tokens.py line 40.", category="gotcha")
    marked = written(engine, "Invoices are rounded half to even.", category="requirement")
    gone = written(engine, "The old queue lived in Redis 4.", category="fact")
    clock.set(days_before(NOW, 0.1))
    for number, words in enumerate(("drains slowly", "needs a lock", "retries twice")):
        text = f"The {words} rule of queue number {number + 3} was seen in the worker."
        written(engine, text, AGENT, category="gotcha", session_id="auth fix", source_type="agent_explicit")
    written(engine, "Agents of this name prefer short commits.", scope="agent", scope_owner_id="cto")
    written(engine, "The mission ends when the map is drawn.", scope="mission", scope_owner_id="m 7")
    engine.memories.write(WriteRequest("I always answer in short sentences."), origin="user")
    engine.memories.write(WriteRequest(""))
    engine.acts.pin([pinned])
    engine.acts.demote([fading], JOB)
    engine.acts.mark_stale([stale], "its file changed", JOB)
    engine.acts.mark_for_review([marked], "two readings", JOB)
    engine.acts.delete([gone])
    engine.acts.verify([old])
    clock.set(NOW)
    return engine


def test_every_count_is_what_its_filter_finds(lively: Engine) -> None:
    """A number that leads to a list leads to as many rows."""
    overview = lively.health.overview(NOW)
    counts = overview.counts
    expected = {
        "": counts.memories,
        "after:30d": counts.active,
        "is:candidate": counts.candidates,
        "is:review": counts.needs_review,
        "is:review -is:stale status:promoted": counts.marked,
        "is:pinned": counts.pinned,
        "is:fading": counts.fading,
        "is:stale": counts.stale,
        "is:archived": counts.archived,
    }
    assert {text: found_by(lively, Target(text), NOW) for text in expected} == expected
    assert counts == Counts(12, 11, 3, 2, 1, 1, 1, 1, 1, 1)


def test_bars_lead_to_what_they_show(lively: Engine) -> None:
    """Scopes and categories, by their own filters."""
    overview = lively.health.overview(NOW)
    assert [(one.scope, one.owner, one.used, one.limit) for one in overview.usage] == [
        ("project", "", 9, 2000),
        ("agent", "cto", 1, 500),
        ("mission", "m 7", 1, 200),
    ]
    assert [found_by(lively, one.target, NOW) for one in overview.usage[1:]] == [1, 1]
    for name, number in overview.categories:
        assert found_by(lively, Target(f"category:{name}"), NOW) == number
    assert sum(number for _, number in overview.categories) == overview.counts.memories
    assert sum(overview.confidence) == overview.counts.memories
    assert len(overview.confidence) == 10


def test_growth_ends_at_what_is_there(lively: Engine) -> None:
    """Ninety running totals; what is older than that was there from the first."""
    growth = lively.health.overview(NOW).growth
    assert len(growth) == 90
    assert list(growth) == sorted(growth)
    assert (growth[0], growth[28], growth[30], growth[-1]) == (2, 2, 4, 12)


def test_activity_is_told_by_hour_and_actor(lively: Engine) -> None:
    """Only the last day counts, and whose doing it was."""
    overview = lively.health.overview(NOW)
    assert len(overview.activity) == 24
    assert sum(overview.activity) == sum(overview.actors.values()) > 0
    assert overview.actors["agent"] == 3
    assert overview.actors["job"] == 3
    assert not any(overview.activity[:20])


def test_attention_names_what_waits(lively: Engine) -> None:
    """Each row says how many, and its filter finds them."""
    overview = lively.health.overview(NOW)
    texts = [row.text for row in overview.attention]
    assert texts == [
        "3 candidates of session auth fix",
        "1 memory marked for review",
        "1 memory whose files changed",
        "1 write refused today",
        "There is no backup",
    ]
    assert overview.attention[0].target.filter == 'is:candidate session:"auth fix"'
    assert [found_by(lively, row.target, NOW) for row in overview.attention[:3]] == [3, 1, 1]
    assert {row.target.screen for row in overview.attention[3:]} == {"maintenance"}


def test_a_healthy_store_has_all_points_and_nothing_waits(engine: Engine, clock: FixedClock) -> None:
    """A person's own facts, backed up."""
    written(engine, "Parcels are weighed in grams, never in ounces.", category="convention")
    engine.maintenance.backup()
    overview = engine.health.overview()
    assert overview.score == 100
    assert overview.attention == ()
    assert all(part.points == part.maximum and not part.advice for part in overview.parts)


def test_an_old_backup_costs_more_each_day_once_something_changed(engine: Engine, clock: FixedClock) -> None:
    """An unchanged file needs no new backup."""
    memory = written(engine, "Parcels are weighed in grams, never in ounces.", category="convention")
    engine.maintenance.backup()
    clock.advance(days=30)
    assert _backup_points(engine.health.overview()) == 15
    engine.acts.pin([memory])
    now = clock.now()
    assert _backup_points(engine.health.overview(now)) == 0
    assert _backup_points(engine.health.overview(days_before(now, 29))) == 15
    assert 0 < _backup_points(engine.health.overview(days_before(now, 22))) < 15


def _backup_points(overview: Overview) -> int:
    return next(part.points for part in overview.parts if part.name == "Backed up")


def test_a_project_without_memory_is_a_first_run_whatever_the_person_has(engine: Engine) -> None:
    """Reading makes no file."""
    assert engine.health.overview().is_first_run
    assert not engine.shelves.project.exists()
    engine.memories.write(WriteRequest("I always answer in short sentences."), origin="user")
    overview = engine.health.overview()
    assert overview.is_first_run
    assert overview.counts.memories == 1
    written(engine, "Parcels are weighed in grams, never in ounces.")
    assert not engine.health.overview().is_first_run


def test_a_damaged_file_of_the_person_is_told_one_of_the_project_raised(
    open_engine: Callable[[], Engine], project: Path
) -> None:
    """What can still be read is."""
    engine = open_engine()
    written(engine, "Parcels are weighed in grams, never in ounces.")
    Path(engine.paths.user_database).parent.mkdir(parents=True, exist_ok=True)
    Path(engine.paths.user_database).write_bytes(b"not a database at all" * 100)
    overview = engine.health.overview()
    assert overview.counts.memories == 1
    assert overview.files[1].trouble
    assert overview.attention[0].target.screen == "maintenance"
    engine.shelves.project.close()
    Path(engine.paths.database).write_bytes(b"not a database at all" * 100)
    with pytest.raises(StoreError):
        open_engine().health.overview()


@pytest.mark.parametrize(("value", "token"), [("s-1", "session:s-1"), ("a b", 'session:"a b"'), ('a"b', ""), ("", "")])
def test_a_free_text_becomes_a_token_or_none(value: str, token: str) -> None:
    """What the filter language cannot hold is not narrowed by."""
    assert quoted("session", value) == token


def test_sessions_are_named_newest_first_and_the_rest_is_counted() -> None:
    """Three at most, singles with the others."""
    sessions = [WaitingSession(f"s{at}", at, f"2026-02-0{at}") for at in range(1, 6)]
    rows = attention_rows(replace(NONE, candidates=20), sessions, (), (), (SAVED,))
    assert [row.text for row in rows] == [
        "5 candidates of session s5",
        "4 candidates of session s4",
        "3 candidates of session s3",
        "8 more candidates",
    ]
    assert rows[-1].target == Target("is:candidate")


counts = st.builds(
    Counts,
    **{name: st.integers(0, 200_000) for name in Counts.__slots__},
)


@given(counts, st.integers(0, 100_000), st.integers(0, 5_000), st.booleans())
def test_the_score_is_the_sum_of_its_parts(counts: Counts, doubtful: int, used: int, unsaved: bool) -> None:
    """Never outside 0 to 100; every missing point comes with advice, and only those."""
    usage = (Usage("project", "", used, 2_000, Target("scope:project")),)
    parts = score_parts(counts, doubtful, usage, SAVED._replace(unsaved=unsaved), "2026-03-09T00:00:00.000Z")
    assert sum(part.maximum for part in parts) == 100
    for part in parts:
        assert 0 <= part.points <= part.maximum
        assert bool(part.gain) == bool(part.advice)


@given(counts, st.integers(0, 1_000), st.integers(1, 1_000))
def test_more_that_waits_never_scores_higher(counts: Counts, doubtful: int, more: int) -> None:
    """Each backlog on its own."""
    before = sum(part.points for part in score_parts(counts, doubtful, (), SAVED, NOW))
    for name in ("candidates", "marked", "stale"):
        worse = replace(counts, **{name: getattr(counts, name) + more})
        assert sum(part.points for part in score_parts(worse, doubtful, (), SAVED, NOW)) <= before
    assert sum(part.points for part in score_parts(counts, doubtful + more, (), SAVED, NOW)) <= before
