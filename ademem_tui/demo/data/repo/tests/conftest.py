"""Shared values for the tests: one instant, and a maker of events."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest

from harbor.config import settings
from harbor.tracking.states import Event, State

NOON = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)


@pytest.fixture
def noon() -> datetime:
    return NOON


@pytest.fixture
def event() -> Callable[..., Event]:
    """Make an event some minutes after noon."""

    def make(state: State, minutes: int = 0) -> Event:
        at = NOON + timedelta(minutes=minutes)
        return Event("swiftline", f"u{minutes}", "HB000000017", state, at)

    return make


@pytest.fixture(autouse=True)
def fresh_settings() -> Iterator[None]:
    settings.cache_clear()
    yield
    settings.cache_clear()
