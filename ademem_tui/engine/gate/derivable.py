"""A placeholder until the real one is there."""

from __future__ import annotations

from typing import NamedTuple


class Derivable(NamedTuple):
    code: str
    reason: str


def derivable(content: str) -> Derivable | None:
    if content.startswith("Traceback (most recent call last)"):
        return Derivable("stack_trace", "A raw stack trace is not kept: write what it taught you instead.")
    return None
