"""The store, the gate and the command line against bare SQLite and a bare interpreter."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import apsw

from ademem_tui.engine.engine import Engine
from ademem_tui.engine.model import Filter, Line, WriteRequest
from ademem_tui.engine.paths import paths_for
from ademem_tui.engine.store import migrate, rows
from ademem_tui.engine.store.database import configure
from tests.bench.corpus import notes
from tests.bench.measure import Row, best, cpu_ms, process_ms

WRITES = 1_000
INFORMATION = float("inf")
"""A ratio that is told and has no limit."""


@contextmanager
def project(filled: int = 0) -> Iterator[str]:
    """A temporary project with so many memories."""
    folder = tempfile.mkdtemp(prefix="ademem-bench-")
    try:
        if filled:
            with opened(folder) as engine:
                for _ in engine.memories.write_many(notes(filled, seed=9)):
                    pass
        yield folder
    finally:
        shutil.rmtree(folder)


@contextmanager
def opened(folder: str) -> Iterator[Engine]:
    """An engine on a project, its user file inside it; no backup is made at the end."""
    engine = Engine(paths_for(folder, {"ADEMEM_HOME": os.path.join(folder, "home")}))
    try:
        yield engine
    finally:
        for store in engine.shelves:
            store.close()


def bare_store(path: str) -> apsw.Connection:
    """The same tables, indexes and triggers, without a line of ours on top."""
    connection = apsw.Connection(path)
    configure(connection)
    connection.execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA secure_delete=FAST")
    migrate.bring_up_to_date(connection, "")
    return connection


def rows_of(folder: str, limit: int) -> list[tuple[object, ...]]:
    """The newest rows of a project as the bare insert takes them."""
    with opened(folder) as engine, engine.shelves.project.reading() as connection:
        found = connection.execute(rows.SELECT + " ORDER BY seq DESC LIMIT ?", (limit,)).fetchall()
    return [(None, *row[1:]) for row in reversed(found)]


def insert_bare(connection: apsw.Connection, values: list[tuple[object, ...]], size: int) -> None:
    """Insert rows, so many a transaction."""
    for at in range(0, len(values), size):
        connection.execute("BEGIN IMMEDIATE")
        for row in values[at : at + size]:
            connection.execute(rows.INSERT, row).fetchall()
        connection.execute("COMMIT")


def write_each(engine: Engine, requests: list[WriteRequest]) -> None:
    """One gated write after the other."""
    for request in requests:
        engine.memories.write(request)


def write_batch(engine: Engine, requests: list[WriteRequest]) -> None:
    """All as one act."""
    for _ in engine.memories.write_many(requests):
        pass


def writes(sizes: tuple[int, ...]) -> list[Row]:
    """Gated writes at several sizes, one by one and as a batch, against the same rows inserted bare."""
    found: list[Row] = []
    at_size: dict[int, float] = {}
    for size in sizes:
        with project(size) as folder:
            with opened(folder) as engine:
                requests = list(notes(WRITES, seed=2))
                ours = cpu_ms(partial(write_each, engine, requests))
                batch = list(notes(WRITES, seed=3))
                ours_batch = cpu_ms(partial(write_batch, engine, batch))
            values = rows_of(folder, 2 * WRITES)
            path = os.path.join(folder, "bare.db")
            shutil.copy(paths_for(folder).database, path)
            connection = bare_store(path)
            connection.execute("DELETE FROM unified_memories WHERE seq > ?", (size,))
            connection.execute("DELETE FROM memory_history; DELETE FROM memory_ops; DELETE FROM memory_signatures")
            bare = cpu_ms(partial(insert_bare, connection, values[:WRITES], 1))
            bare_batch = cpu_ms(partial(insert_bare, connection, values[WRITES:], 50))
            connection.close()
        at_size[size] = ours
        found.append(Row(f"1,000 writes at {size:,}", ours, "bare inserts, one transaction each", bare, 5))
        found.append(Row(f"a batch of 1,000 at {size:,}", ours_batch, "bare inserts, one transaction each", bare, 3))
        found.append(Row("  the same", ours_batch, "bare inserts, 50 a transaction", bare_batch, INFORMATION))
    first, last = sizes[0], sizes[-1]
    found.append(
        Row(f"a write at {last:,}", at_size[last] / WRITES, f"a write at {first:,}", at_size[first] / WRITES, 1.5)
    )
    return found


def lists(size: int) -> list[Row]:
    """A window of a long list, and opening a large store."""
    found: list[Row] = []
    with project(size) as folder, project(0) as empty:
        with opened(empty) as engine:
            engine.memories.write(WriteRequest("The only memory here"))
        with opened(folder) as engine, engine.shelves.project.reading() as connection:
            columns = rows.SELECT_LINE
            sql = f"{columns} WHERE m.status <> 'archived' ORDER BY m.updated_at DESC, m.seq DESC LIMIT 200 OFFSET 1000"
            order = engine.memories.order(Filter())
            window = order[5_000:5_200] if len(order) > 6_000 else order[:200]
            marks = ", ".join("?" * len(window))
            by_seq = f"{columns} WHERE m.seq IN ({marks})"

            def many(work: object) -> object:
                return [work() for _ in range(20)]  # type: ignore[operator]

            ours, bare = best(
                lambda: many(lambda: engine.memories.window(window)),
                lambda: many(lambda: connection.execute(by_seq, tuple(window)).fetchall()),
            )
            found.append(Row(f"20 windows of 200 rows at {size:,}", ours, "the bare SQL", bare, 1.5))
            from ademem_tui.engine.store import reading

            ours, bare = best(
                lambda: many(lambda: reading.page(connection, Filter(), "updated", 200, 1000)),
                lambda: many(lambda: connection.execute(sql).fetchall()),
            )
            found.append(Row(f"20 pages of 200 rows at {size:,}", ours, "the bare SQL", bare, 1.5))
            assert isinstance(engine.memories.window(window)[0].line, Line)

        def open_often(path: str) -> None:
            for _ in range(20):
                with opened(path) as engine:
                    engine.shelves.project.revision()
                    engine.shelves.project.database.writer()

        large, small = best(lambda: open_often(folder), lambda: open_often(empty))
        found.append(Row(f"opening {size:,} memories, 20 times", large, "opening a store of one", small, 1.5))
    return found


def processes(rounds: int) -> list[Row]:
    """The command line as people and scripts start it."""
    python = sys.executable
    ademem = os.path.join(os.path.dirname(python), "ademem")
    with project(0) as folder:
        os.environ["ADEMEM_HOME"] = os.path.join(folder, "home")

        remember, bare_apsw = process_ms(
            [
                [ademem, "remember", "The queue is drained by one worker", "--project", folder],
                [python, "-c", "import apsw"],
            ],
            rounds,
        )
        help_, bare_click = process_ms([[ademem, "--help"], [python, "-c", "import click"]], rounds)
    return [
        Row("ademem remember, the process", remember, 'python -c "import apsw"', bare_apsw, 6),
        Row("ademem --help, the process", help_, 'python -c "import click"', bare_click, 2),
    ]
