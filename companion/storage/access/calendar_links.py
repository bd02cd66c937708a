"""Secret address of the calendar feed: it shows the evenings to its holders until it is revoked."""

from datetime import UTC, datetime

from sqlmodel import col, select

from companion.storage.access.browsers import new_token
from companion.storage.models import CalendarLinkRow
from companion.storage.store import Store


def calendar_secret(store: Store) -> str | None:
    """Return the secret in the address; None if there is no address."""
    with store.reading() as session:
        there = select(CalendarLinkRow.secret).where(col(CalendarLinkRow.taken_back_at).is_(None))
        return session.exec(there.order_by(col(CalendarLinkRow.id).desc())).first()


def make_calendar_link(store: Store) -> None:
    """Create the address, unless there is one."""
    if calendar_secret(store) is None:
        with store.writing() as session:
            session.add(CalendarLinkRow(secret=new_token(), made_at=datetime.now(UTC)))


def take_calendar_link_back(store: Store) -> None:
    """Revoke all addresses."""
    with store.writing() as session:
        for row in session.exec(select(CalendarLinkRow).where(col(CalendarLinkRow.taken_back_at).is_(None))):
            row.taken_back_at = datetime.now(UTC)
            session.add(row)
