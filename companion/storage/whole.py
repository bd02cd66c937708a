"""Whether a database file is whole: its pages, its references, its revision, and the chain of every match."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from sqlalchemy import Engine, create_engine
from sqlmodel import Session

from companion.storage.copying import connect
from companion.storage.inspection import State, head, look
from companion.storage.walking import Kept, every_match

REST = 0.002  # seconds between matches in the background, so that the phones' requests come first


FAULTS = {
    State.EMPTY: "{file} has no database in it",
    State.FOREIGN: "{file} is a database, but none of this companion",
    State.UNVERSIONED: "{file} does not say which revision it is at",
    State.NEWER: "{file} is at revision {detail}, newer than this program's {head}: use a newer companion",
    State.DAMAGED: "{file} is damaged: {detail}",
    State.UNREADABLE: "{file} is damaged and cannot be read: {detail}",
}


def file_faults(file: Path) -> list[str]:
    """What is wrong with the file itself, as the companion would find it when it starts; it may be in use."""
    try:
        found = look(file)
    except (OSError, sqlite3.Error) as error:
        return [f"{file} cannot be read: {error}"]
    words = FAULTS.get(found.state)
    return [words.format(file=file, detail=found.detail, head=head())] if words else []


def database_faults(file: Path) -> list[str]:
    """What is wrong with the file of a database that has to be there."""
    return file_faults(file) if file.exists() else [f"there is no database {file}"]


def revision_of(file: Path) -> str:
    """The revision of a database without faults."""
    with closing(connect(file, "ro")) as connection:
        return str(connection.execute("SELECT version_num FROM alembic_version").fetchone()[0])


def match_faults(file: Path, rest: float = 0) -> Iterator[str]:
    """What is wrong with its matches: those that cannot be read, and chains that do not hold."""
    if revision_of(file) != head():  # an older one has other tables, and perhaps no chain
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
