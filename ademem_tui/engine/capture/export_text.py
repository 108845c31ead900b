"""Memories as text for people (Markdown) and for agents (CLAUDE.md, AGENTS.md).

What is remembered may contain anything, also what looks like the end of the block or an import: it is written so
that it stays text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from ademem_tui.engine.capture.entry_text import Entry, written
from ademem_tui.engine.model import Memory, Relation
from ademem_tui.engine.taxonomy import CATEGORIES, GROUPS

TITLE = "Project memory"
GROUP_TITLES = {
    "rules": "Rules",
    "pitfalls": "Pitfalls",
    "knowledge": "Knowledge",
    "work": "Work",
    "review": "Review",
}
EXPORT_MARK = "<!-- ademem:export 1 -->"
BLOCK_START, BLOCK_END = "<!-- ademem:start -->", "<!-- ademem:end -->"

_FOR_AGENTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Rules", ("convention", "requirement", "preference", "human_feedback")),
    ("Decisions", ("decision",)),
    ("Pitfalls", ("gotcha", "error_pattern", "dead_end", "environment_quirk")),
    ("Good to know", ("pattern", "module_insight", "causal_dependency", "fact")),
    ("Procedures", ("procedure",)),
)
_LONGEST_BULLET = 400
_MOST_FILES = 3
_IMPORTANCE = {"high": 0, "medium": 1, "low": 2}
_HEADING = re.compile(r"^(\s*)(#{1,6}(?:\s|$)|=+\s*$|(?:-\s*){2,}$|(?:\*\s*){3,}$|(?:_\s*){3,}$|>)")
_CODE_SPAN = re.compile(r"(`[^`]*`)")
_IMPORT = re.compile(r"(?<![\w`])@(?=[\w~./])[^\s,;)]*")


def to_markdown(memories: Iterable[Memory], relations: Iterable[Relation] = ()) -> str:
    """Every given memory under its group and category; `markdown_notes` reads it back."""
    by_category: dict[str, list[Memory]] = {}
    for memory in sorted(memories, key=_order):
        by_category.setdefault(memory.category, []).append(memory)
    links: dict[str, list[Relation]] = {}
    for relation in sorted(relations):
        links.setdefault(relation.source_id, []).append(relation)
    parts = [f"# {TITLE}", EXPORT_MARK]
    for group in GROUPS:
        named = [name for name, category in CATEGORIES.items() if category.group == group and name in by_category]
        if named:
            parts.append(f"## {GROUP_TITLES[group]}")
        for name in named:
            parts.append(f"### {CATEGORIES[name].label}")
            parts += [_entry(memory, links.get(memory.id, [])) for memory in by_category[name]]
    return "\n\n".join(parts) + "\n"


def to_claude_md(memories: Iterable[Memory]) -> str:
    """A block for CLAUDE.md: what is promoted for the whole project, in short; `@` never becomes an import."""
    return _block(memories, "claude-md", imports=True)


def to_agents_md(memories: Iterable[Memory]) -> str:
    """The same for AGENTS.md, which knows no imports."""
    return _block(memories, "agents-md", imports=False)


def _entry(memory: Memory, relations: Sequence[Relation]) -> str:
    rest: dict[str, Any] = {
        "id": memory.id,
        "scope": memory.scope,
        "owner": memory.scope_owner_id,
        "visibility": memory.visibility,
        "importance": memory.importance,
        "confidence": memory.confidence,
        "source": memory.source_type,
        "modules": list(memory.related_modules),
        "pattern": memory.file_scope_pattern,
        "branch": memory.branch,
        "commit": memory.commit_sha,
        "session": memory.source_session_id,
        "payload": dict(memory.payload) if memory.payload else None,
        "half_life": memory.half_life_days,
        "tier": memory.tier,
        "seen": memory.observation_count,
        "created": memory.created_at,
        "updated": memory.updated_at,
        "used": memory.last_accessed_at,
        "links": [[link.type, link.target_kind, link.target, link.confidence] for link in relations],
    }
    entry = Entry(
        memory.content,
        memory.status,
        memory.archive_reason if memory.status == "archived" else None,
        memory.pinned,
        memory.verified,
        memory.needs_review,
        memory.tags,
        memory.related_files,
        {name: value for name, value in rest.items() if value not in (None, [])},
    )
    shown = (f"{link.type.replace('_', ' ')} {_link_target(link)}" for link in relations)
    return written(entry, " · ".join(shown))


def _link_target(link: Relation) -> str:
    """The short id of a memory; a file only where its name is plain, the comment has it anyway."""
    if link.target_kind == "memory":
        return link.target[-6:]
    return link.target if re.fullmatch(r"[\w./-]+", link.target) else "a file"


def _order(memory: Memory) -> tuple[bool, int, str, str]:
    return (not memory.pinned, _IMPORTANCE.get(memory.importance, 1), memory.created_at, memory.id)


def _block(memories: Iterable[Memory], format: str, *, imports: bool) -> str:
    wanted = sorted(
        (memory for memory in memories if memory.status == "promoted" and memory.scope == "project"), key=_order
    )
    note = f"<!-- Made by `ademem export --format {format}`. Change the memory, not this block. -->"
    parts = [f"{BLOCK_START}\n{note}", f"# {TITLE}\n\nWhere the code says otherwise, the code is right."]
    for title, categories in _FOR_AGENTS:
        bullets = [_bullet(memory, imports) for memory in wanted if memory.category in categories]
        if bullets:
            parts.append(f"## {title}\n\n" + "\n".join(bullets))
    return "\n\n".join([*parts, BLOCK_END]) + "\n"


def _bullet(memory: Memory, imports: bool) -> str:
    short = len(memory.content) <= _LONGEST_BULLET or memory.category == "procedure"
    text = memory.content if short or not memory.summary else memory.summary
    named = [file for file in memory.related_files if re.fullmatch(r"[^`\x00-\x1f\x7f]+", file)]
    files = [file for file in named if file.rpartition("/")[2] not in text]
    if files and len(files) <= _MOST_FILES:
        shown = ", ".join(f"`{file}`" for file in files)
        text = f"{text}\n({shown})" if "\n" in text.strip() else f"{text} ({shown})"
    lines = _tamed(text.strip().replace("\r\n", "\n").replace("\r", "\n").split("\n"), imports)
    return "- " + "\n".join([lines[0], *("  " + line if line else "" for line in lines[1:])])


def _tamed(lines: list[str], imports: bool) -> list[str]:
    """Lines that stay inside their bullet: no heading, no comment, no open fence, no import."""
    tamed: list[str] = []
    fence = ""
    balanced = all(line.count("`") % 2 == 0 for line in lines if not line.strip().startswith("```"))
    for line in lines:
        stripped = line.strip()
        if fence:
            tamed.append(_without_marks(line) if "ademem:" in line else line)
            if stripped.startswith(fence) and not stripped.strip(fence[0]):
                fence = ""
        elif stripped.startswith(("```", "~~~")):
            fence = stripped[: len(stripped) - len(stripped.lstrip(stripped[0]))]
            tamed.append(_without_marks(line))
        else:
            line = _HEADING.sub(r"\1\\\2", _without_marks(line))
            line = re.sub(r"^(\s*)<", r"\1&lt;", line)
            tamed.append(_without_imports(line, balanced) if imports else line)
    return [*tamed, fence] if fence else tamed


def _without_marks(line: str) -> str:
    return line.replace("<!--", "&lt;!--").replace("-->", "--&gt;")


def _without_imports(line: str, balanced: bool) -> str:
    """Words with an `@` in code, where no file is fetched for them; as a reference where backticks are odd."""
    if not balanced:
        return re.sub(r"(?<!\w)@(?=[\w~./])", "&#64;", line)
    parts = _CODE_SPAN.split(line)
    return "".join(part if part.startswith("`") else _IMPORT.sub(r"`\g<0>`", part) for part in parts)
