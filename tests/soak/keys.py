"""A hand that knows nothing presses keys on the demo: the app never falls over, and the memory stays sound."""

from __future__ import annotations

import asyncio
import os
import random
import sys
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from textual import events
from textual.widgets import Input, TextArea

from ademem_tui.app.actions import ACTIONS
from ademem_tui.app.app import AdememApp
from ademem_tui.demo.project import DEMO_NOW, build, demo_paths
from ademem_tui.engine.clock import FixedClock
from ademem_tui.engine.config import Config
from ademem_tui.engine.engine import Engine
from ademem_tui.engine.paths import Paths
from ademem_tui.engine.store import guard
from ademem_tui.engine.store.fulltext import disagreement

SIZES = ((120, 36), (80, 24), (60, 20), (200, 60))
NEVER = ("ctrl+q", "ctrl+z")
"""Leaving is done once, at the end."""
REGISTRY = tuple(key for action in ACTIONS for key in action.keys.split(",") if key not in NEVER)
MOVES = ("up", "down", "left", "right", "pageup", "pagedown", "home", "end", "shift+down", "shift+up")
ANSWERS = ("enter", "escape", "tab", "shift+tab", "space", "backspace", "delete")
LETTERS = tuple("abcdefghijklmnopqrstuvwxyzGJPRTYZ")
DIGITS = tuple("0123456789")
CONTROLS = tuple(f"ctrl+{letter}" for letter in "abcdefghijklmnoprstuvwxy")
GROUPS = (REGISTRY, MOVES, ANSWERS, LETTERS, DIGITS, CONTROLS)
WEIGHTS = (40, 18, 18, 10, 7, 7)
"""How often of a hundred times a key comes from each group."""
WAITED_FOR = 0.2
"""The share of keys whose effect is waited for; the others come as fast as a key that is held down."""
A_MOMENT = 0.004
LEADS_OUT = ("slash", "full_stop", "tilde")
"""Not typed into a field: a file is exported to the path that stands there, which stays inside the demo."""
REST = 0.06
"""Seconds of a rest, as long as the app's own timers wait."""
REMEMBERED = 40


class Report(NamedTuple):
    """What a walk showed."""

    keys: int
    quits: int
    """How often the keys asked to leave."""
    wounds: list[str]
    """What broke; empty where all is well."""


class WalkedApp(AdememApp):
    """Stays open whatever is pressed, lets the editor really run, and hides no failure of its workers."""

    def __init__(self, paths: Paths, clock: FixedClock) -> None:
        config = Config.of()
        super().__init__(paths, config, lambda: Engine(paths, config, clock=clock))
        self.quits = 0
        self.is_over = False
        self.animation_level = "none"

    async def action_quit(self) -> None:
        """Only the end of the walk leaves."""
        if self.is_over:
            await super().action_quit()
        else:
            self.quits += 1

    @contextmanager
    def suspend(self) -> Iterator[None]:
        """There is no terminal to step aside from."""
        yield


def run(keys: int, seed: int) -> Report:
    """Walk over a fresh demo, leave, and look at what is left of it."""
    with tempfile.TemporaryDirectory(prefix="ademem-walk-") as folder, _own_editor(), _loud_workers():
        home = os.path.join(folder, "home")
        paths = demo_paths(build(os.path.join(folder, "harbor"), home), home)
        clock = FixedClock(DEMO_NOW, step_ms=20)
        app = WalkedApp(paths, clock)
        wounds = asyncio.run(_walk(app, keys, random.Random(seed)))
        return Report(keys, app.quits, [f"seed {seed}: {wound}" for wound in (*wounds, *unsound(paths, clock))])


async def _walk(app: WalkedApp, keys: int, source: random.Random) -> list[str]:
    wounds: list[str] = []
    pressed: list[str] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, told: wounds.append(_account(told)))
    guard.forbid_this_thread()
    try:
        async with app.run_test(size=source.choice(SIZES)) as pilot:
            await pilot.pause(REST)
            while len(pressed) < keys and app.is_running and app._exception is None:
                chance = source.random()
                key = source.choice(source.choices(GROUPS, WEIGHTS)[0])
                if key in LEADS_OUT:
                    await pilot.pause()
                    key = "escape" if isinstance(app.focused, Input | TextArea) else key
                pressed.append(key)
                if chance < WAITED_FOR or key in LEADS_OUT:
                    await pilot.press(key)
                else:
                    await _press_quickly(app, key)
                if chance < 0.1:
                    await pilot.pause(REST)
                if chance < 0.005:
                    await pilot.resize_terminal(*source.choice(SIZES))
            if app._exception is None and app.is_running:
                app.is_over = True
                await app.action_quit()
    except Exception as error:
        wounds.append(_account({"exception": error}))
    finally:
        guard.allow_this_thread()
    if len(pressed) < keys and not wounds:
        wounds.append(f"the app was gone: {app.return_code}")
    if app._runner is not None:
        wounds += [
            f"job {record.title}: {record.trace}"
            for record in app._runner.records
            if record.state == "failed" and record.message.startswith(f"{record.title} failed:")
        ]
    last = " ".join(pressed[-REMEMBERED:])
    return [f"{wound}\nafter {len(pressed)} keys, the last of them: {last}" for wound in wounds]


async def _press_quickly(app: WalkedApp, key: str) -> None:
    """As a terminal tells a key, without a look at what the one before it did."""
    event = events.Key(key, " " if key == "space" else key if len(key) == 1 else None)
    event.set_sender(app)
    app.post_message(event)
    await asyncio.sleep(A_MOMENT)


def unsound(paths: Paths, clock: FixedClock) -> list[str]:
    """What is wrong with the files: pages, indexes, and everything the doctor looks at."""
    found: list[str] = []
    with Engine(paths, Config.of(), clock=clock) as engine:
        for store in engine.shelves:
            if not store.exists():
                continue
            with store.database.transaction() as connection:
                lines = [str(row[0]) for row in connection.execute("PRAGMA integrity_check")]
                words = disagreement(connection)
            found += [f"{store.origin}: {line}" for line in (*lines, words) if line not in ("ok", "")]
        found += [f"doctor: {check.name}: {check.detail}" for check in engine.maintenance.doctor().failed]
    return found


def _account(told: dict[str, Any]) -> str:
    """A failure with its trace, as the event loop tells it."""
    import traceback

    error = told.get("exception")
    return "".join(traceback.format_exception(error)) if error else str(told.get("message", ""))


@contextmanager
def _own_editor() -> Iterator[None]:
    """An editor that opens nothing and changes nothing."""
    before = {name: os.environ.pop(name, None) for name in ("VISUAL", "EDITOR", "NO_COLOR")}
    os.environ["EDITOR"] = "/bin/true"
    try:
        yield
    finally:
        del os.environ["EDITOR"]
        os.environ.update({name: value for name, value in before.items() if value is not None})


@contextmanager
def _loud_workers() -> Iterator[None]:
    """The app lets a failed worker go; here its failure ends the walk."""
    from textual.dom import DOMNode

    quiet = DOMNode.run_worker

    def loud(self: DOMNode, *words: Any, **options: Any) -> Any:
        return quiet(self, *words, **{**options, "exit_on_error": True})

    DOMNode.run_worker = loud  # type: ignore[method-assign]
    try:
        yield
    finally:
        DOMNode.run_worker = quiet  # type: ignore[method-assign]


if __name__ == "__main__":
    warnings.simplefilter("error")
    report = run(int(sys.argv[1]), int(sys.argv[2]))
    print(report.keys, report.quits, len(report.wounds))
    sys.exit("\n\n".join(report.wounds) or None)
