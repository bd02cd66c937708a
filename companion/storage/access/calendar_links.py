"""The address by which a calendar asks for the evenings: whoever has it sees them, until it is taken back."""

from datetime import UTC, datetime

from sqlmodel import col, select

from companion.storage.access.browsers import new_token
from companion.storage.models import CalendarLinkRow
from companion.storage.store import Store


def calendar_secret(store: Store) -> str | None:
    """The secret in the address; None where there is no such address."""
    with store.reading() as session:
        there = select(CalendarLinkRow.secret).where(col(CalendarLinkRow.taken_back_at).is_(None))
        return session.exec(there.order_by(col(CalendarLinkRow.id).desc())).first()


def make_calendar_link(store: Store) -> None:
    """Make the address, unless there is one."""
    if calendar_secret(store) is None:
        with store.writing() as session:
            session.add(CalendarLinkRow(secret=new_token(), made_at=datetime.now(UTC)))


def take_calendar_link_back(store: Store) -> None:
    """Let every address that was made open nothing any more."""
    with store.writing() as session:
        for row in session.exec(select(CalendarLinkRow).where(col(CalendarLinkRow.taken_back_at).is_(None))):
            row.taken_back_at = datetime.now(UTC)
            session.add(row)
