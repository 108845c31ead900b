"""The verbs on memories that are there: lists, acts, review, history, undo, purge, and their answers."""

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
    (folder / "web").mkdir(parents=True)
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


def ids(*typed: str) -> list[str]:
    return [item["id"] for item in document("list", *typed)["items"]]


def test_filters_narrow_a_list() -> None:
    web = taught(
        "The web build runs on node 22", "-c", "gotcha", "-f", "web/package.json", "-t", "node", "--importance", "high"
    )
    rule = taught("Names of branches are in lower case", "-c", "convention", "--pin", "--module", "git")
    agent = taught("The queue drains in batches of ten", "--as", "agent:coder", "--session", "s7", "-c", "pattern")
    assert set(ids()) == {web, rule, agent}
    for typed, found in (
        (("-c", "gotcha"), {web}),
        (("-c", "pitfall"), {web}),
        (("--not-category", "gotcha"), {rule, agent}),
        (("--group", "rules"), {rule}),
        (("--status", "candidate"), {agent}),
        (("--tier", "1"), {rule}),
        (("--tag", "node"), {web}),
        (("--not-tag", "node"), {rule, agent}),
        (("--file", "web/package.json"), {web}),
        (("--file", "web"), {web}),
        (("--module", "git"), {rule}),
        (("--source", "agent_explicit"), {agent}),
        (("--who", "agent:coder"), {agent}),
        (("--session", "s7"), {agent}),
        (("--importance", "high"), {web}),
        (("--visibility", "private"), {web, rule}),
        (("--pinned",), {rule}),
        (("--no-pinned",), {web, agent}),
        (("--mine",), {web, rule}),
        (("--text", "queue"), {agent}),
        (("--after", "1d"), {web, rule, agent}),
        (("--before", "1d"), set()),
        (("--before", "2020-01-01"), set()),
        (("--archived",), set()),
        (("--scope", "mission"), set()),
    ):
        assert set(ids(*typed)) == found, typed


def test_a_list_is_a_window_with_the_whole_count() -> None:
    for number in range(5):
        taught(f"Fact number {number} is about subject {number}")
    page = document("list", "-n", "2", "--offset", "1", "--sort", "-created")
    assert page["count"] == 5
    assert [item["content"][:13] for item in page["items"]] == ["Fact number 1", "Fact number 2"]
    shown = run("list", "-n", "2").stdout
    assert "of 5" in shown
    assert page["items"][0]["short_id"] in run("list").stdout


def test_search_has_the_fields_of_the_contract() -> None:
    memory = taught("Refresh the tokens before a batch starts", "-c", "gotcha", "-f", "web/auth.ts")
    found = document("search", "tokens")
    assert {"query_type", "took_ms", "paths", "hits"} <= found.keys()
    hit = found["hits"][0]
    assert {"id", "score", "parts", "category", "content", "files"} <= hit.keys()
    assert (hit["id"], hit["files"]) == (memory, ["web/auth.ts"])
    assert "words" in run("search", "tokens", "--explain").stdout
    assert document("search", "-", stdin="tokens")["count"] == 1
    assert document("search", "tokens", "-c", "fact")["count"] == 0
    assert run("search", "  ").exit_code == 2


@pytest.mark.parametrize("query", ['"', "a:b", "-- -x", "NEAR(", "🦀", "x" * 10_000, "*", "日本"])
def test_any_text_is_a_query(query: str) -> None:
    taught("Something to look through")
    assert run("search", "--json", "--", query).exit_code == 0


def test_show_tells_everything_with_links_both_ways() -> None:
    first = taught(
        "Tokens last fifteen minutes", "-c", "dead_end", "--set", "tried=long tokens", "--set", "why_failed=audit"
    )
    second = taught("The audit asks for short tokens")
    document("relate", first[-8:], "caused_by", second)
    answer = document("relate", first, "depends-on", "web/auth.ts")
    assert answer["relation"]["target_kind"] == "file"
    shown = document("show", second.lower()[-6:])
    assert [(link["direction"], link["source_id"]) for link in shown["relations"]] == [("in", first)]
    text = run("show", first).stdout
    for part in ("Why it failed", "audit", "caused by", "The audit asks", "web/auth.ts", "Confidence", first):
        assert part in text
    document("relate", first, "depends_on", "web/auth.ts", "--remove")
    assert len(document("show", first)["relations"]) == 1


def test_every_act_answers_alike_and_can_be_undone() -> None:
    memory = taught("The gate is closed at night")
    for typed, field, value in (
        (("pin",), "pinned", True),
        (("unpin",), "pinned", False),
        (("verify",), "verified", True),
        (("archive", "--reason", "stale"), "archive_reason", "stale"),
        (("restore",), "status", "promoted"),
        (("delete",), "archive_reason", "deleted"),
        (("restore",), "status", "promoted"),
        (("flag", "--reason", "it is open"), "archive_reason", "flagged_wrong"),
    ):
        answer = document(typed[0], memory, *typed[1:])
        assert answer["ok"]
        assert answer["id"] == memory
        assert answer["op_id"]
        assert document("show", memory)[field] == value
    assert document("undo")["acts"][0]["kind"] == "flag"
    assert document("show", memory)["status"] == "promoted"
    assert document("visibility", memory, "team")["items"][0]["visibility"] == "team"


def test_ids_come_from_stdin() -> None:
    many = [taught(f"Door number {n} leads to room {n}") for n in range(3)]
    answer = document("archive", "-", stdin="\n".join(many))
    assert set(answer["ids"]) == set(many)
    assert document("undo")["changes"] == 3
    assert run("pin", "-", stdin="").exit_code == 2


def test_edit_by_options_and_the_words_that_changed() -> None:
    memory = taught("Tokens expire after 15 minutes", "-c", "gotcha")
    answer = document(
        "edit", memory, "--content", "-", "-t", "auth", "--importance", "high", stdin="Tokens expire after 20 minutes"
    )
    assert answer["ok"]
    shown = document("show", memory)
    assert (shown["content"], shown["tags"], shown["importance"]) == (
        "Tokens expire after 20 minutes",
        ["auth"],
        "high",
    )
    assert "[-15-]{+20+}" in run("history", memory).stdout
    changes = document("history", memory)["changes"]
    assert [change["change"] for change in changes] == ["insert", "update"]
    assert changes[1]["before"]["content"] == "Tokens expire after 15 minutes"
    document("edit", memory, "-t", "")
    assert document("show", memory)["tags"] == []
    assert run("edit", memory).exit_code == 2
    assert document("edit", memory, "--content", "", code=1)["error"] == "bad_input"


def test_typed_fields_are_edited_one_by_one() -> None:
    memory = taught("Caching went wrong here", "-c", "dead_end", "--set", "tried=redis", "--set", "why_failed=stale")
    document("edit", memory, "--set", "used_instead=etags")
    assert document("show", memory)["payload"] == {"tried": "redis", "why_failed": "stale", "used_instead": "etags"}
    assert run("edit", memory, "--set", "nothing").exit_code == 2
    assert "used_instead" in run("edit", memory, "--set", "used_insted=x").stderr


def test_review_lists_accepts_and_rejects() -> None:
    one, two = (
        taught(f"An agent saw that {what}", "--as", "agent:a", "-c", "gotcha") for what in ("it rains", "doors jam")
    )
    waiting = document("candidates")
    assert (waiting["count"], {item["id"] for item in waiting["items"]}) == (2, {one, two})
    assert document("accept", one)["items"][0]["status"] == "promoted"
    assert document("reject", two, "--reason", "wrong")["items"][0]["archive_reason"] == "rejected"
    assert document("candidates")["count"] == 0
    assert (
        document("remember", "An agent saw that doors jam", "--as", "agent:a", "-c", "gotcha", code=1)["code"]
        == "rejected_before"
    )
    assert run("accept", one).exit_code == 1


def test_undo_by_number_by_act_and_redo() -> None:
    first = taught("The first thing is about apples")
    taught("The second thing is about pears")
    act = document("pin", first)["op_id"]
    undone = document("undo", "2")
    assert [one["kind"] for one in undone["acts"]] == ["pin", "remember"]
    assert "about pears" in undone["acts"][1]["words"]
    document("redo", "2")
    assert document("show", first)["pinned"]
    document("undo", act[-6:])
    assert not document("show", first)["pinned"]
    short = document("undo", "9", code=1)
    assert (short["ok"], len(short["acts"])) == (False, 2)
    assert document("undo", code=1)["error"] == "not_found"
    assert run("undo", "0").exit_code == 2
    kinds = [act["kind"] for act in document("history")["acts"]]
    assert kinds[0] == "undo"


def test_purge_asks_and_says_what_else_may_hold_the_text() -> None:
    memory = taught("A name that must vanish from here")
    document("backup")
    silent = run("purge", memory)
    assert silent.exit_code == 2
    assert "--yes" in silent.stderr
    document("verify", memory)
    assert document("purge", memory, "--yes", code=1)["error"] == "not_allowed"
    answer = document("purge", memory, "--yes", "--really")
    assert (answer["ok"], answer["ids"]) == (True, [memory])
    assert answer["backups"]
    assert "purged" in run("show", memory).stderr
    assert document("purge", "--expired", "--yes")["ids"] == []
    assert run("purge").exit_code == 2


def test_memory_that_is_off_is_neither_read_nor_written() -> None:
    memory = taught("Something from before it was switched off")
    assert run("config", "memory.enabled", "false").exit_code == 0
    for typed in (("list",), ("remember", "x"), ("show", memory), ("search", "x"), ("undo",), ("doctor",), ("export",)):
        answer = document(*typed, code=1)
        assert answer["error"] == "memory_off", typed
    assert document("status")["enabled"] is False
    assert "switched off" in run("status").stdout
    assert "switched off" in run().stdout
    assert run("paths").exit_code == 0
    run("config", "memory.enabled", "--unset")
    assert document("show", memory)["id"] == memory
