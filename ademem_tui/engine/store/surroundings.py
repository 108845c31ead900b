"""What a store stands on: versions, the vector extension, disk, permissions, backups, the last error."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from typing import NamedTuple

import apsw

from ademem_tui.engine.paths import Paths, ignores_own_files
from ademem_tui.engine.store import migrate
from ademem_tui.engine.store.backup import BEFORE_REPAIR, REPLACED, backups
from ademem_tui.engine.store.copying import size_of
from ademem_tui.engine.store.database import scalar
from ademem_tui.engine.store.error_log import last_error
from ademem_tui.engine.store.store import Store

SPARE_BYTES = 50_000_000
"""Room that should be left beside what a backup and a compaction need."""


class Check(NamedTuple):
    """One thing that was looked at."""

    name: str
    ok: bool
    detail: str
    fix: str = ""
    """What to run or do where it is not ok."""
    origin: str = ""
    """`project` or `user` for checks of one file, '' for those of the whole installation."""


def surroundings(paths: Paths) -> Iterator[Check]:
    """Checks of the whole installation."""
    yield versions()
    yield vector_extension()
    yield newest_error(paths)


def versions() -> Check:
    """What everything runs on."""
    import sys
    from importlib.metadata import PackageNotFoundError, version

    from ademem_tui import __version__

    try:
        vec = version("sqlite-vec")
    except PackageNotFoundError:
        vec = "missing"
    python = ".".join(map(str, sys.version_info[:3]))
    return Check(
        "versions",
        vec != "missing",
        f"ademem {__version__}, store {migrate.newest_version()}, Python {python}, apsw {apsw.apsw_version()}, "
        f"SQLite {apsw.sqlite_lib_version()}, sqlite-vec {vec}",
        "" if vec != "missing" else "Install ademem again: sqlite-vec is part of it.",
    )


def vector_extension() -> Check:
    """The vector extension, loaded and asked."""
    again = "Install ademem again, on a Python and system that sqlite-vec has a wheel for."
    try:
        import sqlite_vec

        with closing(apsw.Connection(":memory:")) as scratch:
            scratch.enable_load_extension(True)
            scratch.load_extension(sqlite_vec.loadable_path())
            near = scalar(scratch, "SELECT vec_distance_l2('[1, 2]', '[1, 2]')")
            return Check("sqlite_vec", near == 0, f"Loaded and working, {scalar(scratch, 'SELECT vec_version()')}.")
    except (ImportError, apsw.Error) as error:
        return Check("sqlite_vec", False, f"It cannot be loaded ({error}).", again)


def newest_error(paths: Paths) -> Check:
    """The last failure that was written down: for looking at, it fails nothing."""
    found = last_error(paths)
    if found is None:
        return Check("last_error", True, "None was written down.")
    first_line = found.text.splitlines()[0]
    return Check("last_error", True, f"{found.at[:16].replace('T', ' ')}: {first_line} ({paths.error_log})")


def disk_space(store: Store) -> Check:
    """Room for a backup, a compaction and some more."""
    import shutil

    folder = _nearest_folder(store.path)
    try:
        free = shutil.disk_usage(folder).free
    except OSError as error:
        return Check("disk_space", False, f"{folder} cannot be looked at ({error.strerror}).", "Check the disk.")
    needed = 2 * size_of(store.path) + SPARE_BYTES
    detail = f"{free // 1_000_000:,} MB free, {needed // 1_000_000:,} MB should be."
    return Check("disk_space", free >= needed, detail, "" if free >= needed else "Free some space.")


def permissions(store: Store, paths: Paths) -> Check:
    """Folder and file can be written, and git leaves the database alone."""
    places = [
        _nearest_folder(store.path),
        *(part for part in (store.path, store.path + "-wal") if os.path.exists(part)),
    ]
    closed = [place for place in places if not os.access(place, os.W_OK)]
    if closed:
        return Check(
            "permissions", False, f"{', '.join(closed)} cannot be written: reading only.", f"chmod u+w {closed[0]}"
        )
    if store.origin == "project" and paths.is_git and store.exists() and not ignored_by_git(paths):
        return Check("permissions", False, f"Git would take {store.path} into a commit.", "ademem repair")
    return Check("permissions", True, "Folder and file can be written.")


def ignored_by_git(paths: Paths) -> bool:
    """Whether the project's own .gitignore covers the database."""
    try:
        with open(os.path.join(paths.ade_dir, ".gitignore"), encoding="utf-8", errors="replace") as stream:
            return ignores_own_files(stream.read())
    except OSError:
        return False


def backups_there(store: Store, folder: str) -> Check:
    """A sound backup to fall back on."""
    found = backups(folder)
    sound = [one for one in found if one.sound and one.reason != REPLACED]
    regular = [one for one in found if one.reason not in (REPLACED, BEFORE_REPAIR)]
    if sound:
        newest = sound[0]
        bad = sum(not one.sound for one in regular)
        note = f"; {bad} damaged" if bad else ""
        detail = f"{len(sound)} sound, the newest of {newest.at[:16].replace('T', ' ')}{note}: {newest.path}"
        ok = not regular or regular[0].sound
        return Check("backups", ok, detail, "" if ok else "ademem backup")
    if not store.exists():
        return Check("backups", True, "None yet, and nothing to back up.")
    return Check("backups", False, f"There is no sound backup in {folder}.", "ademem backup")


def _nearest_folder(path: str) -> str:
    """The folder of a file, or the first above it that exists."""
    folder = os.path.dirname(path)
    while folder and not os.path.isdir(folder) and folder != os.path.dirname(folder):
        folder = os.path.dirname(folder)
    return folder or "."
