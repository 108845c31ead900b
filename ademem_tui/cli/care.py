"""`doctor`, `repair` and `status`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ademem_tui.cli.call import Call, verb
from ademem_tui.cli.output.page import Column

if TYPE_CHECKING:
    from ademem_tui.cli.output.page import Page

_COLUMNS = (Column("check"), Column("found"), Column("detail", stretch=True))


@verb()
def status(call: Call) -> None:
    """Say how the memory of this project is."""
    from ademem_tui.cli.status import show_status, status_of

    document = status_of(call)
    call.answer(document, lambda page: show_status(page, document))


@verb()
def doctor(call: Call) -> int:
    """Check that everything is sound.

    Each check is named with what it found; the exit code is 1 where one fails. `ademem repair` mends.
    """
    from ademem_tui.cli.output.progress import waiting

    with call.engine() as engine, waiting("Checking") as progress:
        found = engine.maintenance.doctor(progress=progress)
    checks = [{"name": one.name, "ok": one.ok, "detail": one.detail} for one in found.checks]
    fine = all(one["ok"] for one in checks)

    def show(page: Page) -> None:
        page.table(
            _COLUMNS,
            ((one["name"], ("fine", "good") if one["ok"] else ("WRONG", "bad"), one["detail"]) for one in checks),
        )
        if not fine:
            page.say(("`ademem repair` mends what can be mended.", "warn"))

    call.answer({"ok": fine, "checks": checks}, show)
    return 0 if fine else 1


@verb()
@click.option("--compact", is_flag=True, help="Give unused space back to the disk as well.")
def repair(call: Call, compact: bool) -> int:
    """Mend what the doctor finds.

    A backup is made first. Rows of a legacy `memories` table are taken in on the way.
    """
    from ademem_tui.cli.output.progress import waiting

    with call.engine() as engine, waiting("Repairing") as progress:
        done = engine.maintenance.repair(progress=progress)
        won = engine.maintenance.compact(progress=progress) if compact else None
    document: dict[str, Any] = {"ok": True, "repaired": done, "compacted": won}
    call.answer(document, lambda page: page.say(str(done)))
    return 0
