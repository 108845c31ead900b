"""`make screenshots`: opens the app on the demo, goes to each screen and keeps what it shows."""

from __future__ import annotations

import asyncio
import os
import tempfile
from pathlib import Path

from ademem_tui.app.app import AdememApp
from ademem_tui.demo.project import DEMO_NOW, build, demo_paths
from ademem_tui.engine.clock import FixedClock
from ademem_tui.engine.config import Config
from ademem_tui.engine.engine import Engine
from ademem_tui.engine.paths import Paths

FOLDER = Path(__file__).resolve().parents[2] / "screenshots"
SIZE = (120, 36)
PICTURES: dict[str, tuple[str, list[str]]] = {
    "dashboard": ("dashboard", []),
    "browser": ("browser", ["j", "j"]),
    "detail": ("browser", ["j", "enter"]),
    "help": ("browser", ["question_mark"]),
    "teach": ("teach", list("Workers sleep 5 s when idle")),
    "maintenance": ("maintenance", []),
}


async def draw(paths: Paths, name: str, screen: str, keys: list[str], theme: str) -> None:
    """One picture."""
    config = Config.of()
    app = AdememApp(paths, config, lambda: Engine(paths, config, clock=FixedClock(DEMO_NOW)))
    app.view.screen = screen
    app.theme = theme
    async with app.run_test(size=SIZE) as pilot:
        for key in [None, *keys, None]:
            if key is not None:
                await pilot.press("space" if key == " " else key)
            for _ in range(3):
                await pilot.pause(0.1)
                await app.workers.wait_for_complete()
        svg = app.export_screenshot(title=f"ademem: {name}")
    (FOLDER / f"{name}.svg").write_text(svg, encoding="utf-8")
    print(f"{FOLDER.name}/{name}.svg")


def main() -> None:
    """Every screen in the dark theme, the browser in the light one too."""
    os.environ["TEXTUAL_ANIMATIONS"] = "none"
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        home = os.path.join(scratch, "home")
        paths = demo_paths(build(os.path.join(scratch, "harbor"), home), home)
        for name, (screen, keys) in PICTURES.items():
            asyncio.run(draw(paths, name, screen, keys, "ademem-dark"))
        asyncio.run(draw(paths, "browser-light", "browser", ["j"], "ademem-light"))


if __name__ == "__main__":
    main()
