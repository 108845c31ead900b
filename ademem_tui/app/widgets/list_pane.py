"""A list with a sentence above it, the row under the cursor told in full below it, and its four states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual import getters, on
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from ademem_tui.app.format import harmless
from ademem_tui.app.widgets.row_list import Column, Row, RowList


class Listing(NamedTuple):
    """What a pane shows."""

    head: str
    columns: Sequence[Column]
    rows: Sequence[Row]
    empty: str
    """What this place is for and the key to press, where there are no rows."""


class ListPane(Vertical):
    """Loading, empty, error or filled; exactly one of them."""

    head = getters.query_one("#head", Static)
    rows = getters.query_one("#rows", RowList)
    notice = getters.query_one("#notice", Static)
    more = getters.query_one("#more", Static)

    def compose(self) -> ComposeResult:
        """Sentence, list or notice, details."""
        yield Static(id="head", markup=False)
        yield RowList(id="rows")
        yield Static(id="notice", classes="empty", markup=False)
        with VerticalScroll(id="more-pane", can_focus=False):
            yield Static(id="more", markup=False)

    def show_loading(self, text: str = "Reading …") -> None:
        """Something is on its way."""
        self._state("loading")
        self.notice.update(Content(harmless(text)))

    def show_error(self, message: str, hint: str = "") -> None:
        """It could not be read."""
        self._state("error")
        self.notice.update(Content(harmless(f"{message}\n\n{hint}".strip())))

    def show(self, listing: Listing) -> None:
        """Rows, or what to do where there are none."""
        self.head.update(Content(harmless(listing.head)))
        self.rows.show(listing.rows, listing.columns)
        if listing.rows:
            self._state("filled")
        else:
            self._state("empty")
            self.notice.update(Content(harmless(listing.empty)))

    @on(RowList.Highlighted)
    def row_highlighted(self, event: RowList.Highlighted) -> None:
        """Tell the row in full."""
        text = event.row.more if event.row else ""
        self.more.update(Content(harmless(text)))
        self.set_class(bool(text), "-told")

    def _state(self, state: str) -> None:
        for name in ("loading", "empty", "error", "filled"):
            self.set_class(name == state, f"-{name}")
