"""How a database is asked and written: from one snapshot, in one transaction, or at a glance."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from sqlalchemy import Engine, Row, TextClause
from sqlmodel import Session

from companion.rules.text import Clauses, Text
from companion.storage.change_listener import HINTS, NOTIFY, Hearing, tell
from companion.storage.database import messages
from companion.storage.database.engines import way
from companion.storage.database.errors import Trouble, Unwritable, confirmed, trouble_of
from companion.storage.database.file_identity import Watch
from companion.storage.database.inspection import detail_of
from companion.storage.match_versions import News, Told


class Page(threading.local):
    """What one thread reads a page from."""

    open = False
    session: Session | None = None

    @contextmanager
    def reading(self, engine: Engine) -> Iterator[Session]:
        """The snapshot of the page; after an error the next one is another."""
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
    """One database, and what is known of it while it is open."""

    def __init__(self, engine: Engine, watch: Watch | None = None, held: object = None):
        self.engine, self.watch = engine, watch
        self.news = News(heard=engine.dialect.name == "sqlite")  # a file has one program, which knows by itself
        self.hearing = Hearing(engine, self.news)
        self.held = held  # what is kept as long as there is the store: the lock on its file
        # SQLite has one writer, and waiting here is cheaper than waiting there; a server has many.
        self._writer = threading.Lock() if engine.dialect.name == "sqlite" else nullcontext()
        self._reads, self._writes, self._glances = (way(engine, what) for what in ("read", "write", "glance"))
        self._page = Page()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """One snapshot to read from; Unwritable where the file is no longer the one that was opened."""
        if self.watch:
            self.watch.there()
        if self._page.open:
            with self._page.reading(self._reads) as session:
                yield session
            return
        with Session(self._reads) as session:
            yield session

    def begin_page(self) -> None:
        """All that this thread reads from now on comes from one snapshot; it is taken when something is read.

        On a server alone: whoever reads a file holds it against its writers, and a page takes its time."""
        self._page.open = self.engine.dialect.name == "postgresql"

    def end_page(self) -> None:
        """Let go of that snapshot."""
        self._page.leave()
        self._page.open = False

    def glance(self, query: TextClause, **values: Any) -> Row[Any] | None:
        """The first row of one query: what phones ask every second, without a transaction around it."""
        if self.watch:
            self.watch.there()
        with self._glances.connect() as connection:
            return connection.execute(query, values).first()

    def hint(self, said: str) -> None:
        """Let the other programs on a server hear what is kept nowhere; where a file is kept there are none."""
        if self.engine.dialect.name == "postgresql":
            with self._glances.connect() as connection:
                connection.execute(NOTIFY, {"channel": HINTS, "told": said})

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """One transaction to write in: all of it is kept, or nothing."""
        self._page.leave()  # what is read afterwards knows what was written
        with self._writer, self.watched(), Session(self._writes, expire_on_commit=False) as session:
            yield session
            session.flush()
            about = Told.of(session)
            tell(session, about)
            try:
                with confirmed():
                    session.commit()
            except Unwritable:
                about = Told()
                raise
            finally:
                self.news.take(about)

    @property
    def notice(self) -> Text | None:
        """What the host has to know of the database as it is now; None where all is well."""
        return messages.notice(self.watch.condition) if self.watch else None

    def ails(self, error: Exception) -> Trouble | None:
        """What the database suffers from by that error, if it is that; connections are made anew, should it recover."""
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
        """Nothing is written into a file that is gone, another one or damaged, nor acknowledged if it became so."""
        if self.watch and self.watch.before():
            self.engine.dispose()  # its connections remember pages of before
        yield
        if self.watch:
            self.watch.after()
