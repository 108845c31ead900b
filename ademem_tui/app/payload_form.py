"""Typed fields as texts a person edits, and back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ademem_tui.engine.errors import BadInput
from ademem_tui.engine.payloads import Field, parsed

_STEP = re.compile(r"(?:\[(?P<severity>\w+)\]\s+)?(?P<text>.*?)(?:\s+@\s+(?P<file>\S+?)(?::(?P<line>\d+))?)?")


def is_long(field: Field) -> bool:
    """Whether a field takes several lines: one an entry."""
    return field.kind in ("words", "steps")


def as_text(field: Field, value: Any) -> str:
    """A stored value as it stands in the form."""
    if value in (None, "", []):
        return ""
    if field.kind == "words":
        return "\n".join(str(word) for word in value)
    if field.kind == "steps":
        return "\n".join(step_text(step) for step in value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def from_text(category: str, field: Field, text: str) -> Any:
    """The value of what a person typed; None where it is empty."""
    text = text.strip()
    if not text:
        return None
    if is_long(field):
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        return [parsed_step(line) for line in lines] if field.kind == "steps" else lines
    value = parsed(category, field.name, text)
    if field.kind in ("number", "whole") and (isinstance(value, bool) or not isinstance(value, int | float)):
        raise BadInput(f"{field.label} must be a number, not '{text:.40}'.")
    return value


def step_text(step: Any) -> str:
    """A step as one line: `[severity] text @ file:line`."""
    if not isinstance(step, Mapping):
        return " ".join(str(step).split())
    severity = f"[{step['severity']}] " if step.get("severity") else ""
    line = f":{step['line']}" if "line" in step else ""
    place = f" @ {step['file']}{line}" if step.get("file") else ""
    return f"{severity}{' '.join(str(step.get('text', '')).split())}{place}"


def parsed_step(line: str) -> dict[str, Any]:
    """A line of the form as a step."""
    found = _STEP.fullmatch(line)
    if found is None or not found["text"]:
        return {"text": line}
    step: dict[str, Any] = {"text": found["text"]}
    if found["file"]:
        step["file"] = found["file"]
    if found["line"]:
        step["line"] = int(found["line"])
    if found["severity"]:
        step["severity"] = found["severity"]
    return step
