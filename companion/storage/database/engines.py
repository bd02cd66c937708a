"""Database engines: connections, transaction modes and migration."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.pool import ConnectionPoolEntry

from companion.progress import report
from companion.rules.text import N_, Worded
from companion.storage.backup.sqlite_copy import Taken, connect, copy_database, numbered
from companion.storage.database.inspection import MARK, MIGRATIONS, head, revisions

PRAGMAS = {"journal_mode": "delete", "synchronous": 3, "foreign_keys": 1, "busy_timeout": 5000}
POOL = {"pool_pre_ping": True, "pool_size": 8, "max_overflow": 24, "pool_timeout": 5}  # for 8 threads; timeout in s
Address = Path | str  # of a database: path of its file, or URL on a server
Options = dict[str, Any]
WAYS: dict[str, dict[str, Options]] = {
    "sqlite": {"read": {}, "write": {"write": True}, "glance": {"glance": True}},
    "postgresql": {
        "read": {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True},  # one snapshot
        "write": {"isolation_level": "READ COMMITTED"},  # sees what was committed before it got the lock on its match
        "glance": {"isolation_level": "AUTOCOMMIT"},
    },
}
MIGRATING = 313_001  # advisory lock on a server


class WrongDatabase(Worded):
    """The database is of a newer program, or cannot be opened as it must be; the message says why."""


def open_file(path: Path, mode: str = "rw") -> Engine:
    """Return an engine for a database file, whatever characters its path holds; mode "rwc" creates, "ro" only reads."""
    return open_database(URL.create("sqlite", database=str(path)), creator=lambda: connect(path, mode))


def open_database(url: str | URL, **options: Any) -> Engine:
    """Return an engine for that URL; on SQLite with the durable journal mode."""
    server = make_url(url).get_backend_name() == "postgresql"
    engine = create_engine(url, hide_parameters=True, **((POOL if server else {}) | options))  # names, codes, digests
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", set_pragmas)
        event.listen(engine, "begin", begin)
    return engine


def set_pragmas(connection: sqlite3.Connection, _entry: ConnectionPoolEntry) -> None:
    """Set the pragmas of a connection and read them back: SQLite silently ignores one that it rejects."""
    connection.isolation_level = None  # the driver must not open transactions itself
    for name, wanted in PRAGMAS.items():
        connection.execute(f"PRAGMA {name} = {wanted}")
        held = connection.execute(f"PRAGMA {name}").fetchone()[0]
        if held != wanted:
            raise WrongDatabase(N_("SQLite reports {name} = {held}, not {wanted}"), name=name, held=held, wanted=wanted)


def begin(connection: Connection) -> None:
    """Begin a transaction; a writer takes the lock at once, because a read lock may fail to upgrade to a write lock.

    "glance" is a single statement, atomic in SQLite without a transaction."""
    options = connection.get_execution_options()
    if not options.get("glance"):
        connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("write") else "BEGIN")


def engine_for(engine: Engine, what: str) -> Engine:
    """Return the engine for a mode: "read" from one snapshot, "write" in one transaction, "glance" by one statement."""
    return engine.execution_options(**WAYS[engine.dialect.name][what])


def advisory_lock(connection: Connection, lock: int) -> None:
    """Take an advisory lock until the transaction ends, waiting for its holder; a file has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": lock})


def migrate(engine: Engine, copied: bool = False) -> None:
    """Migrate the database to this program's revision, after a copy unless `copied`.

    Raises: WrongDatabase if it is at a revision this program does not know."""
    known, newest = revisions(), head()
    with writing(engine) as connection:
        advisory_lock(connection, MIGRATING)
        current = revision_of(connection)
        if current and current not in known:
            newer = N_("the database is at revision {revision}, newer than this program’s {head}")
            raise WrongDatabase(newer, revision=current, head=newest)
        if current and current != newest and not copied:
            back_up(engine, current)
        if current != newest:
            upgrade(connection)
        stamp_application_id(connection)


def revision_of(connection: Connection) -> str | None:
    """Return the revision of a database; None if it has no tables yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    return revision


def upgrade(connection: Connection) -> None:
    """Run the pending migrations."""
    from alembic import command  # slow to import, and few starts have anything to migrate
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    known = [*reversed(revisions())]
    config.attributes["applied"] = lambda step, **_: report((known.index(step.up_revision_id) + 1) / len(known))
    command.upgrade(config, "head")


def stamp_application_id(connection: Connection) -> None:
    """Write the companion's application id into the header of a SQLite file, if it is missing."""
    if connection.dialect.name == "sqlite":
        held = connection.exec_driver_sql("PRAGMA application_id").scalar()
        if held != MARK:
            connection.exec_driver_sql(f"PRAGMA application_id = {MARK}")


def back_up(engine: Engine, revision: str) -> None:
    """Copy the SQLite file to a name beside it with its revision; earlier copies are not overwritten.

    SQLite makes the copy: opening and closing the file directly would drop every lock this program holds on it."""
    path = engine.url.database
    if engine.dialect.name == "sqlite" and path:
        for kept in numbered(Path(f"{path}.before-{revision}")):
            with suppress(Taken):
                copy_database(Path(path), kept)
                return


@contextmanager
def writing(engine: Engine, **options: Any) -> Iterator[Connection]:
    """Yield a connection in one writing transaction, committed at the end or rolled back."""
    with engine_for(engine, "write").connect().execution_options(**options) as connection, connection.begin():
        yield connection
