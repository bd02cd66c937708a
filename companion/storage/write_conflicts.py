"""Locks, and retries of transactions that lost a write conflict, for several programs that write on one server."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlmodel import Session, col, select

from companion.storage.database.engines import COUNTING, advisory_lock
from companion.storage.models import MatchRow

Given = ParamSpec("Given")
Result = TypeVar("Result")
TRIES = 5
NOWHERE = "-"  # stands for no match
UNIQUE, SERIAL, DEADLOCK = "23505", "40001", "40P01"  # SQLSTATEs of PostgreSQL


class MatchDeleted(Exception):
    """The match was deleted after it was looked up."""


def retry_on_conflict(act: Callable[Given, Result]) -> Callable[Given, Result]:
    """Retry a transaction that lost a write conflict; it must read before it writes and have no other side effects.

    A file has one writer at a time, so that no conflict arises there."""

    @wraps(act)
    def tried(*arguments: Given.args, **named: Given.kwargs) -> Result:
        for _ in range(TRIES - 1):
            try:
                return act(*arguments, **named)
            except DBAPIError as error:
                if not lost_conflict(error):
                    raise
        return act(*arguments, **named)

    return tried


def lost_conflict(error: DBAPIError) -> bool:
    """True if the error is a conflict that another writer won."""
    return getattr(error.orig, "sqlstate", None) in (UNIQUE, SERIAL, DEADLOCK)


def lock_match(session: Session, match: int | None) -> None:
    """Lock a match until the transaction ends, and note that the transaction is about it.

    Raises: MatchDeleted if it was deleted."""
    code = session.exec(select(MatchRow.code).where(col(MatchRow.id) == match).with_for_update()).first()
    if code is None:
        raise MatchDeleted
    session.info["match"] = code


def affects_any_match(session: Session) -> None:
    """Note that the changes of the transaction may affect any match."""
    session.info.clear()


def affects_no_match(session: Session) -> None:
    """Note that the changes of the transaction affect no match."""
    session.info["match"] = NOWHERE


def lock_totals(session: Session) -> None:
    """Lock the totals over all matches until the transaction ends."""
    advisory_lock(session.connection(), COUNTING)


def lock_ledger(session: Session) -> None:
    """Lock all matches, also those that are being opened, until the transaction ends; a file has one writer anyway.

    Every writer locks a row of `match` first and waits there, so that no deadlock arises."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text("LOCK TABLE match IN EXCLUSIVE MODE"))
        lock_totals(session)


def number_on(session: Session) -> None:
    """Advance the sequence of entry ids beyond imported ids; SQLite does so itself."""
    if session.get_bind().dialect.name == "postgresql":
        newest = "SELECT coalesce(max(id), 0) + 1 FROM entry"
        session.execute(text(f"SELECT setval(pg_get_serial_sequence('entry', 'id'), ({newest}), false)"))
