"""Host browsers, and the one-time links that make one; stored, so that they survive a restart."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from sqlalchemy import delete
from sqlmodel import Session, col, select

from companion.storage.access.browsers import browser_of, digest, new_token, renewed
from companion.storage.models import HostBrowserRow, HostLinkRow
from companion.storage.store import Store
from companion.storage.transactions import retry_on_conflict

LINK_LASTS = timedelta(minutes=10)


class Hosts:
    """The hosts of one database, through the store's lock and transactions."""

    def __init__(self, store: Store):
        self.store = store

    def present(self) -> Sequence[HostBrowserRow]:
        """Return the host browsers in the order they became host."""
        there = col(HostBrowserRow.signed_off_at).is_(None)
        with self.store.reading() as session:
            return session.exec(select(HostBrowserRow).where(there).order_by(col(HostBrowserRow.id))).all()

    @retry_on_conflict
    def begin(self, secret: str | None) -> None:
        """Register the link of a starting server, and delete that of an earlier server.

        Each process of the server calls this, and still there is one link. Links with an expiry time remain."""
        of_servers = col(HostLinkRow.expires_at).is_(None)
        own = digest(secret) if secret is not None else None
        with self.store.reading() as session:
            if set(session.exec(select(HostLinkRow.secret).where(of_servers))) == {own} - {None}:
                return
        with self.store.writing() as session:
            session.execute(delete(HostLinkRow).where(of_servers, col(HostLinkRow.secret) != own))
            if own is not None and session.get(HostLinkRow, own) is None:
                session.add(HostLinkRow(secret=own, made_at=datetime.now(UTC)))

    @retry_on_conflict
    def new_link(self) -> str:
        """Return the secret of a new link, valid for one browser within ten minutes; an earlier one becomes invalid."""
        secret, now = new_token(), datetime.now(UTC)
        with self.store.writing() as session:
            session.execute(delete(HostLinkRow).where(col(HostLinkRow.expires_at).is_not(None)))
            session.add(HostLinkRow(secret=digest(secret), made_at=now, expires_at=now + LINK_LASTS))
        return secret

    @retry_on_conflict
    def take(self, secret: str, label: str = "", known: str = "") -> str | None:
        """Return a token for one more host browser, valid for its tables too; None if the link is invalid.

        Only one browser can use a link. The same browser may use it again, in case the answer was lost."""
        now, token = datetime.now(UTC), new_token()
        with self.store.writing() as session:
            link = session.get(HostLinkRow, digest(secret), with_for_update=True)
            again = link is not None and link.used_at is not None and is_host(session, link, known)
            if link is None or (link.used_at and not again) or (link.expires_at and link.expires_at <= now):
                return None
            browser = renewed(session, token, known)
            if not again:
                link.used_at, link.taken_by = now, browser
                session.add(link)
                session.execute(delete(HostBrowserRow).where(col(HostBrowserRow.browser) == browser))
                session.add(HostBrowserRow(browser=browser, label=label[:40], made_at=now))
        return token

    def sign_off(self, browser: int) -> None:
        """Sign a host browser off from its next request on, and delete the links with an expiry time."""
        with self.store.writing() as session:
            row = session.get(HostBrowserRow, browser)
            if row is None or row.signed_off_at:
                return
            row.signed_off_at = datetime.now(UTC)
            session.add(row)
            session.execute(delete(HostLinkRow).where(col(HostLinkRow.expires_at).is_not(None)))


def is_host(session: Session, link: HostLinkRow, known: str) -> bool:
    """True if the browser with that token used the link, and is still host."""
    there = col(HostBrowserRow.signed_off_at).is_(None) & (col(HostBrowserRow.browser) == link.taken_by)
    same = link.taken_by is not None and link.taken_by == browser_of(session, known)
    return same and session.exec(select(HostBrowserRow.id).where(there)).first() is not None
