"""Restore of a backup: checked, migrated, and put in the place of the database."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from companion.rules.text import N_, Clauses
from companion.storage.backup.catalog import DATABASE
from companion.storage.backup.sqlite_copy import NoCopy, connect, copy_database, give_name, journal, remove, sync
from companion.storage.database import lock
from companion.storage.database.engines import migrate, open_file, writing
from companion.storage.database.errors import reason_of
from companion.storage.database.files import unused
from companion.storage.integrity import file_faults

NEXT = "companion.db.restoring"


def restore(backup: Path, instance: Path) -> Path | None:
    """Replace the database by a backup, and return the new path of the old one; None if there was none.

    Raises: NoCopy for a faulty backup, InUse if another program has the database; nothing is changed then."""
    if not backup.is_file():
        raise NoCopy(N_("there is no file {file}"), file=backup)
    database = instance / DATABASE
    with lock.holding(database, "companion restore"), disk_errors(instance):
        prepared = prepare(backup, instance / NEXT)
        try:
            replaced = set_aside(database)
            os.replace(prepared, database)
            sync(instance)
        finally:
            remove(prepared)
    return replaced


@contextmanager
def disk_errors(instance: Path) -> Iterator[None]:
    """Raise NoCopy if the disk is full or fails: the database is unchanged, or already is the backup."""
    try:
        yield
    except (OSError, sqlite3.Error, DBAPIError) as error:
        raise NoCopy(N_("{place} cannot be restored: {why}"), place=instance, why=reason_of(error)) from error


def prepare(backup: Path, copy: Path) -> Path:
    """Return a copy of a backup, checked, migrated, and checked again."""
    refuse_faults(backup)
    remove(copy)
    copy_database(backup, copy)
    engine = open_file(copy)
    try:
        migrate(engine, copied=True)  # the backup itself is the copy before the migration
        with writing(engine) as connection:  # a host may have been signed off after the backup was made
            connection.execute(text("DELETE FROM host_browser"))
            connection.execute(text("DELETE FROM link WHERE purpose IN ('host', 'carry')"))
    finally:
        engine.dispose()
    refuse_faults(copy)
    sync(copy)
    return copy


def refuse_faults(file: Path) -> None:
    """Raise NoCopy with the first faults of a file, if it has any."""
    if faults := file_faults(file):
        raise NoCopy(Clauses(faults[:3]))


def set_aside(database: Path) -> Path | None:
    """Link the database and its journal to a name with the time of replacement; None without a database.

    It also stays in its place until the backup replaces it, so that there is a database at every moment."""
    if not database.exists():
        return None
    with suppress(Exception), closing(connect(database)) as connection:
        connection.execute("BEGIN IMMEDIATE")  # SQLite rolls back the interrupted write of a killed program
    kept = unused(database, "replaced")
    try:
        os.link(database, kept)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        with database.open("rb") as now, kept.open("xb") as copy:
            shutil.copyfileobj(now, copy)
        shutil.copystat(database, kept)
        sync(kept)
    if journal(database).exists():
        give_name(journal(database), journal(kept))
    sync(database.parent)
    return kept
