"""Running the engine's jobs: one heavy job at a time, the rest queued, every one with progress, log and an end."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from textual.app import App
from textual.message import Message

from ademem_tui.engine.engine import Engine
from ademem_tui.engine.errors import EngineError
from ademem_tui.engine.jobs import Cancelled, CancelToken, Progress, ProgressSink

TOLD_EVERY = 0.1
"""Seconds between two reports of one job."""

Work = Callable[[Engine, ProgressSink, CancelToken], Any]


@dataclass(eq=False, slots=True)
class JobRecord:
    """One job, from the moment it was asked for."""

    title: str
    heavy: bool
    state: str = "queued"
    """queued, running, done, failed or cancelled."""
    progress: Progress = field(default_factory=lambda: Progress(0))
    started: float = 0.0
    seconds: float = 0.0
    result: Any = None
    message: str = ""
    trace: str = ""
    log: list[str] = field(default_factory=list)
    cancel: CancelToken = field(default_factory=CancelToken)

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come."""
        return self.state in ("done", "failed", "cancelled")


class JobChanged(Message):
    """A job moved on. A newer one takes the place of one that still waits to be handled."""

    def __init__(self, record: JobRecord) -> None:
        super().__init__()
        self.record = record

    def can_replace(self, message: Message) -> bool:
        """Only the latest state of a job matters, but its end is never dropped."""
        return isinstance(message, JobChanged) and message.record is self.record and not message.record.is_over


class JobRunner:
    """Starts jobs and keeps what became of them."""

    def __init__(self, app: App[Any], engine: Engine) -> None:
        self._app = app
        self._engine = engine
        self._heavy = ThreadPoolExecutor(1, "ademem-job")
        self._light = ThreadPoolExecutor(2, "ademem-light")
        self.records: list[JobRecord] = []

    def start(self, title: str, work: Work, *, heavy: bool = True) -> JobRecord:
        """Queue a job; it tells the app of every change."""
        record = JobRecord(title, heavy)
        self.records.append(record)
        (self._heavy if heavy else self._light).submit(self._run, record, work)
        self._app.post_message(JobChanged(record))
        return record

    @property
    def running(self) -> list[JobRecord]:
        """What is not over yet."""
        return [record for record in self.records if not record.is_over]

    def cancel_all(self) -> None:
        """Ask everything to stop."""
        for record in self.running:
            record.cancel.cancel()

    def stop(self) -> None:
        """Cancel, and take no more."""
        self.cancel_all()
        self._heavy.shutdown(wait=True, cancel_futures=True)
        self._light.shutdown(wait=True, cancel_futures=True)

    def _run(self, record: JobRecord, work: Work) -> None:
        record.started = time.monotonic()
        record.state = "running"
        self._app.post_message(JobChanged(record))
        told = 0.0

        def report(progress: Progress) -> None:
            nonlocal told
            record.progress = progress
            if progress.detail:
                record.log.append(progress.detail)
            moment = time.monotonic()
            if moment - told >= TOLD_EVERY or progress.done == progress.total:
                told = moment
                self._app.post_message(JobChanged(record))

        try:
            record.cancel.checkpoint()
            record.result = work(self._engine, report, record.cancel)
            record.state = "done"
        except Cancelled:
            record.state = "cancelled"
            record.message = "Cancelled."
        except EngineError as error:
            record.state = "failed"
            record.message = str(error)
            record.trace = traceback.format_exc()
        except Exception as error:
            record.state = "failed"
            record.message = f"{record.title} failed: {error}. Your data is as it was; the details are one key away."
            record.trace = traceback.format_exc()
        record.seconds = time.monotonic() - record.started
        self._app.post_message(JobChanged(record))
