"""Is everything sound? Named checks, each with what it found and what mends it; none of them changes anything."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import NamedTuple

import apsw

from ademem_tui.engine.errors import EngineError
from ademem_tui.engine.jobs import NO_CANCEL, CancelToken, Progress, ProgressSink, no_progress
from ademem_tui.engine.model import Actor
from ademem_tui.engine.paths import Paths
from ademem_tui.engine.store import derived, fulltext, legacy, migrate, reading
from ademem_tui.engine.store.act import Act
from ademem_tui.engine.store.database import configure, open_for_reading, scalar, translate
from ademem_tui.engine.store.drift import drift
from ademem_tui.engine.store.log_documents import unreadable_documents
from ademem_tui.engine.store.malformed import malformed
from ademem_tui.engine.store.restore import advice
from ademem_tui.engine.store.store import Store
from ademem_tui.engine.store.surroundings import Check, backups_there, disk_space, permissions, surroundings

REPAIR = "ademem repair"
_SHOWN = 3
_FULL_TEXT = ("fts5:", "malformed inverted index", "unable to validate the inverted index")
_MISSING_ROW = re.compile(r"row \d+ missing from index \S+")


@dataclass(frozen=True, slots=True)
class Report:
    """All checks; sound where every one of them is."""

    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        """Whether every check passed."""
        return all(check.ok for check in self.checks)

    @property
    def failed(self) -> tuple[Check, ...]:
        """Those that did not."""
        return tuple(check for check in self.checks if not check.ok)


class Patient(NamedTuple):
    """One file on the table, and the connection it is looked at through."""

    store: Store
    folder: str
    """Where its backups are."""
    connection: apsw.Connection
    can_write: bool
    cancel: CancelToken


def doctor(
    stores: Sequence[tuple[Store, str]],
    paths: Paths,
    progress: ProgressSink = no_progress,
    cancel: CancelToken = NO_CANCEL,
) -> Report:
    """Examine both files and what they stand on; `stores` are pairs of a store and its folder of backups."""
    checks: list[Check] = []
    total = len(stores) * len(_CHECKS) + 1

    def add(check: Check, origin: str = "") -> None:
        checks.append(check._replace(origin=origin))
        progress(Progress(len(checks), max(total, len(checks)), "Checking", check.name))

    for store, folder in stores:
        for check in _checks(store, folder, paths, cancel):
            add(check, store.origin)
    for check in surroundings(paths):
        cancel.checkpoint()
        add(check)
    return Report(tuple(checks))


def _checks(store: Store, folder: str, paths: Paths, cancel: CancelToken) -> Iterator[Check]:
    """One file and what is around it."""
    if store.exists():
        yield from _file_checks(store, folder, cancel)
    else:
        yield Check("integrity", True, "There is no file yet: the first memory makes it.")
    yield disk_space(store)
    yield permissions(store, paths)
    yield backups_there(store, folder)


def _file_checks(store: Store, folder: str, cancel: CancelToken) -> Iterator[Check]:
    try:
        connection, can_write = _open(store.path)
    except apsw.Error as error:
        yield _damaged(store, folder, str(error))
        return
    with closing(connection):
        patient = Patient(store, folder, connection, can_write, cancel)
        for name, check in _CHECKS:
            cancel.checkpoint()
            found = _run(name, check, patient)
            yield found
            if name == "integrity" and not found.ok and found.fix != REPAIR:
                return


def _open(path: str) -> tuple[apsw.Connection, bool]:
    """A connection of its own, so that nothing is migrated or mended on the way; for reading where that is all."""
    if not (os.access(path, os.W_OK) and os.access(os.path.dirname(path), os.W_OK)):
        return open_for_reading(path), False
    connection = apsw.Connection(path, apsw.SQLITE_OPEN_READWRITE)
    try:
        configure(connection)
        version = int(scalar(connection, "PRAGMA user_version"))
        scalar(connection, "SELECT count(*) FROM sqlite_schema")
    except BaseException:
        connection.close()
        raise
    return connection, version == migrate.newest_version()


def _run(name: str, check: Callable[[Patient], Check], patient: Patient) -> Check:
    """One check; whatever it trips over is a finding."""
    try:
        return check(patient)
    except (apsw.CorruptError, apsw.NotADBError) as error:
        return _damaged(patient.store, patient.folder, str(error), name)
    except apsw.Error as error:
        return Check(name, False, translate(error, patient.store.path).message, REPAIR)
    except (EngineError, UnicodeDecodeError) as error:
        return Check(name, False, str(error), REPAIR)
    finally:
        if patient.connection.in_transaction:
            patient.connection.execute("ROLLBACK")


def _damaged(store: Store, folder: str, detail: str, name: str = "integrity") -> Check:
    text = advice(store.path, folder, store.origin)
    command = text.split("`")[1]
    return Check(name, False, f"The file is damaged ({detail}). {text}", command)


def integrity(patient: Patient) -> Check:
    """SQLite's own check of every page, index and full-text index."""
    found = integrity_findings(patient.connection)
    if not found:
        return Check("integrity", True, "Every page and index is sound.")
    detail = "; ".join(found[:_SHOWN])
    if all(is_mendable(line) for line in found):
        return Check("integrity", False, f"The memories are sound, an index is not: {detail}.", REPAIR)
    return _damaged(patient.store, patient.folder, detail)


def integrity_findings(connection: apsw.Connection) -> list[str]:
    """SQLite's complaints. A full-text index that cannot be opened stops its check: then each table is asked."""
    try:
        found = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(100)")]
    except apsw.SQLError as error:
        sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
        tables = [str(row[0]) for row in connection.execute(sql)]
        found = [f"fts5: {error}"]
        for table in tables:
            found += [str(row[0]) for row in connection.execute(f'PRAGMA integrity_check("{table}")')]
    return [line for line in found if line != "ok"]


def is_mendable(line: str) -> bool:
    """Whether a finding of SQLite is about an index, which can be made anew from the rows."""
    return line.startswith(_FULL_TEXT) or is_ordinary_index(line)


def is_ordinary_index(line: str) -> bool:
    """Whether a finding is about an index other than full text; its name is the last word."""
    return line.startswith("wrong # of entries in index ") or bool(_MISSING_ROW.fullmatch(line))


def round_trip(patient: Patient) -> Check:
    """Write a memory, read it back, find it by its words; then leave everything as it was."""
    if not patient.can_write:
        return Check("round_trip", True, "Not tried: this file is only read here.")
    store, connection = patient.store, patient.connection
    memory_id = store.ids.new()
    text = f"Round trip of the doctor {memory_id}"
    connection.execute("BEGIN IMMEDIATE")
    act = Act(connection, memory_id, "doctor", Actor("job", "job:doctor"), store.clock.now())
    act.insert(legacy.bare_values(memory_id, text, act.at))
    act.finish()
    back = reading.by_id(connection, memory_id)
    by_words = scalar(
        connection, f"SELECT rowid FROM {fulltext.WORDS} WHERE {fulltext.WORDS} MATCH ?", (fulltext.quoted(memory_id),)
    )
    if back is None or back.content != text:
        return Check("round_trip", False, "A memory that was written did not come back.", REPAIR)
    if by_words != back.seq:
        return Check("round_trip", False, "A memory that was written is not found by its words.", REPAIR)
    return Check("round_trip", True, "A memory was written, read, found and taken back.")


def rows_well_formed(patient: Patient) -> Check:
    """Words, numbers, times and JSON of every memory, and the JSON of the logs."""
    count = 0
    samples: list[str] = []
    for found in malformed(patient.connection, patient.store.clock.now(), patient.cancel):
        count += 1
        if len(samples) < _SHOWN:
            samples.append(f"memory {found.seq} {found.faults[0]}")
    documents = unreadable_documents(patient.connection)
    count += len(documents)
    samples += [f"{one.table} {one.seq} {one.column}: is not a JSON object" for one in documents[:_SHOWN]]
    if count:
        return Check("rows", False, f"{count} malformed: {'; '.join(samples[:_SHOWN])}.", REPAIR)
    return Check("rows", True, "Every row is well formed.")


def schema(patient: Patient) -> Check:
    """Tables, indexes and triggers against those of a store made today."""
    version, newest = int(scalar(patient.connection, "PRAGMA user_version")), migrate.newest_version()
    if version > newest:
        return Check("schema", False, f"Version {version} is of a newer ademem: reading only.", "Update ademem.")
    if version < newest:
        return Check("schema", True, f"Version {version}; the next write brings it to {newest}.")
    found = drift(patient.connection)
    if not found:
        return Check("schema", True, f"Version {version}, every table, index and trigger in place.")
    detail = "; ".join(map(str, found[:_SHOWN]))
    if any(not one.mends for one in found):
        return _damaged(patient.store, patient.folder, detail, "schema")
    return Check("schema", False, f"{len(found)} not as they should be: {detail}.", REPAIR)


def full_text(patient: Patient) -> Check:
    """Both full-text indexes hold every memory, and exactly what it says."""
    connection = patient.connection
    count = int(scalar(connection, "SELECT count(*) FROM unified_memories"))
    for index in (fulltext.WORDS, fulltext.TRIGRAMS):
        indexed = int(scalar(connection, f"SELECT count(*) FROM {index}_docsize"))
        if indexed != count:
            return Check("full_text", False, f"{index} holds {indexed} of {count} memories.", REPAIR)
    if not patient.can_write:
        return Check("full_text", True, f"{count} memories indexed; the words were not compared.")
    connection.execute("BEGIN IMMEDIATE")
    wrong = fulltext.disagreement(connection)
    if wrong:
        return Check("full_text", False, f"An index does not agree with the memories: {wrong}.", REPAIR)
    return Check("full_text", True, f"{count} memories in both indexes, word by word.")


def keys(patient: Patient) -> Check:
    """Keys and signatures, by which duplicates are found, agree with the text."""
    found = derived.wrong_keys(patient.connection, patient.cancel)
    if found.total:
        detail = (
            f"{len(found.keys)} keys and the signatures of {len(found.signatures)} memories do not agree with the text"
        )
        gone = f"; {len(found.gone)} signed memories are gone" if found.gone else ""
        return Check("keys", False, f"{detail}{gone}.", REPAIR)
    return Check("keys", True, "Keys and signatures agree with the text.")


def facets(patient: Patient) -> Check:
    """Tags, files and modules are findable."""
    missing, surplus = derived.wrong_facets(patient.connection)
    if missing or surplus:
        return Check("facets", False, f"{missing} tags, files and modules are missing, {surplus} too many.", REPAIR)
    return Check("facets", True, "Tags, files and modules agree with the memories.")


def vectors(patient: Patient) -> Check:
    """Vectors counted against memories."""
    found = derived.vectors(patient.connection)
    if found.orphans or found.lost:
        detail = f"{found.orphans} vectors belong to no memory, {found.lost} memories lost theirs."
        return Check("vectors", False, detail, REPAIR)
    return Check("vectors", True, f"{found.stored} vectors, {found.waiting} memories wait for theirs.")


def legacy_rows(patient: Patient) -> Check:
    """Rows of ADE's first table that were never brought in."""
    waiting = legacy.pending(patient.connection)
    if waiting:
        return Check("legacy", False, f"{waiting} rows of the old table 'memories' wait to be brought in.", REPAIR)
    return Check("legacy", True, "Nothing waits in an old table.")


_CHECKS: tuple[tuple[str, Callable[[Patient], Check]], ...] = (
    ("integrity", integrity),
    ("schema", schema),
    ("round_trip", round_trip),
    ("rows", rows_well_formed),
    ("full_text", full_text),
    ("keys", keys),
    ("facets", facets),
    ("vectors", vectors),
    ("legacy", legacy_rows),
)
