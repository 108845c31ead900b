"""Config files as written: one setting changed and the comments kept, the default file, docs/config.md."""

from __future__ import annotations

import os
from collections.abc import MutableMapping
from typing import TYPE_CHECKING, Any

from ademem_tui.engine.config import (
    SECTIONS,
    as_written,
    known_setting,
    parse_toml,
    read_text,
    refuse_in_project,
)
from ademem_tui.engine.errors import ConfigError
from ademem_tui.engine.paths import ADE_FOLDER, HOME_VARIABLE, write_atomically

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

HEADER = "# Settings of ademem. `ademem config` lists them all, with their values and where each comes from.\n"

_PRECEDENCE = """\
# Settings

ademem works without any. A setting is looked up in this order, and the first place that has it decides:

1. a flag on the command line
2. an environment variable
3. the project's file, `.ade/config.toml` at the root of the main worktree
4. your own file, `config.toml` in the config folder
5. the default

`ademem config` shows every setting with its value and the place that decided it; `ademem paths` shows where
the files are. Both files are TOML. A key that does not exist, or a value of the wrong type, is an error that
names the file and the key: nothing is skipped in silence. In an environment variable `true`, `1`, `on` and
`yes` mean true; `false`, `0`, `off` and `no` mean false; an empty variable counts as not set.
"""

_FOLDERS = f"""\
## Folders

|  | config | data | state |
|---|---|---|---|
| Linux | `~/.config/ademem` | `~/.local/share/ademem` | `~/.local/state/ademem` |
| macOS | `~/Library/Application Support/ademem` | the same | the same |
| Windows | `%LOCALAPPDATA%\\ademem` | the same | the same |

On Linux `XDG_CONFIG_HOME`, `XDG_DATA_HOME` and `XDG_STATE_HOME` move them. `{HOME_VARIABLE}` puts all three
below one folder, as `config`, `data` and `state`. The data folder holds your personal memories (`user.db`)
and the backups of every project; the state folder holds the log of unexpected errors (`ademem.log`).
"""


def set_value(file: str, key: str, text: str) -> None:
    """Set one setting in a file, made if there is none; the rest of the file stays as it was typed."""
    setting = known_setting(key)
    if os.path.basename(os.path.dirname(os.path.abspath(file))) == ADE_FOLDER:
        refuse_in_project(setting, file)
    value = setting.parse(text, file)
    document = _parse(file, read_text(file) or HEADER)
    section, _, name = key.partition(".")
    table = _section(document, section, file)
    if table is None:
        from tomlkit import table as new_table

        table = new_table()
        document[section] = table
    table[name] = value
    _write(file, document)


def unset_value(file: str, key: str) -> bool:
    """Take a setting out of a file, an unknown one too so that files can be mended; False: was not there."""
    document = _parse(file, read_text(file))
    section, _, name = key.rpartition(".")
    table = _section(document, section, file) if section else document
    if table is None or name not in table:
        known_setting(key)
        return False
    del table[name]
    if section and not table and all(section != group.name for group in SECTIONS):
        del document[section]
    _write(file, document)
    return True


def default_file_text() -> str:
    """A config file that changes nothing: every setting stands in a comment, at its default."""
    from textwrap import wrap

    parts = [HEADER + "# To change one, take the # from the front of its line.\n"]
    for group in SECTIONS:
        lines = [f"[{group.name}]"]
        for setting in group.settings():
            meaning = f"{setting.doc} ({setting.expects})"
            lines += wrap(meaning, 100, initial_indent="# ", subsequent_indent="# ")
            lines.append(f"#{setting.name} = {as_written(setting.default)}")
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def config_markdown() -> str:
    """The text of docs/config.md."""
    parts = [_PRECEDENCE]
    for group in SECTIONS:
        lines = [
            f"## {group.name}",
            "",
            group.__doc__ or "",
            "",
            "| key | default | value | variable |",
            "|---|---|---|---|",
        ]
        notes = []
        for setting in group.settings():
            cells = (
                f"`{setting.key}`",
                f"`{as_written(setting.default)}`",
                setting.expects,
                f"`{setting.variable}`",
            )
            lines.append(f"| {' | '.join(cells)} |")
            only_yours = " A project's file cannot set it." if setting.personal else ""
            notes.append(f"- `{setting.name}`: {setting.doc}{only_yours}")
        parts.append("\n".join([*lines, "", *notes]) + "\n")
    parts += [_FOLDERS, f"## A file to start from\n\n```toml\n{default_file_text()}```\n"]
    return "\n".join(parts)


def _parse(file: str, text: str) -> TOMLDocument:
    """The text as an editable document; tomllib reads it first, because its errors name the line."""
    from tomlkit import parse

    parse_toml(file, text)
    return parse(text)


def _section(document: TOMLDocument, section: str, file: str) -> MutableMapping[str, Any] | None:
    found = document.get(section)
    if found is None or isinstance(found, MutableMapping):
        return found
    raise ConfigError(
        f"{file}: {section} must be a section, not {as_written(found)}.",
        f"Write [{section}] on a line of its own and its settings below.",
    )


def _write(file: str, document: TOMLDocument) -> None:
    try:
        os.makedirs(os.path.dirname(os.path.abspath(file)), mode=0o700, exist_ok=True)
        write_atomically(file, document.as_string())
    except OSError as error:
        raise ConfigError(
            f"{file} cannot be written: {error.strerror or error}.", "Check who owns it and its folder."
        ) from error


if __name__ == "__main__":
    print(config_markdown(), end="")
