"""Screen 1: what needs me, and is it healthy?"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import getters, on
from textual.app import ComposeResult
from textual.containers import Grid, VerticalScroll
from textual.widgets import Static

from ademem_tui.app.format import harmless
from ademem_tui.app.modals.score import ScoreModal
from ademem_tui.app.screens.base import AdememScreen
from ademem_tui.app.style import style
from ademem_tui.app.widgets import charts
from ademem_tui.app.widgets.charts import CategoryBars, Chart
from ademem_tui.app.widgets.places import Goal, Places
from ademem_tui.app.widgets.tiles import AttentionList, HealthLine, Tiles, UsageBars
from ademem_tui.app.widgets.welcome import Welcome
from ademem_tui.engine.engine import Engine
from ademem_tui.engine.errors import EngineError
from ademem_tui.engine.health.overview import BROWSER, Overview
from ademem_tui.engine.jobs import CancelToken, Progress, ProgressSink

if TYPE_CHECKING:
    from ademem_tui.engine.capture.detect import RulesFile

LOADING, EMPTY, FAILED, FILLED = "-loading", "-empty", "-failed", "-filled"
"""The four states, as classes of the screen."""


class DashboardScreen(AdememScreen):
    """The whole memory at one glance; every number leads to what it counts."""

    SCOPE = "dashboard"
    CSS_PATH = style("dashboard.tcss")
    AUTO_FOCUS: ClassVar[str | None] = None

    notice = getters.query_one("#notice", Static)
    welcome = getters.query_one(Welcome)
    health_line = getters.query_one(HealthLine)
    tiles = getters.query_one(Tiles)
    usage = getters.query_one(UsageBars)
    attention = getters.query_one(AttentionList)
    categories = getters.query_one(CategoryBars)

    def __init__(self) -> None:
        super().__init__()
        self.overview: Overview | None = None
        self.rules_files: list[RulesFile] = []
        self.add_class(LOADING)

    def body(self) -> ComposeResult:
        """What stands between the bars: one of the three is shown."""
        yield Static("Counting the memories", id="notice", classes="empty")
        with VerticalScroll(id="first-run", can_focus=False):
            yield Welcome()
        with VerticalScroll(id="overview", can_focus=False):
            yield HealthLine()
            yield Tiles()
            yield UsageBars()
            yield AttentionList()
            with Grid(id="charts"):
                yield Chart("Growth, 90 days", charts.growth_values, charts.growth_axis, id="growth")
                yield CategoryBars()
                yield Chart("Confidence", charts.confidence_values, charts.confidence_axis, id="confidence")
                yield Chart("Activity, 24 h", charts.activity_values, charts.activity_axis, id="activity")

    async def load(self) -> None:
        """Count, then show; in a project without memory, look for rules files."""
        room = self.room.engine_room
        try:
            overview = await room.ask(lambda engine: engine.health.overview())
            found = await room.ask(_rules_files) if overview.is_first_run else []
        except (EngineError, OSError) as error:
            self._fail(error)
            return
        if not self.is_attached:
            return
        self.overview, self.rules_files = overview, found
        if overview.is_first_run:
            self.welcome.show(self.room.paths, overview, found)
            self._enter(EMPTY, self.welcome)
        else:
            self._fill(overview)
            self._enter(FILLED, self.tiles)

    def why_not(self, action_id: str) -> str:
        """What cannot be done in which state."""
        if action_id == "dashboard.why" and (self.overview is None or self.overview.is_first_run):
            return "There is nothing to score yet."
        if action_id == "dashboard.open" and self._lit is None:
            return "Choose a tile, a bar or a row first: tab and the arrows go there."
        if action_id == "dashboard.import":
            if self.overview is None or not self.overview.is_first_run:
                return "This is offered while the project has no memory; `i` in Maintenance (9) imports any file."
            if not self.rules_files:
                return "No rules file with anything to import was found here."
        return ""

    async def do_dashboard_open(self) -> None:
        """Go where the lit spot leads."""
        if self._lit is not None:
            await self._go(self._lit)

    def do_dashboard_why(self) -> None:
        """Show the arithmetic of the score."""
        if self.overview is not None:
            self.app.push_screen(ScoreModal(self.overview), self._raise_part)

    async def do_memory_teach(self) -> None:
        """Go and teach."""
        await self.room.switch_mode("teach")

    def do_dashboard_import(self) -> None:
        """Import every rules file that was found, each as one act."""
        files = list(self.rules_files)

        def work(engine: Engine, progress: ProgressSink, cancel: CancelToken) -> int:
            added = 0
            for number, file in enumerate(files):
                cancel.checkpoint()
                name = os.path.relpath(file.path, engine.paths.root)
                plan = engine.exchange.plan(str(file.path), cancel=cancel)
                done = engine.exchange.apply(plan, cancel=cancel)
                added += done.added
                told = f"{name}: {done.added} added, {done.merged} merged, {done.refused} refused"
                progress(Progress(number + 1, len(files), "files", told))
            return added

        self.room.jobs.start("Import rules files", work)

    def do_dashboard_demo(self) -> None:
        """Say how to see the demo."""
        self.notify("Leave with q, then run: ademem demo", title="A project with a history", timeout=10)

    @on(Places.Chosen)
    async def spot_clicked(self, event: Places.Chosen) -> None:
        """A tile, bar, row or choice was clicked."""
        await self._go(event.goal)

    @on(Places.Left)
    def cursor_left(self, event: Places.Left) -> None:
        """On to the next widget that has a spot; 2 and -2 go to the last and first spot of all."""
        if self.has_class(EMPTY):
            self.query_one("#first-run").scroll_relative(y=event.direction * 4, animate=False)
            return
        stops = [places for places in self.query("#overview Places").results(Places) if places.goals]
        if abs(event.direction) == 2:
            stops[-1 if event.direction > 0 else 0].enter_from(-event.direction)
            return
        at = stops.index(event.places) + event.direction
        if 0 <= at < len(stops):
            stops[at].enter_from(event.direction)

    @property
    def _lit(self) -> Goal | None:
        return self.focused.goal if isinstance(self.focused, Places) else None

    async def _go(self, goal: Goal) -> None:
        if isinstance(goal, str):
            await self.action_do(goal)
        elif goal.screen == BROWSER:
            await self.room.open_browser(goal.filter)
        else:
            await self.room.switch_mode(goal.screen)

    async def _raise_part(self, goal: Goal | None) -> None:
        if goal is not None:
            await self._go(goal)

    def _fill(self, overview: Overview) -> None:
        paths = self.room.paths
        with self.app.batch_update():
            self.health_line.show(overview, os.path.relpath(paths.database, paths.main))
            for shown in (self.tiles, self.usage, self.attention, self.categories, *self.query(Chart)):
                shown.show(overview)

    def _fail(self, error: EngineError | OSError) -> None:
        """The sentence and what to do; what was shown before would be wrong now."""
        if not self.is_attached:
            return
        message, hint = (error.message, error.hint) if isinstance(error, EngineError) else (str(error), "")
        self.overview = None
        self.notice.update(Text(f"{harmless(message)}\n\n{harmless(hint)}\n\nr tries again · 9 opens Maintenance"))
        self._enter(FAILED, None)

    def _enter(self, state: str, first: Places | None) -> None:
        """Show one of the four states; whoever was elsewhere stays there."""
        moved = not self.has_class(state)
        self.remove_class(LOADING, EMPTY, FAILED, FILLED).add_class(state)
        if moved:
            self.set_focus(first)
        self.key_bar.refresh()


def _rules_files(engine: Engine) -> list[RulesFile]:
    from ademem_tui.engine.capture.detect import rules_files_in

    return rules_files_in(engine.paths.root)
