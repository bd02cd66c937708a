"""An instance goes back to a backup: looked at first, brought up to date, put in the place of what was there."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError

from companion.rules.text import N_, Clauses, Text
from companion.storage.condition import lock
from companion.storage.database import migrate, open_database, writing
from companion.storage.examining.whole import file_faults, match_faults
from companion.storage.keeping.backups import DATABASE, STAMP
from companion.storage.keeping.copying import NoCopy, connect, copy_database, sync

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
        finally:
            remove(prepared)
    return replaced


@contextmanager
def said(instance: Path) -> Iterator[None]:
    """NoCopy where the disk is full or fails: the database stays as it was, or is the backup already."""
    try:
        yield
    except (OSError, sqlite3.Error, DBAPIError) as error:
        why = error.strerror if isinstance(error, OSError) else getattr(error, "orig", error)
        raise NoCopy(Text(N_("nothing can be brought back into {place}: {why}"), place=instance, why=why)) from error


def prepare(backup: Path, copy: Path, damaged: bool) -> Path:
    """A copy of a backup that was looked at, brought up to date, and looked at again."""
    refuse_faults(backup, damaged)
    remove(copy)
    copy_database(backup, copy)
    engine = open_database(f"sqlite:///{copy}")
    try:
        migrate(engine)
        forget_hosts(engine)
    finally:
        engine.dispose()
        for older in copy.parent.glob(f"{copy.name}.before-*"):  # the backup itself is the copy from before
            older.unlink()
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
    kept = database.with_name(f"{database.name}.replaced-{datetime.now(UTC).strftime(STAMP)}")
    try:
        os.link(database, kept)
    except OSError:  # a disk that knows no second name for a file
        shutil.copy2(database, kept)
    journal = database.with_name(f"{database.name}-journal")
    if journal.exists():
        journal.rename(kept.with_name(f"{kept.name}-journal"))
    sync(database.parent)
    return kept


def remove(file: Path) -> None:
    """Remove a file and the journal beside it, if they are there."""
    for path in (file, file.with_name(f"{file.name}-journal")):
        path.unlink(missing_ok=True)
