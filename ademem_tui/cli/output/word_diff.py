"""Two versions of a text, word by word."""

from __future__ import annotations

import re

from ademem_tui.cli.output.page import Piece

KEPT = 40
"""How many characters of an unchanged stretch are shown on either side of a change."""

_TOKENS = re.compile(r"\s+|\w+|[^\w\s]")


def word_diff(before: str, after: str) -> list[Piece]:
    """What was taken out and put in, with a little of what stayed around it."""
    from difflib import SequenceMatcher

    old, new = _TOKENS.findall(before), _TOKENS.findall(after)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    if matcher.ratio() < 0.3:
        return [(before, "removed"), "\n", (after, "added")]
    pieces: list[Piece] = []
    for kind, old_from, old_to, new_from, new_to in matcher.get_opcodes():
        if kind == "equal":
            stretch = "".join(old[old_from:old_to])
            pieces.append(_shortened(stretch, old_from == 0, old_to == len(old)))
            continue
        if old_to > old_from:
            pieces.append(("".join(old[old_from:old_to]), "removed"))
        if new_to > new_from:
            pieces.append(("".join(new[new_from:new_to]), "added"))
    return pieces


def _shortened(stretch: str, first: bool, last: bool) -> str:
    head = "" if first else stretch[:KEPT]
    tail = "" if last else stretch[-KEPT:]
    return stretch if len(stretch) <= len(head) + len(tail) + 20 else f"{head}…{tail}"
