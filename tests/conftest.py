"""What every test stands on: a project in a temporary folder, a clock that stands still, ids that repeat."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from ademem_tui.engine.clock import FixedClock, IdSource
from ademem_tui.engine.engine import Engine
from ademem_tui.engine.paths import paths_for

settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
settings.load_profile("default")

START = "2026-03-01T12:00:00.000Z"


@pytest.fixture(autouse=True)
def no_settings_of_the_developer(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Nothing of this machine's user reaches a test."""
    for name in list(os.environ):
        if name.startswith("ADEMEM_") or name in ("NO_COLOR", "TERM", "VISUAL", "EDITOR"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("ADEMEM_HOME", str(tmp_path_factory.mktemp("home")))
    monkeypatch.setenv("TZ", "UTC")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """An empty folder to be a project."""
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


@pytest.fixture
def clock() -> FixedClock:
    """A clock that moves a second with each reading."""
    return FixedClock(START, step_ms=1000)


@pytest.fixture
def open_engine(project: Path, clock: FixedClock) -> Iterator[Callable[[], Engine]]:
    """Opens engines on the project; they are closed at the end."""
    opened: list[Engine] = []
    source = random.Random(7)

    def make() -> Engine:
        engine = Engine(paths_for(project), clock=clock, ids=IdSource(clock, source.getrandbits))
        opened.append(engine)
        return engine

    yield make
    for engine in opened:
        engine.close()


@pytest.fixture
def engine(open_engine: Callable[[], Engine]) -> Engine:
    """One engine on the project."""
    return open_engine()
