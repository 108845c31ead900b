"""The group of all verbs: a verb's module is imported when the verb is used."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from ademem_tui import __version__
from ademem_tui.cli.boundary import guarded
from ademem_tui.cli.call import Call, json_option, project_option
from ademem_tui.cli.verbs import GROUPS, VERBS

NAME = "ademem"


class Verbs(click.Group):
    """The verbs by the table; help is written from it without loading any."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every verb, in the order of the table."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """One verb, loaded now."""
        if cmd_name not in VERBS:
            return None
        module = import_module(f"ademem_tui.cli.{VERBS[cmd_name].module}")
        command: click.Command = getattr(module, command_name(cmd_name))
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The verb that was typed; a mistyped one names the nearest."""
        word = args[0]
        if word not in VERBS and not word.startswith("-") and not ctx.resilient_parsing:
            from ademem_tui.engine.taxonomy import nearest

            near = nearest(word, VERBS)
            ctx.fail(f"There is no verb '{word}'." + (f" Did you mean '{near}'?" if near else ""))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The verbs by what they are for."""
        for group in GROUPS:
            with formatter.section(group):
                formatter.write_dl(
                    [(name, verb.help) for name, verb in VERBS.items() if verb.group == group], col_max=16
                )

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run what was typed; every failure ends as a sentence and an exit code."""
        typed = list(sys.argv[1:] if args is None else args)
        run = super().main
        code = guarded(lambda: run(args, NAME, complete_var, standalone_mode=False, **extra), typed)
        if standalone_mode:
            sys.exit(code)
        return code


def command_name(verb: str) -> str:
    """The name of the function that is a verb; Python's own words get a line after them."""
    name = verb.replace("-", "_")
    return f"{name}_" if name in ("list", "import") else name


@click.group(
    cls=Verbs,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="`ademem` alone opens the app. `ademem VERB --help` tells more about a verb.",
)
@project_option
@json_option
@click.version_option(__version__, prog_name=NAME, message="%(prog)s %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> int:
    """A project memory that coding agents feed and developers trust."""
    if ctx.invoked_subcommand is None:
        from ademem_tui.cli.opening import open_or_say

        return open_or_say(ctx.ensure_object(Call))
    return 0
