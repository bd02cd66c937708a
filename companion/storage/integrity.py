"""Faults of a database, in a file or on a server; the companion may be using it meanwhile."""

import sqlite3
from pathlib import Path

from sqlalchemy import Engine, NullPool, create_engine
from sqlmodel import Session, func, select

from companion.rules.text import N_, Sayable, Text
from companion.storage.backup.sqlite_copy import NoCopy, connect
from companion.storage.database.engines import Address
from companion.storage.database.errors import reason_of
from companion.storage.database.inspection import State, head, inspect_database
from companion.storage.database.messages import what_is_wrong
from companion.storage.models import EntryRow, MatchRow, ReceiptRow
from companion.storage.postgres import reading, server_faults


def file_faults(file: Path, named: Path | None = None) -> list[Sayable]:
    """Return the faults that the companion would find in a file when it starts; the file may be in use.

    `named` is the file to name in the messages if `file` is a copy of it."""
    try:
        found = inspect_database(file)
    except (OSError, sqlite3.Error) as error:
        return [Text(N_("{file} cannot be read: {error}"), file=named or file, error=reason_of(error))]
    return [] if found.state in (State.SOUND, State.OLDER) else [what_is_wrong(named or file, found)]


def database_faults(address: Address) -> list[Sayable]:
    """Return the faults of a database; that it is missing is one."""
    if isinstance(address, str):
        return server_faults(address)
    try:
        there = address.exists()
    except OSError as error:
        return [Text(N_("{file} cannot be read: {error}"), file=address, error=reason_of(error))]
    return file_faults(address) if there else [Text(N_("there is no database {file}"), file=address)]


def refuse_older(address: Address) -> None:
    """Raise NoCopy if a database without faults has an older schema than this companion."""
    with read_only(address).connect() as connection:
        revision = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    if revision != head():
        raise NoCopy(N_("the database is from an older companion: start this one once to update it"))


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
