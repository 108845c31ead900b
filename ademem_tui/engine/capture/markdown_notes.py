"""Markdown notes: an export of ours read back, or any note file, taken apart like rules but as facts."""

from __future__ import annotations

import os
from typing import Any

from ademem_tui.engine.capture.drafts import Draft, DraftRelation, Parsed, Skipped, plain_words, stamp_of
from ademem_tui.engine.capture.entry_text import COMMENT, Entry, read
from ademem_tui.engine.capture.export_text import EXPORT_MARK, GROUP_TITLES, TITLE
from ademem_tui.engine.capture.rules_files import read_document
from ademem_tui.engine.model import WriteRequest
from ademem_tui.engine.taxonomy import (
    CATEGORIES,
    IMPORTANCES,
    RELATION_TYPES,
    SCOPES,
    SOURCE_KINDS,
    VISIBILITIES,
    canonical_category,
)

_BY_LABEL = {category.label.lower(): name for name, category in CATEGORIES.items()}
_OWN_HEADINGS = frozenset((TITLE, *GROUP_TITLES.values(), *(category.label for category in CATEGORIES.values())))


def read_notes(path: str | os.PathLike[str], text: str) -> Parsed:
    """The entries of an export and whatever else stands in the file; `path` is shown to people."""
    name = os.fspath(path).replace("\\", "/")
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    own: list[tuple[int, Draft]] = []
    category = "fact"
    start = 0
    for number, line in enumerate(lines):
        if line.startswith("#"):
            category = _category_of(line.lstrip("#").strip()) or category
        elif line.startswith("- "):
            start = number
        elif COMMENT.match(line):
            entry = read(lines[start : number + 1])
            if entry is not None and all(not one or one.startswith("  ") for one in lines[start + 1 : number]):
                own.append((start, _draft(entry, category, f"{name}:{start + 1}")))
                lines[start : number + 1] = [""] * (number + 1 - start)
    others = read_document(name, "\n".join(lines), default="fact")
    if not own and EXPORT_MARK not in lines:
        return others
    drafts = sorted([*own, *((_line(draft.where), draft) for draft in others.drafts)], key=lambda pair: pair[0])
    skipped = tuple(entry for entry in others.skipped if not _is_ours(entry))
    return Parsed(tuple(draft for _, draft in drafts), skipped)


def _category_of(heading: str) -> str | None:
    return _BY_LABEL.get(heading.lower()) or canonical_category(heading)


def _line(where: str) -> int:
    return int(where.rpartition(":")[2]) - 1


def _is_ours(entry: Skipped) -> bool:
    return entry.text in _OWN_HEADINGS or entry.text == EXPORT_MARK


def _draft(entry: Entry, category: str, where: str) -> Draft:
    rest = entry.rest
    request = WriteRequest(
        content=entry.content,
        category=category,
        scope=_one_of(rest.get("scope"), SCOPES) or "project",
        scope_owner_id=_text(rest.get("owner")),
        source_type=_one_of(rest.get("source"), SOURCE_KINDS) or "import",
        visibility=_one_of(rest.get("visibility"), VISIBILITIES),
        importance=_one_of(rest.get("importance"), IMPORTANCES),
        confidence=_share(rest.get("confidence")),
        tags=entry.tags,
        related_files=entry.files,
        related_modules=_words(rest.get("modules")),
        file_scope_pattern=_text(rest.get("pattern")),
        branch=_text(rest.get("branch")),
        commit_sha=_text(rest.get("commit")),
        session_id=_text(rest.get("session")),
        payload=rest["payload"] if isinstance(rest.get("payload"), dict) else None,
        half_life_days=_number(rest.get("half_life")),
        created_at=stamp_of(rest.get("created")),
        last_accessed_at=stamp_of(rest.get("used")),
    )
    return Draft(
        request,
        where,
        _text(rest.get("id")) or where,
        status=entry.status,
        archive_reason=entry.archive_reason,
        tier=rest["tier"] if rest.get("tier") in (1, 2, 3) else None,
        pinned=entry.pinned,
        verified=entry.verified,
        needs_review=entry.needs_review,
        deleted=entry.archive_reason == "deleted",
        relations=tuple(_relations(rest.get("links"))),
        observation_count=rest["seen"] if isinstance(rest.get("seen"), int) else None,
        updated_at=stamp_of(rest.get("updated")),
    )


def _relations(links: Any) -> list[DraftRelation]:
    found: list[DraftRelation] = []
    for link in links if isinstance(links, list) else []:
        if isinstance(link, list) and len(link) == 4 and link[0] in RELATION_TYPES and _text(link[2]):
            kind = "file" if link[1] == "file" else "memory"
            found.append(DraftRelation(link[0], link[2], _share(link[3]) or 0.0, kind))
    return found


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def _one_of(value: Any, valid: tuple[str, ...]) -> str | None:
    return value if value in valid else None


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _share(value: Any) -> float | None:
    number = _number(value)
    return number if number is not None and 0.0 <= number <= 1.0 else None


def _words(value: Any) -> tuple[str, ...]:
    return plain_words(value) if isinstance(value, list) else ()
