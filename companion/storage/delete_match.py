"""Deletion of a match with all its rows, and housekeeping of idle tables."""

from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import delete, exists, update
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import Select

from companion.storage.models import (
    DeviceRow,
    EntryRow,
    LinkRow,
    MatchRow,
    PersonEntryRow,
    ReceiptRow,
    ResultRow,
    SeatRow,
)
from companion.storage.players.identities import PersonAct, PersonEntry
from companion.storage.players.name_commands import append
from companion.storage.store import Store, derived_key
from companion.storage.transactions import MatchDeleted, lock_match, retry_on_conflict

OF_A_MATCH = (LinkRow, ResultRow, ReceiptRow, DeviceRow, EntryRow, SeatRow)


class Idle(NamedTuple):
    """Counts of idle tables that were handled."""

    archived: int
    deleted: int  # those without any entry


@retry_on_conflict
def delete_match(store: Store, match_id: int, noted: bool = False) -> None:
    """Delete a match, its entries, results, codes and devices; statistics change as if it never existed.

    If it is `noted`, an entry remains, so that no import of an older export brings it back unasked. Earlier backups
    still contain it until they are thinned out."""
    with store.writing() as session:
        lock_match(session, match_id)
        if noted:
            note_deletion(session, match_id)
        remove(session, match_id)


def note_deletion(session: Session, match_id: int) -> None:
    """Append the entry that a match was deleted, unless it was deleted before and imported again."""
    match = session.get_one(MatchRow, match_id)
    entry = PersonEntry(deletion_key(match.key), PersonAct.DELETED, match.code, "", datetime.now(UTC))
    if session.exec(select(PersonEntryRow.id).where(PersonEntryRow.key == entry.key)).first() is None:
        append(session, [entry])


def deletion_key(key: str) -> str:
    """Return the key of the entry that the match of that key was deleted."""
    return derived_key("deleted", key)


def remove(session: Session, match_id: int) -> None:
    """Delete the rows of a match."""
    for table in OF_A_MATCH:
        session.execute(delete(table).where(col(table.match_id) == match_id))
    session.execute(delete(MatchRow).where(col(MatchRow.id) == match_id))


def archive_idle_tables(store: Store, before: datetime) -> Idle:
    """Archive the tables without an entry since that moment; delete one that never had any entry.

    The next entry at an archived table makes it active again."""
    with store.reading() as session:
        idle = session.exec(idle_tables(before)).all()
    done = [archive_table(store, number, before) for number, _ in idle]
    return Idle(sum(one.archived for one in done), sum(one.deleted for one in done))


def idle_tables(before: datetime) -> Select[Any, bool]:
    """Return the query for running tables without an entry since that moment, each with whether it ever had one."""
    wrote = exists().where(col(EntryRow.match_id) == MatchRow.id)
    running = col(MatchRow.finished_at).is_(None) & col(MatchRow.idle_since).is_(None)
    still = running & (col(MatchRow.opened_at) < before) & ~wrote.where(col(EntryRow.at) >= before)
    return select(MatchRow.id, wrote).where(still)


@retry_on_conflict
def archive_table(store: Store, match_id: int, before: datetime) -> Idle:
    """Archive one table, or delete it; do nothing if it was written meanwhile, or another process was first."""
    with suppress(MatchDeleted), store.writing() as session:
        lock_match(session, match_id)
        still = session.exec(idle_tables(before).where(MatchRow.id == match_id)).first()
        if still and still[1]:
            session.execute(update(MatchRow).where(col(MatchRow.id) == match_id).values(idle_since=datetime.now(UTC)))
            return Idle(1, 0)
        if still:
            remove(session, match_id)
            return Idle(0, 1)
    return Idle(0, 0)
