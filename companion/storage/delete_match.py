"""A match deleted with all that is kept of it, as its own people wish; and tables that nobody writes at any more."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import delete, exists, or_, update
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import Select

from companion.storage.models import (
    BrowserTokenRow,
    CarryLinkRow,
    DeviceRow,
    EntryRow,
    HostBrowserRow,
    InviteCodesRow,
    MatchRow,
    ReceiptRow,
    ResultRow,
    SeatRow,
)
from companion.storage.players.totals import add_up
from companion.storage.results import ended_of
from companion.storage.store import Store
from companion.storage.write_conflicts import Gone, hold, hold_sums, settled

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
    gone, browsers = ended_of(session, match_id), browsers_at(session, match_id)
    for table in OF_A_MATCH:
        session.execute(delete(table).where(col(table.match_id) == match_id))
    session.execute(delete(MatchRow).where(col(MatchRow.id) == match_id))
    known = [exists().where(col(row.browser) == BrowserTokenRow.browser) for row in (DeviceRow, HostBrowserRow)]
    session.execute(delete(BrowserTokenRow).where(col(BrowserTokenRow.browser).in_(browsers), ~or_(*known)))
    add_up(session, gone, [])


def browsers_at(session: Session, match_id: int) -> Sequence[str]:
    """The browsers at a table, those sent away among them."""
    return session.exec(select(DeviceRow.browser).where(DeviceRow.match_id == match_id)).all()


def set_idle_aside(store: Store, before: datetime) -> Idle:
    """Set aside the tables at which nobody wrote since that moment; one where nothing ever was booked is deleted.

    Whoever writes at a table that was set aside takes it up again."""
    with store.reading() as session:
        idle = session.exec(quiet(before).limit(AT_ONCE)).all()
    done = [rest(store, number or 0, before) for number, _ in idle]
    return Idle(*map(sum, zip(*done, strict=True))) if done else Idle(0, 0)


def quiet(before: datetime) -> Select[Any, bool]:
    """Running tables at which nobody wrote since that moment, each with whether anything ever was booked."""
    wrote = exists().where(col(EntryRow.match_id) == MatchRow.id)
    running = col(MatchRow.finished_at).is_(None) & col(MatchRow.idle_since).is_(None)
    still = running & (col(MatchRow.opened_at) < before) & ~wrote.where(col(EntryRow.at) >= before)
    return select(MatchRow.id, wrote).where(still)


@settled
def rest(store: Store, match_id: int, before: datetime) -> Idle:
    """Set one table aside, or delete it; nothing where somebody wrote meanwhile, or another process was first."""
    with suppress(Gone), store.writing() as session:
        hold(session, match_id)
        still = session.exec(quiet(before).where(MatchRow.id == match_id)).first()
        if still and still[1]:
            session.execute(update(MatchRow).where(col(MatchRow.id) == match_id).values(idle_since=datetime.now(UTC)))
            return Idle(1, 0)
        if still:
            remove(session, match_id)
            return Idle(0, 1)
    return Idle(0, 0)


def forget_links(store: Store) -> None:
    """Remove the links to carry a place that nobody can take any more."""
    late = col(CarryLinkRow.expires_at) < datetime.now(UTC)
    with store.reading() as session:
        if session.exec(select(CarryLinkRow.secret).where(late)).first() is None:
            return
    with store.writing() as session:
        session.execute(delete(CarryLinkRow).where(late))
