"""docs/cli.md, written from the commands themselves: `python -m ademem_tui.cli.reference > docs/cli.md`."""

from __future__ import annotations

from collections.abc import Iterator

import click

from ademem_tui.cli.group import NAME, cli
from ademem_tui.cli.verbs import GROUPS, VERBS

_HEAD = """\
# The command line

`ademem` alone opens the app on the project of the current folder. Every verb takes `--project PATH` (also before
the verb) and `--json`; those that read or write memories take `--user` for your own file, which goes with you to
every project.

- Exit code 0: done. 1: refused, not found, or falls short. 2: not understood.
- `--json` prints exactly one JSON document on stdout, also for a failure:
  `{"ok": false, "error": CODE, "message": TEXT, "hint": TEXT}`. Everything else goes to stderr.
- An id is shown by its last six characters, longer where those are not enough; any unique start or end is taken.
- `-` in the place of a text, a file or an id reads stdin.
- On a terminal answers are tables fitted to it; in a pipe they are plain text without colour. `NO_COLOR` is honoured.
"""
_SHARED = frozenset({"--project", "--json", "--help"})


def reference() -> str:
    """The whole page."""
    parts = [_HEAD]
    context = click.Context(cli, info_name=NAME)
    for group in GROUPS:
        parts.append(f"## {group}\n")
        for name, verb in VERBS.items():
            if verb.group == group:
                command = cli.get_command(context, name)
                if command is not None:
                    parts.append("\n".join(_section(context, name, command)))
    return "\n".join(parts)


def _section(parent: click.Context, name: str, command: click.Command) -> Iterator[str]:
    context = click.Context(command, info_name=name, parent=parent)
    yield f"### {name}\n"
    yield f"`{NAME} {name} {' '.join(command.collect_usage_pieces(context))}`\n"
    for paragraph in (command.help or "").split("\n\n"):
        yield " ".join(paragraph.split()) + "\n"
    records = [
        record
        for param in command.get_params(context)
        if isinstance(param, click.Option)
        and not _SHARED & set(param.opts)
        and (record := param.get_help_record(context))
    ]
    if records:
        yield "| option | meaning |\n|---|---|"
        for option, meaning in records:
            yield f"| `{option.replace('|', chr(92) + '|')}` | {meaning.replace('|', chr(92) + '|')} |"
        yield ""


if __name__ == "__main__":
    print(reference(), end="")
