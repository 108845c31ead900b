"""One connection pool per process, opened on first use."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from psycopg import Connection
from psycopg.rows import dict_row
from psycopg_pool import ConnectionPool

from harbor.config import settings

STATEMENT_TIMEOUT_MS = 5_000

_lock = threading.Lock()
_pool: ConnectionPool[Connection[dict[str, Any]]] | None = None


def _configure(conn: Connection[Any]) -> None:
    conn.execute("SET TIME ZONE 'UTC'")
    conn.execute(f"SET statement_timeout = {STATEMENT_TIMEOUT_MS}")
    # A pool refuses a connection that is left inside a transaction.
    conn.commit()


def _open() -> ConnectionPool[Connection[dict[str, Any]]]:
    global _pool
    with _lock:
        if _pool is None:
            _pool = ConnectionPool(
                settings().database_url,
                min_size=1,
                max_size=settings().pool_size,
                kwargs={"row_factory": dict_row},
                configure=_configure,
                timeout=10.0,
                open=True,
            )
        return _pool


@contextmanager
def connection() -> Iterator[Connection[dict[str, Any]]]:
    """A connection in a transaction: committed at the end, rolled back on an exception."""
    with _open().connection() as conn:
        yield conn


def close() -> None:
    """Close the pool, for a clean stop and between tests. A second call does nothing."""
    global _pool
    with _lock:
        if _pool is not None:
            _pool.close()
            _pool = None
