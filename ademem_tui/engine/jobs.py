"""Long work: a function of a progress sink and a cancel token.

The token does two things in one call. It lets a person stop the work between batches, and it hands the
processor over often enough that a screen in the same process stays quick under the fingers.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, NamedTuple, NoReturn, TypeVar

WORK_SECONDS = 0.005
"""How long work may run before it yields; much longer, and a key press waits as if it never yielded."""
YIELD_SECONDS = 0.001

T = TypeVar("T")


class Cancelled(Exception):
    """Somebody asked the work to stop: not a failure, so it stands outside the tree of errors."""


class Progress(NamedTuple):
    """How far a job has come."""

    done: int
    total: int | None = None
    """None while it is not known."""
    stage: str = ""
    detail: str = ""


ProgressSink = Callable[[Progress], None]


class CancelToken:
    """The way to stop a job, held by whoever started it and checked by the job."""

    def __init__(
        self, clock: Callable[[], float] = time.perf_counter, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._clock = clock
        self._sleep = sleep
        self._cancelled = False
        self._last_yield = clock()

    @property
    def cancelled(self) -> bool:
        """Whether the work should stop; for places that cannot raise, like a database's progress handler."""
        return self._cancelled

    def cancel(self) -> None:
        """Ask the work to stop at its next checkpoint; from any thread, as often as one likes."""
        self._cancelled = True

    def checkpoint(self) -> None:
        """Stop here if asked to, and let other threads run when it is time; made for inner loops."""
        if not self._cancelled and self._clock() - self._last_yield >= WORK_SECONDS:
            self._sleep(YIELD_SECONDS)
            self._last_yield = self._clock()
        if self._cancelled:
            raise Cancelled


class _NeverCancelled(CancelToken):
    """Stops nothing and yields to nobody: a process without a screen gives nothing away."""

    def cancel(self) -> NoReturn:
        raise RuntimeError("NO_CANCEL is shared and stops nothing: give the job a CancelToken of its own")

    def checkpoint(self) -> None:
        return None


NO_CANCEL: CancelToken = _NeverCancelled()


def no_progress(progress: Progress) -> None:
    """A sink for those who do not watch."""


@dataclass(frozen=True, slots=True)
class Job(Generic[T]):
    """A piece of long work as a face lists, runs and explains it."""

    name: str
    """The word for programs: `sweep`, `import`."""
    title: str
    """What people read while it runs: `Sweeping memories`."""
    run: Callable[[ProgressSink, CancelToken], T]
    all_or_nothing: bool
    """Cancel or failure leaves the data as it was; otherwise finished batches stay, the rest comes later."""
    heavy: bool = False
    """Keeps a processor busy: only one such job runs at a time."""
