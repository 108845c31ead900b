"""Refusing what the code, git or the session's own log says already: dumps, not memories.

Only dumps are refused. A path, a code span, a short snippet inside an explanation are what good notes are made of.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from ademem_tui.engine.gate.chatter import chatter
from ademem_tui.engine.gate.printed import printed

TELLS_OF_WORK = frozenset({"handoff", "work_state", "work_unit_outcome", "episode", "session_insight"})
"""Categories that are reports by nature: `session_chatter` is no reason to refuse them."""

SHORT = 12
"""Lines of a snippet that an explanation may quote."""

_LEAST_PROSE = {"code_dump": 4, "path_dump": 6, "diff_dump": 8, "git_history": 8, "stack_trace": 12}
"""Words an explanation must have beside a short dump of each kind."""

_LEAST_LINES = {"diff_dump": 2, "stack_trace": 2, "git_history": 2, "path_dump": 3, "code_dump": 6}
"""Lines from which something is a dump; of fenced code three are enough where nothing else is said."""

_PLAIN_FENCES = ("text", "txt", "md", "markdown")
"""Fences that hold prose as often as code."""

_REASONS = {
    "diff_dump": (
        "This is a raw diff ({lines} lines of one): git keeps it already. "
        "Write what the change taught instead: the rule, the reason or the trap, in a sentence or two."
    ),
    "stack_trace": (
        "This is a stack trace ({lines} lines) without its lesson. "
        "Write what causes the error and what to do about it; one line of the message is enough to find it by."
    ),
    "git_history": (
        "This is what git prints ({lines} lines), and it will print it again. "
        "Write what the commits do not say: why it was done, or what must not be undone."
    ),
    "path_dump": (
        "This is a list of {lines} paths, which the file tree shows. "
        "Write what is special about these files, and name them as related files."
    ),
    "code_dump": (
        "This is {lines} lines of code, which the source holds already and more freshly. "
        "Write what one cannot see from it, with a snippet of at most {short} lines if it needs one."
    ),
    "session_chatter": (
        'This reports on a session ("{seen}") and will mean nothing in the next. '
        "Write what stays true afterwards: a rule, a reason, a trap."
    ),
}


class Derivable(NamedTuple):
    """Why a text is not worth keeping: a code for programs, a sentence a person can act on."""

    code: str
    reason: str


def derivable(content: str) -> Derivable | None:
    """What kind of dump a text is, or None for what may be remembered."""
    text = content.strip()
    found = _dump(text.split("\n")) if "\n" in text else _paths_in_a_row(text)
    if found is not None:
        code, lines = found
        return Derivable(code, _REASONS[code].format(lines=lines, short=SHORT))
    if seen := chatter(text):
        return Derivable("session_chatter", _REASONS["session_chatter"].format(seen=seen))
    return None


def _dump(lines: list[str]) -> tuple[str, int] | None:
    """The kind of dump that lines are, and how many lines of it there are."""
    counts = dict.fromkeys(_LEAST_LINES, 0)
    fenced = prose = 0
    fence = state = ""
    for line in lines:
        stripped = line.strip()
        if stripped.startswith(("```", "~~~")):
            fence = "" if fence else stripped[3:].strip().lower() or "text"
            state = "diff_dump" if fence in ("diff", "patch") else ""
            continue
        if not stripped:
            continue
        kind, state = _kind(line, state)
        if fence and (kind or fence not in _PLAIN_FENCES):
            fenced += 1
            kind = kind or "code_dump"
        if kind in counts:
            counts[kind] += 1
        elif not kind:
            prose += len(stripped.split())
    for code, count in counts.items():
        least = 3 if code == "code_dump" and fenced else _LEAST_LINES[code]
        if count >= least and not _explained(code, count, prose, lines):
            return code, count
    return None


def _explained(code: str, count: int, prose: int, lines: list[str]) -> bool:
    """Whether what stands beside a dump makes it a quotation: more of it where the quotation is long."""
    if code == "code_dump" and count < prose / 4:
        return True
    if code == "path_dump" and prose < 15 and _changed_files().search("\n".join(lines).lower()):
        return False
    if count > SHORT:
        return prose >= 4 * count
    return prose >= max(_LEAST_PROSE[code], 0 if code == "code_dump" else 2 * count)


def _kind(line: str, state: str) -> tuple[str, str]:
    """The kind of dump a line belongs to ('' for prose), given what the lines before it were."""
    found = printed().match(line)
    name = found.lastgroup if found else None
    if name == "diff":
        return "diff_dump", "diff_dump"
    if name == "trace":
        return "stack_trace", "stack_trace"
    if name == "git":
        return "git_history", "git_history"
    if state == "diff_dump" and line[0] in "+- ":
        return "diff_dump", state
    if state in ("stack_trace", "git_history", "code_dump") and (line[:4].isspace() or line[0] == "\t"):
        return state, state
    if state == "stack_trace" and name == "error":
        return state, state
    if name == "path":
        return "path_dump", ""
    if name == "code":
        return "code_dump", "code_dump"
    return ("error", "") if name == "error" else ("", "")


def _paths_in_a_row(text: str) -> tuple[str, int] | None:
    """Four paths or more on one line with hardly a word between them."""
    if text.count("/") < 4:
        return None
    pieces = [piece for piece in re.split(r"[\s,;]+", text) if piece]
    paths = [piece for piece in pieces if "://" not in piece and printed().match(piece.strip("`\"'()."))]
    few_words = len(pieces) - len(paths) <= 3
    return ("path_dump", len(paths)) if len(paths) >= 4 and few_words else None


@cache
def _changed_files() -> re.Pattern[str]:
    done = "changed|modified|touched|created|edited|updated|added|deleted"
    return re.compile(rf"\b(?:{done})\s+files?\b|\bfiles?\b[^\n]*\b(?:{done})\b")
