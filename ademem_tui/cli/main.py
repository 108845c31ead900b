"""The entry points, `ademem` and `ademem-tui`. Nothing is imported before the process is made for a short life."""

from __future__ import annotations

import gc
import os
import sys
from typing import NoReturn

RARELY = 50_000
"""New objects between two collections: importing and one answer make fewer, and almost none of them is garbage."""


def main() -> NoReturn:
    """`ademem`: run what was typed and leave."""
    gc.set_threshold(RARELY)
    from ademem_tui.cli.group import cli

    leave(cli.main(standalone_mode=False))


def open_app() -> NoReturn:
    """`ademem-tui`: the app, with the same options."""
    main()


def leave(code: int) -> NoReturn:
    """End at once: everything is closed and told by now, and taking the interpreter apart costs more than an answer."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            code = code or 1
    os._exit(code)
