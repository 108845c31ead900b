"""What is shown while something takes longer than a second."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ademem_tui.cli.call import is_terminal

if TYPE_CHECKING:
    from ademem_tui.engine.jobs import Progress, ProgressSink

PATIENCE_SECONDS = 1.0


@contextmanager
def waiting(title: str) -> Iterator[ProgressSink]:
    """A place for a job's progress: a bar on stderr once a second has passed, nothing in a pipe."""
    if not is_terminal(sys.stderr):
        from ademem_tui.engine.jobs import no_progress

        yield no_progress
        return
    from threading import Timer

    bar = _Bar(title)
    timer = Timer(PATIENCE_SECONDS, bar.appear)
    timer.daemon = True
    timer.start()
    try:
        yield bar.report
    finally:
        timer.cancel()
        timer.join()
        bar.vanish()


class _Bar:
    """A bar that is drawn only when it is time."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._drawn: Any = None
        self._task: Any = None
        self._latest: Progress | None = None

    def report(self, progress: Progress) -> None:
        """How far the job is."""
        self._latest = progress
        if self._drawn is not None:
            self._update(progress)

    def appear(self) -> None:
        """Start drawing."""
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

        drawn = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._task = drawn.add_task(self._title, total=None)
        drawn.start()
        self._drawn = drawn
        if self._latest is not None:
            self._update(self._latest)

    def vanish(self) -> None:
        """Leave the screen as it was."""
        if self._drawn is not None:
            self._drawn.stop()

    def _update(self, progress: Progress) -> None:
        title = f"{self._title}: {progress.stage}" if progress.stage else self._title
        self._drawn.update(self._task, description=title, completed=progress.done, total=progress.total)
