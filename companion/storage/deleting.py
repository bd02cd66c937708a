"""A match deleted with all that is kept of it, as its own people wish; and tables that nobody writes at any more."""

from contextlib import suppress
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import delete, exists, update
from sqlmodel import Session, col, select

from companion.storage.models import (
    CarryLinkRow,
    DeviceRow,
    EntryRow,
    InviteCodesRow,
    MatchRow,
    ReceiptRow,
    ResultRow,
    SeatRow,
)
from companion.storage.races import Gone, hold, hold_sums, settled
from companion.storage.results import ended_of
from companion.storage.store import Store
from companion.storage.tallies import add_up

OF_A_MATCH = (CarryLinkRow, ReceiptRow, ResultRow, DeviceRow, InviteCodesRow, EntryRow, SeatRow)
AT_ONCE = 200  # tables that are set aside in one go


class Idle(NamedTuple):
    """What became of tables at which nobody wrote any more."""

    set_aside: int
    deleted: int  # of these nothing was ever booked


@settled
def delete_match(store: Store, match_id: int) -> None:
    """Delete a match, its entries, results, codes and phones; statistics are as if it had never been.

    Backups made before still hold it until they are thinned out."""
    with store.writing() as session:
        hold(session, match_id)
        remove(session, match_id)


def remove(session: Session, match_id: int) -> None:
    """Delete the rows of a match, and take its results out of the sums."""
    hold_sums(session)
    gone = ended_of(session, match_id)
    for table in OF_A_MATCH:
        session.execute(delete(table).where(col(table.match_id) == match_id))
    session.execute(delete(MatchRow).where(col(MatchRow.id) == match_id))
    add_up(session, gone, [])


def set_idle_aside(store: Store, before: datetime) -> Idle:
    """Set aside the tables at which nobody wrote since that moment; one where nothing ever was booked is deleted.

    Whoever writes at a table that was set aside takes it up again."""
    with store.reading() as session:
        wrote = exists().where(col(EntryRow.match_id) == MatchRow.id)
        running = col(MatchRow.finished_at).is_(None) & col(MatchRow.idle_since).is_(None)
        quiet = running & (col(MatchRow.opened_at) < before) & ~wrote.where(col(EntryRow.at) >= before)
        idle = session.exec(select(MatchRow.id, wrote).where(quiet).limit(AT_ONCE)).all()
    gone = [number for number, booked in idle if not booked]
    for number, booked in idle:
        with suppress(Gone):  # another process was first
            (rest if booked else delete_match)(store, number or 0)
    return Idle(len(idle) - len(gone), len(gone))


@settled
def rest(store: Store, match_id: int) -> None:
    """Set one table aside."""
    with store.writing() as session:
        hold(session, match_id)
        session.execute(update(MatchRow).where(col(MatchRow.id) == match_id).values(idle_since=datetime.now(UTC)))


def forget_links(store: Store) -> None:
    """Remove the links to carry a place that nobody can take any more."""
    with store.writing() as session:
        session.execute(delete(CarryLinkRow).where(col(CarryLinkRow.expires_at) < datetime.now(UTC)))
