"""`edit`: by options, or in the person's own editor."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from ademem_tui.cli.acts import answer_done, ids_argument
from ademem_tui.cli.call import Call, ids_of, is_terminal, note, read_stdin, verb
from ademem_tui.cli.files import in_project
from ademem_tui.cli.words import CATEGORY, IMPORTANCE, SCOPE, VISIBILITY, set_option

if TYPE_CHECKING:
    from ademem_tui.engine.engine import Engine
    from ademem_tui.engine.memories.editing import Edited

_FIELDS = {
    "content": "content",
    "category": "category",
    "summary": "summary",
    "importance": "importance",
    "confidence": "confidence",
    "scope": "scope",
    "owner": "scope_owner_id",
    "visibility": "visibility",
    "tags": "tags",
    "files": "related_files",
    "modules": "related_modules",
}


@verb(user=True)
@ids_argument
@click.option("--content", help="The new text; `-` reads it from stdin.")
@click.option("-c", "--category", type=CATEGORY, help="What kind of memory it is.")
@click.option("--summary", help="What agents are told of it.")
@click.option("--importance", type=IMPORTANCE, help="low, medium or high.")
@click.option("--confidence", type=click.FloatRange(0, 1), help="How sure this is, from 0 to 1.")
@click.option("-t", "--tag", "tags", multiple=True, help="The tags from now on; '' for none. Repeatable.")
@click.option("-f", "--file", "files", multiple=True, help="The files from now on; '' for none. Repeatable.")
@click.option("--module", "modules", multiple=True, help="The modules from now on; '' for none. Repeatable.")
@click.option("--scope", type=SCOPE, help="project, agent or mission.")
@click.option("--owner", help="Whose scope it is.")
@click.option("--visibility", type=VISIBILITY, help="private, project, team or org.")
@set_option
@click.option("--why", default="", help="A word for the history.")
def edit(call: Call, ids: tuple[str, ...], fields: dict[str, str], why: str, **given: Any) -> None:
    """Change what a memory says.

    Without any option the text opens in your editor. The old text stays in the history, and `ademem undo`
    brings it back.
    """
    changes = _changes(call, given)
    parts = ids_of(ids)
    with call.engine() as engine:
        if changes or fields:
            payload = _payload(engine, parts[0], changes, fields) if fields else None
            edited = engine.editing.edit(parts, changes, payload=payload, why=why)
        elif len(parts) == 1 and is_terminal(sys.stdin) and not call.json:
            found = _in_editor(call, engine, parts[0], why)
            if found is None:
                note("Nothing was changed.")
                return
            edited = found
        else:
            raise click.UsageError("There is nothing to change: give --content or another option.")
    for one in edited.redactions:
        note(f"Taken out of the {one.field}: {one.count} × {one.type}.")
    redactions = [one._asdict() for one in edited.redactions]
    answer_done(call, edited.done, "Changed", redactions=redactions)


def _changes(call: Call, given: dict[str, Any]) -> dict[str, Any]:
    changes = {_FIELDS[name]: value for name, value in given.items() if value not in (None, ())}
    if changes.get("content") == "-":
        changes["content"] = read_stdin()
    for name in ("tags", "related_files", "related_modules"):
        if name in changes:
            changes[name] = tuple(word for word in changes[name] if word.strip())
    if "related_files" in changes:
        changes["related_files"] = tuple(in_project(call.paths, file) for file in changes["related_files"])
    return changes


def _payload(engine: Engine, part: str, changes: dict[str, Any], fields: dict[str, str]) -> dict[str, Any]:
    from ademem_tui.engine.payloads import parsed

    category = changes.get("category") or engine.memories.get(part)[0].category
    return {name: parsed(category, name, value) if value else None for name, value in fields.items()}


def _in_editor(call: Call, engine: Engine, part: str, why: str) -> Edited | None:
    """The text in an editor; what was typed there is kept as a file where it cannot be stored."""
    from ademem_tui.engine.errors import EngineError

    memory, _ = engine.memories.get(part)
    typed = click.edit(memory.content + "\n", editor=call.config.display.editor or None, extension=".md")
    if typed is None or typed.strip() == memory.content:
        return None
    try:
        return engine.editing.edit([memory.id], {"content": typed}, why=why, seen_rev=memory.rev)
    except EngineError as error:
        error.hint = f"{error.hint} Your text is kept in {_draft(call, memory.id, typed)}.".strip()
        raise


def _draft(call: Call, memory_id: str, text: str) -> str:
    from ademem_tui.engine.paths import write_atomically

    folder = os.path.join(call.paths.state_dir, "drafts")
    os.makedirs(folder, mode=0o700, exist_ok=True)
    file = os.path.join(folder, f"{memory_id[-6:]}.md")
    write_atomically(file, text)
    return file
