"""Secrets out and invisible characters shown, in every text of a request, before anything else sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ademem_tui.engine.model import Redaction, WriteRequest
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
            changes[name] = _document(document, name, text, found)
    if all(getattr(request, name) == value for name, value in changes.items()):
        return request, found
    return replace(request, **changes), found  # type: ignore[arg-type]


def _document(value: Any, field: str, text: Callable[[str, str], str], found: list[Redaction]) -> Any:
    """A document without secrets. A name and its value are looked at together: `password` tells what follows."""
    if isinstance(value, str):
        return text(field, value)
    if isinstance(value, list | tuple):
        return [_document(one, field, text, found) for one in value]
    if not isinstance(value, Mapping):
        return value
    result: dict[str, Any] = {}
    for name, one in value.items():
        if isinstance(one, str) and not clean(one).found:
            named = clean(f'{name} = "{one}"').found
            if named:
                found.extend(Redaction(field, secret.type, secret.count) for secret in named)
                one = f"[REDACTED: {named[0].type}]"
        result[name] = _document(one, field, text, found)
    return result
