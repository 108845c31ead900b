"""Settings, read once from the environment. No other module reads `os.environ`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

PREFIX = "HARBOR_"


class SettingsError(RuntimeError):
    """A setting is missing or cannot be read."""


@dataclass(frozen=True, slots=True)
class Settings:
    database_url: str
    signing_key: bytes
    webhook_keys: Mapping[str, bytes]
    smtp_host: str
    mail_from: str
    pool_size: int
    lease_seconds: int
    production: bool


def read(environ: Mapping[str, str]) -> Settings:
    """Settings from a mapping; in production nothing that guards data has a default."""

    def get(name: str, default: str | None = None) -> str:
        value = environ.get(PREFIX + name, default)
        if value is None:
            raise SettingsError(f"{PREFIX}{name} is not set")
        return value

    production = get("ENV", "dev") == "production"
    carriers = ("northpost", "swiftline", "kestrel")
    return Settings(
        database_url=get("DATABASE_URL", None if production else "postgresql:///harbor_dev"),
        signing_key=get("SIGNING_KEY", None if production else "development").encode(),
        webhook_keys={
            name: get(f"WEBHOOK_{name.upper()}", None if production else name).encode()
            for name in carriers
        },
        smtp_host=get("SMTP_HOST", "localhost"),
        mail_from=get("MAIL_FROM", "parcels@harbor.example"),
        pool_size=int(get("POOL_SIZE", "8")),
        lease_seconds=int(get("LEASE_SECONDS", "90")),
        production=production,
    )


@lru_cache(maxsize=1)
def settings() -> Settings:
    """The settings of this process. Tests call `settings.cache_clear()` after changing them."""
    return read(os.environ)
