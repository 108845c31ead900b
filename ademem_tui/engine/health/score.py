"""The health score: six named parts that add up to 100, each with its arithmetic and what would raise it."""

from __future__ import annotations

from collections.abc import Sequence

from ademem_tui.engine.clock import parse_stamp
from ademem_tui.engine.health.overview import MARKED, TO_MAINTENANCE, Counts, FileLook, Part, Target, Usage

LOW_CONFIDENCE = 0.5
NEARLY_FULL = 0.8
"""From here on a scope is running out of room."""
GOOD_BACKUP_DAYS = 2.0
OLD_BACKUP_DAYS = 14.0

_BACKLOGS = {
    "Candidates decided": (25, 50, 0.10),
    "Reviews done": (15, 30, 0.05),
    "Files unchanged": (20, 20, 0.05),
    "Trusted": (15, 30, 0.25),
}
"""Maximum; how many cost all of it in a small memory; which share of the memories does in a large one."""
_ROOM, _BACKUP = 10, 15


def many(count: int, noun: str, nouns: str = "") -> str:
    """A number and its noun."""
    return f"{count:,} {noun if count == 1 else nouns or noun + 's'}"


def score_parts(counts: Counts, doubtful: int, usage: Sequence[Usage], project: FileLook, now: str) -> tuple[Part, ...]:
    """All parts, in the order they are shown; `doubtful` counts live memories of low confidence."""
    live = counts.memories
    return (
        _backlog(
            "Candidates decided",
            counts.candidates,
            live,
            f"{many(counts.candidates, 'candidate')} waiting",
            f"review {many(counts.candidates, 'candidate')}",
            Target("is:candidate"),
        ),
        _backlog(
            "Reviews done",
            counts.marked,
            live,
            f"{many(counts.marked, 'memory', 'memories')} marked for review",
            f"look at {counts.marked:,} marked for review",
            MARKED,
        ),
        _backlog(
            "Files unchanged",
            counts.stale,
            live,
            f"{many(counts.stale, 'memory', 'memories')} whose files changed",
            f"re-check {counts.stale:,} stale",
            Target("is:stale"),
        ),
        _backlog(
            "Trusted",
            doubtful,
            live,
            f"{many(doubtful, 'memory', 'memories')} with a confidence under {LOW_CONFIDENCE}",
            f"verify or correct {doubtful:,} of low confidence",
            Target(),
        ),
        _room(usage),
        _backup(project, now),
    )


def _backlog(name: str, count: int, live: int, reason: str, advice: str, target: Target) -> Part:
    """Nothing waiting keeps all points; what waits costs in proportion, at least one."""
    maximum, few, share = _BACKLOGS[name]
    if not count:
        return Part(name, maximum, maximum, reason, "", target)
    limit = max(few, round(live * share))
    lost = min(maximum, max(1, round(maximum * count / limit)))
    return Part(name, maximum - lost, maximum, f"{reason}; {limit:,} would cost all {maximum}", advice, target)


def _room(usage: Sequence[Usage]) -> Part:
    fullest = max(usage, key=lambda one: one.share, default=None)
    if fullest is None:
        return Part("Room left", _ROOM, _ROOM, "nothing is limited", "", Target())
    label = f"{fullest.scope} {fullest.owner}".strip()
    reason = f"{label} holds {fullest.used:,} of {fullest.limit:,}; from {NEARLY_FULL:.0%} on it costs"
    over = min(1.0, max(0.0, (fullest.share - NEARLY_FULL) / (1 - NEARLY_FULL)))
    lost = 0 if fullest.share <= NEARLY_FULL else max(1, round(_ROOM * over))
    return Part("Room left", _ROOM - lost, _ROOM, reason, f"make room in {label}" if lost else "", fullest.target)


def _backup(project: FileLook, now: str) -> Part:
    if not project.unsaved:
        reason = "everything is in the last backup" if project.last_backup else "nothing to save yet"
        return Part("Backed up", _BACKUP, _BACKUP, reason, "", TO_MAINTENANCE)
    if project.last_backup is None:
        return Part("Backed up", 0, _BACKUP, "there is no backup", "make a backup", TO_MAINTENANCE)
    days = (parse_stamp(now) - parse_stamp(project.last_backup)).total_seconds() / 86_400
    reason = f"the last backup is {many(max(0, int(days)), 'day')} old; {OLD_BACKUP_DAYS:.0f} would cost all {_BACKUP}"
    if days <= GOOD_BACKUP_DAYS:
        return Part("Backed up", _BACKUP, _BACKUP, reason, "", TO_MAINTENANCE)
    over = (days - GOOD_BACKUP_DAYS) / (OLD_BACKUP_DAYS - GOOD_BACKUP_DAYS)
    lost = min(_BACKUP, max(1, round(_BACKUP * over)))
    return Part("Backed up", _BACKUP - lost, _BACKUP, reason, "make a backup", TO_MAINTENANCE)
