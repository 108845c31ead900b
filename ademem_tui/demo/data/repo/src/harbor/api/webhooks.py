"""Carrier webhooks: check the signature, keep the events, move the parcel, queue the mail."""

from __future__ import annotations

import logging
import time
from typing import Annotated

from fastapi import APIRouter, Header, HTTPException, Request
from starlette.concurrency import run_in_threadpool

from harbor.config import settings
from harbor.db import apply_state, connection, find, record
from harbor.notifications import NOTIFY
from harbor.tracking import BadSignature, Event, IllegalTransition, advance, parse, verify
from harbor.worker.queue import enqueue

log = logging.getLogger("harbor.webhooks")
router = APIRouter(prefix="/webhooks", tags=["webhooks"])


def _store(event: Event) -> bool:
    """Take one event in one transaction; True if it was new."""
    with connection() as conn:
        parcel = find(conn, event.tracking_no, lock=True)
        if parcel is None or not record(conn, parcel, event):
            return False
        try:
            now = advance(parcel.now, event)
        except IllegalTransition as error:
            log.warning("%s: %s", event.tracking_no, error)
            return True
        if now == parcel.now:
            return True
        apply_state(conn, parcel, now)
        if now.state is not parcel.now.state and now.state in NOTIFY:
            payload = {"tracking_no": event.tracking_no, "state": now.state}
            enqueue(conn, "notify", payload, dedupe_key=f"{event.tracking_no}:{now.state}")
        return True


@router.post("/{carrier}", status_code=202)
async def receive(
    carrier: str,
    request: Request,
    x_sent_at: Annotated[str, Header()] = "",
    x_signature: Annotated[str, Header()] = "",
) -> dict[str, int]:
    key = settings().webhook_keys.get(carrier)
    if key is None:
        raise HTTPException(404, "unknown carrier")
    raw = await request.body()
    try:
        verify(key, raw, x_sent_at, x_signature, time.time())
    except BadSignature as error:
        raise HTTPException(401, str(error)) from error
    try:
        events = parse(carrier, raw)
    except (KeyError, TypeError, ValueError) as error:
        raise HTTPException(422, "body cannot be read") from error
    stored = [await run_in_threadpool(_store, event) for event in events]
    return {"received": len(events), "new": sum(stored)}
