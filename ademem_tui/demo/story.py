"""What happened in the demo project: who wrote which memory when, and what became of it.

Everything goes through the engine as it does for people, agents and jobs; only clock and ids are set, so that
every machine gets the same rows.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from ademem_tui.demo.now import DEMO_NOW, Times
from ademem_tui.engine.clock import FixedClock
from ademem_tui.engine.engine import Engine
from ademem_tui.engine.errors import BadInput
from ademem_tui.engine.model import PERSON, Actor, WriteRequest, WriteResult

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")

_SEED = 2
_KINDS = {"agent": "agent", "runner": "job"}

Entry = dict[str, Any]


class Told(NamedTuple):
    """How the story came out."""

    ids: dict[str, str]
    """Memory by the key of its entry."""
    refused: list[WriteResult]


class _Event(NamedTuple):
    days_ago: float
    happen: Callable[[str], None]
    """Takes the moment at which it happens."""


def read_data(name: str) -> list[Entry]:
    """One of the JSON files that ship with the package."""
    with open(os.path.join(DATA, name), encoding="utf-8") as stream:
        found: list[Entry] = json.load(stream)
    return found


def tell(engine: Engine, clock: FixedClock, commits: Sequence[tuple[str, str]] = ()) -> Told:
    """Play everything in order of time, then leave the clock at the demo's now.

    `commits` are the moments and names of the repository's commits, oldest first: each memory notes the one it
    was written at.
    """
    story = _Story(engine, commits)
    events = [*story.memories(read_data("memories.json")), *story.refusals(read_data("refused.json"))]
    events.sort(key=lambda event: -event.days_ago)
    times = Times(_SEED)
    for event in events:
        moment = times.ago(event.days_ago)
        clock.set(moment)
        event.happen(moment)
    clock.set(DEMO_NOW)
    return Told(story.ids, story.refused)


class _Story:
    """Turns entries of the data into events on an engine."""

    def __init__(self, engine: Engine, commits: Sequence[tuple[str, str]]) -> None:
        self._engine = engine
        self._commits = commits
        self.ids: dict[str, str] = {}
        self.refused: list[WriteResult] = []

    def memories(self, entries: Iterable[Entry]) -> Iterable[_Event]:
        """Each entry is one write, which the gate takes as a new memory, and the acts on it."""
        for entry in entries:

            def write(moment: str, entry: Entry = entry) -> None:
                result = self._write(entry, moment)
                if result.memory is None or result.deduped:
                    raise BadInput(f"The demo's memory '{entry['key']}' is not taken as a new one: {result.reason}")
                self.ids[entry["key"]] = result.memory.id

            yield _Event(entry["days_ago"], write)
            for act in entry["acts"]:

                def do(moment: str, key: str = entry["key"], act: Entry = act) -> None:
                    self._act(self.ids[key], act)

                yield _Event(act["days_ago"], do)

    def refusals(self, entries: Iterable[Entry]) -> Iterable[_Event]:
        """Each entry is one write that the gate does not take."""
        for entry in entries:

            def write(moment: str, entry: Entry = entry) -> None:
                result = self._write(entry, moment)
                if result.accepted:
                    raise BadInput(f"The demo's write '{entry['key']}' is meant to be refused and was taken.")
                self.refused.append(result)

            yield _Event(entry["days_ago"], write)

    def _write(self, entry: Entry, moment: str) -> WriteResult:
        content = entry["content"]
        request = WriteRequest(
            # A text that holds a made-up secret comes in pieces, so that no scanner takes the data for a leak.
            content=content if isinstance(content, str) else "".join(content),
            category=entry["category"],
            scope=entry.get("scope", "project"),
            scope_owner_id=entry.get("owner"),
            source_type=entry["source"],
            importance=entry.get("importance"),
            confidence=entry.get("confidence"),
            tags=tuple(entry.get("tags", ())),
            related_files=tuple(entry.get("files", ())),
            related_modules=tuple(entry.get("modules", ())),
            branch=entry.get("branch"),
            commit_sha=self._commit_at(moment),
            session_id=entry.get("session"),
            payload=entry.get("payload"),
        )
        return self._engine.memories.write(request, actor_of(entry["by"]))

    def _commit_at(self, moment: str) -> str | None:
        return next((name for at, name in reversed(self._commits) if at <= moment), None)

    def _act(self, memory_id: str, act: Entry) -> None:
        acts = self._engine.acts
        actor = actor_of(act["by"])
        match act["act"]:
            case "accept":
                acts.accept([memory_id], actor)
            case "pin":
                acts.pin([memory_id], actor)
            case "verify":
                acts.verify([memory_id], actor)
            case "use":
                acts.use([memory_id], act["times"])
            case "flag":
                acts.flag([memory_id], act["reason"], actor)
            case "archive":
                acts.archive([memory_id], act["reason"], actor=actor)
            case "reject":
                acts.reject([memory_id], act["reason"], actor)
            case "delete":
                acts.delete([memory_id], actor)
            case "review":
                acts.mark_for_review([memory_id], act["reason"], actor)
            case "stale":
                acts.mark_stale([memory_id], act["reason"], actor)
            case "fade":
                acts.demote([memory_id], actor)
            case "supersede":
                acts.supersede(self.ids[act["target"]], memory_id, actor)
            case "relate":
                acts.relate(memory_id, act["type"], self.ids[act["target"]], actor)
            case "edit":
                self._engine.editing.edit([memory_id], {"content": act["content"]}, actor=actor)
            case other:
                raise BadInput(f"The demo knows no act '{other}'.")


def actor_of(who: str) -> Actor:
    """`user`, `agent:coder` or `runner:insights` as the one who acts."""
    return PERSON if who == PERSON.who else Actor(_KINDS[who.partition(":")[0]], who)
