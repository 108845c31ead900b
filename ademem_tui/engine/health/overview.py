"""What a person sees of the whole memory at one glance: plain records, no I/O."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

BROWSER = "browser"
MAINTENANCE = "maintenance"


class Target(NamedTuple):
    """Where a number leads: a screen and, for the browser, the filter that shows what was counted."""

    filter: str = ""
    screen: str = BROWSER


MARKED = Target("is:review -is:stale status:promoted")
TO_MAINTENANCE = Target(screen=MAINTENANCE)


@dataclass(frozen=True, slots=True)
class Counts:
    """The numbers of both files together; all but `refused_today` and `archived` count live memories."""

    memories: int
    active: int
    """Written or changed in the last 30 days."""
    candidates: int
    needs_review: int
    marked: int
    """Of those to review: promoted ones that are not stale."""
    pinned: int
    fading: int
    stale: int
    refused_today: int
    archived: int


class Usage(NamedTuple):
    """How much of its limit one owner of a scope has used up."""

    scope: str
    owner: str
    """'' for the project itself."""
    used: int
    limit: int
    target: Target

    @property
    def share(self) -> float:
        """Of one; above it where the limit is passed."""
        return self.used / self.limit


class FileLook(NamedTuple):
    """One file from outside."""

    origin: str
    path: str
    exists: bool
    memories: int
    """Live and archived."""
    size: int
    """Bytes on the disk, the log included."""
    last_backup: str | None
    unsaved: bool
    """Whether something was done since the last backup."""
    trouble: str = ""
    """Why it cannot be read, and what to do; '' where it can."""


class Attention(NamedTuple):
    """Something that waits for a person."""

    text: str
    does: str
    """What enter does about it, as a verb."""
    target: Target
    at: str | None = None
    """When it came up, where that is known."""


class Part(NamedTuple):
    """One part of the health score."""

    name: str
    points: int
    maximum: int
    reason: str
    """How the points came about, with the numbers."""
    advice: str
    """What would raise it; '' where nothing can."""
    target: Target

    @property
    def gain(self) -> int:
        """How many points following the advice would bring."""
        return self.maximum - self.points


@dataclass(frozen=True, slots=True)
class Overview:
    """The whole memory at one moment."""

    now: str
    counts: Counts
    usage: tuple[Usage, ...]
    """The project, the fullest agent and mission, then the next of each."""
    growth: tuple[int, ...]
    """What is live today, by how much of it was there at the end of each of the last 90 days."""
    categories: tuple[tuple[str, int], ...]
    """The most frequent first."""
    confidence: tuple[int, ...]
    """Ten bins from 0 to 1."""
    activity: tuple[int, ...]
    """Changes in each of the last 24 clock hours, the running one last."""
    actors: Mapping[str, int]
    """The same changes by the kind of actor."""
    attention: tuple[Attention, ...]
    parts: tuple[Part, ...]
    files: tuple[FileLook, ...]
    """The project's first."""

    @property
    def score(self) -> int:
        """0 to 100."""
        return sum(part.points for part in self.parts)

    @property
    def is_first_run(self) -> bool:
        """Whether the project has no memory at all; what a person brings along from elsewhere does not count."""
        return self.files[0].memories == 0
