"""Several programs may write at once on a server: who comes second begins again, and goes by what is there by then."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlmodel import Session, col, select

from companion.storage.database.engines import COUNTING, alone
from companion.storage.models import MatchRow

Given = ParamSpec("Given")
Result = TypeVar("Result")
TRIES = 5
NOWHERE = "-"  # the code of no match
UNIQUE, SERIAL, DEADLOCK = "23505", "40001", "40P01"  # as PostgreSQL names them


class Gone(Exception):
    """The match was deleted since it was looked for."""


def settled(act: Callable[Given, Result]) -> Callable[Given, Result]:
    """The act, done anew where another writer was first: it reads before it writes, and leaves nothing when it fails.

    A file has one writer at a time, so that nobody is second there."""

    @wraps(act)
    def tried(*arguments: Given.args, **named: Given.kwargs) -> Result:
        for _ in range(TRIES - 1):
            try:
                return act(*arguments, **named)
            except DBAPIError as error:
                if not lost(error):
                    raise
        return act(*arguments, **named)

    return tried


def lost(error: DBAPIError) -> bool:
    """Whether another writer was first."""
    return getattr(error.orig, "sqlstate", None) in (UNIQUE, SERIAL, DEADLOCK)


def hold(session: Session, match: int | None) -> None:
    """Wait until nobody else changes that match, and let nobody do so until the transaction ends, which is about it.

    Gone where it is no more."""
    code = session.exec(select(MatchRow.code).where(col(MatchRow.id) == match).with_for_update()).first()
    if code is None:
        raise Gone
    session.info["match"] = code


def about_all(session: Session) -> None:
    """What the transaction changes may matter at any match."""
    session.info.clear()


def about_none(session: Session) -> None:
    """What the transaction changes matters at no match."""
    session.info["match"] = NOWHERE


def hold_sums(session: Session) -> None:
    """The same for what all matches together are summed up to."""
    alone(session.connection(), COUNTING)


def hold_ledger(session: Session) -> None:
    """The same for every match, also those that are opened meanwhile; a file has one writer.

    Whoever writes has a row of `match` first, and waits there, so that nobody waits for somebody who waits for them."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text("LOCK TABLE match IN EXCLUSIVE MODE"))
        hold_sums(session)


def number_on(session: Session) -> None:
    """Let the entries to come be numbered after those that brought their numbers along; a file does so by itself."""
    if session.get_bind().dialect.name == "postgresql":
        newest = "SELECT coalesce(max(id), 0) + 1 FROM entry"
        session.execute(text(f"SELECT setval(pg_get_serial_sequence('entry', 'id'), ({newest}), false)"))
