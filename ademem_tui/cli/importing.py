"""`import`: the plan first, then one act that can be undone."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from ademem_tui.cli.call import Call, is_terminal, note, read_stdin, verb
from ademem_tui.cli.output.page import Column

if TYPE_CHECKING:
    from ademem_tui.cli.output.page import Page, Piece
    from ademem_tui.engine.capture.exchange import Imported, Plan, PlanItem

_COLUMNS = (Column("verdict"), Column("category", optional=True), Column("where"), Column("what", stretch=True))
_STYLES = {"new": "good", "duplicate": "quiet", "refused": "bad"}
SHOWN = 200
"""How many entries of a plan people are shown."""


@verb("import", user=True)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--format", "format_", default="auto", help="What the file is; found out by itself unless said.")
@click.option("--project-id", help="Which project of a database that holds several.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--dry-run", is_flag=True, help="Show the plan and do nothing.")
def import_(call: Call, files: tuple[str, ...], format_: str, project_id: str | None, yes: bool, dry_run: bool) -> int:
    """Take in memories from files and databases.

    FILE is an export of ademem, a CLAUDE.md, AGENTS.md, .cursorrules or the like, or the database of ADE or
    Auto Claude; `-` is stdin. Each is first shown as a plan, what is new, what is here already, what is
    refused and why, which secrets were found, and then done as one act that `ademem undo` takes back.
    """
    from ademem_tui.cli.output.progress import waiting

    told: list[dict[str, Any]] = []
    with call.engine() as engine:
        for file in files:
            with _readable(file) as path, waiting(f"Reading {file}") as progress:
                plan = engine.exchange.plan(
                    path, format=format_, origin=call.origin, project_id=project_id, progress=progress
                )
            if file == "-":
                plan = _from_stdin(plan)
            if not call.json:
                _show_plan(call.page(), plan)
            imported = None
            if not dry_run and _wanted(call, plan, yes):
                with waiting(f"Importing {file}") as progress:
                    imported = engine.exchange.apply(plan, progress=progress)
                if not call.json:
                    _show_done(call.page(), imported)
            told.append(_document(plan, imported))
    applied = [one for one in told if one["applied"]]
    if not applied and not yes and not dry_run and any(one["new"] for one in told):
        note("Nothing was imported: this was the plan. Add --yes to do it.")
    if call.json:
        whole = {"ok": True, "applied": bool(applied), "plans": told}
        call.answer({**told[0], **whole} if len(told) == 1 else whole, lambda page: None)
    return 0


@contextmanager
def _readable(file: str) -> Iterator[str]:
    """A path that can be read; stdin becomes a file for as long as the plan is made."""
    if file != "-":
        yield file
        return
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "stdin")
        with open(path, "w", encoding="utf-8", errors="surrogateescape") as stream:
            stream.write(read_stdin())
        yield path


def _from_stdin(plan: Plan) -> Plan:
    """A plan that speaks of stdin instead of the file that stood in for it."""
    from dataclasses import replace

    def named(where: str) -> str:
        return where.replace(plan.source, "stdin")

    items = [replace(item, draft=replace(item.draft, where=named(item.draft.where))) for item in plan.items]
    skipped = [one._replace(where=named(one.where)) for one in plan.skipped]
    return replace(plan, source="stdin", items=tuple(items), skipped=tuple(skipped))


def _wanted(call: Call, plan: Plan, yes: bool) -> bool:
    number = sum(item.verdict != "refused" for item in plan.items)
    if not number:
        return False
    if yes:
        return True
    if call.json or not is_terminal(sys.stdin):
        return False
    return click.confirm(f"Import {number:,} of {len(plan.items):,}?", default=True, err=True)


def _document(plan: Plan, imported: Imported | None) -> dict[str, Any]:
    document: dict[str, Any] = {
        "source": plan.source,
        "format": plan.format,
        "origin": plan.origin,
        "new": plan.count("new"),
        "duplicate": plan.count("duplicate"),
        "refused": plan.count("refused"),
        "secrets": plan.secrets,
        "notes": plan.notes,
        "skipped": [one._asdict() for one in plan.skipped],
        "items": [
            {
                "where": item.draft.where,
                "verdict": item.verdict,
                "reason": item.reason,
                "category": item.draft.request.category,
                "content": _content(item),
                "redactions": [one._asdict() for one in item.redactions],
            }
            for item in plan.items
        ],
        "applied": imported is not None,
    }
    if imported is not None:
        document.update(
            op_id=imported.op_id,
            added=imported.added,
            merged=imported.merged,
            not_taken=imported.refused,
            ids=imported.ids,
        )
    return document


def _content(item: PlanItem) -> str:
    """The text as it would be stored: a plan shows no secret either."""
    from ademem_tui.engine.redact import clean

    content = item.draft.request.content
    return clean(content).text if item.redactions else content


def _show_plan(page: Page, plan: Plan) -> None:
    page.say((plan.source, "strong"), f" ({plan.format})")
    for text in plan.notes:
        page.say((text, "warn"))
    if plan.items:
        page.table(_COLUMNS, (_row(item) for item in plan.items[:SHOWN]))
    if len(plan.items) > SHOWN:
        page.say((f"… and {len(plan.items) - SHOWN:,} more; --json lists all.", "quiet"))
    for one in plan.skipped[:SHOWN]:
        page.say((f"skipped  {one.where}  {one.reason}", "quiet"))
    counts = [f"{plan.count(word):,} {word}" for word in ("new", "duplicate", "refused")]
    page.say(f"{', '.join(counts)}, {len(plan.skipped):,} skipped.")
    if plan.secrets:
        page.say((f"{plan.secrets:,} secrets found; they are not taken in.", "warn"))


def _row(item: PlanItem) -> tuple[Piece, ...]:
    category = item.draft.request.category
    what = f"{item.reason}: {_content(item)}" if item.reason else _content(item)
    return (
        (item.verdict, _STYLES.get(item.verdict, "")),
        (category, f"category:{category}"),
        (item.draft.where, "quiet"),
        what,
    )


def _show_done(page: Page, imported: Imported) -> None:
    parts = [f"{imported.added:,} added"]
    if imported.merged:
        parts.append(f"{imported.merged:,} seen once more")
    if imported.refused:
        parts.append(f"{imported.refused:,} refused")
    page.say(f"Imported: {', '.join(parts)}.")
    page.say((f"`ademem undo {imported.op_id[-6:]}` takes it back.", "quiet"))
