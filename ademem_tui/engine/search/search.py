"""Search over the project's memories and the person's own. Looking is free: nothing is counted here."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ademem_tui.engine.model import Filter, Hit
from ademem_tui.engine.search import keyword
from ademem_tui.engine.store import reading
from ademem_tui.engine.store.store import Store

CANDIDATE_SHARE = 0.8
"""What a candidate's score is worth beside a promoted memory's."""
FEW = 3
"""Fewer hits than this, and fading memories are asked too."""

_IDENTIFIER = re.compile(r"\w+[._/:]\w|[a-z][A-Z]|_|\w+\(\)")


@dataclass(frozen=True, slots=True)
class Found:
    """The answer to a query."""

    query_type: str
    took_ms: float
    paths: tuple[str, ...]
    hits: tuple[Hit, ...]


class Search:
    """Finds memories in every store it is given."""

    def __init__(self, stores: Sequence[Store]) -> None:
        self._stores = tuple(stores)

    def search(
        self,
        query: str,
        wanted: Filter | None = None,
        *,
        limit: int = 8,
        deep: bool = False,
        origins: Sequence[str] = (),
    ) -> Found:
        """The best hits; active memories first, fading ones on demand or where little else is found."""
        started = time.perf_counter()
        asked = wanted or Filter()
        hits = self._hits(query, asked if deep or asked.tiers else replace(asked, tiers=(1, 2)), limit, origins)
        if len(hits) < min(FEW, limit) and not deep and not asked.tiers:
            known = {hit.memory.id for hit in hits}
            fading = self._hits(query, replace(asked, tiers=(3,)), limit, origins)
            hits += [hit for hit in fading if hit.memory.id not in known][: limit - len(hits)]
        took = (time.perf_counter() - started) * 1000
        return Found(query_type(query), round(took, 2), ("words", "trigrams"), tuple(hits))

    def _hits(self, query: str, wanted: Filter, limit: int, origins: Sequence[str]) -> list[Hit]:
        if wanted.statuses == ("archived",) or wanted.any_status or wanted.archive_reasons:
            wanted = replace(wanted, tiers=())
        hits: list[Hit] = []
        for store in self._stores:
            if origins and store.origin not in origins:
                continue
            with store.reading() as connection:
                for seq, parts in keyword.find(connection, query, wanted, max(4 * limit, 20)).items():
                    memory = reading.by_seq(connection, seq)
                    if memory is not None:
                        share = CANDIDATE_SHARE if memory.status == "candidate" else 1.0
                        score = sum(parts.values()) * share
                        shown = {**parts, "candidate": share} if share != 1.0 else parts
                        hits.append(Hit(memory, score, shown, store.origin))
        hits.sort(key=lambda hit: (-hit.score, hit.memory.id))
        return hits[:limit]


def query_type(query: str) -> str:
    """`identifier` where the query names something in the code, else `semantic`."""
    return "identifier" if _IDENTIFIER.search(query) else "semantic"
