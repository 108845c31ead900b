"""A block of shell commands as one line each: what a command is for, and the command.

The commands of a project are what agents look up most, and one by one they are found where a block is not.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ademem_tui.engine.capture.markdown_blocks import Block

_SHELLS = frozenset(
    ("bash", "sh", "shell", "zsh", "fish", "console", "shell-session", "powershell", "pwsh", "cmd", "bat")
)
_PROMPT = re.compile(r"^(?:\$|%|>|PS>|C:\\>)\s+")
_INLINE_COMMENT = re.compile(r"^(?P<command>[^#]*?\S)\s+#\s+(?P<comment>.+)$")
_SCRIPT = re.compile(
    r"^(?:\s+\S|(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|function|return|local|set [+-]|trap)\b|[})\]]"
    r"|[A-Z_][A-Z0-9_]*=\S*$)|<<|\\$|\{$"
)
_TOGETHER = 4
"""So many commands that say nothing of themselves are one unit."""


class Command(NamedTuple):
    """One command or a few that belong together."""

    line: int
    text: str
    explained: bool
    """It says itself what it is for."""


def commands_of(block: Block) -> list[Command]:
    """The commands of a code block; none where it is no shell or more than a list of commands."""
    if block.kind != "code" or _language(block) not in _SHELLS:
        return []
    lines = [_PROMPT.sub("", line) if line.strip() else "" for line in block.lines[1:-1]]
    commands = [line for line in lines if line and not line.lstrip().startswith("#")]
    if any(_SCRIPT.search(line) or not any(map(str.isalpha, line)) for line in commands):
        return []
    found: list[Command] = []
    words: list[str] = []
    run: list[str] = []
    first = 0
    for number, line in enumerate([*lines, ""], block.line + 1):
        inline = _INLINE_COMMENT.match(line)
        if not line or line.startswith("#") or inline:
            found += _told(first, words, run)
            if run:
                words, run = [], []
        if line.startswith("#"):
            words.append(line.strip("# \t"))
            continue
        if inline:
            told = f"{_joined([], [inline['command']])}: {inline['comment'].strip()}"
            found.append(Command(number, " – ".join([*filter(None, words), told]), True))
            words = []
        elif line:
            first = first if run else number
            run.append(line.strip())
    if words:
        return []
    return found


def _told(line: int, words: list[str], run: list[str]) -> list[Command]:
    if not run:
        return []
    if words or len(run) <= _TOGETHER:
        return [Command(line, _joined(words, run), bool(words))]
    return [Command(line + number, _joined([], [command]), False) for number, command in enumerate(run)]


def _joined(words: list[str], commands: list[str]) -> str:
    what = " – ".join(word.rstrip(" :") for word in words if word)
    shown = ", then ".join(f"`` {command} ``" if "`" in command else f"`{command}`" for command in commands)
    return f"{what}: {shown}" if what else shown


def _language(block: Block) -> str:
    return block.lines[0].strip("`~ ").split(" ")[0].lower()
