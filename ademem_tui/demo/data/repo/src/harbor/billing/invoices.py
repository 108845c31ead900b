"""Monthly invoices: parcels delivered in the month, priced by tiers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

from harbor.billing.money import apply_basis_points
from harbor.db.parcels import delivered_between

if TYPE_CHECKING:
    from psycopg import Connection

TAX_BASIS_POINTS = 1_900

# (parcels up to and including, cents per parcel); the last tier has no end.
TIERS: dict[str, list[tuple[int | None, int]]] = {
    "standard": [(100, 45), (1_000, 38), (None, 31)],
    "volume": [(5_000, 29), (None, 22)],
}


@dataclass(frozen=True, slots=True)
class Line:
    label: str
    quantity: int
    unit_cents: int


@dataclass(frozen=True, slots=True)
class Invoice:
    lines: list[Line]
    net_cents: int
    tax_cents: int


def draft(plan: str, delivered: int) -> Invoice:
    """An invoice for a number of parcels. Tax is taken once, on the sum, never per line."""
    lines: list[Line] = []
    below = 0
    for end, unit in TIERS[plan]:
        count = (delivered if end is None else min(delivered, end)) - below
        if count <= 0:
            break
        lines.append(Line(f"parcels from {below + 1}", count, unit))
        below += count
    net = sum(line.quantity * line.unit_cents for line in lines)
    return Invoice(lines, net, apply_basis_points(net, TAX_BASIS_POINTS))


def span(period: date) -> tuple[datetime, datetime]:
    """The first instant of a month and that of the next one, in UTC."""
    start = datetime(period.year, period.month, 1, tzinfo=UTC)
    years, month = divmod(period.month, 12)
    return start, datetime(period.year + years, month + 1, 1, tzinfo=UTC)


def close_period(
    conn: Connection[dict[str, Any]], account_id: int, plan: str, period: date
) -> bool:
    """Issue the invoice of a month; False if it has been issued before."""
    delivered = delivered_between(conn, account_id, *span(period))
    invoice = draft(plan, delivered)
    row = conn.execute(
        "INSERT INTO invoices (account_id, period, delivered, net_cents, tax_cents) "
        "VALUES (%s, %s, %s, %s, %s) ON CONFLICT (account_id, period) DO NOTHING RETURNING id",
        (account_id, period.replace(day=1), delivered, invoice.net_cents, invoice.tax_cents),
    ).fetchone()
    if row is None:
        return False
    for position, line in enumerate(invoice.lines, start=1):
        conn.execute(
            "INSERT INTO invoice_lines VALUES (%s, %s, %s, %s, %s)",
            (row["id"], position, line.label, line.quantity, line.unit_cents),
        )
    return True
