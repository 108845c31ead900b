"""What the maintenance screen lists: one function a section, from the engine's records to rows."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ademem_tui.app.format import ago, glyph
from ademem_tui.app.widgets.list_pane import Listing
from ademem_tui.app.widgets.row_list import Column, Row
from ademem_tui.engine.clock import parse_stamp

if TYPE_CHECKING:
    from ademem_tui.app.jobs import JobRecord
    from ademem_tui.engine.capture.detect import RulesFile
    from ademem_tui.engine.model import Memory, Refused
    from ademem_tui.engine.places import Place
    from ademem_tui.engine.store.backup import Backup
    from ademem_tui.engine.store.doctor import Report
    from ademem_tui.engine.store.logs import RedactionEntry
    from ademem_tui.engine.store.status import FileStatus, Status

_WHY = {"auto": "by itself", "backup": "you asked", "repair": "before mending", "replaced": "by a restore"}
_JOB_SIGNS = {"done": "ok", "failed": "bad", "cancelled": "archived", "running": "promoted", "queued": "candidate"}
_JOB_TONES = {"done": "", "failed": "bad", "cancelled": "warn"}


def size_words(size: int) -> str:
    """Bytes as people say them."""
    if size < 1_000:
        return f"{size} B"
    for unit, factor in (("kB", 1_000), ("MB", 1_000_000)):
        if size < 1_000 * factor:
            return f"{size / factor:.1f} {unit}"
    return f"{size / 1_000_000_000:.1f} GB"


def overview(status: Status, jobs: Sequence[JobRecord], now: str) -> Listing:
    """Both files in a line each, the last failure, and the jobs of this run."""
    rows = [_heading("Files"), *(_file_row(file, now) for file in status.files)]
    if status.last_error:
        error = status.last_error
        text = f"{ago(error.at, now)}: {error.text}"
        rows.append(Row("error", (glyph("bad"), "last failure", text), "warn", f"{error.at}\n{error.text}"))
    rows.append(_heading("Jobs of this run"))
    if not jobs:
        rows.append(Row("no-jobs", ("", "none yet", "b backs up, c checks everything"), "dim"))
    for at, job in reversed(list(enumerate(jobs))):
        rows.append(_job_row(at, job))
    columns = (Column(2), Column(18), Column(0))
    return Listing("How both files are, and what ran.", columns, rows, "")


def backup_list(found: Sequence[tuple[Backup, str]], now: str) -> Listing:
    """Every backup, newest first."""
    rows = []
    for one, origin in found:
        sign = glyph("ok") if one.sound else glyph("bad")
        why = _WHY.get(one.reason, one.reason.replace("-", " "))
        cells = (
            sign,
            ago(one.at, now),
            "yours" if origin == "user" else "project",
            f"{one.memories:,} memories",
            size_words(one.size),
            why,
            os.path.basename(one.path),
        )
        trouble = f"It cannot be restored: {one.trouble}\n" if one.trouble else ""
        more = f"{trouble}{one.path}\nMade {one.at[:16].replace('T', ' ')} UTC, {why}. R looks inside and puts it back."
        rows.append(Row(one.path, cells, "" if one.sound else "bad", more, (one, origin)))
    columns = (
        Column(2),
        Column(9),
        Column(8),
        Column(15, right=True),
        Column(9, 56, True),
        Column(15, 76),
        Column(0, 96),
    )
    return Listing(
        "Copies outside the project. A restore keeps what it replaces.",
        columns,
        rows,
        "Backups are copies of the memory, kept outside the project.\n\nThere is none yet: press b to make one.",
    )


def check_list(report: Report | None) -> Listing:
    """What the doctor found, what is wrong first."""
    purpose = "Checks look at the files, their indexes, disk, permissions and backups, and change nothing."
    empty = f"{purpose}\n\nPress c to run them."
    columns = (Column(2), Column(24), Column(0))
    if report is None:
        return Listing("", columns, (), empty)
    rows = []
    for check in sorted(report.checks, key=lambda check: check.ok):
        name = check.name.replace("_", " ") + (" (yours)" if check.origin == "user" else "")
        fix = "" if check.ok or not check.fix else f"\nTo mend it: {check.fix}"
        sign = glyph("ok") if check.ok else glyph("bad")
        word = check.detail if check.ok else f"wrong: {check.detail}"
        key = f"{check.origin}:{check.name}"
        rows.append(Row(key, (sign, name, word), "" if check.ok else "bad", f"{name}: {check.detail}{fix}"))
    bad = len(report.failed)
    head = (
        "All is well."
        if report.ok
        else f"{bad} of {len(report.checks)} checks found something. m mends what can be mended."
    )
    return Listing(head, columns, rows, empty)


def exchange_list(found: Sequence[RulesFile], root: str) -> Listing:
    """What can be brought in and taken out."""
    rows = [
        Row("import", ("i", "Import a file", "its plan is shown first; rows can be left out"), value="import"),
        Row("export", ("x", "Export", "json with its whole past, or md for people and agents"), value="export"),
    ]
    if found:
        rows.append(_heading("Rules files of this project"))
    for one in found:
        path = os.path.relpath(str(one.path), root)
        count = f"{one.drafts} entries" if one.drafts != 1 else "1 entry"
        rows.append(
            Row(
                str(one.path), (" ", path, count), "", f"{one.path}\nenter shows the plan of its import.", str(one.path)
            )
        )
    return Listing("Bring memories in, take them out.", (Column(2), Column(30), Column(0)), rows, "")


def refused_list(
    refused: Sequence[tuple[Refused, str]], redactions: Sequence[tuple[RedactionEntry, str]], now: str
) -> Listing:
    """Writes that were not taken, then secrets that were taken out: types and places, never texts."""
    rows = [_heading("Refused writes")] if refused else []
    for one, origin in refused:
        content = str(one.request.get("content", ""))
        state = f"stored as {one.resolved_as[-6:]}" if one.resolved_as else one.code.replace("_", " ")
        anyway = (
            ""
            if one.resolved_as
            else "a stores it anyway."
            if one.can_store_anyway
            else "It cannot be stored as it is."
        )
        more = f"{one.reason}\n{one.who}, {ago(one.at, now)}. {anyway}\n\n{content}"
        tone = "dim" if one.resolved_as else ""
        cells = (glyph("bad") if not one.resolved_as else glyph("ok"), ago(one.at, now), one.who, state, content)
        rows.append(Row(f"refused:{origin}:{one.seq}", cells, tone, more, (one, origin)))
    if redactions:
        rows.append(_heading("Secrets taken out"))
    for at, (entry, origin) in enumerate(redactions):
        times = f"{entry.number} × " if entry.number > 1 else ""
        where = f"{entry.memory_id[-6:]}, {entry.field}" if entry.memory_id else f"a refused write, {entry.field}"
        cells = ("!", ago(entry.at, now), entry.who, f"{times}{entry.type}", where)
        rows.append(Row(f"secret:{origin}:{entry.at}:{at}", cells, "", f"{times}{entry.type} in {where}"))
    columns = (Column(2), Column(9), Column(14, 80), Column(20), Column(0))
    return Listing(
        "What the gate did not take, and why.",
        columns,
        rows,
        "Writes the gate refuses are kept here with the reason, and can be stored anyway.\n\nNone was refused yet.",
    )


def bin_list(entries: Sequence[tuple[Memory, str]], days: float, now: str) -> Listing:
    """Deleted memories and the days each has left."""
    rows = []
    due = 0
    for memory, _ in entries:
        deleted_at = memory.deleted_at or memory.archived_at or memory.updated_at
        left = days - (parse_stamp(now) - parse_stamp(deleted_at)).total_seconds() / 86_400
        is_due = left <= 0
        due += is_due
        word = "past its days" if is_due else f"{left:.0f} days left"
        cells = (glyph("bad") if is_due else " ", word, memory.category.replace("_", " "), memory.summary)
        more = f"{memory.content}\n\nDeleted {ago(deleted_at, now)}. R brings it back."
        rows.append(Row(memory.id, cells, "warn" if is_due else "", more, memory))
    head = f"{len(rows):,} deleted, {due:,} past their {days:g} days" + (": P destroys those for good." if due else ".")
    return Listing(
        head,
        (Column(2), Column(13), Column(16, 60), Column(0)),
        rows,
        f"Deleted memories wait here for {days:g} days and can be brought back with R.\n\nThe bin is empty.",
    )


def place_list(found: Sequence[Place]) -> Listing:
    """Where everything is and how big."""
    rows = []
    for one in found:
        size = "" if one.size is None else size_words(one.size)
        sign = " " if one.exists else "-"
        cells = (sign, one.name.replace("_", " "), size if one.exists else "not there", one.path)
        rows.append(Row(one.name, cells, "" if one.exists else "dim", f"{one.path}\nenter copies the path.", one.path))
    return Listing(
        "Where everything is, and how big.", (Column(2), Column(16), Column(10, right=True), Column(0)), rows, ""
    )


def _heading(text: str) -> Row:
    return Row(f"head:{text}", (text,), "head")


def _file_row(file: FileStatus, now: str) -> Row:
    name = "your own" if file.origin == "user" else "project"
    if file.trouble:
        return Row(file.origin, (glyph("bad"), name, file.trouble), "bad", f"{file.path}\n{file.trouble}")
    if not file.exists:
        text = "no file yet: the first memory makes it"
        return Row(file.origin, (" ", name, text), "dim", file.path)
    backup = f"backup {ago(file.last_backup, now)}" if file.last_backup else "no backup yet"
    text = f"{file.live:,} memories, {size_words(file.size)}, {backup}"
    spare = f"\n{size_words(file.reclaimable)} can be won by compacting (v)." if file.reclaimable else ""
    by_status = ", ".join(f"{count:,} {status}" for status, count in sorted(file.by_status.items()))
    marks = f"{file.pinned:,} pinned, {file.needs_review:,} need review, {file.stale:,} stale"
    more = f"{file.path}\n{by_status}; {marks}.{spare}"
    return Row(file.origin, (glyph("ok"), name, text), "", more)


def _job_row(at: int, job: JobRecord) -> Row:
    words = {"done": f"done in {job.seconds:.1f} s", "failed": "failed", "cancelled": "cancelled"}.get(
        job.state, job.state
    )
    if job.state == "running":
        total = f" of {job.progress.total}" if job.progress.total else ""
        words = f"{job.progress.stage} {job.progress.done}{total}".strip() or "running"
    text = f"{words}: {job.message}" if job.message else words
    more = "\n".join((f"{job.title}: {text}", *job.log[-5:], "enter shows all jobs."))
    return Row(f"job:{at}", (glyph(_JOB_SIGNS[job.state]), job.title, text), _JOB_TONES.get(job.state, ""), more, job)
