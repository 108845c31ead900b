"""`ademem` alone: the app where it can be shown, else the status as text and how to open it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ademem_tui.cli.call import is_terminal

if TYPE_CHECKING:
    from collections.abc import Callable

    from ademem_tui.cli.call import Call
    from ademem_tui.cli.output.page import Page
    from ademem_tui.engine.paths import Paths


def open_or_say(call: Call) -> int:
    """Open the app on a terminal; a terminal that is not there gets text, and nothing fails."""
    run = _app() if not call.json and is_terminal(sys.stdin) and is_terminal(sys.stdout) else None
    if run is not None:
        return run(call.paths)
    from ademem_tui.cli.status import show_status, status_of

    document = status_of(call)
    command = _command(call)
    document["open_with"] = command

    def show(page: Page) -> None:
        show_status(page, document)
        page.say(f"To open the app, run in a terminal: {command}")

    call.answer(document, show)
    return 0


def _app() -> Callable[[Paths], int] | None:
    """What opens the app, where there is one."""
    from importlib import import_module
    from importlib.util import find_spec

    if find_spec("ademem_tui.app") is None:
        return None
    found: Callable[[Paths], int] | None = getattr(import_module("ademem_tui.app"), "run", None)
    return found


def _command(call: Call) -> str:
    if call.project is None:
        return "ademem"
    import shlex

    return f"ademem --project {shlex.quote(call.paths.root)}"
