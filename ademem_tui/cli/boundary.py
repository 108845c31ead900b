"""Where every failure ends: a sentence for people, a document for programs, and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

import click

DONE, FELL_SHORT, MISUSED, INTERRUPTED = 0, 1, 2, 130


def guarded(run: Callable[[], Any], typed: Sequence[str]) -> int:
    """Run a command line; what it returns as a number is the exit code."""
    _survive_any_text()
    try:
        result = run()
        sys.stdout.flush()
        return result if isinstance(result, int) else DONE
    except click.Abort as error:
        interrupted = isinstance(error.__cause__ or error.__context__, KeyboardInterrupt)
        return INTERRUPTED if interrupted else _not_answered(typed)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FELL_SHORT
    except click.ClickException as error:
        return _misused(error, typed)
    except Exception as error:
        return _failed(error, typed)


def wants_json(typed: Sequence[str]) -> bool:
    """Whether `--json` was typed: known also where the rest could not be understood."""
    words = list(typed)
    return "--json" in (words[: words.index("--")] if "--" in words else words)


def report(message: str, hint: str, code: str, typed: Sequence[str]) -> None:
    """One failure, told once on stderr, and as the one document where JSON was asked for."""
    from ademem_tui.cli.output.literal import literal

    click.echo(literal(f"{message}\n{hint}".strip()), err=True)
    if wants_json(typed):
        from ademem_tui.cli.output.documents import write_json

        write_json({"ok": False, "error": code, "message": message, "hint": hint}, lines="--batch" in typed)


def _misused(error: click.ClickException, typed: Sequence[str]) -> int:
    message = error.format_message()
    verb = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "ademem"
    code = "usage" if isinstance(error, click.UsageError) else "error"
    report(message, f"`{verb} --help` shows how it is used.", code, typed)
    return error.exit_code


def _not_answered(typed: Sequence[str]) -> int:
    report("Nothing was done.", "", "not_answered", typed)
    return FELL_SHORT


def _failed(error: Exception, typed: Sequence[str]) -> int:
    from ademem_tui.engine.errors import EngineError
    from ademem_tui.engine.jobs import Cancelled

    if isinstance(error, EngineError):
        report(error.message, error.hint, error.code, typed)
    elif isinstance(error, Cancelled):
        return INTERRUPTED
    else:
        where = _log(error, typed)
        report(f"Something unexpected happened: {type(error).__name__}: {error}.", where, "unexpected", typed)
    return FELL_SHORT


def _log(error: Exception, typed: Sequence[str]) -> str:
    """Write down what happened, without the texts that were typed; says where."""
    from traceback import format_exception

    from ademem_tui import __version__
    from ademem_tui.engine.paths import Paths, user_folders
    from ademem_tui.engine.redact import clean
    from ademem_tui.engine.store.error_log import note_error

    verb = next((word for word in typed if not word.startswith("-")), "")
    paths = Paths("", "", False, *user_folders(os.environ))
    text = clean(f"ademem {__version__} {verb}\n{''.join(format_exception(error))}").text
    if note_error(paths, text):
        return f"The details are in {paths.error_log}."
    return f"The details could not be written to {paths.error_log}."


def _survive_any_text() -> None:
    """Let no character that an output cannot show end the program."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
