"""Mail to recipients: which state is worth a mail, what it says, and when it may go out.

Mails are sent by the worker alone; the api only asks `NOTIFY` whether a job is worth queueing.
"""

from __future__ import annotations

from harbor.notifications.sender import NOTIFY, Mail, compose, may_send_at, send

__all__ = [
    "NOTIFY",
    "Mail",
    "compose",
    "may_send_at",
    "send",
]
