"""The category a text suggests."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ademem_tui.engine.gate.guess import guess_category
from ademem_tui.engine.taxonomy import CATEGORIES


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("Auth tests hang unless REDIS_URL is set.", "gotcha"),
        ("Always use tabs in Makefiles.", "convention"),
        ("Use ruff for formatting.", "convention"),
        ("We decided to keep SQLite, Postgres is too much for one file.", "decision"),
        ("We tried celery; it lost jobs when the broker restarted.", "dead_end"),
        ("I prefer short commit messages.", "preference"),
        ("Customers must be able to export their data by law.", "requirement"),
        ("The build fails with ENOSPC when /tmp is full.", "error_pattern"),
        ("On macOS the tests need ulimit -n 4096.", "environment_quirk"),
        ("The billing module owns the invoice numbers.", "module_insight"),
        ("Changing the schema also requires a new fixture.", "causal_dependency"),
        ("To release: first tag, then push.", "procedure"),
        ("1. bump the version\n2. tag it\n3. push", "procedure"),
        ("Next: finish the migration of parcels.", "handoff"),
        ("The tide table is read at noon.", "fact"),
        ("", "fact"),
    ],
)
def test_cues(text: str, category: str) -> None:
    assert guess_category(text) == category


@given(st.text(max_size=3_000))
def test_any_text_has_a_known_category(text: str) -> None:
    assert guess_category(text) in CATEGORIES
