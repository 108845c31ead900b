"""`export`."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from ademem_tui.cli.call import Call, verb
from ademem_tui.cli.selection import selected, selection_options
from ademem_tui.cli.words import Word

if TYPE_CHECKING:
    from ademem_tui.cli.output.page import Page

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
    """All of the file or nothing; one that somebody else wrote is left alone."""
    from ademem_tui.engine.errors import BadInput, NotAllowed
    from ademem_tui.engine.paths import write_atomically

    try:
        if os.path.exists(file) and not force and not _is_export(file):
            raise NotAllowed(
                f"{file} is there already and is not an export.", "Add --force to overwrite it, or name another."
            )
        write_atomically(file, text)
    except OSError as error:
        raise BadInput(f"{file} cannot be written: {error.strerror or error}.") from error


def _is_export(file: str) -> bool:
    """Whether a file says of itself that it is one of ours, or is empty."""
    from ademem_tui.engine.capture.exchange import is_export

    with open(file, encoding="utf-8", errors="replace") as stream:
        head = stream.read(4_000)
    return not head.strip() or is_export(head)
