"""`history`: what happened to a memory, or the latest acts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from ademem_tui.cli.call import Call, verb
from ademem_tui.cli.output.page import Column

if TYPE_CHECKING:
    from ademem_tui.cli.output.page import Page, Piece
    from ademem_tui.engine.model import Change, Op

_SILENT = frozenset({"updated_at", "last_accessed_at", "rev", "seq", "dedupe_key", "touched_by_person"})
"""Fields that move with every change."""
_DERIVED = frozenset({"summary", "citation_text"})
"""Fields that follow from the text where it changed too."""
_COLUMNS = (
    Column("act"),
    Column("when", optional=True),
    Column("who", optional=True),
    Column("changes", right=True),
    Column("what", stretch=True),
)


@verb(user=True)
@click.argument("id", required=False)
@click.option("-n", "limit", type=click.IntRange(1), default=20, help="How many acts.")
def history(call: Call, id: str | None, limit: int) -> None:
    """Show what happened to a memory, or the latest acts.

    With ID the whole life of a memory, each change word by word. Without it the latest acts, whose ids
    `ademem undo` takes.
    """
    if id is None:
        _acts(call, limit)
    else:
        _life(call, id)


def _acts(call: Call, limit: int) -> None:
    from ademem_tui.cli.output.documents import op_document

    with call.engine() as engine:
        acts = engine.history.newest(limit)
    items = [op_document(op) for op in acts]

    def show(page: Page) -> None:
        if not acts:
            page.say("Nothing has happened here yet.")
            return
        page.table(_COLUMNS, (_act_row(page, op) for op in acts))
        page.say(("`ademem undo ACT` takes one back.", "quiet"))

    call.answer({"count": len(items), "acts": items}, show)


def _act_row(page: Page, op: Op) -> tuple[Piece, ...]:
    undone = " (undone)" if op.undone_by else ""
    what = op.why if op.why.startswith(op.kind) else f"{op.kind}: {op.why}" if op.why else op.kind
    return (
        (op.op_id[-6:], "strong"),
        (page.when(op.at), "quiet"),
        op.actor.who,
        str(op.changed),
        (what + undone, "quiet" if undone else ""),
    )


def _life(call: Call, part: str) -> None:
    from ademem_tui.cli.output.documents import change_document

    with call.engine() as engine:
        memory, origin = engine.memories.get(part)
        changes = engine.history.of_memory(memory.id)

    def show(page: Page) -> None:
        page.say((memory.id[-6:], "strong"), f"  {memory.summary}")
        for change in changes:
            _show_change(page, change)

    items = [change_document(change) for change in changes]
    call.answer({"id": memory.id, "origin": origin, "count": len(items), "changes": items}, show)


def _show_change(page: Page, change: Change) -> None:
    op = change.op
    undone = " (undone since)" if op.undone_by else ""
    why = f": {op.why}" if op.why else ""
    page.say("")
    page.say(
        (page.when(op.at), "quiet"), "  ", (op.kind, "strong"), f" by {op.actor.who}{why}", (undone, "quiet"),
        (f"  [{op.op_id[-6:]}]", "quiet"),
    )  # fmt: skip
    for pieces in _told(change):
        page.block(*pieces)


def _told(change: Change) -> Iterator[list[Piece]]:
    """What a change did, field by field."""
    before, after = change.before or {}, change.after or {}
    if change.before is None and change.after is None:
        yield [("its text was purged", "quiet")]
    elif change.kind in ("insert", "delete"):
        yield [((after or before).get("content", ""), "added" if after else "removed")]
    elif change.kind == "merge":
        yield [f"seen again: {after.get('content', '')}"]
    elif change.kind in ("relate", "unrelate"):
        link = after or before
        target = link["target"] if link["target_kind"] == "file" else link["target"][-6:]
        yield [f"{link['type'].replace('_', ' ')} {target}"]
    else:
        silent = _SILENT | _DERIVED if "content" in after else _SILENT
        for name in after:
            if name not in silent:
                yield [f"{name.replace('_', ' ')}: ", *_difference(before.get(name), after[name])]


def _difference(before: Any, after: Any) -> list[Piece]:
    if isinstance(before, str) and isinstance(after, str) and " " in before + after:
        from ademem_tui.cli.output.word_diff import word_diff

        return word_diff(before, after)
    return [(_shown(before), "removed"), " → ", (_shown(after), "added")]


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or value == [] or value == "":
        return "none"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
