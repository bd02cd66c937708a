"""The browsers that are host, and the one-time links that make one: kept over a restart, ended at once."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from sqlalchemy import delete, text, update
from sqlalchemy.exc import DBAPIError
from sqlmodel import col, select

from companion.storage.access.devices import RENAMED, digest, new_token
from companion.storage.condition.trouble import Unwritable
from companion.storage.models import HostBrowserRow, HostLinkRow
from companion.storage.races import settled
from companion.storage.store import Store

LINK_LASTS = timedelta(minutes=10)
KNOWN = text("SELECT id, last_seen_on FROM host_browser WHERE token = :token AND signed_off_at IS NULL")


@dataclass(frozen=True)
class HostBrowser:
    """A browser that is host: what it is by its own words, since when, and the last day it was seen."""

    id: int
    label: str
    made_at: datetime
    last_seen_on: date


class Hosts:
    """The hosts of one database, behind the store's own lock and transactions."""

    def __init__(self, store: Store):
        self.store = store

    def known(self, token: str) -> int | None:
        """The number of the host's browser with that token; None for anybody else. Its day is noted once a day."""
        row = self.store.glance(KNOWN, token=digest(token)) if token else None
        if row is None:
            return None
        if str(row.last_seen_on) != str(today()):
            with suppress(Unwritable, DBAPIError):  # a database that is only looked at has its hosts all the same
                self._seen(row.id)
        return int(row.id)

    def present(self) -> list[HostBrowser]:
        """The browsers that are host, in the order they became it."""
        there = col(HostBrowserRow.signed_off_at).is_(None)
        with self.store.reading() as session:
            rows = session.exec(select(HostBrowserRow).where(there).order_by(col(HostBrowserRow.id))).all()
            return [HostBrowser(row.id or 0, row.label, row.made_at, row.last_seen_on) for row in rows]

    @settled
    def begin(self, secret: str | None) -> None:
        """A server starts: that of an earlier one opens nothing any more, and its own link works until it ends.

        Each of its processes says so, and the link is one all the same. Links that run out by themselves stay."""
        of_servers = col(HostLinkRow.expires_at).is_(None)
        own = digest(secret) if secret is not None else None
        with self.store.reading() as session:
            if set(session.exec(select(HostLinkRow.secret).where(of_servers))) == {own} - {None}:
                return
        with self.store.writing() as session:
            session.execute(delete(HostLinkRow).where(of_servers, col(HostLinkRow.secret) != own))
            if own is not None and session.get(HostLinkRow, own) is None:
                session.add(HostLinkRow(secret=own, made_at=datetime.now(UTC)))

    @settled
    def new_link(self) -> str:
        """A secret that makes one browser host, once, within ten minutes; one made before opens nothing any more."""
        secret, now = new_token(), datetime.now(UTC)
        with self.store.writing() as session:
            session.execute(delete(HostLinkRow).where(col(HostLinkRow.expires_at).is_not(None)))
            session.add(HostLinkRow(secret=digest(secret), made_at=now, expires_at=now + LINK_LASTS))
        return secret

    @settled
    def take(self, secret: str, label: str = "", known: str = "") -> str | None:
        """The token of one more host, whose tables come along from the token it had; None where the link opens nothing.

        Of two who take a link at once one is first."""
        now, token = datetime.now(UTC), new_token()
        with self.store.writing() as session:
            link = session.get(HostLinkRow, digest(secret), with_for_update=True)
            if link is None or link.used_at or (link.expires_at and link.expires_at <= now):
                return None
            link.used_at = now
            session.add(link)
            if known:
                session.execute(RENAMED, {"old": digest(known), "new": digest(token)})
                session.execute(delete(HostBrowserRow).where(col(HostBrowserRow.token) == digest(known)))
            session.add(HostBrowserRow(token=digest(token), label=label[:40], made_at=now, last_seen_on=today()))
        return token

    def sign_off(self, browser: int) -> None:
        """That browser is host no more, from its next request on; links that are about open nothing any more."""
        with self.store.writing() as session:
            row = session.get(HostBrowserRow, browser)
            if row is None or row.signed_off_at:
                return
            row.signed_off_at = datetime.now(UTC)
            session.add(row)
            session.execute(delete(HostLinkRow).where(col(HostLinkRow.expires_at).is_not(None)))

    def _seen(self, browser: int) -> None:
        with self.store.writing() as session:
            session.execute(
                update(HostBrowserRow).where(col(HostBrowserRow.id) == browser).values(last_seen_on=today())
            )


def today() -> date:
    """The day, as hosts are seen."""
    return datetime.now(UTC).date()
