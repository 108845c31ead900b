"""Text that is too long for one memory, taken apart where its writer paused and never cut."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from ademem_tui.engine.model import MAX_CONTENT

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=\S)|(?<=[。！？])")


class Pieces(NamedTuple):
    """What a text came apart into."""

    fitting: list[str]
    too_long: list[str]
    """Parts with no place to part them: a long line of code, a sentence without an end."""


def pieces_of(text: str, limit: int = MAX_CONTENT) -> Pieces:
    """The text in as few parts as fit: at blank lines, else at line ends, else between sentences."""
    if len(text) <= limit:
        return Pieces([text], [])
    too_long: list[str] = []
    fitting = _packed(_paragraphs(text), "\n\n", limit, too_long)
    return Pieces(fitting, too_long)


def _packed(parts: list[str], joint: str, limit: int, too_long: list[str]) -> list[str]:
    """Neighbouring parts joined as long as they fit; a part too long by itself is taken apart further."""
    packed: list[str] = []
    room_left = False
    for part in parts:
        if len(part) > limit:
            packed += _finer(part, joint, limit, too_long)
            room_left = False
        elif room_left and len(packed[-1]) + len(joint) + len(part) <= limit:
            packed[-1] += joint + part
        else:
            packed.append(part)
            room_left = True
    return packed


def _finer(part: str, joint: str, limit: int, too_long: list[str]) -> list[str]:
    if joint == "\n\n" and not _is_code(part):
        return _packed(part.split("\n"), "\n", limit, too_long)
    if joint == "\n" and len(sentences := _sentences(part)) > 1:
        return [sentence.strip() for sentence in _packed(sentences, "", limit, too_long)]
    too_long.append(part)
    return []


def _sentences(part: str) -> list[str]:
    """The sentences of a line, each with the blanks behind it."""
    ends = [0, *(match.end() for match in _SENTENCE_END.finditer(part)), len(part)]
    return [part[start:end] for start, end in pairwise(ends) if start < end]


def _is_code(part: str) -> bool:
    return part.lstrip().startswith(("```", "~~~"))


def _paragraphs(text: str) -> list[str]:
    """The parts between blank lines; a fenced block is one part, blank lines and all."""
    parts: list[list[str]] = [[]]
    fence = ""
    for line in text.split("\n"):
        stripped = line.strip()
        if fence:
            parts[-1].append(line)
            if stripped.startswith(fence) and not stripped.strip(fence[0]):
                fence = ""
                parts.append([])
        elif stripped.startswith(("```", "~~~")):
            fence = stripped[: len(stripped) - len(stripped.lstrip(stripped[0]))]
            parts.append([line])
        elif stripped:
            parts[-1].append(line)
        else:
            parts.append([])
    return ["\n".join(part) for part in parts if part]
