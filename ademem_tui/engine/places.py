"""Where everything is and how much room it takes."""

from __future__ import annotations

import os
from typing import NamedTuple

from ademem_tui.engine.paths import Paths

_NOT_OURS = ("project", "worktree")
"""Folders that hold more than ademem's files: their size says nothing about it."""


class Place(NamedTuple):
    """One file or folder."""

    name: str
    path: str
    exists: bool
    size: int | None
    """Bytes, everything below a folder included; None where that is not told."""


def places(paths: Paths) -> list[Place]:
    """Every place a project's memory touches, in reading order."""
    return [_place(name, path) for name, path in paths.named().items()]


def _place(name: str, path: str) -> Place:
    exists = os.path.exists(path)
    if name in _NOT_OURS:
        return Place(name, path, exists, None)
    parts = (path, path + "-wal", path + "-shm") if path.endswith(".db") else (path,)
    return Place(name, path, exists, sum(map(_size, parts)))


def _size(path: str) -> int:
    if not os.path.isdir(path):
        return _file_size(path)
    return sum(_file_size(os.path.join(folder, name)) for folder, _, names in os.walk(path) for name in names)


def _file_size(path: str) -> int:
    try:
        return os.lstat(path).st_size
    except OSError:
        return 0
