"""The overview of both files: counted in the store, put together here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ademem_tui.engine.clock import Clock, days_before
from ademem_tui.engine.errors import StoreError
from ademem_tui.engine.health.attention import attention_rows, quoted
from ademem_tui.engine.health.overview import Counts, FileLook, Overview, Target, Usage
from ademem_tui.engine.health.score import LOW_CONFIDENCE, score_parts
from ademem_tui.engine.memories.shelves import PROJECT, USER, Shelves
from ademem_tui.engine.paths import Paths
from ademem_tui.engine.store.backup import newest_name
from ademem_tui.engine.store.copying import size_of
from ademem_tui.engine.store.overview import CONFIDENCE_BINS, Moments, Owned, Tally, tally
from ademem_tui.engine.store.status import start_of_day
from ademem_tui.engine.store.store import Store

ACTIVE_DAYS = 30
GROWTH_DAYS = 90
ACTIVITY_HOURS = 24
LIMITS = {"project": 2_000, "agent": 500, "mission": 200}
"""How many memories an owner of each scope may hold."""
SHOWN_OWNERS = 3
"""The fullest of each scope."""


class Health:
    """How the memory is, at one glance."""

    def __init__(self, shelves: Shelves, paths: Paths, clock: Clock) -> None:
        self._shelves = shelves
        self._backups = {PROJECT: paths.backups, USER: paths.user_backups}
        self._clock = clock

    def overview(self, now: str | None = None) -> Overview:
        """Count both files. A damaged one of the person's own is told in the overview, the project's is an error."""
        moment = now or self._clock.now()
        moments = _moments(moment)
        tallies: list[Tally] = []
        files: list[FileLook] = []
        for store in self._shelves:
            try:
                with store.reading() as connection:
                    found = tally(connection, moments)
            except StoreError as error:
                if store.origin == PROJECT:
                    raise
                files.append(self._look(store, None, str(error)))
                continue
            tallies.append(found)
            files.append(self._look(store, found))
        return _put_together(moment, tallies, files)

    def _look(self, store: Store, found: Tally | None, trouble: str = "") -> FileLook:
        newest = newest_name(self._backups[store.origin])
        saved = newest[1] if newest else None
        last_act = found.last_act if found else None
        return FileLook(
            store.origin,
            store.path,
            store.exists(),
            found.live + found.archived if found else 0,
            size_of(store.path) + size_of(store.path + "-wal"),
            saved,
            last_act is not None and (saved is None or last_act > saved),
            trouble,
        )


def _moments(now: str) -> Moments:
    return Moments(
        start_of_day(now),
        days_before(now, ACTIVE_DAYS),
        [days_before(now, GROWTH_DAYS - day) for day in range(GROWTH_DAYS)],
        [days_before(now, hours / 24)[:13] for hours in range(ACTIVITY_HOURS - 1, -1, -1)],
    )


def _put_together(now: str, tallies: Sequence[Tally], files: Sequence[FileLook]) -> Overview:
    counts = Counts(
        memories=sum(one.live for one in tallies),
        active=sum(one.active for one in tallies),
        candidates=sum(one.candidates for one in tallies),
        needs_review=sum(one.needs_review for one in tallies),
        marked=sum(one.marked for one in tallies),
        pinned=sum(one.pinned for one in tallies),
        fading=sum(one.fading for one in tallies),
        stale=sum(one.stale for one in tallies),
        refused_today=sum(one.refused for one in tallies),
        archived=sum(one.archived for one in tallies),
    )
    confidence = tuple(map(sum, zip(*(one.confidence for one in tallies), strict=True)))
    usage = _usage(tallies[0].owned)
    parts = score_parts(counts, sum(confidence[: int(LOW_CONFIDENCE * CONFIDENCE_BINS)]), usage, files[0], now)
    categories: Counter[str] = Counter()
    actors: Counter[str] = Counter()
    for one in tallies:
        categories.update(one.categories)
        for hour in one.hours:
            actors.update(hour)
    return Overview(
        now,
        counts,
        usage,
        _growth(counts.memories, tuple(map(sum, zip(*(one.days for one in tallies), strict=True)))),
        tuple(sorted(categories.items(), key=lambda pair: (-pair[1], pair[0]))),
        confidence,
        tuple(sum(sum(hour.values()) for hour in hours) for hours in zip(*(one.hours for one in tallies), strict=True)),
        dict(actors),
        attention_rows(counts, [session for one in tallies for session in one.sessions], usage, parts, files),
        parts,
        tuple(files),
    )


def _growth(live: int, created: Sequence[int]) -> tuple[int, ...]:
    """From what was created each day to what was there at its end."""
    totals: list[int] = []
    running = live - sum(created)
    for number in created:
        running += number
        totals.append(running)
    return tuple(totals)


def _usage(owned: Sequence[Owned]) -> tuple[Usage, ...]:
    """Of each scope the owners that hold most; the first of every scope come before the second of any."""
    ranked: list[tuple[int, Usage]] = []
    for scope, limit in LIMITS.items():
        holders = sorted((one for one in owned if one.scope == scope), key=lambda one: (-one.memories, one.owner or ""))
        for rank, one in enumerate(holders[:SHOWN_OWNERS]):
            narrowed = quoted("owner", one.owner or "")
            target = Target(f"scope:{scope} {narrowed}".strip())
            ranked.append((rank, Usage(scope, one.owner or "", one.memories, limit, target)))
    return tuple(usage for _, usage in sorted(ranked, key=lambda pair: pair[0]))
