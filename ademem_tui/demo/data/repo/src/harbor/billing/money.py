"""Money as integer cents. There is no float in this module and none may enter it."""

from __future__ import annotations

BASIS = 10_000


def _whole(value: int, name: str) -> int:
    # bool is an int for Python, but True cents is a mistake.
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name} must be an int, got {type(value).__name__}")
    return value


def apply_basis_points(cents: int, points: int) -> int:
    """A share of an amount, rounded half away from zero: 1900 points are 19 %."""
    product = _whole(cents, "cents") * _whole(points, "points")
    sign = -1 if product < 0 else 1
    return sign * ((abs(product) + BASIS // 2) // BASIS)


def split(total: int, weights: list[int]) -> list[int]:
    """Split an amount by weights so that the parts add up to it exactly.

    The cents left over by rounding down go to the largest remainders, earlier parts first.
    """
    _whole(total, "total")
    if not weights or sum(weights) <= 0 or min(weights) < 0:
        raise ValueError("weights must be non-negative and not all zero")
    whole = sum(weights)
    parts = [total * weight // whole for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda i: (-(total * weights[i] % whole), i))
    for index in by_remainder[: total - sum(parts)]:
        parts[index] += 1
    return parts


def show(cents: int, currency: str = "EUR") -> str:
    """An amount for people: 123456 is '1,234.56 EUR'."""
    sign = "-" if _whole(cents, "cents") < 0 else ""
    units, rest = divmod(abs(cents), 100)
    return f"{sign}{units:,}.{rest:02d} {currency}"
