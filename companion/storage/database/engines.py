"""The database: where it lies, how it is opened, and how it is brought up to date."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.pool import ConnectionPoolEntry

from companion.rules.text import N_, Text, Worded
from companion.storage.backup.sqlite_copy import Taken, connect, copy_database, numbered
from companion.storage.database.inspection import MARK, MIGRATIONS, head, revisions

PRAGMAS = {"journal_mode": "delete", "synchronous": 3, "foreign_keys": 1, "busy_timeout": 5000}
POOL = {"pool_pre_ping": True, "pool_size": 8, "max_overflow": 24, "pool_timeout": 5}  # for 8 threads; s
Address = Path | str  # of a database: its file, or where it is on a server
Options = dict[str, Any]
WAYS: dict[str, dict[str, Options]] = {
    "sqlite": {"read": {}, "write": {"write": True}, "glance": {"glance": True}},
    "postgresql": {
        "read": {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True},  # one snapshot
        "write": {"isolation_level": "READ COMMITTED"},  # sees what was kept before it got the lock on its match
        "glance": {"isolation_level": "AUTOCOMMIT"},
    },
}
MIGRATING, COUNTING = 313_001, 313_002  # locks of a server: of the tables as such, of what all matches are summed up to


class WrongDatabase(Worded):
    """The database was made by a newer program, or cannot be opened as it must be; the words say why."""


def open_file(path: Path, mode: str = "rw") -> Engine:
    """An engine for the database file at that path, whatever signs the path holds; "rwc" makes it, "ro" only reads."""
    return open_database(URL.create("sqlite", database=str(path)), creator=lambda: connect(path, mode))


def open_database(url: str | URL, **options: Any) -> Engine:
    """An engine for that address; on SQLite with the journal that loses nothing acknowledged."""
    server = make_url(url).get_backend_name() == "postgresql"
    engine = create_engine(url, hide_parameters=True, **((POOL if server else {}) | options))  # names, codes, digests
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", set_pragmas)
        event.listen(engine, "begin", begin)
    return engine


def set_pragmas(connection: sqlite3.Connection, _entry: ConnectionPoolEntry) -> None:
    """Set what every connection needs, and read it back: SQLite ignores a pragma it does not like."""
    connection.isolation_level = None  # the driver must not open transactions of its own
    for name, wanted in PRAGMAS.items():
        connection.execute(f"PRAGMA {name} = {wanted}")
        held = connection.execute(f"PRAGMA {name}").fetchone()[0]
        if held != wanted:
            answer = N_("SQLite answers {name} = {held}, not {wanted}")
            raise WrongDatabase(Text(answer, name=name, held=held, wanted=wanted))


def begin(connection: Connection) -> None:
    """Writers take the lock at once: a read that turns into a write fails when another writer is first.

    A glance is one statement, which SQLite keeps whole by itself."""
    options = connection.get_execution_options()
    if not options.get("glance"):
        connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("write") else "BEGIN")


def way(engine: Engine, what: str) -> Engine:
    """The engine for that: to "read" from one snapshot, to "write" in one transaction, to "glance" by one statement."""
    return engine.execution_options(**WAYS[engine.dialect.name][what])


def alone(connection: Connection, lock: int) -> None:
    """Wait until nobody else holds that lock, and hold it to the end of the transaction; a file has one writer."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": lock})


def migrate(engine: Engine, copied: bool = False) -> None:
    """Bring the database to this program's state, a copy first unless there is one; refuse one of a newer program."""
    known, newest = revisions(), head()
    with writing(engine) as connection:
        alone(connection, MIGRATING)
        current = revision_of(connection)
        if current and current not in known:
            newer = N_("the database is at revision {revision}, newer than this program's {head}")
            raise WrongDatabase(Text(newer, revision=current, head=newest))
        if current and current != newest and not copied:
            back_up(engine, current)
        if current != newest:
            upgrade(connection)
        mark(connection)


def revision_of(connection: Connection) -> str | None:
    """The revision a database is at; None where nothing was made in it yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    return revision


def upgrade(connection: Connection) -> None:
    """Run the migrations that are due."""
    from alembic import command  # slow to import, and few starts have anything to migrate
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def mark(connection: Connection) -> None:
    """Write into the header of a SQLite file whose it is, where it is not written yet."""
    if connection.dialect.name == "sqlite":
        held = connection.exec_driver_sql("PRAGMA application_id").scalar()
        if held != MARK:
            connection.exec_driver_sql(f"PRAGMA application_id = {MARK}")


def back_up(engine: Engine, revision: str) -> None:
    """Keep a copy of the SQLite file beside it, named after the revision it is at; an earlier copy stays as it is.

    SQLite copies it itself: opening and closing the file by hand would drop every lock this program holds on it."""
    path = engine.url.database
    if engine.dialect.name == "sqlite" and path:
        for kept in numbered(Path(f"{path}.before-{revision}")):
            with suppress(Taken):
                copy_database(Path(path), kept)
                return


@contextmanager
def writing(engine: Engine, **options: Any) -> Iterator[Connection]:
    """A connection in one writing transaction: all of it is kept, or nothing."""
    with way(engine, "write").connect().execution_options(**options) as connection, connection.begin():
        yield connection
