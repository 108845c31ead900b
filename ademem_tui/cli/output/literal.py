"""Texts as they are: nothing in them speaks to the terminal or looks like markup to anybody."""

from __future__ import annotations


def literal(text: str) -> str:
    """A text with its control and hidden characters written as escapes, and without tabs."""
    from ademem_tui.engine.redact_invisible import visible

    return visible(text).replace("\t", "    ")


def one_line(text: str) -> str:
    """A text on one line."""
    return literal(" ".join(text.split()))
