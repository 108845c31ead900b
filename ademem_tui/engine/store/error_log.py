"""Failures nobody was there to see, one entry each, newest last."""

from __future__ import annotations

import os
from typing import NamedTuple

from ademem_tui.engine.clock import Clock
from ademem_tui.engine.paths import Paths

MAX_BYTES = 1_000_000
"""A longer log becomes `.1`, in place of the one before."""
_TAIL_BYTES = 65_536
_STAMP = len("2026-01-01T00:00:00.000Z")


class LoggedError(NamedTuple):
    """One failure: when, and what it said."""

    at: str
    text: str


def note_error(paths: Paths, text: str, at: str | None = None) -> bool:
    """Write a failure down; False where even that is not possible, because the caller is busy with worse."""
    lines = text.strip().splitlines() or ["(no text)"]
    entry = f"{at or Clock().now()} " + "\n  ".join(lines) + "\n"
    try:
        os.makedirs(os.path.dirname(paths.error_log), exist_ok=True)
        if os.path.exists(paths.error_log) and os.path.getsize(paths.error_log) > MAX_BYTES:
            os.replace(paths.error_log, paths.error_log + ".1")
        with open(paths.error_log, "a", encoding="utf-8", errors="backslashreplace") as stream:
            stream.write(entry)
    except OSError:
        return False
    return True


def last_error(paths: Paths) -> LoggedError | None:
    """The newest entry, or None."""
    try:
        with open(paths.error_log, "rb") as stream:
            stream.seek(max(0, os.fstat(stream.fileno()).st_size - _TAIL_BYTES))
            lines = stream.read().decode("utf-8", "replace").splitlines()
    except OSError:
        return None
    entry: list[str] = []
    for line in reversed(lines):
        entry.insert(0, line.strip())
        if line[:4].isdigit() and line[_STAMP - 1 : _STAMP + 1] == "Z ":
            entry[0] = line[_STAMP + 1 :]
            return LoggedError(line[:_STAMP], "\n".join(entry))
    return None
