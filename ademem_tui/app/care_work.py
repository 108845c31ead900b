"""What the maintenance screen lets the engine do: each function runs on a thread of the engine's, never on the loop."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ademem_tui.app.format import ago
from ademem_tui.app.jobs import Work
from ademem_tui.app.widgets import care_rows
from ademem_tui.app.widgets.list_pane import Listing
from ademem_tui.app.widgets.plan_list import plan_rows
from ademem_tui.app.widgets.row_list import Row
from ademem_tui.engine.engine import Engine
from ademem_tui.engine.errors import NotAllowed
from ademem_tui.engine.jobs import CancelToken, ProgressSink
from ademem_tui.engine.model import Filter, Memory
from ademem_tui.engine.places import places

if TYPE_CHECKING:
    from ademem_tui.app.jobs import JobRecord
    from ademem_tui.engine.capture.exchange import Imported, Plan
    from ademem_tui.engine.memories.removal import Purged
    from ademem_tui.engine.store.backup import Backup
    from ademem_tui.engine.store.doctor import Report
    from ademem_tui.engine.store.inside import Inside
    from ademem_tui.engine.store.restore import Restored

SHOWN = 500
"""Rows of the bin and of the logs that are listed."""
NAMED = 5
NOT_OURS = -1
"""What an export answers where it would overwrite a file that is no export."""
_SECOND = len("2026-01-01T00:00:00")


def read_section(engine: Engine, section: str, jobs: Sequence[JobRecord] = (), report: Report | None = None) -> Listing:
    """What a section lists now."""
    now = engine.clock.now()
    match section:
        case "backups":
            return care_rows.backup_list(_backups(engine), now)
        case "checks":
            return care_rows.check_list(report)
        case "exchange":
            from ademem_tui.engine.capture.detect import rules_files_in

            return care_rows.exchange_list(rules_files_in(engine.paths.root), engine.paths.root)
        case "refused":
            return care_rows.refused_list(engine.memories.refused(SHOWN), engine.memories.redactions(SHOWN), now)
        case "bin":
            deleted = list(engine.memories.every(Filter(archive_reasons=("deleted",)), sort="-updated", limit=SHOWN))
            return care_rows.bin_list(deleted, engine.config.trash.days, now)
        case "places":
            return care_rows.place_list(places(engine.paths))
        case _:
            return care_rows.overview(engine.maintenance.status(), jobs, now)


def back_up(engine: Engine, progress: ProgressSink, cancel: CancelToken) -> list[Backup]:
    """Copy every file that is there; without any, the engine says so."""
    origins = [store.origin for store in engine.shelves if store.exists()] or ["project"]
    return [engine.maintenance.backup(origin, progress, cancel) for origin in origins]


def check(engine: Engine, progress: ProgressSink, cancel: CancelToken) -> Report:
    """Run the doctor."""
    return engine.maintenance.doctor(progress, cancel)


def mend_then_check(engine: Engine, progress: ProgressSink, cancel: CancelToken) -> tuple[int, Report]:
    """Repair, and look again: how much was mended, and how everything is now."""
    mended = sum(one.total for one in engine.maintenance.repair(progress, cancel))
    return mended, engine.maintenance.doctor(progress, cancel)


def compact(engine: Engine, progress: ProgressSink, cancel: CancelToken) -> int:
    """Rewrite both files; how many bytes that won."""
    return sum(one.bytes_won for one in engine.maintenance.compact(progress, cancel, anyway=True))


def looking_inside(path: str, origin: str) -> Callable[[Engine], tuple[Inside, str]]:
    """What a backup holds beside what is there now, and the words for it."""
    from ademem_tui.engine.store.inside import look_inside

    def work(engine: Engine) -> tuple[Inside, str]:
        inside = look_inside(engine.shelves.named(origin), path)
        return inside, inside_words(inside, engine.clock.now())

    return work


def inside_words(inside: Inside, now: str) -> str:
    """What is in a backup, and what putting it back would change."""
    backup = inside.backup
    by_status = ", ".join(f"{count:,} {status}" for status, count in sorted(inside.by_status.items()))
    lines = [os.path.basename(backup.path), f"{ago(backup.at, now)}, {backup.memories:,} memories ({by_status})", ""]
    changes = (
        (inside.only_here, "would go, being newer than this backup"),
        (inside.only_there, "would come back"),
        (inside.different, "would get an older text or state"),
    )
    told = [f"{count:,} {words}" for count, words in changes if count]
    lines += told or ["Every memory is in it as it is now."]
    if inside.newest:
        lines += ["", "Changed last in it:"]
        lines += [f"  {at[:10]}  {category.replace('_', ' ')}: {summary}" for at, category, summary in inside.newest]
    return "\n".join([*lines, "", "What is there now is kept as a backup of its own, so this can be turned round."])


def restoring(path: str, origin: str) -> Work:
    """Put a backup in place."""

    def work(engine: Engine, progress: ProgressSink, cancel: CancelToken) -> Restored:
        return engine.maintenance.restore(path, origin, progress, cancel)

    return work


def planning(path: str, origin: str) -> Work:
    """Read a file and say of each entry what would become of it."""

    def work(engine: Engine, progress: ProgressSink, cancel: CancelToken) -> tuple[Plan, list[Row]]:
        plan = engine.exchange.plan(path, origin=origin, progress=progress, cancel=cancel)
        return plan, plan_rows(plan)

    return work


def importing(plan: Plan, leave_out: frozenset[int]) -> Work:
    """Do what is left of a plan, as one act."""

    def work(engine: Engine, progress: ProgressSink, cancel: CancelToken) -> Imported:
        return engine.exchange.apply(plan, leave_out=leave_out, progress=progress, cancel=cancel)

    return work


def exporting(path: str, format: str, origin: str, *, force: bool = False) -> Work:
    """Write one file out; the characters written, or NOT_OURS."""
    from ademem_tui.engine.capture.export_file import write_export

    def work(engine: Engine, progress: ProgressSink, cancel: CancelToken) -> int:
        pieces: list[str] = []
        for piece in engine.exchange.export(format, None, (origin,)):
            cancel.checkpoint()
            pieces.append(piece)
        try:
            return write_export(path, "".join(pieces), force=force)
        except NotAllowed:
            return NOT_OURS

    return work


def expired(engine: Engine) -> tuple[list[Memory], str]:
    """What is past its days and not verified, and what destroying it means."""
    doomed = [pair for pair in engine.removal.purgeable(engine.config.trash.days) if not pair[0].verified]
    memories = [memory for memory, _ in doomed]
    lines = [
        f"  {memory.id[-6:]}  {memory.category.replace('_', ' ')}: {memory.summary}" for memory in memories[:NAMED]
    ]
    if len(memories) > NAMED:
        lines.append(f"  and {len(memories) - NAMED:,} more")
    lines += ["", "Their text goes from the memory, its history, every index and the log. It cannot come back."]
    holding = sum(
        backup.at >= min(memory.created_at for memory, where in doomed if where == origin)[:_SECOND]
        for origin in {origin for _, origin in doomed}
        for backup in engine.maintenance.backups(origin, thorough=False)
    )
    if holding:
        lines.append(f"{holding} backups were made since and may still hold it.")
    return memories, "\n".join(lines)


def purging(ids: Sequence[str]) -> Work:
    """Destroy for good."""

    def work(engine: Engine, progress: ProgressSink, cancel: CancelToken) -> Purged:
        del progress, cancel
        return engine.removal.purge(ids)

    return work


def result_words(record: JobRecord) -> str:
    """What a finished job is told by, beyond that it is done."""
    result: Any = record.result
    match type(result).__name__:
        case "Restored":
            kept = f" What it replaced is kept in {result.replaced}." if result.replaced else ""
            return f"{result.memories:,} memories are back.{kept}"
        case "Imported":
            parts = [f"{result.added:,} added", f"{result.merged:,} seen once more", f"{result.refused:,} refused"]
            return f"{', '.join(part for part in parts if not part.startswith('0 ')) or 'Nothing new'}.  ·  z undo"
        case "Purged":
            late = (
                ""
                if result.log_is_clean
                else " Another process still reads the old state; the text leaves when it closes."
            )
            return f"{len(result.ids):,} destroyed for good.{late}"
    return ""


def _backups(engine: Engine) -> list[tuple[Backup, str]]:
    found = [
        (backup, store.origin)
        for store in engine.shelves
        for backup in engine.maintenance.backups(store.origin, thorough=False)
    ]
    return sorted(found, key=lambda pair: (pair[0].at, pair[0].path), reverse=True)
