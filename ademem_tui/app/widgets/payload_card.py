"""The typed part of a memory laid out for reading: each category that has one in its own way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ademem_tui.app.format import bar, glyph, harmless
from ademem_tui.app.wrapping import Piece, sign, wrapped
from ademem_tui.engine.model import Memory
from ademem_tui.engine.payloads import fields_of

LABEL = 13
"""Cells of the column of labels."""

Lines = Iterator[list[Piece]]


def field_lines(label: str, value: str, width: int, style: str = "", label_style: str = "dim") -> Lines:
    """A label and its value; the lines of a long value stand under each other."""
    room = max(8, width - LABEL)
    for at, line in enumerate(wrapped(harmless(value), room)):
        name = label if at == 0 else ""
        yield [(f"{name:<{LABEL}}", label_style), (line, style)]


def payload_lines(memory: Memory, width: int) -> Lines:
    """All lines of a memory's payload; none where it has none."""
    payload = memory.payload
    if not payload:
        return
    match memory.category:
        case "dead_end":
            yield from _dead_end(payload, width)
        case "task_calibration":
            yield from _calibration(payload, width)
        case "pr_review":
            yield from _review(payload, width)
        case "procedure":
            yield from _procedure(payload, width)
        case _:
            yield from _fields(memory, width)


def place_of(step: Mapping[str, Any]) -> str:
    """Where a step or finding points to, as file:line."""
    line = f":{step['line']}" if "line" in step else ""
    return f"{step['file']}{line}" if "file" in step else ""


def _dead_end(payload: Mapping[str, Any], width: int) -> Lines:
    arrow = sign("↳", ">")
    rows = (
        ("While", "context", ""),
        (f"{glyph('bad')} Tried", "tried", "$text-error"),
        (f"{arrow} It failed", "why_failed", "$text-warning"),
        (f"{glyph('ok')} Instead", "used_instead", "$text-success"),
    )
    for label, name, style in rows:
        if payload.get(name):
            yield from field_lines(label, str(payload[name]), width, label_style=style or "dim")


def _calibration(payload: Mapping[str, Any], width: int) -> Lines:
    planned, actual = float(payload.get("planned") or 0), float(payload.get("actual") or 0)
    top = max(planned, actual, 1.0)
    size = max(6, min(30, width - LABEL - 8))
    if payload.get("module"):
        yield from field_lines("Module", str(payload["module"]), width, "bold")
    for label, value, style in (("Planned", planned, "dim"), ("Actual", actual, "$text-warning")):
        yield [(f"{label:<{LABEL}}", "dim"), (bar(value / top, size), style), (f" {value:g}", "bold")]
    ratio = payload.get("ratio") or (actual / planned if planned else None)
    if ratio:
        samples = f", {payload['samples']} samples" if payload.get("samples") else ""
        yield from field_lines("Ratio", f"{ratio:.2f} times what was planned{samples}", width)


def _review(payload: Mapping[str, Any], width: int) -> Lines:
    number = f"PR {payload['pr']}: " if payload.get("pr") else ""
    yield from field_lines("Verdict", f"{number}{payload.get('verdict', '')}", width, "bold")
    yield from _steps("Findings", payload.get("findings") or [], width)


def _procedure(payload: Mapping[str, Any], width: int) -> Lines:
    if payload.get("trigger"):
        yield from field_lines("When", str(payload["trigger"]), width, "bold")
    yield from _steps("Steps", payload.get("steps") or [], width)
    if payload.get("last_validated"):
        yield from field_lines("Validated", str(payload["last_validated"]), width)


def _steps(label: str, steps: list[Any], width: int) -> Lines:
    """Numbered, with file and line under each."""
    room = max(8, width - 4)
    yield [(label, "dim")]
    for number, step in enumerate(steps, 1):
        record = step if isinstance(step, Mapping) else {"text": str(step)}
        severity = f"{record['severity']}: " if record.get("severity") else ""
        for at, line in enumerate(wrapped(harmless(f"{severity}{record.get('text', '')}"), room)):
            yield [(f"{number:>2}. " if at == 0 else "    ", "$text-primary"), (line, "")]
        if place_of(record):
            yield from ([("    ", ""), (line, "$text-accent")] for line in wrapped(harmless(place_of(record)), room))


def _fields(memory: Memory, width: int) -> Lines:
    """Label and value; lists with one entry a line."""
    payload = memory.payload or {}
    known = {field.name: field.label for field in fields_of(memory.category)}
    for name in (*known, *(name for name in payload if name not in known)):
        value = payload.get(name)
        if value in (None, "", []):
            continue
        label = known.get(name, name.replace("_", " "))
        if len(label) >= LABEL:
            yield [(label, "dim")]
            label = ""
        if isinstance(value, list):
            for at, entry in enumerate(value):
                text = str(entry.get("text", entry)) if isinstance(entry, Mapping) else str(entry)
                yield from field_lines(label if at == 0 else "", f"{sign('•', '-')} {text}", width)
        else:
            yield from field_lines(label, str(value), width)
