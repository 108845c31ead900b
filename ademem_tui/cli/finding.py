"""`search`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ademem_tui.cli.call import Call, read_stdin, verb
from ademem_tui.cli.selection import selected, selection_options

if TYPE_CHECKING:
    from ademem_tui.cli.output.page import Page


@verb(user=True)
@click.argument("query", nargs=-1, required=True)
@selection_options
@click.option("-n", "limit", type=click.IntRange(1, 1000), default=8, help="How many hits.")
@click.option("--deep", is_flag=True, help="Look among fading memories as well.")
@click.option("--explain", is_flag=True, help="Show what each score is made of.")
def search(call: Call, query: tuple[str, ...], limit: int, deep: bool, explain: bool, **given: Any) -> None:
    """Find memories by words.

    Any text is a query, quotes and signs too; QUERY `-` reads stdin. The project's memories and your own are
    searched; --user looks into yours alone.
    """
    text = read_stdin() if query == ("-",) else " ".join(query)
    if not text.strip():
        raise click.UsageError("There is nothing to look for.")
    from ademem_tui.cli.output.documents import memory_document

    with call.engine() as engine:
        found = engine.search.search(text, selected(given, call.paths), limit=limit, deep=deep, origins=call.origins)
        hits = [
            {
                **memory_document(hit.memory, hit.origin, engine.memories.short_id(hit.memory.id)),
                "score": round(hit.score, 4),
                "parts": {name: round(part, 4) for name, part in hit.parts.items()},
            }
            for hit in found.hits
        ]
    document = {
        "query": text,
        "query_type": found.query_type,
        "took_ms": found.took_ms,
        "paths": found.paths,
        "count": len(hits),
        "hits": hits,
    }
    call.answer(document, lambda page: _show(page, hits, explain))


def _show(page: Page, hits: list[dict[str, Any]], explain: bool) -> None:
    if not hits:
        page.say("Nothing is remembered about that.")
        return
    from ademem_tui.cli.output.lines import show_memories

    if not explain:
        show_memories(page, hits)
        return
    from ademem_tui.cli.output.page import Column

    columns = (Column("id"), Column("score", right=True), Column("made of"), Column("what", stretch=True))
    page.table(
        columns,
        (
            ((hit["short_id"], "strong"), f"{hit['score']:.2f}", (_parts(hit["parts"]), "quiet"), hit["summary"])
            for hit in hits
        ),
    )


def _parts(parts: dict[str, float]) -> str:
    """`candidate` is a factor; the rest adds up."""
    return " ".join(
        f"× {value:.2f} {name}" if name == "candidate" else f"{name} {value:.2f}" for name, value in parts.items()
    )
