"""The terminal app: screens over the engine. Nothing in here speaks SQL or waits for the disk on the event loop."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ademem_tui.engine.paths import Paths


def run(paths: Paths) -> int:
    """Open the app on a project; returns what the process exits with."""
    from ademem_tui.app.app import AdememApp
    from ademem_tui.engine.config import load_config

    app = AdememApp(paths, load_config(paths))
    app.run()
    return app.return_code or 0
