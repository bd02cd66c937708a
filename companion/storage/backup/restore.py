"""An instance goes back to a backup: looked at first, brought up to date, put in the place of what was there."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError

from companion.rules.text import N_, Clauses, Text
from companion.storage.backup.catalog import DATABASE
from companion.storage.backup.sqlite_copy import NoCopy, connect, copy_database, give_name, journal, remove, sync
from companion.storage.database import lock
from companion.storage.database.engines import migrate, open_file, writing
from companion.storage.database.errors import reason_of
from companion.storage.database.open_store import remember, unused
from companion.storage.doctor.integrity import file_faults, match_faults

NEXT = "companion.db.restoring"


def restore(backup: Path, instance: Path, damaged: bool = False) -> Path | None:
    """Put a backup in the place of the database, and return where what was there lies now; None if nothing was.

    NoCopy says what is wrong with the backup, InUse who has the database; nothing is changed then. With `damaged`,
    matches that are damaged in the backup do not matter."""
    if not backup.is_file():
        raise NoCopy(Text(N_("there is no file {file}"), file=backup))
    database = instance / DATABASE
    with lock.holding(database, "companion restore"), said(instance):
        prepared = prepare(backup, instance / NEXT, damaged)
        try:
            replaced = set_aside(database)
            os.replace(prepared, database)
            sync(instance)
            remember(database)
        finally:
            remove(prepared)
    return replaced


@contextmanager
def said(instance: Path) -> Iterator[None]:
    """NoCopy where the disk is full or fails: the database stays as it was, or is the backup already."""
    try:
        yield
    except (OSError, sqlite3.Error, DBAPIError) as error:
        nothing = N_("nothing can be brought back into {place}: {why}")
        raise NoCopy(Text(nothing, place=instance, why=reason_of(error))) from error


def prepare(backup: Path, copy: Path, damaged: bool) -> Path:
    """A copy of a backup that was looked at, brought up to date, and looked at again."""
    refuse_faults(backup, damaged)
    remove(copy)
    copy_database(backup, copy)
    engine = open_file(copy)
    try:
        migrate(engine, copied=True)  # the backup itself is the copy from before
        forget_hosts(engine)
    finally:
        engine.dispose()
    refuse_faults(copy, damaged)
    sync(copy)
    return copy


def forget_hosts(engine: Engine) -> None:
    """Whoever was host when the backup was made may have been signed off since: nobody is it by a backup."""
    with writing(engine) as connection:
        connection.execute(text("DELETE FROM host_browser"))
        connection.execute(text("DELETE FROM host_link"))


def refuse_faults(file: Path, damaged: bool) -> None:
    """NoCopy if a file cannot be trusted, naming the first faults."""
    if faults := file_faults(file) or ([] if damaged else list(match_faults(file))):
        raise NoCopy(Clauses(faults[:3]))


def set_aside(database: Path) -> Path | None:
    """Keep the database under a name that tells when it was replaced, its journal with it; None if there is none.

    It stays in its place too until the backup takes it, so that at no moment there is no database."""
    if not database.exists():
        return None
    with suppress(Exception), closing(connect(database)) as connection:
        connection.execute("BEGIN IMMEDIATE")  # SQLite takes back what a killed program had half written
    kept = unused(database, "replaced")
    try:
        os.link(database, kept)
    except FileExistsError:
        raise
    except OSError:  # a disk that knows no second name for a file
        with database.open("rb") as now, kept.open("xb") as copy:
            shutil.copyfileobj(now, copy)
        shutil.copystat(database, kept)
        sync(kept)
    if journal(database).exists():
        give_name(journal(database), journal(kept))
    sync(database.parent)
    return kept
