"""Two versions of a text, word by word."""

from __future__ import annotations

WordPiece = tuple[str, str]
"""What became of some words (`same`, `added` or `removed`), and the words, separated by single blanks."""


def word_diff(before: str, after: str) -> list[WordPiece]:
    """What stayed, went and came, in reading order; a replaced stretch shows the old words first."""
    from difflib import SequenceMatcher

    old, new = before.split(), after.split()
    pieces: list[WordPiece] = []
    for kind, old_from, old_to, new_from, new_to in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            pieces.append(("same", " ".join(old[old_from:old_to])))
            continue
        if old_to > old_from:
            pieces.append(("removed", " ".join(old[old_from:old_to])))
        if new_to > new_from:
            pieces.append(("added", " ".join(new[new_from:new_to])))
    return pieces
