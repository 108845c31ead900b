"""Which files of a project can be named, and where everything is."""

from __future__ import annotations

from pathlib import Path

from ademem_tui.engine.paths import paths_for
from ademem_tui.engine.places import places
from ademem_tui.engine.project_files import project_files


def make(root: Path, *files: str) -> None:
    for file in files:
        (root / file).parent.mkdir(parents=True, exist_ok=True)
        (root / file).write_text("12345")


def test_files_near_the_top_come_first_and_junk_is_left_out(tmp_path: Path) -> None:
    make(tmp_path, "src/deep/a.py", "README.md", ".git/HEAD", "node_modules/x.js", "src/b.py", ".env")
    assert project_files(str(tmp_path)) == [".env", "README.md", "src/b.py", "src/deep/a.py"]


def test_a_large_tree_is_cut_and_links_in_circles_end(tmp_path: Path) -> None:
    make(tmp_path, *(f"f{at}.txt" for at in range(20)))
    (tmp_path / "loop").symlink_to(tmp_path)
    assert len(project_files(str(tmp_path), 5)) == 5
    assert len(project_files(str(tmp_path))) == 20
    assert project_files(str(tmp_path / "nowhere")) == []


def test_places_have_sizes_where_they_are_ours(tmp_path: Path) -> None:
    (tmp_path / "p" / ".git").mkdir(parents=True)
    paths = paths_for(tmp_path / "p", {"ADEMEM_HOME": str(tmp_path / "home")})
    make(Path(paths.backups), "a.db", "b.db")
    make(Path(paths.ade_dir), "ademem.db", "ademem.db-wal")
    found = {place.name: place for place in places(paths)}
    assert found["backups"].size == 10
    assert found["database"].size == 10
    assert found["project"].size is None
    assert (found["error_log"].exists, found["error_log"].size) == (False, 0)
