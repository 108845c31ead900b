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
    from ademem_tui.engine.capture.export_file import write_export

    write_export(file, text, force=force)
    document = {"ok": True, "format": format_, "file": os.path.abspath(file), "characters": len(text)}

    def show(page: Page) -> None:
        page.say(f"Written to {file}.")

    call.answer(document, show)
