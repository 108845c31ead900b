"""A git history written file by file, the same on every machine.

Git itself is not run: a person's settings, hooks and signing keys cannot change the result, and the demo has its
history also where git is not installed.
"""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Iterable, Mapping
from hashlib import sha1
from typing import NamedTuple

from ademem_tui.engine.clock import parse_stamp

BRANCH = "main"

_CONFIG = "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n"
_FILE, _FOLDER = b"100644", b"40000"


class Commit(NamedTuple):
    """One commit: the files it adds, with their content."""

    message: str
    author: str
    email: str
    at: str
    files: Mapping[str, bytes]


def write_history(root: str, commits: Iterable[Commit]) -> list[str]:
    """Make `root` a repository with these commits, all files of the last one staged; returns the commits' names."""
    git = os.path.join(root, ".git")
    for folder in ("objects", "refs/heads", "refs/tags"):
        os.makedirs(os.path.join(git, folder))
    _write(os.path.join(git, "HEAD"), f"ref: refs/heads/{BRANCH}\n".encode())
    _write(os.path.join(git, "config"), _CONFIG.encode())
    objects = _Objects(os.path.join(git, "objects"))
    blobs: dict[str, bytes] = {}
    sizes: dict[str, int] = {}
    names: list[str] = []
    for commit in commits:
        for path, content in commit.files.items():
            blobs[path] = objects.add("blob", content)
            sizes[path] = len(content)
        tree = _tree(objects, blobs)
        parents = f"parent {names[-1]}\n" if names else ""
        who = f"{commit.author} <{commit.email}> {int(parse_stamp(commit.at).timestamp())} +0000"
        text = f"tree {tree.hex()}\n{parents}author {who}\ncommitter {who}\n\n{commit.message}\n"
        names.append(objects.add("commit", text.encode()).hex())
    if names:
        _write(os.path.join(git, "refs/heads", BRANCH), f"{names[-1]}\n".encode())
        _write(os.path.join(git, "index"), _index(blobs, sizes))
    return names


class _Objects:
    """Git's store of loose objects."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._known: set[bytes] = set()

    def add(self, kind: str, content: bytes) -> bytes:
        """Keep an object; returns its name."""
        whole = f"{kind} {len(content)}\0".encode() + content
        name = sha1(whole, usedforsecurity=False).digest()
        if name not in self._known:
            self._known.add(name)
            text = name.hex()
            folder = os.path.join(self._folder, text[:2])
            os.makedirs(folder, exist_ok=True)
            _write(os.path.join(folder, text[2:]), zlib.compress(whole))
        return name


def _tree(objects: _Objects, blobs: Mapping[str, bytes]) -> bytes:
    """The name of the tree that holds these files; folders become trees of their own."""
    files: dict[str, bytes] = {}
    folders: dict[str, dict[str, bytes]] = {}
    for path, name in blobs.items():
        first, slash, rest = path.partition("/")
        if slash:
            folders.setdefault(first, {})[rest] = name
        else:
            files[first] = name
    entries = [(path.encode(), _FILE, path, name) for path, name in files.items()]
    entries += [(f"{path}/".encode(), _FOLDER, path, _tree(objects, below)) for path, below in folders.items()]
    content = b"".join(mode + b" " + path.encode() + b"\0" + name for _, mode, path, name in sorted(entries))
    return objects.add("tree", content)


def _index(blobs: Mapping[str, bytes], sizes: Mapping[str, int]) -> bytes:
    """Git's staging file. Its times are left empty: git looks once and fills them in."""
    content = struct.pack(">4sLL", b"DIRC", 2, len(blobs))
    for path in sorted(blobs, key=str.encode):
        name = path.encode()
        entry = struct.pack(">10L20sH", *(0,) * 6, 0o100644, 0, 0, sizes[path], blobs[path], min(len(name), 0xFFF))
        entry += name
        content += entry + b"\0" * (8 - len(entry) % 8)
    return content + sha1(content, usedforsecurity=False).digest()


def _write(path: str, content: bytes) -> None:
    with open(path, "xb") as stream:
        stream.write(content)
