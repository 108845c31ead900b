"""The write gate: every memory comes in through here, one step after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import islice
from typing import Any

from ademem_tui.engine.gate.checks import (
    check_derivable,
    check_known_wrong,
    check_length,
    check_rate,
    check_strict,
)
from ademem_tui.engine.gate.clean import cleaned
from ademem_tui.engine.gate.duplicates import find_alike
from ademem_tui.engine.gate.merge import merge
from ademem_tui.engine.gate.normalise import describe, normalise
from ademem_tui.engine.gate.proposal import Proposal, Refusal, Rules
from ademem_tui.engine.jobs import NO_CANCEL, CancelToken
from ademem_tui.engine.model import MAX_CONTENT, Actor, Relation, WriteRequest, WriteResult
from ademem_tui.engine.store import logs
from ademem_tui.engine.store.act import Act
from ademem_tui.engine.store.store import Store

BATCH = 50
"""Writes of a long list that share a transaction: each result is told after it is safe on disk."""


class Gate:
    """Lets memories into one store, merges them or refuses them."""

    def __init__(self, store: Store, rules: Rules) -> None:
        self._store = store
        self._rules = rules

    def write(self, request: WriteRequest, actor: Actor, *, kind: str = "remember", why: str = "") -> WriteResult:
        """One write as an act of its own."""
        with self._store.act(kind, actor, why) as act:
            return self.pass_one(act, request)

    def write_many(
        self,
        requests: Iterable[WriteRequest],
        actor: Actor,
        *,
        kind: str = "remember",
        why: str = "",
        cancel: CancelToken = NO_CANCEL,
    ) -> Iterator[WriteResult]:
        """Many writes as one act, in small transactions; a result comes out once its write is kept."""
        op_id = self._store.ids.new()
        pending = iter(requests)
        while batch := list(islice(pending, BATCH)):
            cancel.checkpoint()
            with self._store.act(kind, actor, why, op_id) as act:
                results = [self.pass_one(act, request) for request in batch]
            yield from results

    def would(self, request: WriteRequest, actor: Actor) -> WriteResult:
        """What a write would do, without doing it."""
        proposal = self._proposal(request, actor, self._store.clock.now())
        try:
            with self._store.reading() as connection:
                self._examine(proposal, connection)
        except Refusal as refusal:
            return WriteResult(False, code=refusal.code, reason=refusal.reason, redactions=tuple(proposal.redactions))
        merged = proposal.duplicate
        return WriteResult(
            True,
            memory=merged,
            deduped=merged is not None,
            merged_into=merged.id if merged else None,
            related=tuple(memory.id for memory in proposal.related),
            redactions=tuple(proposal.redactions),
        )

    def pass_one(self, act: Act, request: WriteRequest) -> WriteResult:
        """One write inside an act that is going on."""
        proposal = self._proposal(request, act.actor, act.at)
        try:
            self._examine(proposal, act.connection)
        except Refusal as refusal:
            return self._refuse(act, proposal, refusal)
        redactions = tuple(proposal.redactions)
        if proposal.duplicate is not None:
            memory = merge(act, proposal, proposal.duplicate)
        else:
            memory = act.insert(_row(proposal, self._store))
            for other in proposal.related:
                act.relate(Relation(memory.id, "related_to", "memory", other.id, 0.85, "gate", act.at))
        if redactions:
            logs.add_redactions(act.connection, act.at, memory.id, act.actor.who, redactions)
        merged = proposal.duplicate is not None
        return WriteResult(
            True,
            memory,
            reason=f"The same is kept as {memory.id[-6:]} already; it was seen once more." if merged else "",
            deduped=merged,
            merged_into=memory.id if merged else None,
            related=tuple(other.id for other in proposal.related),
            redactions=redactions,
            op_id=act.op_id,
        )

    def _proposal(self, request: WriteRequest, actor: Actor, now: str) -> Proposal:
        clean, redactions = cleaned(request)
        return Proposal(clean, actor, now, self._rules, redactions=redactions)

    def _examine(self, proposal: Proposal, connection: Any) -> None:
        """Every step before the insert, in order."""
        normalise(proposal)
        describe(proposal)
        check_length(proposal)
        check_rate(proposal, connection)
        check_derivable(proposal)
        find_alike(proposal, connection)
        check_known_wrong(proposal)
        check_strict(proposal)

    def _refuse(self, act: Act, proposal: Proposal, refusal: Refusal) -> WriteResult:
        request = {name: value for name, value in asdict(proposal.request).items() if value not in (None, (), False)}
        content = proposal.request.content
        if len(content) > 2 * MAX_CONTENT:
            request["content"] = content[: 2 * MAX_CONTENT] + f"… ({len(content):,} characters)"
        seq = logs.add_refused(
            act.connection,
            act.at,
            refusal.code,
            refusal.reason,
            act.actor.who,
            proposal.request.session_id,
            request,
            refusal.can_store_anyway,
        )
        redactions = tuple(proposal.redactions)
        if redactions:
            logs.add_redactions(act.connection, act.at, None, act.actor.who, redactions)
        return WriteResult(False, code=refusal.code, reason=refusal.reason, redactions=redactions, refused_seq=seq)


def _row(proposal: Proposal, store: Store) -> dict[str, Any]:
    """The full row of a new memory: a person's own and pinned ones are promoted, the rest wait as candidates."""
    request = proposal.request
    promoted = proposal.by_person and not request.candidate
    pinned = request.pin and proposal.by_person
    row: dict[str, Any] = {
        "id": store.ids.new(),
        "project_id": None,
        "tier": 1 if pinned else 2,
        "status": "promoted" if promoted or pinned else "candidate",
        "archive_reason": None,
        "archive_note": None,
        "observation_count": 1,
        "pinned": pinned,
        "verified": False,
        "needs_review": False,
        "review_reason": None,
        "touched_by_person": proposal.by_person and proposal.values["source_type"] == "user_taught",
        "trust_flags": (),
        "access_count": 0,
        "injection_count": 0,
        "write_gate_reason": None,
        "promoted_at": proposal.now if promoted or pinned else None,
        "stale_at": None,
        "archived_at": None,
        "deleted_at": None,
    }
    row.update(proposal.values)
    return row
