"""Teaching by the command line: one text, stdin, batches, files, agents, and what a refusal looks like."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from ademem_tui.cli.group import cli


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "project"
    (folder / ".git" / "objects").mkdir(parents=True)
    (folder / ".git" / "refs" / "heads").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/feature/x\n")
    (folder / ".git" / "refs" / "heads" / "feature").mkdir()
    (folder / ".git" / "refs" / "heads" / "feature" / "x").write_text("a" * 40 + "\n")
    (folder / "src").mkdir()
    (folder / "src" / "app.py").write_text("")
    monkeypatch.setenv("ADEMEM_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(folder)
    return folder


def run(*typed: str, stdin: str | bytes = "") -> Result:
    return CliRunner().invoke(cli, list(typed), input=stdin)


def document(*typed: str, stdin: str | bytes = "", code: int = 0) -> Any:
    result = run(*typed, "--json", stdin=stdin)
    assert result.exit_code == code, result.output
    return json.loads(result.stdout)


def test_remember_answers_with_every_field_of_the_contract(project: Path) -> None:
    answer = document("remember", "Use pnpm, not npm, in the web folder", "-c", "convention")
    contract = {"accepted", "id", "reason", "deduped", "merged_into", "superseded", "redactions", "status"}
    assert contract <= answer.keys()
    assert answer["accepted"]
    assert answer["status"] == "promoted"
    again = document("remember", "Use pnpm, not npm, in the web folder", "-c", "convention")
    assert again["deduped"]
    assert again["merged_into"] == answer["id"]


def test_what_is_written_carries_place_files_tags_and_fields(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project / "src")
    given = ("-c", "dead-end", "-f", "app.py", "-t", "#Cache", "--importance", "high", "--session", "s1")
    fields = ("--set", "tried=redis", "--set", "why_failed=stale data", "--summary", "No redis cache")
    answer = document("remember", "Caching responses in redis went wrong", *given, *fields, "--visibility", "team")
    memory = document("show", answer["id"])
    assert memory["branch"] == "feature/x"
    assert memory["commit_sha"] == "a" * 40
    assert memory["files"] == ["src/app.py"]
    assert memory["tags"] == ["cache"]
    assert memory["payload"] == {"tried": "redis", "why_failed": "stale data"}
    assert (memory["category"], memory["importance"], memory["visibility"]) == ("dead_end", "high", "team")
    assert (memory["source_session_id"], memory["summary"]) == ("s1", "No redis cache")


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("src/app.py", "src/app.py"), ("./src/../src/app.py", "src/app.py"), ("new/file.ts", "new/file.ts")],
)
def test_paths_are_kept_from_the_root(project: Path, typed: str, kept: str) -> None:
    answer = document("remember", f"A file is spoken of here: {typed}", "-f", typed)
    assert document("show", answer["id"])["files"] == [kept]


def test_a_path_from_the_root_is_understood_in_a_subfolder(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project / "src")
    answer = document("remember", "Agents name files from the root", "-f", "src/app.py")
    assert document("show", answer["id"])["files"] == ["src/app.py"]


def test_text_comes_from_stdin(project: Path) -> None:
    answer = document("remember", "-", "-c", "gotcha", stdin="The build needs\ntwo lines of text\n")
    assert document("show", answer["id"])["content"] == "The build needs\ntwo lines of text"


def test_bytes_that_are_no_text_are_shown_as_escapes(project: Path) -> None:
    answer = document("remember", "-", stdin=b"a byte \xff that is no text, and \x1b[31m too")
    content = document("show", answer["id"])["content"]
    assert "\\udcff" in content
    assert "\\x1b[31m" in content


def test_a_refusal_is_exit_1_with_reason_code_and_number(project: Path) -> None:
    answer = document("remember", "x" * 2001, code=1)
    assert not answer["accepted"]
    assert not answer["ok"]
    assert answer["code"] == answer["error"] == "too_long"
    assert "2,001" in answer["reason"]
    assert document("refused")["items"][0]["number"] == answer["refused"]


def test_a_refusal_for_people_goes_to_stderr(project: Path) -> None:
    result = run("remember", "   ")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert "no text" in result.stderr


def test_a_category_that_is_never_stored_is_refused_with_the_reason(project: Path) -> None:
    assert "never stored" in document("remember", "A digest of it all", "-c", "digest", code=1)["reason"]


def test_secrets_are_taken_out_and_told_by_type(project: Path) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    result = run("remember", f"The deploy token is {secret} for now")
    assert result.exit_code == 0
    assert secret not in result.output
    assert "Taken out of the content" in result.stdout
    assert secret not in json.dumps(document("list"))
    logged = document("refused", "--redactions")
    assert logged["count"] == 1
    assert logged["items"][0]["field"] == "content"


def test_an_agent_writes_candidates_under_its_own_name(project: Path) -> None:
    answer = document("remember", "The queue is drained before a deploy", "--as", "agent:coder", "-c", "fact")
    memory = document("show", answer["id"])
    assert (memory["source_who"], memory["source_type"]) == ("agent:coder", "agent_explicit")
    assert (memory["status"], memory["needs_review"]) == ("candidate", True)
    wrong = run("remember", "anything", "--as", "coder")
    assert wrong.exit_code == 2
    assert "agent:coder" in wrong.stderr


def test_a_flagged_text_comes_back_only_when_a_person_insists(project: Path) -> None:
    text = "The cache must be cleared by hand"
    first = document("remember", text)
    document("flag", first["id"], "--reason", "it clears itself")
    again = document("remember", text, code=1)
    assert again["code"] == "flagged_wrong"
    stored = document("refused", "--store-anyway", str(again["refused"]))
    assert stored["accepted"]
    assert document("refused")["items"][0]["resolved_as"] == stored["id"]
    assert run("refused", "--store-anyway", str(again["refused"])).exit_code == 1


def test_your_own_memories_go_with_you(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = document("remember", "Answer me in short sentences", "--user", "-c", "preference")
    assert answer["origin"] == "user"
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    items = document("list")["items"]
    assert [(item["id"], item["origin"]) for item in items] == [(answer["id"], "user")]
    assert document("show", answer["id"])["branch"] is None
    assert "yours" in run("list").stdout


def batch(lines: list[str], *more: str) -> tuple[int, list[Any]]:
    result = run("remember", "--batch", "-", *more, stdin="\n".join(lines))
    return result.exit_code, [json.loads(line) for line in result.stdout.splitlines()]


def test_a_batch_answers_each_line_in_order_and_goes_on_after_bad_ones(project: Path) -> None:
    good = [json.dumps({"content": f"Rule number {n} of the house is about topic {n}"}) for n in range(120)]
    lines = [
        "not json",
        *good[:60],
        '{"content": 5}',
        "",
        '{"content": "fine", "categry": "fact"}',
        *good[60:],
        '{"content": ""}',
    ]
    code, answers = batch(lines)
    assert code == 1
    assert [answer["line"] for answer in answers] == [n for n in range(1, len(lines) + 1) if lines[n - 1]]
    assert sum(answer["accepted"] for answer in answers) == 120
    wrong = {answer["line"]: answer for answer in answers if not answer["accepted"]}
    assert "not JSON" in wrong[1]["reason"]
    assert "wrong type" in wrong[62]["reason"]
    assert "'category'" in wrong[64]["reason"]
    assert wrong[len(lines)]["code"] == "empty"
    assert len({answer["op_id"] for answer in answers if answer["accepted"]}) == 1
    assert document("undo")["changes"] == 120
    assert document("list")["count"] == 0


@pytest.mark.parametrize("count", [50, 100, 1_501])
def test_a_batch_leaves_nothing_out_wherever_reads_and_transactions_end(project: Path, count: int) -> None:
    padding = "tide " * 12
    code, answers = batch([json.dumps({"content": f"Berth b{n:04d} keeps {padding}{n}"}) for n in range(count)])
    assert code == 0
    assert [answer["line"] for answer in answers] == list(range(1, count + 1))
    assert document("list")["count"] == count


def test_a_batch_of_good_lines_from_a_file_is_exit_0(project: Path) -> None:
    request = {"text": "Ports are opened by the gate keeper", "files": ["src/app.py"], "tags": ["ports"], "pin": True}
    (project / "many.jsonl").write_text(json.dumps(request) + "\n")
    result = run("remember", "--batch", "many.jsonl")
    assert result.exit_code == 0
    memory = document("show", json.loads(result.stdout)["id"])
    assert (memory["files"], memory["tags"], memory["pinned"]) == (["src/app.py"], ["ports"], True)
    assert run("remember", "--batch", "none.jsonl").exit_code == 1
    assert run("remember", "text", "--batch", "many.jsonl").exit_code == 2


def test_a_batch_answers_a_writer_that_waits_for_each_answer(project: Path) -> None:
    command = [sys.executable, "-c", "from ademem_tui.cli.main import main; main()", "remember", "--batch", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=project, env=os.environ) as talk:
        assert talk.stdin is not None
        assert talk.stdout is not None
        ops = set()
        for text in ("The first thing to know about doors", "The second thing is about windows"):
            talk.stdin.write(json.dumps({"content": text}).encode() + b"\n")
            talk.stdin.flush()
            ops.add(json.loads(talk.stdout.readline())["op_id"])
        talk.stdin.write(b"nonsense\n")
        talk.stdin.flush()
        assert json.loads(talk.stdout.readline())["code"] == "bad_line"
        talk.stdin.close()
        assert talk.wait() == 1
    assert len(ops) == 1
