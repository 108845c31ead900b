"""Acts on memories that are there: pin, unpin, verify, flag, archive, restore, delete."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ademem_tui.cli.call import Call, ids_of, verb
from ademem_tui.cli.words import REASON

if TYPE_CHECKING:
    from ademem_tui.cli.output.page import Page
    from ademem_tui.engine.memories.shelves import Done

SHOWN = 10
"""How many memories an answer names one by one."""

ids_argument = click.argument("ids", nargs=-1, required=True, metavar="ID...")


@verb(user=True)
@ids_argument
def pin(call: Call, ids: tuple[str, ...]) -> None:
    """Keep memories for good; they never fade.

    A candidate is accepted by it. ID `-` reads ids from stdin, here and with every verb that takes several.
    """
    with call.engine() as engine:
        done = engine.acts.pin(ids_of(ids))
    answer_done(call, done, "Pinned")


@verb(user=True)
@ids_argument
def unpin(call: Call, ids: tuple[str, ...]) -> None:
    """Let pinned memories fade again."""
    with call.engine() as engine:
        done = engine.acts.unpin(ids_of(ids))
    answer_done(call, done, "Unpinned")


@verb(user=True)
@ids_argument
@click.option("--off", is_flag=True, help="Take the verification back.")
def verify(call: Call, ids: tuple[str, ...], off: bool) -> None:
    """Say that memories hold: fresh as new, no review."""
    with call.engine() as engine:
        done = engine.acts.unverify(ids_of(ids)) if off else engine.acts.verify(ids_of(ids))
    answer_done(call, done, "No longer verified:" if off else "Verified")


@verb(user=True)
@ids_argument
@click.option("--reason", required=True, help="What is wrong with them.")
def flag(call: Call, ids: tuple[str, ...], reason: str) -> None:
    """Say that memories are wrong; they do not come back.

    They are archived at once, memories that lean on them come up for review, and the same text is refused
    from then on unless a person insists.
    """
    with call.engine() as engine:
        done = engine.acts.flag(ids_of(ids), reason)
    answer_done(call, done, "Flagged as wrong:")


@verb(user=True)
@ids_argument
@click.option("--reason", type=REASON, default="expired", help="Why, as a word; `expired` unless said.")
@click.option("--note", default="", help="Why, in your own words.")
def archive(call: Call, ids: tuple[str, ...], reason: str, note: str) -> None:
    """Take memories out of lists and search."""
    from ademem_tui.cli.output.progress import waiting

    with call.engine() as engine, waiting("Archiving"):
        done = engine.acts.archive(ids_of(ids), reason, note)
    answer_done(call, done, "Archived")


@verb(user=True)
@ids_argument
def restore(call: Call, ids: tuple[str, ...]) -> None:
    """Bring memories back from the archive or the bin."""
    with call.engine() as engine:
        done = engine.acts.restore(ids_of(ids))
    answer_done(call, done, "Restored")


@verb(user=True)
@ids_argument
def delete(call: Call, ids: tuple[str, ...]) -> None:
    """Put memories into the bin.

    They can be restored for 30 days at least; `ademem purge` destroys them.
    """
    with call.engine() as engine:
        done = engine.acts.delete(ids_of(ids))
    answer_done(call, done, "Deleted")


def answer_done(call: Call, done: Done, word: str, **more: Any) -> None:
    """Say what an act did, to which memories, and how to take it back."""
    items = [
        {
            "id": memory.id,
            "category": memory.category,
            "status": memory.status,
            "archive_reason": memory.archive_reason,
            "tier": memory.tier,
            "pinned": memory.pinned,
            "verified": memory.verified,
            "needs_review": memory.needs_review,
            "visibility": memory.visibility,
            "summary": memory.summary,
            "rev": memory.rev,
        }
        for memory in done.memories
    ]
    ids = [memory.id for memory in done.memories]
    document = {"ok": True, "id": ids[0] if ids else None, "ids": ids, "op_id": done.op_id, "items": items}

    def show(page: Page) -> None:
        for memory in done.memories[:SHOWN]:
            page.say(f"{word} ", (memory.id[-6:], "strong"), f"  {memory.summary}")
        if len(ids) > SHOWN:
            page.say(f"… and {len(ids) - SHOWN:,} more.")
        for other in done.also:
            page.say((f"{other[-6:]} leans on it and is up for review now.", "warn"))
        page.say(("`ademem undo` takes it back.", "quiet"))

    call.answer({**document, "also": done.also, **more}, show)
