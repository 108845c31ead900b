"""`demo`, `paths` and `completion`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from ademem_tui.cli.call import Call, verb
from ademem_tui.cli.words import Word

if TYPE_CHECKING:
    from ademem_tui.cli.output.page import Page

SHELL = Word("shell", ("bash", "zsh", "fish"))

_HOW = {
    "bash": '# In ~/.bashrc: eval "$(ademem completion bash)"',
    "zsh": '# In ~/.zshrc: eval "$(ademem completion zsh)"',
    "fish": "# ademem completion fish > ~/.config/fish/completions/ademem.fish",
}


@verb()
@click.option("--path", is_flag=True, help="Print where the demo project is.")
@click.option("--reset", is_flag=True, help="Make it anew.")
def demo(call: Call, path: bool, reset: bool) -> int:
    """Try everything on a small project of its own."""
    from ademem_tui.cli.opening import open_or_say
    from ademem_tui.cli.output.progress import waiting
    from ademem_tui.demo.project import ensure_demo

    with waiting("Making the demo project"):
        folder = ensure_demo(reset)

    def show(page: Page) -> None:
        page.say(folder)

    if path or call.json:
        call.answer({"ok": True, "path": folder}, show)
        return 0
    inside = Call()
    inside.project = folder
    return open_or_say(inside)


@verb()
def paths(call: Call) -> None:
    """Say where everything lives."""
    named = call.paths.named()
    call.answer(dict(named), lambda page: page.fields(list(named.items())))


@verb()
@click.argument("shell", type=SHELL, metavar="bash|zsh|fish")
def completion(call: Call, shell: str) -> None:
    """Print the completion script of a shell."""
    from click.shell_completion import get_completion_class

    from ademem_tui.cli.group import NAME, cli

    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"There is no completion for {shell}.")
    script = f"{_HOW[shell]}\n{kind(cli, {}, NAME, '_ADEMEM_COMPLETE').source()}"
    if call.json:
        call.answer({"ok": True, "shell": shell, "script": script}, lambda page: None)
    else:
        sys.stdout.write(script + "\n")
