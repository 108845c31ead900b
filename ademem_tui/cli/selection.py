"""Which memories: the options that narrow a list, a search or an export."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ademem_tui.cli.files import in_project
from ademem_tui.cli.moments import Moment
from ademem_tui.cli.words import (
    CATEGORY,
    GROUP,
    IMPORTANCE,
    REASON,
    SCOPE,
    SOURCE,
    STATUS,
    TIER,
    VISIBILITY,
)

if TYPE_CHECKING:
    from ademem_tui.engine.model import Filter
    from ademem_tui.engine.paths import Paths

F = TypeVar("F", bound=Callable[..., Any])

_MANY: tuple[tuple[tuple[str, ...], str, Any, str], ...] = (
    (("-c", "--category"), "categories", CATEGORY, "Of this category."),
    (("--not-category",), "not_categories", CATEGORY, "Not of this category."),
    (("--group",), "groups", GROUP, "Of a category in this group: rules, pitfalls, knowledge, work, review."),
    (("--status",), "statuses", STATUS, "Candidate, promoted or archived; live ones unless said."),
    (("--archive-reason",), "archive_reasons", REASON, "Archived for this reason."),
    (("--tier",), "tiers", TIER, "1 pinned, 2 active, 3 fading."),
    (("--scope",), "scopes", SCOPE, "Of this scope."),
    (("--owner",), "owners", str, "Of this owner of an agent's or mission's scope."),
    (("-t", "--tag"), "tags", str, "With this tag."),
    (("--not-tag",), "not_tags", str, "Without this tag."),
    (("-f", "--file"), "files", str, "About this file, or anything below a folder."),
    (("--module",), "modules", str, "About this module."),
    (("--branch",), "branches", str, "Made on this branch."),
    (("--source",), "source_types", SOURCE, "That came in this way."),
    (("--who",), "who", str, "Written by this one: user, agent:NAME …"),
    (("--session",), "sessions", str, "Written in this session."),
    (("--importance",), "importances", IMPORTANCE, "Of this importance."),
    (("--visibility",), "visibilities", VISIBILITY, "Seen by these."),
)
_FLAGS: tuple[tuple[str, str, str], ...] = (
    ("pinned", "pinned", "Pinned or not."),
    ("verified", "verified", "Verified by a person or not."),
    ("review", "needs_review", "Up for review or not."),
    ("stale", "stale", "Whose subject has changed or gone, or not."),
    ("mine", "mine", "Typed or touched by a person, or not."),
)
_TIMES: tuple[tuple[str, str, str], ...] = (
    ("--after", "created_after", "Made at or after this moment."),
    ("--before", "created_before", "Made before this moment."),
    ("--updated-after", "updated_after", "Changed at or after this moment."),
    ("--updated-before", "updated_before", "Changed before this moment."),
)
_LEFT_OUT = ("not_categories", "not_tags")


def selection_options(command: F) -> F:
    """Every option that narrows; each can be given several times where it says so."""
    options: list[Callable[[F], F]] = [
        click.option(*names, field, type=kind, multiple=True, help=f"{help} Repeatable.")
        for names, field, kind, help in _MANY
    ]
    options += [click.option(f"--{word}/--no-{word}", field, default=None, help=help) for word, field, help in _FLAGS]
    options += [click.option(name, field, type=Moment(), help=help) for name, field, help in _TIMES]
    options += [
        click.option("--archived", is_flag=True, help="Archived ones."),
        click.option("--all", "any_status", is_flag=True, help="Live and archived ones."),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def selected(given: dict[str, Any], paths: Paths, text: str = "") -> Filter:
    """The filter of the options that were typed."""
    from ademem_tui.engine.model import Filter

    values = {name: value for name, value in given.items() if name not in ("archived", *_LEFT_OUT)}
    values["files"] = tuple(in_project(paths, file) for file in given["files"])
    values["tiers"] = tuple(map(int, given["tiers"]))
    values["tags"] = _tags(given["tags"])
    if given["archived"] and not given["statuses"]:
        values["statuses"] = ("archived",)
    categories, tags = (given[name] for name in _LEFT_OUT)
    without = [Filter(categories=(word,)) for word in categories] + [Filter(tags=(word,)) for word in _tags(tags)]
    return Filter(**values, text=text, without=tuple(without))


def _tags(given: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(tag.lstrip("#").lower() for tag in given)
