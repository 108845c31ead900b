"""What waits for a person, most pressing first, each with the place where it is dealt with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ademem_tui.engine.health.overview import MARKED, TO_MAINTENANCE, Attention, Counts, FileLook, Part, Target, Usage
from ademem_tui.engine.health.score import NEARLY_FULL, many
from ademem_tui.engine.store.overview import WaitingSession

SHOWN_FULL = 3
SHOWN_SESSIONS = 3
WORTH_NAMING = 2
"""A session with fewer candidates is counted with the others."""


def attention_rows(
    counts: Counts,
    sessions: Iterable[WaitingSession],
    usage: Sequence[Usage],
    parts: Sequence[Part],
    files: Sequence[FileLook],
) -> tuple[Attention, ...]:
    """Every row there is; none means that nothing waits."""
    return (
        *_troubles(files),
        *_candidates(counts.candidates, sorted(sessions, key=lambda one: one.at, reverse=True)),
        *_marked(counts),
        *_full(usage),
        *_unsaved(parts),
    )


def _troubles(files: Sequence[FileLook]) -> Iterator[Attention]:
    for file in files:
        if file.trouble:
            yield Attention(f"{file.path} cannot be read: {file.trouble}", "mends", TO_MAINTENANCE)


def _candidates(total: int, sessions: Sequence[WaitingSession]) -> Iterator[Attention]:
    told = 0
    named = [one for one in sessions if one.candidates >= WORTH_NAMING and quoted("session", one.session_id)]
    for session in named[:SHOWN_SESSIONS]:
        told += session.candidates
        text = f"{many(session.candidates, 'candidate')} of session {session.session_id}"
        narrowed = quoted("session", session.session_id)
        yield Attention(text, "reviews", Target(f"is:candidate {narrowed}"), session.at)
    if total > told:
        text = many(total - told, "more candidate") if told else f"{many(total, 'candidate')} to decide on"
        yield Attention(text, "reviews", Target("is:candidate"))


def _marked(counts: Counts) -> Iterator[Attention]:
    if counts.marked:
        text = f"{many(counts.marked, 'memory', 'memories')} marked for review"
        yield Attention(text, "lists", MARKED)
    if counts.stale:
        text = f"{many(counts.stale, 'memory', 'memories')} whose files changed"
        yield Attention(text, "lists", Target("is:stale"))
    if counts.refused_today:
        text = f"{many(counts.refused_today, 'write')} refused today"
        yield Attention(text, "shows why", TO_MAINTENANCE)


def _full(usage: Sequence[Usage]) -> Iterator[Attention]:
    for one in [one for one in usage if one.share >= NEARLY_FULL][:SHOWN_FULL]:
        label = f"{one.scope} {one.owner}".strip()
        filled = "is over its limit" if one.used > one.limit else "is nearly full"
        yield Attention(f"{label} {filled}: {one.used:,} of {one.limit:,}", "lists", one.target)


def _unsaved(parts: Sequence[Part]) -> Iterator[Attention]:
    for part in parts:
        if part.target is TO_MAINTENANCE and part.gain:
            yield Attention(part.reason[0].upper() + part.reason[1:].split(";")[0], "backs up", TO_MAINTENANCE)


def quoted(key: str, value: str) -> str:
    """A token of the filter language for a free text; '' for one that the language cannot hold."""
    if not value or '"' in value:
        return ""
    return f'{key}:"{value}"' if any(sign.isspace() for sign in value) else f"{key}:{value}"
