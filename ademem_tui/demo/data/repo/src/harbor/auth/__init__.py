"""Who is calling: signed tokens and roles.

The guard for routes is in `harbor.auth.guard` and is not imported here, so that the worker and the
tests can use tokens without loading the web framework.
"""

from __future__ import annotations

from harbor.auth.tokens import Claims, InvalidToken, Role, mint, read

__all__ = [
    "Claims",
    "InvalidToken",
    "Role",
    "mint",
    "read",
]
