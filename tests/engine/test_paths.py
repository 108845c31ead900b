"""Where files live, by platform rules and by ADEMEM_HOME, and the project's own folder."""

from __future__ import annotations

import errno
import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ademem_tui.engine.errors import ConfigError, NotFound, StoreFull, StoreReadOnly
from ademem_tui.engine.paths import (
    Paths,
    ensure_ade_dir,
    paths_for,
    platform_folders,
    project_slug,
    user_folders,
    write_atomically,
)

on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="XDG rules")


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    project = tmp_path / "My Project"
    project.mkdir()
    return paths_for(project, {"ADEMEM_HOME": str(tmp_path / "home")})


def test_a_projects_files_are_below_its_folder(paths: Paths, tmp_path: Path) -> None:
    project = tmp_path / "My Project"
    assert (paths.root, paths.main, paths.is_git) == (str(project), str(project), False)
    assert paths.ade_dir == str(project / ".ade")
    assert paths.database == str(project / ".ade" / "ademem.db")
    assert paths.project_config == str(project / ".ade" / "config.toml")


def test_ademem_home_holds_everything_of_the_person(paths: Paths, tmp_path: Path) -> None:
    home = tmp_path / "home"
    assert paths.user_config == str(home / "config" / "config.toml")
    assert paths.user_database == str(home / "data" / "user.db")
    assert paths.user_backups == str(home / "data" / "backups" / "user")
    assert paths.error_log == str(home / "state" / "ademem.log")
    assert paths.log_dir.startswith(paths.state_dir)
    assert re.fullmatch(r"my-project-[0-9a-f]{8}", os.path.basename(paths.backups))
    assert os.path.dirname(paths.backups) == str(home / "data" / "backups")
    assert not home.exists()


def test_ademem_home_may_be_relative_or_start_with_a_tilde(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert user_folders({"ADEMEM_HOME": "here"}).data == str(tmp_path / "here" / "data")
    assert user_folders({"ADEMEM_HOME": "~/here"}).data == str(tmp_path / "here" / "data")


def test_worktrees_share_one_project_folder_and_one_backup_folder(tmp_path: Path) -> None:
    main, side = tmp_path / "main", tmp_path / "side"
    main.mkdir()
    env = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "GIT_CONFIG_NOSYSTEM": "1"}
    who = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org"]
    for words in (
        ["init", "-q"],
        [*who, "commit", "-q", "--allow-empty", "-m", "first"],
        ["worktree", "add", "-q", str(side)],
    ):
        subprocess.run(["git", *words], cwd=main, env=env, check=True, capture_output=True)
    here, there = paths_for(main, {"ADEMEM_HOME": "/h"}), paths_for(side, {"ADEMEM_HOME": "/h"})
    assert there.root == str(side)
    assert there.database == here.database == str(main / ".ade" / "ademem.db")
    assert there.backups == here.backups


def test_projects_of_the_same_name_have_their_own_backups(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name / "app").mkdir(parents=True)
    one, two = (paths_for(tmp_path / name / "app", {"ADEMEM_HOME": "/h"}) for name in ("a", "b"))
    assert one.backups != two.backups
    assert one.backups == paths_for(tmp_path / "a" / "app", {"ADEMEM_HOME": "/h"}).backups


def test_named_lists_every_place_once(paths: Paths) -> None:
    named = paths.named()
    assert named["database"] == paths.database
    assert named["user_config"] == paths.user_config
    assert all(os.path.isabs(place) for place in named.values())


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="nowhere"):
        paths_for(tmp_path / "nowhere", {"ADEMEM_HOME": "/h"})


@given(st.text())
def test_slug_is_a_plain_file_name(name: str) -> None:
    assert re.fullmatch(r"[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?", project_slug(f"/x/{name}"))


XDG = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")


@on_linux
@pytest.mark.parametrize("value", [None, "", "/somewhere/else", "/trailing/", "relative/folder", "~/x", " "])
@pytest.mark.parametrize("variable", XDG)
def test_our_xdg_rules_agree_with_platformdirs(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str | None
) -> None:
    for name in (*XDG, "ADEMEM_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/home/ann")
    if value is not None:
        monkeypatch.setenv(variable, value)
    assert user_folders(os.environ) == platform_folders()


@on_linux
@pytest.mark.parametrize("home", [None, "", "relative"])
def test_without_a_usable_home_the_password_file_is_asked(monkeypatch: pytest.MonkeyPatch, home: str | None) -> None:
    for name in (*XDG, "ADEMEM_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    if home is not None:
        monkeypatch.setenv("HOME", home)
    assert user_folders(os.environ) == platform_folders()


@on_linux
def test_no_home_at_all_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    import pwd

    def nobody(number: int) -> pwd.struct_passwd:
        raise KeyError(number)

    monkeypatch.setattr(pwd, "getpwuid", nobody)
    with pytest.raises(ConfigError, match="ADEMEM_HOME"):
        user_folders({})


@on_linux
def test_platformdirs_is_not_imported_on_linux() -> None:
    code = (
        "import sys; from ademem_tui.engine.paths import paths_for; paths_for('.'); "
        "from ademem_tui.engine import config; config.load_config(paths_for('.'));"
        "print([m for m in ('platformdirs', 'tomllib', 'tomlkit', 'pathlib', 'dataclasses', 'subprocess') "
        "if m in sys.modules])"
    )
    env = {"PATH": os.environ["PATH"], "ADEMEM_HOME": "/nowhere"}
    done = subprocess.run([sys.executable, "-c", code], cwd="/", env=env, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_folder_ignores_itself(paths: Paths) -> None:
    ensure_ade_dir(paths)
    ignore = Path(paths.ade_dir, ".gitignore")
    assert ignore.read_text() == "*\n"
    ensure_ade_dir(paths)
    assert ignore.read_text() == "*\n"
    assert os.listdir(paths.ade_dir) == [".gitignore"]


@pytest.mark.parametrize(
    "text",
    ["*", "# all\n/*\n", "*.db\n*.db-*\n*.lock\n", "*\r\n!config.toml\r\n", "**/*\n!.gitignore\n"],
)
def test_an_ignore_file_that_covers_ours_is_left_alone(paths: Paths, text: str) -> None:
    os.makedirs(paths.ade_dir)
    ignore = Path(paths.ade_dir, ".gitignore")
    ignore.write_bytes(text.encode())
    ensure_ade_dir(paths)
    assert ignore.read_bytes() == text.encode()


@pytest.mark.parametrize(
    "text", ["", "local.yaml", "local.yaml\n", "*.db\n", "*\n!ademem.db\n", "# *\n", "ademem.db/\n"]
)
def test_an_ignore_file_that_misses_ours_is_added_to(paths: Paths, text: str) -> None:
    os.makedirs(paths.ade_dir)
    ignore = Path(paths.ade_dir, ".gitignore")
    ignore.write_text(text)
    ensure_ade_dir(paths)
    once = ignore.read_text()
    assert once.startswith(text)
    ensure_ade_dir(paths)
    assert ignore.read_text() == once
    env = {"PATH": os.environ["PATH"], "HOME": paths.data_dir, "GIT_CONFIG_NOSYSTEM": "1"}
    subprocess.run(["git", "init", "-q"], cwd=paths.main, env=env, check=True, capture_output=True)
    ours = ["ademem.db", "ademem.db-wal", "ademem.db-shm", "code.db", "ready.db", "worker.lock"]
    ask = ["git", "check-ignore", *(f".ade/{name}" for name in ours)]
    done = subprocess.run(ask, cwd=paths.main, env=env, check=True, capture_output=True, text=True)
    assert done.stdout.split() == [f".ade/{name}" for name in ours]


def test_a_folder_that_cannot_be_made_is_said(paths: Paths) -> None:
    Path(paths.ade_dir).write_text("a file where the folder should be")
    with pytest.raises(StoreReadOnly, match=re.escape(paths.ade_dir)):
        ensure_ade_dir(paths)


def test_a_full_disk_is_said(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreFull, match="No room"):
        ensure_ade_dir(paths)
    assert os.listdir(paths.ade_dir) == []


def test_atomic_write_keeps_link_and_permissions(tmp_path: Path) -> None:
    real, link = tmp_path / "real.toml", tmp_path / "link.toml"
    real.write_text("old")
    real.chmod(0o600)
    link.symlink_to(real)
    write_atomically(str(link), "new\r\n")
    assert link.is_symlink()
    assert real.read_bytes() == b"new\r\n"
    assert stat.S_IMODE(real.stat().st_mode) == 0o600
    assert sorted(os.listdir(tmp_path)) == ["link.toml", "real.toml"]


def test_atomic_write_that_fails_leaves_the_old_text_and_no_scratch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "kept"
    file.write_text("old")

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_atomically(str(file), "new")
    assert file.read_text() == "old"
    assert os.listdir(tmp_path) == ["kept"]
