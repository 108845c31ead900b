"""Billing: what an account pays for a month. Amounts are integer cents throughout."""

from __future__ import annotations

from harbor.billing.invoices import Invoice, Line, close_period, draft
from harbor.billing.money import apply_basis_points, show, split

__all__ = [
    "Invoice",
    "Line",
    "apply_basis_points",
    "close_period",
    "draft",
    "show",
    "split",
]
