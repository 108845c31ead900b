"""`list` and `show`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ademem_tui.cli.call import Call, verb
from ademem_tui.cli.selection import selected, selection_options
from ademem_tui.cli.words import Word

if TYPE_CHECKING:
    from ademem_tui.cli.output.page import Page, Piece

EVERYTHING = 1_000_000_000


def _sort(word: str) -> str | None:
    from ademem_tui.engine.model import SORTS

    return word if word.lower().removeprefix("-") in SORTS else None


SORT = Word("order", ("updated", "created", "used", "confidence", "category"), canonical=_sort)


@verb(user=True)
@selection_options
@click.option("--text", help="With these words in it.")
@click.option(
    "--sort",
    type=SORT,
    default="updated",
    help="updated, created, used, confidence or category; a `-` before it turns it round.",
)
@click.option("-n", "limit", type=click.IntRange(0), default=50, help="How many; 0 is all of them.")
@click.option("--offset", type=click.IntRange(0), default=0, help="How many to leave out at the start.")
def list_(call: Call, text: str | None, sort: str, limit: int, offset: int, **given: Any) -> None:
    """List memories.

    Your own stand among the project's, marked as yours; --user lists yours alone. Without --archived or --all
    only live ones are listed.
    """
    from ademem_tui.cli.output.documents import entry_document
    from ademem_tui.cli.output.lines import show_memories

    wanted = selected(given, call.paths, text or "")
    with call.engine() as engine:
        memories = engine.memories
        found = memories.page(wanted, sort=sort, limit=limit or EVERYTHING, offset=offset, origins=call.origins)
        items = [entry_document(entry, memories.short_id) for entry in found.entries]

    def show(page: Page) -> None:
        if not found.count:
            page.say(_nothing(given, text))
            return
        show_memories(page, items)
        if len(items) < found.count:
            first = offset + 1 if items else offset
            page.say((f"{first}–{offset + len(items)} of {found.count:,}; -n and --offset show more.", "quiet"))

    call.answer({"count": found.count, "offset": offset, "sort": sort, "items": items}, show)


@verb(user=True)
@click.argument("id")
def show(call: Call, id: str) -> None:
    """Show everything about a memory.

    ID is any unique start or end of an id; lists show the last six characters.
    """
    from ademem_tui.cli.output.documents import memory_document, relation_document
    from ademem_tui.cli.output.whole import show_whole

    with call.engine() as engine:
        memory, origin = engine.memories.get(id)
        document = memory_document(memory, origin, engine.memories.short_id(memory.id))
        links = engine.memories.relations(memory, origin)
        document["relations"] = [relation_document(link, memory.id) for link in links]
        for link in document["relations"]:
            link["summary"] = _other_summary(engine, link)
    call.answer(document, lambda page: show_whole(page, document))


def _other_summary(engine: Any, link: dict[str, Any]) -> str:
    """What the memory at the other end says."""
    from ademem_tui.engine.errors import EngineError

    other = link["target"] if link["direction"] == "out" else link["source_id"]
    if link["target_kind"] == "file":
        return ""
    try:
        return str(engine.memories.get(other)[0].summary)
    except EngineError:
        return ""


def _nothing(given: dict[str, Any], text: str | None) -> Piece:
    if text or any(value not in (None, (), False) for value in given.values()):
        return "No memory fits."
    return 'Nothing is remembered here yet. `ademem remember "..."` starts it.'
