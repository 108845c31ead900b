"""Rows of ADE's first table, `memories`, brought in as memories of today. The table itself stays as it is."""

from __future__ import annotations

from typing import Any

import apsw

from ademem_tui.engine.jobs import NO_CANCEL, CancelToken
from ademem_tui.engine.model import MAX_CITATION, MAX_CONTENT, MAX_SUMMARY, Redaction
from ademem_tui.engine.redact import clean
from ademem_tui.engine.store import logs, reading, rows
from ademem_tui.engine.store.act import Act
from ademem_tui.engine.store.database import scalar
from ademem_tui.engine.store.malformed import as_time
from ademem_tui.engine.taxonomy import IMPORTANCES, STATUSES, canonical_category, canonical_scope
from ademem_tui.engine.wording import dedupe_key

TABLE = "memories"
_RECOGNISED_BY = frozenset({"id", "scope", "category", "content", "created_at", "last_accessed_at"})
_MAPPED = frozenset(
    {"importance", "confidence", "status", "promoted_at", "access_count", "agent_id", *_RECOGNISED_BY}
    | {"source_session_id", "source_pack_key", "source_run_id"}
)
_NOT_YET = (
    "trim(coalesce(CAST(old.content AS TEXT), '')) <> '' AND old.id IS NOT NULL "
    "AND NOT EXISTS (SELECT 1 FROM unified_memories m WHERE m.id = CAST(old.id AS TEXT)) "
    "AND NOT EXISTS (SELECT 1 FROM memory_history h WHERE h.memory_id = CAST(old.id AS TEXT)) "
    "AND NOT EXISTS (SELECT 1 FROM memory_tombstones t WHERE t.id = CAST(old.id AS TEXT))"
)
"""A row that was brought in once and then deleted, undone or purged does not come again."""


def pending(connection: apsw.Connection) -> int:
    """How many legacy rows wait to be brought in."""
    if not _columns(connection):
        return 0
    return int(scalar(connection, f"SELECT count(*) FROM {TABLE} old WHERE {_NOT_YET}"))


def bring_in(act: Act, cancel: CancelToken = NO_CANCEL) -> int:
    """Add every legacy row that waits, with its id and its times; returns how many."""
    connection = act.connection
    columns = _columns(connection)
    if not columns:
        return 0
    wanted = ", ".join(f'old."{name}"' for name in columns)
    found = connection.execute(f"SELECT {wanted} FROM {TABLE} old WHERE {_NOT_YET} ORDER BY old.rowid").fetchall()
    for row in found:
        cancel.checkpoint()
        _bring_in_one(act, dict(zip(columns, row, strict=True)))
    return len(found)


def _columns(connection: apsw.Connection) -> tuple[str, ...]:
    """The table's columns, none where there is no such table or it is another tool's."""
    names = tuple(row[0] for row in connection.execute("SELECT name FROM pragma_table_info(?)", (TABLE,)))
    return names if _RECOGNISED_BY.issubset(names) else ()


def _bring_in_one(act: Act, old: dict[str, Any]) -> None:
    cleaned = clean(str(old["content"]).strip())
    values = mapped(old, cleaned.text, act.at)
    key = dedupe_key(values["content"], values["scope"], values["scope_owner_id"])
    twin = next((memory for memory in reading.by_key(act.connection, key) if memory.is_live), None)
    if twin is not None and values["status"] != "archived":
        values.update(
            status="archived", archive_reason="merged", archive_note=f"the same as {twin.id}", archived_at=act.at
        )
    act.insert(values)
    logs.add_redactions(
        act.connection,
        act.at,
        values["id"],
        act.actor.who,
        [Redaction("content", one.type, one.count) for one in cleaned.found],
    )


def mapped(old: dict[str, Any], content: str, at: str) -> dict[str, Any]:
    """A legacy row in today's words; whatever has no place here goes into `extra`."""
    extra = {name: _storable(value) for name, value in old.items() if name not in _MAPPED and value is not None}
    category = canonical_category(str(old["category"]))
    scope = canonical_scope(str(old["scope"])) or "project"
    status = old.get("status") if old.get("status") in STATUSES else "candidate"
    for name, kept in (("category", category), ("scope", scope), ("status", status)):
        if old.get(name) is not None and kept != old[name]:
            extra[name] = _storable(old[name])
    created = as_time(old["created_at"]) or at
    used = as_time(old["last_accessed_at"]) or created
    agent = str(old["agent_id"]) if old.get("agent_id") else None
    run = str(old["source_run_id"]) if old.get("source_run_id") else None
    session = str(old["source_session_id"]) if old.get("source_session_id") else None
    review = "" if category else f"its category was '{str(old['category'])[:40]}'"
    if len(content) > MAX_CONTENT:
        review = f"it has {len(content):,} characters of at most {MAX_CONTENT:,}: shorten it or split it"
    values = bare_values(str(old["id"]), content, created)
    values.update(
        scope=scope,
        scope_owner_id={"agent": agent, "mission": run}.get(scope),
        category=category or "fact",
        status=status,
        archive_reason="expired" if status == "archived" else None,
        archived_at=used if status == "archived" else None,
        importance=old.get("importance") if old.get("importance") in IMPORTANCES else "medium",
        confidence=_confidence(old.get("confidence")),
        source_type="import",
        source_who=f"agent:{agent}" if agent else "ade",
        source_session_id=session,
        source_run_id=run,
        source_pack_key=str(old["source_pack_key"]) if old.get("source_pack_key") else None,
        provenance_session_ids=(session,) if session else (),
        agent_id=agent,
        extra={"legacy": extra} if extra else None,
        needs_review=bool(review) and status != "archived",
        review_reason=review or None,
        access_count=_count(old.get("access_count")),
        updated_at=max(created, as_time(old.get("promoted_at")) or created),
        last_accessed_at=used,
        promoted_at=as_time(old["promoted_at"]) if old.get("promoted_at") else None,
    )
    return values


def bare_values(memory_id: str, content: str, at: str) -> dict[str, Any]:
    """Every field of a memory of which only the text is known."""
    first_line = next((line.strip() for line in content.splitlines() if line.strip()), "")
    values: dict[str, Any] = dict.fromkeys(rows.COLUMNS)
    values.update(dict.fromkeys(rows.LISTS, ()))
    values.update(dict.fromkeys(rows.FLAGS, False))
    values.update(
        id=memory_id,
        scope="project",
        visibility="project",
        tier=2,
        status="candidate",
        category="fact",
        content=content,
        summary=shortened(first_line, MAX_SUMMARY),
        citation_text=shortened(first_line, MAX_CITATION),
        importance="medium",
        confidence=0.5,
        observation_count=1,
        source_type="system",
        source_who="",
        access_count=0,
        injection_count=0,
        rev=1,
        **dict.fromkeys(("created_at", "updated_at", "last_accessed_at"), at),
    )
    return values


def shortened(text: str, limit: int) -> str:
    """A text of at most so many characters, cut between words where it can be."""
    if len(text) <= limit:
        return text
    cut = text[: limit - 1]
    head, space, _ = cut.rpartition(" ")
    return (head if space and len(head) > limit // 2 else cut).rstrip() + "…"


def _confidence(value: object) -> float:
    return min(1.0, max(0.0, float(value))) if isinstance(value, int | float) else 0.5


def _count(value: object) -> int:
    return max(0, value) if isinstance(value, int) else 0


def _storable(value: object) -> Any:
    return value if isinstance(value, str | int | float) else str(value)
