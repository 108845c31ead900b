"""Mending what the doctor finds, step by step, each counted; a second run finds nothing left to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass

import apsw

from ademem_tui.engine.jobs import NO_CANCEL, CancelToken, Progress, ProgressSink, no_progress
from ademem_tui.engine.model import Actor
from ademem_tui.engine.store import derived, fulltext, legacy, migrate, reading
from ademem_tui.engine.store.backup import BEFORE_REPAIR, Backup, make_backup
from ademem_tui.engine.store.database import configure, damaged, scalar, translated
from ademem_tui.engine.store.doctor import integrity_findings, is_mendable, is_ordinary_index
from ademem_tui.engine.store.drift import drift, mend
from ademem_tui.engine.store.log_documents import set_aside, unreadable_documents
from ademem_tui.engine.store.malformed import malformed
from ademem_tui.engine.store.store import Store

REPAIRER = Actor("job", "job:repair")
STEPS = ("indexes", "schema", "full_text", "rows", "documents", "legacy", "keys", "facets", "vectors")


@dataclass(frozen=True, slots=True)
class Repaired:
    """What was mended in one file, step by step."""

    origin: str
    steps: Mapping[str, int]
    backup: Backup | None = None
    """The file as it was before."""
    op_ids: tuple[str, ...] = ()
    """The acts that can be undone: malformed rows mended, legacy rows brought in."""

    @property
    def total(self) -> int:
        """How many things were mended in all."""
        return sum(self.steps.values())


def repair(
    store: Store,
    folder: str,
    keep: int,
    progress: ProgressSink = no_progress,
    cancel: CancelToken = NO_CANCEL,
) -> Repaired:
    """Mend one file, after a backup of it. Finished steps stay when it is stopped; the rest is done next time."""
    steps = dict.fromkeys(STEPS, 0)
    if not store.exists():
        return Repaired(store.origin, steps)
    progress(Progress(0, len(STEPS) + 1, "Backing up"))
    before = make_backup(store, folder, keep, reason=BEFORE_REPAIR, must_be_sound=False, cancel=cancel)
    acts: list[str] = []
    done = 0

    def step(name: str, work: Callable[[], int]) -> None:
        nonlocal done
        done += 1
        cancel.checkpoint()
        progress(Progress(done, len(STEPS) + 1, "Mending", name.replace("_", " ")))
        steps[name] += work()

    with translated(store.path):
        with closing(_structure(store.path)) as connection:
            step("indexes", lambda: _indexes(connection, store.path))
            step("schema", lambda: _schema(connection, store.path))
            step("full_text", lambda: _full_text(connection))
        step("rows", lambda: _rows(store, acts, cancel))
        step("documents", lambda: _documents(store))
        step("legacy", lambda: _legacy(store, acts, cancel))
        step("keys", lambda: _keys(store, cancel))
        step("facets", lambda: _facets(store))
        step("vectors", lambda: _vectors(store))
        if steps["rows"] or steps["legacy"]:
            steps["full_text"] += _full_text(store.database.writer())
    return Repaired(store.origin, steps, before, tuple(acts))


def _structure(path: str) -> apsw.Connection:
    """A connection of its own: the ordinary one refuses a file with a broken index, which is what is mended here."""
    connection = apsw.Connection(path, apsw.SQLITE_OPEN_READWRITE)
    try:
        configure(connection)
        connection.execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL")
        migrate.bring_up_to_date(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _indexes(connection: apsw.Connection, path: str) -> int:
    """Make ordinary indexes anew where SQLite finds one that does not fit; worse than that is not mended here."""
    found = integrity_findings(connection)
    hopeless = [line for line in found if not is_mendable(line)]
    if hopeless:
        raise damaged(path, "; ".join(hopeless[:3]))
    broken = {line.rpartition(" index ")[2] for line in found if is_ordinary_index(line)}
    for index in sorted(broken):
        connection.execute(f'REINDEX "{index}"')
    return len(broken)


def _schema(connection: apsw.Connection, path: str) -> int:
    with _immediate(connection):
        found = drift(connection)
        hopeless = [str(one) for one in found if not one.mends]
        if hopeless:
            raise damaged(path, "; ".join(hopeless[:3]))
        return mend(connection, found)


def _full_text(connection: apsw.Connection) -> int:
    """Make each full-text index anew that does not hold what the rows say; returns how many."""
    rebuilt = 0
    with _immediate(connection):
        for index in (fulltext.WORDS, fulltext.TRIGRAMS):
            if _agrees(connection, index):
                continue
            connection.execute(f"INSERT INTO {index}({index}) VALUES ('rebuild')")
            rebuilt += 1
    return rebuilt


def _agrees(connection: apsw.Connection, index: str) -> bool:
    counts = f"SELECT (SELECT count(*) FROM {index}_docsize) = (SELECT count(*) FROM unified_memories)"
    try:
        connection.execute(f"INSERT INTO {index}({index}, rank) VALUES ('integrity-check', 1)")
        return bool(scalar(connection, counts))
    except apsw.Error:
        return False


def _rows(store: Store, acts: list[str], cancel: CancelToken) -> int:
    """Normalise malformed rows, as one act that can be undone. Looking for them holds nobody up."""
    with store.reading() as connection:
        if next(malformed(connection, store.clock.now(), cancel), None) is None:
            return 0
    with store.act("repair", REPAIRER, "malformed rows put right") as act:
        count = 0
        for found in malformed(act.connection, act.at, cancel):
            if found.cells:
                assignments = ", ".join(f"{name} = ?" for name in found.cells)
                act.connection.execute(
                    f"UPDATE unified_memories SET {assignments} WHERE seq = ?", (*found.cells.values(), found.seq)
                )
            memory = reading.by_seq(act.connection, found.seq)
            if memory is not None:
                act.update(memory, found.changes)
                count += 1
        if count:
            acts.append(act.op_id)
    return count


def _documents(store: Store) -> int:
    """Set unreadable documents of the logs aside; the act keeps them word for word."""
    with store.act("repair log", REPAIRER, "unreadable documents set aside") as act:
        found = unreadable_documents(act.connection)
        if found:
            act.detail["set_aside"] = set_aside(act.connection, found)
    return len(found)


def _legacy(store: Store, acts: list[str], cancel: CancelToken) -> int:
    with store.act("bring in legacy rows", REPAIRER, "rows of the old table 'memories'") as act:
        count = legacy.bring_in(act, cancel)
        if count:
            acts.append(act.op_id)
    return count


def _keys(store: Store, cancel: CancelToken) -> int:
    with store.reading() as connection:
        if not derived.wrong_keys(connection, cancel).total:
            return 0
    with store.database.transaction() as connection:
        found = derived.wrong_keys(connection, cancel)
        if found.total:
            derived.mend_keys(connection, found, cancel)
    return found.total


def _facets(store: Store) -> int:
    with store.reading() as connection:
        if not any(derived.wrong_facets(connection)):
            return 0
    with store.database.transaction() as connection:
        return derived.mend_facets(connection)


def _vectors(store: Store) -> int:
    with store.database.transaction() as connection:
        return derived.mend_vectors(connection)


class _immediate:
    """One transaction of a connection that no store holds."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def __enter__(self) -> None:
        self._connection.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: object) -> None:
        if self._connection.in_transaction:
            self._connection.execute("COMMIT" if kind is None else "ROLLBACK")
