"""The longer ways of the maintenance screen: look, ask a person, then run a job. Each is a worker of the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ademem_tui.app import care_work
from ademem_tui.app.modals.confirm import ConfirmModal
from ademem_tui.app.modals.import_plan import ImportPlanModal
from ademem_tui.app.modals.path_prompt import PathChoice, PathPrompt

if TYPE_CHECKING:
    from ademem_tui.app.screens.maintenance import MaintenanceScreen
    from ademem_tui.engine.model import Memory
    from ademem_tui.engine.store.backup import Backup

EXPORT_FILES = {"json": "ademem-export.json", "md": "MEMORY.md", "claude-md": "CLAUDE.md", "agents-md": "AGENTS.md"}
"""Formats, and the file each is written to by habit."""
_EXPORT = "json is the whole memory with its past and comes back in without a loss; the others are for reading."
_IMPORT = (
    "An export of ademem, a CLAUDE.md, AGENTS.md or the like, any Markdown notes, or the database of ADE or "
    "Auto Claude. Its plan is shown first."
)


async def compact(screen: MaintenanceScreen) -> None:
    """Rewrite the files, and say what that won."""
    record = await screen.run_job("Compact", care_work.compact)
    if record.state == "done":
        screen.notify(f"{record.result / 1_000_000:.1f} MB given back.", timeout=5)


async def bring_back(screen: MaintenanceScreen, memory: Memory) -> None:
    """A memory out of the bin."""
    await screen.act(lambda engine: engine.acts.restore([memory.id]), lambda _: f"{memory.id[-6:]} is back")


async def restore(screen: MaintenanceScreen, backup: Backup, origin: str) -> None:
    """Look inside a backup, ask, put it in place."""
    screen.status.tell("inside", "looking inside the backup …")
    looked = await screen.ask(care_work.looking_inside(backup.path, origin))
    screen.status.tell("inside", "")
    if looked is None:
        return
    inside, words = looked
    if not inside.backup.sound:
        screen.notify(inside.backup.trouble, title="It cannot be restored", severity="error", timeout=8, markup=False)
    elif await screen.app.push_screen_wait(ConfirmModal("Put this backup back?", words, "Restore")):
        await screen.run_job("Restore", care_work.restoring(backup.path, origin))


async def export(screen: MaintenanceScreen) -> None:
    """Ask for format and file, write; what is no export is only overwritten after a second question."""
    prompt = PathPrompt(
        "Export", _EXPORT, screen.room.paths.root, formats=EXPORT_FILES, personal="My own memories instead"
    )
    choice: PathChoice | None = await screen.app.push_screen_wait(prompt)
    if choice is None:
        return
    path, format, origin = choice
    record = await screen.run_job("Export", care_work.exporting(path, format, origin))
    if record.result == care_work.NOT_OURS:
        question = ConfirmModal("Overwrite it?", f"{path}\n\nis there already and is not an export.", "Overwrite")
        if not await screen.app.push_screen_wait(question):
            return
        record = await screen.run_job("Export", care_work.exporting(path, format, origin, force=True))
    if record.state == "done":
        screen.notify(path, title="Written", timeout=6, markup=False)


async def import_file(screen: MaintenanceScreen) -> None:
    """Ask for a file, then as below."""
    prompt = PathPrompt(
        "Import", _IMPORT, screen.room.paths.root, must_exist=True, personal="For me, on all my projects"
    )
    choice: PathChoice | None = await screen.app.push_screen_wait(prompt)
    if choice is not None:
        await plan_and_import(screen, choice.path, choice.origin)


async def plan_and_import(screen: MaintenanceScreen, path: str, origin: str) -> None:
    """Show what a file would bring; take in what is ticked, as one act."""
    record = await screen.run_job("Read", care_work.planning(path, origin))
    if record.state != "done":
        return
    plan, rows = record.result
    leave_out: frozenset[int] | None = await screen.app.push_screen_wait(ImportPlanModal(plan, rows))
    if leave_out is not None:
        await screen.run_job("Import", care_work.importing(plan, leave_out))


async def purge(screen: MaintenanceScreen) -> None:
    """Count what is past its days, ask, destroy it."""
    found = await screen.ask(care_work.expired)
    if found is None:
        return
    memories, words = found
    if not memories:
        screen.notify("Nothing in the bin is past its days.", timeout=4)
        return
    number = "this memory" if len(memories) == 1 else f"these {len(memories):,} memories"
    if await screen.app.push_screen_wait(ConfirmModal(f"Destroy {number} for good?", words, "Destroy")):
        await screen.run_job("Purge", care_work.purging([memory.id for memory in memories]))
