"""Session tokens: a signed, expiring statement of account and role."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
from dataclasses import dataclass
from enum import IntEnum

LIFETIME_SECONDS = 8 * 3600
LEEWAY_SECONDS = 30


class Role(IntEnum):
    """Ordered: a higher role may do all that a lower one may."""

    VIEWER = 1
    SENDER = 2
    ADMIN = 3


class InvalidToken(ValueError):
    """The token is malformed, forged or too old."""


@dataclass(frozen=True, slots=True)
class Claims:
    account_id: int
    role: Role
    expires: int


def _encode(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _sign(key: bytes, body: str) -> str:
    return _encode(hmac.new(key, body.encode(), hashlib.sha256).digest())


def mint(key: bytes, account_id: int, role: Role, now: float) -> str:
    """A token for an account; `now` is passed in so that tests need no clock."""
    claims = {"a": account_id, "r": int(role), "e": int(now) + LIFETIME_SECONDS}
    body = _encode(json.dumps(claims, separators=(",", ":")).encode())
    return f"{body}.{_sign(key, body)}"


def read(key: bytes, token: str, now: float) -> Claims:
    """The claims of a token. The signature is checked before the body is parsed."""
    body, dot, signature = token.partition(".")
    if not dot or not hmac.compare_digest(_sign(key, body).encode(), signature.encode()):
        raise InvalidToken("bad signature")
    try:
        data = json.loads(_decode(body))
        claims = Claims(int(data["a"]), Role(data["r"]), int(data["e"]))
    except (binascii.Error, KeyError, ValueError) as error:
        raise InvalidToken("malformed") from error
    if claims.expires + LEEWAY_SECONDS < now:
        raise InvalidToken("expired")
    return claims
