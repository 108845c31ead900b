"""The app on a private copy of the demo, or on an empty project, with a clock that stands still."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from ademem_tui.app.app import AdememApp
from ademem_tui.demo.project import DEMO_NOW, build, demo_paths
from ademem_tui.engine.clock import FixedClock
from ademem_tui.engine.config import Config
from ademem_tui.engine.engine import Engine
from ademem_tui.engine.paths import Paths, paths_for
from ademem_tui.engine.store import guard

Settle = Callable[[Pilot[Any]], Any]


@pytest.fixture(scope="session")
def built_demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo, made once."""
    folder = tmp_path_factory.mktemp("demo")
    build(str(folder / "harbor"), str(folder / "home"))
    return folder


def make_app(paths: Paths) -> AdememApp:
    """An app whose clock stands at the demo's now."""
    config = Config.of()
    return AdememApp(paths, config, lambda: Engine(paths, config, clock=FixedClock(DEMO_NOW)))


@pytest.fixture
def demo_app(built_demo: Path, tmp_path: Path) -> Callable[[], AdememApp]:
    """Makes apps on a private copy of the demo."""
    copy = tmp_path / "copy"
    shutil.copytree(built_demo, copy)

    def make() -> AdememApp:
        return make_app(demo_paths(str(copy / "harbor"), str(copy / "home")))

    return make


@pytest.fixture
def empty_app(tmp_path: Path) -> Callable[[], AdememApp]:
    """Makes apps on a project without a memory."""
    (tmp_path / "empty").mkdir(exist_ok=True)

    def make() -> AdememApp:
        return make_app(paths_for(tmp_path / "empty", {"ADEMEM_HOME": str(tmp_path / "home")}))

    return make


@pytest.fixture
def settle() -> Settle:
    """Waits until nothing is going on any more."""

    async def wait(pilot: Pilot[Any]) -> None:
        for _ in range(4):
            await pilot.pause()
            await pilot.app.workers.wait_for_complete()
        await pilot.pause()

    return wait


@pytest.fixture(autouse=True)
def engine_stays_off_the_event_loop() -> Iterator[None]:
    """A query on the thread that paints fails the test."""
    guard.forbid_this_thread()
    yield
    guard.allow_this_thread()
