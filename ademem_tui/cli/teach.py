"""`remember`: one text, or many requests as lines of JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ademem_tui.cli.call import Call, note, read_stdin, verb
from ademem_tui.cli.files import in_project
from ademem_tui.cli.words import (
    CATEGORY_TO_WRITE,
    IMPORTANCE,
    SCOPE_TO_WRITE,
    VISIBILITY,
    Actors,
    set_option,
)

if TYPE_CHECKING:
    from ademem_tui.cli.output.page import Page
    from ademem_tui.engine.model import Actor, WriteRequest, WriteResult


@verb(user=True)
@click.argument("text", nargs=-1)
@click.option("-c", "--category", type=CATEGORY_TO_WRITE, help="What kind of memory it is; a fact unless said.")
@click.option("-f", "--file", "files", multiple=True, help="A file it is about. Repeatable.")
@click.option("-t", "--tag", "tags", multiple=True, help="A tag. Repeatable.")
@click.option("--module", "modules", multiple=True, help="A module it is about. Repeatable.")
@click.option("--scope", type=SCOPE_TO_WRITE, default="project", help="project, agent or mission.")
@click.option("--owner", help="Whose scope it is: an agent, a mission.")
@click.option("--importance", type=IMPORTANCE, help="low, medium or high.")
@click.option("--confidence", type=click.FloatRange(0, 1), help="How sure this is, from 0 to 1.")
@click.option("--pin", is_flag=True, help="Keep it for good.")
@click.option("--candidate", is_flag=True, help="Let it wait for review.")
@click.option("--session", help="The session it comes from.")
@click.option("--summary", help="What agents are told of it; made from the text unless given.")
@click.option("--visibility", type=VISIBILITY, help="private, project, team or org.")
@click.option("--anyway", is_flag=True, help="Store it although the gate has doubts.")
@set_option
@click.option("--as", "writer", type=Actors(), help="Write as agent:NAME, under an agent's rules.")
@click.option("--batch", metavar="FILE", help="Requests as JSON, one a line; `-` is stdin.")
def remember(call: Call, text: tuple[str, ...], batch: str | None, writer: str | None, **given: Any) -> int:
    """Remember a text, or a file of requests.

    TEXT `-` reads stdin. Secrets are taken out first, the same thing is not kept twice, and what the code or
    git says anyway is refused with the reason. With --batch each line is a request like
    {"content": "...", "category": "gotcha", "files": ["src/a.py"]}, and each result is printed as one line.
    """
    if batch is not None:
        if text:
            raise click.UsageError("Give a text or --batch, not both.")
        from ademem_tui.cli.batch import remember_batch

        return remember_batch(call, batch, actor_of(writer))
    if not text:
        raise click.UsageError("There is no text. Give one, or - to read it from stdin.")
    content = read_stdin() if text == ("-",) else " ".join(text)
    request = _request(call, content, given, writer)
    with call.engine() as engine:
        result = engine.memories.write(request, actor_of(writer), origin=call.origin)
    return answer_write(call, result, call.origin)


def actor_of(writer: str | None) -> Actor:
    """The person, or the agent that was named."""
    from ademem_tui.engine.model import PERSON, Actor

    return Actor("agent", writer) if writer else PERSON


def place_of(call: Call) -> tuple[str | None, str | None]:
    """Branch and commit of the checkout; a person's own memories belong to none."""
    if call.user or not call.paths.is_git:
        return None, None
    from ademem_tui.engine.repository import current_branch, current_commit

    return current_branch(call.paths.root), current_commit(call.paths.root)


def answer_write(call: Call, result: WriteResult, origin: str) -> int:
    """Say what the gate did; a refusal is an exit code of 1."""
    from ademem_tui.cli.output.documents import result_document

    document = result_document(result, origin)
    if result.accepted:
        call.answer(document, lambda page: _say_kept(page, result, origin))
        return 0
    note(result.reason)
    number = f"`ademem refused` has it as number {result.refused_seq}." if result.refused_seq else ""
    document["hint"] = number
    if number:
        note(number)
    if call.json:
        call.answer(document, lambda page: None)
    return 1


def _request(call: Call, content: str, given: dict[str, Any], writer: str | None) -> WriteRequest:
    from ademem_tui.engine.model import WriteRequest
    from ademem_tui.engine.payloads import parsed

    category = given["category"] or "fact"
    branch, commit = place_of(call)
    fields = given["fields"]
    return WriteRequest(
        content,
        category,
        given["scope"],
        given["owner"],
        "agent_explicit" if writer else "user_taught",
        given["visibility"],
        given["importance"],
        given["confidence"],
        given["summary"],
        tags=given["tags"],
        related_files=tuple(in_project(call.paths, file) for file in given["files"]),
        related_modules=given["modules"],
        branch=branch,
        commit_sha=commit,
        session_id=given["session"],
        payload={name: parsed(category, name, value) for name, value in fields.items()} or None,
        pin=given["pin"],
        candidate=given["candidate"],
        anyway=given["anyway"],
    )


def _say_kept(page: Page, result: WriteResult, origin: str) -> None:
    memory = result.memory
    if memory is None:
        return
    short = memory.id[-6:]
    if result.deduped:
        page.say(result.reason)
    else:
        kind = memory.category.replace("_", " ")
        where = ", for you on every project" if origin == "user" else ""
        waits = " It waits for review." if memory.status == "candidate" else ""
        page.say("Remembered ", (short, "strong"), f" as {kind}{where}.{waits}")
    for one in result.redactions:
        times = f"{one.count} × " if one.count > 1 else ""
        page.say((f"Taken out of the {one.field}: {times}{one.type}.", "warn"))
    if result.related:
        page.say((f"Close to {', '.join(other[-6:] for other in result.related)}; linked.", "quiet"))
