"""What an import would do, row by row, before it does it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.types import CSSPathType
from textual.widgets import Button, Static

from ademem_tui.app.format import harmless
from ademem_tui.app.modals.base import AdememModal
from ademem_tui.app.style import style
from ademem_tui.app.widgets.plan_list import PLAN_COLUMNS
from ademem_tui.app.widgets.row_list import Row, RowList

if TYPE_CHECKING:
    from ademem_tui.engine.capture.exchange import Plan


class ImportPlanModal(AdememModal[frozenset[int]]):
    """Answers with the rows to leave out, or None. Refused rows cannot be ticked."""

    CSS_PATH: ClassVar[CSSPathType | None] = [style("modals.tcss"), style("maintenance.tcss")]  # type: ignore[assignment]
    KEYS = (("space", "untick"), ("a", "all or none"), ("enter", "import"), ("esc", "close"))
    WIDE = True
    AUTO_FOCUS = "#plan"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "untick", "Untick", show=False),
        Binding("a", "all", "All or none", show=False),
        Binding("enter", "apply", "Import", show=False),
    ]

    plan_list = getters.query_one("#plan", RowList)

    def __init__(self, plan: Plan, rows: Sequence[Row]) -> None:
        super().__init__(f"Import {os.path.basename(plan.source)} ({plan.format})")
        self._plan = plan
        self._rows = rows

    def body(self) -> ComposeResult:
        """Counts, rows, the row under the cursor in full, and the two ways out."""
        yield Static(id="counts", markup=False)
        yield RowList(PLAN_COLUMNS, ticked=True, id="plan")
        yield Static("There is nothing in it to import.", id="nothing", classes="empty", markup=False)
        with VerticalScroll(id="plan-more", can_focus=False):
            yield Static(id="plan-row", markup=False)
        with Horizontal(id="ways"):
            yield Button("Do nothing", id="no", compact=True)
            yield Button("Import", id="yes", variant="primary", compact=True)

    def on_mount(self) -> None:
        """Everything that can be taken is ticked."""
        self.set_class(not self._rows, "-empty")
        refused = {place for place, item in enumerate(self._plan.items) if item.verdict == "refused"}
        self.plan_list.fixed = refused
        self.plan_list.ticks = set(range(len(self._rows))) - refused
        self.plan_list.show(self._rows)
        self.count_again()

    @on(RowList.TicksChanged)
    def count_again(self) -> None:
        """Say what would be done as the ticks stand."""
        plan = self._plan
        ticks = self.plan_list.ticks
        new = sum(plan.items[place].verdict == "new" for place in ticks)
        parts = [f"{new:,} of {plan.count('new'):,} new ones"]
        if plan.count("duplicate"):
            parts.append(f"{len(ticks) - new:,} of {plan.count('duplicate'):,} known already")
        if plan.count("refused"):
            parts.append(f"{plan.count('refused'):,} refused")
        if plan.skipped:
            parts.append(f"{len(plan.skipped):,} passages without a rule")
        if plan.secrets:
            parts.append(
                "1 secret that is left out" if plan.secrets == 1 else f"{plan.secrets:,} secrets that are left out"
            )
        where = "your own file, for all projects" if plan.origin == "user" else "this project"
        text = "\n".join((f"Into {where}: {', '.join(parts)}.", *plan.notes))
        self.query_one("#counts", Static).update(Content(harmless(text)))
        self.query_one("#yes", Button).label = f"Import {len(ticks):,}"
        self.query_one("#yes", Button).disabled = not ticks

    @on(RowList.Highlighted)
    def row_highlighted(self, event: RowList.Highlighted) -> None:
        """Show the whole text of the row."""
        self.query_one("#plan-row", Static).update(Content(harmless(event.row.more if event.row else "")))

    @on(Button.Pressed)
    def button_pressed(self, event: Button.Pressed) -> None:
        """A button is one of the two ways out."""
        if event.button.id == "yes":
            self.action_apply()
        else:
            self.action_close()

    def action_untick(self) -> None:
        """Leave the row out, or take it in again."""
        self.plan_list.toggle()

    def action_all(self) -> None:
        """Tick all or none."""
        self.plan_list.toggle_all()

    def action_apply(self) -> None:
        """Go on with what is ticked."""
        if not self.plan_list.ticks:
            self.notify("Nothing is ticked, so there is nothing to import.", severity="warning", timeout=4)
            return
        self.dismiss(frozenset(range(len(self._rows))) - self.plan_list.ticks)
