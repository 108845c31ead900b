"""`refused`: writes that were not taken, and secrets that were taken out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ademem_tui.cli.call import Call, verb
from ademem_tui.cli.output.page import Column

if TYPE_CHECKING:
    from ademem_tui.cli.output.page import Page

_REFUSED = (
    Column("number", right=True),
    Column("when", optional=True),
    Column("who", optional=True),
    Column("why"),
    Column("what", stretch=True),
)
_REDACTED = (Column("when"), Column("memory"), Column("field"), Column("type"), Column("count", right=True))


@verb(user=True)
@click.option("--store-anyway", "number", type=int, metavar="N", help="Store number N after all.")
@click.option("--redactions", is_flag=True, help="List the secrets that were taken out: types, never texts.")
@click.option("-n", "limit", type=click.IntRange(1), default=50, help="How many.")
def refused(call: Call, number: int | None, redactions: bool, limit: int) -> int:
    """List writes that were not taken.

    Numbers are those of the project's file; with --user, of yours.
    """
    if number is not None:
        from ademem_tui.cli.teach import answer_write

        with call.engine() as engine:
            result = engine.memories.store_anyway(number, origin=call.origin)
        return answer_write(call, result, call.origin)
    if redactions:
        _list_redactions(call, limit)
    else:
        _list_refused(call, limit)
    return 0


def _list_refused(call: Call, limit: int) -> None:
    with call.engine() as engine:
        found = [pair for pair in engine.memories.refused(limit) if pair[1] in call.origins]
    items: list[dict[str, Any]] = [
        {
            "number": one.seq,
            "origin": origin,
            "at": one.at,
            "code": one.code,
            "reason": one.reason,
            "who": one.who,
            "session_id": one.session_id,
            "content": one.request.get("content", ""),
            "request": one.request,
            "can_store_anyway": one.can_store_anyway,
            "resolved_as": one.resolved_as,
        }
        for one, origin in found
    ]

    def show(page: Page) -> None:
        if not items:
            page.say("No write was refused.")
            return
        page.table(
            _REFUSED,
            (
                (
                    f"{item['number']}{'~' if item['origin'] == 'user' else ''}",
                    (page.when(item["at"]), "quiet"),
                    item["who"],
                    (f"stored as {item['resolved_as'][-6:]}" if item["resolved_as"] else item["code"], "warn"),
                    item["content"],
                )
                for item in items
            ),
        )
        if any(item["origin"] == "user" for item in items):
            page.say(("~ is a number of your own file: add --user.", "quiet"))
        if any(item["can_store_anyway"] and not item["resolved_as"] for item in items):
            page.say(("`ademem refused --store-anyway N` stores one after all.", "quiet"))

    call.answer({"count": len(items), "items": items}, show)


def _list_redactions(call: Call, limit: int) -> None:
    with call.engine() as engine:
        found = [pair for pair in engine.memories.redactions(limit) if pair[1] in call.origins]
    items = [{**one._asdict(), "origin": origin} for one, origin in found]

    def show(page: Page) -> None:
        if not items:
            page.say("No secret was taken out of anything.")
            return
        page.table(
            _REDACTED,
            (
                (
                    (page.when(item["at"]), "quiet"),
                    ((item["memory_id"] or "refused")[-6:] if item["memory_id"] else "refused", "strong"),
                    item["field"],
                    item["type"],
                    str(item["count"]),
                )
                for item in items
            ),
        )

    call.answer({"count": len(items), "items": items}, show)
