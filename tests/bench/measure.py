"""How a thing is measured: CPU time, the best of several alternating runs, as a ratio to its baseline."""

from __future__ import annotations

import gc
import resource
import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple


class Row(NamedTuple):
    """One line of the table."""

    name: str
    ours_ms: float
    baseline: str
    baseline_ms: float
    limit: float

    @property
    def ratio(self) -> float:
        """Ours over the baseline."""
        return self.ours_ms / self.baseline_ms if self.baseline_ms else float("inf")


def cpu_ms(work: Callable[[], object]) -> float:
    """CPU milliseconds of one run."""
    gc.collect()
    gc.disable()
    started = time.process_time()
    try:
        work()
    finally:
        spent = time.process_time() - started
        gc.enable()
    return spent * 1000


def best(*works: Callable[[], object], rounds: int = 5) -> list[float]:
    """The least CPU milliseconds of each, their runs taking turns."""
    found = [[cpu_ms(work) for work in works] for _ in range(rounds)]
    return [min(column) for column in zip(*found, strict=True)]


def process_ms(commands: Sequence[Sequence[str]], rounds: int = 15, cwd: str | None = None) -> list[float]:
    """The median CPU milliseconds of each command as a process, their runs taking turns."""
    found: list[list[float]] = [[] for _ in commands]
    for _ in range(rounds):
        for at, command in enumerate(commands):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=cwd)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            found[at].append((after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000)
    return [statistics.median(column) for column in found]


def table(rows: Sequence[Row]) -> str:
    """The rows as text, with a word where a limit is missed."""
    width = max(len(row.name) for row in rows)
    lines = [f"{'':{width}}   ours ms   baseline ms   ratio   limit"]
    for row in rows:
        word = "" if row.ratio <= row.limit else "  over"
        lines.append(
            f"{row.name:{width}} {row.ours_ms:9.2f} {row.baseline_ms:13.2f} {row.ratio:7.2f} {row.limit:7.2f}{word}"
            f"   vs {row.baseline}"
        )
    return "\n".join(lines)
