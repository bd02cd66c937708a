"""The database: where it lies, how it is opened, and how it is brought up to date."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import ConnectionPoolEntry

MIGRATIONS = Path(__file__).parents[1] / "migrations"
PRAGMAS = {"journal_mode": "delete", "synchronous": 3, "foreign_keys": 1, "busy_timeout": 5000}


class WrongDatabase(Exception):
    """The database was made by a newer program, or cannot be opened as it must be."""


def open_database(url: str) -> Engine:
    """An engine for that address; on SQLite with the journal that loses nothing acknowledged."""
    engine = create_engine(url)
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


def revisions() -> list[str]:
    """The revisions this program knows, its own first."""
    scripts = ScriptDirectory(str(MIGRATIONS))
    return [script.revision for script in scripts.walk_revisions()]


def migrate(engine: Engine) -> None:
    """Bring the database to this program's state, a backup first; refuse one from a newer program."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    scripts = ScriptDirectory.from_config(config)
    with writing(engine) as connection:
        current = MigrationContext.configure(connection).get_current_revision()
        head = scripts.get_current_head()
        if current == head:
            return
        if current and current not in {script.revision for script in scripts.walk_revisions()}:
            raise WrongDatabase(f"the database is at revision {current}, newer than this program's {head}")
        if current:
            back_up(engine, current)
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def back_up(engine: Engine, revision: str) -> None:
    """Keep a copy of the SQLite file beside it, named after the revision it is at.

    SQLite copies it itself: opening and closing the file by hand would drop every lock this program holds on it."""
    path = engine.url.database
    if engine.dialect.name == "sqlite" and path:
        with closing(sqlite3.connect(path)) as held, closing(sqlite3.connect(f"{path}.before-{revision}")) as copy:
            held.backup(copy)


@contextmanager
def writing(engine: Engine, **options: Any) -> Iterator[Connection]:
    """A connection in one writing transaction: all of it is kept, or nothing."""
    with engine.connect().execution_options(write=True, **options) as connection, connection.begin():
        yield connection
