"""`export`."""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING, Any

import click

from ademem_tui.cli.call import Call, verb
from ademem_tui.cli.selection import selected, selection_options
from ademem_tui.cli.words import Word

if TYPE_CHECKING:
    from ademem_tui.cli.output.page import Page

_OWN_JSON = re.compile(r'\s*\{\s*"format":\s*"ademem"')
FORMAT = Word("format", ("json", "md", "claude-md", "agents-md"))


@verb(user=True)
@selection_options
@click.option("--format", "format_", type=FORMAT, default="json", help="json, md, claude-md or agents-md.")
@click.option("-o", "--output", "file", metavar="FILE", help="Write to a file instead of stdout.")
@click.option("--force", is_flag=True, help="Overwrite a file that is not an export.")
def export(call: Call, format_: str, file: str | None, force: bool, **given: Any) -> None:
    """Write memories as a document.

    json is the whole store with its history and comes back in without a loss; the others are for reading and
    take the same filters as `ademem list`.
    """
    filters = any(value not in (None, (), False) for value in given.values())
    wanted = selected(given, call.paths) if filters else None
    with call.engine() as engine:
        pieces = engine.exchange.export(format_, wanted, (call.origin,))
        private = engine.exchange.private_left_out(format_, wanted, (call.origin,))
        if private:
            click.echo(
                f"{private} private memories are left out; `--visibility private --visibility project` takes them in.",
                err=True,
            )
        if file is None and not (call.json and format_ != "json"):
            for piece in pieces:
                sys.stdout.write(piece)
            return
        text = "".join(pieces)
    if file is None:
        call.answer({"ok": True, "format": format_, "text": text}, lambda page: None)
        return
    _write(file, text, force)
    document = {"ok": True, "format": format_, "file": os.path.abspath(file), "characters": len(text)}

    def show(page: Page) -> None:
        page.say(f"Written to {file}.")

    call.answer(document, show)


def _write(file: str, text: str, force: bool) -> None:
    """All of the file or nothing; what somebody else wrote is left alone, also around a block of ours."""
    from ademem_tui.engine.errors import BadInput, NotAllowed
    from ademem_tui.engine.paths import write_atomically

    try:
        if not force and os.path.exists(file):
            with open(file, encoding="utf-8", errors="surrogateescape", newline="") as stream:
                before = stream.read()
            whole = _in_place_of(before, text)
            if whole is None:
                raise NotAllowed(
                    f"{file} is there already and is not an export.",
                    "Add --force to overwrite it, or name another.",
                )
            text = whole
        write_atomically(file, text)
    except UnicodeError as error:
        raise BadInput(f"{file} is no UTF-8 text.", "Name another file.") from error
    except OSError as error:
        raise BadInput(f"{file} cannot be written: {error.strerror or error}.") from error


def _in_place_of(before: str, text: str) -> str | None:
    """What a file becomes: an export gives way, a block for agents takes its old place; None: not ours."""
    from ademem_tui.engine.capture.export_text import BLOCK_END, BLOCK_START, EXPORT_MARK

    if not before.strip() or _OWN_JSON.match(before) or EXPORT_MARK in before[:200]:
        return text
    start, end = before.find(BLOCK_START), before.find(BLOCK_END)
    if 0 <= start < end and text.startswith(BLOCK_START):
        return before[:start] + text.rstrip("\n") + before[end + len(BLOCK_END) :]
    return None
