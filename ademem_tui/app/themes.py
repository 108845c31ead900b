"""Our dark and our light theme; the terminal's own colours are Textual's."""

from __future__ import annotations

import os

from textual.theme import Theme

THEMES: tuple[Theme, ...] = (
    Theme(
        name="ademem-dark",
        primary="#7aa2f7",
        secondary="#9aa5ce",
        accent="#bb9af7",
        warning="#e0af68",
        error="#f7768e",
        success="#9ece6a",
        foreground="#c8d0e8",
        background="#16181f",
        surface="#1c1f28",
        panel="#242834",
        dark=True,
    ),
    Theme(
        name="ademem-light",
        primary="#2f5fc4",
        secondary="#52607f",
        accent="#7a43b6",
        warning="#8f5e00",
        error="#b4233c",
        success="#3a7a1e",
        foreground="#23283a",
        background="#f6f7fa",
        surface="#eceef3",
        panel="#dfe3ec",
        dark=False,
    ),
)
CYCLE: tuple[str, ...] = ("ademem-dark", "ademem-light", "ansi-dark", "ansi-light")


def starting_theme(remembered: str, configured: str, available: set[str]) -> str:
    """The theme of last time, else the configured one, else dark; the terminal's own where colours are not wanted."""
    if os.environ.get("NO_COLOR"):
        return "ansi-dark"
    for name in (remembered, configured):
        if name in available:
            return name
    return "ademem-dark"


def next_theme(current: str) -> str:
    """The one after this in the cycle."""
    return CYCLE[(CYCLE.index(current) + 1) % len(CYCLE)] if current in CYCLE else CYCLE[0]
