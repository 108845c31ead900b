"""The demo project: the same everywhere, complete, and never half-made."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import apsw
import pytest

from ademem_tui.demo import project, story
from ademem_tui.demo.git_history import BRANCH
from ademem_tui.demo.project import DEMO_NOW, build, demo_path, demo_paths, ensure_demo, is_demo
from ademem_tui.engine.clock import FixedClock
from ademem_tui.engine.config import Config
from ademem_tui.engine.engine import Engine
from ademem_tui.engine.errors import NotAllowed, StoreReadOnly
from ademem_tui.engine.model import Filter, Memory
from ademem_tui.engine.paths import paths_for
from ademem_tui.engine.repository import current_branch, current_commit, find_root
from ademem_tui.engine.taxonomy import ARCHIVE_REASONS, CATEGORIES, STATUSES

TABLES = (
    "unified_memories",
    "memory_relations",
    "memory_ops",
    "memory_history",
    "memory_refused",
    "memory_redactions",
    "store_state",
)
EVERYTHING = Filter(any_status=True)


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """A demo project and the home it was built with."""
    base = tmp_path_factory.mktemp("demo")
    home = str(base / "home")
    return build(str(base / "harbor"), home), home


@pytest.fixture(scope="module")
def engine(demo: tuple[str, str]) -> Iterator[Engine]:
    """The demo, open at its own now."""
    with Engine(demo_paths(*demo), Config.of(), clock=FixedClock(DEMO_NOW), read_only=True) as opened:
        yield opened


@pytest.fixture(scope="module")
def memories(engine: Engine) -> list[Memory]:
    """All of its memories, archived ones too."""
    return [memory for memory, _ in engine.memories.every(EVERYTHING)]


def rows(folder: str) -> dict[str, list[tuple[Any, ...]]]:
    """Everything a store says, table by table."""
    connection = apsw.Connection(os.path.join(folder, ".ade", "ademem.db"), apsw.SQLITE_OPEN_READONLY)
    try:
        return {table: list(connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2")) for table in TABLES}
    finally:
        connection.close()


def files_of(folder: str) -> dict[str, bytes]:
    """Every file outside the store."""
    found = {}
    for place, folders, names in os.walk(folder):
        if ".ade" in folders:
            folders.remove(".ade")
        for name in names:
            file = Path(place, name)
            found[str(file.relative_to(folder))] = file.read_bytes()
    return found


def git(folder: str, *arguments: str) -> str:
    """What git says about the demo, with nobody's settings."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed: the demo's history is only checked by our own reader")
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    env.update(GIT_CONFIG_GLOBAL=os.devnull, GIT_CONFIG_NOSYSTEM="1", GIT_OPTIONAL_LOCKS="0", HOME=folder, LC_ALL="C")
    done = subprocess.run(("git", "-C", folder, *arguments), env=env, capture_output=True, text=True, check=True)
    return done.stdout + done.stderr


def test_two_builds_are_the_same(demo: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    monkeypatch.setenv("ADEMEM_MEMORY_ENABLED", "false")
    monkeypatch.setenv("GIT_AUTHOR_DATE", "2001-01-01T00:00:00Z")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    other = build(str(tmp_path / "another name"), str(tmp_path / "home"))
    assert rows(other) == rows(demo[0])
    assert files_of(other) == files_of(demo[0])


def test_every_entry_became_a_memory_of_its_own(memories: list[Memory]) -> None:
    entries = story.read_data("memories.json")
    assert len(memories) == len(entries) >= 150
    assert all(memory.observation_count == 1 for memory in memories)


def test_it_has_something_of_everything(engine: Engine, memories: list[Memory]) -> None:
    assert {memory.category for memory in memories} == set(CATEGORIES)
    assert {memory.status for memory in memories} == set(STATUSES)
    assert {memory.tier for memory in memories if memory.is_live} == {1, 2, 3}
    assert {memory.archive_reason for memory in memories if not memory.is_live} == set(ARCHIVE_REASONS)
    assert engine.memories.count(Filter(statuses=("candidate",))) >= 10
    assert engine.memories.count(Filter(stale=True)) >= 3
    assert engine.memories.count(Filter(needs_review=True)) >= 3
    assert engine.memories.count(Filter(pinned=True)) >= 5
    assert engine.memories.count(Filter(verified=True)) >= 10
    assert engine.memories.count(Filter(archive_reasons=("flagged_wrong",))) >= 3
    links = Counter(link.type for memory in memories for link in engine.memories.relations(memory, "project"))
    assert len(links) >= 6
    assert links["supersedes"] >= 3


def test_writers_are_who_they_say(memories: list[Memory]) -> None:
    assert {memory.source_who.partition(":")[0] for memory in memories} == {"user", "agent", "runner"}
    for memory in memories:
        if memory.source_who == "user":
            assert (memory.source_type, memory.touched_by_person) == ("user_taught", True)
        else:
            assert memory.status != "promoted" or memory.touched_by_person


def test_times_lie_in_order_before_the_demo_now(memories: list[Memory]) -> None:
    for memory in memories:
        assert memory.created_at <= memory.updated_at < DEMO_NOW
        assert memory.created_at <= memory.last_accessed_at < DEMO_NOW
    assert len({memory.created_at for memory in memories}) == len(memories)
    in_time = sorted(memories, key=lambda memory: memory.created_at)
    assert in_time == sorted(memories, key=lambda memory: memory.id)


def test_refused_writes_are_there_for_different_reasons(engine: Engine) -> None:
    refused = [one for one, _ in engine.memories.refused()]
    assert len(refused) == len(story.read_data("refused.json"))
    codes = {one.code for one in refused}
    assert {"too_long", "flagged_wrong", "rejected_before", "strict_short", "strict_unsure"} <= codes
    assert len(codes) >= 7
    assert {one.can_store_anyway for one in refused} == {True, False}


def test_secrets_were_taken_out(demo: tuple[str, str], engine: Engine) -> None:
    found = [one for one, _ in engine.memories.redactions()]
    assert len({one.type for one in found}) >= 2
    assert any(one.memory_id for one in found)
    assert any(one.memory_id is None for one in found)
    with_secret = [
        entry
        for name in ("memories.json", "refused.json")
        for entry in story.read_data(name)
        if isinstance(entry["content"], list)
    ]
    stored = b"".join(file.read_bytes() for file in Path(demo[0], ".ade").iterdir())
    assert len(with_secret) >= 2
    for entry in with_secret:
        assert "".join(entry["content"][1:-1]).encode() not in stored
    assert b"[REDACTED: " in stored


def test_files_of_live_memories_exist(demo: tuple[str, str], memories: list[Memory]) -> None:
    missing = [
        (memory.summary, file)
        for memory in memories
        if memory.is_live and not memory.stale_at
        for file in memory.related_files
        if not os.path.isfile(os.path.join(demo[0], file))
    ]
    assert missing == []


def test_search_finds_words_in_every_script(engine: Engine) -> None:
    for query in ("skip locked", "advance", "Ausrufezeichen", "スクリーンリーダー", "pool.py"):
        assert engine.search.search(query).hits, query
    top = engine.search.search("integer cents money").hits[0].memory
    assert "cents" in top.content


def test_history_of_acts_can_be_read(demo: tuple[str, str]) -> None:
    kinds = Counter(row[0] for row in _query(demo[0], "SELECT kind FROM memory_ops"))
    wanted = {"remember", "accept", "pin", "verify", "flag", "archive", "reject", "delete", "supersede", "relate"}
    assert wanted | {"edit", "review", "stale", "demote"} <= set(kinds)
    actors = {row[0] for row in _query(demo[0], "SELECT DISTINCT actor_kind FROM memory_ops")}
    assert actors == {"person", "agent", "job"}
    assert _query(demo[0], "PRAGMA integrity_check") == [("ok",)]


def _query(folder: str, sql: str) -> list[tuple[Any, ...]]:
    connection = apsw.Connection(os.path.join(folder, ".ade", "ademem.db"), apsw.SQLITE_OPEN_READONLY)
    try:
        return list(connection.execute(sql))
    finally:
        connection.close()


def test_memories_know_the_commit_they_were_written_at(memories: list[Memory], demo: tuple[str, str]) -> None:
    ordered = sorted(memories, key=lambda memory: memory.created_at)
    assert all(memory.commit_sha for memory in ordered)
    assert ordered[-1].commit_sha == current_commit(demo[0])
    assert len({memory.commit_sha for memory in ordered}) > 5


def test_the_repository_holds_every_file_of_the_data(demo: tuple[str, str]) -> None:
    data = Path(story.DATA, "repo")
    shipped = {
        str(file.relative_to(data)).replace("gitignore.txt", ".gitignore"): file.read_bytes()
        for file in data.rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    made = {path: text for path, text in files_of(demo[0]).items() if not path.startswith(".git" + os.sep)}
    assert made == shipped
    assert len(made) >= 40


def test_our_own_reader_knows_the_repository(demo: tuple[str, str]) -> None:
    root = os.path.realpath(demo[0])
    assert find_root(demo[0]) == (root, root, True)
    assert current_branch(demo[0]) == BRANCH
    assert current_commit(demo[0])


def test_git_agrees_with_the_history(demo: tuple[str, str]) -> None:
    commits = story.read_data("commits.json")
    lines = git(demo[0], "log", "--reverse", "--format=%an <%ae>|%cn|%at=%ct|%s").splitlines()
    assert [line.rpartition("|")[2] for line in lines] == [entry["message"] for entry in commits]
    for line, entry in zip(lines, commits, strict=True):
        author, committer, times, _ = line.split("|")
        assert author == f"{entry['author']} <{entry['email']}>"
        assert committer == entry["author"]
        assert times.partition("=")[0] == times.partition("=")[2]
    assert git(demo[0], "rev-parse", "HEAD").strip() == current_commit(demo[0])
    assert git(demo[0], "fsck", "--strict", "--no-progress") == ""
    assert git(demo[0], "status", "--porcelain") == ""
    changed = git(demo[0], "log", "--format=", "--name-only", "--diff-filter=A").split()
    assert len(changed) == sum(len(entry["paths"]) for entry in commits)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A person's folders, empty."""
    folder = tmp_path / "person"
    monkeypatch.setenv("ADEMEM_HOME", str(folder))
    return folder


def test_it_is_made_once_and_leaves_the_persons_files_alone(home: Path) -> None:
    made = ensure_demo()
    assert made == demo_path() == str(home / "data" / "demo" / "harbor")
    assert is_demo(made)
    assert [str(path.relative_to(home)) for path in home.rglob("*") if "harbor" not in path.parts] == [
        "data",
        os.path.join("data", "demo"),
    ]
    Path(made, "mine.txt").write_text("kept")
    assert ensure_demo() == made
    assert Path(made, "mine.txt").exists()
    with Engine(paths_for(made)) as opened:
        assert opened.memories.count(EVERYTHING) >= 150


def test_reset_makes_it_anew(home: Path, demo: tuple[str, str]) -> None:
    made = ensure_demo()
    Path(made, "mine.txt").write_text("gone")
    shutil.rmtree(Path(made, "src"))
    assert ensure_demo(reset=True) == made
    assert files_of(made) == files_of(demo[0])
    assert os.listdir(os.path.dirname(made)) == ["harbor"]


@pytest.mark.parametrize("there_before", [False, True])
def test_an_interrupted_build_leaves_things_as_they_were(
    home: Path, demo: tuple[str, str], monkeypatch: pytest.MonkeyPatch, there_before: bool
) -> None:
    target = Path(demo_path())
    if there_before:
        shutil.copytree(demo[0], target)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(story, "tell", interrupted)
    with pytest.raises(KeyboardInterrupt):
        ensure_demo(reset=True)
    assert os.listdir(target.parent) == (["harbor"] if there_before else [])
    assert is_demo(str(target)) is there_before


def test_a_failed_move_brings_the_old_one_back(
    home: Path, demo: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    target = Path(demo_path())
    shutil.copytree(demo[0], target)
    Path(target, "mine.txt").write_text("kept")

    def made_nothing(into: str, _home: str) -> str:
        return into

    monkeypatch.setattr(project, "build", made_nothing)
    with pytest.raises(StoreReadOnly):
        ensure_demo(reset=True)
    assert Path(target, "mine.txt").exists()
    assert os.listdir(target.parent) == ["harbor"]


def test_a_demo_without_its_memories_is_made_anew(home: Path, demo: tuple[str, str]) -> None:
    shutil.copytree(demo[0], demo_path(), ignore=shutil.ignore_patterns(".ade"))
    assert is_demo(ensure_demo())


def test_a_folder_that_is_no_demo_is_never_replaced(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "work.txt").write_text("years of it")
    for reset in (False, True):
        with pytest.raises(NotAllowed, match="is not a demo"):
            ensure_demo(reset, into=str(own))
    assert os.listdir(own) == ["work.txt"]


def test_it_can_be_made_in_an_empty_folder_of_ones_choice(tmp_path: Path) -> None:
    chosen = tmp_path / "chosen"
    chosen.mkdir()
    assert ensure_demo(into=str(chosen)) == str(chosen)
    assert is_demo(str(chosen))
    assert os.listdir(tmp_path) == ["chosen"]


def test_what_a_killed_build_left_is_cleared_away_when_old(home: Path, demo: tuple[str, str]) -> None:
    target = Path(demo_path())
    old, young = target.parent / ".harbor-old", target.parent / ".harbor-young"
    for folder in (old, young):
        folder.mkdir(parents=True)
        (folder / "half.txt").write_text("half")
    os.utime(old, (0, 0))
    ensure_demo()
    assert sorted(os.listdir(target.parent)) == [".harbor-young", "harbor"]
