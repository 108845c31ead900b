"""A list of memories, as every verb shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ademem_tui.cli.output.page import Column, Page, Piece

COLUMNS = (
    Column("id"),
    Column("category"),
    Column("status", optional=True),
    Column("marks", optional=True),
    Column("changed", optional=True),
    Column("what", stretch=True),
)


def show_memories(page: Page, items: Sequence[dict[str, Any]]) -> None:
    """One line a memory, from the documents that JSON answers hold."""
    page.table(COLUMNS, (_row(page, item) for item in items))


def marks_of(item: dict[str, Any]) -> str:
    """What else holds of a memory, in words."""
    found = [word for word in ("pinned", "verified") if item[word]]
    if item["needs_review"]:
        found.append("review")
    if item.get("stale_at"):
        found.append("stale")
    if item["origin"] == "user":
        found.append("yours")
    return " ".join(found)


def _row(page: Page, item: dict[str, Any]) -> tuple[Piece, ...]:
    return (
        (item["short_id"], "strong"),
        (item["category"], f"category:{item['category']}"),
        page.status(item["status"]),
        (marks_of(item), "quiet"),
        (page.when(item["updated_at"]), "quiet"),
        item["summary"] or item["content"],
    )
