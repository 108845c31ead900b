"""The registry of actions: no key twice, every action explained, docs current, everything reachable."""

from __future__ import annotations

from pathlib import Path

import pytest

from ademem_tui.app.actions import ACTIONS, BY_ID, SCREENS, actions_for, keys_markdown
from ademem_tui.app.keymap import read_keymap
from ademem_tui.engine.paths import paths_for

SCOPES = [name for _, name, _ in SCREENS] + ["detail"]


@pytest.mark.parametrize("scope", SCOPES)
def test_no_key_does_two_things_in_one_place(scope: str) -> None:
    seen: dict[str, str] = {}
    for action in actions_for(scope):
        for key in action.keys.split(","):
            assert key not in seen, f"{key} is both {seen.get(key)} and {action.id}"
            seen[key] = action.id


def test_every_action_is_explained() -> None:
    assert len(BY_ID) == len(ACTIONS)
    for action in ACTIONS:
        assert action.help.endswith((".", "…")), action.id
        assert len(action.label) <= 13, action.id


def test_the_page_of_keys_is_current() -> None:
    page = Path(__file__).resolve().parents[2] / "docs" / "keys.md"
    assert page.read_text() == keys_markdown(), "run `make docs`"


def test_a_wrong_line_of_the_keymap_names_the_nearest_action(tmp_path: Path) -> None:
    paths = paths_for(tmp_path, {"ADEMEM_HOME": str(tmp_path)})
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "keys.toml").write_text('"memory.pni" = "P"\n"memory.pin" = "P"\n"app.help" = 7\n')
    keymap, problems = read_keymap(paths)
    assert keymap == {"memory.pin": "P"}
    assert "did you mean 'memory.pin'?" in problems[0]
    assert "app.help" in problems[1]
