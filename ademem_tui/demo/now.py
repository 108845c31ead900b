"""The moment at which the demo stands still: all its times are counted back from here."""

from __future__ import annotations

from random import Random

from ademem_tui.engine.clock import parse_stamp, stamp

DEMO_NOW = "2026-11-02T09:00:00.000Z"

_WITHIN_MS = 6_000_000
"""How much later than its round number of days a thing may happen; the data keeps more than that between two."""


class Times:
    """Turns "so many days ago" into moments that never go back and do not all fall on the full hour."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._now = int(parse_stamp(DEMO_NOW).timestamp() * 1000)
        self._last = 0

    def ago(self, days: float) -> str:
        """The moment for the next thing that happened; ask in order of time."""
        wanted = self._now - round(days * 86_400_000) + self._random.randrange(_WITHIN_MS)
        self._last = max(wanted, self._last + 1_000)
        return stamp(self._last)
