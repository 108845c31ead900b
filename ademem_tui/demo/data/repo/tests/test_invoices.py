from __future__ import annotations

from datetime import date

import pytest

from harbor.billing.invoices import draft, span
from harbor.billing.money import apply_basis_points, show, split


@pytest.mark.parametrize(
    ("delivered", "net"),
    [(0, 0), (1, 45), (100, 4_500), (101, 4_538), (1_000, 38_700), (1_001, 38_731)],
)
def test_tiers_meet_without_a_gap(delivered: int, net: int) -> None:
    invoice = draft("standard", delivered)
    assert invoice.net_cents == net
    assert sum(line.quantity for line in invoice.lines) == delivered


def test_tax_is_taken_once_on_the_sum() -> None:
    invoice = draft("standard", 101)
    assert invoice.tax_cents == apply_basis_points(4_538, 1_900) == 862


@pytest.mark.parametrize(("cents", "want"), [(3, 1), (2, 0), (-3, -1), (50, 10)])
def test_rounding_is_half_away_from_zero(cents: int, want: int) -> None:
    assert apply_basis_points(cents, 1_900) == want


def test_parts_add_up() -> None:
    assert split(100, [1, 1, 1]) == [34, 33, 33]
    assert sum(split(9_999, [7, 2, 5, 3])) == 9_999


def test_floats_are_refused() -> None:
    with pytest.raises(TypeError):
        apply_basis_points(10.0, 1_900)  # type: ignore[arg-type]


def test_december_ends_in_the_next_year() -> None:
    start, end = span(date(2026, 12, 1))
    assert (start.year, start.month, end.year, end.month) == (2026, 12, 2027, 1)


def test_show_groups_thousands() -> None:
    assert show(-123_456) == "-1,234.56 EUR"
