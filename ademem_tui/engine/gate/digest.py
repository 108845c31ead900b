"""A placeholder until the real one is there."""

from __future__ import annotations

from typing import Any


def summary_of(content: str, payload: Any = None) -> str:
    text = " ".join(content.split())
    return text if len(text) <= 180 else text[:179].rsplit(" ", 1)[0] + "…"


def citation_of(content: str) -> str:
    text = " ".join(content.split()).rstrip(".")
    return text if len(text) <= 40 else text[:39].rsplit(" ", 1)[0] + "…"
