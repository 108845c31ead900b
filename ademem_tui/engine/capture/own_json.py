"""Our own JSON: everything a store knows, so that a memory moves to another machine with its whole past.

Exporting, importing into an empty project and exporting again gives the same document.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from ademem_tui.engine.errors import BadInput
from ademem_tui.engine.model import Filter, Memory
from ademem_tui.engine.payloads import mapped
from ademem_tui.engine.redact import clean
from ademem_tui.engine.store import reading, rows, transfer
from ademem_tui.engine.store.migrate import newest_version
from ademem_tui.engine.store.store import Store
from ademem_tui.engine.taxonomy import (
    ARCHIVE_REASONS,
    CATEGORIES,
    IMPORTANCES,
    SCOPES,
    STATUSES,
    VISIBILITIES,
)

FORMAT = "ademem"
VERSION = 1

_LOCAL = frozenset({"embedding_model", "embedding_state", "dedupe_key"})
"""Derived on every machine anew."""

_WORDS = {
    "category": frozenset(CATEGORIES),
    "scope": frozenset(SCOPES),
    "status": frozenset(STATUSES),
    "visibility": frozenset(VISIBILITIES),
    "importance": frozenset(IMPORTANCES),
    "archive_reason": frozenset((*ARCHIVE_REASONS, None)),
    "tier": frozenset((1, 2, 3)),
}
_TEXTS = frozenset({"id", "content", "summary", "citation_text", "created_at", "updated_at", "last_accessed_at"})


def plain_memory(memory: Memory) -> dict[str, Any]:
    """A memory as it is exported."""
    return {name: value for name, value in rows.to_plain(memory).items() if name not in _LOCAL}


def export(store: Store) -> Iterator[str]:
    """The document of one store, in pieces that join to JSON; one line an entry, so that it can be compared."""
    with store.reading() as connection:
        head = {
            "format": FORMAT,
            "version": VERSION,
            "store_version": newest_version(),
            "origin": store.origin,
        }
        yield "{\n" + ",\n".join(f"{_json(name)}: {_json(value)}" for name, value in head.items())
        everything = Filter(any_status=True)
        memories = (plain_memory(memory) for memory in reading.memories(connection, everything, "-created"))
        lists: dict[str, Iterator[Any]] = {
            "memories": iter(sorted(memories, key=lambda one: str(one["id"]))),
            "relations": (relation._asdict() for relation in reading.all_relations(connection)),
            "ops": transfer.exported_ops(connection),
            "history": (_without_local(change) for change in transfer.exported_history(connection)),
            "tombstones": iter(transfer.exported_tombstones(connection)),
        }
        for name, entries in lists.items():
            yield f",\n{_json(name)}: ["
            first = True
            for entry in entries:
                yield ("\n" if first else ",\n") + _json(entry)
                first = False
            yield "]" if first else "\n]"
        yield "\n}\n"


def read(text: str, where: str) -> dict[str, Any]:
    """A document, checked as far as its outline goes."""
    try:
        document = json.loads(text)
    except ValueError as error:
        raise BadInput(
            f"{where} is not sound JSON ({error}).", "Export it again, or check whether it was cut."
        ) from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise BadInput(f"{where} is no export of ademem.", "`ademem export` writes them.")
    if document.get("version") != VERSION:
        raise BadInput(
            f"{where} is an export of version {document.get('version')}; this program reads {VERSION}.",
            "Update ademem.",
        )
    for name in ("memories", "relations", "ops", "history", "tombstones"):
        entries = document.setdefault(name, [])
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            raise BadInput(f"{where}: '{name}' must be a list of records.")
    return document


def problem(plain: Mapping[str, Any]) -> str:
    """Why an exported memory cannot be taken, or ''."""
    expected = set(rows.COLUMNS) - _LOCAL - {"seq"}
    missing = expected - set(plain)
    if missing:
        return f"it lacks {', '.join(sorted(missing)[:4])}"
    unknown = set(plain) - expected
    if unknown:
        return f"it has fields nobody knows: {', '.join(sorted(unknown)[:4])}"
    for name, valid in _WORDS.items():
        if plain[name] not in valid:
            return f"its {name.replace('_', ' ')} is {plain[name]!r}"
    for name in _TEXTS:
        if not isinstance(plain[name], str) or not plain[name]:
            if name in ("summary", "citation_text") and plain[name] == "":
                continue
            return f"its {name.replace('_', ' ')} is no text"
    for name in rows.LISTS:
        if not isinstance(plain[name], list) or not all(isinstance(value, str) for value in plain[name]):
            return f"its {name.replace('_', ' ')} are no list of texts"
    for name in rows.DOCUMENTS:
        if plain[name] is not None and not isinstance(plain[name], dict):
            return f"its {name} is no record"
    if isinstance(plain["confidence"], bool) or not isinstance(plain["confidence"], int | float):
        return "its confidence is no number"
    return "" if 0 <= plain["confidence"] <= 1 else "its confidence is not between 0 and 1"


def without_secrets(value: Any, found: list[tuple[str, int]]) -> Any:
    """Any part of a document with its secrets taken out; what was found is added to the list."""

    def change(text: str) -> str:
        result = clean(text)
        found.extend((one.type, one.count) for one in result.found)
        return result.text

    return mapped(value, change)


def _without_local(change: dict[str, Any]) -> dict[str, Any]:
    for side in ("before", "after"):
        if isinstance(change.get(side), dict):
            change[side] = {name: value for name, value in change[side].items() if name not in _LOCAL}
    return change


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "), sort_keys=True)
