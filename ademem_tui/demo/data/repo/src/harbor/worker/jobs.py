"""The worker process: claim a job, run its handler, complete or fail it."""

from __future__ import annotations

import logging
import signal
import threading
from collections.abc import Callable
from datetime import date
from typing import Any

from harbor.billing.invoices import close_period
from harbor.config import settings
from harbor.db import close, connection, find
from harbor.notifications import compose, send
from harbor.tracking.states import State
from harbor.worker.queue import Job, claim, complete, fail

log = logging.getLogger("harbor.worker")
IDLE_SECONDS = 2.0


def notify(payload: dict[str, Any]) -> None:
    """Mail a recipient, unless the parcel has moved on since the job was made."""
    state = State(payload["state"])
    with connection() as conn:
        parcel = find(conn, payload["tracking_no"])
    if parcel is not None and parcel.now.state is state:
        send(compose(parcel, state))


def invoice(payload: dict[str, Any]) -> None:
    with connection() as conn:
        period = date.fromisoformat(payload["period"])
        close_period(conn, payload["account_id"], payload["plan"], period)


HANDLERS: dict[str, Callable[[dict[str, Any]], None]] = {"notify": notify, "invoice": invoice}


def run_once() -> Job | None:
    """Run one job if there is one. The claim is committed before the handler starts."""
    with connection() as conn:
        job = claim(conn, settings().lease_seconds)
    if job is None:
        return None
    try:
        HANDLERS[job.kind](job.payload)
    except Exception as error:
        log.warning("job %s (%s) failed, attempt %s", job.id, job.kind, job.attempts)
        with connection() as conn:
            fail(conn, job, repr(error))
    else:
        with connection() as conn:
            complete(conn, job)
    return job


def main() -> None:
    logging.basicConfig(level=logging.INFO)
    stop = threading.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: stop.set())
    while not stop.is_set():
        if run_once() is None:
            stop.wait(IDLE_SECONDS)
    close()
