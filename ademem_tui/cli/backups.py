"""`backup` and `restore-backup`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from ademem_tui.cli.call import Call, note, verb
from ademem_tui.cli.output.page import Column

if TYPE_CHECKING:
    from ademem_tui.cli.output.page import Page, Piece
    from ademem_tui.engine.store.backup import Backup

_COLUMNS = (
    Column("made"),
    Column("why", optional=True),
    Column("memories", right=True),
    Column("size", right=True, optional=True),
    Column("state"),
    Column("file", stretch=True),
)


@verb(user=True)
@click.option("--list", "list_them", is_flag=True, help="List the backups that are there.")
def backup(call: Call, list_them: bool) -> None:
    """Copy the memory to a safe place.

    Backups lie outside the project, so that cleaning the checkout cannot take them along.
    """
    if list_them:
        _list(call)
        return
    from ademem_tui.cli.output.progress import waiting

    with call.engine() as engine, waiting("Backing up") as progress:
        made = engine.maintenance.backup(call.origin, progress)

    def show(page: Page) -> None:
        page.say(f"{_memories(made.memories)} saved to ", (made.path, "strong"), ".")

    call.answer({"ok": True, **_document(made)}, show)


@verb("restore-backup", user=True)
@click.argument("file", required=False)
@click.option("--list", "list_them", is_flag=True, help="List the backups that are there.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def restore_backup(call: Call, file: str | None, list_them: bool, yes: bool) -> int:
    """Put a backup in the place of the memory.

    What it replaces is kept, and the answer says how to go back. Without FILE the backups are listed.
    """
    if list_them or file is None:
        _list(call)
        return 0
    from ademem_tui.cli.output.progress import waiting

    with call.engine() as engine:
        found = _named(engine.maintenance.backups(call.origin), file)
        _tell(found, file)
        if not yes and not call.ask(
            "Put it in place?", otherwise="Restoring asks first, and nobody is there: add --yes to do it."
        ):
            raise click.Abort
        with waiting("Restoring") as progress:
            restored = engine.maintenance.restore(found.path if found else file, call.origin, progress)
    document = {
        "ok": True,
        "source": restored.source,
        "replaced": restored.replaced,
        "memories": restored.memories,
        "op_id": restored.op_id,
        "undo_command": restored.undo_command,
    }

    def show(page: Page) -> None:
        page.say(f"Restored {_memories(restored.memories)} from {restored.source}.")
        if restored.replaced:
            page.say(f"What was there before is kept in {restored.replaced}.")
        if restored.undo_command:
            page.say(("To go back: ", "quiet"), restored.undo_command)

    call.answer(document, show)
    return 0


def _list(call: Call) -> None:
    with call.engine() as engine:
        pairs = [(one, origin) for origin in call.origins for one in engine.maintenance.backups(origin)]
    items = [{**_document(one), "origin": origin} for one, origin in pairs]

    def show(page: Page) -> None:
        if not pairs:
            page.say("There is no backup yet. `ademem backup` makes one.")
            return
        page.table(_COLUMNS, (_row(page, one) for one, _ in pairs))
        page.say(("`ademem restore-backup FILE` puts one back; add --user for one of yours.", "quiet"))

    call.answer({"count": len(items), "items": items}, show)


def _row(page: Page, one: Backup) -> tuple[Piece, ...]:
    state: Piece = ("sound", "good") if one.sound else (one.trouble, "bad")
    return (page.when(one.at), one.reason, f"{one.memories:,}", f"{one.size / 1_048_576:.1f} MB", state, one.path)


def _document(one: Backup) -> dict[str, Any]:
    return {
        "file": one.path,
        "at": one.at,
        "size": one.size,
        "memories": one.memories,
        "why": one.reason,
        "sound": one.sound,
        "trouble": one.trouble,
    }


def _named(backups: list[Backup], file: str) -> Backup | None:
    """A backup by its path, or by its name alone."""
    wanted = os.path.abspath(file)
    return next((one for one in backups if one.path == wanted or os.path.basename(one.path) == file), None)


def _tell(found: Backup | None, file: str) -> None:
    """A look inside, before it is put in place."""
    if found is not None:
        note(f"{found.path}: {_memories(found.memories)}, made {found.at[:16].replace('T', ' ')} UTC.")
    elif os.path.isfile(file):
        from ademem_tui.engine.store.backup import look

        inside = look(os.path.abspath(file))
        state = f"{_memories(inside.memories)}" if inside.sound else f"it is not sound ({inside.trouble})"
        note(f"{file} is not one of the backups ademem keeps: {state}.")


def _memories(count: int) -> str:
    return "1 memory" if count == 1 else f"{count:,} memories"
