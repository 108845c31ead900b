"""The life of a parcel as a transition table. Every change of state goes through `advance`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum


class State(StrEnum):
    CREATED = "created"
    ACCEPTED = "accepted"
    IN_TRANSIT = "in_transit"
    OUT_FOR_DELIVERY = "out_for_delivery"
    DELIVERED = "delivered"
    RETURNED = "returned"
    LOST = "lost"


TERMINAL = frozenset({State.DELIVERED, State.RETURNED})

_MOVING = frozenset({State.IN_TRANSIT, State.OUT_FOR_DELIVERY, State.DELIVERED})
ALLOWED: dict[State, frozenset[State]] = {
    State.CREATED: _MOVING | {State.ACCEPTED, State.LOST},
    State.ACCEPTED: _MOVING | {State.LOST, State.RETURNED},
    State.IN_TRANSIT: _MOVING | {State.LOST, State.RETURNED},
    State.OUT_FOR_DELIVERY: _MOVING | {State.LOST, State.RETURNED},
    # A lost parcel may turn up again, so LOST is not terminal.
    State.LOST: _MOVING | {State.RETURNED},
    State.DELIVERED: frozenset(),
    State.RETURNED: frozenset(),
}


class IllegalTransition(ValueError):
    """A carrier reported a state that cannot follow the present one."""

    def __init__(self, current: State, wanted: State) -> None:
        super().__init__(f"{wanted.value} cannot follow {current.value}")
        self.current = current
        self.wanted = wanted


@dataclass(frozen=True, slots=True)
class Event:
    carrier: str
    external_id: str | None
    tracking_no: str
    state: State
    at: datetime
    place: str = ""


@dataclass(frozen=True, slots=True)
class Snapshot:
    state: State
    as_of: datetime


def advance(current: Snapshot, event: Event) -> Snapshot:
    """The snapshot after an event; a late event is kept in the timeline but changes nothing."""
    if event.at.tzinfo is None:
        raise ValueError("event time has no timezone")
    if event.at < current.as_of:
        return current
    if event.state == current.state:
        return replace(current, as_of=event.at)
    if event.state not in ALLOWED[current.state]:
        raise IllegalTransition(current.state, event.state)
    return Snapshot(event.state, event.at)
