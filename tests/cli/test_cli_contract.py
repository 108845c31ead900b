"""What holds for the command line as a whole: light help, nearest words, exit codes, pure pipes, literal texts."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from ademem_tui.cli import boundary
from ademem_tui.cli.group import cli
from ademem_tui.cli.reference import reference
from ademem_tui.cli.verbs import GROUPS, VERBS

MAIN = "from ademem_tui.cli.main import main; main()"
ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    monkeypatch.setenv("ADEMEM_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(folder)
    return folder


def run(*typed: str, stdin: str = "") -> Result:
    return CliRunner().invoke(cli, list(typed), input=stdin)


def modules_after(*typed: str) -> set[str]:
    code = (
        "import sys\n"
        "from ademem_tui.cli.group import cli\n"
        f"cli.main({list(typed)!r}, standalone_mode=False)\n"
        "print('\\n'.join(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def test_help_loads_no_command_and_nothing_heavy() -> None:
    loaded = modules_after("--help")
    assert not {name for name in loaded if name.startswith("ademem_tui.engine")}
    own = {name for name in loaded if name.startswith("ademem_tui.cli.")}
    assert own == {f"ademem_tui.cli.{name}" for name in ("group", "boundary", "call", "verbs")}
    assert not loaded & {"apsw", "rich", "humanize", "textual", "json", "difflib"}


def test_a_pipe_needs_neither_rich_nor_what_is_rare() -> None:
    loaded = modules_after("remember", "A text that goes into a pipe")
    heavy = {"rich", "humanize", "textual", "tomlkit", "detect_secrets", "asyncio", "importlib.metadata", "difflib"}
    assert not loaded & heavy
    rare = {"exchange", "removal", "undoing", "acts", "doctor", "repair", "restore"}
    assert not {name for name in loaded if name.startswith("ademem_tui.engine") and name.split(".")[-1] in rare}


def test_the_table_says_what_the_commands_say() -> None:
    context = click.Context(cli)
    for name, verb in VERBS.items():
        command = cli.get_command(context, name)
        assert command is not None
        assert command.name == name
        assert (command.help or "").split("\n")[0] == verb.help, name
        assert verb.group in GROUPS
        options = {option for param in command.params for option in param.opts}
        assert {"--project", "--json"} <= options, name
    assert cli.list_commands(context) == list(VERBS)


def test_the_reference_is_current() -> None:
    text = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    assert text == reference(), "run: python -m ademem_tui.cli.reference > docs/cli.md"


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        (("serch", "x"), "'search'"),
        (("list", "--statsu", "candidate"), "--status"),
        (("list", "-c", "gotha"), "'gotcha'"),
        (("list", "--status", "promted"), "'promoted'"),
        (("list", "--sort", "updatd"), "'updated'"),
        (("list", "--after", "soon"), "2026-03-01"),
        (("remember", "x", "-c", "convension"), "'convention'"),
        (("remember", "x", "--scope", "projct"), "'project'"),
        (("relate", "A", "suprsedes", "B"), "'supersedes'"),
        (("visibility", "A", "teem"), "'team'"),
        (("archive", "A", "--reason", "stal"), "'stale'"),
    ],
)
def test_what_is_not_understood_names_the_nearest_and_is_exit_2(typed: tuple[str, ...], hint: str) -> None:
    result = run(*typed)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert hint in result.stderr
    answer = json.loads(run(*typed, "--json").stdout)
    assert (answer["ok"], answer["error"]) == (False, "usage")
    assert hint in answer["message"]


def test_a_failure_of_the_engine_is_a_sentence_a_hint_and_exit_1() -> None:
    result = run("show", "ZZZZZZ")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "No memory has an id" in result.stderr
    assert "`ademem list`" in result.stderr
    answer = json.loads(run("show", "ZZZZZZ", "--json").stdout)
    assert answer["error"] == "not_found"
    assert answer["hint"]
    assert json.loads(run("--json", "show", "ZZZZZZ").stdout) == answer
    assert json.loads(run("--project", "nowhere", "list", "--json").stdout)["error"] == "not_found"


def test_what_nobody_expected_is_logged_and_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("the moon fell")

    monkeypatch.setattr("ademem_tui.engine.engine.Engine.__init__", fail)
    result = run("list", "--json")
    assert result.exit_code == 1
    log = tmp_path / "home" / "state" / "ademem.log"
    assert str(log) in result.stderr
    assert json.loads(result.stdout)["error"] == "unexpected"
    assert "Traceback" in log.read_text()
    assert "Traceback" not in result.output


def test_ctrl_c_is_exit_130_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("ademem_tui.engine.engine.Engine.__init__", stop)
    result = run("list")
    assert result.exit_code == boundary.INTERRUPTED
    assert "Traceback" not in result.output


def test_ctrl_c_at_a_question_is_exit_130_and_a_no_is_exit_1(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked() -> None:
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt:
            raise click.Abort from None

    assert boundary.guarded(asked, []) == boundary.INTERRUPTED
    memory = json.loads(run("remember", "Something to be asked about", "--json").stdout)["id"]
    monkeypatch.setattr("ademem_tui.cli.call.is_terminal", lambda stream: stream is sys.stdin)
    for answer in ("n\n", ""):
        assert run("purge", memory, stdin=answer).exit_code == 1
    assert run("purge", memory, stdin="y\n").exit_code == 0
    assert run("show", memory).exit_code == 1


def test_a_broken_pipe_is_quiet() -> None:
    lines = "".join(json.dumps({"content": f"Line {n} of many about item {n}"}) + "\n" for n in range(300))
    assert run("remember", "--batch", "-", stdin=lines).exit_code == 0
    command = [sys.executable, "-c", MAIN, "list", "-n", "0", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""


HOSTILE = "[red]not markup[/red] \x1b[31mnot colour\x1b[0m :smile: \t[link=file:///x]y[/link]"


def test_a_pipe_gets_plain_text_whatever_is_in_a_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    memory = json.loads(run("remember", "-", "--json", stdin=HOSTILE + " and a long tail" * 20).stdout)["id"]
    for typed in (("list",), ("show", memory), ("search", "markup"), ("history", memory), ("history",), ("status",)):
        text = run(*typed).stdout
        assert "\x1b" not in text
        assert "\t" not in text
    assert "[red]not markup[/red] \\x1b[31m" in run("show", memory).stdout
    listed = run("list").stdout.splitlines()
    assert len(listed) == 2


def test_json_is_one_document_also_for_texts_that_are_no_text() -> None:
    result = run("show", "\udcff", "--json")
    assert json.loads(result.stdout)["error"] == "not_found"


def test_a_terminal_shows_texts_literally_and_fits_its_width() -> None:
    from rich.console import Console

    from ademem_tui.cli.output.lines import show_memories
    from ademem_tui.cli.output.terminal import TerminalPage

    run("remember", "-", stdin=HOSTILE + " and a long tail" * 20)
    items = json.loads(run("list", "--json").stdout)["items"]
    for width in (40, 60, 120):
        out = io.StringIO()
        console = Console(file=out, width=width, force_terminal=True, color_system=None, highlight=False)
        show_memories(TerminalPage(console=console), items)
        text = out.getvalue()
        assert all(len(line) <= width for line in text.splitlines())
        assert "[red]not" in text
        assert "…" in text
        assert ("● promoted" in text) == (width >= 80)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_real_terminal_gets_ages_and_marks_and_no_colour_when_told() -> None:
    import pty

    run("remember", "Something to see on a screen")
    env = {**os.environ, "TERM": "xterm-256color", "NO_COLOR": "1", "COLUMNS": "100"}
    leader, follower = pty.openpty()
    done = subprocess.run([sys.executable, "-c", MAIN, "list"], stdout=follower, stdin=follower, env=env, check=True)
    os.close(follower)
    text = os.read(leader, 10_000).decode()
    os.close(leader)
    assert done.returncode == 0
    assert "● promoted" in text
    assert "ago" in text or "now" in text
    assert "\x1b[3" not in text


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_edit_opens_the_editor_and_keeps_a_text_that_cannot_be_stored(tmp_path: Path) -> None:
    import pty

    memory = json.loads(run("remember", "The door is green", "--json").stdout)["id"]
    editor = tmp_path / "editor.py"
    env = {**os.environ, "TERM": "xterm", "VISUAL": f"{sys.executable} {editor}", "EDITOR": ""}

    def edit(code: str) -> subprocess.CompletedProcess[bytes]:
        editor.write_text(
            f"import os, sys\nfile = sys.argv[1]\ntext = open(file).read()\n{code}\nos.utime(file, (9, 9))"
        )
        leader, follower = pty.openpty()
        command = [sys.executable, "-c", MAIN, "edit", memory]
        done = subprocess.run(command, stdin=follower, capture_output=True, env=env, check=False)
        os.close(leader)
        os.close(follower)
        return done

    assert edit("open(file, 'w').write(text.replace('green', 'blue'))").returncode == 0
    assert json.loads(run("show", memory, "--json").stdout)["content"] == "The door is blue"
    assert b"Nothing was changed" in edit("").stderr
    failed = edit("open(file, 'w').write('long ' * 500)")
    assert failed.returncode == 1
    draft = tmp_path / "home" / "state" / "drafts" / f"{memory[-6:]}.md"
    assert str(draft).encode() in failed.stderr
    assert draft.read_text().startswith("long long")
