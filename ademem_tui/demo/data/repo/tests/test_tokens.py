from __future__ import annotations

import pytest

from harbor.auth.tokens import LEEWAY_SECONDS, LIFETIME_SECONDS, InvalidToken, Role, mint, read

KEY = b"k" * 32
NOW = 1_772_625_600.0


def test_round_trip() -> None:
    claims = read(KEY, mint(KEY, 7, Role.SENDER, NOW), NOW)
    assert (claims.account_id, claims.role) == (7, Role.SENDER)


def test_leeway_then_expiry() -> None:
    token = mint(KEY, 7, Role.VIEWER, NOW)
    end = NOW + LIFETIME_SECONDS + LEEWAY_SECONDS
    assert read(KEY, token, end).role is Role.VIEWER
    with pytest.raises(InvalidToken, match="expired"):
        read(KEY, token, end + 1)


@pytest.mark.parametrize("token", ["", "nodot", ".", "e30.", "é.é"])
def test_rubbish_is_refused(token: str) -> None:
    with pytest.raises(InvalidToken):
        read(KEY, token, NOW)


def test_other_key_is_refused() -> None:
    with pytest.raises(InvalidToken, match="signature"):
        read(b"x" * 32, mint(KEY, 7, Role.ADMIN, NOW), NOW)


def test_roles_are_ordered() -> None:
    assert Role.VIEWER < Role.SENDER < Role.ADMIN
