"""`purge`: the one act that destroys, so it asks."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from ademem_tui.cli.acts import SHOWN
from ademem_tui.cli.call import Call, ids_of, note, verb

if TYPE_CHECKING:
    from ademem_tui.cli.output.page import Page
    from ademem_tui.engine.engine import Engine
    from ademem_tui.engine.model import Memory

SECOND = len("2026-01-01T00:00:00")


@verb(user=True)
@click.argument("ids", nargs=-1, metavar="[ID...]")
@click.option("--expired", is_flag=True, help="Everything that has been in the bin long enough.")
@click.option("--really", is_flag=True, help="Verified memories too.")
@click.option("--backups", "in_backups", is_flag=True, help="Rewrite the backups that hold the text, too.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def purge(call: Call, ids: tuple[str, ...], expired: bool, really: bool, in_backups: bool, yes: bool) -> int:
    """Destroy memories for good.

    The text goes from the memory, its history, every index and the log of refused writes, and cannot come
    back. Backups that may still hold it are named, and rewritten with --backups.
    """
    if bool(ids) == expired:
        raise click.UsageError("Give the ids to purge, or --expired.")
    with call.engine() as engine:
        doomed = _expired(call, engine, really) if expired else [engine.memories.get(part) for part in ids_of(ids)]
        if not doomed:
            call.answer({"ok": True, "id": None, "ids": [], "backups": []}, lambda page: page.say("Nothing to purge."))
            return 0
        if not yes:
            _tell(doomed)
            number = "this memory" if len(doomed) == 1 else f"these {len(doomed):,} memories"
            if not call.ask(
                f"Destroy {number} for good?", otherwise="Purging asks first, and nobody is there: add --yes to do it."
            ):
                raise click.Abort
        purged = engine.removal.purge([memory.id for memory, _ in doomed], really=really)
        backups = _backups_with(engine, doomed)
        rewritten: list[str] = []
        offered = not yes and sys.stdin.isatty()
        if backups and (in_backups or (offered and call.ask("Rewrite the backups without it, too?", otherwise=""))):
            for origin in dict.fromkeys(origin for _, origin in doomed):
                rewritten += engine.maintenance.purge_from_backups(purged.ids, origin)
            backups = []
    document: dict[str, Any] = {
        "ok": True,
        "id": purged.ids[0],
        "ids": purged.ids,
        "op_id": purged.op_id,
        "refused_dropped": purged.refused_dropped,
        "log_is_clean": purged.log_is_clean,
        "backups": backups,
        "rewritten": rewritten,
    }

    def show(page: Page) -> None:
        page.say(f"Purged {', '.join(one[-6:] for one in purged.ids[:SHOWN])}{_more(len(purged.ids))}.")
        if not purged.log_is_clean:
            page.say(("Another process still reads the old state; the text leaves the disk when it closes.", "warn"))
        if rewritten:
            page.say(f"{len(rewritten)} backups were rewritten without it.")
        if backups:
            page.say(("These backups were made before and may still hold the text:", "warn"))
            for file in backups:
                page.block(file)

    call.answer(document, show)
    return 0


def _expired(call: Call, engine: Engine, really: bool) -> list[tuple[Memory, str]]:
    found = engine.removal.purgeable(call.config.trash.days)
    return [pair for pair in found if pair[1] in call.origins and (really or not pair[0].verified)]


def _tell(doomed: list[tuple[Memory, str]]) -> None:
    for memory, _ in doomed[:SHOWN]:
        note(f"{memory.id[-6:]}  {memory.category}  {memory.summary}")
    if len(doomed) > SHOWN:
        note(_more(len(doomed)).strip())


def _more(count: int) -> str:
    return f" and {count - SHOWN:,} more" if count > SHOWN else ""


def _backups_with(engine: Engine, doomed: list[tuple[Memory, str]]) -> list[str]:
    """Backups made since the oldest of them came in; their names tell the time to the second."""
    files: list[str] = []
    for origin in dict.fromkeys(origin for _, origin in doomed):
        oldest = min(memory.created_at for memory, where in doomed if where == origin)
        files += [
            backup.path for backup in engine.maintenance.backups(origin, thorough=False) if backup.at >= oldest[:SECOND]
        ]
    return files
