"""Links valid for their holders until they are revoked: to a finished match, and to the calendar feed."""

from datetime import UTC, datetime

from sqlalchemy import update
from sqlmodel import col, func, select

from companion.storage.access.browsers import new_token
from companion.storage.access.devices import came_by_link, present
from companion.storage.access.invites import Invites, renew_view
from companion.storage.models import CalendarLinkRow, DeviceRow, InviteCodesRow
from companion.storage.store import Store
from companion.storage.transactions import lock_match, retry_on_conflict


def code(store: Store, match_id: int) -> str | None:
    """Return the code in the link to a match; None if it is not shared."""
    with store.reading() as session:
        row = session.get(InviteCodesRow, match_id)
        return row.view_secret if row and row.shared_after is not None else None


@retry_on_conflict
def share(store: Store, match_id: int) -> None:
    """Share a match by link; the viewers' code that was known while it ran becomes invalid."""
    Invites(store).codes(match_id)
    with store.writing() as session:
        lock_match(session, match_id)
        row = session.get_one(InviteCodesRow, match_id)
        if row.shared_after is None:
            row.shared_after = session.exec(select(func.max(col(DeviceRow.id)))).one() or 0
            renew_view(session, row, store.typed)


@retry_on_conflict
def take_back(store: Store, match_id: int) -> None:
    """Revoke the link, and send away the devices that came by it."""
    with store.writing() as session:
        lock_match(session, match_id)
        row = session.get(InviteCodesRow, match_id)
        if row is None or row.shared_after is None:
            return
        for device in present(session, match_id):
            if came_by_link(device, row):
                device.sent_away_at = datetime.now(UTC)
                session.add(device)
        row.shared_after = None
        renew_view(session, row, store.typed)


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
        there = col(CalendarLinkRow.taken_back_at).is_(None)
        session.execute(update(CalendarLinkRow).where(there).values(taken_back_at=datetime.now(UTC)))
