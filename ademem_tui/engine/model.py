"""What a memory is: plain records, no SQL, no I/O.

Words of a closed list (category, scope, status …) are strings that `taxonomy` defines. Times are ISO texts in UTC
as `clock.stamp` writes them; they sort as text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

MAX_CONTENT = 2_000
MAX_SUMMARY = 300
MAX_CITATION = 40

Payload = Mapping[str, Any]


class Actor(NamedTuple):
    """Who acts: a person, an agent or a job, and its name as stored (`user`, `agent:coder`, `job:sweep`)."""

    kind: str
    who: str


PERSON = Actor("person", "user")


@dataclass(frozen=True, slots=True)
class Memory:
    """One memory with everything that is known about it. The order of the fields is the order of the columns."""

    seq: int
    id: str
    project_id: str | None
    scope: str
    scope_owner_id: str | None
    visibility: str
    tier: int
    status: str
    archive_reason: str | None
    archive_note: str | None
    category: str
    content: str
    summary: str
    citation_text: str
    importance: str
    confidence: float
    observation_count: int
    tags: tuple[str, ...]
    related_files: tuple[str, ...]
    related_modules: tuple[str, ...]
    file_scope_pattern: str | None
    branch: str | None
    commit_sha: str | None
    source_type: str
    source_who: str
    source_id: str | None
    source_session_id: str | None
    source_run_id: str | None
    source_step: str | None
    source_pack_key: str | None
    provenance_session_ids: tuple[str, ...]
    agent_id: str | None
    payload: Payload | None
    extra: Payload | None
    """What an imported row carried that has no column here; kept so that nothing is lost on the way back out."""
    pinned: bool
    verified: bool
    needs_review: bool
    review_reason: str | None
    touched_by_person: bool
    """A person typed, edited, verified, pinned or accepted it: no job hard-deletes it."""
    trust_flags: tuple[str, ...]
    half_life_days: float | None
    access_count: int
    injection_count: int
    write_gate_reason: str | None
    dedupe_key: str
    embedding_model: str | None
    embedding_state: str
    created_at: str
    updated_at: str
    last_accessed_at: str
    promoted_at: str | None
    stale_at: str | None
    archived_at: str | None
    deleted_at: str | None
    rev: int

    @property
    def is_live(self) -> bool:
        """Not archived."""
        return self.status != "archived"


class Line(NamedTuple):
    """What a list shows of a memory: one row of a window, straight from the database."""

    seq: int
    id: str
    category: str
    status: str
    archive_reason: str | None
    tier: int
    pinned: int
    verified: int
    needs_review: int
    importance: str
    confidence: float
    scope: str
    scope_owner_id: str | None
    visibility: str
    source_type: str
    source_who: str
    summary: str
    content: str
    tags_json: str
    files_json: str
    stale_at: str | None
    access_count: int
    created_at: str
    updated_at: str
    last_accessed_at: str
    rev: int


class Relation(NamedTuple):
    """A typed link from a memory to a memory or a file."""

    source_id: str
    type: str
    target_kind: str
    """`memory` or `file`."""
    target: str
    confidence: float
    made_by: str
    created_at: str


@dataclass(frozen=True, slots=True)
class WriteRequest:
    """What somebody asks to be remembered, before the gate has looked at it. None means: the gate derives it."""

    content: str
    category: str = "fact"
    scope: str = "project"
    scope_owner_id: str | None = None
    source_type: str = "user_taught"
    visibility: str | None = None
    importance: str | None = None
    confidence: float | None = None
    summary: str | None = None
    citation_text: str | None = None
    tags: tuple[str, ...] = ()
    related_files: tuple[str, ...] = ()
    related_modules: tuple[str, ...] = ()
    file_scope_pattern: str | None = None
    branch: str | None = None
    commit_sha: str | None = None
    session_id: str | None = None
    source_id: str | None = None
    run_id: str | None = None
    step: str | None = None
    pack_key: str | None = None
    agent_id: str | None = None
    payload: Payload | None = None
    extra: Payload | None = None
    pin: bool = False
    candidate: bool = False
    """Store as a candidate even where the writer could promote."""
    half_life_days: float | None = None
    created_at: str | None = None
    """Imported rows keep their own times; None is now."""
    last_accessed_at: str | None = None
    anyway: bool = False
    """A person insists: skips the checks that are a matter of judgement, never secrets or length."""


class Redaction(NamedTuple):
    """What was taken out of a field, never the text itself."""

    field: str
    type: str
    count: int  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class WriteResult:
    """What the gate did with a request."""

    accepted: bool
    memory: Memory | None = None
    code: str = ""
    """Why it was refused, as a word for programs; '' when accepted."""
    reason: str = ""
    """Why it was refused or what was done instead, as a sentence for people."""
    deduped: bool = False
    merged_into: str | None = None
    superseded: str | None = None
    related: tuple[str, ...] = ()
    """Ids of memories found close but different, now linked `related_to`."""
    redactions: tuple[Redaction, ...] = ()
    refused_seq: int | None = None
    """Its number in the log of refused writes."""
    op_id: str | None = None


@dataclass(frozen=True, slots=True)
class Filter:
    """Which memories: every set field narrows; a tuple matches any of its words."""

    statuses: tuple[str, ...] = ()
    """Empty means live: candidate and promoted."""
    any_status: bool = False
    archive_reasons: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    tiers: tuple[int, ...] = ()
    scopes: tuple[str, ...] = ()
    owners: tuple[str, ...] = ()
    visibilities: tuple[str, ...] = ()
    importances: tuple[str, ...] = ()
    source_types: tuple[str, ...] = ()
    who: tuple[str, ...] = ()
    sessions: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    """A file path, or a folder ending in `/`: everything below it."""
    modules: tuple[str, ...] = ()
    branches: tuple[str, ...] = ()
    pinned: bool | None = None
    verified: bool | None = None
    needs_review: bool | None = None
    stale: bool | None = None
    mine: bool | None = None
    """Touched by a person."""
    created_after: str | None = None
    created_before: str | None = None
    updated_after: str | None = None
    updated_before: str | None = None
    text: str = ""
    """Words that must occur (full text), on top of everything else."""
    without: tuple[Filter, ...] = ()
    """What matches one of these is left out; they say nothing of status unless they name one."""


SORTS: tuple[str, ...] = ("updated", "created", "used", "confidence", "category")
"""Orders a list can have; newest or highest first, `-` before the word turns it round."""


@dataclass(frozen=True, slots=True)
class Op:
    """One act, of any size."""

    op_id: str
    kind: str
    actor: Actor
    at: str
    why: str
    changed: int
    undoes: str | None = None
    undone_by: str | None = None
    detail: Payload | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """One line of a memory's history: what an act did to it."""

    op: Op
    memory_id: str
    kind: str
    """insert, update, delete, merge, purge, relate or unrelate."""
    rev: int
    before: Payload | None
    after: Payload | None


@dataclass(frozen=True, slots=True)
class Refused:
    """A write that was not taken."""

    seq: int
    at: str
    code: str
    reason: str
    who: str
    session_id: str | None
    request: Payload
    can_store_anyway: bool
    resolved_as: str | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """A search result and why it is one."""

    memory: Memory
    score: float
    parts: Mapping[str, float] = field(default_factory=dict)
    origin: str = "project"
