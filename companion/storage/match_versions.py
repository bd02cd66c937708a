"""In-memory version number of each match, updated by writers, so that a poll without news costs no query.

On a PostgreSQL server a listener receives the changes of other programs; without its connection nothing is trusted."""

import logging
import weakref
from collections.abc import Callable
from threading import Lock, Thread
from time import sleep
from typing import Any, NamedTuple

from sqlalchemy import Engine, text
from sqlmodel import Session

MOST = 20_000  # matches in memory


class VersionNotice(NamedTuple):
    """Changes of one transaction: the match, or all, and its newest entry, or a change of permissions there."""

    code: str = ""  # of the match; "": any match may have changed
    newest: int = 0  # id of the newest entry; 0: permissions changed

    @classmethod
    def of(cls, session: Session) -> "VersionNotice":
        """Return the changes that a transaction noted in its session."""
        return cls(session.info.get("match", ""), session.info.get("newest", 0))

    @classmethod
    def read(cls, text: str) -> "VersionNotice":
        """Return the changes another program sent, as `written`; unreadable text counts as a change of anything."""
        code, _, newest = text.partition(" ")
        return cls(code, int(newest)) if newest.isascii() and newest.isdecimal() else cls()

    @property
    def written(self) -> str:
        """The changes as text for other programs."""
        return f"{self.code} {self.newest}"


class MatchVersions:
    """The newest entry of each match, and a stamp that changes with permissions there."""

    def __init__(self, heard: bool = True):
        self.heard = heard  # False: changes are not received, so that everything has to be queried
        self.hinted: list[Callable[[str], None]] = []  # listeners for hints, which are not stored
        self._all = 0
        self._stamps: dict[str, int] = {}
        self._newest: dict[str, int] = {}
        self._lock = Lock()

    def newest(self, code: str) -> int | None:
        """Return the last entry's id of that match; None if unknown."""
        return self._newest.get(code) if self.heard else None

    def stamp(self, code: str) -> tuple[int, int]:
        """Return a value that changes when permissions at that match change."""
        return self._all, self._stamps.get(code, 0)

    def take(self, told: VersionNotice) -> None:
        """Record the changes of a transaction."""
        with self._lock:
            if not told.code or len(self._newest) >= MOST or len(self._stamps) >= MOST:
                self._forget()
            elif told.newest:
                self._newest[told.code] = max(told.newest, self._newest.get(told.code, 0))
            else:
                self._stamps[told.code] = self._stamps.get(told.code, 0) + 1

    def learn(self, code: str, newest: int, stamp: tuple[int, int]) -> None:
        """Record a value that was read under this stamp; discard it if the stamp has changed meanwhile."""
        with self._lock:
            if stamp == self.stamp(code):
                self._newest[code] = max(newest, self._newest.get(code, 0))

    def hears(self, heard: bool) -> None:
        """Record whether changes are received from now on, and forget everything, as some may have been missed."""
        with self._lock:
            self._forget()
            self.heard = heard

    def hint(self, text: str) -> None:
        """Pass a hint from another program to the listeners."""
        for listener in self.hinted:
            listener(text)

    def _forget(self) -> None:
        self._all += 1
        self._newest.clear()
        self._stamps.clear()


CHANNEL, HINTS = "companion", "companion_hints"
NOTIFY = text("SELECT pg_notify(:channel, :told)")
PULSE = 5.0  # seconds without a notification before the connection is tested
AGAIN = 1.0  # seconds between attempts to reconnect
BROKEN = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3, "tcp_user_timeout": 10_000}  # s, s, ms
log = logging.getLogger("companion")


def tell(session: Session, told: VersionNotice) -> None:
    """Notify all programs on the server of this transaction when it commits; a file has a single program."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(NOTIFY, {"channel": CHANNEL, "told": told.written})


class ChangeListener:
    """Listening thread, which ends when the match versions are no longer used; none for a SQLite file."""

    def __init__(self, engine: Engine, news: MatchVersions):
        self._others = engine.dialect.name == "postgresql"
        self._arguments: dict[str, Any] = {**engine.dialect.create_connect_args(engine.url)[1], **BROKEN}
        self._news = weakref.ref(news)
        self._started, self._lock = False, Lock()

    def begin(self) -> None:
        """Start listening; a second call does nothing."""
        with self._lock:
            if self._others and not self._started:
                self._started = True
                Thread(target=self._run, name="hearing", daemon=True).start()

    def _run(self) -> None:
        import psycopg

        while self._news():
            try:
                with psycopg.connect(**self._arguments, autocommit=True) as connection:
                    connection.execute(f"LISTEN {HINTS}")
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._hears(True)
                    self._listen(connection)
            except psycopg.Error as error:
                self._hears(False)
                log.info("the database server says nothing new: %s", str(error).strip().partition("\n")[0])
                sleep(AGAIN)

    def _listen(self, connection: Any) -> None:
        while self._news():
            for note in connection.notifies(timeout=PULSE):
                if (news := self._news()) and note.channel == HINTS:
                    news.hint(note.payload)
                elif news:
                    news.take(VersionNotice.read(note.payload))
            connection.execute("SELECT 1")

    def _hears(self, heard: bool) -> None:
        news = self._news()
        if news:
            news.hears(heard)
