"""Several processes, killed processes, full and read-only disks, damaged files."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ademem_tui.engine.engine import Engine
from ademem_tui.engine.errors import StoreDamaged, StoreError, StoreFull, StoreReadOnly
from ademem_tui.engine.model import Filter, WriteRequest
from ademem_tui.engine.paths import paths_for

ROOT = Path(__file__).resolve().parents[2]


def run_module(*words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=ROOT, capture_output=True, text=True, check=False, timeout=280
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_200_kills_lose_nothing_that_was_acknowledged(project: Path) -> None:
    kills, acknowledged, lost, *unsound = run_module("tests.soak.kills", str(project), "200").split(" ", 3)
    assert (kills, lost, "".join(unsound).strip()) == ("200", "0", "")
    assert int(acknowledged) > 200


def test_8_processes_at_once_see_no_lock(project: Path) -> None:
    there, complaints = run_module("tests.soak.crowd", str(project), "8", "40").split()
    assert (there, complaints) == ("320", "0")


def test_a_full_disk_says_so_and_loses_nothing(engine: Engine) -> None:
    engine.memories.write(WriteRequest("One worker drains the queue"))
    database = engine.shelves.project.database
    pages = database.writer().execute("PRAGMA page_count").get
    database.writer().execute(f"PRAGMA max_page_count={pages + 2}")
    many = (WriteRequest(f"Fact {n}: worker {n} owns shard {n * 7} " + "x " * 200) for n in range(500))
    with pytest.raises(StoreFull, match="no room left"):
        list(engine.memories.write_many(many))
    there = engine.memories.count(Filter())
    assert there >= 1
    assert engine.search.search("worker drains").hits
    database.writer().execute("PRAGMA max_page_count=1000000")
    assert engine.memories.write(WriteRequest("There is room again now")).accepted
    assert engine.memories.count(Filter()) == there + 1


READ_ONLY = """
import os, sys, tempfile, urllib.parse
from ademem_tui.engine.engine import Engine
from ademem_tui.engine.errors import StoreReadOnly
from ademem_tui.engine.model import Filter, WriteRequest
from ademem_tui.engine.paths import paths_for
with tempfile.TemporaryDirectory() as scratch:  # loads everything while this user still may
    with Engine(paths_for(scratch, {"ADEMEM_HOME": scratch})) as engine:
        engine.memories.write(WriteRequest("Only to warm up"))
        engine.memories.count(Filter())
if os.geteuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
engine = Engine(paths_for(sys.argv[1], {"ADEMEM_HOME": sys.argv[2]}))
print(engine.memories.count(Filter()))
try:
    engine.memories.write(WriteRequest("Not to be written"))
except StoreReadOnly as error:
    print("refused:", error)
engine.close()
"""


def test_a_read_only_folder_can_be_read_and_says_why_not_written(tmp_path_factory: pytest.TempPathFactory) -> None:
    import shutil
    import tempfile

    folder = Path(tempfile.mkdtemp())
    try:
        home = folder / "home"
        with Engine(paths_for(folder, {"ADEMEM_HOME": str(home)})) as engine:
            engine.memories.write(WriteRequest("One worker drains the queue"))
        os.chmod(folder, 0o755)
        for root, folders, files in os.walk(folder, topdown=False):
            for name in files:
                os.chmod(os.path.join(root, name), 0o444)
            for name in folders:
                os.chmod(os.path.join(root, name), 0o555)
        os.chmod(folder, 0o555)
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, "-c", READ_ONLY, str(folder), str(home)],
            capture_output=True,
            text=True,
            check=False,
            env=environment,
            cwd="/",
        )
        assert done.returncode == 0, done.stderr
        count, refused = done.stdout.splitlines()
        assert count == "1"
        assert "cannot be written" in refused
    finally:
        for root, folders, _ in os.walk(folder):
            os.chmod(root, 0o755)
            for name in folders:
                os.chmod(os.path.join(root, name), 0o755)
        shutil.rmtree(folder)


def test_a_damaged_file_names_what_to_do_and_is_not_written(project: Path, engine: Engine) -> None:
    for number in range(200):
        engine.memories.write(WriteRequest(f"Fact {number}: worker {number} owns shard {number * 7}"))
    engine.close()
    path = Path(paths_for(project).database)
    content = bytearray(path.read_bytes())
    content[:100] = b"\0" * 100
    path.write_bytes(content)
    with Engine(paths_for(project)) as broken, pytest.raises(StoreDamaged, match="restore-backup"):
        broken.memories.write(WriteRequest("Not to be written"))
    assert path.read_bytes() == bytes(content)


def test_the_error_of_a_missing_folder_is_a_sentence(tmp_path: Path) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("in the way")
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / ".ade").write_text("a file where the folder should be")
    with Engine(paths_for(tmp_path / "p")) as engine, pytest.raises((StoreReadOnly, StoreError)):
        engine.memories.write(WriteRequest("Not to be written"))
