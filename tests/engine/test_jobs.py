"""Cancelling, yielding and describing long work."""

from __future__ import annotations

import threading

import pytest

from ademem_tui.engine.errors import EngineError
from ademem_tui.engine.jobs import (
    NO_CANCEL,
    Cancelled,
    CancelToken,
    Job,
    Progress,
    ProgressSink,
    no_progress,
)


class Stopwatch:
    """A clock that tests move by hand, and a sleep that moves it."""

    def __init__(self) -> None:
        self.now = 100.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


def test_checkpoint_passes_until_cancelled() -> None:
    token = CancelToken()
    token.checkpoint()
    before = token.cancelled
    token.cancel()
    token.cancel()
    assert (before, token.cancelled) == (False, True)
    for _ in range(2):
        with pytest.raises(Cancelled):
            token.checkpoint()


def test_cancelled_is_no_engine_error() -> None:
    assert not issubclass(Cancelled, EngineError)


def test_checkpoint_yields_one_millisecond_after_five() -> None:
    watch = Stopwatch()
    token = CancelToken(clock=watch, sleep=watch.sleep)
    for _ in range(4):
        watch.now += 0.001
        token.checkpoint()
    assert watch.slept == []
    watch.now += 0.0011
    token.checkpoint()
    assert watch.slept == [0.001]
    watch.now += 0.004
    token.checkpoint()
    assert watch.slept == [0.001]
    watch.now += 0.002
    token.checkpoint()
    assert watch.slept == [0.001, 0.001]


def test_cancelled_work_does_not_sleep_first() -> None:
    watch = Stopwatch()
    token = CancelToken(clock=watch, sleep=watch.sleep)
    watch.now += 1
    token.cancel()
    with pytest.raises(Cancelled):
        token.checkpoint()
    assert watch.slept == []


def test_a_cancel_that_comes_while_yielding_counts_at_once() -> None:
    watch = Stopwatch()
    token = CancelToken(clock=watch, sleep=lambda _: token.cancel())
    watch.now += 1
    with pytest.raises(Cancelled):
        token.checkpoint()


def test_cancel_reaches_a_job_in_another_thread() -> None:
    token = CancelToken()
    started = threading.Event()
    ended: list[str] = []

    def work() -> None:
        try:
            while True:
                started.set()
                token.checkpoint()
        except Cancelled:
            ended.append("cancelled")

    thread = threading.Thread(target=work)
    thread.start()
    assert started.wait(60)
    token.cancel()
    thread.join(60)
    assert ended == ["cancelled"]


def test_no_cancel_stops_nothing_and_cannot_be_spoiled() -> None:
    NO_CANCEL.checkpoint()
    with pytest.raises(RuntimeError, match="CancelToken of its own"):
        NO_CANCEL.cancel()
    assert not NO_CANCEL.cancelled
    NO_CANCEL.checkpoint()


def test_progress_reads_like_a_record() -> None:
    assert Progress(3, 10, "embedding", "memory 3") == (3, 10, "embedding", "memory 3")
    assert Progress(3).total is None


def test_a_job_runs_with_a_sink_and_a_token() -> None:
    def count(progress: ProgressSink, cancel: CancelToken) -> int:
        for done in range(3):
            cancel.checkpoint()
            progress(Progress(done + 1, 3, "counting"))
        return 3

    job = Job("count", "Counting", count, all_or_nothing=True)
    seen: list[Progress] = []
    assert job.run(seen.append, CancelToken()) == 3
    assert [step.done for step in seen] == [1, 2, 3]
    assert job.run(no_progress, NO_CANCEL) == 3
    assert not job.heavy
    with pytest.raises(AttributeError):
        job.name = "other"  # type: ignore[misc]
