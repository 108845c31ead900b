"""One file in numbers, for a screen that shows them all at once: each count comes from an index, none reads a text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import apsw

from ademem_tui.engine.store import logs

LATEST_CANDIDATES = 500
"""Among so many of the newest candidates the sessions that wait are looked for."""
SESSIONS = 8
CONFIDENCE_BINS = 10

_LIVE = "status <> 'archived'"


class Moments(NamedTuple):
    """The times a tally is made for."""

    today: str
    active_since: str
    days: Sequence[str]
    """Where the days of the growth chart begin, oldest first; the last one is still open."""
    hours: Sequence[str]
    """The clock hours of the activity chart as the first 13 characters of a stamp, oldest first."""


class Owned(NamedTuple):
    """How many live memories one owner of a scope has."""

    scope: str
    owner: str | None
    memories: int


class WaitingSession(NamedTuple):
    """A session whose candidates wait for a person."""

    session_id: str
    candidates: int
    at: str
    """When the newest of them was written or changed."""


@dataclass(frozen=True, slots=True)
class Tally:
    """One file in numbers. Everything but `archived`, `refused` and `hours` counts live memories."""

    live: int
    archived: int
    candidates: int
    active: int
    needs_review: int
    marked: int
    """Of those to review: promoted ones that are not stale, so that nothing is told twice."""
    pinned: int
    fading: int
    stale: int
    refused: int
    owned: tuple[Owned, ...]
    categories: Mapping[str, int]
    confidence: tuple[int, ...]
    days: tuple[int, ...]
    """Created on each day."""
    hours: tuple[Mapping[str, int], ...]
    """Changes in each hour, by the kind of actor."""
    sessions: tuple[WaitingSession, ...]
    last_act: str | None


def tally(connection: apsw.Connection, moments: Moments) -> Tally:
    """Count everything once."""
    confidence = _between(connection, "confidence", [at / CONFIDENCE_BINS for at in range(CONFIDENCE_BINS)])
    live = sum(confidence)
    return Tally(
        live=live,
        archived=_count(connection, "status = 'archived'"),
        candidates=_count(connection, "status = 'candidate'"),
        active=_count(connection, f"{_LIVE} AND updated_at >= ?", moments.active_since),
        needs_review=_count(connection, f"needs_review = 1 AND {_LIVE}"),
        marked=_count(connection, "needs_review = 1 AND stale_at IS NULL AND +status = 'promoted'"),
        pinned=_count(connection, f"pinned = 1 AND {_LIVE}"),
        fading=_count(connection, f"tier = 3 AND {_LIVE}"),
        stale=_count(connection, f"stale_at IS NOT NULL AND {_LIVE}"),
        refused=logs.refused_since(connection, moments.today),
        owned=_owned(connection, live),
        categories=_categories(connection),
        confidence=confidence,
        days=_between(connection, "created_at", moments.days),
        hours=_hours(connection, moments.hours),
        sessions=_sessions(connection),
        last_act=connection.execute("SELECT at FROM memory_ops ORDER BY seq DESC LIMIT 1").get,
    )


def _count(connection: apsw.Connection, condition: str, *bound: str | float) -> int:
    return int(connection.execute(f"SELECT count(*) FROM unified_memories WHERE {condition}", bound).get)


def _owned(connection: apsw.Connection, live: int) -> tuple[Owned, ...]:
    """The owners of the small scopes; what is left of the live ones is the project's, and need not be counted."""
    sql = (
        "SELECT scope, scope_owner_id, count(*) FROM unified_memories INDEXED BY memories_by_scope_owner "
        f"WHERE scope IN ('agent', 'mission') AND {_LIVE} GROUP BY scope, scope_owner_id"
    )
    others = tuple(map(Owned._make, connection.execute(sql)))
    return (Owned("project", None, live - sum(one.memories for one in others)), *others)


def _categories(connection: apsw.Connection) -> dict[str, int]:
    sql = f"SELECT category, count(*) FROM unified_memories WHERE {_LIVE} GROUP BY category"
    return {category: count for category, count in connection.execute(sql)}


def _between(connection: apsw.Connection, column: str, starts: Sequence[str | float]) -> tuple[int, ...]:
    """How many are in each stretch of a column; a walk along its index, cheaper than grouping by what is computed."""
    closed = [
        _count(connection, f"{_LIVE} AND {column} >= ? AND {column} < ?", low, high) for low, high in pairwise(starts)
    ]
    return (*closed, _count(connection, f"{_LIVE} AND {column} >= ?", starts[-1]))


def _hours(connection: apsw.Connection, hours: Sequence[str]) -> tuple[dict[str, int], ...]:
    """Changes by hour and kind of actor: the log is read from its end, as far back as the first hour."""
    before = connection.execute(
        "SELECT seq FROM memory_ops WHERE at < ? AND imported_in IS NULL ORDER BY seq DESC LIMIT 1", (hours[0],)
    ).get
    found: dict[str, dict[str, int]] = {hour: {} for hour in hours}
    sql = (
        "SELECT substr(at, 1, 13), actor_kind, sum(changed) FROM memory_ops "
        "WHERE seq > ? AND imported_in IS NULL GROUP BY 1, 2"
    )
    for hour, kind, changed in connection.execute(sql, (before or 0,)):
        if hour in found:
            found[hour][kind] = changed
    return tuple(found.values())


def _sessions(connection: apsw.Connection) -> tuple[WaitingSession, ...]:
    """The sessions whose candidates were written last, each with the number of all its candidates."""
    sql = (
        "SELECT source_session_id, max(updated_at) AS latest FROM (SELECT source_session_id, updated_at "
        "FROM unified_memories WHERE status = 'candidate' ORDER BY updated_at DESC, seq DESC LIMIT ?) "
        "WHERE source_session_id IS NOT NULL GROUP BY 1 ORDER BY latest DESC, 1 LIMIT ?"
    )
    latest = [(str(session), str(at)) for session, at in connection.execute(sql, (LATEST_CANDIDATES, SESSIONS))]
    waiting = "source_session_id = ? AND +status = 'candidate'"
    return tuple(WaitingSession(session, _count(connection, waiting, session), at) for session, at in latest)
