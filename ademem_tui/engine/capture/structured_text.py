"""Texts that other programs store as JSON: what they say as plain lines, and as the typed part of a memory."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ademem_tui.engine.errors import BadInput
from ademem_tui.engine.payloads import fields_of, validated

_NAMES: dict[str, dict[str, str]] = {
    "dead_end": {
        "approachTried": "tried",
        "whyItFailed": "why_failed",
        "alternativeUsed": "used_instead",
        "taskContext": "context",
    },
    "procedure": {
        "taskPattern": "trigger",
        "steps": "steps",
        "lastValidatedAt": "last_validated",
    },
    "prefetch_pattern": {
        "alwaysReadFiles": "always",
        "frequentlyReadFiles": "often",
        "moduleTrigger": "trigger",
        "sessionCount": "sessions",
    },
    "task_calibration": {
        "module": "module",
        "averagePlannedSteps": "planned",
        "averageActualSteps": "actual",
        "ratio": "ratio",
        "sampleCount": "samples",
    },
    "episode": {
        "taskDescription": "task",
        "approachTaken": "approach",
        "outcome": "outcome",
        "patternsDiscovered": "patterns",
        "gotchas": "gotchas",
        "decisionsMade": "decisions",
        "toolsUsed": "tools",
        "duration": "duration_s",
    },
    "session_insight": {
        "what_worked": "worked",
        "what_failed": "failed",
        "recommendations": "advice",
    },
}
_STEP_NAMES = {"description": "text", "canonicalFile": "file", "canonicalLine": "line"}


def payload_of(category: str, document: Mapping[str, Any]) -> dict[str, Any] | None:
    """The typed part a document holds, None where it does not fill one."""
    names = _NAMES.get(category, {})
    known = {field.name for field in fields_of(category)}
    payload = {
        target: _value(target, value)
        for name, value in document.items()
        if (target := names.get(name, name)) in known and value not in (None, "", [])
    }
    try:
        return validated(category, payload)
    except BadInput:
        return None


def readable(document: Mapping[str, Any]) -> str:
    """The document as lines of `Name: value`; lists as items."""
    lines: list[str] = []
    for name, value in document.items():
        label = re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", str(name)).capitalize()
        if isinstance(value, list):
            items = [text for entry in value if (text := _line(entry))]
            lines += [f"{label}:", *(f"- {item}" for item in items)] if items else []
        elif text := _line(value):
            lines.append(f"{label}: {text}")
    return "\n".join(lines)


def _line(value: Any) -> str:
    if value is None or value == "":
        return ""
    if isinstance(value, Mapping):
        text = next((value[name] for name in ("description", "text", "title") if isinstance(value.get(name), str)), "")
        rest = ", ".join(f"{name} {entry}" for name, entry in value.items() if entry not in (None, "", text))
        return f"{text} ({rest})" if text and rest else text or rest
    if isinstance(value, list):
        return ", ".join(_line(entry) for entry in value)
    return str(value)


def _value(name: str, value: Any) -> Any:
    if name == "steps" and isinstance(value, list):
        return [_step(step) for step in value]
    if name == "advice" and isinstance(value, list):
        return " ".join(str(entry) for entry in value)
    if name in ("sessions", "samples") and isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def _step(step: Any) -> Any:
    if not isinstance(step, Mapping):
        return step
    named = {_STEP_NAMES.get(name, name): value for name, value in step.items() if value not in (None, "")}
    return {name: value for name, value in named.items() if name in ("text", "file", "line")}
