"""Folding a write into the memory that says the same already."""

from __future__ import annotations

from typing import Any

from ademem_tui.engine.gate.digest import citation_of, summary_of
from ademem_tui.engine.gate.proposal import Proposal
from ademem_tui.engine.model import MAX_CONTENT, Memory
from ademem_tui.engine.store.act import Act
from ademem_tui.engine.taxonomy import IMPORTANCES

CONFIRMED = 0.05
"""What each further observation adds to the confidence."""


def merge(act: Act, proposal: Proposal, existing: Memory) -> Memory:
    """One more observation; the longer text stays, the other is kept in the history, the category is the old one's."""
    values = proposal.values
    sessions = tuple(dict.fromkeys((*existing.provenance_session_ids, *values["provenance_session_ids"])))
    changes: dict[str, Any] = {
        "observation_count": existing.observation_count + 1,
        "confidence": min(1.0, round(max(existing.confidence, values["confidence"]) + CONFIRMED, 6)),
        "importance": max(existing.importance, values["importance"], key=IMPORTANCES.index),
        "tags": tuple(dict.fromkeys((*existing.tags, *values["tags"]))),
        "related_files": tuple(dict.fromkeys((*existing.related_files, *values["related_files"]))),
        "related_modules": tuple(dict.fromkeys((*existing.related_modules, *values["related_modules"]))),
        "provenance_session_ids": sessions,
        "payload": existing.payload or values["payload"],
        "write_gate_reason": "duplicate" if _is_exact(proposal, existing) else "near_duplicate",
    }
    if existing.category != values["category"] and existing.payload is None:
        changes["payload"] = None
    if proposal.by_person:
        changes["touched_by_person"] = True
        if existing.status == "candidate" and not proposal.request.candidate:
            changes.update(status="promoted", promoted_at=proposal.now, needs_review=False, review_reason=None)
    if proposal.request.pin and proposal.by_person:
        changes.update(pinned=True, tier=1)
    if _takes_new_text(proposal, existing):
        changes.update(
            content=values["content"],
            summary=summary_of(values["content"], existing.payload),
            citation_text=citation_of(values["content"]),
        )
    elif values["content"] != existing.content:
        act.note_merge(
            existing,
            {
                "content": values["content"],
                "category": values["category"],
                "source_who": values["source_who"],
            },
        )
    return act.update(existing, changes)


def _takes_new_text(proposal: Proposal, existing: Memory) -> bool:
    """The longer text wins, but what a person wrote is only ever replaced by a person."""
    if _is_exact(proposal, existing) or (existing.touched_by_person and not proposal.by_person):
        return False
    return len(existing.content) < len(proposal.values["content"]) <= MAX_CONTENT


def _is_exact(proposal: Proposal, existing: Memory) -> bool:
    return bool(existing.dedupe_key == proposal.values["dedupe_key"])
