"""Restore of a backup: what it holds; checked, migrated, and put in the place of the database."""

import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from companion.paths import DATABASE
from companion.rules.text import N_
from companion.storage.backup.catalog import Kind, next_name
from companion.storage.backup.sqlite_copy import connect, copy_database, give_name, journal, remove, sync
from companion.storage.database import lock
from companion.storage.database.engines import migrate, open_file, writing
from companion.storage.database.errors import Unusable, reason_of
from companion.storage.database.files import unused
from companion.storage.integrity import file_fault
from companion.storage.results import catch_up
from companion.storage.store import Store

NEXT = "companion.db.restoring"


def restore(backup: Path, instance: Path) -> Path | None:
    """Replace the database by a backup, and return the new path of the old one; None if there was none.

    What `restore_open` leaves as it is stays here too, unless the present database is damaged.
    Raises: Unusable for a faulty backup, or if another program has the database; nothing is changed then."""
    if not backup.is_file():
        raise Unusable(N_("there is no file {file}"), file=backup)
    database = instance / DATABASE
    with lock.holding(database, "companion restore"), disk_errors(instance):
        prepared = prepare(backup, instance / NEXT)
        try:
            if database.exists() and not file_fault(database):
                carry_over(database, prepared)
            return exchange(prepared, database, unused(database, "replaced"))
        finally:
            remove(prepared)


def restore_open(backup: Path, instance: Path, store: Store) -> Path | None:
    """Replace the database of a running companion by a backup, and return the backup of what was there before.

    Bookings and readers wait meanwhile. Hosts, phones at tables, codes and the calendar's address stay as they are now.
    Raises: Unusable for a faulty backup, Unwritable if a reader does not end; nothing is changed then."""
    database = instance / DATABASE
    with disk_errors(instance):
        with store.writer:
            prepared = prepare(backup, instance / NEXT)
            try:
                carry_over(database, prepared)
                kept = next_name(instance, Kind.BEFORE_RESTORING)
                with store.without_readers():
                    replaced = exchange(prepared, database, kept)
            finally:
                remove(prepared)
        catch_up(store)
    return replaced


def exchange(prepared: Path, database: Path, kept: Path) -> Path | None:
    """Put a prepared file in the place of the database, which gets the name `kept`; return it, None if there was none.

    If that fails, `kept` is removed: it would be a second name of the database."""
    replaced = link_aside(database, kept)
    try:
        os.replace(prepared, database)
    except OSError:
        if replaced:
            remove(replaced)
        raise
    sync(database.parent)
    return replaced


CARRIED = (  # from the database that is replaced: hosts, calendar, and phones of matches and seats that are in both
    "DELETE FROM device WHERE match_id IN shared",
    "INSERT OR REPLACE INTO device SELECT * FROM now.device WHERE match_id IN shared AND (seat IS NULL OR seat <"
    " (SELECT count(*) FROM seat WHERE seat.match_id = device.match_id)"
    " + (SELECT count(*) FROM entry WHERE entry.match_id = device.match_id AND how = 'joins')"
    " - (SELECT count(*) FROM entry WHERE entry.match_id = device.match_id AND kind = 'seating' AND how = 'undone'))",
    "DELETE FROM link WHERE match_id IN shared OR purpose = 'calendar'",
    "INSERT OR IGNORE INTO link SELECT * FROM now.link WHERE match_id IN shared OR purpose IN ('host', 'calendar')",
    "INSERT OR IGNORE INTO host_browser SELECT * FROM now.host_browser",
)
UNREADABLE = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CANTOPEN)
SHARED = (
    "CREATE TEMP TABLE shared AS SELECT one.id FROM main.match AS one"
    " JOIN now.match AS other ON one.id = other.id AND one.key = other.key AND one.code = other.code"
)


def carry_over(database: Path, prepared: Path) -> None:
    """Copy hosts, devices, invite codes and the calendar's address from the present database; none if unreadable."""
    with closing(connect(prepared)) as connection:
        try:
            connection.execute("ATTACH ? AS now", (str(database),))
            with connection:
                for statement in (SHARED, *CARRIED):
                    connection.execute(statement)
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF not in UNREADABLE:
                raise
    sync(prepared)


@contextmanager
def disk_errors(instance: Path) -> Iterator[None]:
    """Raise Unusable if the disk is full or fails: the database is unchanged, or already is the backup."""
    try:
        yield
    except (OSError, sqlite3.Error, DBAPIError) as error:
        raise Unusable(N_("{place} cannot be restored: {why}"), place=instance, why=reason_of(error)) from error


def prepare(backup: Path, copy: Path) -> Path:
    """Return a copy of a backup, checked, migrated, and checked again."""
    refuse_faulty(backup)
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
    refuse_faulty(copy)
    sync(copy)
    return copy


def refuse_faulty(file: Path) -> None:
    """Raise Unusable with the fault of a file, if it has any."""
    if found := file_fault(file):
        raise Unusable(found)


def link_aside(database: Path, kept: Path) -> Path | None:
    """Link the database and its journal to another name, and return it; None without a database.

    It also stays in its place until the backup replaces it, so that there is a database at every moment."""
    if not database.exists():
        return None
    with suppress(Exception), closing(connect(database)) as connection:
        connection.execute("BEGIN IMMEDIATE")  # SQLite rolls back the interrupted write of a killed program
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
    sync(kept.parent)
    sync(database.parent)
    return kept


HELD = (
    "SELECT count(*), coalesce(sum(finished_at IS NULL), 0), (SELECT count(*) FROM (SELECT name FROM seat UNION"
    " SELECT json_extract(body, '$.name') FROM entry WHERE kind = 'seating' AND how = 'joins' AND json_valid(body))),"
    " (SELECT strftime('%s', max(at)) FROM entry) FROM match"
)
LENGTHS = "SELECT key, code, count(entry.id) FROM match LEFT JOIN entry ON match_id = match.id GROUP BY match.id"


@dataclass(frozen=True)
class Contents:
    """Numbers of matches, running matches and players' names, and the time of the newest entry, if there is one."""

    matches: int
    running: int
    players: int
    newest: datetime | None


def contents(file: Path) -> Contents:
    """Return what a database file holds, also one of an older schema. Raises Unusable if it cannot be read."""
    matches, running, players, newest = rows(file, HELD)[0]
    return Contents(matches, running, players, datetime.fromtimestamp(int(newest), UTC) if newest else None)


def beyond(present: Path, backup: Path) -> Sequence[str]:
    """Return the codes of matches that a backup does not have, or not as far as now, the newest first.

    Raises: Unusable if one of the files cannot be read."""
    held = {key: length for key, _, length in rows(backup, LENGTHS)}
    return [code for key, code, length in reversed(rows(present, LENGTHS)) if length > held.get(key, -1)]


def rows(file: Path, query: str) -> Sequence[Any]:
    """Return the rows of a query to a database file. Raises Unusable if it cannot be read."""
    try:
        with closing(connect(file, "ro")) as connection:
            return connection.execute(query).fetchall()
    except sqlite3.Error as error:
        raise Unusable(N_("{file} cannot be read: {why}"), file=file.name, why=reason_of(error)) from error
