"""Screen 9: keep the memory safe and sound, bring memories in and out, look after what was refused or deleted."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from textual import getters, on
from textual.app import ComposeResult
from textual.containers import Horizontal

from ademem_tui.app import care_flows, care_work
from ademem_tui.app.jobs import JobRecord, Work
from ademem_tui.app.screens.base import AdememScreen
from ademem_tui.app.style import style
from ademem_tui.app.widgets.list_pane import ListPane
from ademem_tui.app.widgets.row_list import Column, Row, RowList
from ademem_tui.engine.errors import EngineError
from ademem_tui.engine.model import Memory, Refused

if TYPE_CHECKING:
    from ademem_tui.engine.store.backup import Backup
    from ademem_tui.engine.store.doctor import Report

SECTIONS: dict[str, str] = {
    "overview": "Overview",
    "backups": "Backups",
    "checks": "Checks",
    "exchange": "Import & export",
    "refused": "Refused",
    "bin": "Bin",
    "places": "Places",
}
WATCHED_EVERY = 0.05
"""Seconds between two looks at a job whose end the screen waits for."""


class MaintenanceScreen(AdememScreen):
    """Sections on the left, what they hold on the right; what takes long runs as a job."""

    SCOPE = "maintenance"
    CSS_PATH = style("maintenance.tcss")
    AUTO_FOCUS = "#sections"

    sections = getters.query_one("#sections", RowList)
    pane = getters.query_one("#pane", ListPane)

    def __init__(self) -> None:
        super().__init__()
        self.section = "overview"
        self._report: Report | None = None
        self._pending: set[str] = set()

    def body(self) -> ComposeResult:
        """Sections | what the chosen one holds."""
        with Horizontal(id="care"):
            yield RowList((Column(0),), id="sections")
            yield ListPane(id="pane")

    def on_mount(self) -> None:
        """Name the sections."""
        self.sections.show([Row(name, (title,)) for name, title in SECTIONS.items()])
        self.pane.show_loading()

    async def load(self) -> None:
        """Read the chosen section again."""
        section = self.section
        jobs, report = list(self.room.jobs.records), self._report
        self.pane.border_title = SECTIONS[section]
        try:
            listing = await self.room.engine_room.ask(
                lambda engine: care_work.read_section(engine, section, jobs, report)
            )
        except EngineError as error:
            if section == self.section:
                self.pane.show_error(error.message, error.hint)
            return
        if section == self.section and self.is_mounted and not (section == "checks" and "Check" in self._pending):
            self.pane.show(listing)
            if self.has_class("-inside") and self.focused in (None, self.sections):
                self.pane.rows.focus()
            self.key_bar.refresh()

    def go_to(self, section: str) -> None:
        """Show a section and go into it."""
        self.sections.go_to(section)
        self.set_class(True, "-inside")
        if section == self.section:
            self.reload()
        else:
            self._turn_to(section)

    @property
    def row(self) -> Row | None:
        """The row under the cursor of the right pane."""
        return self.pane.rows.row if self.pane.has_class("-filled") else None

    def why_not(self, action_id: str) -> str:
        """What an act would need."""
        value = self.row.value if self.row else None
        match action_id:
            case "care.restore" if self.section == "bin":
                return "" if isinstance(value, Memory) else "The bin is empty."
            case "care.restore":
                if self.section != "backups" or value is None:
                    return "Choose what to bring back first, under Backups or Bin."
                backup: Backup = value[0]
                return f"This one cannot be restored: {backup.trouble}" if backup.trouble else ""
            case "care.anyway":
                one = value[0] if self.section == "refused" and isinstance(value, tuple) else None
                if not isinstance(one, Refused):
                    return "Choose a refused write first, under Refused."
                if one.resolved_as:
                    return f"It was stored already, as {one.resolved_as[-6:]}."
                return "" if one.can_store_anyway else f"It cannot be stored as it is: {one.reason}"
            case (
                "care.backup"
                | "care.doctor"
                | "care.repair"
                | "care.compact"
                | "care.import"
                | "care.export"
                | "care.purge"
            ):
                title = _TITLES[action_id]
                return f"{title} is running already." if title in self._pending else ""
        return ""

    @on(RowList.Highlighted, "#sections")
    def section_chosen(self, event: RowList.Highlighted) -> None:
        """Show it beside the list."""
        if event.row is not None and event.row.key != self.section:
            self._turn_to(event.row.key)

    @on(RowList.Highlighted, "#rows")
    def row_highlighted(self) -> None:
        """What can be done depends on the row."""
        self.key_bar.refresh()

    @on(RowList.Opened)
    async def row_opened(self) -> None:
        """A double click is enter."""
        await self.action_do("care.open")

    async def do_care_leave(self) -> None:
        """Back to the sections; from there, back."""
        if self.has_class("-inside") or self.focused is not self.sections:
            self.set_class(False, "-inside")
            self.sections.focus()
        else:
            await self.action_do("app.back")

    async def do_care_open(self) -> None:
        """Into the section; there, what the row is for."""
        if self.focused is self.sections:
            self.set_class(True, "-inside")
            self.call_after_refresh(self.pane.rows.focus)
            return
        row = self.row
        match self.section:
            case "backups":
                await self.action_do("care.restore")
            case "exchange" if row is not None and row.value in ("import", "export"):
                await self.action_do(f"care.{row.value}")
            case "exchange" if row is not None and row.value:
                self._work("Import", care_flows.plan_and_import(self, str(row.value), "project"))
            case "places" if row is not None:
                self.app.copy_to_clipboard(str(row.value))
                self.notify(f"Copied {row.value}", timeout=3, markup=False)
            case "overview" if row is not None and isinstance(row.value, JobRecord):
                await self.action_do("app.jobs")
            case "refused" | "bin" | "checks":
                self.notify(
                    {"refused": "a stores it anyway.", "bin": "R brings it back."}.get(self.section, "m mends.")
                )

    def do_care_backup(self) -> None:
        """Make a backup of every file."""
        self.go_to("backups")
        self._work("Back up", self.run_job("Back up", care_work.back_up))

    def do_care_doctor(self) -> None:
        """Run every check."""
        self.go_to("checks")
        self._work("Check", self._check(care_work.check))

    def do_care_repair(self) -> None:
        """Mend, and check again."""
        self.go_to("checks")
        self._work("Mend", self._check(care_work.mend_then_check))

    def do_care_compact(self) -> None:
        """Rewrite the files without their holes."""
        self._work("Compact", care_flows.compact(self))

    def do_care_restore(self) -> None:
        """A backup, or a memory of the bin."""
        value = self.row.value if self.row else None
        if isinstance(value, Memory):
            self._work("Restore", care_flows.bring_back(self, value))
        elif value is not None:
            self._work("Restore", care_flows.restore(self, *value))

    def do_care_export(self) -> None:
        """Ask for format and file, then write."""
        self._work("Export", care_flows.export(self))

    def do_care_import(self) -> None:
        """Ask for a file, show its plan, then take in what is ticked."""
        self._work("Import", care_flows.import_file(self))

    async def do_care_anyway(self) -> None:
        """Take a refused write after all."""
        row = self.row
        if row is not None:
            one, origin = row.value
            await self.act(
                lambda engine: engine.memories.store_anyway(one.seq, origin=origin),
                lambda result: f"Stored as {result.memory.id[-6:]}" if result.memory else result.reason,
            )

    def do_care_purge(self) -> None:
        """Ask, then destroy what is past its days."""
        self._work("Purge", care_flows.purge(self))

    def _turn_to(self, section: str) -> None:
        self.section = section
        self.pane.rows.show(())
        self.pane.show_loading()
        self.reload()

    def _work(self, title: str, doing: Coroutine[Any, Any, Any]) -> None:
        """Go on beside the screen; the same thing is not begun twice."""

        async def run() -> None:
            self._pending.add(title)
            try:
                await doing
            finally:
                self._pending.discard(title)
                self.key_bar.refresh()
                self.reload()

        self.run_worker(run(), group=title, exit_on_error=False)

    async def run_job(self, title: str, work: Work) -> JobRecord:
        """Run a job to its end, telling how far it is where its section is shown."""
        record = self.room.jobs.start(title, work)
        while not record.is_over:
            if self.section == "checks" and title in ("Check", "Mend"):
                progress = record.progress
                total = f" of {progress.total}" if progress.total else ""
                self.pane.show_loading(f"{progress.stage or title} … {progress.done}{total}")
            await asyncio.sleep(WATCHED_EVERY)
        words = care_work.result_words(record) if record.state == "done" else ""
        if words:
            self.notify(words, title=title, timeout=8, markup=False)
        return record

    async def _check(self, work: Work) -> None:
        record = await self.run_job("Check" if work is care_work.check else "Mend", work)
        if record.state != "done":
            return
        if isinstance(record.result, tuple):
            mended, self._report = record.result
            self.notify(f"{mended:,} things mended." if mended else "There was nothing to mend.", timeout=5)
        else:
            self._report = record.result


_TITLES = {
    "care.backup": "Back up",
    "care.doctor": "Check",
    "care.repair": "Mend",
    "care.compact": "Compact",
    "care.import": "Import",
    "care.export": "Export",
    "care.purge": "Purge",
}
