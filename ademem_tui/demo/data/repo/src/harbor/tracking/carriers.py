"""Carrier adapters: check a webhook's signature and read its body into events."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from harbor.tracking.states import Event, State

TOLERANCE_SECONDS = 300


class UnknownCarrier(LookupError):
    """No adapter has this name."""


class BadSignature(ValueError):
    """The signature is wrong, or its time is too far from ours."""


def verify(key: bytes, raw: bytes, sent_at: str, signature: str, now: float) -> None:
    """Check the HMAC over `<sent_at>.<raw body>`; the bytes must be those that were received."""
    if not sent_at.isdigit() or abs(now - int(sent_at)) > TOLERANCE_SECONDS:
        raise BadSignature("time outside the tolerance")
    wanted = hmac.new(key, sent_at.encode() + b"." + raw, hashlib.sha256).hexdigest()
    if not hmac.compare_digest(wanted.encode(), signature.encode()):
        raise BadSignature("signature does not match")


_NORTHPOST = {"10": State.ACCEPTED, "20": State.IN_TRANSIT, "25": State.IN_TRANSIT,
              "30": State.OUT_FOR_DELIVERY, "40": State.DELIVERED, "90": State.RETURNED}
_SWIFTLINE = {"PICKED": State.ACCEPTED, "HUB": State.IN_TRANSIT, "VAN": State.OUT_FOR_DELIVERY,
              "DROP": State.DELIVERED, "BACK": State.RETURNED, "MISSING": State.LOST}


def _northpost(body: Mapping[str, Any]) -> list[Event]:
    return [
        Event("northpost", str(scan["scanId"]), body["reference"], _NORTHPOST[scan["code"]],
              datetime.fromisoformat(scan["time"]), scan.get("depot", ""))
        for scan in body["scans"]
        if scan["code"] in _NORTHPOST
    ]


def _swiftline(body: Mapping[str, Any]) -> list[Event]:
    at = datetime.fromtimestamp(body["ts"] / 1000, tz=UTC)
    state = _SWIFTLINE.get(body["status"])
    return [Event("swiftline", body["uid"], body["parcel"], state, at)] if state else []


def _kestrel(body: Mapping[str, Any]) -> list[Event]:
    # Kestrel numbers nothing: its events carry no id of their own.
    return [
        Event("kestrel", None, body["number"], State(row["state"]),
              datetime.fromisoformat(row["at"]), row.get("city", ""))
        for row in body["history"]
    ]


ADAPTERS: dict[str, Callable[[Mapping[str, Any]], list[Event]]] = {
    "northpost": _northpost, "swiftline": _swiftline, "kestrel": _kestrel}


def parse(carrier: str, raw: bytes) -> list[Event]:
    """The events of a webhook body, oldest first."""
    if carrier not in ADAPTERS:
        raise UnknownCarrier(carrier)
    return sorted(ADAPTERS[carrier](json.loads(raw)), key=lambda event: event.at)
