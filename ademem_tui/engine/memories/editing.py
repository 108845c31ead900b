"""Changing what a memory says, with the same care for secrets and limits as a new one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ademem_tui.engine.errors import BadInput, NotAllowed
from ademem_tui.engine.gate.clean import cleaned
from ademem_tui.engine.gate.digest import citation_of, summary_of
from ademem_tui.engine.gate.normalise import describe, normalise
from ademem_tui.engine.gate.proposal import Proposal, Refusal, Rules
from ademem_tui.engine.memories.shelves import Done, Shelves
from ademem_tui.engine.model import MAX_CONTENT, PERSON, Actor, Memory, Redaction, WriteRequest
from ademem_tui.engine.payloads import fields_of
from ademem_tui.engine.store import logs, reading
from ademem_tui.engine.store.act import Act
from ademem_tui.engine.wording import dedupe_key

EDITABLE = (
    "content",
    "category",
    "summary",
    "citation_text",
    "importance",
    "confidence",
    "scope",
    "scope_owner_id",
    "visibility",
    "tags",
    "related_files",
    "related_modules",
    "file_scope_pattern",
    "branch",
    "half_life_days",
)
"""Fields a person may set; the payload is set field by field beside them."""


@dataclass(frozen=True, slots=True)
class Edited:
    """What an edit did, and which secrets it kept out."""

    done: Done
    redactions: tuple[Redaction, ...]


class Editing:
    """Edits memories in place; the old text stays in the history."""

    def __init__(self, shelves: Shelves) -> None:
        self._shelves = shelves

    def edit(
        self,
        parts: list[str],
        changes: Mapping[str, Any],
        *,
        payload: Mapping[str, Any] | None = None,
        actor: Actor = PERSON,
        why: str = "",
        seen_rev: int | None = None,
    ) -> Edited:
        """Set some fields of one or more memories. `seen_rev` guards a text that was opened a while ago."""
        unknown = [name for name in changes if name not in EDITABLE]
        if unknown:
            raise BadInput(f"'{unknown[0]}' cannot be edited.", f"Editable: {', '.join(EDITABLE)}.")
        if "content" in changes and len(parts) > 1:
            raise BadInput("The text of several memories cannot be set at once.", "Edit them one by one.")
        redactions: list[Redaction] = []

        def check(memory: Memory) -> None:
            if seen_rev is not None and memory.rev != seen_rev:
                raise NotAllowed(
                    f"{memory.id[-6:]} was changed by somebody else meanwhile.",
                    "Look at it again, then edit.",
                )

        def each(act: Act, memory: Memory) -> Memory:
            values, found = _values(memory, changes, payload, actor, act.at)
            redactions.extend(found)
            if "content" in values:
                _require_unique(act, memory, values)
            if found:
                logs.add_redactions(act.connection, act.at, memory.id, actor.who, found)
            if actor.kind == "person":
                values["touched_by_person"] = True
            return act.update(memory, {**values, "last_accessed_at": act.at})

        done = self._shelves.change("edit", parts, actor, each, why=why, check=check)
        return Edited(done, tuple(dict.fromkeys(redactions)))


def _values(
    memory: Memory, changes: Mapping[str, Any], payload: Mapping[str, Any] | None, actor: Actor, now: str
) -> tuple[dict[str, Any], list[Redaction]]:
    """The changed fields as the gate would store them."""
    wanted: dict[str, Any] = {name: getattr(memory, name) for name in EDITABLE}
    wanted.update(changes)
    if payload is not None:
        merged = {**(memory.payload or {}), **payload}
        wanted["payload"] = {name: value for name, value in merged.items() if value not in (None, "", [])}
    elif wanted["category"] == memory.category:
        wanted["payload"] = memory.payload
    else:
        names = {field.name for field in fields_of(wanted["category"])}
        wanted["payload"] = {name: value for name, value in (memory.payload or {}).items() if name in names} or None
    content_changed = "content" in changes and changes["content"].strip() != memory.content
    if content_changed:
        if "summary" not in changes and memory.summary == summary_of(memory.content, memory.payload):
            wanted["summary"] = None
        if "citation_text" not in changes and memory.citation_text == citation_of(memory.content):
            wanted["citation_text"] = None
    request, found = cleaned(WriteRequest(source_type=memory.source_type, **wanted))
    proposal = Proposal(replace(request, anyway=True), actor, now, Rules())
    try:
        normalise(proposal)
        describe(proposal)
    except Refusal as refusal:
        raise BadInput(refusal.reason) from refusal
    values = proposal.values
    length = len(values["content"])
    if not length:
        raise BadInput("There would be no text left.", "Delete the memory instead.")
    if length > MAX_CONTENT:
        raise BadInput(f"The text has {length:,} characters; at most {MAX_CONTENT:,} are kept.", "Say it shorter.")
    touched = (*EDITABLE, "payload")
    return {name: values[name] for name in touched if values[name] != getattr(memory, name)}, found


def _require_unique(act: Act, memory: Memory, values: Mapping[str, Any]) -> None:
    """Two live memories never say exactly the same in one scope."""
    scope = values.get("scope", memory.scope)
    owner = values.get("scope_owner_id", memory.scope_owner_id)
    for other in reading.by_key(act.connection, dedupe_key(values["content"], scope, owner)):
        if other.is_live and other.id != memory.id:
            raise NotAllowed(
                f"{other.id[-6:]} says exactly this already.",
                "Archive one of the two instead of having it twice.",
            )
