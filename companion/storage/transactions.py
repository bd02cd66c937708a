"""Access to the database: one session for each block of reads, one for each write, and write conflicts.

A request has no session for all its reads: its read lock on the file would last until the page is rendered, or until a
search is done, and no booking is committed beside it."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import wraps
from typing import ParamSpec, TypeVar

from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError
from sqlmodel import Session, col, select

from companion.storage.database.engines import WRITE
from companion.storage.database.errors import Trouble, Unwritable, trouble_of
from companion.storage.database.lock import FileWatch
from companion.storage.models import MatchRow

READERS_TIMEOUT = 5  # seconds to wait for readers to end, or for the replacement of the file


class Transactions:
    """One database, and its state while it is open."""

    def __init__(self, engine: Engine, watch: FileWatch | None = None, held: object = None):
        self.engine, self.watch = engine, watch
        self.held = held  # objects that live as long as the store: the lock on its file
        # SQLite has one writer, and waiting for this lock is cheaper than for SQLite's; a server has many writers.
        self.writer = threading.Lock() if engine.dialect.name == "sqlite" else nullcontext()
        self._readers, self._reading, self._closed = threading.Condition(), 0, False

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Yield a session until the block ends: read there, and render after it.

        Raises: Unwritable if the file is gone or replaced."""
        with self._readers:
            if not self._readers.wait_for(lambda: not self._closed, READERS_TIMEOUT):
                raise Unwritable(Trouble.LOCKED)
            self._reading += 1
        try:
            if self.watch:
                self.watch.check()
            with Session(self.engine) as session:
                yield session
        finally:
            with self._readers:
                self._reading -= 1
                self._readers.notify_all()

    @contextmanager
    def without_readers(self) -> Iterator[None]:
        """Keep readers out of the block, in which the file may be replaced; `writer` must be held.

        No connection to the replaced file stays open: it would take the journal of the new one for its own.
        Raises: Unwritable if a reader does not end in time."""
        with self._readers:
            self._closed = True
        try:
            with self._readers:
                if not self._readers.wait_for(lambda: not self._reading, READERS_TIMEOUT):
                    raise Unwritable(Trouble.LOCKED)
            self.engine.dispose()
            yield
        finally:
            if self.watch:
                self.watch.renew()
            with self._readers:
                self._closed = False
                self._readers.notify_all()

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Yield a session in one writing transaction, committed at the end or rolled back.

        Raises: Unwritable if the file is gone or replaced, or if a server may not have committed."""
        with self.writer, self.watched(), Session(self.engine, expire_on_commit=False) as session:
            session.connection(execution_options={WRITE: True})
            yield session
            session.flush()
            try:
                session.commit()
            except DBAPIError as error:
                if trouble_of(error) is Trouble.SILENT:  # the connection broke, so the outcome is unknown
                    raise Unwritable(Trouble.UNCONFIRMED) from error
                raise

    def classify_error(self, error: Exception) -> Trouble | None:
        """Classify an error as trouble of the database; None if it is another error. Reconnect, in case it recovers."""
        if isinstance(error, Unwritable):
            return error.trouble
        trouble = trouble_of(error, self.watch.path if self.watch else None)
        if trouble is Trouble.DAMAGED and self.watch:
            self.watch.distrust()
        if trouble not in (None, Trouble.LOCKED):
            self.engine.dispose()
        return trouble

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Raise Unwritable if the file is gone or replaced, before and after a write; before it, also if damaged."""
        if self.watch and self.watch.before_write():
            self.engine.dispose()  # its connections cache old pages
        yield
        if self.watch:
            self.watch.after_write()


Given = ParamSpec("Given")
Result = TypeVar("Result")
UNIQUE, SERIAL, DEADLOCK = "23505", "40001", "40P01"  # SQLSTATEs of PostgreSQL: another writer was first


class MatchDeleted(Exception):
    """The match was deleted after it was looked up."""


def retry_on_conflict(act: Callable[Given, Result]) -> Callable[Given, Result]:
    """Retry a transaction once that lost a write conflict; it must read before it writes, without other side effects.

    A file has one writer at a time, so that no conflict arises there."""

    @wraps(act)
    def tried(*arguments: Given.args, **named: Given.kwargs) -> Result:
        try:
            return act(*arguments, **named)
        except DBAPIError as error:
            if getattr(error.orig, "sqlstate", None) not in (UNIQUE, SERIAL, DEADLOCK):
                raise
        return act(*arguments, **named)

    return tried


def lock_match(session: Session, match: int) -> None:
    """Lock a match until the transaction ends. Raises: MatchDeleted if it was deleted."""
    if session.exec(select(MatchRow.id).where(col(MatchRow.id) == match).with_for_update()).first() is None:
        raise MatchDeleted


def lock_ledger(session: Session) -> None:
    """Lock all matches, also those that are being opened, until the transaction ends; a file has one writer anyway.

    Every writer locks a row of `match` first and waits there, so that no deadlock arises."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text("LOCK TABLE match IN EXCLUSIVE MODE"))
