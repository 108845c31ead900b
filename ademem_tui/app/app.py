"""The app: modes, themes, keymap, the engine room and the jobs. No screen's logic is in here."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any, ClassVar

from rich.console import RenderableType
from textual import on
from textual.app import App
from textual.binding import BindingType
from textual.command import Provider
from textual.screen import Screen
from textual.signal import Signal

from ademem_tui.app import state
from ademem_tui.app.actions import SCREENS
from ademem_tui.app.format import use_ascii
from ademem_tui.app.jobs import JobChanged, JobRunner
from ademem_tui.app.keymap import read_keymap
from ademem_tui.app.room import EngineRoom
from ademem_tui.app.screens.base import AdememScreen
from ademem_tui.app.style import style
from ademem_tui.app.themes import THEMES, next_theme, starting_theme
from ademem_tui.engine.config import Config
from ademem_tui.engine.engine import Engine
from ademem_tui.engine.errors import EngineError
from ademem_tui.engine.paths import Paths
from ademem_tui.engine.repository import current_branch


def _mode(module: str, name: str) -> Callable[[], Screen[Any]]:
    """A screen that is imported when it is first shown."""

    def make() -> Screen[Any]:
        from importlib import import_module

        screen: Screen[Any] = getattr(import_module(f"ademem_tui.app.screens.{module}"), name)()
        return screen

    return make


def _commands() -> type[Provider]:
    """What the palette offers, imported when it is first opened."""
    from ademem_tui.app.palette import AdememCommands

    return AdememCommands


class AdememApp(App[None]):
    """Browse, edit and trust a memory."""

    TITLE = "ademem"
    CSS_PATH = style("app.tcss")
    ENABLE_COMMAND_PALETTE = True
    COMMAND_PALETTE_BINDING = "ctrl+p"
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {_commands}
    BINDINGS: ClassVar[list[BindingType]] = []
    MODES: ClassVar[dict[str, str | Callable[[], Screen[Any]]]] = {
        "dashboard": _mode("dashboard", "DashboardScreen"),
        "browser": _mode("browser", "BrowserScreen"),
        "teach": _mode("teach", "TeachScreen"),
        "maintenance": _mode("maintenance", "MaintenanceScreen"),
    }

    def __init__(self, paths: Paths, config: Config, open_engine: Callable[[], Engine] | None = None) -> None:
        super().__init__()
        self.paths = paths
        self.config = config
        self.engine_room = EngineRoom(open_engine or (lambda: Engine(paths, config)))
        self.view = state.load(paths)
        self.store_changed: Signal[None] = Signal(self, "store-changed")
        self.project_name = os.path.basename(paths.main)
        self.branch = current_branch(paths.root) or ""
        self.teach_seed: dict[str, str] | None = None
        """What the teach form starts from, set by whoever sends the person there."""
        self._revision = 0
        self._seen: dict[str, int] = {}
        self._runner: JobRunner | None = None
        self._leaving: asyncio.Task[None] | None = None
        use_ascii(config.display.ascii)
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = starting_theme(self.view.theme, config.display.theme, set(self.available_themes))

    @property
    def jobs(self) -> JobRunner:
        """The jobs, once the engine is open."""
        if self._runner is None:
            self._runner = JobRunner(self, self.engine_room.engine)
        return self._runner

    def on_load(self) -> None:
        """From here on a signal that would end the process ends it as `q` does; the terminal is not changed yet."""
        if not self.is_headless and sys.platform != "win32":
            for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
                asyncio.get_running_loop().add_signal_handler(number, self._start_leaving)

    async def on_mount(self) -> None:
        """Open the engine, then the screen of last time."""
        keymap, problems = read_keymap(self.paths)
        self.set_keymap(keymap)
        await self.engine_room.start()
        self._revision = await self._read_revision()
        names = [name for _, name, _ in SCREENS]
        await self.switch_mode(self.view.screen if self.view.screen in names else "dashboard")
        for problem in problems:
            self.notify(problem, title="keys.toml", severity="warning", timeout=10)
        self.set_interval(1.0, self.look_for_changes)

    async def look_for_changes(self, own: bool = False) -> None:
        """Another process, or we ourselves, wrote: screens read again, in place."""
        if self._leaving is not None:
            return
        revision = await self._read_revision()
        if revision == self._revision:
            return
        self._revision = revision
        self.store_changed.publish(None)
        screen = self.screen
        if isinstance(screen, AdememScreen):
            screen.status.tell("others", "" if own else "changed by another process")

    async def _read_revision(self) -> int:
        try:
            return await self.engine_room.ask(lambda engine: sum(store.revision() for store in engine.shelves))
        except EngineError:
            return self._revision

    def is_stale(self, screen: AdememScreen) -> bool:
        """Whether something changed since a screen last read."""
        return self._seen.get(screen.SCOPE, -1) != self._revision

    def note_fresh(self, screen: AdememScreen) -> None:
        """A screen reads now."""
        self._seen[screen.SCOPE] = self._revision

    @on(JobChanged)
    def job_changed(self, event: JobChanged) -> None:
        """Show what runs in the status line; an end is told wherever the person is."""
        record = event.record
        screen = self.screen
        if isinstance(screen, AdememScreen):
            running = self.jobs.running
            words = ""
            if running:
                first = running[0]
                total = f"/{first.progress.total}" if first.progress.total else ""
                words = f"{first.title} {first.progress.stage} {first.progress.done}{total}"
                words += f" (+{len(running) - 1} more)" if len(running) > 1 else ""
            screen.status.tell("jobs", words)
        if record.is_over:
            severity = {"failed": "error", "cancelled": "warning"}.get(record.state, "information")
            self.notify(
                record.message or f"{record.title}: done in {record.seconds:.1f} s",
                title=record.title,
                severity=severity,  # type: ignore[arg-type]
                timeout=8,
            )
            self.call_later(self.look_for_changes, True)

    async def do_app_undo(self) -> None:
        """Take back the last act of a person."""
        await self._take_back(lambda engine: engine.history.undo(), "Undone")

    async def do_app_redo(self) -> None:
        """Bring back what was undone last."""
        await self._take_back(lambda engine: engine.history.redo(), "Done again")

    async def _take_back(self, deed: Callable[[Engine], Any], word: str) -> None:
        try:
            taken = await self.engine_room.act(deed)
        except EngineError as error:
            self.notify(error.hint or " ", title=error.message, severity="warning", timeout=8)
            return
        number = f"{taken.changes} changes" if taken.changes != 1 else "1 change"
        self.notify(f"{word}: {taken.op.kind} ({number})", timeout=5)
        await self.look_for_changes(own=True)

    def do_app_refresh(self) -> None:
        """Read the shown screen again."""
        if isinstance(self.screen, AdememScreen):
            self.screen.reload()

    def do_app_palette(self) -> None:
        """Open the palette."""
        self.action_command_palette()

    def do_app_theme(self) -> None:
        """The next of dark, light and the terminal's own."""
        self.theme = self.view.theme = next_theme(self.theme)
        self.notify(f"Theme: {self.theme}", timeout=2)

    def do_app_help(self) -> None:
        """Show the keys of this place."""
        from ademem_tui.app.modals.help import HelpModal

        scope = self.screen.SCOPE if isinstance(self.screen, AdememScreen) else ""
        self.push_screen(HelpModal(scope))

    def do_app_jump(self) -> None:
        """Put a letter on every place that can take the focus."""
        from ademem_tui.app.modals.jump import open_jump

        open_jump(self.screen)

    def do_app_jobs(self) -> None:
        """Show the jobs."""
        from ademem_tui.app.modals.jobs import JobsModal

        self.push_screen(JobsModal(self.jobs))

    async def do_app_back(self) -> None:
        """Back to the dashboard; from there, out."""
        if self.current_mode == "dashboard":
            await self.action_quit()
        else:
            await self.switch_mode("dashboard")

    async def do_app_quit(self) -> None:
        """Leave."""
        await self.action_quit()

    async def open_browser(self, filter_text: str) -> None:
        """Show the browser with a filter."""
        self.view.filter = filter_text
        await self.switch_mode("browser")
        from ademem_tui.app.screens.browser import BrowserScreen

        if isinstance(self.screen, BrowserScreen):
            self.screen.use_filter(filter_text)

    async def do_screen_dashboard(self) -> None:
        """Go to the dashboard."""
        await self.switch_mode("dashboard")

    async def do_screen_browser(self) -> None:
        """Go to the browser."""
        await self.switch_mode("browser")

    async def do_screen_teach(self) -> None:
        """Go to the teach form."""
        await self.switch_mode("teach")

    async def do_screen_maintenance(self) -> None:
        """Go to maintenance."""
        await self.switch_mode("maintenance")

    async def action_quit(self) -> None:
        """Leave, once: whoever asks again waits for the same end."""
        await asyncio.shield(self._start_leaving())

    def _start_leaving(self) -> asyncio.Task[None]:
        if self._leaving is None:
            self._leaving = asyncio.get_running_loop().create_task(self._leave())
        return self._leaving

    async def _leave(self) -> None:
        """Keep the view, stop the jobs, close the engine, give the terminal back where there still is one."""
        gone = not self.is_headless and _terminal_is_gone()
        with self.batch_update() if gone else nullcontext():
            try:
                state.save(self.paths, self.view)
            except OSError as error:
                self.log.error(f"the view could not be kept: {error}")
            if self._runner is not None:
                await asyncio.get_running_loop().run_in_executor(None, self._runner.stop)
            await self.engine_room.stop()
            if gone:
                os._exit(0)
        self.exit()

    def panic(self, *renderables: RenderableType) -> None:
        """End with an account of what went wrong, unless it is only that the window was closed."""
        if not self.is_headless and _terminal_is_gone():
            self._start_leaving()
        else:
            super().panic(*renderables)


def _terminal_is_gone() -> bool:
    """Whether the window was closed: nobody is left to paint for, and painting would wait for ever."""
    if sys.platform == "win32" or sys.__stdin__ is None:
        return False
    import termios

    try:
        termios.tcgetattr(sys.__stdin__.fileno())
    except termios.error:
        return True
    return False
