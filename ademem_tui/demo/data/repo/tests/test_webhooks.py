from __future__ import annotations

import hashlib
import hmac
import json

import pytest

from harbor.tracking.carriers import BadSignature, UnknownCarrier, parse, verify
from harbor.tracking.states import State

KEY = b"k" * 32
NOW = 1_772_625_600.0


def sign(raw: bytes, sent_at: str) -> str:
    return hmac.new(KEY, sent_at.encode() + b"." + raw, hashlib.sha256).hexdigest()


def test_signature_covers_the_exact_bytes() -> None:
    raw = b'{"a": 1}'
    verify(KEY, raw, "1772625600", sign(raw, "1772625600"), NOW)
    compact = json.dumps(json.loads(raw), separators=(",", ":")).encode()
    with pytest.raises(BadSignature):
        verify(KEY, compact, "1772625600", sign(raw, "1772625600"), NOW)


@pytest.mark.parametrize("sent_at", ["", "yesterday", "1772625200", "1772626000"])
def test_old_or_odd_times_are_refused(sent_at: str) -> None:
    with pytest.raises(BadSignature):
        verify(KEY, b"{}", sent_at, sign(b"{}", sent_at), NOW)


def test_northpost_skips_codes_it_does_not_know() -> None:
    scans = [
        {"scanId": 2, "code": "40", "time": "2026-03-04T15:00:00+01:00"},
        {"scanId": 1, "code": "20", "time": "2026-03-04T09:00:00+01:00", "depot": "Kiel"},
        {"scanId": 3, "code": "77", "time": "2026-03-04T16:00:00+01:00"},
    ]
    events = parse("northpost", json.dumps({"reference": "HB000000017", "scans": scans}).encode())
    assert [event.state for event in events] == [State.IN_TRANSIT, State.DELIVERED]


def test_kestrel_events_have_no_id() -> None:
    row = {"state": "accepted", "at": "2026-03-04T12:00:00+00:00"}
    (event,) = parse("kestrel", json.dumps({"number": "HB000000017", "history": [row]}).encode())
    assert event.external_id is None


def test_unknown_carrier() -> None:
    with pytest.raises(UnknownCarrier):
        parse("pigeon", b"{}")
