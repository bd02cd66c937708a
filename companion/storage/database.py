"""The database: where it lies, how it is opened, and how it is brought up to date."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect
from sqlalchemy.pool import ConnectionPoolEntry

from companion.storage.copying import connect
from companion.storage.inspection import MARK, MIGRATIONS, head, revisions

PRAGMAS = {"journal_mode": "delete", "synchronous": 3, "foreign_keys": 1, "busy_timeout": 5000}


class WrongDatabase(Exception):
    """The database was made by a newer program, or cannot be opened as it must be."""


def open_file(path: Path, mode: str = "rw") -> Engine:
    """An engine for the database file at that path, whatever signs the path holds; "rwc" makes it, "ro" only reads."""
    return open_database(URL.create("sqlite", database=str(path)), creator=lambda: connect(path, mode))


def open_database(url: str | URL, **options: Any) -> Engine:
    """An engine for that address; on SQLite with the journal that loses nothing acknowledged."""
    engine = create_engine(url, **options)
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
            raise WrongDatabase(f"SQLite answers {name} = {held}, not {wanted}")


def begin(connection: Connection) -> None:
    """Writers take the lock at once: a read that turns into a write fails when another writer is first.

    A glance is one statement, which SQLite keeps whole by itself."""
    options = connection.get_execution_options()
    if not options.get("glance"):
        connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("write") else "BEGIN")


def migrate(engine: Engine) -> None:
    """Bring the database to this program's state, a backup first; refuse one from a newer program."""
    known, newest = revisions(), head()
    with writing(engine) as connection:
        current = revision_of(connection)
        if current and current not in known:
            raise WrongDatabase(f"the database is at revision {current}, newer than this program's {newest}")
        if current and current != newest:
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
    """Keep a copy of the SQLite file beside it, named after the revision it is at.

    SQLite copies it itself: opening and closing the file by hand would drop every lock this program holds on it."""
    path = engine.url.database
    if engine.dialect.name == "sqlite" and path:
        kept = Path(f"{path}.before-{revision}")
        try:
            with closing(sqlite3.connect(path)) as held, closing(sqlite3.connect(kept)) as copy:
                held.backup(copy)
        except sqlite3.Error:
            kept.unlink(missing_ok=True)  # half a copy is none
            raise


@contextmanager
def writing(engine: Engine, **options: Any) -> Iterator[Connection]:
    """A connection in one writing transaction: all of it is kept, or nothing."""
    with engine.connect().execution_options(write=True, **options) as connection, connection.begin():
        yield connection
