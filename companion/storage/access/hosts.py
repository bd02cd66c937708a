"""Host browsers; stored, so that they survive a restart."""

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import delete, text
from sqlmodel import col, select

from companion.storage.access.browsers import digest
from companion.storage.access.links import HOST, Links, use
from companion.storage.models import HostBrowserRow, LinkRow
from companion.storage.store import Store
from companion.storage.transactions import retry_on_conflict

MINE = text("SELECT id FROM host_browser WHERE browser = :browser AND signed_off_at IS NULL")


class Hosts:
    """The hosts of one database, through the store's lock and transactions."""

    def __init__(self, store: Store):
        self.store = store

    def present(self) -> Sequence[HostBrowserRow]:
        """Return the host browsers in the order they became host."""
        there = col(HostBrowserRow.signed_off_at).is_(None)
        with self.store.reading() as session:
            return session.exec(select(HostBrowserRow).where(there).order_by(col(HostBrowserRow.id))).all()

    def with_token(self, token: str) -> int | None:
        """Return the id of a token's browser among the hosts, or None."""
        if not token:
            return None
        with self.store.reading() as session:
            return session.execute(MINE, {"browser": digest(token)}).scalar()

    @retry_on_conflict
    def begin(self, secret: str | None) -> None:
        """Register the link of a starting server, and delete that of an earlier one; each of its processes calls this.

        Links with an expiry time remain."""
        of_servers = (col(LinkRow.purpose) == HOST) & col(LinkRow.expires_at).is_(None)
        own = digest(secret) if secret is not None else None
        with self.store.reading() as session:
            if set(session.exec(select(LinkRow.secret).where(of_servers))) == {own} - {None}:
                return
        with self.store.writing() as session:
            session.execute(delete(LinkRow).where(of_servers, col(LinkRow.secret) != own))
            if own is not None and session.get(LinkRow, own) is None:
                session.add(LinkRow(secret=own, purpose=HOST))

    def new_link(self) -> str:
        """Return the secret of a new link, valid for one browser within ten minutes; an earlier one becomes invalid."""
        return Links(self.store).new(HOST)

    @retry_on_conflict
    def take(self, secret: str, token: str, label: str = "") -> bool:
        """Make one more browser host, at its tables too; return False if the link is invalid.

        Only one browser can use a link. The same browser may use it again, in case the answer was lost."""
        browser = digest(token)
        with self.store.writing() as session:
            link = use(session, HOST, secret, browser)
            there = (col(HostBrowserRow.browser) == browser) & col(HostBrowserRow.signed_off_at).is_(None)
            is_host = session.exec(select(HostBrowserRow.id).where(there)).first() is not None
            if link is None or (link.taken_by and not is_host):
                return False
            link.taken_by = browser
            session.add(link)
            if not is_host:
                session.execute(delete(HostBrowserRow).where(col(HostBrowserRow.browser) == browser))
                session.add(HostBrowserRow(browser=browser, label=label[:40], made_at=datetime.now(UTC)))
        return True

    def sign_off(self, browser: int) -> None:
        """Sign a host browser off from its next request on, and delete the links with an expiry time."""
        with self.store.writing() as session:
            row = session.get(HostBrowserRow, browser)
            if row is None or row.signed_off_at:
                return
            row.signed_off_at = datetime.now(UTC)
            session.add(row)
            ending = (col(LinkRow.purpose) == HOST) & col(LinkRow.expires_at).is_not(None)
            session.execute(delete(LinkRow).where(ending))
