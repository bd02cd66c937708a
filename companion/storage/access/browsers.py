"""Browsers: each has one token, made once; the database stores its digest as the name of the browser."""

import hashlib
import secrets
from datetime import UTC, datetime, timedelta

from sqlalchemy import update
from sqlmodel import col

from companion.storage.models import DeviceRow, HostBrowserRow
from companion.storage.store import Store
from companion.storage.transactions import retry_on_conflict

COOKIE_LIFETIME = timedelta(days=180)  # without use


def new_token() -> str:
    """Return a new secret token for a browser."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """Return the digest of a token or of a link's secret, as it is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


@retry_on_conflict
def sign_off(store: Store, token: str) -> None:
    """Remove a browser from its tables, and as host."""
    now, browser = datetime.now(UTC), digest(token)
    with store.writing() as session:
        at_tables = (col(DeviceRow.browser) == browser) & col(DeviceRow.sent_away_at).is_(None)
        session.execute(update(DeviceRow).where(at_tables).values(sent_away_at=now))
        host = (col(HostBrowserRow.browser) == browser) & col(HostBrowserRow.signed_off_at).is_(None)
        session.execute(update(HostBrowserRow).where(host).values(signed_off_at=now))
