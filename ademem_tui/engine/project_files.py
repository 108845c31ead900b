"""The files of a project, as far as a person would name them: nothing hidden, nothing that was installed or built."""

from __future__ import annotations

import os

MOST = 20_000
"""Enough to complete a name by; a larger tree is cut off."""

_SKIPPED = frozenset(
    ("node_modules", "vendor", "venv", "dist", "build", "target", "site-packages", "__pycache__", "coverage")
)


def project_files(root: str, limit: int = MOST) -> list[str]:
    """Paths below the root with forward slashes, folders nearer the top first. Unreadable folders are passed over."""
    found: list[str] = []
    level = [""]
    while level and len(found) < limit:
        deeper: list[str] = []
        for folder in level:
            files, folders = _entries(root, folder)
            found.extend(files)
            deeper.extend(folders)
            if len(found) >= limit:
                break
        level = deeper
    return found[:limit]


def _entries(root: str, folder: str) -> tuple[list[str], list[str]]:
    files: list[str] = []
    folders: list[str] = []
    try:
        with os.scandir(os.path.join(root, folder)) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                path = f"{folder}/{entry.name}" if folder else entry.name
                if entry.is_dir(follow_symlinks=False):
                    if not entry.name.startswith(".") and entry.name not in _SKIPPED:
                        folders.append(path)
                elif entry.is_file():
                    files.append(path)
    except OSError:
        return files, folders
    return files, folders
