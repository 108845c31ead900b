"""What every verb shares: the options that all have, the project they speak of, and the way to answer."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from ademem_tui.cli.output.page import Page
    from ademem_tui.engine.config import Config
    from ademem_tui.engine.engine import Engine
    from ademem_tui.engine.paths import Paths

F = TypeVar("F", bound=Callable[..., Any])


class Call:
    """One run of the program: what was asked for, and where the answer goes."""

    def __init__(self) -> None:
        self.project: str | None = None
        self.json = False
        self.user = False
        self._paths: Paths | None = None
        self._config: Config | None = None

    @property
    def paths(self) -> Paths:
        """Where the project and the person keep things."""
        if self._paths is None:
            from ademem_tui.engine.paths import paths_for

            self._paths = paths_for(self.project or os.curdir)
        return self._paths

    @property
    def config(self) -> Config:
        """The settings as they hold here."""
        if self._config is None:
            from ademem_tui.engine.config import load_config

            self._config = load_config(self.paths)
        return self._config

    @property
    def origin(self) -> str:
        """The file to write to."""
        return "user" if self.user else "project"

    @property
    def origins(self) -> tuple[str, ...]:
        """The files to read from."""
        return ("user",) if self.user else ("project", "user")

    def engine(self) -> Engine:
        """The engine on this project; closes itself as a context."""
        from ademem_tui.engine.engine import Engine

        return Engine(self.paths, self.config)

    def answer(self, document: dict[str, Any], show: Callable[[Page], None]) -> None:
        """The result, once: as one JSON document, or shown to people."""
        if self.json:
            from ademem_tui.cli.output.documents import write_json

            write_json(document)
        else:
            show(self.page())

    def page(self) -> Page:
        """Where people read: rich on a terminal, plain in a pipe."""
        if is_terminal(sys.stdout):
            from ademem_tui.cli.output.terminal import TerminalPage

            return TerminalPage(ascii_only=self.config.display.ascii)
        from ademem_tui.cli.output.plain import PlainPage

        return PlainPage()

    def ask(self, question: str, *, otherwise: str) -> bool:
        """Whether a person says yes; where nobody can be asked, usage error with the way around it."""
        if not is_terminal(sys.stdin):
            raise click.UsageError(otherwise)
        return click.confirm(question, default=False, err=True)


def is_terminal(stream: Any) -> bool:
    """Whether a person sits at a stream, in front of something that can draw."""
    return bool(stream and stream.isatty()) and os.environ.get("TERM") != "dumb"


def note(text: str) -> None:
    """A word beside the answer: to stderr, with nothing in it that speaks to the terminal."""
    from ademem_tui.cli.output.literal import literal

    click.echo(literal(text), err=True)


def _keep(name: str) -> Callable[[click.Context, click.Parameter, Any], None]:
    def keep(ctx: click.Context, param: click.Parameter, value: Any) -> None:
        call = ctx.ensure_object(Call)
        if value:
            setattr(call, name, value)

    return keep


def project_option(command: F) -> F:
    """`--project`."""
    return click.option(
        "--project",
        metavar="PATH",
        expose_value=False,
        callback=_keep("project"),
        help="The project to speak of, instead of the current folder's.",
    )(command)


def json_option(command: F) -> F:
    """`--json`."""
    return click.option(
        "--json",
        is_flag=True,
        expose_value=False,
        callback=_keep("json"),
        help="Print one JSON document.",
    )(command)


def user_option(command: F) -> F:
    """`--user`."""
    return click.option(
        "--user",
        is_flag=True,
        expose_value=False,
        callback=_keep("user"),
        help="Your own memories, which go with you to every project.",
    )(command)


def verb(name: str = "", *, user: bool = False) -> Callable[[Callable[..., Any]], click.Command]:
    """Make a function a verb: it gets the call first, and the options that all verbs have."""

    def make(function: Callable[..., Any]) -> click.Command:
        decorated = click.pass_obj(function)
        decorated = json_option(project_option(decorated))
        if user:
            decorated = user_option(decorated)
        settings = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
        return click.command(name or function.__name__.rstrip("_"), context_settings=settings)(decorated)

    return make


def ids_of(given: Iterable[str]) -> list[str]:
    """The ids that were typed; `-` reads them from stdin, so that one verb can feed another."""
    ids: list[str] = []
    for word in given:
        ids.extend(read_stdin().split() if word == "-" else [word])
    if not ids:
        raise click.UsageError("No id came in on stdin.")
    return ids


def read_stdin() -> str:
    """Everything on stdin; bytes that are no text survive, to be shown as escapes."""
    return sys.stdin.buffer.read().decode("utf-8", "surrogateescape").removeprefix("\ufeff")
