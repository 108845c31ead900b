"""Values that are words of a closed list: a wrong one names the nearest, and the shell completes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import click

from ademem_tui.engine.taxonomy import (
    ARCHIVE_REASONS,
    CATEGORIES,
    CATEGORY_ALIASES,
    GROUPS,
    IMPORTANCES,
    NOT_STORED,
    RELATION_TYPES,
    SCOPE_ALIASES,
    SCOPES,
    SOURCE_KINDS,
    STATUSES,
    VISIBILITIES,
    canonical_category,
    canonical_scope,
    nearest,
)

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    TextType = click.ParamType[str]
else:
    TextType = click.ParamType


class Word(TextType):
    """One word of a list, as typed or by what it stands for."""

    def __init__(
        self,
        name: str,
        valid: Iterable[str],
        *,
        also: Iterable[str] = (),
        canonical: Callable[[str], str | None] | None = None,
    ) -> None:
        self.name = name
        self._valid = tuple(valid)
        self._also = tuple(also)
        self._canonical = canonical or self._as_listed

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The canonical word, or the error that names the nearest."""
        found = self._canonical(str(value))
        if found is None:
            near = nearest(str(value), (*self._valid, *self._also))
            hint = f"Did you mean '{near}'?" if near else f"Use one of {', '.join(self._valid)}."
            self.fail(f"there is no {self.name} '{value}'. {hint}", param, ctx)
        return found

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The words that go on like this."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(word) for word in self._valid if word.startswith(incomplete.lower())]

    def _as_listed(self, word: str) -> str | None:
        plain = word.strip().lower().replace("-", "_")
        return next((known for known in self._valid if known.replace("-", "_") == plain), None)


def _category_to_write(word: str) -> str | None:
    """Words that are never stored go on to the gate, which says why."""
    known = word.strip().lower().replace("-", "_")
    return known if known in NOT_STORED else canonical_category(word)


CATEGORY = Word("category", CATEGORIES, also=CATEGORY_ALIASES, canonical=canonical_category)
CATEGORY_TO_WRITE = Word("category", CATEGORIES, also=CATEGORY_ALIASES, canonical=_category_to_write)
GROUP = Word("group", GROUPS)
SCOPE = Word("scope", SCOPES, also=SCOPE_ALIASES, canonical=canonical_scope)
SCOPE_TO_WRITE = Word(
    "scope", SCOPES, also=SCOPE_ALIASES, canonical=lambda word: word if canonical_scope(word) else None
)
"""Kept as typed: the gate turns `module` with an owner into a related module."""
VISIBILITY = Word("visibility", VISIBILITIES)
STATUS = Word("status", STATUSES)
REASON = Word("reason", ARCHIVE_REASONS)
IMPORTANCE = Word("importance", IMPORTANCES)
RELATION = Word("relation", RELATION_TYPES)
SOURCE = Word("source", SOURCE_KINDS)
TIER = Word("tier", ("1", "2", "3"))


class Actors(TextType):
    """Who writes: `agent:NAME` or `runner:NAME`."""

    name = "who"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name as stored, once it has its kind."""
        kind, _, name = str(value).partition(":")
        if kind not in ("agent", "runner") or not name.strip():
            self.fail(f"'{value}' is no writer. Write agent:{name or kind or 'NAME'}.", param, ctx)
        return f"{kind}:{name.strip()}"


def set_option(command: Any) -> Any:
    """`--set field=value`, for the typed fields of a category."""
    return click.option(
        "--set",
        "fields",
        multiple=True,
        metavar="FIELD=VALUE",
        callback=_pairs,
        help="A typed field of the category; lists take `;` between entries, or JSON.",
    )(command)


def _pairs(ctx: click.Context, param: click.Parameter, given: tuple[str, ...]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise click.BadParameter(f"'{text}' is not FIELD=VALUE.", ctx, param)
        pairs[name.strip().replace("-", "_")] = value
    return pairs
