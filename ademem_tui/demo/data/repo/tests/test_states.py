from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from harbor.tracking.eta import estimate
from harbor.tracking.states import (
    ALLOWED,
    TERMINAL,
    Event,
    IllegalTransition,
    Snapshot,
    State,
    advance,
)

Make = Callable[..., Event]


def test_every_state_has_a_row() -> None:
    assert set(ALLOWED) == set(State)
    assert {state for state, after in ALLOWED.items() if not after} == TERMINAL


def test_late_event_changes_nothing(noon: datetime, event: Make) -> None:
    now = Snapshot(State.OUT_FOR_DELIVERY, noon)
    assert advance(now, event(State.IN_TRANSIT, minutes=-5)) is now


def test_same_state_moves_only_the_time(noon: datetime, event: Make) -> None:
    after = advance(Snapshot(State.IN_TRANSIT, noon), event(State.IN_TRANSIT, minutes=9))
    assert after.state is State.IN_TRANSIT
    assert after.as_of > noon


def test_delivered_is_final(noon: datetime, event: Make) -> None:
    with pytest.raises(IllegalTransition):
        advance(Snapshot(State.DELIVERED, noon), event(State.IN_TRANSIT, minutes=1))


def test_lost_parcel_may_turn_up(noon: datetime, event: Make) -> None:
    after = advance(Snapshot(State.LOST, noon), event(State.IN_TRANSIT, minutes=1))
    assert after.state is State.IN_TRANSIT


@pytest.mark.parametrize("state", [State.CREATED, State.LOST, State.DELIVERED])
def test_no_promise_without_movement(state: State, noon: datetime) -> None:
    assert estimate("kestrel", state, noon) is None


def test_cutoff_is_local_time(noon: datetime) -> None:
    # Noon UTC on a Wednesday is 12:00 in Lisbon: the day of Kestrel is over.
    window = estimate("kestrel", State.ACCEPTED, noon)
    assert window is not None
    assert [day.day for day in window] == [10, 16]
