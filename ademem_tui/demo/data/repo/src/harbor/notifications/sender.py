"""Compose and send the few mails harbor sends."""

from __future__ import annotations

import smtplib
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.message import EmailMessage

from harbor.config import settings
from harbor.db.parcels import Parcel
from harbor.tracking.states import State

NOTIFY = frozenset({State.OUT_FOR_DELIVERY, State.DELIVERED, State.RETURNED, State.LOST})
QUIET_FROM, QUIET_UNTIL = 21, 7
SMTP_TIMEOUT = 15.0

_SUBJECTS = {
    "en": {
        State.OUT_FOR_DELIVERY: "Your parcel {no} arrives today",
        State.DELIVERED: "Your parcel {no} was delivered",
        State.RETURNED: "Your parcel {no} is on its way back",
        State.LOST: "We are looking for your parcel {no}",
    },
    "de": {
        State.OUT_FOR_DELIVERY: "Ihr Paket {no} kommt heute",
        State.DELIVERED: "Ihr Paket {no} wurde zugestellt",
        State.RETURNED: "Ihr Paket {no} geht zurück",
        State.LOST: "Wir suchen Ihr Paket {no}",
    },
}


@dataclass(frozen=True, slots=True)
class Mail:
    to: str
    subject: str
    body: str


def compose(parcel: Parcel, state: State, base_url: str = "https://track.harbor.example") -> Mail:
    """A mail about a state; a locale without texts of its own falls back to English."""
    subjects = _SUBJECTS.get(parcel.locale[:2], _SUBJECTS["en"])
    link = f"{base_url}/p/{parcel.tracking_no}"
    return Mail(parcel.recipient, subjects[state].format(no=parcel.tracking_no), f"{link}\n")


def may_send_at(state: State, local: datetime) -> datetime:
    """When a mail may go out: at once, but in the quiet hours only 'arrives today' may."""
    quiet = local.hour >= QUIET_FROM or local.hour < QUIET_UNTIL
    if state is State.OUT_FOR_DELIVERY or not quiet:
        return local
    day = local + timedelta(days=1 if local.hour >= QUIET_FROM else 0)
    return day.replace(hour=QUIET_UNTIL, minute=0, second=0, microsecond=0)


def send(mail: Mail) -> None:
    message = EmailMessage()
    message["From"] = settings().mail_from
    message["To"] = mail.to
    message["Subject"] = mail.subject
    message.set_content(mail.body)
    with smtplib.SMTP(settings().smtp_host, timeout=SMTP_TIMEOUT) as server:
        server.send_message(message)
