"""The file of a database: opened only if it is sound and ours, created, and set aside."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from companion.rules.text import N_, Text
from companion.storage.backup.sqlite_copy import connect, free_name, remove, sync
from companion.storage.database import lock
from companion.storage.database.engines import head, migrate, open_file, revisions
from companion.storage.database.errors import Trouble, Unusable, damage_in, trouble_of, unusable
from companion.storage.results import catch_up
from companion.storage.store import Store

TABLES = {"match", "seat", "entry", "receipt"}  # of every revision
SIDE_FILES = ("", "-journal", "-wal", "-shm")


def open_store(path: Path, who: str) -> Store:
    """Open the store of a database file, created or migrated if necessary.

    Raises: Unusable, with advice, if another program has it locked, or if it cannot be opened."""
    held = lock.acquire(path, who)
    check(path)
    store = Store(create(path), lock.FileWatch(path), held)
    with advised_errors(path):
        catch_up(store)
    tidy(path)
    return store


def create(path: Path) -> Engine:
    """Return the engine of a database file, created or migrated if necessary. Raises Unusable, with advice."""
    new = not path.exists()
    try:
        with advised_errors(path):
            engine = open_file(path, "rwc")
            migrate(engine)
    except BaseException:
        if new:
            remove(path)
        raise
    return engine


def check(path: Path) -> bool:
    """Return whether there is a database of this or an older companion; False if there never was one.

    Backups beside it are the witness that there was one. SQLite rolls back the interrupted write of a killed program.
    Raises: Unusable, with advice, for anything else."""
    with advised_errors(path):
        if (path.is_file() and path.stat().st_size) or path.is_dir():
            with closing(connect(path)) as connection:
                connection.execute("PRAGMA journal_mode = delete")  # refused while another program has it in WAL mode
                found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
                if tables := {name for (name,) in found}:
                    check_contents(connection, path, tables)
                    return True
        if newest_backup(path):
            raise gone(path)
    return False


def check_contents(connection: sqlite3.Connection, path: Path, tables: set[str]) -> None:
    """Raise Unusable if a database is not ours, damaged, or was written by a newer companion."""
    if not tables & TABLES:
        raise unusable_file(path, Trouble.FOREIGN)
    pages, size = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
    if pages * size > path.stat().st_size:  # SQLite does not miss the last bytes of the last page
        raise unusable_file(path, Trouble.DAMAGED, Text(N_("the end of the file is missing")))
    if not tables >= {*TABLES, "alembic_version"}:
        raise unusable_file(path, Trouble.DAMAGED, Text(N_("some of its tables are missing")))
    known = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    if len(known) != 1:
        raise unusable_file(path, Trouble.DAMAGED, Text(N_("it does not say which revision it is at")))
    if known[0][0] not in revisions():
        message = N_("it is at revision {revision}, and this program at {head}")
        raise unusable_file(path, Trouble.NEWER, Text(message, revision=known[0][0], head=head()))
    if damage := damage_in(connection):
        raise unusable_file(path, Trouble.DAMAGED, damage)


def fault(path: Path) -> Unusable | None:
    """Return why a file is not the sound database of this or an older companion; it may be in use."""
    try:
        return None if check(path) else gone(path)
    except Unusable as error:
        return error


@contextmanager
def advised_errors(path: Path) -> Iterator[None]:
    """Raise Unusable, with advice, for a database or file error in the block."""
    try:
        yield
    except (sqlite3.Error, DBAPIError, OSError) as error:
        trouble = trouble_of(error, path)
        if trouble is None:
            raise
        raise unusable_file(path, trouble) from error


def unusable_file(path: Path, trouble: Trouble, detail: object = "") -> Unusable:
    """Return the error for a file that is not opened, with advice that names the newest backup."""
    return unusable(path, trouble, detail, newest_backup(path))


def gone(path: Path) -> Unusable:
    """Return the error for a database that is missing, or empty."""
    return unusable_file(path, Trouble.GONE, Text(N_("the file is empty")) if path.is_file() else "")


def newest_backup(path: Path) -> Path | None:
    """Return the newest backup beside a database, by the time in its name; None without backups."""
    with suppress(PermissionError):
        there = (path.parent / "backups").glob("*.db")
        return max(there, key=lambda one: one.stem.partition("-")[2], default=None)
    return None


def set_aside(path: Path) -> Path | None:
    """Rename a database with its side files, and return its new path; None if there was none."""
    aside = unused(path, "aside")
    for suffix in SIDE_FILES:
        if os.path.lexists(file := path.with_name(path.name + suffix)):
            file.rename(aside.with_name(aside.name + suffix))  # no race: only the holder of the lock makes names here
    sync(path.parent)
    return aside if os.path.lexists(aside) else None


def tidy(path: Path) -> None:
    """Remove the remains of killed programs beside a database: half-made files, and other hard links to it."""
    with suppress(OSError):
        for half in path.parent.glob(f".{path.name}*.part*"):
            half.unlink()
        for kept in (*path.parent.glob(f"{path.name}.replaced-*"), *path.parent.glob("backups/*.db")):
            if kept.samefile(path):
                kept.unlink()


def unused(path: Path, why: str) -> Path:
    """Return a free name beside a database, with the time and the reason in it."""
    return free_name(path.with_name(f"{path.name}.{why}-{datetime.now(UTC):%Y-%m-%d-%H%M%S}"))
