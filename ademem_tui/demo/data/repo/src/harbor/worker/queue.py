"""The job table: enqueue, claim, complete, fail. At least once, never exactly once."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from psycopg import Connection

    Conn = Connection[dict[str, Any]]

MAX_ATTEMPTS = 8
BACKOFF_CAP_SECONDS = 3_600


@dataclass(frozen=True, slots=True)
class Job:
    id: int
    kind: str
    payload: dict[str, Any]
    attempts: int


def backoff(attempts: int) -> int:
    """Seconds until the next try: 10, 20, 40 … up to an hour."""
    return min(BACKOFF_CAP_SECONDS, 10 << max(0, attempts - 1))


def enqueue(
    conn: Conn,
    kind: str,
    payload: dict[str, Any],
    *,
    dedupe_key: str | None = None,
    run_at: datetime | None = None,
) -> bool:
    """Put a job into the caller's transaction; False if an open one has the same key."""
    sql = (
        "INSERT INTO jobs (kind, dedupe_key, payload, run_at) "
        "VALUES (%s, %s, %s::jsonb, coalesce(%s, now())) ON CONFLICT DO NOTHING RETURNING id"
    )
    row = conn.execute(sql, (kind, dedupe_key, json.dumps(payload), run_at)).fetchone()
    return row is not None


def claim(conn: Conn, lease_seconds: int) -> Job | None:
    """Lease the oldest job that is ready. The caller commits at once, so that the lease holds."""
    sql = (
        "UPDATE jobs SET attempts = attempts + 1, "
        "leased_to = now() + make_interval(secs => %s) WHERE id = ("
        "  SELECT id FROM jobs WHERE done_at IS NULL AND run_at <= now() AND attempts < %s"
        "  AND (leased_to IS NULL OR leased_to < now())"
        "  ORDER BY run_at, id LIMIT 1 FOR UPDATE SKIP LOCKED"
        ") RETURNING id, kind, payload, attempts"
    )
    row = conn.execute(sql, (lease_seconds, MAX_ATTEMPTS)).fetchone()
    return Job(**row) if row else None


def complete(conn: Conn, job: Job) -> None:
    conn.execute("UPDATE jobs SET done_at = now(), leased_to = NULL WHERE id = %s", (job.id,))


def fail(conn: Conn, job: Job, error: str) -> None:
    """Give a job back for a later try, with the error kept for whoever looks."""
    sql = (
        "UPDATE jobs SET leased_to = NULL, last_error = left(%s, 500), "
        "run_at = now() + make_interval(secs => %s) WHERE id = %s"
    )
    conn.execute(sql, (error, backoff(job.attempts), job.id))
