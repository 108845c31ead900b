"""`undo` and `redo`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ademem_tui.cli.call import Call, note, verb

if TYPE_CHECKING:
    from ademem_tui.cli.output.page import Page
    from ademem_tui.engine.engine import Engine


@verb(user=True)
@click.argument("what", required=False, metavar="[N|ACT]")
def undo(call: Call, what: str | None) -> int:
    """Take back the last act, several, or a named one.

    A number of up to three digits is that many acts, newest first; anything longer is the id of an act, as
    `ademem history` shows it. An act that others have built on since is not taken back: it says what stands
    in the way.
    """
    count, act = _meant(what)
    return _repeat(call, "undo", count, act)


@verb(user=True)
@click.argument("count", required=False, type=click.IntRange(1, 999), default=1, metavar="[N]")
def redo(call: Call, count: int) -> int:
    """Bring back what was undone."""
    return _repeat(call, "redo", count, None)


def _meant(what: str | None) -> tuple[int, str | None]:
    if what is None:
        return 1, None
    if what.isdecimal() and len(what) <= 3:
        if not int(what):
            raise click.UsageError("0 acts are none: give 1 or more.")
        return int(what), None
    return 1, what


def _repeat(call: Call, kind: str, count: int, act: str | None) -> int:
    """So many in a row; where one fails after others worked, those stand and the rest is told."""
    from ademem_tui.cli.output.progress import waiting
    from ademem_tui.engine.errors import EngineError

    taken: list[dict[str, Any]] = []
    failure: EngineError | None = None
    with call.engine() as engine, waiting("Undoing" if kind == "undo" else "Redoing"):
        for _ in range(count):
            try:
                taken.append(_one(engine, kind, act))
            except EngineError as error:
                if not taken:
                    raise
                failure = error
                break
    if failure is not None:
        note(f"{len(taken)} of {count}: {failure}")
    word = "Undone" if kind == "undo" else "Done again"

    def show(page: Page) -> None:
        for one in taken:
            page.say(f"{word}: ", one["words"], ".")
        if failure is None and kind == "undo":
            page.say(("`ademem redo` brings it back.", "quiet"))

    document: dict[str, Any] = {
        "ok": failure is None,
        "id": taken[-1]["op_id"],
        "op_id": taken[-1]["by"],
        "changes": sum(one["changes"] for one in taken),
        "acts": taken,
    }
    if failure is not None:
        document.update(error=failure.code, message=failure.message, hint=failure.hint)
    call.answer(document, show)
    return 0 if failure is None else 1


def _one(engine: Engine, kind: str, act: str | None) -> dict[str, Any]:
    from ademem_tui.cli.output.acts import act_in_words
    from ademem_tui.cli.output.documents import op_document

    taken = engine.history.undo(act) if kind == "undo" else engine.history.redo()
    return {
        **op_document(taken.op),
        "by": taken.op_id,
        "changes": taken.changes,
        "words": act_in_words(engine, taken.op),
    }
