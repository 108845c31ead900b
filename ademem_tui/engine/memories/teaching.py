"""From the fields of a form to a request, and what would become of it while it is still being typed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ademem_tui.engine.errors import BadInput
from ademem_tui.engine.gate.clean import cleaned
from ademem_tui.engine.gate.difference import telling_difference
from ademem_tui.engine.gate.guess import guess_category
from ademem_tui.engine.gate.normalise import describe, normalise
from ademem_tui.engine.gate.proposal import Proposal, Refusal, Rules
from ademem_tui.engine.memories.editing import Edited, Editing
from ademem_tui.engine.memories.memories import Memories
from ademem_tui.engine.memories.shelves import PROJECT, USER
from ademem_tui.engine.model import PERSON, Memory, WriteRequest, WriteResult
from ademem_tui.engine.payloads import fields_of, parsed
from ademem_tui.engine.taxonomy import CATEGORIES, IMPORTANCES
from ademem_tui.engine.wording import jaccard, words

PAYLOAD = "payload."
"""What the name of a typed field starts with."""
NEAR = 0.3
"""From this share of common words on, a memory is shown as near."""
SHOWN = 3
_ASKED = 12
_ENOUGH_WORDS = 3


@dataclass(frozen=True, slots=True)
class Near:
    """A memory that says something like it."""

    memory: Memory
    origin: str
    likeness: float
    """Share of words both have, 0 to 1."""
    difference: str
    """What makes it another fact, in a few words; '' where only plain words differ."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a write would do and what would be stored."""

    category: str
    is_guessed: bool
    result: WriteResult
    can_store_anyway: bool = False
    """Refused, but a person may insist."""
    stored: Mapping[str, Any] = field(default_factory=dict)
    """The columns as they would stand; empty where the request cannot even be read."""
    half_life_days: float | None = None
    near: tuple[Near, ...] = ()

    @property
    def target(self) -> Near | None:
        """What a merge would fold it into."""
        return self.near[0] if self.near else None


def request_of(
    fields: Mapping[str, str], *, branch: str | None = None, commit: str | None = None, anyway: bool = False
) -> WriteRequest:
    """A request from texts as a person typed them; a missing or empty one is left to the gate."""
    content = fields.get("content", "")
    category = fields.get("category") or guess_category(content)
    given: dict[str, Any] = {}
    for item in fields_of(category):
        text = fields.get(PAYLOAD + item.name, "").strip()
        if text:
            lines = [line.strip() for line in text.splitlines() if line.strip()]
            several = item.kind in ("words", "steps") and len(lines) > 1
            given[item.name] = lines if several else parsed(category, item.name, text)
    missing = [item.label for item in fields_of(category) if item.required and given and item.name not in given]
    if missing:
        kind = category.replace("_", " ")
        raise BadInput(
            f"A {kind} with typed fields needs '{missing[0]}' too.",
            f"Fill it in, or leave all fields of the {kind} empty.",
        )
    personal = is_personal(fields)
    return WriteRequest(
        content,
        category,
        fields.get("scope") or "project",
        fields.get("owner", "").strip() or None,
        visibility=fields.get("visibility") or None,
        importance=fields.get("importance") or None,
        summary=fields.get("summary", "").strip() or None,
        citation_text=fields.get("citation", "").strip() or None,
        tags=listed(fields.get("tags", "")),
        related_files=listed(fields.get("files", "")),
        related_modules=listed(fields.get("modules", "")),
        branch=None if personal else branch or None,
        commit_sha=None if personal else commit or None,
        payload=given or None,
        pin=bool(fields.get("pin")),
        anyway=anyway,
    )


def listed(text: str) -> tuple[str, ...]:
    """The parts of a text with commas, each once."""
    return tuple(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))


def is_personal(fields: Mapping[str, str]) -> bool:
    """Whether it is for the person on every project."""
    return bool(fields.get("user"))


def origin_of(fields: Mapping[str, str]) -> str:
    """The file it goes into."""
    return USER if is_personal(fields) else PROJECT


def fields_from(memory: Memory, origin: str = PROJECT) -> dict[str, str]:
    """The fields that make a form start from a memory."""
    found = {
        "content": memory.content,
        "category": memory.category,
        "importance": memory.importance,
        "scope": memory.scope,
        "owner": memory.scope_owner_id or "",
        "visibility": memory.visibility,
        "files": ", ".join(memory.related_files),
        "tags": ", ".join(memory.tags),
        "modules": ", ".join(memory.related_modules),
        "user": "yes" if origin == USER else "",
    }
    return {name: text for name, text in found.items() if text}


def preview(memories: Memories, fields: Mapping[str, str]) -> Preview:
    """Everything worth knowing of a text before it is kept; reads only."""
    content = fields.get("content", "")
    category = fields.get("category") or guess_category(content)
    is_guessed = not fields.get("category")
    origin = origin_of(fields)
    try:
        request = request_of(fields)
    except BadInput as error:
        return Preview(category, is_guessed, WriteResult(False, code=error.code, reason=str(error)))
    result = memories.would(request, origin=origin)
    insisted = not result.accepted and memories.would(replace(request, anyway=True), origin=origin).accepted
    stored = _stored(request)
    half_life = CATEGORIES[category].half_life_days if category in CATEGORIES else None
    near = _near(memories, str(stored.get("content", "")), result)
    return Preview(category, is_guessed, result, insisted, stored, half_life, near)


def fold(editing: Editing, memory: Memory, request: WriteRequest) -> Edited:
    """Give a memory the new text; tags, files and modules of both stay, and so does the higher importance."""
    importance = max(memory.importance, request.importance or IMPORTANCES[0], key=IMPORTANCES.index)
    changes = {
        "content": request.content,
        "importance": importance,
        "tags": (*memory.tags, *request.tags),
        "related_files": (*memory.related_files, *request.related_files),
        "related_modules": (*memory.related_modules, *request.related_modules),
    }
    if request.summary:
        changes["summary"] = request.summary
    if request.citation_text:
        changes["citation_text"] = request.citation_text
    payload = request.payload if request.category == memory.category else None
    return editing.edit([memory.id], changes, payload=payload, why="merged by hand", seen_rev=memory.rev)


def _stored(request: WriteRequest) -> dict[str, Any]:
    """The columns a request would fill, without its secrets."""
    clean, _ = cleaned(request)
    proposal = Proposal(clean, PERSON, "", Rules())
    try:
        normalise(proposal)
        describe(proposal)
    except Refusal:
        return {}
    return proposal.values


def _near(memories: Memories, content: str, result: WriteResult) -> tuple[Near, ...]:
    """What the gate itself found first, then what shares its telling words, by the share of common words."""
    own = words(content)
    found: dict[str, Near] = {}
    for memory_id in (*((result.merged_into,) if result.merged_into else ()), *result.related):
        memory, origin = memories.get(memory_id)
        found[memory.id] = _compared(content, own, memory, origin)
    if len(own) >= _ENOUGH_WORDS:
        for memory, origin in memories.sharing_words(content, _ASKED):
            if memory.id not in found:
                near = _compared(content, own, memory, origin)
                if near.likeness >= NEAR:
                    found[memory.id] = near
    ranked = sorted(found.values(), key=lambda near: (near.memory.id != result.merged_into, -near.likeness))
    return tuple(ranked[:SHOWN])


def _compared(content: str, own: frozenset[str], memory: Memory, origin: str) -> Near:
    return Near(memory, origin, jaccard(own, words(memory.content)), telling_difference(content, memory.content))
