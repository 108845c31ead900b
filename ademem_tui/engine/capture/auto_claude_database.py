"""Auto Claude's `memory.db`: one table `memories` for all projects of a person."""

from __future__ import annotations

import os
from collections import Counter
from typing import Any

from ademem_tui.engine.capture.drafts import Draft, DraftRelation, Parsed, Skipped, plain_words
from ademem_tui.engine.capture.foreign_database import ForeignDatabase, opened
from ademem_tui.engine.capture.foreign_rows import ForeignRow, in_parts
from ademem_tui.engine.capture.structured_text import payload_of, readable
from ademem_tui.engine.errors import BadInput, NotFound
from ademem_tui.engine.gate.normalise import MAX_FILE, MAX_FILES, MAX_TAG, MAX_TAGS
from ademem_tui.engine.jobs import NO_CANCEL, CancelToken, ProgressSink, no_progress
from ademem_tui.engine.model import MAX_CITATION, WriteRequest
from ademem_tui.engine.taxonomy import RELATION_TYPES, SOURCE_KINDS

TABLE = "memories"
_MOST_MODULES, _LONGEST_MODULE = 50, 200
_MOST_SESSIONS, _LONGEST_SESSION = 1_000, 200
_VISIBILITY = {"project": "project", "team": "team", "organization": "org", "org": "org"}
"""`personal` is what that program writes for everything: it was nobody's choice, so it decides nothing here."""


def read_auto_claude(
    path: str | os.PathLike[str],
    project_id: str | None = None,
    progress: ProgressSink = no_progress,
    cancel: CancelToken = NO_CANCEL,
) -> Parsed:
    """What is remembered of one project, or of all; `projects` says which there are."""
    with opened(path) as database:
        if not is_auto_claude(database):
            raise BadInput(f"{path} holds no memories of Auto Claude.", f"It would have a table {TABLE} with types.")
        drafts: list[Draft] = []
        skipped: list[Skipped] = []
        projects: Counter[str] = Counter()
        for values in database.rows(TABLE, progress, cancel):
            project = str(values.get("project_id") or "")
            projects[project] += 1
            if project_id is not None and project != project_id:
                continue
            made, left = _read(ForeignRow(values))
            drafts += made
            skipped += left
        odd = database.odd_texts
    if project_id is not None and project_id not in projects:
        known = ", ".join(f"{name} ({count:,})" for name, count in projects.most_common(10))
        raise NotFound(f"{path} knows no project '{project_id}'.", f"It holds {known or 'none'}.")
    notes = (f"{odd:,} texts held bytes that are no text; they show as \ufffd.",) if odd else ()
    return Parsed(tuple(drafts), tuple(skipped), dict(sorted(projects.items())), notes)


def is_auto_claude(database: ForeignDatabase) -> bool:
    """Whether the table is that program's: others have one of the same name, but no `type`."""
    return {"type", "content", "project_id"} <= set(database.columns(TABLE))


def _read(row: ForeignRow) -> tuple[list[Draft], list[Skipped]]:
    ref = row.text("id") or ""
    where = f"{TABLE}:{ref}"
    if not str(row.rest.get("content", "")).strip():
        return [], [Skipped(where, "no text")]
    return in_parts(_draft(row, ref, where))


def _draft(row: ForeignRow, ref: str, where: str) -> Draft:
    category = row.category("type")
    content, payload = _typed(row, category)
    scope = row.text("scope") or "global"
    session = row.text("session_id")
    visibility = row.one_of("trust_level_scope", _VISIBILITY)
    citation = row.text("citation_text")
    if citation and len(citation) > MAX_CITATION:
        row.keep("citation_text", citation)
        citation = None
    deprecated = row.flag("deprecated")
    review, verified, pinned = row.flag("needs_review"), row.flag("user_verified"), row.flag("pinned")
    archived_at = row.time("deprecated_at")
    provenance = row.words("provenance_session_ids", _MOST_SESSIONS, _LONGEST_SESSION)
    relations = tuple(_relations(row))
    row.drop("embedding_model_id")
    access_count, stale_at = row.whole("access_count"), row.time("stale_at")
    request = WriteRequest(
        content=content,
        category=category,
        scope=scope,
        scope_owner_id=_owner(scope, session, row.rest.get("work_unit_ref")),
        source_type=row.one_of("source", SOURCE_KINDS) or "import",
        visibility=_VISIBILITY[visibility] if visibility else None,
        confidence=row.share("confidence"),
        citation_text=citation,
        tags=row.words("tags", MAX_TAGS, MAX_TAG),
        related_files=row.words("related_files", MAX_FILES, MAX_FILE),
        related_modules=row.words("related_modules", _MOST_MODULES, _LONGEST_MODULE),
        commit_sha=row.text("commit_sha"),
        session_id=session,
        payload=payload,
        half_life_days=row.number("decay_half_life_days"),
        created_at=row.time("created_at"),
        last_accessed_at=row.time("last_accessed_at"),
        extra={"auto_claude": row.rest} if row.rest else None,
    )
    return Draft(
        request,
        where,
        ref,
        status=_status(deprecated, review, verified or pinned),
        archive_reason="flagged_wrong" if deprecated else None,
        pinned=pinned and not deprecated,
        verified=verified,
        needs_review=review and not deprecated,
        relations=relations,
        access_count=access_count,
        provenance_session_ids=provenance,
        stale_at=stale_at,
        archived_at=archived_at,
    )


def _status(deprecated: bool, review: bool, trusted: bool) -> str | None:
    if deprecated:
        return "archived"
    if review:
        return "candidate"
    return "promoted" if trusted else None


def _typed(row: ForeignRow, category: str) -> tuple[str, dict[str, Any] | None]:
    """Readable text and typed part: dead ends, recipes and the like are stored as JSON in the text."""
    content = row.text("content") or ""
    document = ForeignRow({"content": content}).document("content") if content.lstrip()[:1] == "{" else None
    if isinstance(document, dict) and (text := readable(document)):
        row.keep("content", document)
        return text, payload_of(category, document)
    return content, None


def _owner(scope: str, session: str | None, reference: Any) -> str | None:
    """Whose it is where it is not for the whole project: a session, or the work unit it names."""
    if scope == "session":
        return session
    if scope != "work_unit":
        return None
    unit = ForeignRow({"unit": reference}).document("unit") if isinstance(reference, str) else None
    if not isinstance(unit, dict):
        return session
    hierarchy = plain_words(unit["hierarchy"]) if isinstance(unit.get("hierarchy"), list) else ()
    return "/".join(hierarchy) or str(unit.get("label") or "") or session


def _relations(row: ForeignRow) -> list[DraftRelation]:
    """The links it states; one that is not understood leaves the whole list as it was."""
    found: list[DraftRelation] = []
    links = row.document("relations")
    if not isinstance(links, list):
        row.keep("relations", links)
        return found
    for link in links:
        fields = ForeignRow(link if isinstance(link, dict) else {})
        kind = fields.one_of("relationType", RELATION_TYPES)
        memory, file = fields.text("targetMemoryId"), fields.text("targetFilePath")
        confidence = fields.share("confidence")
        if kind is None or not (memory or file):
            row.keep("relations", links)
            continue
        strength = 1.0 if confidence is None else confidence
        found += [DraftRelation(kind, memory, strength)] if memory else []
        found += [DraftRelation(kind, file, strength, "file")] if file else []
    return found
