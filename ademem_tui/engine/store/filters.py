"""A filter as SQL: every condition can use an index, and everything a person typed goes in as a binding."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ademem_tui.engine.errors import BadInput
from ademem_tui.engine.model import SORTS, Filter, Line
from ademem_tui.engine.taxonomy import CATEGORIES, nearest

_ORDERS = {
    "updated": "m.updated_at {d}, m.seq {d}",
    "created": "m.created_at {d}, m.seq {d}",
    "used": "m.last_accessed_at {d}, m.seq {d}",
    "confidence": "m.confidence {d}, m.seq {d}",
    "category": "m.category {r}, m.updated_at {d}, m.seq {d}",
}

_WORD_FIELDS = (
    ("visibilities", "visibility"),
    ("importances", "importance"),
    ("source_types", "source_type"),
    ("who", "source_who"),
    ("sessions", "source_session_id"),
    ("branches", "branch"),
    ("archive_reasons", "archive_reason"),
    ("scopes", "scope"),
    ("owners", "scope_owner_id"),
    ("tiers", "tier"),
)
_FLAG_FIELDS = (
    ("pinned", "m.pinned = 1", "m.pinned = 0"),
    ("verified", "m.verified = 1", "m.verified = 0"),
    ("needs_review", "m.needs_review = 1", "m.needs_review = 0"),
    ("stale", "m.stale_at IS NOT NULL", "m.stale_at IS NULL"),
    ("mine", "m.touched_by_person = 1", "m.touched_by_person = 0"),
)
_TIME_FIELDS = (
    ("created_after", "m.created_at >= ?"),
    ("created_before", "m.created_at < ?"),
    ("updated_after", "m.updated_at >= ?"),
    ("updated_before", "m.updated_at < ?"),
)


def where(wanted: Filter) -> tuple[str, tuple[Any, ...]]:
    """The condition and its bindings, for a query that calls the table `m`."""
    conditions: list[str] = []
    bound: list[Any] = []

    def any_of(column: str, values: tuple[Any, ...]) -> None:
        if values:
            conditions.append(f"m.{column} IN ({', '.join('?' * len(values))})")
            bound.extend(values)

    if not wanted.any_status:
        statuses = wanted.statuses or (("archived",) if wanted.archive_reasons else ())
        if statuses:
            any_of("status", statuses)
        else:
            conditions.append("m.status <> 'archived'")
    any_of("category", _categories(wanted))
    for field, column in _WORD_FIELDS:
        any_of(column, getattr(wanted, field))
    for field, when_true, when_false in _FLAG_FIELDS:
        flag = getattr(wanted, field)
        if flag is not None:
            conditions.append(when_true if flag else when_false)
    for field, condition in _TIME_FIELDS:
        moment = getattr(wanted, field)
        if moment is not None:
            conditions.append(condition)
            bound.append(moment)
    for kind, values in (("tag", wanted.tags), ("module", wanted.modules)):
        if values:
            marks = ", ".join("?" * len(values))
            conditions.append(f"m.seq IN (SELECT seq FROM memory_facets WHERE kind = '{kind}' AND value IN ({marks}))")
            bound.extend(values)
    if wanted.files:
        conditions.append(f"({' OR '.join(_file(path, bound) for path in wanted.files)})")
    if wanted.text:
        from ademem_tui.engine.store.fulltext import matching_seqs_sql

        sql, values = matching_seqs_sql(wanted.text)
        conditions.append(f"m.seq IN ({sql})")
        bound.extend(values)
    for unwanted in wanted.without:
        condition, values = where(unwanted if unwanted.statuses else replace(unwanted, any_status=True))
        conditions.append(f"NOT coalesce({condition}, 0)")
        bound.extend(values)
    return " AND ".join(conditions) or "1", tuple(bound)


def order_by(sort: str) -> str:
    """The ORDER BY of a sort word."""
    descending = not sort.startswith("-")
    word = sort.lstrip("-")
    if word not in _ORDERS:
        hint = nearest(word, SORTS)
        raise BadInput(
            f"There is no order '{word}'.",
            f"Did you mean '{hint}'?" if hint else f"Use one of {', '.join(SORTS)}.",
        )
    return _ORDERS[word].format(d="DESC" if descending else "ASC", r="ASC" if descending else "DESC")


def goes_down(sort: str) -> bool:
    """Whether the highest key comes first."""
    order_by(sort)
    return (not sort.startswith("-")) != (sort.lstrip("-") == "category")


def key_column(sort: str) -> str:
    """The column a sort word orders by first."""
    order_by(sort)
    return _COLUMNS[sort.lstrip("-")]


_COLUMNS = {
    "updated": "m.updated_at",
    "created": "m.created_at",
    "used": "m.last_accessed_at",
    "confidence": "m.confidence",
    "category": "m.category",
}

_KEYS: dict[str, Callable[[Line], tuple[Any, ...]]] = {
    "updated": lambda line: (line.updated_at, line.id),
    "created": lambda line: (line.created_at, line.id),
    "used": lambda line: (line.last_accessed_at, line.id),
    "confidence": lambda line: (line.confidence, line.id),
}


def sort_key(sort: str) -> tuple[Callable[[Line], Any], bool]:
    """What lines of two files are merged by, and whether the highest comes first."""
    order_by(sort)
    descending = not sort.startswith("-")
    word = sort.lstrip("-")
    if word == "category":
        return (lambda line: (line.category,)), not descending
    return _KEYS[word], descending


def _categories(wanted: Filter) -> tuple[str, ...]:
    of_groups = tuple(name for name, row in CATEGORIES.items() if row.group in wanted.groups)
    return tuple(dict.fromkeys((*wanted.categories, *of_groups)))


def _file(path: str, bound: list[Any]) -> str:
    """A file itself, everything below a folder, or a name without its folders."""
    if path.endswith("/"):
        bound.extend((path, path[:-1] + "0"))
        return "m.seq IN (SELECT seq FROM memory_facets WHERE kind = 'file' AND value >= ? AND value < ?)"
    bound.extend((path, "%/" + _like(path)))
    return "m.seq IN (SELECT seq FROM memory_facets WHERE kind = 'file' AND (value = ? OR value LIKE ? ESCAPE '\\'))"


def _like(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
