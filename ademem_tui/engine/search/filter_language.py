"""The filter as people type it: `category:gotcha -is:stale tag:redis src/ "exact words"`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ademem_tui.engine.clock import days_before
from ademem_tui.engine.model import Filter
from ademem_tui.engine.taxonomy import (
    ARCHIVE_REASONS,
    CATEGORIES,
    GROUPS,
    IMPORTANCES,
    SCOPES,
    SOURCE_KINDS,
    STATUSES,
    VISIBILITIES,
    canonical_category,
    canonical_scope,
    nearest,
)

_TOKEN = re.compile(r'-?[a-z]+:"[^"]*"|"[^"]*"|\S+')
_AGO = re.compile(r"(\d+)([hdwmy])")
_DAYS = {"h": 1 / 24, "d": 1, "w": 7, "m": 30, "y": 365}

FLAGS: dict[str, dict[str, Any]] = {
    "pinned": {"pinned": True},
    "verified": {"verified": True},
    "review": {"needs_review": True},
    "stale": {"stale": True},
    "mine": {"mine": True},
    "candidate": {"statuses": ("candidate",)},
    "archived": {"statuses": ("archived",)},
    "fading": {"tiers": (3,)},
    "deleted": {"archive_reasons": ("deleted",)},
}
_WORDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "category": ("categories", tuple(CATEGORIES)),
    "group": ("groups", GROUPS),
    "status": ("statuses", STATUSES),
    "scope": ("scopes", SCOPES),
    "visibility": ("visibilities", VISIBILITIES),
    "importance": ("importances", IMPORTANCES),
    "source": ("source_types", SOURCE_KINDS),
    "reason": ("archive_reasons", ARCHIVE_REASONS),
}
_FREE = {
    "tag": "tags",
    "file": "files",
    "module": "modules",
    "branch": "branches",
    "owner": "owners",
    "who": "who",
    "session": "sessions",
}
KEYS: tuple[str, ...] = (*_WORDS, *_FREE, "tier", "is", "before", "after")


@dataclass(frozen=True, slots=True)
class Parsed:
    """What was understood, and what was not."""

    filter: Filter
    problems: tuple[str, ...] = ()


def parse(text: str, now: str) -> Parsed:
    """A typed filter. What cannot be understood is named, and left out of the filter."""
    wanted = Filter()
    problems: list[str] = []
    words: list[str] = []
    for token in _TOKEN.findall(text):
        negated = token.startswith("-") and len(token) > 1
        body = token[1:] if negated else token
        key, colon, value = body.partition(":")
        value = value.strip('"')
        if not colon or key not in KEYS:
            if colon and key.isalpha() and key.islower() and nearest(key, KEYS):
                problems.append(f"There is no '{key}:'; did you mean '{nearest(key, KEYS)}:'?")
            elif negated:
                wanted = replace(wanted, without=(*wanted.without, Filter(text=body.strip('"'))))
            else:
                words.append(token.strip('"'))
            continue
        if not value:
            continue
        fields, problem = _fields(key, value, now)
        if problem:
            problems.append(problem)
        elif negated:
            wanted = replace(wanted, without=(*wanted.without, Filter(**fields)))
        else:
            wanted = replace(wanted, **_added(wanted, fields))
    return Parsed(replace(wanted, text=" ".join(words)), tuple(problems))


def _fields(key: str, value: str, now: str) -> tuple[dict[str, Any], str]:
    if key == "is":
        if value in FLAGS:
            return FLAGS[value], ""
        return {}, _unknown("is:", value, tuple(FLAGS))
    if key == "tier":
        tier = {"1": 1, "2": 2, "3": 3, "pinned": 1, "active": 2, "fading": 3}.get(value)
        return ({"tiers": (tier,)}, "") if tier else ({}, f"A tier is 1, 2 or 3, not '{value}'.")
    if key in ("before", "after"):
        moment = _moment(value, now)
        return ({f"updated_{key}": moment}, "") if moment else ({}, f"'{value}' is no day: write 2026-03-01 or 7d.")
    if key in _FREE:
        return {_FREE[key]: (value,)}, ""
    field, valid = _WORDS[key]
    word = canonical_category(value) if key == "category" else canonical_scope(value) if key == "scope" else value
    if word not in valid:
        return {}, _unknown(f"{key}:", value, valid)
    return {field: (word,)}, ""


def _added(wanted: Filter, fields: dict[str, Any]) -> dict[str, Any]:
    """Two words of one kind mean either."""
    return {
        name: tuple(dict.fromkeys((*getattr(wanted, name), *value))) if isinstance(value, tuple) else value
        for name, value in fields.items()
    }


def _moment(value: str, now: str) -> str | None:
    match = _AGO.fullmatch(value)
    if match:
        return days_before(now, int(match[1]) * _DAYS[match[2]])
    if re.fullmatch(r"\d{4}(-\d{2}(-\d{2})?)?", value):
        return value
    return None


def _unknown(key: str, value: str, valid: tuple[str, ...]) -> str:
    hint = nearest(value, valid)
    return f"'{key}{value}' is nothing" + (f"; did you mean '{key}{hint}'?" if hint else ".")


def completions(token: str) -> Iterator[str]:
    """What a token that is being typed may become."""
    sign = "-" if token.startswith("-") else ""
    key, colon, value = token.removeprefix("-").partition(":")
    if not colon:
        yield from (f"{sign}{name}:" for name in KEYS if name.startswith(key))
        return
    valid = tuple(FLAGS) if key == "is" else _WORDS[key][1] if key in _WORDS else ()
    yield from (f"{sign}{key}:{word}" for word in valid if word.startswith(value))
