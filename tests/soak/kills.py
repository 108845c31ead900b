"""Writers killed at random moments: nothing acknowledged is lost, and the file stays sound."""

from __future__ import annotations

import os
import random
import select
import signal
import sys
import time
from typing import NamedTuple

from ademem_tui.engine.engine import Engine
from ademem_tui.engine.errors import EngineError
from ademem_tui.engine.model import Filter, WriteRequest
from ademem_tui.engine.paths import paths_for
from ademem_tui.engine.store import reading
from ademem_tui.engine.store.fulltext import disagreement


class Report(NamedTuple):
    """What a run of kills showed."""

    kills: int
    acknowledged: int
    lost: int
    unsound: str


def open_engine(folder: str) -> Engine:
    """An engine that keeps everything inside the folder."""
    return Engine(paths_for(folder, {"ADEMEM_HOME": os.path.join(folder, "home")}))


def write_until_killed(folder: str, round_: int, pipe: int) -> None:
    """Write, edit, archive, undo and back up without end, telling each id once it is kept."""
    engine = open_engine(folder)
    source = random.Random(round_)
    number = 0
    known: list[str] = []
    while True:
        number += 1
        try:
            act = source.random()
            if act < 0.7 or not known:
                text = f"Round {round_} note {number}: worker_{round_}_{number} owns shard {source.randrange(10**9)}"
                result = engine.memories.write(WriteRequest(text))
                assert result.memory is not None
                known.append(result.memory.id)
                os.write(pipe, f"{result.memory.id}\n".encode())
            elif act < 0.8:
                engine.editing.edit([source.choice(known)], {"content": f"Edited {round_}-{number} to shard_{number}"})
            elif act < 0.9:
                engine.acts.archive([source.choice(known)])
            elif act < 0.95:
                list(
                    engine.memories.write_many(WriteRequest(f"Batch {round_}-{number}-{n} is x_{n}") for n in range(20))
                )
            else:
                engine.maintenance.backup()
        except EngineError:
            continue


def run(folder: str, kills: int, seed: int = 1) -> Report:
    """Fork a writer, kill it at a random moment, look; so many times."""
    source = random.Random(seed)
    acknowledged: list[str] = []
    lost = 0
    for round_ in range(kills):
        outside, inside = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(outside)
            try:
                write_until_killed(folder, seed * 1_000_000 + round_, inside)
            finally:
                os._exit(1)
        os.close(inside)
        ready, _, _ = select.select([outside], [], [], 30)
        if ready:
            time.sleep(source.random() * 0.02)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        with os.fdopen(outside, encoding="ascii") as told:
            fresh = [line.strip() for line in told if line.endswith("\n")]
        acknowledged.extend(fresh)
        lost += missing(folder, fresh)
    lost += missing(folder, acknowledged)
    return Report(kills, len(acknowledged), lost, unsound(folder))


def missing(folder: str, ids: list[str]) -> int:
    """How many of these the store does not have."""
    engine = open_engine(folder)
    with engine.shelves.project.reading() as connection:
        gone = sum(reading.by_id(connection, memory_id) is None for memory_id in ids)
    for store in engine.shelves:
        store.close()
    return gone


def unsound(folder: str) -> str:
    """'' where the file, its indexes and its lists are in order."""
    engine = open_engine(folder)
    with engine.shelves.project.database.transaction() as connection:
        found = [str(row[0]) for row in connection.execute("PRAGMA integrity_check")]
        words = disagreement(connection)
    engine.memories.page(Filter())
    for store in engine.shelves:
        store.close()
    return words or ("" if found == ["ok"] else "; ".join(found))


if __name__ == "__main__":
    print(*run(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1))
