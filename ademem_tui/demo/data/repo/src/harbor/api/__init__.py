"""The HTTP side of harbor.

`create_app` is a factory: nothing is read from the environment and no connection is opened until it
is called, so importing this package is free of side effects.

Routes that the web page asks for live under `/api`. Carrier webhooks and `/healthz` do not: the
gateway lets carriers reach only `/webhooks`, and the load balancer only `/healthz`.
"""

from __future__ import annotations

from harbor.api.app import create_app

__all__ = [
    "create_app",
]
