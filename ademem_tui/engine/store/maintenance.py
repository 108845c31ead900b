"""Keeping both files healthy: backups, restore, doctor, repair, compaction, status."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ademem_tui.engine.clock import Clock
from ademem_tui.engine.config import Config
from ademem_tui.engine.errors import BadInput, EngineError
from ademem_tui.engine.jobs import NO_CANCEL, CancelToken, Progress, ProgressSink, no_progress
from ademem_tui.engine.model import PERSON, Actor
from ademem_tui.engine.paths import Paths
from ademem_tui.engine.store import database
from ademem_tui.engine.store.store import Store

if TYPE_CHECKING:
    from ademem_tui.engine.store.backup import Backup
    from ademem_tui.engine.store.doctor import Report
    from ademem_tui.engine.store.error_log import LoggedError
    from ademem_tui.engine.store.repair import Repaired
    from ademem_tui.engine.store.restore import Restored
    from ademem_tui.engine.store.status import Status

PROJECT = "project"
USER = "user"


class Compacted(NamedTuple):
    """What rewriting one file won."""

    origin: str
    bytes_won: int
    done: bool
    """False where it was not worth it."""


class Maintenance:
    """Health of the project's file and of the person's. What is long runs as a job: progress and cancel."""

    def __init__(self, project: Store, user: Store, paths: Paths, config: Config, clock: Clock) -> None:
        self._stores = {PROJECT: project, USER: user}
        self._paths = paths
        self._config = config
        self._clock = clock
        database.backup_folders[project.path] = PROJECT, lambda: paths.backups
        database.backup_folders[user.path] = USER, lambda: paths.user_backups

    def folder(self, origin: str = PROJECT) -> str:
        """Where the backups of a file are."""
        return self._paths.user_backups if origin == USER else self._paths.backups

    def backup(
        self, origin: str = PROJECT, progress: ProgressSink = no_progress, cancel: CancelToken = NO_CANCEL
    ) -> Backup:
        """Make a backup because a person asks for it."""
        from ademem_tui.engine.store.backup import BY_PERSON, make_backup

        keep = self._config.backup.keep
        folder = self.folder(origin)
        return make_backup(self._stores[origin], folder, keep, reason=BY_PERSON, progress=progress, cancel=cancel)

    def backups(self, origin: str = PROJECT, *, thorough: bool = True) -> list[Backup]:
        """Every backup of a file, newest first."""
        from ademem_tui.engine.store.backup import backups

        return backups(self.folder(origin), thorough=thorough)

    def restore(
        self,
        file: str,
        origin: str | None = None,
        progress: ProgressSink = no_progress,
        cancel: CancelToken = NO_CANCEL,
    ) -> Restored:
        """Put a backup back. A bare name is looked for among the backups; the folder says which file is meant."""
        from ademem_tui.engine.store.restore import restore_backup

        found = os.path.abspath(file)
        origins = [origin] if origin else [PROJECT, USER]
        if not os.path.exists(found) and os.path.basename(file) == file:
            beside = [os.path.join(self.folder(one), file) for one in origins]
            found = next(filter(os.path.exists, beside), found)
        lies_in = os.path.dirname(os.path.realpath(found))
        owner = next((one for one in (PROJECT, USER) if os.path.realpath(self.folder(one)) == lies_in), None)
        if origin and owner and owner != origin:
            right = "with --user" if owner == USER else "without --user"
            raise BadInput(f"{found} is a backup of the {owner} file, not of the {origin} file.", f"Run it {right}.")
        meant = origin or owner or PROJECT
        return restore_backup(self._stores[meant], found, self.folder(meant), progress=progress, cancel=cancel)

    def purge_from_backups(self, ids: Sequence[str], origin: str = PROJECT, actor: Actor = PERSON) -> list[str]:
        """Take purged memories out of the backups too; returns the files that were rewritten."""
        from ademem_tui.engine.store.backup_purge import purge_from_backups

        store = self._stores[origin]
        return purge_from_backups(self.folder(origin), ids, actor, store.clock, store.ids)

    def backup_on_quit(self) -> list[Backup]:
        """Make the backups that are due of what this process wrote; a failure is written down and stops nothing."""
        return [
            made for origin, store in self._stores.items() if store.database.has_written and (made := self._due(origin))
        ]

    def _due(self, origin: str) -> Backup | None:
        from ademem_tui.engine.store.backup import AUTOMATIC, due, make_backup

        store = self._stores[origin]
        settings = self._config.backup
        try:
            if due(store, settings.every_hours):
                return make_backup(store, self.folder(origin), settings.keep, reason=AUTOMATIC)
        except (EngineError, OSError) as error:
            from ademem_tui.engine.store.error_log import note_error

            note_error(self._paths, f"Backup of {store.path}: {error}", self._clock.now())
        return None

    def doctor(self, progress: ProgressSink = no_progress, cancel: CancelToken = NO_CANCEL) -> Report:
        """Examine everything; changes nothing."""
        from ademem_tui.engine.store.doctor import doctor

        pairs = [(store, self.folder(origin)) for origin, store in self._stores.items()]
        return doctor(pairs, self._paths, progress, cancel)

    def repair(self, progress: ProgressSink = no_progress, cancel: CancelToken = NO_CANCEL) -> list[Repaired]:
        """Mend what the doctor finds, in both files; resumable."""
        from dataclasses import replace

        from ademem_tui.engine.paths import ensure_ade_dir
        from ademem_tui.engine.store.repair import repair
        from ademem_tui.engine.store.surroundings import ignored_by_git

        keep = self._config.backup.keep
        done = [repair(store, self.folder(origin), keep, progress, cancel) for origin, store in self._stores.items()]
        uncovered = self._paths.is_git and self._stores[PROJECT].exists() and not ignored_by_git(self._paths)
        if uncovered:
            ensure_ade_dir(self._paths)
        done[0] = replace(done[0], steps={**done[0].steps, "gitignore": int(uncovered)})
        return done

    def compact(
        self, progress: ProgressSink = no_progress, cancel: CancelToken = NO_CANCEL, *, anyway: bool = False
    ) -> list[Compacted]:
        """Give unused space back where a tenth of a file or 100 MB can be won, or anyway."""
        from ademem_tui.engine.store.compaction import compact, is_worth_it

        done: list[Compacted] = []
        for number, (origin, store) in enumerate(self._stores.items()):
            cancel.checkpoint()
            progress(Progress(number, len(self._stores), "Compacting", origin))
            wanted = store.exists() and (anyway or is_worth_it(store.database))
            done.append(Compacted(origin, compact(store.database) if wanted else 0, wanted))
        progress(Progress(len(self._stores), len(self._stores), "Compacting"))
        return done

    def status(self) -> Status:
        """How much there is of what, in both files, and how they are."""
        from ademem_tui.engine.store.status import Status, file_status

        now = self._clock.now()
        files = [file_status(store, self.folder(origin), now) for origin, store in self._stores.items()]
        return Status(files[0], files[1], self.last_error())

    def last_error(self) -> LoggedError | None:
        """The newest failure that was written down."""
        from ademem_tui.engine.store.error_log import last_error

        return last_error(self._paths)
