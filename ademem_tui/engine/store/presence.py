"""Which processes have a store open for writing: a shared lock on a file beside it.

The system drops the lock when a process dies, however it dies. Whoever finds nobody there but a write-ahead log
with something in it knows that the last one did not close.
"""

from __future__ import annotations

import os


def enter(path: str) -> tuple[int | None, bool]:
    """Take part; returns the lock to close at the end, and whether the last process left without closing."""
    try:
        import fcntl
    except ImportError:
        return None, _log_is_left(path)
    handle = os.open(path + ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    unclean = False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        unclean = _log_is_left(path)
    except OSError:
        unclean = False
    try:
        fcntl.flock(handle, fcntl.LOCK_SH)
    except OSError:
        os.close(handle)
        return None, unclean
    return handle, unclean


def _log_is_left(path: str) -> bool:
    try:
        return os.path.getsize(path + "-wal") > 0
    except OSError:
        return False
