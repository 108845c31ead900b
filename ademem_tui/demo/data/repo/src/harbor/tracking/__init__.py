"""Rules about parcels: states, carriers, arrival. Nothing in here does input or output."""

from __future__ import annotations

from harbor.tracking.carriers import BadSignature, UnknownCarrier, parse, verify
from harbor.tracking.eta import estimate
from harbor.tracking.states import Event, IllegalTransition, Snapshot, State, advance

__all__ = [
    "BadSignature",
    "Event",
    "IllegalTransition",
    "Snapshot",
    "State",
    "UnknownCarrier",
    "advance",
    "estimate",
    "parse",
    "verify",
]
