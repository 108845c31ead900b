"""Freshness: 1.0 at the write and at each use, then half of it every half-life; computed when read, never stored."""

from __future__ import annotations

from ademem_tui.engine.clock import parse_stamp
from ademem_tui.engine.model import Memory
from ademem_tui.engine.taxonomy import CATEGORIES

FADING = 0.5
"""Under this an active memory starts to fade."""
ARCHIVED_AFTER = 3.0
"""Unused for so many half-lives, a fading memory is archived."""

DAY = 86_400.0


def half_life(memory: Memory) -> float | None:
    """In days; None for what never fades."""
    if memory.pinned:
        return None
    return memory.half_life_days or CATEGORIES[memory.category].half_life_days


def freshness(memory: Memory, now: str) -> float:
    """Between 0 and 1."""
    days = half_life(memory)
    if not days:
        return 1.0
    return float(0.5 ** (max(0.0, age_days(memory.last_accessed_at, now)) / days))


def age_days(since: str, now: str) -> float:
    """Days between two stamps."""
    return float((parse_stamp(now) - parse_stamp(since)).total_seconds() / DAY)


def days_until_archived(memory: Memory, now: str) -> float | None:
    """How long it would last without being used; None for ever."""
    days = half_life(memory)
    if not days:
        return None
    return max(0.0, ARCHIVED_AFTER * days - age_days(memory.last_accessed_at, now))


def curve(memory: Memory, now: str, points: int) -> list[float]:
    """Freshness from now to the day it would be archived, evenly spaced."""
    days, left = half_life(memory), days_until_archived(memory, now)
    if not days or left is None:
        return [1.0] * points
    start = freshness(memory, now)
    return [start * 0.5 ** (left * at / max(1, points - 1) / days) for at in range(points)]
