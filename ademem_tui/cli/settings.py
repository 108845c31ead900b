"""`config`: settings listed with their origins, read, set and unset."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ademem_tui.cli.call import Call, verb
from ademem_tui.cli.output.page import Column

if TYPE_CHECKING:
    from ademem_tui.cli.output.page import Page
    from ademem_tui.engine.config import Origin, Setting, Value

_COLUMNS = (Column("setting"), Column("value"), Column("set by"), Column("what", stretch=True, optional=True))


@verb()
@click.argument("key", required=False)
@click.argument("value", required=False)
@click.option("--user-level", is_flag=True, help="In your own file instead of the project's.")
@click.option("--unset", is_flag=True, help="Take the setting out of the file.")
def config(call: Call, key: str | None, value: str | None, user_level: bool, unset: bool) -> None:
    """List, read or change settings.

    Without KEY all settings and where each value comes from; with KEY its value; with VALUE it is set, in the
    project's file unless --user-level is given.
    """
    if unset and (key is None or value is not None):
        raise click.UsageError("--unset takes a KEY and no VALUE.")
    if key is None:
        _list(call)
    elif unset or value is not None:
        _change(call, key, value, user_level)
    else:
        _read(call, key)


def _list(call: Call) -> None:
    rows = list(call.config.rows())

    def show(page: Page) -> None:
        from ademem_tui.engine.config import as_written

        page.table(
            _COLUMNS,
            (((one.key, "strong"), as_written(value), str(origin), (one.doc, "quiet")) for one, value, origin in rows),
        )

    call.answer({"settings": [_document(*row) for row in rows]}, show)


def _read(call: Call, key: str) -> None:
    from ademem_tui.engine.config import known_setting

    setting = known_setting(key)
    value, origin = call.config.value(key), call.config.origin(key)

    def show(page: Page) -> None:
        page.say(str(value).lower() if isinstance(value, bool) else str(value))

    call.answer(_document(setting, value, origin), show)


def _change(call: Call, key: str, value: str | None, user_level: bool) -> None:
    from ademem_tui.engine.config_file import set_value, unset_value
    from ademem_tui.engine.paths import ensure_ade_dir

    file = call.paths.user_config if user_level else call.paths.project_config
    if value is None:
        was_there = unset_value(file, key)
        words = f"{key} is no longer set in {file}." if was_there else f"{key} was not set in {file}."
    else:
        if not user_level:
            ensure_ade_dir(call.paths)
        set_value(file, key, value)
        words = f"{key} is set in {file}."
    call.answer({"ok": True, "key": key, "value": value, "file": file}, lambda page: page.say(words))


def _document(setting: Setting[Any], value: Value, origin: Origin) -> dict[str, Any]:
    return {
        "key": setting.key,
        "value": value,
        "default": setting.default,
        "origin": origin.source,
        "where": origin.where,
        "variable": setting.variable,
        "doc": setting.doc,
    }
