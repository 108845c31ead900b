"""Files are known by what is in them; a first run finds the rules files of a project."""

from __future__ import annotations

import os
from pathlib import Path

import apsw
import pytest

from ademem_tui.engine.capture.detect import HEAD_BYTES, detect, rules_files_in
from ademem_tui.engine.errors import BadInput


@pytest.mark.parametrize(
    ("name", "head", "format"),
    [
        ("export.json", '{\n"format": "ademem",\n"version": 1', "own-json"),
        ("whatever.txt", '\ufeff{"format":"ademem"', "own-json"),
        ("CLAUDE.md", "# Rules", "rules"),
        ("web/agents.MD", "# Rules", "rules"),
        ("GEMINI.md", "x", "rules"),
        (".cursorrules", '{"rules": []}', "rules"),
        (".cursor/rules/a.mdc", "x", "rules"),
        (".claude/rules/deep/testing.md", "x", "rules"),
        (".clinerules/01-style.md", "x", "rules"),
        (".windsurfrules", "x", "rules"),
        (".github/copilot-instructions.md", "x", "rules"),
        (".github/instructions/py.instructions.md", "x", "rules"),
        ("CONVENTIONS.md", "x", "rules"),
        ("team.md", "---\nglobs: **/*.ts\nalwaysApply: true\n---\nx", "rules"),
        ("notes.md", "# Notes", "md"),
        ("backup.dat", "# Project memory\n\n<!-- ademem:export 1 -->\n", "md"),
        ("README", "Hello", "md"),
        ("links.md", "[a](b) first", "md"),
        ("notes.txt", "some words", "md"),
    ],
)
def test_text_formats(name: str, head: str, format: str) -> None:
    assert detect(name, head.encode()) == format


@pytest.mark.parametrize(
    ("name", "head", "told"),
    [
        ("a.md", b"", "empty"),
        ("a.md", b" \n\t", "empty"),
        ("a.png", b"\x89PNG\r\n\x1a\n\x00\x00", "no text"),
        ("a.txt", "x".encode("utf-16"), "UTF-16"),
        ("a.json", b'{"memories": []}', "no export of ademem"),
        ("a.jsonl", b'{"content": "x"}\n{"content": "y"}', "remember --batch"),
        ("a.py", b"print()", "Supported are"),
        ("a.csv", b"a,b", "CLAUDE.md"),
    ],
)
def test_anything_else_is_refused_with_what_is_supported(name: str, head: bytes, told: str) -> None:
    with pytest.raises(BadInput) as caught:
        detect(name, head)
    assert told in str(caught.value)


def _database(path: Path, *statements: str) -> str:
    connection = apsw.Connection(str(path))
    for statement in statements:
        connection.execute(statement)
    connection.close()
    return detect(path, path.read_bytes()[:HEAD_BYTES])


def test_databases_are_told_apart_by_their_columns(tmp_path: Path) -> None:
    assert _database(tmp_path / "a.md", "create table unified_memories (id, category, content)") == "ade-db"
    assert _database(tmp_path / "b.db", "create table memories (id, category, content, project_id)") == "ade-db"
    assert _database(tmp_path / "c.db", "create table memories (id, type, content, project_id, source)") == "v5-db"
    with pytest.raises(BadInput, match="ademem export"):
        _database(tmp_path / "d.db", "create table unified_memories (id, category, content, rev, source_who)")
    with pytest.raises(BadInput, match="Supported are"):
        _database(tmp_path / "e.db", "create table other (id)")


def test_the_rules_files_of_a_project_are_found(tmp_path: Path) -> None:
    def write(name: str, text: str) -> None:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")

    write("project/CLAUDE.md", "- One rule that stands alone.\n- Another rule that does.\n")
    write("project/AGENTS.md", "- One rule that stands alone.\n- Another rule that does.\n")
    write("project/GEMINI.md", "# Nothing here\n")
    write("project/.cursor/rules/web.mdc", "---\nglobs: web/**\n---\n- Components are functions, never classes.\n")
    write("project/.github/copilot-instructions.md", "Use tabs in Makefiles only.\n")
    write("project/packages/api/AGENTS.md", "- Handlers validate their input first.\n")
    write("project/node_modules/lib/CLAUDE.md", "- Not a rule of this project at all.\n")
    write("project/README.md", "- This is no rules file at all.\n")
    write("outside.md", "- Something from outside of the project.\n")
    root = tmp_path / "project"
    os.symlink(tmp_path / "outside.md", root / "CONVENTIONS.md")
    found = [(path.relative_to(root).as_posix(), count) for path, count in rules_files_in(root)]
    assert found == [
        ("CLAUDE.md", 2),
        (".github/copilot-instructions.md", 1),
        (".cursor/rules/web.mdc", 1),
        ("packages/api/AGENTS.md", 1),
    ]


def test_a_folder_without_rules_has_none(tmp_path: Path) -> None:
    assert rules_files_in(tmp_path) == []
    assert rules_files_in(tmp_path / "missing") == []
