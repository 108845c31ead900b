"""Where everything lives: a project's files under `.ade`, a person's where the platform keeps them."""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Mapping
from typing import NamedTuple

from ademem_tui.engine.errors import ConfigError, NotFound, StoreFull, StoreReadOnly
from ademem_tui.engine.repository import find_root

APP = "ademem"
HOME_VARIABLE = "ADEMEM_HOME"
"""One folder for config, data and state together, instead of the platform's."""
ADE_FOLDER = ".ade"

_OWN_FILES = ("ademem.db", "ademem.db-wal", "ademem.db-shm", "code.db", "ready.db", "worker.lock")
_IGNORE_ALL = "*\n"
_IGNORE_OWN = "# ademem: databases and locks of this machine\nademem.db*\ncode.db*\nready.db*\nworker.lock\n"


class UserFolders(NamedTuple):
    """The folders of one person on this machine."""

    config: str
    data: str
    state: str
    log: str


class Paths(NamedTuple):
    """Every place a project's memory touches."""

    root: str
    """Root of the worktree at hand."""
    main: str
    """Root of the main worktree, which holds `.ade` for all of them."""
    is_git: bool
    config_dir: str
    data_dir: str
    state_dir: str
    log_dir: str

    @property
    def ade_dir(self) -> str:
        """The project's own folder."""
        return os.path.join(self.main, ADE_FOLDER)

    @property
    def database(self) -> str:
        """The project's memories."""
        return os.path.join(self.ade_dir, "ademem.db")

    @property
    def project_config(self) -> str:
        """Settings of this project."""
        return os.path.join(self.ade_dir, "config.toml")

    @property
    def user_config(self) -> str:
        """Settings of this person."""
        return os.path.join(self.config_dir, "config.toml")

    @property
    def user_database(self) -> str:
        """Memories that belong to the person on every project."""
        return os.path.join(self.data_dir, "user.db")

    @property
    def backups(self) -> str:
        """Backups of the project, outside it so that cleaning the checkout cannot take them along."""
        from hashlib import sha256

        digest = sha256(os.fsencode(os.path.normcase(self.main))).hexdigest()[:8]
        return os.path.join(self.data_dir, "backups", f"{project_slug(self.main)}-{digest}")

    @property
    def user_backups(self) -> str:
        """Backups of the user file."""
        return os.path.join(self.data_dir, "backups", "user")

    @property
    def error_log(self) -> str:
        """Where unexpected failures are written down."""
        return os.path.join(self.state_dir, "ademem.log")

    def named(self) -> dict[str, str]:
        """Every place under the name it is shown by, in reading order."""
        return {
            "project": self.main,
            "worktree": self.root,
            "database": self.database,
            "project_config": self.project_config,
            "backups": self.backups,
            "user_database": self.user_database,
            "user_config": self.user_config,
            "user_backups": self.user_backups,
            "data": self.data_dir,
            "state": self.state_dir,
            "log": self.log_dir,
            "error_log": self.error_log,
        }


def paths_for(start: str | os.PathLike[str], env: Mapping[str, str] | None = None) -> Paths:
    """The places of the project that a folder or file belongs to."""
    folder = os.fspath(start)
    if not os.path.exists(folder):
        raise NotFound(f"There is no folder {folder!r}.", "Name one that exists, or make it first.")
    root = find_root(folder)
    return Paths(*root, *user_folders(os.environ if env is None else env))


def project_slug(main: str) -> str:
    """A project's folder name as a plain file name."""
    words = re.sub(r"[^a-z0-9]+", "-", os.path.basename(main).lower())
    return words.strip("-")[:40].rstrip("-") or "project"


def user_folders(env: Mapping[str, str]) -> UserFolders:
    """The person's folders: below ADEMEM_HOME where that is set, else by the platform's rules.

    Where those rules are XDG's they are applied here, because importing the library that knows the others
    takes longer than many a command.
    """
    home = env.get(HOME_VARIABLE, "").strip()
    if home:
        base = os.path.abspath(os.path.expanduser(home))
        state = os.path.join(base, "state")
        return UserFolders(os.path.join(base, "config"), os.path.join(base, "data"), state, os.path.join(state, "log"))
    if sys.platform in ("darwin", "win32"):
        return platform_folders()
    state = _xdg_folder(env, "XDG_STATE_HOME", ".local/state")
    return UserFolders(
        _xdg_folder(env, "XDG_CONFIG_HOME", ".config"),
        _xdg_folder(env, "XDG_DATA_HOME", ".local/share"),
        state,
        os.path.join(state, "log"),
    )


def platform_folders() -> UserFolders:
    """The person's folders as platformdirs knows them."""
    from platformdirs import PlatformDirs

    known = PlatformDirs(APP, appauthor=False)
    return UserFolders(known.user_config_dir, known.user_data_dir, known.user_state_dir, known.user_log_dir)


def _xdg_folder(env: Mapping[str, str], variable: str, default: str) -> str:
    """A relative path in an XDG variable counts as not set: the standard says so."""
    base = env.get(variable, "")
    return os.path.join(base if os.path.isabs(base) else os.path.join(_home(env), default), APP)


def _home(env: Mapping[str, str]) -> str:
    home = env.get("HOME", "")
    if os.path.isabs(home):
        return home
    try:
        import pwd

        home = pwd.getpwuid(os.getuid()).pw_dir
    except (ImportError, KeyError):
        home = ""
    if not os.path.isabs(home):
        raise ConfigError("The home folder of this user is not known.", f"Set HOME or {HOME_VARIABLE} to a folder.")
    return home


def ensure_ade_dir(paths: Paths) -> None:
    """Make the project's folder and keep its databases out of git, adding to what stands there already."""
    try:
        os.makedirs(paths.ade_dir, exist_ok=True)
        ignore = os.path.join(paths.ade_dir, ".gitignore")
        if not os.path.exists(ignore):
            write_atomically(ignore, _IGNORE_ALL)
            return
        with open(ignore, encoding="utf-8", errors="replace") as stream:
            text = stream.read()
        if not ignores_own_files(text):
            with open(ignore, "a", encoding="utf-8") as stream:
                stream.write(("" if not text or text.endswith("\n") else "\n") + _IGNORE_OWN)
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise StoreFull(f"No room on the disk for {paths.ade_dir}.", "Make room and try again.") from error
        raise StoreReadOnly(
            f"{paths.ade_dir} cannot be written: {error.strerror or error}.",
            "Check who owns the folder and whether the disk is writable.",
        ) from error


def ignores_own_files(text: str) -> bool:
    """Whether a .gitignore covers all that ademem keeps beside it; the last line that matches decides."""
    if text == _IGNORE_ALL:
        return True
    from fnmatch import fnmatchcase

    patterns = [line.rstrip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    for name in _OWN_FILES:
        covered = False
        for pattern in patterns:
            if fnmatchcase(name, pattern.removeprefix("!").removeprefix("/").removeprefix("**/")):
                covered = not pattern.startswith("!")
        if not covered:
            return False
    return True


def write_atomically(file: str, text: str) -> None:
    """Replace a file's text in one step, so that no reader and no crash ever sees half of it.

    A symbolic link keeps pointing where it did, and the file keeps its permissions.
    """
    target = os.path.realpath(file)
    scratch = f"{target}.{os.urandom(4).hex()}.tmp"
    try:
        with open(scratch, "x", encoding="utf-8", newline="") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        if os.path.exists(target):
            os.chmod(scratch, os.stat(target).st_mode & 0o777)
        os.replace(scratch, target)
    except BaseException:
        if os.path.exists(scratch):
            os.unlink(scratch)
        raise
