"""`doctor`, `repair` and `status`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ademem_tui.cli.call import Call, verb
from ademem_tui.cli.output.page import Column

if TYPE_CHECKING:
    from ademem_tui.cli.output.page import Page, Piece
    from ademem_tui.engine.store.surroundings import Check

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
        report = engine.maintenance.doctor(progress)

    def show(page: Page) -> None:
        page.table(_COLUMNS, (_row(check) for check in report.checks))
        for check in report.failed:
            page.say("")
            page.say((_name(check), "bad"), f": {check.detail} {check.fix}".rstrip())
        page.say("")
        page.say(("All is well.", "good") if report.ok else f"{len(report.failed)} of {len(report.checks)} are wrong.")

    call.answer({"ok": report.ok, "checks": [check._asdict() for check in report.checks]}, show)
    return 0 if report.ok else 1


@verb()
@click.option("--compact", is_flag=True, help="Give unused space back to the disk as well.")
def repair(call: Call, compact: bool) -> None:
    """Mend what the doctor finds.

    A backup is made first. Rows of a legacy `memories` table are taken in on the way.
    """
    from ademem_tui.cli.output.progress import waiting

    with call.engine() as engine, waiting("Repairing") as progress:
        mended = engine.maintenance.repair(progress)
        compacted = engine.maintenance.compact(progress, anyway=True) if compact else []
    won = sum(one.bytes_won for one in compacted)
    files: list[dict[str, Any]] = [
        {
            "origin": one.origin,
            "mended": dict(one.steps),
            "total": one.total,
            "backup": one.backup.path if one.backup else None,
            "op_ids": one.op_ids,
        }
        for one in mended
    ]
    total = sum(one.total for one in mended)

    def show(page: Page) -> None:
        page.say(f"{total:,} things mended." if total else "There was nothing to mend.")
        for file in files:
            for step, count in file["mended"].items():
                if count:
                    page.say(f"    {step.replace('_', ' ')}: {count:,}")
            if file["total"] and file["backup"]:
                page.say((f"As it was before: {file['backup']}", "quiet"))
        if compact:
            page.say(f"{won / 1_048_576:.1f} MB given back.")

    document = {"ok": True, "total": total, "files": files, "bytes_won": won if compact else None}
    call.answer(document, show)


def _row(check: Check) -> tuple[Piece, ...]:
    return _name(check), ("fine", "good") if check.ok else ("WRONG", "bad"), check.detail


def _name(check: Check) -> str:
    name = check.name.replace("_", " ")
    return f"{name} (yours)" if check.origin == "user" else name
