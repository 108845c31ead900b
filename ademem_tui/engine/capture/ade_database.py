"""ADE's database: `unified_memories` and the older `memories`."""

from __future__ import annotations

import base64
import json
import os
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from ademem_tui.engine.capture.drafts import Draft, DraftRelation, Parsed, Skipped
from ademem_tui.engine.capture.foreign_database import ForeignDatabase, opened
from ademem_tui.engine.capture.foreign_rows import ForeignRow, in_parts
from ademem_tui.engine.capture.markdown_blocks import blocks_of
from ademem_tui.engine.capture.structured_text import payload_of, readable
from ademem_tui.engine.errors import BadInput
from ademem_tui.engine.jobs import NO_CANCEL, CancelToken, ProgressSink, no_progress
from ademem_tui.engine.model import WriteRequest
from ademem_tui.engine.taxonomy import IMPORTANCES, STATUSES

UNIFIED, LEGACY = "unified_memories", "memories"
OURS_HINT = "Run `ademem export -o FILE` where it belongs, then import that file: it carries the history too."
_SOURCES = {
    "agent": "agent_explicit",
    "user": "user_taught",
    "system": "system",
    "mission_promotion": "mission_promotion",
    "consolidation": "consolidation",
}
_EPISODE = re.compile(r"\s*<!--\s*episode:\s*([A-Za-z0-9+/=_-]+)\s*-->\s*")


def read_ade(
    path: str | os.PathLike[str],
    progress: ProgressSink = no_progress,
    cancel: CancelToken = NO_CANCEL,
    *,
    project_id: str | None = None,
) -> Parsed:
    """Everything an ADE database remembers, of one project or of all."""
    with opened(path) as database:
        if is_ours(database):
            raise BadInput(f"{path} is a database of ademem.", OURS_HINT)
        if not is_ade(database):
            raise BadInput(f"{path} holds no memories of ADE.", f"It would have a table {UNIFIED}.")
        return _Reading(database, project_id).everything(progress, cancel)


def is_ade(database: ForeignDatabase) -> bool:
    """Whether the tables are ADE's, also those of old versions."""
    return any({"category", "content"} <= set(database.columns(table)) for table in (UNIFIED, LEGACY))


def is_ours(database: ForeignDatabase) -> bool:
    """Whether it is a store of this program, which has the same table with more in it."""
    return {"rev", "source_who", "content"} <= set(database.columns(UNIFIED))


class _Reading:
    """Goes through the tables of one database."""

    def __init__(self, database: ForeignDatabase, project_id: str | None) -> None:
        self._database = database
        self._project = project_id
        self._drafts: list[Draft] = []
        self._skipped: list[Skipped] = []
        self._projects: Counter[str] = Counter()
        self._procedures = {str(row["memory_id"]): row for row in self._details("memory_procedure_details")}
        self._links: dict[str, list[DraftRelation]] = {}
        for row in self._details("memory_procedure_sources", "procedure_memory_id"):
            link = DraftRelation("derived_from", str(row.get("episode_memory_id")))
            self._links.setdefault(str(row["procedure_memory_id"]), []).append(link)
        for old, row in self._procedures.items():
            if row.get("superseded_by_memory_id"):
                link = DraftRelation("supersedes", old)
                self._links.setdefault(str(row["superseded_by_memory_id"]), []).append(link)

    def everything(self, progress: ProgressSink, cancel: CancelToken) -> Parsed:
        """Both tables; what was moved from the older one is taken once."""
        seen: set[str] = set()
        for values in self._database.rows(UNIFIED, progress, cancel):
            seen.add(str(values.get("id")))
            self._add(UNIFIED, ForeignRow(values))
        known = 0
        for values in self._database.rows(LEGACY, progress, cancel) if self._has_legacy() else ():
            if str(values.get("id")) in seen:
                known += 1
            else:
                self._add(LEGACY, ForeignRow(values))
        if known:
            self._skipped.append(Skipped(LEGACY, f"{known:,} rows that {UNIFIED} holds as well"))
        odd = self._database.odd_texts
        notes = (f"{odd:,} texts held bytes that are no text; they show as \ufffd.",) if odd else ()
        return Parsed(tuple(self._drafts), tuple(self._skipped), dict(sorted(self._projects.items())), notes)

    def _has_legacy(self) -> bool:
        return "category" in self._database.columns(LEGACY)

    def _details(self, table: str, key: str = "memory_id") -> list[dict[str, Any]]:
        return [row for row in self._database.rows(table) if row.get(key)]

    def _add(self, table: str, row: ForeignRow) -> None:
        project = str(row.rest.get("project_id", ""))
        if project:
            self._projects[project] += 1
        if self._project is not None and project != self._project:
            return
        ref = row.text("id") or ""
        where = f"{table}:{ref}"
        content = row.text("content") or ""
        if not content.strip():
            self._skipped.append(Skipped(where, "no text"))
            return
        drafts, too_long = in_parts(self._draft(row, ref, where, content, table))
        self._drafts += drafts
        self._skipped += too_long

    def _draft(self, row: ForeignRow, ref: str, where: str, content: str, table: str) -> Draft:
        category = row.category("category")
        content, payload = self._typed(row, ref, category, content)
        source = row.one_of("source_type", _SOURCES)
        status = row.one_of("status", STATUSES)
        procedure = self._procedures.get(ref, {})
        superseded = bool(procedure.get("superseded_by_memory_id"))
        row.drop("dedupe_key")
        run, agent = row.text("source_run_id"), row.text("agent_id")
        scope = row.text("scope") or "project"
        owner = row.text("scope_owner_id") or _legacy_owner(table, scope, run, agent)
        pinned = row.flag("pinned")
        tier, seen, used = row.whole("tier"), row.whole("observation_count"), row.whole("access_count")
        updated_at, promoted_at = row.time("updated_at"), row.time("promoted_at")
        request = WriteRequest(
            content=content,
            category=category,
            scope=scope,
            scope_owner_id=owner,
            source_type=_SOURCES[source] if source else "import",
            importance=row.one_of("importance", IMPORTANCES),
            confidence=row.share("confidence"),
            file_scope_pattern=row.text("file_scope_pattern"),
            session_id=row.text("source_session_id"),
            source_id=row.text("source_id"),
            run_id=run,
            pack_key=row.text("source_pack_key"),
            agent_id=agent,
            payload=payload,
            created_at=row.time("created_at"),
            last_accessed_at=row.time("last_accessed_at"),
            extra={"ade": row.rest} if row.rest else None,
        )
        reason = "superseded" if superseded else "expired"
        return Draft(
            request,
            where,
            ref,
            status=status,
            archive_reason=reason if status == "archived" else None,
            tier=tier,
            pinned=pinned,
            relations=tuple(self._links.get(ref, ())),
            observation_count=seen,
            access_count=used,
            updated_at=updated_at,
            promoted_at=promoted_at,
        )

    def _typed(self, row: ForeignRow, ref: str, category: str, content: str) -> tuple[str, dict[str, Any] | None]:
        """The readable text and the typed part of episodes and procedures."""
        if category == "procedure" and (details := self._procedures.get(ref)):
            row.keep("procedure", {name: value for name, value in details.items() if name != "memory_id"})
            return content, payload_of("procedure", _procedure(details))
        if category != "episode":
            return content, None
        hidden = _EPISODE.search(content)
        document = _document(_unpacked(hidden[1]) if hidden else content)
        if document is None:
            return content, None
        row.keep("episode", document)
        text = _EPISODE.sub("\n", content).strip() if hidden else readable(document)
        return text or readable(document), payload_of("episode", document)


def _legacy_owner(table: str, scope: str, run: str | None, agent: str | None) -> str | None:
    """The older table has no owner column: an agent's memories name it, a mission's its run."""
    if table == UNIFIED:
        return None
    return {"agent": agent, "user": agent, "mission": run, "lane": run}.get(scope)


def _procedure(details: Mapping[str, Any]) -> dict[str, Any]:
    items = [block for block in blocks_of(str(details.get("procedure_markdown") or "")) if block.kind == "item"]
    steps = [item for item in items if item.ordered] or items
    return {"trigger": details.get("trigger"), "steps": [{"text": step.whole} for step in steps]}


def _unpacked(text: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(text.replace("+", "-").replace("/", "_") + "===")
    except ValueError:
        return b""


def _document(text: str | bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
