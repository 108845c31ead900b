"""Moving, backing up, checking and setting up by the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from ademem_tui.cli.group import cli


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    monkeypatch.setenv("ADEMEM_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(folder)
    return folder


def run(*typed: str, stdin: str = "") -> Result:
    return CliRunner().invoke(cli, list(typed), input=stdin)


def document(*typed: str, stdin: str = "", code: int = 0) -> Any:
    result = run(*typed, "--json", stdin=stdin)
    assert result.exit_code == code, result.output
    return json.loads(result.stdout)


def taught(text: str, *more: str) -> str:
    return str(document("remember", text, *more)["id"])


def test_an_export_moves_to_another_project_and_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    memory = taught("Harbour lights are switched at dusk", "-c", "decision")
    document("edit", memory, "--content", "Harbour lights are switched on at dusk")
    answer = document("export", "-o", "all.json")
    assert answer["ok"]
    there = tmp_path / "there"
    there.mkdir()
    monkeypatch.chdir(there)
    source = str(tmp_path / "project" / "all.json")
    plan = document("import", source)
    assert (plan["new"], plan["applied"]) == (1, False)
    assert document("list")["count"] == 0
    done = document("import", source, "--yes")
    assert (done["applied"], done["added"], done["ids"]) == (True, 1, [memory])
    assert run("export").stdout == Path(source).read_text()
    assert document("undo")["acts"][0]["kind"] == "import"
    assert document("list")["count"] == 0


RULES = """# Rules

- Always run the linter before a commit
- Never push to main without a review
- The token is ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8 for the mirror
"""


def test_rules_are_planned_and_then_taken_in_as_one_act(project: Path) -> None:
    (project / "CLAUDE.md").write_text(RULES)
    result = run("import", "CLAUDE.md")
    assert result.exit_code == 0
    assert "new" in result.stdout
    assert "ghp_" not in result.output
    assert "--yes" in result.stderr
    assert document("import", "CLAUDE.md", "--dry-run", "--yes")["applied"] is False
    done = document("import", "CLAUDE.md", "--yes")
    assert done["added"] == done["new"] >= 2
    assert done["secrets"] == 1
    again = document("import", "CLAUDE.md", "--yes")
    assert (again["new"], again["duplicate"]) == (0, done["added"])
    assert document("undo", done["op_id"], code=1)["error"] == "undo_blocked"
    document("undo", "2")
    assert document("list")["count"] == 0
    piped = document("import", "-", "--format", "rules", stdin=RULES)
    assert piped["source"] == "stdin"
    assert piped["items"][0]["where"].startswith("stdin:")
    assert document("import", "nothing.md", code=1)["error"] == "not_found"


def test_an_export_does_not_overwrite_what_others_wrote(project: Path) -> None:
    taught("Always run the linter before a commit", "-c", "convention", "--visibility", "project")
    own = project / "CLAUDE.md"
    own.write_text("# Mine\n")
    assert document("export", "--format", "claude-md", "-o", "CLAUDE.md", code=1)["error"] == "not_allowed"
    assert own.read_text() == "# Mine\n"
    block = run("export", "--format", "claude-md").stdout
    own.write_text(f"# Mine\n\n{block}\nThe end.\n")
    taught("Never push to main without a review", "-c", "convention", "--visibility", "project")
    document("export", "--format", "claude-md", "-o", "CLAUDE.md")
    text = own.read_text()
    assert text.startswith("# Mine\n")
    assert text.endswith("The end.\n")
    assert "Never push" in text
    assert run("export", "--format", "md", "-o", "notes.md").exit_code == 0
    assert run("export", "--format", "md", "-o", "notes.md").exit_code == 0
    assert run("export", "-o", "CLAUDE.md", "--force").exit_code == 0
    assert json.loads(own.read_text())["format"] == "ademem"
    assert "linter" in document("export", "--format", "agents-md")["text"]
    assert "claude-md" in run("export", "--format", "claude").stderr


def test_a_backup_goes_back_and_says_how_to_return() -> None:
    taught("The state that is saved")
    made = document("backup")
    assert made["memories"] == 1
    taught("The state that comes after")
    listed = document("restore-backup", "--list")
    assert made["file"] in [item["file"] for item in listed["items"]]
    asked = run("restore-backup", made["file"])
    assert asked.exit_code == 2
    assert "1 memory" in asked.stderr
    restored = document("restore-backup", Path(made["file"]).name, "--yes")
    assert restored["memories"] == 1
    assert document("list")["count"] == 1
    document("restore-backup", restored["replaced"], "--yes")
    assert document("list")["count"] == 2
    assert document("restore-backup", "nothing.db", "--yes", code=1)["error"] == "not_found"


def test_doctor_and_repair_answer_by_name() -> None:
    taught("Something to look after")
    document("backup")
    answer = json.loads(run("doctor", "--json").stdout)
    assert {"name", "ok", "detail"} <= answer["checks"][0].keys()
    assert answer["ok"] == all(check["ok"] for check in answer["checks"])
    assert run("doctor").exit_code == (0 if answer["ok"] else 1)
    mended = document("repair", "--compact")
    assert mended["ok"]
    assert mended["files"][0]["origin"] == "project"


def test_status_counts_and_alone_names_the_command_that_opens_the_app(project: Path) -> None:
    assert "Nothing is remembered here yet" in run("status").stdout
    taught("One thing to know", "-c", "gotcha", "--pin")
    taught("A thing an agent saw at work", "--as", "agent:a", "-c", "gotcha")
    status = document("status")
    assert (status["count"], status["promoted"], status["candidates"], status["pinned"]) == (2, 1, 1, 1)
    alone = run()
    assert alone.exit_code == 0
    assert alone.stdout.rstrip().endswith("ademem")
    named = run("--project", str(project))
    assert f"ademem --project {project}" in named.stdout


def test_settings_are_listed_read_set_and_unset(project: Path) -> None:
    listed = {row["key"]: row for row in document("config")["settings"]}
    assert listed["backup.keep"]["origin"] == "default"
    document("config", "backup.keep", "7")
    assert (project / ".ade" / "config.toml").is_file()
    read = document("config", "backup.keep")
    assert (read["value"], read["origin"]) == (7, "project")
    assert run("config", "backup.keep").stdout == "7\n"
    document("config", "backup.keep", "5", "--user-level")
    document("config", "backup.keep", "--unset")
    assert document("config", "backup.keep")["origin"] == "user"
    wrong = document("config", "backup.kep", code=1)
    assert "backup.keep" in wrong["hint"]
    assert document("config", "backup.keep", "many", code=1)["error"] == "config"
    assert run("config", "--unset").exit_code == 2


def test_paths_are_named(project: Path) -> None:
    named = document("paths")
    assert named["database"] == str(project / ".ade" / "ademem.db")
    assert named["error_log"] in run("paths").stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(shell: str) -> None:
    result = run("completion", shell)
    assert result.exit_code == 0
    assert "_ADEMEM_COMPLETE" in result.stdout
    assert "fish" in run("completion", "fsh").stderr


def test_completion_offers_verbs_and_words(monkeypatch: pytest.MonkeyPatch) -> None:
    for typed, offered in (("ademem rest", "restore-backup"), ("ademem list -c got", "gotcha")):
        monkeypatch.setenv("_ADEMEM_COMPLETE", "bash_complete")
        monkeypatch.setenv("COMP_WORDS", typed)
        monkeypatch.setenv("COMP_CWORD", str(len(typed.split()) - 1))
        assert offered in CliRunner().invoke(cli, []).stdout


def test_the_demo_says_where_it_is() -> None:
    folder = run("demo", "--path").stdout.strip()
    assert (Path(folder) / ".ade" / "ademem.db").is_file()
    text = run("demo").stdout
    assert folder in text
    assert "Candidates" in text
