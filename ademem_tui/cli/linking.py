"""`relate` and `visibility`."""

from __future__ import annotations

import click

from ademem_tui.cli.acts import answer_done
from ademem_tui.cli.call import Call, ids_of, verb
from ademem_tui.cli.files import in_project
from ademem_tui.cli.words import RELATION, VISIBILITY


@verb(user=True)
@click.argument("id")
@click.argument("relation", metavar="TYPE", type=RELATION)
@click.argument("target")
@click.option("--remove", is_flag=True, help="Take the link away.")
def relate(call: Call, id: str, relation: str, target: str, remove: bool) -> None:
    """Link a memory to another one or to a file.

    TYPE is required_with, conflicts_with, validates, supersedes, derived_from, depends_on, caused_by or
    related_to. TARGET is an id, a path, or file:NAME.
    """
    name = target.removeprefix("file:")
    if name != target or "/" in name or "." in name:
        target = "file:" + in_project(call.paths, name)
    with call.engine() as engine:
        if remove:
            done = engine.acts.unrelate(id, relation, target)
            document = None
        else:
            done, link = engine.acts.relate(id, relation, target)
            document = link._asdict()
            document["created_at"] = document["created_at"] or None
    answer_done(call, done, "Link removed from" if remove else "Linked", relation=document)


@verb(user=True)
@click.argument("ids", nargs=-1, required=True, metavar="ID...")
@click.argument("visibility", type=VISIBILITY)
def visibility(call: Call, ids: tuple[str, ...], visibility: str) -> None:
    """Set who may see memories.

    VISIBILITY is private, project, team or org.
    """
    with call.engine() as engine:
        edited = engine.editing.edit(ids_of(ids), {"visibility": visibility})
    answer_done(call, edited.done, f"Seen by {visibility} now:")
