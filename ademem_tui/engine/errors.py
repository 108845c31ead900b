"""What can go wrong, as one tree.

EngineError                 a sentence for a person, and what to do about it
├── NotFound                no such memory, act, file or backup
├── Ambiguous               an id part that fits several memories
├── NotAllowed              the act is refused as the memory stands
├── UndoBlocked             something changed since; says what
├── BadInput                text, filter or document that cannot be used
├── ConfigError             a setting that is wrong, with its file and key
├── MemoryOff               memory is switched off for this project
└── StoreError              the database file
    ├── StoreBusy           other processes held it for too long
    ├── StoreReadOnly       the folder or file cannot be written
    ├── StoreNewer          written by a newer ademem
    ├── StoreFull           the disk is full
    └── StoreDamaged        the file is not sound; names a backup
"""

from __future__ import annotations


class EngineError(Exception):
    """A failure a person can act on: what happened, and what to do."""

    code = "error"

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


class NotFound(EngineError):
    """Nothing with this name is here."""

    code = "not_found"


class Ambiguous(EngineError):
    """Several memories fit."""

    code = "ambiguous"


class NotAllowed(EngineError):
    """The act is refused as things stand."""

    code = "not_allowed"


class UndoBlocked(EngineError):
    """An act cannot be taken back without trampling a later change."""

    code = "undo_blocked"


class BadInput(EngineError):
    """Input that cannot be used as it is."""

    code = "bad_input"


class ConfigError(EngineError):
    """A wrong setting, named with its file and key."""

    code = "config"


class MemoryOff(EngineError):
    """Memory is switched off for this project."""

    code = "memory_off"


class StoreError(EngineError):
    """The database file cannot be used as asked."""

    code = "store"


class StoreBusy(StoreError):
    """Other processes held the store for too long."""

    code = "store_busy"


class StoreReadOnly(StoreError):
    """The store can be read but not written."""

    code = "store_read_only"


class StoreNewer(StoreReadOnly):
    """The store was written by a newer version of the program."""

    code = "store_newer"


class StoreFull(StoreError):
    """No room on the disk."""

    code = "store_full"


class StoreDamaged(StoreError):
    """The file is not a sound database."""

    code = "store_damaged"
