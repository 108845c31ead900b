"""Time and ids come in from here, so that tests and the demo are exact."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def stamp(milliseconds: int) -> str:
    """Milliseconds since 1970 as the ISO text that is stored: sortable, UTC, three decimals."""
    seconds, rest = divmod(milliseconds, 1000)
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + f".{rest:03d}Z"


def parse_stamp(text: str) -> datetime:
    """Stored ISO text (ours or another tool's) as an aware datetime."""
    moment = datetime.fromisoformat(text.replace("Z", "+00:00"))
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def days_before(text: str, days: float) -> str:
    """The stamp that lies this many days before another."""
    moment = parse_stamp(text) - timedelta(days=days)
    return stamp(int(moment.timestamp() * 1000))


class Clock:
    """The system clock, in milliseconds since 1970."""

    def milliseconds(self) -> int:
        """Now."""
        return time.time_ns() // 1_000_000

    def now(self) -> str:
        """Now, as stored."""
        return stamp(self.milliseconds())


class FixedClock(Clock):
    """A clock that moves only when told; each reading may advance it by a fixed step."""

    def __init__(self, start: str, step_ms: int = 0) -> None:
        self._at = int(parse_stamp(start).timestamp() * 1000)
        self._step = step_ms

    def milliseconds(self) -> int:
        """The set time; then one step on."""
        now = self._at
        self._at += self._step
        return now

    def set(self, text: str) -> None:
        """Jump to a moment, forwards or backwards."""
        self._at = int(parse_stamp(text).timestamp() * 1000)

    def advance(self, *, days: float = 0, seconds: float = 0) -> None:
        """Move on."""
        self._at += int((days * 86_400 + seconds) * 1000)


class IdSource:
    """ULIDs that sort in the order they were made, also within one millisecond and when the clock steps back.

    The 80 random bits are a 20-bit counter start followed by 60 fresh random bits: ids made in the same
    millisecond sort by the counter, and the last characters, which people see, stay random.
    """

    def __init__(self, clock: Clock, random_bits: Callable[[int], int] | None = None) -> None:
        self._clock = clock
        self._random_bits = random_bits or _system_bits
        self._last_ms = -1
        self._counter = 0

    def new(self) -> str:
        """The next id."""
        now = self._clock.milliseconds()
        if now > self._last_ms:
            self._last_ms = now
            self._counter = self._random_bits(19)
        else:
            self._counter += 1
            if self._counter >= 1 << 20:
                self._last_ms += 1
                self._counter = 0
        value = (self._last_ms << 80) | (self._counter << 60) | self._random_bits(60)
        return "".join(_ALPHABET[(value >> shift) & 31] for shift in range(125, -1, -5))


def _system_bits(count: int) -> int:
    return int.from_bytes(os.urandom((count + 7) // 8), "big") & ((1 << count) - 1)
