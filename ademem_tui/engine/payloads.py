"""The typed part of a memory: which fields a category has, what each holds, and how one is set by hand."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from ademem_tui.engine.errors import BadInput
from ademem_tui.engine.taxonomy import nearest


class Field(NamedTuple):
    """One field: its kind is text, number, whole, words (a list of texts), steps (a list of records) or a choice."""

    name: str
    kind: str
    label: str
    required: bool = False
    choices: tuple[str, ...] = ()


_STEP_FIELDS = {"text": str, "file": str, "line": int, "severity": str}

PAYLOADS: dict[str, tuple[Field, ...]] = {
    "dead_end": (
        Field("tried", "text", "Tried", required=True),
        Field("why_failed", "text", "Why it failed", required=True),
        Field("used_instead", "text", "Used instead"),
        Field("context", "text", "While"),
    ),
    "prefetch_pattern": (
        Field("always", "words", "Always read (> 80 %)"),
        Field("often", "words", "Often read (> 50 %)"),
        Field("trigger", "text", "When working on", required=True),
        Field("sessions", "whole", "Sessions"),
    ),
    "task_calibration": (
        Field("module", "text", "Module", required=True),
        Field("planned", "number", "Planned steps", required=True),
        Field("actual", "number", "Actual steps", required=True),
        Field("ratio", "number", "Ratio"),
        Field("samples", "whole", "Samples"),
    ),
    "procedure": (
        Field("trigger", "text", "When", required=True),
        Field("steps", "steps", "Steps", required=True),
        Field("last_validated", "text", "Last validated"),
    ),
    "episode": (
        Field("task", "text", "Task", required=True),
        Field("approach", "text", "Approach"),
        Field("outcome", "choice", "Outcome", choices=("success", "partial", "failure")),
        Field("worked", "words", "Worked"),
        Field("failed", "words", "Failed"),
        Field("patterns", "words", "Patterns"),
        Field("gotchas", "words", "Gotchas"),
        Field("decisions", "words", "Decisions"),
        Field("tools", "words", "Tools"),
        Field("lessons", "words", "Lessons"),
        Field("duration_s", "number", "Seconds"),
    ),
    "pr_review": (
        Field("pr", "whole", "Pull request"),
        Field("verdict", "text", "Verdict", required=True),
        Field("findings", "steps", "Findings"),
    ),
    "session_insight": (
        Field("worked", "words", "Worked"),
        Field("failed", "words", "Failed"),
        Field("advice", "text", "Advice"),
    ),
    "e2e_observation": (
        Field(
            "kind",
            "choice",
            "Kind",
            required=True,
            choices=("precondition", "timing", "ui_behavior", "test_sequence", "mcp_gotcha"),
        ),
        Field("detail", "text", "Detail"),
    ),
}


def fields_of(category: str) -> tuple[Field, ...]:
    """The typed fields of a category; most have none."""
    return PAYLOADS.get(category, ())


def validated(category: str, payload: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """A payload as it is stored, or the error that names the field; empty ones become None."""
    if not payload:
        return None
    fields = {field.name: field for field in fields_of(category)}
    if not fields:
        raise BadInput(
            f"A {category} has no typed fields, but got {', '.join(payload)}.",
            "Put it into the text instead.",
        )
    for name in payload:
        if name not in fields:
            hint = nearest(name, fields)
            raise BadInput(
                f"A {category} has no field '{name}'.",
                f"Did you mean '{hint}'?" if hint else f"It has {', '.join(fields)}.",
            )
    result: dict[str, Any] = {}
    for name, field in fields.items():
        value = payload.get(name)
        if value is None or value == "" or value == []:
            if field.required:
                raise BadInput(f"A {category} needs the field '{name}'.", f"Give it with --set {name}=…")
            continue
        result[name] = _checked(category, field, value)
    return result


def _checked(category: str, field: Field, value: Any) -> Any:
    wrong = BadInput(f"The field '{field.name}' of a {category} must be {_described(field)}, not {value!r:.60}.")
    match field.kind:
        case "text":
            if not isinstance(value, str):
                raise wrong
        case "choice":
            if value not in field.choices:
                hint = nearest(str(value), field.choices)
                wrong.hint = f"Did you mean '{hint}'?" if hint else ""
                raise wrong
        case "number":
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise wrong
        case "whole":
            if isinstance(value, bool) or not isinstance(value, int):
                raise wrong
        case "words":
            if not isinstance(value, list | tuple) or not all(isinstance(word, str) for word in value):
                raise wrong
            return list(value)
        case "steps":
            if not isinstance(value, list | tuple):
                raise wrong
            return [_step(wrong, step) for step in value]
    return value


def _step(wrong: BadInput, step: Any) -> dict[str, Any]:
    if isinstance(step, str):
        return {"text": step}
    if not isinstance(step, Mapping) or not isinstance(step.get("text"), str):
        raise wrong
    for name, value in step.items():
        if name not in _STEP_FIELDS or not isinstance(value, _STEP_FIELDS[name]):
            raise wrong
    return dict(step)


def _described(field: Field) -> str:
    return {
        "text": "a text",
        "choice": "one of " + ", ".join(field.choices),
        "number": "a number",
        "whole": "a whole number",
        "words": "a list of texts",
        "steps": "a list of texts, or of records with text and, if known, file and line",
    }[field.kind]


def parsed(category: str, name: str, text: str) -> Any:
    """A field's value from what a person typed: JSON where the field is a list or a number, else the text itself."""
    field = next((field for field in fields_of(category) if field.name == name), None)
    if field is None or field.kind in ("text", "choice"):
        return text
    try:
        return json.loads(text)
    except ValueError:
        if field.kind == "words":
            return [word.strip() for word in text.split(";") if word.strip()]
        if field.kind == "steps":
            return [{"text": step.strip()} for step in text.split(";") if step.strip()]
        raise BadInput(f"The field '{name}' must be {_described(field)}, not '{text}'.") from None


def texts_of(payload: Mapping[str, Any] | None) -> list[str]:
    """Every text inside a payload, for whoever looks for secrets."""
    found: list[str] = []
    pending: list[Any] = [payload]
    while pending:
        value = pending.pop()
        if isinstance(value, str):
            found.append(value)
        elif isinstance(value, Mapping):
            pending.extend(value.values())
        elif isinstance(value, list | tuple):
            pending.extend(value)
    return found


def mapped(payload: Any, change: Any) -> Any:
    """A payload with every text replaced by what `change` makes of it."""
    if isinstance(payload, str):
        return change(payload)
    if isinstance(payload, Mapping):
        return {name: mapped(value, change) for name, value in payload.items()}
    if isinstance(payload, list | tuple):
        return [mapped(value, change) for value in payload]
    return payload
