"""Files as people type them, from wherever they stand, as the project knows them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ademem_tui.engine.paths import Paths


def in_project(paths: Paths, typed: str) -> str:
    """A path relative to the project's root, with forward slashes; one outside the project stays as it is.

    From the folder at hand first; a path that is only there from the root is taken from the root, because
    agents and tools name files that way wherever they run. A folder keeps, or gets, its `/`.
    """
    text = typed.strip()
    if not text:
        return ""
    root = os.path.realpath(paths.root)
    here = os.path.realpath(os.curdir)
    choices = [os.path.join(here, text), os.path.join(root, text)]
    if _relative(here, root) is None:
        choices.reverse()
    path = next((choice for choice in choices if os.path.lexists(choice)), choices[0])
    inside = _relative(os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path)), root)
    if inside is None:
        return text.replace(os.sep, "/")
    folder = text.endswith(("/", os.sep)) or os.path.isdir(path)
    return inside.replace(os.sep, "/") + ("/" if folder and inside != "." else "")


def _relative(path: str, root: str) -> str | None:
    """The path below the root, or None where it lies outside."""
    found = os.path.normpath(path)
    if found == root:
        return "."
    start = root if root.endswith(os.sep) else root + os.sep
    return found[len(start) :] if found.startswith(start) else None
