"""Import and export: an import is first shown as a plan, then done as one act that can be undone."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ademem_tui.engine.capture import own_json
from ademem_tui.engine.capture.drafts import Draft, Parsed, Skipped
from ademem_tui.engine.errors import BadInput, NotFound
from ademem_tui.engine.gate.gate import Gate
from ademem_tui.engine.gate.proposal import Rules
from ademem_tui.engine.jobs import NO_CANCEL, CancelToken, Progress, ProgressSink, no_progress
from ademem_tui.engine.memories.shelves import PROJECT, Shelves
from ademem_tui.engine.model import PERSON, Actor, Filter, Memory, Redaction, Relation, WriteRequest
from ademem_tui.engine.store import logs, reading, rows, transfer
from ademem_tui.engine.store.act import Act
from ademem_tui.engine.taxonomy import RELATION_TYPES
from ademem_tui.engine.wording import dedupe_key

NEW, DUPLICATE, REFUSED = "new", "duplicate", "refused"
EXPORTS = ("json", "md", "claude-md", "agents-md")


@dataclass(frozen=True, slots=True)
class PlanItem:
    """One thing an import would do."""

    draft: Draft
    verdict: str
    reason: str = ""
    redactions: tuple[Redaction, ...] = ()
    plain: dict[str, Any] | None = None
    """The whole row, where it comes from an export of ours and keeps its id and times."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What an import would do, item by item; nothing is done yet."""

    source: str
    format: str
    origin: str
    items: tuple[PlanItem, ...]
    skipped: tuple[Skipped, ...] = ()
    notes: tuple[str, ...] = ()
    past: dict[str, Any] = field(default_factory=dict)

    def count(self, verdict: str) -> int:
        """How many items have a verdict."""
        return sum(item.verdict == verdict for item in self.items)

    @property
    def secrets(self) -> int:
        """How many secrets would be taken out."""
        return sum(one.count for item in self.items for one in item.redactions)


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did."""

    op_id: str
    added: int
    merged: int
    refused: int
    ids: tuple[str, ...]


class Exchange:
    """Moves memories in and out."""

    def __init__(self, shelves: Shelves, rules: Rules, root: str) -> None:
        self._shelves = shelves
        self._root = root
        self._gates = {store.origin: Gate(store, rules) for store in shelves}

    def plan(
        self,
        path: str,
        *,
        format: str = "auto",
        origin: str = PROJECT,
        project_id: str | None = None,
        actor: Actor = PERSON,
        progress: ProgressSink = no_progress,
        cancel: CancelToken = NO_CANCEL,
    ) -> Plan:
        """Read a source and say of each entry what would become of it."""
        if not os.path.isfile(path):
            raise NotFound(f"There is no file {path}.")
        from ademem_tui.engine.capture.sources import read_source

        kind, parsed, document = read_source(path, format, project_id, self._root, progress, cancel)
        if document is not None:
            return self._plan_own(path, document, origin, cancel)
        return self._plan_drafts(path, kind, parsed, origin, actor, progress, cancel)

    def apply(
        self,
        plan: Plan,
        *,
        leave_out: frozenset[int] = frozenset(),
        actor: Actor = PERSON,
        progress: ProgressSink = no_progress,
        cancel: CancelToken = NO_CANCEL,
    ) -> Imported:
        """Do what a plan says, as one act: all of it or nothing."""
        store = self._shelves.named(plan.origin)
        wanted = [item for at, item in enumerate(plan.items) if at not in leave_out and item.verdict != REFUSED]
        added: list[str] = []
        merged = refused = 0
        refs: dict[str, str] = {}
        with store.act("import", actor, os.path.basename(plan.source)) as act:
            for at, item in enumerate(wanted):
                cancel.checkpoint()
                if at % 100 == 0:
                    progress(Progress(at, len(wanted), "importing"))
                if item.plain is not None:
                    if item.verdict == NEW:
                        added.append(act.insert(_row_of(item.plain)).id)
                        logs.add_redactions(act.connection, act.at, item.plain["id"], actor.who, item.redactions)
                    continue
                result = self._gates[plan.origin].pass_one(act, item.draft.request)
                if result.memory is None:
                    refused += 1
                    continue
                refs[item.draft.ref] = result.memory.id
                if result.deduped:
                    merged += 1
                else:
                    added.append(result.memory.id)
                    _carry_over(act, result.memory, item.draft)
            _relate(act, wanted, refs, actor)
            if plan.past:
                self._bring_past(act, plan, set(added))
            op_id = act.op_id
        progress(Progress(len(wanted), len(wanted), "importing"))
        return Imported(op_id, len(added), merged, refused, tuple(added))

    def export(
        self, format: str = "json", wanted: Filter | None = None, origins: Sequence[str] = (PROJECT,)
    ) -> Iterator[str]:
        """A document in pieces. JSON is always one whole store; the others are what people or agents read."""
        if format == "json":
            if len(origins) != 1 or wanted is not None:
                raise BadInput(
                    "A JSON export is the whole of one store.", "Filters go with md, claude-md and agents-md."
                )
            yield from own_json.export(self._shelves.named(origins[0]))
            return
        if format not in EXPORTS:
            raise BadInput(f"There is no export format '{format}'.", f"Use one of {', '.join(EXPORTS)}.")
        from ademem_tui.engine.capture import export_text

        asked = wanted or Filter()
        if format != "md":
            asked = shared(asked)
        memories: list[Memory] = []
        relations: list[Relation] = []
        for origin in origins:
            with self._shelves.named(origin).reading() as connection:
                memories.extend(reading.memories(connection, asked, "-created"))
                relations.extend(reading.all_relations(connection))
        if format == "md":
            yield export_text.to_markdown(memories, relations)
        elif format == "claude-md":
            yield export_text.to_claude_md(memories)
        else:
            yield export_text.to_agents_md(memories)

    def private_left_out(self, format: str, wanted: Filter | None, origins: Sequence[str] = (PROJECT,)) -> int:
        """How many private memories an export for agents leaves out: such a file is committed and read by others."""
        asked = wanted or Filter()
        if format not in ("claude-md", "agents-md") or asked.visibilities:
            return 0
        private = replace(asked, visibilities=("private",), statuses=("promoted",))
        total = 0
        for origin in origins:
            with self._shelves.named(origin).reading() as connection:
                total += reading.count(connection, private)
        return total

    def _plan_drafts(
        self,
        path: str,
        kind: str,
        parsed: Parsed,
        origin: str,
        actor: Actor,
        progress: ProgressSink,
        cancel: CancelToken,
    ) -> Plan:
        gate = self._gates[origin]
        seen: dict[str, str] = {}
        items: list[PlanItem] = []
        for at, draft in enumerate(parsed.drafts):
            cancel.checkpoint()
            if at % 100 == 0:
                progress(Progress(at, len(parsed.drafts), "comparing"))
            request = draft.request
            result = gate.would(request, actor)
            key = dedupe_key(request.content.strip(), request.scope, request.scope_owner_id)
            if not result.accepted:
                verdict, reason = REFUSED, result.reason
            elif result.merged_into:
                verdict, reason = DUPLICATE, f"{result.merged_into[-6:]} says the same"
            elif key in seen:
                verdict, reason = DUPLICATE, f"the same as {seen[key]}"
            else:
                verdict, reason = NEW, ""
                seen[key] = draft.where
            items.append(PlanItem(draft, verdict, reason, result.redactions))
        return Plan(path, kind, origin, tuple(items), parsed.skipped, parsed.notes)

    def _plan_own(self, path: str, document: dict[str, Any], origin: str, cancel: CancelToken) -> Plan:
        store = self._shelves.named(origin)
        items: list[PlanItem] = []
        with store.reading() as connection:
            for entry in document["memories"]:
                cancel.checkpoint()
                items.append(_own_item(connection, entry, os.path.basename(path)))
        past = {name: document[name] for name in ("relations", "ops", "history", "tombstones")}
        return Plan(path, "json", origin, tuple(items), past=past)

    def _bring_past(self, act: Act, plan: Plan, added: set[str]) -> None:
        """Links, acts and history of what was added. Into an empty store everything goes, also of what is gone."""
        past = plan.past
        everything = len(added) == len(plan.items)
        found: list[tuple[str, int]] = []
        history = [one for one in past["history"] if everything or one.get("memory_id") in added]
        wanted = {one.get("op_id") for one in history}
        ops = [one for one in past["ops"] if everything or one.get("op_id") in wanted]
        try:
            transfer.insert_past(act, own_json.without_secrets(ops, found), own_json.without_secrets(history, found))
            for entry in past["relations"]:
                relation = Relation(**entry)
                if relation.source_id in added:
                    act.relate(relation)
            if everything:
                transfer.insert_tombstones(act, past["tombstones"])
        except (KeyError, TypeError) as error:
            raise BadInput(f"The past in {plan.source} cannot be read ({error}).", "Nothing was imported.") from error
        act.detail[transfer.VERBATIM] = True


def shared(wanted: Filter) -> Filter:
    """Without what is private, unless the filter names visibilities itself."""
    return wanted if wanted.visibilities else replace(wanted, visibilities=("project", "team", "org"))


def _own_item(connection: Any, entry: dict[str, Any], name: str) -> PlanItem:
    memory_id = str(entry.get("id", "?"))
    where = f"{name}:{memory_id[-6:]}"
    found: list[tuple[str, int]] = []
    plain = own_json.without_secrets(entry, found)
    request = WriteRequest(str(plain.get("content", "")), str(plain.get("category", "")))
    draft = Draft(request, where, memory_id)
    redactions = tuple(Redaction("content", kind, count) for kind, count in found)
    problem = own_json.problem(plain)
    if problem:
        return PlanItem(draft, REFUSED, f"It cannot be taken: {problem}.", redactions)
    if reading.by_id(connection, memory_id) is not None:
        return PlanItem(draft, DUPLICATE, "it is here already", redactions, plain)
    when = reading.purged_at(connection, memory_id)
    if when:
        return PlanItem(draft, REFUSED, f"It was purged here on {when[:10]}.", redactions)
    if plain["status"] != "archived":
        key = dedupe_key(plain["content"], plain["scope"], plain["scope_owner_id"])
        for other in reading.by_key(connection, key):
            if other.is_live:
                return PlanItem(draft, DUPLICATE, f"{other.id[-6:]} says the same", redactions, plain)
            if other.archive_reason == "flagged_wrong":
                return PlanItem(draft, REFUSED, f"The same was flagged wrong here ({other.id[-6:]}).", redactions)
    return PlanItem(draft, NEW, "", redactions, plain)


def _row_of(plain: dict[str, Any]) -> dict[str, Any]:
    return {name: rows.from_plain(name, value) for name, value in plain.items()}


def _carry_over(act: Act, memory: Memory, draft: Draft) -> None:
    """What the source knew beyond the text: status, pin, counts and times."""
    changes: dict[str, Any] = {
        "verified": draft.verified,
        "needs_review": draft.needs_review,
        "observation_count": draft.observation_count or 1,
        "access_count": draft.access_count or 0,
        "stale_at": draft.stale_at,
        "updated_at": draft.updated_at or memory.updated_at,
    }
    if draft.provenance_session_ids:
        changes["provenance_session_ids"] = draft.provenance_session_ids
    if draft.tier in (2, 3):
        changes["tier"] = draft.tier
    if draft.status == "candidate":
        changes.update(status="candidate", promoted_at=None)
    elif draft.status == "archived":
        reason = draft.archive_reason or "expired"
        changes.update(
            status="archived",
            archive_reason=reason,
            archived_at=act.at,
            deleted_at=act.at if draft.deleted or reason == "deleted" else None,
            tier=3,
        )
    elif draft.pinned:
        changes.update(pinned=True, tier=1)
    if draft.promoted_at and draft.status != "candidate":
        changes["promoted_at"] = draft.promoted_at
    act.update(memory, changes)


def _relate(act: Act, items: Sequence[PlanItem], refs: dict[str, str], actor: Actor) -> None:
    for item in items:
        source = refs.get(item.draft.ref)
        for link in item.draft.relations:
            target = link.target if link.target_kind == "file" else refs.get(link.target)
            if source and target and target != source and link.type in RELATION_TYPES:
                act.relate(Relation(source, link.type, link.target_kind, target, link.confidence, actor.who, act.at))
