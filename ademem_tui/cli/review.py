"""`candidates`, `accept` and `reject`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ademem_tui.cli.acts import answer_done, ids_argument
from ademem_tui.cli.call import Call, ids_of, verb
from ademem_tui.cli.selection import selected, selection_options

if TYPE_CHECKING:
    from ademem_tui.cli.output.page import Page


@verb(user=True)
@selection_options
@click.option("-n", "limit", type=click.IntRange(1), default=50, help="How many of each kind.")
def candidates(call: Call, limit: int, **given: Any) -> None:
    """List what waits for review.

    Candidates first, then memories that something put up for review.
    """
    from dataclasses import replace

    from ademem_tui.cli.output.documents import entry_document
    from ademem_tui.cli.output.lines import show_memories

    wanted = replace(selected(given, call.paths), statuses=("candidate",), any_status=False)
    doubtful = replace(wanted, statuses=("promoted",), needs_review=True)
    with call.engine() as engine:
        memories = engine.memories
        pages = [memories.page(one, limit=limit, origins=call.origins) for one in (wanted, doubtful)]
        items = [entry_document(entry, memories.short_id) for page in pages for entry in page.entries]
    count = sum(page.count for page in pages)

    def show(page: Page) -> None:
        if not count:
            page.say("Nothing waits for review.")
            return
        show_memories(page, items)
        more = f"{len(items):,} of {count:,} shown. " if len(items) < count else ""
        page.say((f"{more}`ademem accept ID...` and `ademem reject ID...` decide.", "quiet"))

    document = {"count": count, "candidates": pages[0].count, "needs_review": pages[1].count, "items": items}
    call.answer(document, show)


@verb(user=True)
@ids_argument
def accept(call: Call, ids: tuple[str, ...]) -> None:
    """Accept candidates."""
    from ademem_tui.cli.output.progress import waiting

    with call.engine() as engine, waiting("Accepting"):
        done = engine.acts.accept(ids_of(ids))
    answer_done(call, done, "Accepted")


@verb(user=True)
@ids_argument
@click.option("--reason", default="", help="Why, in your own words.")
def reject(call: Call, ids: tuple[str, ...], reason: str) -> None:
    """Reject candidates; they do not come back."""
    with call.engine() as engine:
        done = engine.acts.reject(ids_of(ids), reason)
    answer_done(call, done, "Rejected")
