"""Many processes on one store at once: nobody sees a lock, and nothing is lost."""

from __future__ import annotations

import os
import random
import sys
import traceback

from ademem_tui.engine.engine import Engine
from ademem_tui.engine.model import Filter, WriteRequest
from ademem_tui.engine.paths import paths_for


def one(folder: str, who: int, acts: int) -> int:
    """Write and read for a while; returns how many memories were written."""
    engine = Engine(paths_for(folder, {"ADEMEM_HOME": os.path.join(folder, "home")}))
    source = random.Random(who)
    written = 0
    for number in range(acts):
        result = engine.memories.write(WriteRequest(f"Process {who} note {number}: shard_{who}_{number} moved", "fact"))
        assert result.memory is not None
        written += not result.deduped
        if source.random() < 0.3:
            engine.acts.pin([result.memory.id])
        engine.memories.page(Filter(), limit=20)
        engine.search.search(f"shard_{who}_{number}")
    engine.close()
    return written


def run(folder: str, processes: int, acts: int) -> tuple[int, list[str]]:
    """Fork them all; returns how many memories there are and what anybody complained of."""
    children: list[tuple[int, int]] = []
    for who in range(processes):
        outside, inside = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(outside)
            try:
                one(folder, who, acts)
            except BaseException:
                os.write(inside, traceback.format_exc().encode()[-2000:])
            finally:
                os._exit(0)
        os.close(inside)
        children.append((child, outside))
    complaints: list[str] = []
    for child, outside in children:
        with os.fdopen(outside) as told:
            text = told.read()
        os.waitpid(child, 0)
        if text:
            complaints.append(text)
    engine = Engine(paths_for(folder, {"ADEMEM_HOME": os.path.join(folder, "home")}))
    there = engine.memories.count(Filter())
    engine.close()
    return there, complaints


if __name__ == "__main__":
    there, complaints = run(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
    print(there, len(complaints))
    for text in complaints:
        print(text, file=sys.stderr)
