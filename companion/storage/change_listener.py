"""Listener for the changes of other programs on a PostgreSQL server; without a connection, caches are not trusted."""

import logging
import weakref
from threading import Lock, Thread
from time import sleep
from typing import Any

from sqlalchemy import Engine, text
from sqlmodel import Session

from companion.storage.match_versions import MatchVersions, VersionNotice

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
        self._begun, self._lock = False, Lock()

    def begin(self) -> None:
        """Start listening; a second call does nothing."""
        with self._lock:
            if self._others and not self._begun:
                self._begun = True
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
