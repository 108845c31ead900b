"""Writing an export without trampling anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from ademem_tui.engine.capture.export_file import write_export
from ademem_tui.engine.capture.export_text import BLOCK_END, BLOCK_START
from ademem_tui.engine.errors import BadInput, NotAllowed


def test_an_export_gives_way_to_the_next_and_a_foreign_file_does_not(tmp_path: Path) -> None:
    file = tmp_path / "out.json"
    write_export(str(file), '{"format": "ademem", "a": 1}')
    write_export(str(file), '{"format": "ademem", "a": 2}')
    assert '"a": 2' in file.read_text()
    file.write_text("precious")
    with pytest.raises(NotAllowed):
        write_export(str(file), "{}")
    assert file.read_text() == "precious"
    write_export(str(file), "{}", force=True)
    assert file.read_text() == "{}"


def test_a_block_for_agents_takes_its_old_place(tmp_path: Path) -> None:
    file = tmp_path / "CLAUDE.md"
    file.write_text(f"# Mine\n{BLOCK_START}\nold\n{BLOCK_END}\nbelow\n")
    write_export(str(file), f"{BLOCK_START}\nnew\n{BLOCK_END}\n")
    assert file.read_text() == f"# Mine\n{BLOCK_START}\nnew\n{BLOCK_END}\nbelow\n"


def test_a_folder_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be written"):
        write_export(str(tmp_path / "nowhere" / "x.json"), "{}")
