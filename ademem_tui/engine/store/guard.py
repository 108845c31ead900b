"""Threads that must never wait for the disk, such as the one that paints."""

from __future__ import annotations

import threading

_forbidden: set[int] = set()


def forbid_this_thread() -> None:
    """From now on a query from this thread is a programming error, and raised as one."""
    _forbidden.add(threading.get_ident())


def allow_this_thread() -> None:
    """Take that back."""
    _forbidden.discard(threading.get_ident())


def check() -> None:
    """Raise where the calling thread must not wait."""
    if _forbidden and threading.get_ident() in _forbidden:
        raise RuntimeError("the engine was called on a thread that must not wait for it")
