"""The person's own editor: the app steps aside while it runs."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from typing import Any

from textual.app import App, SuspendNotSupported

from ademem_tui.engine.errors import EngineError, NotAllowed
from ademem_tui.engine.paths import Paths, write_atomically


class EditorFailed(EngineError):
    """The editor did not start, or said that it failed."""

    code = "editor"


def editor_command(configured: str) -> list[str]:
    """What the settings name, then $VISUAL, then $EDITOR, then what every system has."""
    named = configured or os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if named:
        return shlex.split(named, posix=os.name != "nt")
    return ["notepad" if os.name == "nt" else "vi"]


def open_in_editor(app: App[Any], configured: str, file: str) -> None:
    """Open a file and come back when the editor is closed."""
    command = [*editor_command(configured), file]
    try:
        with app.suspend():
            code = subprocess.call(command)
    except SuspendNotSupported:
        raise NotAllowed(
            "An editor cannot be opened from here.", "This terminal does not let the app step aside."
        ) from None
    except OSError as error:
        raise EditorFailed(
            f"The editor '{command[0]}' could not be started: {error.strerror}.",
            "Set $EDITOR, or display.editor with `ademem config`.",
        ) from None
    app.refresh()
    if code:
        raise EditorFailed(f"The editor '{command[0]}' ended with code {code}.", "Nothing was changed.")


def edited_text(app: App[Any], configured: str, text: str) -> str:
    """A text as it is after the person edited it."""
    handle, file = tempfile.mkstemp(suffix=".md", prefix="ademem-")
    try:
        with open(handle, "w", encoding="utf-8") as stream:
            stream.write(text + "\n")
        open_in_editor(app, configured, file)
        with open(file, encoding="utf-8", errors="replace") as stream:
            return stream.read().strip()
    finally:
        os.unlink(file)


def keep_draft(paths: Paths, memory_id: str, text: str) -> str:
    """A text that could not be stored, kept as a file; returns where."""
    folder = os.path.join(paths.state_dir, "drafts")
    os.makedirs(folder, mode=0o700, exist_ok=True)
    file = os.path.join(folder, f"{memory_id[-6:]}.md")
    write_atomically(file, text)
    return file
