"""Where the engine runs: threads of its own, so that the event loop only ever waits for keys."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from ademem_tui.engine.engine import Engine
from ademem_tui.engine.errors import EngineError

T = TypeVar("T")


class EngineRoom:
    """Two threads that read and one that acts. Acts follow each other in the order they were asked for."""

    def __init__(self, open_engine: Callable[[], Engine]) -> None:
        self._open = open_engine
        self._engine: Engine | None = None
        self._readers = ThreadPoolExecutor(2, "ademem-read")
        self._actor = ThreadPoolExecutor(1, "ademem-act")

    async def start(self) -> Engine:
        """Open the engine, on the thread that acts."""
        self._engine = await asyncio.get_running_loop().run_in_executor(self._actor, self._open)
        return self._engine

    @property
    def engine(self) -> Engine:
        """The open engine; only its settings and paths may be touched on the event loop."""
        if self._engine is None:
            raise RuntimeError("the engine is not open yet")
        return self._engine

    async def ask(self, question: Callable[[Engine], T]) -> T:
        """Read something."""
        return await self._run(self._readers, question)

    async def act(self, deed: Callable[[Engine], T]) -> T:
        """Change something."""
        return await self._run(self._actor, deed)

    async def stop(self) -> None:
        """Finish what was begun, then close the engine; the backup that is due is made here."""
        engine, self._engine = self._engine, None
        if engine is not None:
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(None, partial(self._readers.shutdown, cancel_futures=True))
            await loop.run_in_executor(self._actor, engine.close)
            self._actor.shutdown(wait=False)

    async def _run(self, threads: ThreadPoolExecutor, work: Callable[[Engine], T]) -> T:
        if self._engine is None:
            raise EngineError("ademem is closing.", "Start it again to go on.")
        return await asyncio.get_running_loop().run_in_executor(threads, work, self._engine)
