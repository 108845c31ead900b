"""Acts on memories that are there: pin, verify, accept, reject, archive, restore, delete, flag, relate, supersede."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ademem_tui.engine.errors import BadInput, NotAllowed
from ademem_tui.engine.gate.normalise import clean_path
from ademem_tui.engine.jobs import NO_CANCEL, CancelToken
from ademem_tui.engine.memories.shelves import Done, Shelves
from ademem_tui.engine.model import PERSON, Actor, Memory, Relation
from ademem_tui.engine.redact import clean
from ademem_tui.engine.store import reading
from ademem_tui.engine.store.act import Act
from ademem_tui.engine.taxonomy import ARCHIVE_REASONS, RELATION_TYPES, nearest

LEANS_ON = ("supersedes", "derived_from")
"""Links whose source is in doubt when the target turns out wrong."""


class Acts:
    """Each method is one act, undoable as a whole."""

    def __init__(self, shelves: Shelves) -> None:
        self._shelves = shelves

    def pin(self, parts: Iterable[str], actor: Actor = PERSON) -> Done:
        """Keep for good: tier 1, never fades. A candidate is accepted by it."""

        def each(act: Act, memory: Memory) -> Memory:
            return act.update(memory, _by(actor, {"pinned": True, "tier": 1, **_promotion(act, memory)}))

        return self._shelves.change("pin", parts, actor, each, check=_live("pinned"))

    def unpin(self, parts: Iterable[str], actor: Actor = PERSON) -> Done:
        """Let it fade like others again."""

        def each(act: Act, memory: Memory) -> Memory:
            return act.update(memory, {"pinned": False, "tier": 2})

        return self._shelves.change("unpin", parts, actor, each)

    def verify(self, parts: Iterable[str], actor: Actor = PERSON) -> Done:
        """A person looked and it holds: as fresh as new, and no longer up for review."""

        def each(act: Act, memory: Memory) -> Memory:
            changes = {
                "verified": True,
                "needs_review": False,
                "review_reason": None,
                "stale_at": None,
                "last_accessed_at": act.at,
                "tier": 1 if memory.pinned else 2,
                **_promotion(act, memory),
            }
            return act.update(memory, _by(actor, changes))

        return self._shelves.change("verify", parts, actor, each, check=_live("verified"))

    def unverify(self, parts: Iterable[str], actor: Actor = PERSON) -> Done:
        """Take the verification back."""
        return self._shelves.change(
            "unverify", parts, actor, lambda act, memory: act.update(memory, {"verified": False})
        )

    def accept(self, parts: Iterable[str], actor: Actor = PERSON, *, cancel: CancelToken = NO_CANCEL) -> Done:
        """A candidate becomes a memory."""

        def check(memory: Memory) -> None:
            if memory.status != "candidate" and not memory.needs_review:
                raise NotAllowed(f"{memory.id[-6:]} is no candidate: it is {memory.status}.")

        def each(act: Act, memory: Memory) -> Memory:
            changes = {"needs_review": False, "review_reason": None, **_promotion(act, memory)}
            return act.update(memory, _by(actor, changes))

        return self._shelves.change("accept", parts, actor, each, check=check, cancel=cancel)

    def reject(self, parts: Iterable[str], reason: str = "", actor: Actor = PERSON) -> Done:
        """A candidate goes, and the same text does not come back by itself."""

        def check(memory: Memory) -> None:
            if memory.status != "candidate":
                raise NotAllowed(
                    f"{memory.id[-6:]} is {memory.status}, not a candidate.",
                    "Flag it, archive it or delete it instead.",
                )

        return self._archive("reject", parts, "rejected", reason, actor, check=check)

    def archive(
        self,
        parts: Iterable[str],
        reason: str = "expired",
        note: str = "",
        actor: Actor = PERSON,
        *,
        cancel: CancelToken = NO_CANCEL,
    ) -> Done:
        """Out of lists and search, with a reason; restorable."""
        if reason not in ARCHIVE_REASONS:
            hint = nearest(reason, ARCHIVE_REASONS)
            raise BadInput(
                f"There is no archive reason '{reason}'.",
                f"Did you mean '{hint}'?" if hint else f"Use one of {', '.join(ARCHIVE_REASONS)}.",
            )
        return self._archive("archive", parts, reason, note, actor, check=_live("archived"), cancel=cancel)

    def delete(self, parts: Iterable[str], actor: Actor = PERSON) -> Done:
        """Into the bin: gone from everywhere, restorable until it is purged."""

        def each(act: Act, memory: Memory) -> Memory:
            return act.update(memory, _by(actor, {**_archival(act, memory, "deleted", ""), "deleted_at": act.at}))

        def check(memory: Memory) -> None:
            if memory.deleted_at:
                raise NotAllowed(f"{memory.id[-6:]} is deleted already.", "`ademem restore` brings it back.")

        return self._shelves.change("delete", parts, actor, each, check=check)

    def restore(self, parts: Iterable[str], actor: Actor = PERSON) -> Done:
        """Back from the archive or the bin, as what it was."""

        def check(memory: Memory) -> None:
            if memory.is_live:
                raise NotAllowed(f"{memory.id[-6:]} is not archived.")

        def each(act: Act, memory: Memory) -> Memory:
            changes: dict[str, Any] = {
                "status": "promoted" if memory.promoted_at else "candidate",
                "archive_reason": None,
                "archive_note": None,
                "archived_at": None,
                "deleted_at": None,
                "stale_at": None,
                "tier": 1 if memory.pinned else 2,
                "last_accessed_at": act.at,
            }
            return act.update(memory, _by(actor, changes))

        return self._shelves.change("restore", parts, actor, each, check=check)

    def flag(self, parts: Iterable[str], reason: str, actor: Actor = PERSON) -> Done:
        """It is wrong: archived at once, what leans on it comes up for review, and the text does not come back."""
        note = clean(reason.strip()).text
        if not note:
            raise BadInput("Say what is wrong with it.", "For example: --reason outdated")
        also: list[str] = []

        def each(act: Act, memory: Memory) -> Memory:
            for link in reading.relations_of(act.connection, memory.id):
                if link.target == memory.id and link.type in LEANS_ON:
                    leaning = reading.by_id(act.connection, link.source_id)
                    if leaning is not None and leaning.is_live:
                        why = f"{link.type.replace('_', ' ')} {memory.id[-6:]}, which is wrong: {note}"
                        act.update(leaning, {"needs_review": True, "review_reason": why})
                        also.append(leaning.id)
            return act.update(memory, _by(actor, _archival(act, memory, "flagged_wrong", note)))

        done = self._shelves.change("flag", parts, actor, each, why=note, check=_live("flagged"))
        return Done(done.op_id, done.memories, tuple(also))

    def supersede(self, old: str, new: str, actor: Actor = PERSON) -> Done:
        """One memory takes another's place: linked, and the old one archived."""
        store, newer = self._shelves.find(new)

        def check(memory: Memory) -> None:
            _live("superseded")(memory)
            if memory.id == newer.id:
                raise NotAllowed("A memory cannot supersede itself.")
            if self._shelves.find(memory.id)[0] is not store:
                raise NotAllowed("A project's memory and your own cannot supersede each other.", "Archive the old one.")

        def each(act: Act, memory: Memory) -> Memory:
            act.relate(Relation(newer.id, "supersedes", "memory", memory.id, 1.0, actor.who, act.at))
            return act.update(memory, _by(actor, _archival(act, memory, "superseded", f"by {newer.id[-6:]}")))

        return self._shelves.change("supersede", [old], actor, each, check=check)

    def relate(
        self, part: str, type_: str, target: str, actor: Actor = PERSON, confidence: float = 1.0
    ) -> tuple[Done, Relation]:
        """Link a memory to another memory, or to a file (anything that looks like a path or starts with `file:`)."""
        relation = self._relation(part, type_, target, actor, confidence)

        def each(act: Act, memory: Memory) -> Memory:
            act.relate(relation._replace(created_at=act.at))
            return memory

        return self._shelves.change("relate", [part], actor, each), relation

    def unrelate(self, part: str, type_: str, target: str, actor: Actor = PERSON) -> Done:
        """Take a link away."""
        relation = self._relation(part, type_, target, actor, 1.0)

        def each(act: Act, memory: Memory) -> Memory:
            standing = [link for link in reading.relations_of(act.connection, memory.id) if link[:4] == relation[:4]]
            if not standing:
                raise NotAllowed(f"{memory.id[-6:]} has no link '{type_}' to {target}.")
            act.unrelate(standing[0])
            return memory

        return self._shelves.change("unrelate", [part], actor, each)

    def mark_for_review(self, parts: Iterable[str], reason: str, actor: Actor) -> Done:
        """Somebody should look at it."""
        changes = {"needs_review": True, "review_reason": reason}
        return self._shelves.change("review", parts, actor, lambda act, memory: act.update(memory, changes), why=reason)

    def mark_stale(self, parts: Iterable[str], reason: str, actor: Actor) -> Done:
        """What it speaks of has changed or gone."""

        def each(act: Act, memory: Memory) -> Memory:
            return act.update(memory, {"stale_at": act.at, "needs_review": True, "review_reason": reason})

        return self._shelves.change("stale", parts, actor, each, why=reason)

    def demote(self, parts: Iterable[str], actor: Actor, why: str = "") -> Done:
        """From active to fading."""

        def check(memory: Memory) -> None:
            if memory.pinned:
                raise NotAllowed(f"{memory.id[-6:]} is pinned and does not fade.", "Unpin it first.")

        return self._shelves.change(
            "demote", parts, actor, lambda act, memory: act.update(memory, {"tier": 3}), why=why, check=check
        )

    def use(self, parts: Iterable[str], times: int = 1) -> None:
        """Somebody really used these: counted, and as fresh as new. No history, nothing to undo."""
        for store, memory in self._shelves.find_all(parts):
            store.count_use(memory.seq, times)

    def _relation(self, part: str, type_: str, target: str, actor: Actor, confidence: float) -> Relation:
        if type_ not in RELATION_TYPES:
            hint = nearest(type_, RELATION_TYPES)
            raise BadInput(
                f"There is no relation '{type_}'.",
                f"Did you mean '{hint}'?" if hint else f"Use one of {', '.join(RELATION_TYPES)}.",
            )
        _, memory = self._shelves.find(part)
        if target.startswith("file:") or "/" in target or "." in target:
            return Relation(
                memory.id, type_, "file", clean_path(target.removeprefix("file:")), confidence, actor.who, ""
            )
        _, other = self._shelves.find(target)
        if other.id == memory.id:
            raise NotAllowed("A memory cannot be linked to itself.")
        return Relation(memory.id, type_, "memory", other.id, confidence, actor.who, "")

    def _archive(
        self,
        kind: str,
        parts: Iterable[str],
        reason: str,
        note: str,
        actor: Actor,
        *,
        check: Any,
        cancel: CancelToken = NO_CANCEL,
    ) -> Done:
        note = clean(note).text

        def each(act: Act, memory: Memory) -> Memory:
            return act.update(memory, _by(actor, _archival(act, memory, reason, note)))

        return self._shelves.change(kind, parts, actor, each, why=note, check=check, cancel=cancel)


def _archival(act: Act, memory: Memory, reason: str, note: str) -> dict[str, Any]:
    return {
        "status": "archived",
        "archive_reason": reason,
        "archive_note": note or None,
        "archived_at": memory.archived_at or act.at,
        "pinned": False,
        "tier": 3,
        "needs_review": False,
        "review_reason": None,
    }


def _promotion(act: Act, memory: Memory) -> dict[str, Any]:
    return {} if memory.status == "promoted" else {"status": "promoted", "promoted_at": memory.promoted_at or act.at}


def _by(actor: Actor, changes: dict[str, Any]) -> dict[str, Any]:
    """What a person did is remembered on the memory itself: no job takes it away for good."""
    return {**changes, "touched_by_person": True} if actor.kind == "person" else changes


def _live(done: str) -> Any:
    def check(memory: Memory) -> None:
        if not memory.is_live:
            raise NotAllowed(
                f"{memory.id[-6:]} is archived ({memory.archive_reason}) and cannot be {done}.",
                "`ademem restore` brings it back first.",
            )

    return check
