"""Texts other programs store as JSON become lines and typed fields."""

from __future__ import annotations

from typing import Any

import pytest

from ademem_tui.engine.capture.structured_text import payload_of, readable


@pytest.mark.parametrize(
    ("category", "document", "payload"),
    [
        (
            "prefetch_pattern",
            {"alwaysReadFiles": ["a.py"], "frequentlyReadFiles": [], "moduleTrigger": "billing", "sessionCount": 7.0},
            {"always": ["a.py"], "trigger": "billing", "sessions": 7},
        ),
        (
            "task_calibration",
            {"module": "billing", "averagePlannedSteps": 10, "averageActualSteps": 18.5, "ratio": 1.85, "sampleCount": 4},
            {"module": "billing", "planned": 10, "actual": 18.5, "ratio": 1.85, "samples": 4},
        ),
        (
            "session_insight",
            {"what_worked": ["small commits"], "what_failed": [], "recommendations": ["Commit often.", "Test first."]},
            {"worked": ["small commits"], "advice": "Commit often. Test first."},
        ),
        ("procedure", {"taskPattern": "release", "steps": ["tag", "push"]}, {"trigger": "release", "steps": [{"text": "tag"}, {"text": "push"}]}),
        ("dead_end", {"approachTried": "only half of it"}, None),
        ("task_calibration", {"module": "billing", "averagePlannedSteps": "ten", "averageActualSteps": 2}, None),
        ("gotcha", {"anything": 1}, None),
    ],
)  # fmt: skip
def test_typed_fields(category: str, document: dict[str, Any], payload: dict[str, Any] | None) -> None:
    assert payload_of(category, document) == payload


def test_lines_a_person_can_read() -> None:
    document = {
        "taskPattern": "release",
        "steps": [{"description": "tag", "line": 3}, "push", {"a": 1}],
        "empty": "",
        "none": None,
        "nested": {"title": "x"},
        "count": 2,
        "list_of_lists": [["a", "b"]],
    }
    assert readable(document) == (
        "Task pattern: release\nSteps:\n- tag (line 3)\n- push\n- a 1\nNested: x\nCount: 2\nList of lists:\n- a, b"
    )
