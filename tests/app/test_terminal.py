"""The app in a real pseudo-terminal: from start to every kind of end, and beside others."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.bench.pty_driver import AT_POWER_ON, PATIENCE, Terminal, clean_environment

ADEMEM = os.path.join(os.path.dirname(sys.executable), "ademem")
ASKED_FOR = {1049, 1000, 1003, 1006, 2004}
"""Alternate screen, three kinds of mouse reports, pasting as one piece."""
SMALLEST, LARGEST = (60, 20), (250, 70)
MODE = re.compile(rb"\x1b\[\?\d+[hl]")

Open = Callable[..., Terminal]


class Desk:
    """A project, a home, and everything one starts on them."""

    def __init__(self, project: Path, home: Path) -> None:
        self.project, self.home = project, home
        self.environment = clean_environment(str(home))
        self.terminals: list[Terminal] = []

    def open(self, *words: str, size: tuple[int, int] = (120, 36)) -> Terminal:
        """The app in a terminal of its own; without words: on the project."""
        command = [ADEMEM, *(words or ("--project", str(self.project)))]
        terminal = Terminal(command, self.environment, size, str(self.project))
        self.terminals.append(terminal)
        return terminal

    def run(self, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """A command without a terminal."""
        return subprocess.run(
            [ADEMEM, *words],
            cwd=self.project,
            env={**self.environment, **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )

    def answer(self, *words: str) -> Any:
        """What a command says in JSON."""
        done = self.run(*words, "--json")
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def view(self) -> dict[str, Any]:
        """The view that was kept for the next start."""
        (file,) = self.home.rglob("views/*.json")
        kept: dict[str, Any] = json.loads(file.read_text())
        return kept


@pytest.fixture
def desk(built_demo: Path, tmp_path: Path) -> Iterator[Desk]:
    """A private copy of the demo project; what was started on it is ended."""
    copy = tmp_path / "desk"
    shutil.copytree(built_demo, copy)
    made = Desk(copy / "harbor", copy / "home")
    yield made
    for terminal in made.terminals:
        terminal.__exit__(None, None, None)


def wait_for_dashboard(terminal: Terminal) -> None:
    terminal.wait_for("Needs attention")
    terminal.wait_for("Health")


def wait_for_browser(terminal: Terminal) -> None:
    terminal.wait_for("by updated")
    terminal.wait_for("Confidence")
    terminal.wait_for_quiet(0.4)


def assert_left_as_it_was(terminal: Terminal) -> None:
    """Nothing is left switched on, nothing is left on the screen, and the line is set as before."""
    assert terminal.picture.modes == AT_POWER_ON
    assert terminal.picture.keyboard_levels == 0
    assert terminal.picture.text.strip() == ""
    assert terminal.settings == terminal.settings_before
    assert b"Traceback" not in terminal.output
    _, _, after = bytes(terminal.output).rpartition(b"\x1b[?1049l")
    assert MODE.sub(b"", after) == b""


def assert_sound(desk: Desk) -> None:
    """The store passes its examination and nothing was written into the log of failures."""
    assert desk.run("backup").returncode == 0
    examined = desk.run("doctor")
    assert examined.returncode == 0, examined.stdout
    assert not list(desk.home.rglob("ademem.log"))


def test_a_session_of_the_demo_from_start_to_quit(desk: Desk) -> None:
    terminal = desk.open("demo")
    wait_for_dashboard(terminal)
    assert terminal.picture.modes >= ASKED_FOR
    assert 25 not in terminal.picture.modes
    terminal.send("3")
    wait_for_browser(terminal)
    terminal.send("9")
    terminal.wait_for("Backups")
    terminal.send("?")
    terminal.wait_for("Everywhere")
    terminal.send("\x1b")
    terminal.wait_until(lambda: "Everywhere" not in terminal.picture.text, "the end of the help")
    terminal.send("1")
    wait_for_dashboard(terminal)
    terminal.send("3")
    wait_for_browser(terminal)
    terminal.send("q")
    wait_for_dashboard(terminal)
    terminal.send("q")
    assert terminal.wait_for_exit() == 0
    assert_left_as_it_was(terminal)


def test_quitting_at_once_is_as_clean(desk: Desk) -> None:
    terminal = desk.open()
    terminal.wait_until(lambda: 2004 in terminal.picture.modes, "the last mode that is asked for")
    terminal.send("\x11\x11")
    assert terminal.wait_for_exit() == 0
    assert_left_as_it_was(terminal)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT], ids=lambda number: number.name)
def test_a_signal_ends_it_like_a_key(desk: Desk, number: signal.Signals) -> None:
    terminal = desk.open()
    wait_for_dashboard(terminal)
    terminal.send("3")
    wait_for_browser(terminal)
    terminal.send("/")
    terminal.wait_for_quiet(0.4)
    terminal.send("gotcha")
    terminal.wait_for("found")
    terminal.signal(number)
    assert terminal.wait_for_exit() == 0
    assert_left_as_it_was(terminal)
    assert (desk.view()["screen"], desk.view()["filter"]) == ("browser", "gotcha")
    assert_sound(desk)


def test_signals_during_the_start_and_several_at_once(desk: Desk) -> None:
    terminal = desk.open()
    terminal.wait_until(lambda: 1049 in terminal.picture.modes, "the alternate screen")
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
        terminal.signal(number)
    assert terminal.wait_for_exit() == 0
    assert_left_as_it_was(terminal)
    assert_sound(desk)


def test_closing_the_window_ends_it_and_keeps_the_view(desk: Desk) -> None:
    terminal = desk.open()
    wait_for_dashboard(terminal)
    terminal.send("3")
    wait_for_browser(terminal)
    terminal.send("p")
    terminal.wait_for("z undo")
    terminal.hang_up()
    assert terminal.process.wait(PATIENCE) == 0
    assert desk.view()["screen"] == "browser"
    assert_sound(desk)


def test_a_storm_of_resizes(desk: Desk) -> None:
    source = random.Random(5)
    terminal = desk.open(size=LARGEST)
    wait_for_dashboard(terminal)
    for keys in ("3", "9", "?", "\x1b", "\x10", "\x1b"):
        terminal.send(keys)
        for _ in range(12):
            width = source.randint(SMALLEST[0], LARGEST[0])
            terminal.resize(width, source.randint(SMALLEST[1], LARGEST[1]))
            terminal.read(0.01)
        terminal.wait_for_quiet(0.4)
    terminal.send("3")
    for size in (SMALLEST, LARGEST, (100, 30)):
        terminal.resize(*size)
        terminal.wait_until(
            lambda: "by updated" in terminal.picture.text and "Edit" in terminal.picture.text.splitlines()[-1],
            f"the browser at {size}",
        )
        assert terminal.picture.text.startswith(" ademem ")
    terminal.send("q")
    wait_for_dashboard(terminal)
    terminal.send("q")
    assert terminal.wait_for_exit() == 0
    assert_left_as_it_was(terminal)
    assert_sound(desk)


def test_without_a_terminal_the_status_and_the_command(desk: Desk) -> None:
    for environment in ({}, {"TERM": "dumb"}):
        done = desk.run("--project", str(desk.project), **environment)
        assert done.returncode == 0
        assert "memories" in done.stdout.lower()
        assert f"ademem --project {desk.project}" in done.stdout
        assert "\x1b" not in done.stdout + done.stderr


def test_two_apps_and_a_command_see_each_other(desk: Desk) -> None:
    one, other = desk.open(), desk.open(size=(140, 40))
    for terminal in (one, other):
        wait_for_dashboard(terminal)
        terminal.send("3")
        wait_for_browser(terminal)
    desk.answer("remember", "Zanzibar is where the lighthouse keys are kept", "--category", "fact")
    for terminal in (one, other):
        terminal.wait_for("Zanzibar is")
        terminal.wait_for("changed by another process")
    one.send("g")
    one.wait_for("kept")
    one.send("d")
    for terminal in (one, other):
        terminal.wait_until(lambda: "Zanzibar is where" not in terminal.picture.text, "the archived row to go")  # noqa: B023
    pinned = len(desk.answer("list", "--pinned")["items"])
    other.send("g")
    other.wait_for_quiet(0.3)
    other.send("p")
    other.wait_for("z undo")
    one.wait_until(lambda: f"Pinned {pinned + 1}" in " ".join(one.picture.text.split()), "one more that is pinned")
    assert len(desk.answer("list", "--pinned")["items"]) == pinned + 1
    for terminal in (one, other):
        terminal.send("q")
        wait_for_dashboard(terminal)
        terminal.send("q")
        assert terminal.wait_for_exit() == 0
        assert_left_as_it_was(terminal)
    assert_sound(desk)
