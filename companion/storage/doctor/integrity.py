"""Whether a database is whole: the file or the server, its references, its revision, and the chain of every match."""

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
from companion.storage.database.inspection import State, head, look
from companion.storage.database.messages import what_is_wrong
from companion.storage.doctor.match_iterator import Kept, every_match
from companion.storage.models import EntryRow, MatchRow, ReceiptRow
from companion.storage.postgres import reading, server_faults

REST = 0.002  # seconds between matches in the background, so that the phones' requests come first


def file_faults(file: Path, named: Path | None = None) -> list[Sayable]:
    """What is wrong with the file itself, as the companion would find it when it starts; it may be in use.

    It is told of the file that is named, where this one is a copy of it."""
    try:
        found = look(file)
    except (OSError, sqlite3.Error) as error:
        return [Text(N_("{file} cannot be read: {error}"), file=named or file, error=reason_of(error))]
    return [] if found.state in (State.SOUND, State.OLDER) else [what_is_wrong(named or file, found)]


def database_faults(address: Address) -> list[Sayable]:
    """What is wrong with a database that has to be there."""
    if isinstance(address, str):
        return server_faults(address)
    try:
        there = address.exists()
    except OSError as error:
        return [Text(N_("{file} cannot be read: {error}"), file=address, error=reason_of(error))]
    return file_faults(address) if there else [Text(N_("there is no database {file}"), file=address)]


def revision_of(address: Address) -> str:
    """The revision of a database without faults."""
    with read_only(address).connect() as connection:
        return str(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar())


def refuse_older(address: Address) -> None:
    """NoCopy if a database without faults has other tables than those of this companion."""
    if revision_of(address) != head():
        older = N_("the database is of an older companion: start this one once, it brings it up to date")
        raise NoCopy(Text(older))


def match_faults(address: Address, rest: float = 0) -> Iterator[Text]:
    """What is wrong with its matches: those that cannot be read, and chains that do not hold."""
    if revision_of(address) != head():  # an older one has other tables, and perhaps no chain
        return
    with Session(read_only(address)) as session, session.begin():
        for match in every_match(session):
            if not isinstance(match, Kept):
                yield Text(N_("match {code} cannot be read: {reason}"), code=match.code, reason=match.reason)
            elif place := match.broken_at:
                what = N_("match {code} was changed or lost something at entry {place}")
                yield Text(what, code=match.row.code, place=place)
            if rest:
                time.sleep(rest)


def rows_of(address: Address) -> tuple[int, int, int]:
    """How many matches, entries and receipts a database holds."""
    with Session(read_only(address)) as session, session.begin():
        counts = (session.exec(select(func.count()).select_from(table)) for table in (MatchRow, EntryRow, ReceiptRow))
        matches, entries, receipts = (found.one() for found in counts)
    return matches, entries, receipts


def read_only(address: Address) -> Engine:
    """An engine that reads a database and cannot change it."""
    if isinstance(address, str):
        return reading(address)
    return create_engine("sqlite://", creator=lambda: connect(address, "ro"), poolclass=NullPool)
