"""The person's own keys: `keys.toml` in the config folder, one line an action."""

from __future__ import annotations

import os

from ademem_tui.app.actions import BY_ID
from ademem_tui.engine.paths import Paths
from ademem_tui.engine.taxonomy import nearest


def keymap_file(paths: Paths) -> str:
    """Where it is."""
    return os.path.join(paths.config_dir, "keys.toml")


def read_keymap(paths: Paths) -> tuple[dict[str, str], list[str]]:
    """Keys by action, and a sentence for each line that cannot be used."""
    file = keymap_file(paths)
    if not os.path.exists(file):
        return {}, []
    import tomllib

    try:
        with open(file, "rb") as stream:
            known = tomllib.load(stream)
    except (OSError, ValueError) as error:
        return {}, [f"{file} cannot be read: {error}."]
    keymap: dict[str, str] = {}
    problems: list[str] = []
    for name, keys in known.items():
        if name not in BY_ID:
            hint = nearest(name, BY_ID)
            problems.append(f"Unknown action '{name}'" + (f": did you mean '{hint}'?" if hint else "."))
        elif not isinstance(keys, str) or not keys:
            problems.append(f'The keys of \'{name}\' must be a text like "p" or "ctrl+k,f2".')
        else:
            keymap[name] = keys
    return keymap, problems
