"""Writing an export to a file without trampling what somebody else wrote there."""

from __future__ import annotations

import os
import re

from ademem_tui.engine.capture.export_text import BLOCK_END, BLOCK_START, EXPORT_MARK
from ademem_tui.engine.errors import BadInput, NotAllowed
from ademem_tui.engine.paths import write_atomically

_OWN_JSON = re.compile(r'\s*\{\s*"format":\s*"ademem"')


def write_export(file: str, text: str, *, force: bool = False) -> int:
    """All of the file or nothing; a file that is no export stays unless forced. Returns the characters written."""
    try:
        if not force and os.path.exists(file):
            with open(file, encoding="utf-8", errors="surrogateescape", newline="") as stream:
                whole = in_place_of(stream.read(), text)
            if whole is None:
                raise NotAllowed(
                    f"{file} is there already and is not an export.", "Overwrite it by force, or name another."
                )
            text = whole
        write_atomically(file, text)
    except UnicodeError as error:
        raise BadInput(f"{file} is no UTF-8 text.", "Name another file.") from error
    except OSError as error:
        raise BadInput(f"{file} cannot be written: {error.strerror or error}.", "Name another file.") from error
    return len(text)


def in_place_of(before: str, text: str) -> str | None:
    """What a file becomes: an export gives way, a block for agents takes its old place; None: not ours."""
    if not before.strip() or _OWN_JSON.match(before) or EXPORT_MARK in before[:200]:
        return text
    start, end = before.find(BLOCK_START), before.find(BLOCK_END)
    if 0 <= start < end and text.startswith(BLOCK_START):
        return before[:start] + text.rstrip("\n") + before[end + len(BLOCK_END) :]
    return None
