"""Access to the database: a snapshot for reading, a transaction for writing, single queries, and write conflicts."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from sqlalchemy import Engine, Row, TextClause, text
from sqlalchemy.exc import DBAPIError
from sqlmodel import Session, col, select

from companion.rules.text import Clauses, Text
from companion.storage.database import file_identity
from companion.storage.database.engines import engine_for
from companion.storage.database.errors import Trouble, Unwritable, trouble_of
from companion.storage.database.file_identity import FileWatch
from companion.storage.database.inspection import detail_of
from companion.storage.models import MatchRow


class Page(threading.local):
    """Snapshot from which one thread reads a page."""

    open = False
    session: Session | None = None

    @contextmanager
    def reading(self, engine: Engine) -> Iterator[Session]:
        """Yield the session of the snapshot; after an error it is closed, and the next one is new."""
        self.session = self.session or Session(engine)
        try:
            yield self.session
        except BaseException:
            self.leave()
            raise

    def leave(self) -> None:
        """Close the snapshot, if there is one."""
        session, self.session = self.session, None
        if session:
            session.close()


class Transactions:
    """One database, and its state while it is open."""

    def __init__(self, engine: Engine, watch: FileWatch | None = None, held: object = None):
        self.engine, self.watch = engine, watch
        self.held = held  # objects that live as long as the store: the lock on its file
        # SQLite has one writer, and waiting for this lock is cheaper than for SQLite's; a server has many writers.
        self._writer = threading.Lock() if engine.dialect.name == "sqlite" else nullcontext()
        self._reads, self._writes, self._glances = (engine_for(engine, what) for what in ("read", "write", "glance"))
        self._page = Page()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Yield a session on one snapshot. Raises Unwritable if the file is gone or replaced."""
        if self.watch:
            self.watch.there()
        with self._page.reading(self._reads) if self._page.open else Session(self._reads) as session:
            yield session

    def begin_request(self) -> None:
        """Read everything in this thread from one snapshot until `end_page`; it is taken at the first read.

        On a server only: a reader of a file blocks its writers, and a page takes time."""
        self._page.open = self.engine.dialect.name == "postgresql"

    def end_request(self) -> None:
        """Release that snapshot."""
        self._page.leave()
        self._page.open = False

    def query_one(self, query: TextClause, **values: Any) -> Row[Any] | None:
        """Return the first row of one query, without a transaction: for the polls of phones every second."""
        if self.watch:
            self.watch.there()
        with self._glances.connect() as connection:
            return connection.execute(query, values).first()

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Yield a session in one writing transaction, committed at the end or rolled back."""
        self._page.leave()  # later reads must see this transaction
        with self._writer, self.watched(), Session(self._writes, expire_on_commit=False) as session:
            yield session
            session.flush()
            try:
                session.commit()
            except DBAPIError as error:
                if trouble_of(error) is Trouble.SILENT:  # the connection broke, so the outcome is unknown
                    raise Unwritable(Trouble.UNCONFIRMED) from error
                raise

    @property
    def notice(self) -> Text | None:
        """The notice to the host about the present database; None if all is well."""
        return file_identity.notice(self.watch.condition) if self.watch else None

    def classify_error(self, error: Exception) -> Trouble | None:
        """Classify an error as trouble of the database; None if it is another error. Reconnect, in case it recovers."""
        if isinstance(error, Unwritable):
            return error.trouble
        trouble = trouble_of(error, self.watch.path if self.watch else None)
        if trouble is Trouble.DAMAGED and self.watch:
            self.watch.found_damaged(Clauses([detail_of(getattr(error, "orig", error))]))
        if trouble not in (None, Trouble.LOCKED):
            self.engine.dispose()
        return trouble

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Raise Unwritable if the file is gone or replaced, before and after a write; before it, also if damaged."""
        if self.watch and self.watch.before():
            self.engine.dispose()  # its connections cache old pages
        yield
        if self.watch:
            self.watch.after()


Given = ParamSpec("Given")
Result = TypeVar("Result")
TRIES = 5
UNIQUE, SERIAL, DEADLOCK = "23505", "40001", "40P01"  # SQLSTATEs of PostgreSQL: another writer was first


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


def number_on(session: Session) -> None:
    """Advance the sequence of entry ids beyond imported ids; SQLite does so itself."""
    if session.get_bind().dialect.name == "postgresql":
        newest = "SELECT coalesce(max(id), 0) + 1 FROM entry"
        session.execute(text(f"SELECT setval(pg_get_serial_sequence('entry', 'id'), ({newest}), false)"))
