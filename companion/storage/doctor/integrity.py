"""Integrity checks of a database: file or server, references, revision, and the hash chain of every match."""

import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import Engine, NullPool, create_engine
from sqlmodel import Session, func, select

from companion.rules.text import N_, Sayable, Text
from companion.storage.backup.sqlite_copy import NoCopy, connect
from companion.storage.database.engines import Address
from companion.storage.database.errors import reason_of
from companion.storage.database.inspection import State, head, inspect_database
from companion.storage.database.messages import what_is_wrong
from companion.storage.doctor.match_iterator import StoredMatch, every_match
from companion.storage.models import EntryRow, MatchRow, ReceiptRow
from companion.storage.postgres import reading, server_faults

REST = 0.002  # seconds between matches in the background, which gives the phones' requests priority


def file_faults(file: Path, named: Path | None = None) -> list[Sayable]:
    """Return the faults of a file as the companion would find them at its start; it may be in use.

    `named` is the file to name in the messages if `file` is a copy of it."""
    try:
        found = inspect_database(file)
    except (OSError, sqlite3.Error) as error:
        return [Text(N_("{file} cannot be read: {error}"), file=named or file, error=reason_of(error))]
    return [] if found.state in (State.SOUND, State.OLDER) else [what_is_wrong(named or file, found)]


def database_faults(address: Address) -> list[Sayable]:
    """Return the faults of a database that has to exist."""
    if isinstance(address, str):
        return server_faults(address)
    try:
        there = address.exists()
    except OSError as error:
        return [Text(N_("{file} cannot be read: {error}"), file=address, error=reason_of(error))]
    return file_faults(address) if there else [Text(N_("there is no database {file}"), file=address)]


def revision_of(address: Address) -> str:
    """Return the revision of a database without faults."""
    with read_only(address).connect() as connection:
        return str(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar())


def refuse_older(address: Address) -> None:
    """Raise NoCopy if a database without faults has an older schema than this companion."""
    if revision_of(address) != head():
        older = N_("the database is from an older companion: start this one once to update it")
        raise NoCopy(Text(older))


def match_faults(address: Address, rest: float = 0) -> Iterator[Text]:
    """Yield the faults of its matches: unreadable ones, and broken hash chains. `rest` is in seconds."""
    if revision_of(address) != head():  # an older one has other tables, and perhaps no chain
        return
    with Session(read_only(address)) as session, session.begin():
        for match in every_match(session):
            if not isinstance(match, StoredMatch):
                yield Text(N_("match {code} cannot be read: {reason}"), code=match.code, reason=match.reason)
            elif place := match.broken_at:
                what = N_("match {code} was changed or lost something at entry {place}")
                yield Text(what, code=match.row.code, place=place)
            if rest:
                time.sleep(rest)


def rows_of(address: Address) -> tuple[int, int, int]:
    """Return the numbers of matches, entries and receipts in a database."""
    with Session(read_only(address)) as session, session.begin():
        counts = (session.exec(select(func.count()).select_from(table)) for table in (MatchRow, EntryRow, ReceiptRow))
        matches, entries, receipts = (found.one() for found in counts)
    return matches, entries, receipts


def read_only(address: Address) -> Engine:
    """Return an engine that can read a database but not change it."""
    if isinstance(address, str):
        return reading(address)
    return create_engine("sqlite://", creator=lambda: connect(address, "ro"), poolclass=NullPool)
