"""Database engines: connections, transaction modes and migration."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.pool import ConnectionPoolEntry

from companion.rules.text import N_
from companion.storage.backup.sqlite_copy import connect, copy_database, free_name
from companion.storage.database.errors import Unusable

PRAGMAS = {"journal_mode": "delete", "synchronous": 3, "foreign_keys": 1, "busy_timeout": 5000}
POOL = {"pool_pre_ping": True, "pool_size": 8, "max_overflow": 24, "pool_timeout": 5}  # for 8 threads; timeout in s
MIGRATIONS = Path(__file__).parents[2] / "migrations"
Address = Path | str  # of a database: path of its file, or URL on a server
WRITE = "write"  # execution option of a connection that is going to write
MIGRATING = 313_001  # advisory lock on a server


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
    """Set the pragmas of a connection and read them back: SQLite silently ignores one that it rejects.

    Raises: Unusable: if one was ignored."""
    connection.isolation_level = None  # the driver must not open transactions itself
    for name, wanted in PRAGMAS.items():
        connection.execute(f"PRAGMA {name} = {wanted}")
        held = connection.execute(f"PRAGMA {name}").fetchone()[0]
        if held != wanted:
            raise Unusable(N_("SQLite reports {name} = {held}, not {wanted}"), name=name, held=held, wanted=wanted)


def begin(connection: Connection) -> None:
    """Begin a transaction; a writer takes the lock at once, because a read lock may fail to upgrade to a write lock."""
    write = connection.get_execution_options().get(WRITE)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")


def migrate(engine: Engine, copied: bool = False) -> None:
    """Migrate the database from a revision that this program knows to its own, after a copy unless `copied`."""
    with writing(engine) as connection:
        if connection.dialect.name == "postgresql":  # a file has one writer anyway
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATING})
        current = revision_of(connection)
        if current and current != head() and not copied:
            back_up(engine, current)
        if current != head():
            upgrade(connection)


def revision_of(connection: Connection) -> str | None:
    """Return the revision of a database; None if it has no tables yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    return revision


@cache
def revisions() -> tuple[str, ...]:
    """Return the revisions known to this program, newest first: the numbers that migration files' names begin with."""
    return tuple(sorted((file.name[:4] for file in (MIGRATIONS / "versions").glob("[0-9]*.py")), reverse=True))


def head() -> str:
    """Return the newest revision, which this program writes."""
    return revisions()[0]


def upgrade(connection: Connection) -> None:
    """Run the pending migrations."""
    from alembic import command  # slow to import, and few starts have anything to migrate
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def back_up(engine: Engine, revision: str) -> None:
    """Copy the SQLite file to a name beside it with its revision; earlier copies are not overwritten.

    SQLite makes the copy: opening and closing the file directly would drop every lock this program holds on it."""
    path = engine.url.database
    if engine.dialect.name == "sqlite" and path:
        copy_database(Path(path), free_name(Path(f"{path}.before-{revision}")))


@contextmanager
def writing(engine: Engine, **options: Any) -> Iterator[Connection]:
    """Yield a connection in one writing transaction, committed at the end or rolled back."""
    with engine.connect().execution_options(**{WRITE: True}, **options) as connection, connection.begin():
        yield connection
