"""`make screenshots`: runs commands on the demo in a real pseudo-terminal and draws what they print."""

from __future__ import annotations

import os
import pty
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

FOLDER = Path(__file__).resolve().parents[2] / "screenshots"
WIDTH, HEIGHT = 112, 34
PICTURES = {
    "list": "list -n 14",
    "show": "show {pinned}",
    "search": "search 'webhook signature' -n 6",
    "status": "status",
}


def printed(command: list[str], home: str, project: str) -> str:
    """What a command prints on a terminal of a fixed size."""
    outside, inside = pty.openpty()
    import fcntl
    import struct
    import termios

    fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", HEIGHT, WIDTH, 0, 0))
    child = os.fork()
    if child == 0:
        os.close(outside)
        for stream in (0, 1, 2):
            os.dup2(inside, stream)
        environment = {
            **os.environ,
            "ADEMEM_HOME": home,
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "COLUMNS": str(WIDTH),
            "ADEMEM_NOW": "2026-11-02T09:00:00Z",
        }
        os.chdir(project)
        os.execve(command[0], command, environment)
    os.close(inside)
    pieces = []
    while True:
        try:
            piece = os.read(outside, 65536)
        except OSError:
            break
        if not piece:
            break
        pieces.append(piece)
    os.waitpid(child, 0)
    os.close(outside)
    return b"".join(pieces).decode().replace("\r\n", "\n")


def main() -> None:
    """Draw every picture anew."""
    import shlex

    from ademem_tui.demo.project import build
    from ademem_tui.engine.engine import Engine
    from ademem_tui.engine.model import Filter
    from ademem_tui.engine.paths import paths_for

    FOLDER.mkdir(exist_ok=True)
    ademem = os.path.join(os.path.dirname(sys.executable), "ademem")
    with tempfile.TemporaryDirectory() as scratch:
        home = os.path.join(scratch, "home")
        project = build(os.path.join(scratch, "harbor"), home)
        with Engine(paths_for(project, {"ADEMEM_HOME": home})) as engine:
            pinned = (
                engine.memories.page(Filter(pinned=True, categories=("procedure", "convention"))).entries[0].line.id
            )
        for name, words in PICTURES.items():
            text = printed([ademem, *shlex.split(words.format(pinned=pinned[-6:]))], home, project)
            console = Console(record=True, width=WIDTH, file=open(os.devnull, "w"), force_terminal=True)  # noqa: SIM115
            console.print(Text.from_ansi(f"$ ademem {words.format(pinned=pinned[-6:])}\n" + text))
            console.save_svg(str(FOLDER / f"{name}.svg"), title="ademem", unique_id=f"ademem-{name}")
            print(FOLDER.name + f"/{name}.svg")


if __name__ == "__main__":
    main()
