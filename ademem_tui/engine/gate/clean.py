"""Secrets out and invisible characters shown, in every text of a request, before anything else sees it."""

from __future__ import annotations

from dataclasses import replace

from ademem_tui.engine.model import Redaction, WriteRequest
from ademem_tui.engine.payloads import mapped
from ademem_tui.engine.redact import clean


def cleaned(request: WriteRequest) -> tuple[WriteRequest, list[Redaction]]:
    """The request without its secrets, and what was taken out of which field."""
    found: list[Redaction] = []

    def text(field: str, value: str) -> str:
        result = clean(value)
        found.extend(Redaction(field, one.type, one.count) for one in result.found)
        return result.text

    def texts(field: str, values: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(text(field, value) for value in values)

    changes: dict[str, object] = {"content": text("content", request.content)}
    for name in ("summary", "citation_text", "file_scope_pattern", "branch"):
        value = getattr(request, name)
        if value:
            changes[name] = text(name, value)
    for name in ("tags", "related_files", "related_modules"):
        values = getattr(request, name)
        if values:
            changes[name] = texts(name, values)
    for name in ("payload", "extra"):
        document = getattr(request, name)
        if document:
            changes[name] = mapped(document, lambda value, name=name: text(name, value))
    if all(getattr(request, name) == value for name, value in changes.items()):
        return request, found
    return replace(request, **changes), found  # type: ignore[arg-type]
