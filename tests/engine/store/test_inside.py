"""A look inside a backup."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ademem_tui.engine.clock import FixedClock
from ademem_tui.engine.config import Config
from ademem_tui.engine.engine import Engine
from ademem_tui.engine.model import WriteRequest
from ademem_tui.engine.paths import paths_for
from ademem_tui.engine.store.inside import look_inside


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    (tmp_path / "p").mkdir()
    paths = paths_for(tmp_path / "p", {"ADEMEM_HOME": str(tmp_path / "home")})
    with Engine(paths, Config.of(), clock=FixedClock("2026-01-05T10:00:00.000Z", 1_000)) as engine:
        yield engine


def test_what_a_restore_would_change_is_counted(engine: Engine) -> None:
    first, second = (
        engine.memories.write(WriteRequest(text)).memory
        for text in ("The first thing worth keeping.", "Something else that matters.")
    )
    assert first is not None
    assert second is not None
    backup = engine.maintenance.backup()
    engine.memories.write(WriteRequest("A third, newer than the backup."))
    engine.acts.pin([first.id])
    engine.acts.delete([second.id])
    engine.removal.purge([second.id])
    inside = look_inside(engine.shelves.project, backup.path)
    assert (inside.only_here, inside.only_there, inside.different) == (1, 1, 1)
    assert inside.by_status == {"promoted": 2}
    assert inside.newest[0][2] == "Something else that matters."
    assert inside.backup.sound


def test_a_file_that_is_no_database_is_told_as_such(engine: Engine, tmp_path: Path) -> None:
    file = tmp_path / "broken.db"
    file.write_bytes(b"no database at all" * 100)
    inside = look_inside(engine.shelves.project, str(file))
    assert not inside.backup.sound
    assert inside.by_status == {}
