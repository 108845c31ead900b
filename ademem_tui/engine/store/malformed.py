"""Rows that no memory can be read from, or that hold words nobody knows: what is wrong, and what puts it right."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import apsw

from ademem_tui.engine.clock import parse_stamp, stamp
from ademem_tui.engine.jobs import NO_CANCEL, CancelToken
from ademem_tui.engine.model import MAX_CONTENT
from ademem_tui.engine.store import rows
from ademem_tui.engine.taxonomy import (
    ARCHIVE_REASONS,
    CATEGORIES,
    IMPORTANCES,
    SCOPES,
    SOURCE_KINDS,
    STATUSES,
    VISIBILITIES,
    canonical_category,
    canonical_scope,
)

TIMES = ("created_at", "updated_at", "last_accessed_at")
OPTIONAL_TIMES = ("promoted_at", "stale_at", "archived_at", "deleted_at")
COUNTS = {"observation_count": 1, "access_count": 0, "injection_count": 0, "rev": 1}
"""Whole numbers and the least each may be."""
NUMBERS = frozenset({"seq", "tier", "confidence", "half_life_days", *COUNTS, *rows.FLAGS})

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z")
_WINDOW = 500


@dataclass(slots=True)
class Mending:
    """What one row needs. A row that needs nothing is well formed."""

    seq: int
    faults: list[str] = field(default_factory=list)
    cells: dict[str, Any] = field(default_factory=dict)
    """Columns to overwrite before a memory can be read from the row at all."""
    changes: dict[str, Any] = field(default_factory=dict)
    """Fields to change then, by an act."""
    kept: dict[str, Any] = field(default_factory=dict)
    """What stood there; it goes into `extra`, so that nothing is lost."""
    review: str = ""

    def cell(self, name: str, value: Any, old: Any, what: str) -> None:
        """A column that holds something no memory can have."""
        self.cells[name] = value
        self.kept[name] = _as_text(old)
        self.faults.append(f"{name}: {what}")

    def change(self, name: str, value: Any, old: Any, what: str) -> None:
        """A field with a wrong value."""
        self.changes[name] = value
        if old is not None:
            self.kept[name] = old
        self.faults.append(f"{name}: {what}")


def malformed(connection: apsw.Connection, at: str, cancel: CancelToken = NO_CANCEL) -> Iterator[Mending]:
    """Every row that is not well formed; `at` is the time for those that have lost theirs."""
    for row in raw_rows(connection):
        cancel.checkpoint()
        mending = examine(row, at)
        if mending.faults:
            yield mending


def raw_rows(connection: apsw.Connection) -> Iterator[dict[str, Any]]:
    """Rows as they are stored. Text that is not UTF-8 comes as bytes."""
    plain = ", ".join(rows.COLUMNS)
    as_bytes = ", ".join(
        f"typeof({name}), CASE typeof({name}) WHEN 'text' THEN CAST({name} AS BLOB) ELSE {name} END"
        for name in rows.COLUMNS
    )
    last = -(1 << 62)
    while True:
        window = "FROM unified_memories WHERE seq > ? ORDER BY seq LIMIT ?"
        try:
            found = connection.execute(f"SELECT {plain} {window}", (last, _WINDOW)).fetchall()
        except UnicodeDecodeError:
            read = connection.execute(f"SELECT {as_bytes} {window}", (last, _WINDOW))
            found = [tuple(map(_text_where_possible, row[::2], row[1::2])) for row in read]
        if not found:
            return
        for row in found:
            yield dict(zip(rows.COLUMNS, row, strict=True))
        last = int(found[-1][0] or 0)


def examine(row: dict[str, Any], at: str) -> Mending:
    """What is wrong with a row and what it becomes."""
    found = Mending(row["seq"])
    row = _readable(row, found)
    _words(row, found)
    _numbers(row, found)
    _times(row, found, at)
    _standing(row, found, at)
    if found.review and found.changes.get("status", row["status"]) != "archived":
        found.changes.update(needs_review=True, review_reason=found.review)
    if found.kept:
        extra = json.loads(row["extra"]) if row["extra"] else {}
        found.changes["extra"] = {**extra, "repaired": {**extra.get("repaired", {}), **found.kept}}
    return found


def _readable(row: dict[str, Any], found: Mending) -> dict[str, Any]:
    """The row with every cell of a kind that the rest can work with."""
    row = dict(row)
    for name, value in row.items():
        if isinstance(value, bytes) and name not in NUMBERS:
            row[name] = value.decode("utf-8", "replace")
            found.cell(name, row[name], value, "is not text")
    for name in rows.LISTS:
        if row[name] != "[]" and not _is_list(row[name]):
            found.cell(name, rows.to_json(_salvaged(row[name])), row[name], "is not a list of texts")
    for name in rows.DOCUMENTS:
        if row[name] is not None and not isinstance(_parsed(row[name]), dict):
            found.cell(name, None, row[name], "is not a JSON object")
            row[name] = None
    for name in rows.FLAGS:
        if row[name] not in (0, 1):
            row[name] = int(row[name] not in (None, "", "false", "no", b""))
            found.cell(name, row[name], None, "is neither 0 nor 1")
    for name, least in COUNTS.items():
        if not isinstance(row[name], int) or row[name] < least:
            found.cell(name, least, row[name], f"is not a whole number from {least}")
    return row


def _words(row: dict[str, Any], found: Mending) -> None:
    if row["category"] not in CATEGORIES:
        known = canonical_category(row["category"])
        found.change("category", known or "fact", row["category"], f"'{row['category']}' is unknown")
        if known is None:
            found.review = f"its category was '{row['category'][:40]}'"
    if row["scope"] not in SCOPES:
        found.change("scope", canonical_scope(row["scope"]) or "project", row["scope"], f"'{row['scope']}' is unknown")
    for name, valid, instead in (
        ("visibility", VISIBILITIES, "private"),
        ("importance", IMPORTANCES, "medium"),
        ("source_type", SOURCE_KINDS, "system"),
    ):
        if row[name] not in valid:
            found.change(name, instead, row[name], f"'{row[name]}' is unknown")


def _numbers(row: dict[str, Any], found: Mending) -> None:
    confidence = row["confidence"]
    if not isinstance(confidence, int | float) or not math.isfinite(confidence):
        found.cell("confidence", 0.5, confidence, "is not a number")
    elif not 0 <= confidence <= 1:
        found.change("confidence", min(1.0, max(0.0, float(confidence))), confidence, "is not between 0 and 1")
    if row["tier"] not in (1, 2, 3):
        tier = 1 if row["pinned"] else 2
        found.cell("tier", tier, row["tier"], "is not 1, 2 or 3")
    days = row["half_life_days"]
    if days is not None and (not isinstance(days, int | float) or not math.isfinite(days) or days <= 0):
        found.cell("half_life_days", None, days, "is not a number of days")


def _times(row: dict[str, Any], found: Mending, at: str) -> None:
    for name in (*TIMES, *OPTIONAL_TIMES):
        value = row[name]
        if value is None or is_time(value):
            continue
        instead = at if name == "updated_at" else row["updated_at"] if is_time(row["updated_at"]) else at
        found.change(name, as_time(value) or (None if name in OPTIONAL_TIMES else instead), value, "is not a time")


def _standing(row: dict[str, Any], found: Mending, at: str) -> None:
    """Status, reason and text as they must go together."""
    status, reason = row["status"], row["archive_reason"]
    if status not in STATUSES:
        status = "archived" if reason in ARCHIVE_REASONS else "candidate"
        found.change("status", status, row["status"], f"'{row['status']}' is unknown")
    if status == "archived":
        if reason not in ARCHIVE_REASONS:
            found.change("archive_reason", "expired", reason, "an archived memory needs a reason")
        return
    if reason is not None:
        found.change("archive_reason", None, reason, "only an archived memory has a reason")
    content = row["content"]
    if not content.strip():
        _without_text(row, found, at)
    elif len(content) > MAX_CONTENT and not row["needs_review"]:
        found.review = f"it has {len(content):,} characters of at most {MAX_CONTENT:,}: shorten it or split it"
        found.faults.append(f"content: has {len(content):,} characters")


def _without_text(row: dict[str, Any], found: Mending, at: str) -> None:
    found.faults.append("content: is empty")
    if row["summary"].strip():
        found.changes["content"] = row["summary"].strip()
        found.review = "its text was empty and is now its summary"
    else:
        found.changes.update(status="archived", archive_reason="expired", archive_note="it had no text", archived_at=at)


def is_time(value: object) -> bool:
    """Whether a value is a time as stored."""
    if not isinstance(value, str) or not _TIME.fullmatch(value):
        return False
    try:
        parse_stamp(value)
    except ValueError:
        return False
    return True


def as_time(value: object) -> str | None:
    """A time in another form (ISO with an offset, seconds or milliseconds since 1970) as stored, or None."""
    text = str(value).strip()
    try:
        if re.fullmatch(r"\d{9,11}(?:\.\d+)?|\d{12,14}", text):
            number = float(text)
            return stamp(int(number if number > 1e11 else number * 1000))
        return stamp(int(parse_stamp(text).timestamp() * 1000))
    except (ValueError, OverflowError):
        return None


def _is_list(value: object) -> bool:
    parsed = _parsed(value)
    return isinstance(parsed, list) and all(isinstance(entry, str) for entry in parsed)


def _salvaged(value: object) -> list[str]:
    parsed = _parsed(value)
    entries = parsed if isinstance(parsed, list) else [parsed]
    return [str(entry) for entry in entries if isinstance(entry, str | int | float) and str(entry).strip()]


def _parsed(value: object) -> Any:
    try:
        return json.loads(value) if isinstance(value, str) else None
    except (ValueError, RecursionError):
        return None


def _text_where_possible(kind: str, value: Any) -> Any:
    """What was stored as bytes stays bytes, also where it could be read as text."""
    if kind != "text":
        return value
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return value


def _as_text(value: Any) -> str:
    return f"bytes {value.hex()}" if isinstance(value, bytes) else str(value)
