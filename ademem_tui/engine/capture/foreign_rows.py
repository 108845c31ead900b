"""A row of another program's table, taken column by column; what nobody takes is kept as it is."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from ademem_tui.engine.capture.drafts import Draft, DraftRelation, Skipped, plain_words, stamp_of
from ademem_tui.engine.capture.long_text import pieces_of
from ademem_tui.engine.model import MAX_CONTENT
from ademem_tui.engine.taxonomy import NOT_STORED, canonical_category


class ForeignRow:
    """Gives out values of the kind asked for; a value of another kind stays in `rest`."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._rest = {name: value for name, value in values.items() if value is not None and value != ""}

    @property
    def rest(self) -> dict[str, Any]:
        """What has no place in a memory."""
        return dict(self._rest)

    def text(self, name: str) -> str | None:
        """A text or number as text."""
        value = self._rest.get(name)
        return str(self._rest.pop(name)) if isinstance(value, str | int | float) else None

    def one_of(self, name: str, valid: Collection[str]) -> str | None:
        """A word of a list."""
        value = self._rest.get(name)
        word = value.strip().lower() if isinstance(value, str) else None
        if word not in valid:
            return None
        del self._rest[name]
        return word

    def category(self, name: str) -> str:
        """A category; what there is none for becomes a fact, and keeps its word."""
        value = str(self._rest.get(name, "")).strip().lower()
        if value in NOT_STORED:
            del self._rest[name]
            return value
        found = canonical_category(value)
        if found is None:
            return "fact"
        if found == value:
            del self._rest[name]
        return found

    def time(self, name: str) -> str | None:
        """A time as it is stored here."""
        found = stamp_of(self._rest.get(name))
        if found is not None:
            del self._rest[name]
        return found

    def share(self, name: str) -> float | None:
        """A number from 0 to 1."""
        value = self.number(name)
        if value is not None and not 0.0 <= value <= 1.0:
            self._rest[name] = value
            return None
        return value

    def number(self, name: str) -> float | None:
        """A number."""
        value = self._rest.get(name)
        try:
            found = float(value) if isinstance(value, str | int | float) else math.nan
        except ValueError:
            return None
        if not math.isfinite(found):
            return None
        del self._rest[name]
        return found

    def whole(self, name: str) -> int | None:
        """A whole number."""
        value = self.number(name)
        return None if value is None else int(value)

    def flag(self, name: str) -> bool:
        """Yes or no."""
        value = self._rest.pop(name, None)
        return value.strip().lower() in ("1", "true", "yes") if isinstance(value, str) else bool(value)

    def document(self, name: str) -> Any:
        """What a JSON text says; None where it is none."""
        value = self._rest.get(name)
        try:
            found = json.loads(value) if isinstance(value, str) else None
        except (ValueError, RecursionError):
            return None
        if found is not None:
            del self._rest[name]
        return found

    def words(self, name: str, most: int, longest: int) -> tuple[str, ...]:
        """A list of words, from JSON or between commas; those over a limit stay in `rest`."""
        value = self._rest.get(name)
        if value == "[]":
            del self._rest[name]
            return ()
        found = self.document(name)
        if found is None and isinstance(value, str):
            del self._rest[name]
            found = value.split(",")
        words = plain_words(found if isinstance(found, list) else [])
        kept = tuple(word for word in words if len(word) <= longest)[:most]
        if len(kept) < len(words):
            self._rest[name] = [word for word in words if word not in kept]
        return kept

    def keep(self, name: str, value: Any) -> None:
        """Put something back, or something found elsewhere that belongs to the row."""
        if value not in (None, "", [], {}):
            self._rest[name] = value

    def drop(self, *names: str) -> None:
        """Leave out what is derived from the rest."""
        for name in names:
            self._rest.pop(name, None)


def in_parts(draft: Draft) -> tuple[list[Draft], list[Skipped]]:
    """A draft whose text is too long for one memory as several, the later ones linked to the first."""
    pieces = pieces_of(draft.request.content.strip())
    drafts = [
        draft if number == 0 and piece == draft.request.content else _part(draft, piece, number)
        for number, piece in enumerate(pieces.fitting)
    ]
    reason = f"of {{}} characters with no place to part them; a memory holds {MAX_CONTENT:,}"
    return drafts, [Skipped(draft.where, f"a text {reason.format(f'{len(one):,}')}", one) for one in pieces.too_long]


def _part(draft: Draft, piece: str, number: int) -> Draft:
    if number == 0:
        return replace(draft, request=replace(draft.request, content=piece))
    request = replace(draft.request, content=piece, summary=None, citation_text=None, payload=None, extra=None)
    link = DraftRelation("derived_from", draft.ref)
    return replace(draft, request=request, ref=f"{draft.ref}#{number + 1}", relations=(link,))
