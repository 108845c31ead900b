"""What a foreign source offers, before any gate has looked at it.

A reader turns a file into drafts and says of everything it left out where it stood and why, so that a person
who looks at the plan of an import can account for every line of the source.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from ademem_tui.engine.clock import parse_stamp, stamp
from ademem_tui.engine.model import WriteRequest

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SECONDS_END_AT = 100_000_000_000
"""Numbers below are seconds since 1970 (up to the year 5138), numbers above milliseconds (from 1973 on)."""
_LATEST = 253_402_300_799_999
"""The last millisecond of the year 9999, the last one a stored time can name."""


class DraftRelation(NamedTuple):
    """A link the source states: to another of its entries (by its ref) or to a file."""

    type: str
    target: str
    confidence: float = 1.0
    target_kind: str = "memory"
    """`memory` or `file`."""


@dataclass(frozen=True, slots=True)
class Draft:
    """One thing a source offers, where it stands, and what the source knew about it beyond the request."""

    request: WriteRequest
    where: str
    """For people: `CLAUDE.md:14`, `unified_memories:5f0c…`."""
    ref: str = ""
    """The source's own name for it; relations point at it, and it is the same in a second import."""
    status: str | None = None
    """None: the gate decides."""
    archive_reason: str | None = None
    tier: int | None = None
    pinned: bool = False
    verified: bool = False
    needs_review: bool = False
    deleted: bool = False
    relations: tuple[DraftRelation, ...] = ()
    observation_count: int | None = None
    access_count: int | None = None
    provenance_session_ids: tuple[str, ...] = ()
    updated_at: str | None = None
    promoted_at: str | None = None
    stale_at: str | None = None
    archived_at: str | None = None


class Skipped(NamedTuple):
    """Something of the source that no draft was made of."""

    where: str
    reason: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Parsed:
    """Everything a source holds."""

    drafts: tuple[Draft, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    projects: Mapping[str, int] = field(default_factory=dict)
    """Project ids a database holds, with the number of entries of each; empty for files of one project."""
    notes: tuple[str, ...] = ()
    """Sentences about the source as a whole that a person should read before going on."""


def stamp_of(value: Any) -> str | None:
    """A foreign time (ISO text, seconds or milliseconds since 1970) as it is stored here, or None."""
    if isinstance(value, str):
        return _stamp_of_text(value.strip())
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return _stamp_in_range(round(value * 1000) if value < _SECONDS_END_AT else int(value))


def _stamp_of_text(text: str) -> str | None:
    if re.fullmatch(r"\d{9,}(\.\d+)?", text):
        return stamp_of(float(text))
    try:
        return _stamp_in_range((parse_stamp(text) - _EPOCH) // timedelta(milliseconds=1))
    except (ValueError, OverflowError):
        return None


def _stamp_in_range(milliseconds: int) -> str | None:
    return stamp(milliseconds) if 0 < milliseconds <= _LATEST else None


def plain_words(values: Iterable[Any]) -> tuple[str, ...]:
    """The non-empty texts of a foreign list, each once, in their order."""
    words = (str(value).strip() for value in values if type(value) in (str, int, float))
    return tuple(dict.fromkeys(word for word in words if word))
