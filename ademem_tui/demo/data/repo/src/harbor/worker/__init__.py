"""Background work: a queue in Postgres and the handlers that empty it.

The api imports only `harbor.worker.queue`. It must not import `harbor.worker.jobs`, which loads the
handlers and with them mail and billing.
"""

from __future__ import annotations

from harbor.worker.queue import Job, claim, complete, enqueue, fail

__all__ = [
    "Job",
    "claim",
    "complete",
    "enqueue",
    "fail",
]
