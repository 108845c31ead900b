"""Copies of a store, made by SQLite's backup API: a copy of the file alone would miss what its log still holds."""

from __future__ import annotations

import os
import re
from contextlib import closing
from dataclasses import dataclass

import apsw

from ademem_tui.engine.clock import days_before, parse_stamp, stamp
from ademem_tui.engine.errors import NotFound, StoreReadOnly
from ademem_tui.engine.jobs import NO_CANCEL, CancelToken, ProgressSink, no_progress
from ademem_tui.engine.store import database
from ademem_tui.engine.store.copying import copy_to_file, open_as_it_is, scratch_file, size_of, unsoundness
from ademem_tui.engine.store.database import damaged, open_for_reading, scalar, translated, translated_files
from ademem_tui.engine.store.store import Store

AUTOMATIC = "auto"
BY_PERSON = "backup"
BEFORE_REPAIR = "repair"
REPLACED = "replaced"
BEFORE_MIGRATION = "before-v"

KEPT_BY_PERSON = 10
REPLACED_DAYS = 30
"""What a restore replaced stays this long."""

_NAME = re.compile(r"(?:ademem-(\d{8}T\d{6})-([a-z]+)|(replaced)-(\d{8}T\d{6})|(before-v\d+))(?:-\d+)?\.db")


@dataclass(frozen=True, slots=True)
class Backup:
    """One copy, as its name and a look inside tell."""

    path: str
    at: str
    size: int
    memories: int
    reason: str
    """auto, backup (a person asked for it), repair, replaced (by a restore) or before-vN (of a migration)."""
    version: int = 0
    trouble: str = ""
    """Why it cannot be restored; '' where it can."""

    @property
    def sound(self) -> bool:
        """Whether it can be restored."""
        return not self.trouble


def make_backup(
    store: Store,
    folder: str,
    keep: int,
    *,
    reason: str = AUTOMATIC,
    must_be_sound: bool = True,
    progress: ProgressSink = no_progress,
    cancel: CancelToken = NO_CANCEL,
) -> Backup:
    """Copy a store as it is now and let the oldest copies of the same kind go. An unsound copy is not kept."""
    if not store.exists():
        raise NotFound(f"There is nothing to back up: {store.path} does not exist.", "The first memory makes it.")
    now = store.clock.now()
    target = free_name(folder, f"ademem-{compact_stamp(now)}-{reason}")
    with translated(store.path), closing(open_for_reading(store.path)) as source, scratch_file(folder) as scratch:
        trouble = copy_to_file(source, scratch, progress, cancel)
        if trouble and must_be_sound:
            raise damaged(store.path, trouble)
        if not trouble and reason in (AUTOMATIC, BY_PERSON):
            _remember(store, scratch, now)
        os.replace(scratch, target)
    rotate(folder, keep, now)
    return look(target, thorough=False)


def _remember(store: Store, copy: str, at: str) -> None:
    """Note how far the store is backed up: in the copy, for when it is restored, and in the store, if it can be."""
    sql = "INSERT OR REPLACE INTO store_state VALUES (?, ?)"
    with closing(apsw.Connection(copy)) as copied:
        revision = int(scalar(copied, "SELECT sum(seq) FROM sqlite_sequence") or 0)
        state = (("backup_at", at), ("backup_revision", revision))
        with copied:
            copied.executemany(sql, state)
    try:
        with store.database.transaction() as connection:
            connection.executemany(sql, state)
    except StoreReadOnly:
        return


def due(store: Store, every_hours: float) -> bool:
    """Whether something changed since the last backup and that was long enough ago."""
    at, revision = store.state("backup_at"), store.revision()
    if at is None:
        return revision > 0
    if store.state("backup_revision") == revision:
        return False
    now = store.clock.now()
    return not days_before(now, every_hours / 24) < str(at) <= now


def backups(folder: str, *, thorough: bool = True) -> list[Backup]:
    """Every backup, newest first. A thorough look reads each file whole and so finds damage anywhere in it."""
    found = [look(os.path.join(folder, name), thorough=thorough) for name in _names(folder)]
    return sorted(found, key=lambda one: (one.at, one.path), reverse=True)


def newest_sound(folder: str) -> Backup | None:
    """The backup to restore when the store is damaged; what a restore replaced does not count."""
    names = [name for name in _names(folder) if not name.startswith(REPLACED)]
    for name in sorted(names, key=lambda name: made_at(os.path.join(folder, name)), reverse=True):
        found = look(os.path.join(folder, name))
        if found.sound:
            return found
    return None


def newest_name(folder: str) -> tuple[str, str] | None:
    """Path and time of the newest backup by names alone: costs one look at the folder."""
    paths = [os.path.join(folder, name) for name in _names(folder) if not name.startswith(REPLACED)]
    return max(((path, made_at(path)) for path in paths), key=lambda pair: pair[1], default=None)


def look(file: str, *, thorough: bool = True) -> Backup:
    """A backup by its name and what is inside; nothing about the file changes."""
    version = memories = 0
    trouble = ""
    try:
        with closing(open_as_it_is(file)) as connection:
            version = int(scalar(connection, "PRAGMA user_version"))
            memories = int(scalar(connection, "SELECT count(*) FROM unified_memories"))
            trouble = unsoundness(connection) if thorough else ""
    except apsw.Error as error:
        trouble = str(error)
    return Backup(file, made_at(file), size_of(file), memories, _reason(file), version, trouble)


def backup_before_migration(connection: apsw.Connection, path: str, version: int) -> str:
    """Keep the file as it is before its first migration; a migration tried again finds the copy made before."""
    known = database.backup_folders.get(path)
    folder = known[1]() if known else os.path.dirname(path)
    stem = f"{BEFORE_MIGRATION}{version + 1}" if known else f"{os.path.basename(path)}.{BEFORE_MIGRATION}{version + 1}"
    for earlier in _numbered(folder, stem):
        if _same_state(connection, earlier):
            return earlier
    target = free_name(folder, stem)
    with translated_files(target), scratch_file(folder) as scratch:
        trouble = copy_to_file(connection, scratch)
        if trouble:
            raise damaged(path, trouble)
        os.replace(scratch, target)
    return target


def rotate(folder: str, keep: int, now: str) -> list[str]:
    """Let the oldest go: of each kind so many stay, what a restore replaced for 30 days; returns what went."""
    limits = {AUTOMATIC: keep, BEFORE_REPAIR: keep, BY_PERSON: KEPT_BY_PERSON}
    gone: list[str] = []
    by_reason: dict[str, list[str]] = {}
    for name in _names(folder):
        by_reason.setdefault(_reason(name), []).append(os.path.join(folder, name))
    for reason, files in by_reason.items():
        if reason in limits:
            gone += sorted(files, key=lambda file: (made_at(file), file), reverse=True)[limits[reason] :]
        elif reason == REPLACED:
            gone += [file for file in files if made_at(file) < days_before(now, REPLACED_DAYS)]
    for file in gone:
        for part in (file, file + "-wal", file + "-shm"):
            if os.path.exists(part):
                os.unlink(part)
    return gone


def made_at(file: str) -> str:
    """When a backup was made, by its name; by the file's own time where the name does not say."""
    match = _NAME.fullmatch(os.path.basename(file))
    digits = (match[1] or match[4]) if match else None
    try:
        if digits:
            return stamp(int(parse_stamp(digits + "Z").timestamp() * 1000))
        return stamp(int(os.path.getmtime(file) * 1000))
    except (OSError, ValueError):
        return stamp(0)


def compact_stamp(at: str) -> str:
    """A moment as part of a file name."""
    return at[:19].replace("-", "").replace(":", "")


def free_name(folder: str, stem: str) -> str:
    """A name in the folder that nothing has yet."""
    number = 1
    target = os.path.join(folder, f"{stem}.db")
    while os.path.exists(target):
        number += 1
        target = os.path.join(folder, f"{stem}-{number}.db")
    return target


def _same_state(connection: apsw.Connection, file: str) -> bool:
    state = "SELECT (SELECT user_version FROM pragma_user_version), group_concat(name || seq) FROM sqlite_sequence"
    try:
        with closing(open_as_it_is(file)) as earlier:
            return not unsoundness(earlier) and list(earlier.execute(state)) == list(connection.execute(state))
    except apsw.Error:
        return False


def _numbered(folder: str, stem: str) -> list[str]:
    if not os.path.isdir(folder):
        return []
    fits = re.compile(re.escape(stem) + r"(?:-\d+)?\.db")
    return [os.path.join(folder, name) for name in os.listdir(folder) if fits.fullmatch(name)]


def _names(folder: str) -> list[str]:
    try:
        return [name for name in os.listdir(folder) if _NAME.fullmatch(name)]
    except OSError:
        return []


def _reason(file: str) -> str:
    match = _NAME.fullmatch(os.path.basename(file))
    return (match[2] or match[3] or match[5]) if match else ""
