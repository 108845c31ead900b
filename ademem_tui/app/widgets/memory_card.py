"""One memory as a text: quick to make, because the preview shows another with every move of the cursor."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta

from textual.content import Content

from ademem_tui.app.format import ago, bar, harmless, spark, status_words
from ademem_tui.app.widgets.payload_card import LABEL, Lines, field_lines, payload_lines
from ademem_tui.app.wrapping import Piece, flowed, joined, sign, wrapped
from ademem_tui.engine.clock import parse_stamp
from ademem_tui.engine.lifecycle.freshness import FADING, curve, days_until_archived, freshness, half_life
from ademem_tui.engine.model import Memory, Relation
from ademem_tui.engine.taxonomy import CATEGORIES

GROUP_TINT: dict[str, str] = {
    "rules": "$text-primary",
    "pitfalls": "$text-error",
    "knowledge": "$text-accent",
    "work": "dim",
    "review": "$text-warning",
}
_CODE = re.compile(r"(`[^`\n]+`)")


def card(
    memory: Memory,
    relations: Sequence[Relation],
    now: str,
    width: int,
    *,
    origin: str = "",
    names: Mapping[str, str] | None = None,
) -> Content:
    """Everything that is known about a memory, the text first. `names` gives linked memories their summaries."""
    lines: list[list[Piece]] = [*_head(memory, width), [], *_body(memory, width)]
    for part in (
        payload_lines(memory, width),
        _links(memory, relations, names or {}, width),
        _standing(memory, now, width),
        _origin(memory, now, width, origin),
    ):
        found = list(part)
        if found:
            lines += [[], *found]
    return joined(lines)


def category_tint(category: str) -> str:
    """The style a category's name is drawn in."""
    known = CATEGORIES.get(category)
    return GROUP_TINT[known.group] if known else ""


def fading_words(memory: Memory, now: str) -> str:
    """What will become of it, and when, if nobody uses it."""
    if memory.pinned:
        return "pinned: it never fades"
    days, left = half_life(memory), days_until_archived(memory, now)
    if not days or left is None:
        return f"never fades: a {memory.category.replace('_', ' ')} holds until it is changed"
    if not memory.is_live:
        return f"half every {days:g} days"
    end = (parse_stamp(now) + timedelta(days=left)).date().isoformat()
    state = "fading, " if freshness(memory, now) < FADING else ""
    if not left:
        return f"{state}half every {days:g} days; due to be archived unless it is used"
    return f"{state}half every {days:g} days; archived on {end} unless it is used"


def fading_curve(memory: Memory, now: str, points: int) -> str:
    """Freshness from today to the day it would be archived, against a full scale."""
    return spark([1.0, *curve(memory, now, points)])[1:]


def link_words(memory: Memory, relation: Relation) -> tuple[str, str]:
    """What a link says seen from this memory, and the id or file at its other end."""
    words = relation.type.replace("_", " ")
    if relation.source_id == memory.id:
        return words, relation.target
    turned = {"supersedes": "superseded by", "derived from": "source of", "validates": "validated by"}
    return turned.get(words, f"{sign('←', '<-')} {words}"), relation.source_id


def _head(memory: Memory, width: int) -> Iterator[list[Piece]]:
    label = CATEGORIES[memory.category].label if memory.category in CATEGORIES else memory.category
    pieces: list[Piece] = [
        (memory.id[-6:], "bold"),
        (label, f"bold {category_tint(memory.category)}".strip()),
        *((word, "") for word in status_words(memory).split("  ")),
    ]
    yield from flowed(pieces, width)
    for name, reason in (("Review", memory.review_reason), ("Note", memory.archive_note)):
        if reason:
            yield from field_lines(name, reason, width, "$text-warning")


def _body(memory: Memory, width: int) -> Lines:
    """The text, with its own line breaks; what stands in backticks is lit."""
    for line in wrapped(harmless(memory.content), width):
        yield [(part, "$text-accent" if part.startswith("`") else "") for part in _CODE.split(line) if part]


def _links(memory: Memory, relations: Sequence[Relation], names: Mapping[str, str], width: int) -> Lines:
    for relation in relations:
        words, other = link_words(memory, relation)
        if relation.target_kind == "memory":
            name = names.get(other, "")
            other = f"{other[-6:]}  {name}".strip()
        if len(words) >= LABEL:
            yield [(words, "dim")]
            words = ""
        yield from field_lines(words, other, width, "bold" if relation.type == "supersedes" else "")


def _standing(memory: Memory, now: str, width: int) -> Lines:
    """Its scores and how it fades."""
    size = max(4, min(10, width - LABEL - 18))
    seen = f", seen {_times(memory.observation_count)}" if memory.observation_count > 1 else ""
    yield [
        (f"{'Confidence':<{LABEL}}", "dim"),
        (bar(memory.confidence, size), "$text-primary"),
        (f" {memory.confidence:.2f}{seen}", ""),
    ]
    fresh = freshness(memory, now)
    line: list[Piece] = [
        (f"{'Freshness':<{LABEL}}", "dim"),
        (bar(fresh, size), "$text-success" if fresh >= FADING else "$text-warning"),
        (f" {fresh:.2f}", ""),
    ]
    if memory.is_live and half_life(memory) and width >= LABEL + size + 24:
        points = min(24, width - LABEL - size - 8)
        line += [("  ", ""), (fading_curve(memory, now, points), "dim")]
    yield line
    yield from field_lines("", fading_words(memory, now), width, "dim")
    yield from field_lines("Importance", memory.importance, width)
    told = f", told to agents {_times(memory.injection_count)}" if memory.injection_count else ""
    last = f", last {ago(memory.last_accessed_at, now)}" if memory.access_count else ""
    used = f"{_times(memory.access_count)}{last}{told}"
    yield from field_lines("Used", used, width)


def _origin(memory: Memory, now: str, width: int, origin: str) -> Lines:
    """What it speaks of, and where it comes from."""
    rows = (
        ("Files", "\n".join(memory.related_files)),
        ("Holds for", memory.file_scope_pattern or ""),
        ("Modules", ", ".join(memory.related_modules)),
        ("Tags", " ".join(f"#{tag}" for tag in memory.tags)),
        ("Summary", memory.summary if memory.summary != memory.content else ""),
        ("From", f"{memory.source_who}, {memory.source_type.replace('_', ' ')}"),
        ("Session", ", ".join(memory.provenance_session_ids) or memory.source_session_id or ""),
        ("Run", " ".join(part for part in (memory.source_run_id, memory.source_step) if part)),
        ("Branch", " at ".join(part for part in (memory.branch, (memory.commit_sha or "")[:10]) if part)),
        ("Scope", _scope(memory, origin)),
        ("Made", _moment(memory.created_at, now)),
        ("Changed", _moment(memory.updated_at, now) if memory.updated_at != memory.created_at else ""),
        ("Stale since", _moment(memory.stale_at, now)),
        ("Archived", _moment(memory.archived_at, now)),
        ("Id", memory.id),
    )
    for label, value in rows:
        if value:
            yield from field_lines(label, value, width, "$text-accent" if label == "Files" else "")


def _scope(memory: Memory, origin: str) -> str:
    owner = f" {memory.scope_owner_id}" if memory.scope_owner_id else ""
    tier = {1: "kept", 2: "active", 3: "fading"}.get(memory.tier, str(memory.tier))
    home = ", in your own file" if origin == "user" else ""
    return f"{memory.scope}{owner}, seen by {memory.visibility}, tier {memory.tier} ({tier}){home}"


def _moment(stamp: str | None, now: str) -> str:
    return f"{stamp[:10]} {stamp[11:16]}, {ago(stamp, now)}" if stamp else ""


def _times(count: int) -> str:
    return "never" if count == 0 else "once" if count == 1 else f"{count} times"
