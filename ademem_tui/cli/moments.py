"""Moments as people type them: a date, a date and time, or how long ago."""

from __future__ import annotations

import re
from typing import Any

import click

from ademem_tui.cli.words import TextType

_AGO = re.compile(r"(\d{1,5})\s*(m|h|d|w|y)")
_SECONDS = {"m": 60, "h": 3_600, "d": 86_400, "w": 604_800, "y": 31_536_000}


class Moment(TextType):
    """`2026-03-01`, `2026-03-01T12:00`, `today`, `yesterday`, or `3h`, `7d`, `2w`, `1y` ago."""

    name = "when"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The moment as stored; what has no zone is local time."""
        from datetime import datetime, timedelta

        from ademem_tui.engine.clock import stamp

        text = str(value).strip().lower()
        now = datetime.now().astimezone()
        ago = _AGO.fullmatch(text)
        try:
            if ago:
                moment = now - timedelta(seconds=int(ago[1]) * _SECONDS[ago[2]])
            elif text in ("today", "yesterday"):
                midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
                moment = midnight - timedelta(days=text == "yesterday")
            else:
                moment = datetime.fromisoformat(text.upper()).astimezone()
            return stamp(int(moment.timestamp() * 1000))
        except (ValueError, OverflowError, OSError):
            self.fail(f"'{value}' is no date. Write 2026-03-01, or 7d for a week ago.", param, ctx)
