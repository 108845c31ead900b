"""The checks that may refuse a write, one function each, in the order of the pipeline."""

from __future__ import annotations

import apsw

from ademem_tui.engine.gate.derivable import TELLS_OF_WORK, derivable
from ademem_tui.engine.gate.proposal import Proposal, Refusal
from ademem_tui.engine.model import MAX_CONTENT
from ademem_tui.engine.store.reading import written_in_session
from ademem_tui.engine.taxonomy import STRICT

STRICT_LENGTH = 20
STRICT_CONFIDENCE = 0.6


def check_length(proposal: Proposal) -> None:
    """Neither empty nor too long; never cut."""
    length = len(proposal.values["content"])
    if length == 0:
        raise Refusal("empty", "There is no text to remember.")
    if length > MAX_CONTENT:
        raise Refusal(
            "too_long",
            f"The text has {length:,} characters; at most {MAX_CONTENT:,} are kept. "
            "Split it into one fact each, or say it shorter.",
        )


def check_rate(proposal: Proposal, connection: apsw.Connection) -> None:
    """So many a session: a flood is not knowledge. People are not counted."""
    session = proposal.values["source_session_id"]
    limit = proposal.rules.session_limit
    if proposal.by_person or not session or not limit:
        return
    written = written_in_session(connection, session)
    if written >= limit:
        raise Refusal(
            "rate",
            f"This session has written {written} memories already, and {limit} is the limit. "
            "Keep what matters most for the next session.",
            can_store_anyway=True,
        )


def check_derivable(proposal: Proposal) -> None:
    """What the code, git or a log says anyway is not kept a second time."""
    if proposal.insists:
        return
    found = derivable(proposal.values["content"])
    if found is None or (found.code == "session_chatter" and proposal.values["category"] in TELLS_OF_WORK):
        return
    raise Refusal(found.code, found.reason, can_store_anyway=True)


def check_known_wrong(proposal: Proposal) -> None:
    """A fact that was flagged wrong, or rejected in review, does not come back by itself."""
    if proposal.insists:
        return
    for memory in proposal.alike:
        if memory.archive_reason == "flagged_wrong":
            why = f" ({memory.archive_note})" if memory.archive_note else ""
            raise Refusal(
                "flagged_wrong",
                f"The same was flagged wrong on {(memory.archived_at or '')[:10]}{why}. "
                f"If it is right after all, restore {memory.id[-6:]} or store this anyway.",
                can_store_anyway=True,
            )
        if memory.archive_reason == "rejected" and not proposal.by_person:
            raise Refusal(
                "rejected_before",
                f"The same was rejected in review on {(memory.archived_at or '')[:10]}.",
                can_store_anyway=True,
            )


def check_strict(proposal: Proposal) -> None:
    """What an agent states outright must be worth stating; other categories wait for a person."""
    values = proposal.values
    rules = proposal.rules
    bound = proposal.actor.kind == "agent" and values["source_type"] == "agent_explicit"
    if not (bound and rules.strict and rules.trust_level < 3):
        return
    if len(values["content"]) < STRICT_LENGTH:
        raise Refusal(
            "strict_short",
            f"A memory an agent states needs at least {STRICT_LENGTH} characters: say what holds, and why or where.",
            can_store_anyway=True,
        )
    if values["confidence"] < STRICT_CONFIDENCE:
        raise Refusal(
            "strict_unsure",
            f"A confidence of {values['confidence']:.2f} is under {STRICT_CONFIDENCE}: check it first, then record it.",
            can_store_anyway=True,
        )
    if values["category"] not in STRICT:
        values["needs_review"] = True
        values["review_reason"] = f"an agent's own {values['category'].replace('_', ' ')}"
