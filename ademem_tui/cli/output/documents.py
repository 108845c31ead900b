"""What JSON answers hold: memories, lines of lists, acts and changes as plain documents."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ademem_tui.engine.memories.memories import Entry
    from ademem_tui.engine.model import Change, Memory, Op, Relation, WriteResult


def write_json(document: Any, *, lines: bool = False) -> None:
    """One document on stdout; `lines` keeps it on one line."""
    encoding = (getattr(sys.stdout, "encoding", "") or "").lower().replace("-", "")
    sys.stdout.write(
        json.dumps(document, ensure_ascii=encoding != "utf8", indent=None if lines else 2, default=_plain_value) + "\n"
    )
    if lines:
        sys.stdout.flush()


def _plain_value(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    if hasattr(value, "__dataclass_fields__"):
        return {name: getattr(value, name) for name in value.__dataclass_fields__}
    return str(value)


def memory_document(memory: Memory, origin: str, short: str = "") -> dict[str, Any]:
    """A whole memory: every field of the record, and the names lists use for some of them."""
    fields = {name: getattr(memory, name) for name in memory.__dataclass_fields__ if name != "seq"}
    return {
        **fields,
        "short_id": short or memory.id[-6:],
        "origin": origin,
        "owner": memory.scope_owner_id,
        "files": memory.related_files,
    }


def entry_document(entry: Entry, short: Callable[[str], str]) -> dict[str, Any]:
    """A line of a list."""
    line = entry.line
    fields = line._asdict()
    tags, files = json.loads(fields.pop("tags_json")), json.loads(fields.pop("files_json"))
    del fields["seq"]
    for name in ("pinned", "verified", "needs_review"):
        fields[name] = bool(fields[name])
    return {
        **fields,
        "short_id": short(line.id),
        "origin": entry.origin,
        "owner": line.scope_owner_id,
        "tags": tags,
        "files": files,
        "stale": line.stale_at is not None,
    }


def relation_document(relation: Relation, memory_id: str) -> dict[str, Any]:
    """A link as seen from one of its ends."""
    outwards = relation.source_id == memory_id
    return {**relation._asdict(), "direction": "out" if outwards else "in"}


def op_document(op: Op) -> dict[str, Any]:
    """An act."""
    return {
        "op_id": op.op_id,
        "kind": op.kind,
        "who": op.actor.who,
        "actor": op.actor.kind,
        "at": op.at,
        "why": op.why,
        "changed": op.changed,
        "undoes": op.undoes,
        "undone_by": op.undone_by,
    }


def change_document(change: Change) -> dict[str, Any]:
    """One line of a timeline."""
    return {
        **op_document(change.op),
        "change": change.kind,
        "rev": change.rev,
        "before": change.before,
        "after": change.after,
    }


def result_document(result: WriteResult, origin: str) -> dict[str, Any]:
    """What the gate did; a refusal also says so the way every failure does."""
    memory = result.memory
    document: dict[str, Any] = {
        "ok": result.accepted,
        "accepted": result.accepted,
        "id": memory.id if memory else None,
        "code": result.code,
        "reason": result.reason,
        "deduped": result.deduped,
        "merged_into": result.merged_into,
        "superseded": result.superseded,
        "related": result.related,
        "redactions": [one._asdict() for one in result.redactions],
        "status": memory.status if memory else None,
        "category": memory.category if memory else None,
        "needs_review": memory.needs_review if memory else None,
        "origin": origin,
        "op_id": result.op_id,
        "refused": result.refused_seq,
    }
    if not result.accepted:
        document.update(error=result.code, message=result.reason, hint="")
    return document
