"""The demo project on disk: made once, whole or not at all, and made anew on demand."""

from __future__ import annotations

import os
import shutil
import tempfile
import time

from ademem_tui.demo.now import DEMO_NOW, Times
from ademem_tui.engine.errors import NotAllowed
from ademem_tui.engine.paths import HOME_VARIABLE, Paths, ensure_ade_dir, user_folders

__all__ = ["DEMO_NOW", "build", "demo_path", "demo_paths", "ensure_demo", "is_demo"]

NAME = "harbor"

_MARKER = os.path.join(".ade", "demo")
_SCRATCH = f".{NAME}-"
_ABANDONED_SECONDS = 3_600
_SEED = 1
_RENAMED = {"gitignore.txt": ".gitignore"}
"""Files whose real names would act on the package itself."""


def demo_path() -> str:
    """Where the person's demo project is, made or not."""
    return os.path.join(user_folders(os.environ).data, "demo", NAME)


def demo_paths(folder: str, home: str) -> Paths:
    """The places of a demo project whose person has all folders below `home`."""
    root = os.path.realpath(folder)
    return Paths(root, root, True, *user_folders({HOME_VARIABLE: home}))


def is_demo(folder: str) -> bool:
    """Whether a folder holds a demo project with its memories."""
    return all(os.path.isfile(os.path.join(folder, file)) for file in (_MARKER, ".ade/ademem.db"))


def ensure_demo(reset: bool = False, *, into: str | None = None) -> str:
    """The demo project's folder; made when it is not there, made anew with `reset`.

    It is built beside its place and moved there when finished, so that no half of it is ever seen. A folder of
    the person's own choice is only replaced where it holds a demo.
    """
    from ademem_tui.engine.store.database import translated_files

    target = os.path.abspath(into) if into else demo_path()
    if is_demo(target) and not reset:
        return target
    if into and not is_demo(target) and os.path.lexists(target) and not _is_empty_folder(target):
        raise NotAllowed(
            f"{target} is there already and is not a demo project.", "Name a folder that does not exist yet."
        )
    with translated_files(target):
        parent = os.path.dirname(target)
        os.makedirs(parent, exist_ok=True)
        _remove_abandoned(parent)
        scratch = tempfile.mkdtemp(prefix=_SCRATCH, dir=parent)
        try:
            made = build(os.path.join(scratch, NAME), os.path.join(scratch, "home"))
            if reset or not is_demo(target):
                _put_in_place(made, target, os.path.join(scratch, "old"))
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
    return target


def build(into: str, home: str) -> str:
    """Make the demo project in a folder that is not there yet; returns the folder.

    `home` takes the place of the person's own folders, so that neither their memories nor their settings have
    a part in it.
    """
    from random import Random

    from ademem_tui.demo.story import tell
    from ademem_tui.engine.clock import FixedClock, IdSource
    from ademem_tui.engine.config import Config
    from ademem_tui.engine.engine import Engine

    os.makedirs(into)
    commits = _make_repository(into)
    paths = demo_paths(into, home)
    ensure_ade_dir(paths)
    clock = FixedClock(DEMO_NOW)
    ids = IdSource(clock, Random(_SEED).getrandbits)
    with Engine(paths, Config.of(), clock=clock, ids=ids) as engine:
        # A build that is cut short is thrown away whole: the disk need not confirm each act.
        engine.shelves.project.database.writer().execute("PRAGMA synchronous=OFF")
        tell(engine, clock, commits)
    _flush(paths.database)
    with open(os.path.join(into, _MARKER), "x", encoding="utf-8") as stream:
        stream.write(f"A demo project of ademem, as of {DEMO_NOW}. `ademem demo --reset` makes it anew.\n")
    return into


def _make_repository(into: str) -> list[tuple[str, str]]:
    """Copy the files and commit them; returns moment and name of each commit, oldest first."""
    from ademem_tui.demo.git_history import Commit, write_history
    from ademem_tui.demo.story import DATA, read_data

    times = Times(_SEED)
    commits = []
    for entry in read_data("commits.json"):
        files = {}
        for path in entry["paths"]:
            with open(os.path.join(DATA, "repo", path), "rb") as stream:
                files[_RENAMED.get(path, path)] = stream.read()
        commits.append(Commit(entry["message"], entry["author"], entry["email"], times.ago(entry["days_ago"]), files))
    for commit in commits:
        for path, content in commit.files.items():
            file = os.path.join(into, path)
            os.makedirs(os.path.dirname(file), exist_ok=True)
            with open(file, "wb") as target:
                target.write(content)
    names = write_history(into, commits)
    return [(commit.at, name) for commit, name in zip(commits, names, strict=True)]


def _put_in_place(made: str, target: str, old: str) -> None:
    """Swap the new project in; where that fails the old one is back."""
    moved = os.path.lexists(target)
    if moved:
        os.rename(target, old)
    try:
        os.rename(made, target)
    except OSError:
        if is_demo(target):
            return
        if moved:
            os.rename(old, target)
        raise


def _flush(file: str) -> None:
    """Have the disk confirm a file."""
    handle = os.open(file, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _is_empty_folder(path: str) -> bool:
    return os.path.isdir(path) and not os.listdir(path)


def _remove_abandoned(parent: str) -> None:
    """Clear away what a build that was killed left behind; a young one may still be at work."""
    with os.scandir(parent) as entries:
        for entry in entries:
            if entry.name.startswith(_SCRATCH) and time.time() - entry.stat().st_mtime > _ABANDONED_SECONDS:
                shutil.rmtree(entry.path, ignore_errors=True)
