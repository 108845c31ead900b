"""Looking at another program's database: everything committed is seen, nothing is left behind or changed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw
import pytest

from ademem_tui.engine.capture.foreign_database import opened
from ademem_tui.engine.errors import BadInput
from ademem_tui.engine.jobs import Cancelled, CancelToken, Progress


@contextmanager
def _writer(path: Path, journal: str = "wal") -> Iterator[apsw.Connection]:
    connection = apsw.Connection(str(path))
    connection.execute(f"PRAGMA journal_mode = {journal}").fetchall()
    try:
        yield connection
    finally:
        connection.close(True)


def _made(path: Path, journal: str = "wal") -> Path:
    with _writer(path, journal) as connection:
        connection.execute("CREATE TABLE notes (id TEXT, body)")
        connection.execute("INSERT INTO notes VALUES ('1', 'one')")
    return path


def _files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.endswith("-shm")}


def _bodies(path: Path) -> list[object]:
    with opened(path) as database:
        return [row["body"] for row in database.rows("notes")]


@pytest.mark.parametrize("journal", ["wal", "delete"])
def test_a_closed_database_is_read_without_a_trace(tmp_path: Path, journal: str) -> None:
    path = _made(tmp_path / "a ?#%20.db", journal)
    before = _files(tmp_path)
    assert _bodies(path) == ["one"]
    assert sorted(entry.name for entry in tmp_path.iterdir()) == sorted(before)
    assert _files(tmp_path) == before


def test_what_is_only_in_the_log_of_a_running_program_is_seen(tmp_path: Path) -> None:
    path = _made(tmp_path / "a.db")
    with _writer(path) as connection:
        connection.execute("INSERT INTO notes VALUES ('2', 'two')")
        before = _files(tmp_path)
        assert before["a.db-wal"]
        assert _bodies(path) == ["one", "two"]
        assert _files(tmp_path) == before
        connection.execute("INSERT INTO notes VALUES ('3', 'three')")


def test_a_log_left_behind_is_honoured_and_left_as_it_is(tmp_path: Path) -> None:
    path = _made(tmp_path / "a.db")
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    with _writer(path) as connection:
        connection.execute("INSERT INTO notes VALUES ('2', 'two')")
        shutil.copy(path, crashed / "a.db")
        shutil.copy(f"{path}-wal", crashed / "a.db-wal")
    before = _files(crashed)
    assert _bodies(crashed / "a.db") == ["one", "two"]
    assert sorted(entry.name for entry in crashed.iterdir()) == ["a.db", "a.db-wal"]
    assert _files(crashed) == before


def test_a_write_that_was_never_finished_is_not_seen(tmp_path: Path) -> None:
    path = _made(tmp_path / "a.db", "delete")
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    with _writer(path, "delete") as connection:
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(
            "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 2000) "
            "INSERT INTO notes SELECT x, randomblob(500) FROM n"
        )
        shutil.copy(path, crashed / "a.db")
        shutil.copy(f"{path}-journal", crashed / "a.db-journal")
    before = _files(crashed)
    assert _bodies(crashed / "a.db") == ["one"]
    assert _files(crashed) == before


def test_a_text_of_odd_bytes_does_not_stop_the_reading(tmp_path: Path) -> None:
    path = _made(tmp_path / "a.db")
    with _writer(path) as connection:
        connection.execute(
            "INSERT INTO notes VALUES ('2', CAST(x'6162ff' AS TEXT)), ('3', x'00ff'), ('4', 'fine \ufffd')"
        )
        connection.execute("INSERT INTO notes VALUES ('5', 1.5), ('6', 'a' || char(0) || 'b'), ('7', NULL)")
    with opened(path) as database:
        bodies = [row["body"] for row in database.rows("notes")]
        assert bodies == ["one", "ab\ufffd", "base64:AP8=", "fine \ufffd", 1.5, "a\x00b", None]
        assert database.odd_texts == 1


def test_another_text_encoding_is_read_too(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with _writer(path, "delete") as connection:
        connection.execute("PRAGMA encoding = 'UTF-16le'")
        connection.execute("CREATE TABLE notes (id TEXT, body)")
        connection.execute("INSERT INTO notes VALUES ('1', 'größer 漢字 🚀')")
    assert _bodies(path) == ["größer 漢字 🚀"]


def test_tables_are_found_in_any_case_and_missing_ones_are_empty(tmp_path: Path) -> None:
    with opened(_made(tmp_path / "a.db")) as database:
        assert database.columns("notes") == ("id", "body")
        assert database.columns("other") == ()
        assert list(database.rows("other")) == []


def test_progress_is_told_and_cancel_stops(tmp_path: Path) -> None:
    path = _made(tmp_path / "a.db")
    with _writer(path) as connection, connection:
        connection.executemany("INSERT INTO notes VALUES (?, 'x')", [(str(n),) for n in range(2, 1_002)])
    told: list[Progress] = []
    with opened(path) as database:
        assert len(list(database.rows("notes", told.append))) == 1_001
    assert [(one.done, one.total) for one in told] == [(0, 1_001), (500, 1_001), (1_000, 1_001), (1_001, 1_001)]
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled), opened(path) as database:
        list(database.rows("notes", cancel=token))


@pytest.mark.parametrize("content", [b"", b"not a database", b"SQLite format 3\x00" + b"\xff" * 200])
def test_what_is_no_database_is_said_so(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.db"
    path.write_bytes(content)
    with pytest.raises(BadInput, match=r"a\.db"):
        _bodies(path)


def test_a_file_that_is_not_there_or_is_a_folder(tmp_path: Path) -> None:
    for path in (tmp_path / "none.db", tmp_path):
        with pytest.raises(BadInput, match="cannot be read"):
            _bodies(path)


def test_a_locked_database_is_named_as_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ademem_tui.engine.capture.foreign_database._BUSY_MS", 0)
    path = _made(tmp_path / "a.db", "delete")
    with _writer(path, "delete") as connection:
        connection.execute("BEGIN EXCLUSIVE")
        with pytest.raises(BadInput, match="locked"):
            _bodies(path)


def test_a_change_in_the_middle_is_noticed(tmp_path: Path) -> None:
    path = _made(tmp_path / "a.db")
    with pytest.raises(BadInput, match="changed while it was read"), opened(path), _writer(path) as connection:
        connection.execute("INSERT INTO notes VALUES ('2', 'two')")
