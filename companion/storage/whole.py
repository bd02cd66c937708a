"""Whether a database file is whole: its pages, its references, its revision, and the chain of every match."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from sqlalchemy import Engine, create_engine
from sqlmodel import Session

from companion.storage.copying import connect
from companion.storage.inspection import revisions
from companion.storage.walking import Kept, every_match

REST = 0.002  # seconds between matches in the background, so that the phones' requests come first


def file_faults(file: Path) -> Iterator[str]:
    """What is wrong with the file itself.

    Only SQLite opens it: closing it by hand would drop the locks this program may hold on it."""
    try:
        with closing(connect(file, "ro")) as connection:
            pages = [row[0] for row in connection.execute("PRAGMA integrity_check(3)")]
            lost = connection.execute("PRAGMA foreign_key_check").fetchall()
    except (OSError, sqlite3.Error) as error:
        yield f"{file} cannot be read: {error}"
        return
    yield from (f"{file} is damaged: {page}" for page in pages if page != "ok")
    yield from (f"{file}: a row of {row[0]} belongs to no {row[2]}" for row in lost[:3])
    yield from revision_faults(file)


def database_faults(file: Path) -> list[str]:
    """What is wrong with the file of a database that has to be there."""
    return list(file_faults(file)) if file.exists() else [f"there is no database {file}"]


def revision_faults(file: Path) -> Iterator[str]:
    """What is wrong with the state of a database's tables."""
    found = revision_of(file)
    if found is None:
        yield f"{file} is a database, but none of this companion"
    elif found not in revisions():
        yield f"{file} is at revision {found}, newer than this program's {revisions()[0]}: use a newer companion"


def revision_of(file: Path) -> str | None:
    """The revision a database is at; None where it says none."""
    try:
        with closing(connect(file, "ro")) as connection:
            row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error:
        return None
    return str(row[0]) if row else None


def match_faults(file: Path, rest: float = 0) -> Iterator[str]:
    """What is wrong with its matches: those that cannot be read, and chains that do not hold."""
    if revision_of(file) != revisions()[0]:  # an older one has other tables, and perhaps no chain
        return
    with Session(read_only(file)) as session, session.begin():
        for match in every_match(session):
            if not isinstance(match, Kept):
                yield f"match {match.code} cannot be read: {match.reason}"
            elif place := match.broken_at:
                yield f"match {match.row.code} was changed or lost something at entry {place}"
            if rest:
                time.sleep(rest)


def rows_of(file: Path) -> tuple[int, int, int]:
    """How many matches, entries and receipts a database holds."""
    with closing(connect(file)) as connection:
        counts = (connection.execute(f"SELECT count(*) FROM {name}") for name in ("match", "entry", "receipt"))
        matches, entries, receipts = (int(row.fetchone()[0]) for row in counts)
    return matches, entries, receipts


def read_only(file: Path) -> Engine:
    """An engine that reads a database and cannot change it."""
    return create_engine("sqlite://", creator=lambda: connect(file, "ro"))
