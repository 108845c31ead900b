"""A write on its way through the gate, and the refusal that may end it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ademem_tui.engine.model import Actor, Memory, Redaction, WriteRequest


class Refusal(Exception):
    """A step said no: a code for programs, a sentence for people, and whether a person may insist."""

    def __init__(self, code: str, reason: str, *, can_store_anyway: bool = False) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.can_store_anyway = can_store_anyway


@dataclass(frozen=True, slots=True)
class Rules:
    """What the project's settings say about writing."""

    strict: bool = True
    session_limit: int = 50
    trust_level: int = 1


@dataclass(slots=True)
class Proposal:
    """What is known of a write so far; each step reads and refines it."""

    request: WriteRequest
    actor: Actor
    now: str
    rules: Rules
    values: dict[str, Any] = field(default_factory=dict)
    """The row it would become, by column."""
    redactions: list[Redaction] = field(default_factory=list)
    alike: list[Memory] = field(default_factory=list)
    """Memories, live or archived, that say nearly the same."""
    duplicate: Memory | None = None
    related: list[Memory] = field(default_factory=list)
    """Close in words but another fact."""
    notes: list[str] = field(default_factory=list)

    @property
    def by_person(self) -> bool:
        """Whether a person writes."""
        return self.actor.kind == "person"

    @property
    def insists(self) -> bool:
        """A person said: store it anyway."""
        return self.request.anyway and self.by_person
