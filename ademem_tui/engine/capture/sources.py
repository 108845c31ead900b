"""From a file to what it offers: tells its format and lets the right reader read it."""

from __future__ import annotations

import os
from typing import Any

from ademem_tui.engine.capture import detect, own_json
from ademem_tui.engine.capture.ade_database import read_ade
from ademem_tui.engine.capture.auto_claude_database import read_auto_claude
from ademem_tui.engine.capture.drafts import Parsed
from ademem_tui.engine.capture.markdown_notes import read_notes
from ademem_tui.engine.capture.rules_files import read_rules
from ademem_tui.engine.errors import BadInput
from ademem_tui.engine.jobs import NO_CANCEL, CancelToken, ProgressSink, no_progress
from ademem_tui.engine.taxonomy import nearest


def read_source(
    path: str,
    format: str,
    project_id: str | None,
    root: str,
    progress: ProgressSink = no_progress,
    cancel: CancelToken = NO_CANCEL,
) -> tuple[str, Parsed, dict[str, Any] | None]:
    """The format, what the file offers, and the whole document where it is an export of ours."""
    if format == "auto":
        with open(path, "rb") as stream:
            format = detect.detect(path, stream.read(detect.HEAD_BYTES))
    elif format not in detect.FORMATS:
        hint = nearest(format, detect.FORMATS)
        raise BadInput(
            f"There is no import format '{format}'.",
            f"Did you mean '{hint}'?" if hint else f"Use one of {', '.join(detect.FORMATS)}.",
        )
    match format:
        case detect.OWN_JSON:
            return format, Parsed(), own_json.read(_text(path), path)
        case detect.ADE_DB:
            return format, read_ade(path, progress, cancel, project_id=project_id), None
        case detect.V5_DB:
            return format, read_auto_claude(path, project_id, progress, cancel), None
        case detect.RULES:
            return format, read_rules(_within(path, root), _text(path)), None
        case _:
            return format, read_notes(_within(path, root), _text(path)), None


def _within(path: str, root: str) -> str:
    """The path as the project knows it: a rules file of a folder speaks of that folder."""
    inside = os.path.relpath(os.path.realpath(path), os.path.realpath(root))
    return os.path.basename(path) if inside.startswith("..") else inside


def _text(path: str) -> str:
    """A file's text; bytes that are no UTF-8 are kept as escapes and shown, never dropped."""
    with open(path, encoding="utf-8-sig", errors="surrogateescape", newline=None) as stream:
        return stream.read()
