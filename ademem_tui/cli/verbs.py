"""Every verb of the command line: where it lives and what its one line of help says.

`ademem --help` is written from this table alone, so that looking at it imports no command.
"""

from __future__ import annotations

from typing import NamedTuple


class Verb(NamedTuple):
    """One line of the table; the command is a function of the verb's name, `-` as `_`, in a module beside this."""

    module: str
    help: str
    group: str


GROUPS: tuple[str, ...] = ("Teach and find", "Change", "Review", "Take back", "Move", "Care", "Set up")

_ROWS: tuple[tuple[str, str, str, str], ...] = (
    ("remember", "teach", "Remember a text, or a file of requests.", "Teach and find"),
    ("search", "finding", "Find memories by words.", "Teach and find"),
    ("list", "browse", "List memories.", "Teach and find"),
    ("show", "browse", "Show everything about a memory.", "Teach and find"),
    ("edit", "editing", "Change what a memory says.", "Change"),
    ("pin", "acts", "Keep memories for good; they never fade.", "Change"),
    ("unpin", "acts", "Let pinned memories fade again.", "Change"),
    ("verify", "acts", "Say that memories hold: fresh as new, no review.", "Change"),
    ("flag", "acts", "Say that memories are wrong; they do not come back.", "Change"),
    ("archive", "acts", "Take memories out of lists and search.", "Change"),
    ("restore", "acts", "Bring memories back from the archive or the bin.", "Change"),
    ("delete", "acts", "Put memories into the bin.", "Change"),
    ("purge", "purging", "Destroy memories for good.", "Change"),
    ("relate", "linking", "Link a memory to another one or to a file.", "Change"),
    ("visibility", "linking", "Set who may see memories.", "Change"),
    ("candidates", "review", "List what waits for review.", "Review"),
    ("accept", "review", "Accept candidates.", "Review"),
    ("reject", "review", "Reject candidates; they do not come back.", "Review"),
    ("refused", "refusals", "List writes that were not taken.", "Review"),
    ("history", "timeline", "Show what happened to a memory, or the latest acts.", "Take back"),
    ("undo", "undoing", "Take back the last act, several, or a named one.", "Take back"),
    ("redo", "undoing", "Bring back what was undone.", "Take back"),
    ("export", "exporting", "Write memories as a document.", "Move"),
    ("import", "importing", "Take in memories from files and databases.", "Move"),
    ("backup", "backups", "Copy the memory to a safe place.", "Care"),
    ("restore-backup", "backups", "Put a backup in the place of the memory.", "Care"),
    ("doctor", "care", "Check that everything is sound.", "Care"),
    ("repair", "care", "Mend what the doctor finds.", "Care"),
    ("status", "care", "Say how the memory of this project is.", "Care"),
    ("demo", "setup", "Try everything on a small project of its own.", "Set up"),
    ("config", "settings", "List, read or change settings.", "Set up"),
    ("paths", "setup", "Say where everything lives.", "Set up"),
    ("completion", "setup", "Print the completion script of a shell.", "Set up"),
)

VERBS: dict[str, Verb] = {name: Verb(*rest) for name, *rest in _ROWS}
