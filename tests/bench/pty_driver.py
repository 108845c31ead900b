"""A person at a real terminal: starts a program in a pseudo-terminal, types, resizes, and sees what is on the screen."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType

from rich.cells import cell_len

PATIENCE = 60.0
"""Seconds until something that should come is given up."""
FRAME_END = b"\x1b[?2026l"
"""Comes after every frame, since the terminal says that it understands it."""
AT_POWER_ON = frozenset({7, 25})
"""The private modes a terminal has before anybody asks for one: lines wrap, the cursor shows."""
ALTERNATE = 1049

_ASKS_FOR_FRAMES = b"\x1b[?2026$p"
_UNDERSTANDS_FRAMES = b"\x1b[?2026;2$y"
_SHELL = 'exec "$@" <"$0" >"$0" 2>&1'
"""A session without a terminal takes the first one it opens; so signals of the terminal arrive as they do at a desk."""
_PIECE = re.compile(
    r"\x1b\[(?P<given>[0-?]*)[ -/]*(?P<final>[@-~])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[^\[\]]|[\r\n]|[^\x1b\r\n]+"
)
_UNFINISHED = re.compile(r"\x1b(?:\[[0-?]*[ -/]*|\][^\x07\x1b]*\x1b?)?$")


class Picture:
    """What a terminal shows and which of its modes are on; knows as much as a full-screen program uses."""

    def __init__(self, width: int, height: int) -> None:
        self.modes: set[int] = set(AT_POWER_ON)
        self.keyboard_levels = 0
        """How often an extended keyboard was asked for and not given back."""
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._rest = ""
        self._aside: list[list[str]] = []
        self.resize(width, height)

    def resize(self, width: int, height: int) -> None:
        """Another size; a full-screen program paints anew."""
        self._width, self._height = width, height
        self._wipe()

    @property
    def text(self) -> str:
        """The lines as they stand there."""
        return "\n".join("".join(line).rstrip() for line in self._lines)

    def feed(self, data: bytes) -> None:
        """What the program wrote."""
        text = self._rest + self._decode(data)
        cut = _UNFINISHED.search(text)
        self._rest = text[cut.start() :] if cut else ""
        for piece in _PIECE.finditer(text[: cut.start()] if cut else text):
            if piece["final"]:
                self._obey(piece["final"], piece["given"])
            elif piece[0] == "\r":
                self._x = 0
            elif piece[0] == "\n":
                self._y += 1
            elif not piece[0].startswith("\x1b"):
                self._write(piece[0])

    def _wipe(self) -> None:
        self._lines = [[" "] * self._width for _ in range(self._height)]
        self._x = self._y = 0

    def _write(self, text: str) -> None:
        for sign in text:
            cells = cell_len(sign)
            if 0 <= self._y < self._height and self._x + cells <= self._width:
                if cells:
                    self._lines[self._y][self._x : self._x + cells] = [sign] + [""] * (cells - 1)
                elif self._x:
                    self._lines[self._y][self._x - 1] += sign
            self._x += cells

    def _obey(self, final: str, given: str) -> None:
        if final in "hl" and given.startswith("?"):
            for mode in map(int, given[1:].split(";")):
                self._switch(mode, final == "h")
        elif final == "u":
            self.keyboard_levels += {">": 1, "<": -1}.get(given[:1], 0)
        elif final in "Hf":
            row, _, column = given.partition(";")
            self._y, self._x = int(row or 1) - 1, int(column or 1) - 1
        elif final == "J" and given in ("2", "3"):
            self._wipe()

    def _switch(self, mode: int, on: bool) -> None:
        (self.modes.add if on else self.modes.discard)(mode)
        if mode == ALTERNATE and on:
            self._aside = self._lines
            self._wipe()
        elif mode == ALTERNATE and self._aside:
            self._lines, self._aside = self._aside, []
            self._x = self._y = 0


class Terminal:
    """One program in one pseudo-terminal."""

    def __init__(
        self,
        command: Sequence[str],
        env: Mapping[str, str],
        size: tuple[int, int] = (120, 36),
        cwd: str | None = None,
    ) -> None:
        self.picture = Picture(*size)
        self.output = bytearray()
        self._master, self._slave = pty.openpty()
        self._set_size(size)
        self.settings_before = termios.tcgetattr(self._slave)
        self.process = subprocess.Popen(
            ["/bin/sh", "-c", _SHELL, os.ttyname(self._slave), *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=dict(env),
            cwd=cwd,
            start_new_session=True,
        )

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.hang_up()
        if self._slave >= 0:
            os.close(self._slave)
            self._slave = -1

    @property
    def settings(self) -> list[object]:
        """How the line is set now: echo, signals, flow."""
        return termios.tcgetattr(self._slave)

    def send(self, keys: str) -> None:
        """Type."""
        os.write(self._master, keys.encode())

    def resize(self, width: int, height: int) -> None:
        """Another window size; the program is told by a signal of the terminal."""
        self.picture.resize(width, height)
        self._set_size((width, height))

    def signal(self, number: signal.Signals) -> None:
        """Send the program a signal."""
        self.process.send_signal(number)

    def hang_up(self) -> None:
        """The window is closed."""
        if self._master >= 0:
            os.close(self._master)
            self._master = -1

    def read(self, seconds: float) -> bytes:
        """What comes within so many seconds, as soon as anything comes; b'' if nothing does."""
        if not select.select([self._master], [], [], max(0.0, seconds))[0]:
            return b""
        data = os.read(self._master, 65_536)
        if _ASKS_FOR_FRAMES in data:
            os.write(self._master, _UNDERSTANDS_FRAMES)
        self.output += data
        self.picture.feed(data)
        return data

    def wait_until(self, seen: Callable[[], bool], what: str, patience: float = PATIENCE) -> None:
        """Read until something is so."""
        end = time.monotonic() + patience
        while not seen():
            if not self.read(min(0.05, end - time.monotonic())) and time.monotonic() >= end:
                raise TimeoutError(f"{what} did not come in {patience:.0f} s. On the screen:\n{self.picture.text}")

    def wait_for(self, text: str, patience: float = PATIENCE) -> None:
        """Read until a text stands on the screen."""
        self.wait_until(lambda: text in self.picture.text, repr(text), patience)

    def wait_for_frame(self, patience: float = PATIENCE) -> None:
        """Read until a frame that starts from now on is painted."""
        seen = len(self.output)
        self.wait_until(lambda: FRAME_END in self.output[seen:], "a frame", patience)

    def wait_for_quiet(self, seconds: float, patience: float = PATIENCE) -> None:
        """Read until nothing has come for so long."""
        end = time.monotonic() + patience
        while self.read(seconds) and time.monotonic() < end:
            continue

    def wait_for_exit(self, patience: float = PATIENCE) -> int:
        """Read until the program is gone; its exit code, negative where a signal ended it."""
        self.wait_until(lambda: self.process.poll() is not None, "the end", patience)
        while self.read(0):
            continue
        return self.process.returncode

    def cpu_seconds(self) -> float:
        """Processor time of the program so far, all its threads together."""
        return time.clock_gettime((~self.process.pid << 3) | 2)

    def own_bytes(self) -> int:
        """Memory the program holds for itself; pages of files that it looks into are not counted."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as stream:
            found = re.search(r"RssAnon:\s+(\d+) kB", stream.read())
        assert found is not None
        return int(found[1]) * 1024

    def _set_size(self, size: tuple[int, int]) -> None:
        width, height = size
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))


def clean_environment(home: str, base: Mapping[str, str] | None = None) -> dict[str, str]:
    """What a program gets that is started as a person starts it, with all its own files below a folder."""
    kept = dict(os.environ if base is None else base)
    for name in list(kept):
        if name.startswith(("ADEMEM_", "TEXTUAL", "PYTHON", "COV_")) or name in ("NO_COLOR", "LINES", "COLUMNS"):
            del kept[name]
    return {**kept, "ADEMEM_HOME": home, "TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
