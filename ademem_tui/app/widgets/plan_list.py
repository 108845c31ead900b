"""The plan of an import as rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ademem_tui.app.format import glyph
from ademem_tui.app.widgets.row_list import Column, Row
from ademem_tui.engine.redact import clean

if TYPE_CHECKING:
    from ademem_tui.engine.capture.exchange import Plan, PlanItem

PLAN_COLUMNS = (Column(11), Column(17, 84), Column(20, 64), Column(0))
_SIGNS = {"new": "ok", "duplicate": "stale", "refused": "bad"}
_TONES = {"new": "", "duplicate": "dim", "refused": "bad"}


def plan_rows(plan: Plan) -> list[Row]:
    """One row an entry: verdict, category, where it stands, text."""
    return [_row(place, item) for place, item in enumerate(plan.items)]


def _row(place: int, item: PlanItem) -> Row:
    request = item.draft.request
    text = clean(request.content).text if item.redactions else request.content
    verdict = f"{glyph(_SIGNS[item.verdict])} {item.verdict}"
    secrets = ", ".join(f"{one.type} in the {one.field}" for one in item.redactions)
    told = [
        f"{item.draft.where}: {item.reason}" if item.reason else item.draft.where,
        f"Secrets that are not taken in: {secrets}" if secrets else "",
        text,
    ]
    cells = (verdict, request.category.replace("_", " "), item.draft.where, text)
    return Row(str(place), cells, _TONES[item.verdict], "\n".join(part for part in told if part))
