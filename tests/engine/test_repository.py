"""Project roots, branches and commits, compared with what git itself answers."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ademem_tui.engine.repository import Root, current_branch, current_commit, find_root

Git = Callable[..., str]


@pytest.fixture
def git(tmp_path: Path) -> Git:
    """Runs git in a folder, away from this machine's own settings; gives back what it prints."""
    env = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_AUTHOR_NAME": "Ann",
        "GIT_AUTHOR_EMAIL": "ann@example.org",
        "GIT_COMMITTER_NAME": "Ann",
        "GIT_COMMITTER_EMAIL": "ann@example.org",
    }

    def run(folder: Path, *words: str) -> str:
        folder.mkdir(parents=True, exist_ok=True)
        command = ["git", "-c", "protocol.file.allow=always", "-c", "init.defaultBranch=main", *words]
        done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    return run


def commit(git: Git, folder: Path, message: str = "first") -> str:
    git(folder, "commit", "-q", "--allow-empty", "-m", message)
    return git(folder, "rev-parse", "HEAD")


@pytest.fixture
def repo(git: Git, tmp_path: Path) -> Path:
    """A repository with one commit on main."""
    folder = tmp_path / "repo"
    git(folder, "init", "-q")
    commit(git, folder)
    return folder


def test_root_is_found_from_a_folder_and_from_a_file(repo: Path) -> None:
    deep = repo / "src" / "deep"
    deep.mkdir(parents=True)
    (deep / "a.py").touch()
    expected = Root(str(repo), str(repo), True)
    assert find_root(str(repo)) == expected
    assert find_root(str(deep)) == expected
    assert find_root(str(deep / "a.py")) == expected
    assert find_root(str(repo / ".git" / "hooks")) == expected


def test_a_link_to_the_repository_leads_to_the_same_root(repo: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(repo, target_is_directory=True)
    assert find_root(str(link)) == Root(str(repo), str(repo), True)


def test_relative_start(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (repo / "src").mkdir()
    monkeypatch.chdir(repo / "src")
    assert find_root(".").path == str(repo)


def test_every_worktree_shares_the_main_root(git: Git, repo: Path, tmp_path: Path) -> None:
    git(repo, "worktree", "add", "-q", "-b", "feature/login", str(tmp_path / "side"))
    side = tmp_path / "side"
    (side / "src").mkdir()
    assert find_root(str(side / "src")) == Root(str(side), str(repo), True)
    later = commit(git, side, "second")
    assert current_branch(str(side)) == "feature/login"
    assert current_commit(str(side)) == later
    assert current_branch(str(repo)) == "main"
    assert current_commit(str(repo)) != later


def test_worktree_inside_the_main_one_and_relative_git_file(git: Git, repo: Path) -> None:
    side = repo / ".worktrees" / "side"
    git(repo, "worktree", "add", "-q", "--detach", str(side))
    git_dir = (side / ".git").read_text().removeprefix("gitdir:").strip()
    (side / ".git").write_text(f"gitdir: {os.path.relpath(git_dir, side)}\n")
    assert find_root(str(side)) == Root(str(side), str(repo), True)


def test_detached_worktree_has_a_commit_of_its_own_and_no_branch(git: Git, repo: Path, tmp_path: Path) -> None:
    side = tmp_path / "side"
    git(repo, "worktree", "add", "-q", "--detach", str(side))
    first = git(side, "rev-parse", "HEAD")
    commit(git, repo, "second")
    assert current_branch(str(side)) is None
    assert current_commit(str(side)) == first


def test_submodule_is_its_own_project_and_so_are_its_worktrees(git: Git, repo: Path, tmp_path: Path) -> None:
    outer = tmp_path / "outer"
    git(outer, "init", "-q")
    git(outer, "submodule", "--quiet", "add", str(repo), "libs/inner")
    inner = outer / "libs" / "inner"
    assert find_root(str(inner)) == Root(str(inner), str(inner), True)
    assert current_commit(str(inner)) == git(inner, "rev-parse", "HEAD")
    git(inner, "worktree", "add", "-q", "-b", "try", str(tmp_path / "side"))
    assert find_root(str(tmp_path / "side")) == Root(str(tmp_path / "side"), str(inner), True)
    assert find_root(str(outer / ".git" / "modules" / "libs" / "inner")).main == str(inner)


@pytest.mark.parametrize("name", [".bare", ".git"])
def test_bare_repository_in_a_hidden_folder_stands_for_its_parent(
    git: Git, repo: Path, tmp_path: Path, name: str
) -> None:
    home = tmp_path / "home"
    git(tmp_path, "clone", "-q", "--bare", str(repo), str(home / name))
    git(home / name, "worktree", "add", "-q", "-b", "one", str(home / "one"))
    git(home / name, "worktree", "add", "-q", "-b", "two", str(home / "two"))
    assert find_root(str(home / "one")) == Root(str(home / "one"), str(home), True)
    assert find_root(str(home / "two")).main == str(home)
    assert find_root(str(home / name)).main == str(home)
    assert find_root(str(home)).main == str(home)
    assert current_branch(str(home / "two")) == "two"
    assert current_branch(str(home)) == "main"


def test_bare_repository_with_a_pointer_beside_it(git: Git, repo: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    git(tmp_path, "clone", "-q", "--bare", str(repo), str(home / ".bare"))
    (home / ".git").write_text("gitdir: ./.bare\n")
    git(home, "worktree", "add", "-q", "-b", "one", str(home / "one"))
    assert find_root(str(home)) == Root(str(home), str(home), True)
    assert find_root(str(home / "one")).main == str(home)


def test_plain_bare_repository_stands_for_itself(git: Git, repo: Path, tmp_path: Path) -> None:
    bare = tmp_path / "project.git"
    git(tmp_path, "clone", "-q", "--bare", str(repo), str(bare))
    git(bare, "worktree", "add", "-q", "-b", "one", str(tmp_path / "one"))
    assert find_root(str(bare / "hooks")) == Root(str(bare), str(bare), True)
    assert find_root(str(tmp_path / "one")) == Root(str(tmp_path / "one"), str(bare), True)
    assert current_commit(str(bare)) == git(repo, "rev-parse", "HEAD")


def test_separate_git_folder(git: Git, tmp_path: Path) -> None:
    work = tmp_path / "work"
    git(work, "init", "-q", f"--separate-git-dir={tmp_path / 'store'}")
    made = commit(git, work)
    assert find_root(str(work)) == Root(str(work), str(work), True)
    assert current_commit(str(work)) == made


def test_unborn_branch_has_a_name_and_no_commit(git: Git, tmp_path: Path) -> None:
    folder = tmp_path / "new"
    git(folder, "init", "-q")
    assert find_root(str(folder)).is_git
    assert current_branch(str(folder)) == "main"
    assert current_commit(str(folder)) is None


def test_packed_refs(git: Git, repo: Path, tmp_path: Path) -> None:
    git(repo, "branch", "main-2")
    git(repo, "tag", "-a", "v1", "-m", "annotated, so that packed-refs has a peeled line")
    second = commit(git, repo, "second")
    git(repo, "worktree", "add", "-q", str(tmp_path / "side"), "main-2")
    git(repo, "pack-refs", "--all")
    assert not (repo / ".git" / "refs" / "heads" / "main").exists()
    assert current_commit(str(repo)) == second
    assert current_commit(str(tmp_path / "side")) == git(repo, "rev-parse", "main-2")


def test_loose_ref_wins_over_its_packed_older_self(git: Git, repo: Path) -> None:
    git(repo, "pack-refs", "--all")
    second = commit(git, repo, "second")
    assert current_commit(str(repo)) == second


def test_branch_that_is_a_symbolic_ref(git: Git, repo: Path) -> None:
    git(repo, "symbolic-ref", "refs/heads/alias", "refs/heads/main")
    git(repo, "symbolic-ref", "HEAD", "refs/heads/alias")
    assert current_branch(str(repo)) == "alias"
    assert current_commit(str(repo)) == git(repo, "rev-parse", "main")


def test_refs_that_point_at_each_other_end_in_none(repo: Path) -> None:
    (repo / ".git" / "refs" / "heads" / "main").write_text("ref: refs/heads/other\n")
    (repo / ".git" / "refs" / "heads" / "other").write_text("ref: refs/heads/main\n")
    assert current_commit(str(repo)) is None


def test_head_as_symbolic_link(git: Git, repo: Path) -> None:
    head = repo / ".git" / "HEAD"
    head.unlink()
    head.symlink_to("refs/heads/main")
    assert find_root(str(repo)).is_git
    assert current_branch(str(repo)) == "main"
    assert current_commit(str(repo)) == git(repo, "rev-parse", "main")


def test_sha256_repository(git: Git, tmp_path: Path) -> None:
    folder = tmp_path / "long"
    git(folder, "init", "-q", "--object-format=sha256")
    made = commit(git, folder)
    assert len(made) == 64
    assert current_commit(str(folder)) == made
    git(folder, "pack-refs", "--all")
    assert current_commit(str(folder)) == made


def test_reftable_gives_none(repo: Path) -> None:
    (repo / ".git" / "HEAD").write_text("ref: refs/heads/.invalid\n")
    assert find_root(str(repo)).is_git
    assert current_branch(str(repo)) is None
    assert current_commit(str(repo)) is None


def test_branch_name_that_is_not_utf8(repo: Path) -> None:
    (repo / ".git" / "HEAD").write_bytes(b"ref: refs/heads/caf\xe9\n")
    branch = current_branch(str(repo))
    assert branch == "caf\ufffd"


@pytest.mark.parametrize(
    "text", [b"", b"gitdir:", b"gitdir: /no/such/place\n", b"nonsense", b"\xff\xfe\x00", b"gitdir: .\n"]
)
def test_broken_git_file_stands_for_itself(repo: Path, text: bytes) -> None:
    inner = repo / "inner"
    (inner / "src").mkdir(parents=True)
    (inner / ".git").write_bytes(text)
    assert find_root(str(inner / "src")) == Root(str(inner), str(inner), False)
    assert current_branch(str(inner)) is None
    assert current_commit(str(inner)) is None


def test_worktree_whose_repository_is_gone(git: Git, repo: Path, tmp_path: Path) -> None:
    side = tmp_path / "side"
    git(repo, "worktree", "add", "-q", "-b", "side", str(side))
    repo.rename(tmp_path / "moved")
    assert find_root(str(side)) == Root(str(side), str(side), False)
    assert current_branch(str(side)) is None


def test_empty_git_folder_is_passed_over_as_git_does(repo: Path) -> None:
    inner = repo / "inner"
    (inner / ".git").mkdir(parents=True)
    assert find_root(str(inner)) == Root(str(repo), str(repo), True)


@pytest.mark.parametrize("head", [b"", b"garbage", b"ref:", b"ref: /etc/hostname", b"\x00\xff", b"0" * 39])
def test_broken_head_gives_none(repo: Path, head: bytes) -> None:
    (repo / ".git" / "HEAD").write_bytes(head)
    assert find_root(str(repo)) == Root(str(repo), str(repo), True)
    assert current_branch(str(repo)) is None
    assert current_commit(str(repo)) is None


@pytest.mark.parametrize("marker", ["ademem.db", "config.toml"])
def test_outside_git_the_nearest_marked_folder_is_the_project(tmp_path: Path, marker: str) -> None:
    for folder in (tmp_path / "notes", tmp_path / "notes" / "inner"):
        (folder / ".ade").mkdir(parents=True)
        (folder / ".ade" / marker).touch()
    deep = tmp_path / "notes" / "inner" / "deep"
    deep.mkdir()
    assert find_root(str(deep)) == Root(str(tmp_path / "notes" / "inner"), str(tmp_path / "notes" / "inner"), False)
    assert find_root(str(tmp_path / "notes")).path == str(tmp_path / "notes")


def test_outside_git_without_a_marker_the_folder_itself_is_the_project(tmp_path: Path) -> None:
    folder = tmp_path / "plain"
    (folder / ".ade").mkdir(parents=True)
    (folder / "inner").mkdir()
    assert find_root(str(folder / "inner")) == Root(str(folder / "inner"), str(folder / "inner"), False)
    assert current_branch(str(folder)) is None
    assert current_commit(str(folder)) is None


def test_inside_git_a_marker_does_not_split_the_repository(repo: Path) -> None:
    (repo / "inner" / ".ade").mkdir(parents=True)
    (repo / "inner" / ".ade" / "config.toml").touch()
    assert find_root(str(repo / "inner")).path == str(repo)


def test_a_folder_that_does_not_exist_yet_is_no_error(tmp_path: Path) -> None:
    assert find_root(str(tmp_path / "later")).path == str(tmp_path / "later")
