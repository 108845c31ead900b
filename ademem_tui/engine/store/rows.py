"""Between a row and a record: the columns in order, and how each value is stored."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from ademem_tui.engine.model import Line, Memory

COLUMNS: tuple[str, ...] = tuple(Memory.__dataclass_fields__)
LISTS = frozenset({"tags", "related_files", "related_modules", "provenance_session_ids", "trust_flags"})
DOCUMENTS = frozenset({"payload", "extra"})
FLAGS = frozenset({"pinned", "verified", "needs_review", "touched_by_person"})

SELECT = "SELECT " + ", ".join(COLUMNS) + " FROM unified_memories"
INSERT = f"INSERT INTO unified_memories({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))}) RETURNING seq"

_LINE_COLUMNS = tuple({"tags_json": "tags", "files_json": "related_files"}.get(name, name) for name in Line._fields)
SELECT_LINE = "SELECT " + ", ".join(f"m.{name}" for name in _LINE_COLUMNS) + " FROM unified_memories m"

_encoder = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def to_json(value: object) -> str:
    """Compact JSON as stored."""
    return _encoder.encode(value)


def _read_list(value: str) -> tuple[str, ...]:
    return () if value == "[]" else tuple(json.loads(value))


def _read_document(value: str | None) -> Any:
    return None if value is None else json.loads(value)


_readers: tuple[tuple[int, Callable[[Any], Any]], ...] = tuple(
    (index, _read_list if name in LISTS else _read_document if name in DOCUMENTS else bool)
    for index, name in enumerate(COLUMNS)
    if name in LISTS or name in DOCUMENTS or name in FLAGS
)


def read(row: tuple[Any, ...]) -> Memory:
    """A memory from its row."""
    values = list(row)
    for index, reader in _readers:
        values[index] = reader(values[index])
    return Memory(*values)


def stored(name: str, value: Any) -> Any:
    """A field's value as its column keeps it."""
    if name in LISTS:
        return to_json(list(value)) if value else "[]"
    if name in DOCUMENTS:
        return None if value is None else to_json(dict(value))
    if name in FLAGS:
        return int(value)
    return value


def plain(name: str, value: Any) -> Any:
    """A field's value as history and exports show it: JSON types only."""
    if name in LISTS:
        return list(value)
    if name in DOCUMENTS:
        return None if value is None else dict(value)
    return value


def from_plain(name: str, value: Any) -> Any:
    """The way back from `plain`."""
    return tuple(value) if name in LISTS and value is not None else value


def to_plain(memory: Memory) -> dict[str, Any]:
    """A whole memory in JSON types, field by field; `seq` is the file's own business and left out."""
    return {name: plain(name, getattr(memory, name)) for name in COLUMNS if name != "seq"}


def bindings(values: Mapping[str, Any]) -> tuple[Any, ...]:
    """A full row's bindings in the order of the columns."""
    return tuple(stored(name, values[name]) for name in COLUMNS)
