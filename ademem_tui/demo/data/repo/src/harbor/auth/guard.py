"""Route guards: turn the Authorization header into claims, or refuse."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Annotated

from fastapi import Header, HTTPException

from harbor.auth.tokens import Claims, InvalidToken, Role, read
from harbor.config import settings


def bearer(header: str | None) -> str:
    """The token of an Authorization header; the scheme is compared without regard to case."""
    scheme, _, token = (header or "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise HTTPException(401, "missing bearer token")
    return token.strip()


def require(role: Role) -> Callable[..., Claims]:
    """A dependency that lets a caller pass who has at least this role."""

    def guard(authorization: Annotated[str | None, Header()] = None) -> Claims:
        try:
            claims = read(settings().signing_key, bearer(authorization), time.time())
        except InvalidToken as error:
            raise HTTPException(401, str(error)) from error
        if claims.role < role:
            raise HTTPException(403, f"needs role {role.name.lower()}")
        return claims

    return guard


def same_account(claims: Claims, account_id: int) -> None:
    """Answer 404, not 403, for another account's things: their existence is not to be seen."""
    if claims.role is not Role.ADMIN and claims.account_id != account_id:
        raise HTTPException(404, "not found")
