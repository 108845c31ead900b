"""Which project a folder belongs to, and where its checkout stands: git's own files, read by hand.

Starting git for one answer costs more than storing a memory does, so `.git`, `HEAD`, refs and `packed-refs`
are read directly. Nothing here runs a program, writes, or raises over a repository that is broken.
"""

from __future__ import annotations

import os
from typing import NamedTuple

MARKERS = (os.path.join(".ade", "ademem.db"), os.path.join(".ade", "config.toml"))
"""Files that make a folder a project where there is no git."""

_COMMON_FOLDER_NAMES = (".git", ".bare")
_SMALL_FILE = 65_536
_SYMREF_DEPTH = 5
_WORKTREE_REFS = ("refs/bisect/", "refs/rewritten/", "refs/worktree/")


class Root(NamedTuple):
    """The project a folder belongs to."""

    path: str
    """Root of the worktree the folder is in."""
    main: str
    """Root of the main worktree: the same for every worktree of a repository."""
    is_git: bool


def find_root(start: str) -> Root:
    """The project of a folder, or of the folder a file is in; paths come back resolved and absolute.

    A `.git` file that leads nowhere (its repository was moved, or is out of a container's sight) ends the
    search as it does for git: the folder that holds it stands for itself, not for a repository further up.
    """
    folder = os.path.realpath(start)
    if os.path.isfile(folder):
        folder = os.path.dirname(folder)
    for candidate in _upwards(folder):
        if os.path.lexists(os.path.join(candidate, ".git")):
            git_dir = _linked_git_dir(candidate)
            if git_dir is not None:
                return Root(candidate, _main_root(candidate, git_dir), True)
            if not os.path.isdir(os.path.join(candidate, ".git")):
                return Root(candidate, candidate, False)
        elif os.path.basename(candidate) != ".git" and _is_repository(candidate):
            path = _folder_of(_common_dir(candidate))
            return Root(path, path, True)
    for candidate in _upwards(folder):
        if any(os.path.isfile(os.path.join(candidate, marker)) for marker in MARKERS):
            return Root(candidate, candidate, False)
    return Root(folder, folder, False)


def current_branch(worktree: str) -> str | None:
    """The branch checked out at a worktree's root; None when detached, outside git or with a reftable."""
    git_dir = _git_dir(worktree)
    ref = _symbolic_ref(git_dir, "HEAD") if git_dir else None
    if ref is None or not ref.startswith("refs/heads/") or ref == "refs/heads/.invalid":
        return None
    return os.fsencode(ref.removeprefix("refs/heads/")).decode("utf-8", "replace")


def current_commit(worktree: str) -> str | None:
    """The commit checked out at a worktree's root; None before the first, outside git or with a reftable."""
    git_dir = _git_dir(worktree)
    if git_dir is None:
        return None
    common = _common_dir(git_dir)
    name = "HEAD"
    for _ in range(_SYMREF_DEPTH):
        is_shared = name.startswith("refs/") and not name.startswith(_WORKTREE_REFS)
        holder = common if is_shared else git_dir
        target = _symbolic_ref(holder, name)
        if target is None:
            return _loose(holder, name) or (_packed(common, name) if is_shared else None)
        name = target
    return None


def _upwards(folder: str) -> list[str]:
    found = [folder]
    while (parent := os.path.dirname(folder)) != folder:
        found.append(parent)
        folder = parent
    return found


def _git_dir(worktree: str) -> str | None:
    """The git folder of a worktree's root, of a bare repository, or of a folder with a `.bare` one."""
    found = _linked_git_dir(worktree)
    if found is not None:
        return found
    for folder in (worktree, os.path.join(worktree, ".bare")):
        if _is_repository(folder):
            return folder
    return None


def _linked_git_dir(folder: str) -> str | None:
    """What `folder/.git` is or points to, where that is a sound git folder."""
    entry = os.path.join(folder, ".git")
    if os.path.isdir(entry):
        return entry if _is_repository(entry) else None
    text = _read(entry)
    if not text.startswith(b"gitdir:"):
        return None
    target = os.fsdecode(text.removeprefix(b"gitdir:").strip())
    git_dir = os.path.realpath(os.path.join(folder, target)) if target else ""
    return git_dir if git_dir and _is_repository(git_dir) else None


def _is_repository(folder: str) -> bool:
    """Git's own test: a HEAD here, objects and refs here or in the common folder."""
    if not os.path.lexists(os.path.join(folder, "HEAD")):
        return False
    common = _common_dir(folder)
    return os.path.isdir(os.path.join(common, "objects")) and os.path.isdir(os.path.join(common, "refs"))


def _common_dir(git_dir: str) -> str:
    """Where the worktrees of a repository keep what they share."""
    text = os.fsdecode(_read(os.path.join(git_dir, "commondir")).strip())
    return os.path.realpath(os.path.join(git_dir, text)) if text else git_dir


def _main_root(worktree: str, git_dir: str) -> str:
    common = _common_dir(git_dir)
    return worktree if common == git_dir else _folder_of(common)


def _folder_of(common: str) -> str:
    """The folder a shared git folder stands for: its parent, a submodule's checkout, or itself."""
    if os.path.basename(common) in _COMMON_FOLDER_NAMES:
        return os.path.dirname(common)
    return _configured_worktree(common) or common


def _configured_worktree(common: str) -> str | None:
    """`core.worktree`: how a submodule's git folder, kept inside the outer repository, names its checkout."""
    for name in ("config.worktree", "config"):
        section = ""
        for line in os.fsdecode(_read(os.path.join(common, name))).splitlines():
            if line.lstrip().startswith("["):
                section = line.strip(" \t[]").lower()
            key, _, value = line.partition("=")
            if section == "core" and key.strip().lower() == "worktree":
                path = os.path.realpath(os.path.join(common, value.strip().strip('"')))
                return path if os.path.isdir(path) else None
    return None


def _symbolic_ref(git_dir: str, name: str) -> str | None:
    """The ref that a ref points to; very old repositories use a symbolic link for it."""
    path = os.path.join(git_dir, name)
    if os.path.islink(path):
        target = os.readlink(path)
        return target if target.startswith("refs/") else None
    text = _read(path)
    return os.fsdecode(text.removeprefix(b"ref:").strip()) if text.startswith(b"ref:") else None


def _loose(git_dir: str, name: str) -> str | None:
    return _object_name(_read(os.path.join(git_dir, name)).strip())


def _packed(common: str, name: str) -> str | None:
    data = _read(os.path.join(common, "packed-refs"), limit=-1)
    ending = data.find(b" " + os.fsencode(name) + b"\n")
    if ending < 0:
        return None
    return _object_name(data[data.rfind(b"\n", 0, ending) + 1 : ending])


def _object_name(text: bytes) -> str | None:
    """The text when it is a commit's name, SHA-1 or SHA-256."""
    is_name = len(text) in (40, 64) and not text.strip(b"0123456789abcdef")
    return text.decode("ascii") if is_name else None


def _read(path: str, limit: int = _SMALL_FILE) -> bytes:
    """A file's bytes, b'' where there is no readable plain file."""
    if not os.path.isfile(path):
        return b""
    try:
        with open(path, "rb") as stream:
            return stream.read(limit)
    except OSError:
        return b""
