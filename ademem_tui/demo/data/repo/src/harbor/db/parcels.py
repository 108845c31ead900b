"""Every SQL statement about parcels and their events."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from harbor.tracking.states import Event, Snapshot, State

if TYPE_CHECKING:
    from psycopg import Connection

    Conn = Connection[dict[str, Any]]

_COLUMNS = "id, account_id, tracking_no, carrier, recipient, locale, state, as_of"


@dataclass(frozen=True, slots=True)
class Parcel:
    id: int
    account_id: int
    tracking_no: str
    carrier: str
    recipient: str
    locale: str
    now: Snapshot


def _parcel(row: dict[str, Any]) -> Parcel:
    now = Snapshot(State(row.pop("state")), row.pop("as_of"))
    return Parcel(**row, now=now)


def find(conn: Conn, tracking_no: str, *, lock: bool = False) -> Parcel | None:
    """A parcel by its number; `lock` holds the row until the transaction ends."""
    tail = " FOR UPDATE" if lock else ""
    sql = f"SELECT {_COLUMNS} FROM parcels WHERE tracking_no = %s{tail}"
    row = conn.execute(sql, (tracking_no,)).fetchone()
    return _parcel(row) if row else None


def insert(conn: Conn, account_id: int, tracking_no: str, carrier: str, recipient: str) -> Parcel:
    sql = (
        "INSERT INTO parcels (account_id, tracking_no, carrier, recipient) "
        f"VALUES (%s, %s, %s, %s) RETURNING {_COLUMNS}"
    )
    row = conn.execute(sql, (account_id, tracking_no, carrier, recipient)).fetchone()
    assert row is not None
    return _parcel(row)


def record(conn: Conn, parcel: Parcel, event: Event) -> bool:
    """Keep an event; False if it was there already, which is how redelivery is made harmless."""
    sql = (
        "INSERT INTO parcel_events (parcel_id, carrier, external_id, state, place, at) "
        "VALUES (%s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING RETURNING id"
    )
    values = (parcel.id, event.carrier, event.external_id, event.state, event.place, event.at)
    return conn.execute(sql, values).fetchone() is not None


def apply_state(conn: Conn, parcel: Parcel, now: Snapshot) -> None:
    sql = "UPDATE parcels SET state = %s, as_of = %s WHERE id = %s"
    conn.execute(sql, (now.state, now.as_of, parcel.id))


def delivered_between(conn: Conn, account_id: int, start: datetime, end: datetime) -> int:
    """How many parcels were delivered in a half-open span of time."""
    sql = (
        "SELECT count(*) AS n FROM parcels WHERE account_id = %s AND state = 'delivered' "
        "AND as_of >= %s AND as_of < %s"
    )
    row = conn.execute(sql, (account_id, start, end)).fetchone()
    return int(row["n"]) if row else 0
