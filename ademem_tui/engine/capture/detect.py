"""What kind of file somebody wants to import, told by what is in it, and the rules files a project has."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path, PurePath
from typing import NamedTuple

from ademem_tui.engine.capture.export_text import EXPORT_MARK
from ademem_tui.engine.capture.front_matter import front_matter_of
from ademem_tui.engine.capture.rules_files import read_rules
from ademem_tui.engine.errors import BadInput

OWN_JSON, ADE_DB, V5_DB, RULES, MARKDOWN = "own-json", "ade-db", "v5-db", "rules", "md"
FORMATS = (OWN_JSON, ADE_DB, V5_DB, RULES, MARKDOWN)
SUPPORTED = (
    "Supported are ademem's own JSON and Markdown exports, rules files (CLAUDE.md, AGENTS.md, GEMINI.md, .cursorrules, "
    ".mdc, .windsurfrules, .clinerules, copilot-instructions.md, CONVENTIONS.md), any Markdown notes, and the "
    "databases of ADE and Auto Claude."
)
HEAD_BYTES = 4_096
"""So much of a file's beginning is enough to tell."""

_DATABASE_HEADER = b"SQLite format 3\x00"
_RULES_NAMES = (
    "claude.md",
    "claude.local.md",
    "agents.md",
    "agents.override.md",
    "agent.md",
    "gemini.md",
    "conventions.md",
    "copilot-instructions.md",
    ".cursorrules",
    ".windsurfrules",
    ".clinerules",
    ".roorules",
    ".rules",
    "guidelines.md",
)
_RULES_ENDINGS = (".mdc", ".instructions.md", ".cursorrules", ".windsurfrules", ".clinerules")
_RULES_FOLDERS = frozenset(
    (
        ".cursor/rules",
        ".windsurf/rules",
        ".claude/rules",
        ".clinerules",
        ".roo/rules",
        ".devin/rules",
        ".github/instructions",
    )
)
_RULES_KEYS = frozenset(("globs", "alwaysapply", "applyto", "trigger", "paths"))
_TEXT_ENDINGS = (".md", ".markdown", ".mdown", ".mdx", ".txt", ".text", "")
_ROOT_NAMES = (*_RULES_NAMES, ".claude/CLAUDE.md", ".github/copilot-instructions.md", ".junie/guidelines.md")
_SKIPPED_FOLDERS = frozenset(
    ("node_modules", "vendor", "venv", "dist", "build", "target", "site-packages", "__pycache__")
)
_NESTED_NAMES = frozenset(("claude.md", "agents.md", "gemini.md"))
_DEEPEST, _MOST_FOLDERS = 3, 2_000
_LARGEST = 4 * 1024 * 1024


class RulesFile(NamedTuple):
    """A rules file of a project and how many drafts are in it."""

    path: Path
    drafts: int


def detect(path: str | os.PathLike[str], head: bytes) -> str:
    """The format of a file whose first bytes are given; one of FORMATS."""
    name = PurePath(os.fspath(path))
    if head.startswith(_DATABASE_HEADER):
        return _database_kind(path)
    if not head.strip():
        raise BadInput(f"{name} is empty.", SUPPORTED)
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise BadInput(f"{name} is UTF-16 text.", "Save it as UTF-8, then import it.")
    if b"\x00" in head:
        raise BadInput(f"{name} is no text and no SQLite database, or an encrypted one.", SUPPORTED)
    text = head.decode("utf-8", "replace").removeprefix("\ufeff").lstrip()
    if is_rules_name(name):
        return RULES
    if text[0] in "{[":
        return _json_kind(name, text)
    if EXPORT_MARK in text:
        return MARKDOWN
    if _RULES_KEYS & {key.lower() for key in front_matter_of(text).values}:
        return RULES
    if name.suffix.lower() in _TEXT_ENDINGS:
        return MARKDOWN
    raise BadInput(f"{name} is of no kind that can be imported.", SUPPORTED)


def is_rules_name(name: PurePath) -> bool:
    """Whether tools read a file of this name as rules."""
    base = name.name.lower()
    parts = [part.lower() for part in name.parent.parts]
    inside = any(
        "/".join(parts[at : at + 2]) in _RULES_FOLDERS or parts[at] in _RULES_FOLDERS for at in range(len(parts))
    )
    return base in _RULES_NAMES or base.endswith(_RULES_ENDINGS) or (inside and base.endswith((".md", ".txt")))


def rules_files_in(root: str | os.PathLike[str]) -> list[RulesFile]:
    """The rules files of a project that hold something, each text once, those at the top first."""
    base = Path(root)
    top = base.resolve()
    found: list[RulesFile] = []
    seen: set[str] = set()
    for path in dict.fromkeys(_candidates(base)):
        text = _text_of(path) if path.resolve().is_relative_to(top) else None
        if text is None or text.strip() in seen:
            continue
        seen.add(text.strip())
        count = len(read_rules(path.relative_to(base).as_posix(), text).drafts)
        if count:
            found.append(RulesFile(path, count))
    return found


def _database_kind(path: str | os.PathLike[str]) -> str:
    from ademem_tui.engine.capture.ade_database import OURS_HINT, is_ade, is_ours
    from ademem_tui.engine.capture.auto_claude_database import is_auto_claude
    from ademem_tui.engine.capture.foreign_database import opened

    with opened(path) as database:
        if is_ours(database):
            raise BadInput(f"{path} is a database of ademem.", OURS_HINT)
        if is_auto_claude(database):
            return V5_DB
        if is_ade(database):
            return ADE_DB
    raise BadInput(f"{path} is a database without memories of a kind that is known.", SUPPORTED)


def _json_kind(name: PurePath, text: str) -> str:
    if re.search(r'"format"\s*:\s*"ademem"', text):
        return OWN_JSON
    if name.suffix.lower() == ".jsonl":
        raise BadInput(
            f"{name} holds JSON lines.",
            "Requests go through `ademem remember --batch FILE`, transcripts of agents through `ademem ingest FILE`.",
        )
    if name.suffix.lower() in _TEXT_ENDINGS and text[0] == "[":
        return MARKDOWN
    raise BadInput(f"{name} is JSON, but no export of ademem.", SUPPORTED)


def _candidates(base: Path) -> Iterator[Path]:
    """Places where tools look for rules."""
    at_top = {entry.name.lower(): entry for entry in _entries(base)}
    for name in _ROOT_NAMES:
        if "/" in name:
            yield base / name
        elif name in at_top:
            yield at_top[name]
    for folder in sorted(_RULES_FOLDERS):
        for path in sorted((base / folder).rglob("*")) if (base / folder).is_dir() else ():
            if path.suffix.lower() in (".md", ".mdc", ".txt"):
                yield path
    yield from _nested(base)


def _nested(base: Path) -> Iterator[Path]:
    """Rules files further down, as far as a first look should go."""
    level = [entry for entry in _entries(base) if _is_walked(entry)]
    walked = 0
    for _ in range(_DEEPEST):
        deeper: list[Path] = []
        for folder in level:
            walked += 1
            if walked > _MOST_FOLDERS:
                return
            for entry in _entries(folder):
                if entry.name.lower() in _NESTED_NAMES:
                    yield entry
                elif _is_walked(entry):
                    deeper.append(entry)
        level = deeper


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def _is_walked(entry: Path) -> bool:
    hidden = entry.name.startswith(".") or entry.name in _SKIPPED_FOLDERS
    return not hidden and entry.is_dir() and not entry.is_symlink()


def _text_of(path: Path) -> str | None:
    try:
        if not path.is_file() or path.stat().st_size > _LARGEST:
            return None
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
