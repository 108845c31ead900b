"""Writing and reading memories, over the project's file and the person's own."""

from __future__ import annotations

import heapq
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ademem_tui.engine.errors import NotAllowed
from ademem_tui.engine.gate.gate import Gate
from ademem_tui.engine.gate.proposal import Rules
from ademem_tui.engine.jobs import NO_CANCEL, CancelToken
from ademem_tui.engine.memories.shelves import PROJECT, USER, Shelves
from ademem_tui.engine.model import (
    PERSON,
    Actor,
    Filter,
    Line,
    Memory,
    Refused,
    Relation,
    WriteRequest,
    WriteResult,
)
from ademem_tui.engine.store import fulltext, logs, reading
from ademem_tui.engine.store.filters import goes_down, sort_key

BOTH = (PROJECT, USER)
TELLING_WORDS = 8
"""So many of a text's longest words find what is like it; short ones are in everything and cost the most."""


class Entry(NamedTuple):
    """A line of a list and the file it comes from."""

    line: Line
    origin: str


@dataclass(frozen=True, slots=True)
class Page:
    """A window of a list, and how many there are in all."""

    count: int
    entries: tuple[Entry, ...]


class Memories:
    """The everyday part of the engine."""

    def __init__(self, shelves: Shelves, rules: Rules) -> None:
        self._shelves = shelves
        self._gates = {store.origin: Gate(store, rules) for store in shelves}

    def write(
        self, request: WriteRequest, actor: Actor = PERSON, *, origin: str = PROJECT, kind: str = "remember"
    ) -> WriteResult:
        """Through the gate, into one file."""
        return self._gates[origin].write(request, actor, kind=kind)

    def write_many(
        self,
        requests: Iterable[WriteRequest],
        actor: Actor = PERSON,
        *,
        origin: str = PROJECT,
        kind: str = "remember",
        cancel: CancelToken = NO_CANCEL,
    ) -> Iterator[WriteResult]:
        """Many through the gate as one act; each result comes out once it is kept."""
        return self._gates[origin].write_many(requests, actor, kind=kind, cancel=cancel)

    def would(self, request: WriteRequest, actor: Actor = PERSON, *, origin: str = PROJECT) -> WriteResult:
        """What a write would do."""
        return self._gates[origin].would(request, actor)

    def get(self, part: str) -> tuple[Memory, str]:
        """One memory and where it lives, by its id or a unique part of it."""
        store, memory = self._shelves.find(part)
        return memory, store.origin

    def relations(self, memory: Memory, origin: str) -> list[Relation]:
        """Its links, both ways."""
        with self._shelves.named(origin).reading() as connection:
            return reading.relations_of(connection, memory.id)

    def short_id(self, memory_id: str) -> str:
        """The shortest unique end of an id."""
        lengths = []
        for store in self._shelves:
            with store.reading() as connection:
                lengths.append(len(reading.short_id(connection, memory_id)))
        return memory_id[-max(lengths) :]

    def count(self, wanted: Filter, origins: Sequence[str] = BOTH) -> int:
        """How many pass, in the files asked for."""
        total = 0
        for origin in origins:
            with self._shelves.named(origin).reading() as connection:
                total += reading.count(connection, wanted)
        return total

    def counts_by(self, column: str, wanted: Filter, origins: Sequence[str] = BOTH) -> dict[Any, int]:
        """How many pass, for each value of a column."""
        totals: dict[Any, int] = {}
        for origin in origins:
            with self._shelves.named(origin).reading() as connection:
                for value, number in reading.counts_by(connection, column, wanted).items():
                    totals[value] = totals.get(value, 0) + number
        return totals

    def sharing_words(self, text: str, limit: int = 12) -> list[tuple[Memory, str]]:
        """Live memories that share the longest words of a text, best first: a rough net, cheap while somebody types."""
        terms = sorted(fulltext.word_terms(text), key=len, reverse=True)[:TELLING_WORDS]
        query = fulltext.query_of(terms, "OR")
        found: list[tuple[float, Memory, str]] = []
        for store in self._shelves:
            with store.reading() as connection:
                for match in fulltext.best(connection, fulltext.WORDS, query, Filter(), limit):
                    memory = reading.by_seq(connection, match.seq)
                    if memory is not None:
                        found.append((match.rank, memory, store.origin))
        found.sort(key=lambda one: one[0])
        return [(memory, origin) for _, memory, origin in found[:limit]]

    def facet_values(self, kind: str, prefix: str = "", limit: int = 20) -> list[str]:
        """Tags (`tag`), files (`file`) or modules (`module`) that are in use and start so, the most common first."""
        totals: dict[str, int] = {}
        for store in self._shelves:
            with store.reading() as connection:
                for value, number in reading.facet_values(connection, kind, prefix, 4 * limit).items():
                    totals[value] = totals.get(value, 0) + number
        return sorted(totals, key=lambda value: (-totals[value], value))[:limit]

    def page(
        self,
        wanted: Filter,
        *,
        sort: str = "updated",
        limit: int = 50,
        offset: int = 0,
        origins: Sequence[str] = BOTH,
    ) -> Page:
        """One window of the list over the files asked for."""
        windows: list[list[Entry]] = []
        total = 0
        shared = len(origins) > 1
        for origin in origins:
            with self._shelves.named(origin).reading() as connection:
                number = reading.count(connection, wanted)
                total += number
                if number:
                    lines = (
                        reading.page(connection, wanted, sort, offset + limit)
                        if shared
                        else reading.page(connection, wanted, sort, limit, offset)
                    )
                    windows.append([Entry(line, origin) for line in lines])
        if not shared:
            return Page(total, tuple(windows[0]) if windows else ())
        key, reverse = sort_key(sort)
        merged = heapq.merge(*windows, key=lambda entry: key(entry.line), reverse=reverse)
        return Page(total, tuple(merged)[offset : offset + limit])

    def order(self, wanted: Filter, sort: str = "updated", origins: Sequence[str] = BOTH) -> array[int]:
        """The numbers of all memories that pass, in order; those of the person's own file are negative."""
        theirs: list[tuple[Any, int]] = []
        if USER in origins:
            with self._shelves.user.reading() as connection:
                theirs = [(key, -seq) for key, seq in reading.keyed_order(connection, wanted, sort)]
        if PROJECT not in origins:
            return array("q", (number for _, number in theirs))
        with self._shelves.project.reading() as connection:
            if not theirs:
                return reading.order(connection, wanted, sort)
            ours = reading.keyed_order(connection, wanted, sort)
        merged = heapq.merge(ours, theirs, key=lambda pair: pair[0], reverse=goes_down(sort))
        return array("q", (number for _, number in merged))

    def window(self, numbers: Sequence[int]) -> list[Entry]:
        """The entries of some numbers of an order; those that are gone meanwhile are left out."""
        if not numbers or min(numbers) > 0:
            with self._shelves.project.reading() as connection:
                ours = reading.lines(connection, numbers)
            return [Entry(ours[number], PROJECT) for number in numbers if number in ours]
        found: dict[int, Entry] = {}
        for store, sign in ((self._shelves.project, 1), (self._shelves.user, -1)):
            own = [number * sign for number in numbers if number * sign > 0]
            if own:
                with store.reading() as connection:
                    for seq, line in reading.lines(connection, own).items():
                        found[seq * sign] = Entry(line, store.origin)
        return [found[number] for number in numbers if number in found]

    def every(
        self, wanted: Filter, *, sort: str = "created", origins: Sequence[str] = BOTH, limit: int = -1
    ) -> Iterator[tuple[Memory, str]]:
        """Whole memories that pass, file after file."""
        for origin in origins:
            with self._shelves.named(origin).reading() as connection:
                for memory in reading.memories(connection, wanted, sort, limit):
                    yield memory, origin

    def refused(self, limit: int = 100) -> list[tuple[Refused, str]]:
        """The latest refused writes of both files, newest first."""
        found: list[tuple[Refused, str]] = []
        for store in self._shelves:
            with store.reading() as connection:
                found.extend((one, store.origin) for one in logs.refused(connection, limit))
        return sorted(found, key=lambda pair: pair[0].at, reverse=True)[:limit]

    def redactions(self, limit: int = 100) -> list[tuple[logs.RedactionEntry, str]]:
        """The latest redactions of both files: types and places, never the text."""
        found: list[tuple[logs.RedactionEntry, str]] = []
        for store in self._shelves:
            with store.reading() as connection:
                found.extend((one, store.origin) for one in logs.redactions(connection, limit))
        return sorted(found, key=lambda pair: pair[0].at, reverse=True)[:limit]

    def store_anyway(self, seq: int, actor: Actor = PERSON, *, origin: str = PROJECT) -> WriteResult:
        """A refused write after all, because a person says so."""
        store = self._shelves.named(origin)
        with store.reading() as connection:
            refused = logs.refused_one(connection, seq)
        if refused.resolved_as:
            raise NotAllowed(f"Number {seq} was stored already, as {refused.resolved_as[-6:]}.")
        if not refused.can_store_anyway:
            raise NotAllowed(f"Number {seq} cannot be stored as it is: {refused.reason}", "Write it anew, corrected.")
        fields: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in refused.request.items()
        }
        request = WriteRequest(**{**fields, "anyway": True})
        with store.act("store anyway", actor) as act:
            result = self._gates[origin].pass_one(act, request)
            if result.memory is not None:
                logs.resolve_refused(act.connection, seq, result.memory.id)
        return result
