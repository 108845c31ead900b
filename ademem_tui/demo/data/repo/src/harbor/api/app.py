"""The application: routers, error answers, request ids."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse

from harbor import __version__
from harbor.api import parcels, webhooks
from harbor.config import settings
from harbor.db import close
from harbor.tracking.states import IllegalTransition

REQUEST_ID = "x-request-id"


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    settings()  # a missing setting stops the start, not the first request
    yield
    close()


async def _request_id(
    request: Request, call_next: Callable[[Request], Awaitable[Response]]
) -> Response:
    given = request.headers.get(REQUEST_ID, "")
    number = given if given.isalnum() and len(given) <= 64 else uuid.uuid4().hex
    request.state.request_id = number
    response = await call_next(request)
    response.headers[REQUEST_ID] = number
    return response


async def _illegal(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, IllegalTransition)
    detail = {"error": "illegal_transition", "from": error.current, "to": error.wanted}
    return JSONResponse(detail, status_code=409)


def create_app() -> FastAPI:
    app = FastAPI(title="harbor", version=__version__, lifespan=_lifespan)
    app.middleware("http")(_request_id)
    app.add_exception_handler(IllegalTransition, _illegal)
    app.include_router(parcels.router, prefix="/api")
    app.include_router(webhooks.router)

    @app.get("/healthz")
    def health() -> dict[str, str]:
        return {"version": __version__}

    return app
