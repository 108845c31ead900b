"""What runs, what waits and what became of the rest."""

from __future__ import annotations

import time
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ademem_tui.app.format import bar, glyph, harmless, one_line
from ademem_tui.app.jobs import JobRecord, JobRunner
from ademem_tui.app.modals.base import AdememModal
from ademem_tui.app.modals.text import TextModal
from ademem_tui.app.wrapping import Piece, content_of, sign

EMPTY = "Backups, imports, exports and checks show up here while they work.\nNone has run yet: 9 leads to them."
LOOKED_EVERY = 0.25

_SIGNS = {"queued": ("·", "."), "running": ("▶", ">"), "cancelled": ("–", "-")}
_STYLES = {"running": "$text-primary", "done": "$text-success", "failed": "$text-error", "cancelled": "$text-warning"}


class JobsModal(AdememModal[None]):
    """The newest first; leaving stops nothing."""

    WIDE = True
    KEYS = (("enter", "log"), ("e", "error"), ("c", "cancel"), ("esc", "close"))
    AUTO_FOCUS = "#jobs"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "cancel", "Cancel", show=False),
        Binding("e", "details", "Error", show=False),
        Binding("j", "move(1)", "Down", show=False),
        Binding("k", "move(-1)", "Up", show=False),
    ]

    def __init__(self, runner: JobRunner) -> None:
        super().__init__("Jobs")
        self._runner = runner
        self._records: list[JobRecord] = []
        self._drawn: list[Content] = []

    def body(self) -> ComposeResult:
        """The list, or what this place is for."""
        yield OptionList(id="jobs", classes="stretch", markup=False, compact=True)
        yield Static(EMPTY, id="nothing", classes="empty", markup=False)

    def on_mount(self) -> None:
        """Show, and look again while the window is open."""
        self._look()
        self.set_interval(LOOKED_EVERY, self._look)

    @on(OptionList.OptionSelected, "#jobs")
    def action_details(self) -> None:
        """What the job told; of a failed one also where it failed."""
        record = self.current
        if record is None:
            return
        parts = [record.message, *record.log[-500:], record.trace]
        text = "\n".join(harmless(part.rstrip()) for part in parts if part)
        self.app.push_screen(TextModal(f"{record.title}: {record.state}", Content(text or "It told nothing.")))

    def action_cancel(self) -> None:
        """Ask the job to stop at its next checkpoint."""
        record = self.current
        if record is None:
            return
        if record.is_over:
            self.notify("It is over already.", severity="warning", timeout=3)
            return
        record.cancel.cancel()
        self.notify(f"Cancelling {one_line(record.title)} …", timeout=3, markup=False)

    def action_move(self, by: int) -> None:
        """Up and down."""
        options = self.query_one(OptionList)
        if by > 0:
            options.action_cursor_down()
        else:
            options.action_cursor_up()

    @property
    def current(self) -> JobRecord | None:
        """The job under the cursor."""
        place = self.query_one(OptionList).highlighted
        return self._records[place] if place is not None and place < len(self._records) else None

    def _look(self) -> None:
        """Draw what changed; the cursor stays on its job when another one comes."""
        records = self._runner.records[::-1]
        options = self.query_one(OptionList)
        rows = [job_row(record, max(24, options.scrollable_content_region.width or 60)) for record in records]
        self.set_class(not records, "-empty")
        if records == self._records:
            for at, (old, new) in enumerate(zip(self._drawn, rows, strict=True)):
                if not old.is_same(new):
                    options.replace_option_prompt_at_index(at, new)
        else:
            current = self.current
            options.clear_options()
            options.add_options([Option(row) for row in rows])
            options.highlighted = records.index(current) if current in records else 0
        self._records, self._drawn = records, rows


def job_row(record: JobRecord, width: int) -> Content:
    """A job in two lines: what it is and how it stands, then how far it came."""
    progress = record.progress
    state = "cancelling" if record.state == "running" and record.cancel.cancelled else record.state
    mark = sign(*_SIGNS[record.state]) if record.state in _SIGNS else glyph("ok" if record.state == "done" else "bad")
    seconds = record.seconds if record.is_over else time.monotonic() - record.started if record.started else 0.0
    took = f"{seconds:.1f} s" if record.started else ""
    pieces: list[Piece] = [
        (f"{mark} ", _STYLES.get(record.state, "")),
        (one_line(record.title), "bold"),
        (f"  {state}", _STYLES.get(record.state, "dim")),
        (f"  {took}", "dim"),
        ("\n  ", ""),
    ]
    count = f"{progress.done:,}" + (f" of {progress.total:,}" if progress.total else "")
    if record.is_over:
        end = one_line(record.message) or f"{count} {one_line(progress.stage)}".strip()
        pieces.append((end if len(end) <= width - 3 else end[: width - 4] + glyph("dots"), "dim"))
    elif record.state == "queued":
        pieces.append(("waits for the one before it", "dim"))
    else:
        share = progress.done / progress.total if progress.total else 0.0
        pieces.append((bar(share, max(8, min(30, width - 34))), "$text-primary"))
        pieces.append((f" {count} {one_line(progress.stage)}", ""))
    return content_of(pieces)
