"""Storage: the connection pool and the statements about parcels.

Callers open a connection with `connection()` and pass it on. A function in here never commits by
itself: the transaction belongs to whoever opened the connection.
"""

from __future__ import annotations

from harbor.db.parcels import Parcel, apply_state, delivered_between, find, insert, record
from harbor.db.pool import close, connection

__all__ = [
    "Parcel",
    "apply_state",
    "close",
    "connection",
    "delivered_between",
    "find",
    "insert",
    "record",
]
