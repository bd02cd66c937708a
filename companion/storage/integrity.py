"""Integrity checks of a database: file or server, references, revision, and the hash chain of every match.

A match that cannot be read is reported, and the check goes on."""

import json
import sqlite3
import time
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, NullPool, Select, create_engine
from sqlmodel import Session, col, func, select

from companion.progress import tracked
from companion.rules.cards import Unreadable
from companion.rules.text import N_, Sayable, Text
from companion.sheet.ledger import Entry
from companion.storage import matches
from companion.storage.backup.sqlite_copy import NoCopy, connect
from companion.storage.database.engines import Address
from companion.storage.database.errors import reason_of
from companion.storage.database.inspection import State, head, inspect_database
from companion.storage.database.messages import what_is_wrong
from companion.storage.hash_chain import broken_at
from companion.storage.matches import CANNOT_BE_READ, COLUMNS, Match, UnreadableMatch, match_of, opening_of
from companion.storage.models import RECEIPT, EntryRow, MatchRow, ReceiptRow, SeatRow
from companion.storage.postgres import reading, server_faults

REST = 0.002  # seconds between matches in the background, which gives the phones' requests priority
FIELDS = [getattr(EntryRow, name) for name in ("id", "body", "seal", *COLUMNS)]


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


def revision_of(address: Address) -> str:
    """Return the revision of a database without faults."""
    with read_only(address).connect() as connection:
        return str(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar())


def refuse_older(address: Address) -> None:
    """Raise NoCopy if a database without faults has an older schema than this companion."""
    if revision_of(address) != head():
        raise NoCopy(N_("the database is from an older companion: start this one once to update it"))


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


@dataclass(frozen=True)
class StoredMatch:
    """A match as stored: its row, seats, entries, and their seals."""

    row: MatchRow
    names: tuple[str, ...]
    entries: tuple[Entry, ...]
    seals: tuple[str, ...]

    @cached_property
    def opening(self) -> str:
        """The seal that its chain begins with."""
        return opening_of(self.row, self.names)

    @cached_property
    def broken_at(self) -> int | None:
        """Place, from 1, of the first entry that was changed or is missing; None if the chain is intact."""
        return broken_at(self.opening, self.entries, self.seals, self.row.seal)

    @cached_property
    def match(self) -> Match:
        """The match with its sheet."""
        return match_of(self.row, self.names, self.entries)


@dataclass(frozen=True)
class BadMatch:
    """A match whose rows cannot be read, and the reason."""

    code: str
    reason: Text


def every_match(session: Session, among: Collection[int] | None = None) -> Iterator[StoredMatch | BadMatch]:
    """Yield every match in the order of opening; only those with the numbers in `among`, if given."""
    numbers = select(MatchRow.id, MatchRow.code).order_by(col(MatchRow.id))
    if among is not None:
        numbers = numbers.where(col(MatchRow.id).in_(among))
    for number, code in tracked(session.exec(numbers).all()):
        try:
            found = read_match(session, number)
            _ = (found.match, found.broken_at)
        except CANNOT_BE_READ as error:
            yield BadMatch(str(code), why(error))
        else:
            yield found
        session.expunge_all()


def why(error: Exception) -> Text:
    """Return the reason why a match cannot be read; Python's own message if we have no better one."""
    if isinstance(error, Unreadable | UnreadableMatch):
        return matches.reason_of(error)
    said = f"{type(error).__name__}: {error}"[:200]
    return Text(N_("its stored data is damaged ({error})"), error=said)


def read_match(session: Session, number: int) -> StoredMatch:
    """Return the match of that number."""
    row = session.exec(select(MatchRow).where(MatchRow.id == number)).one()
    named = select(SeatRow.name).where(SeatRow.match_id == number).order_by(col(SeatRow.number))
    lines = session.exec(select(*FIELDS).where(EntryRow.match_id == number).order_by(col(EntryRow.id))).all()
    entries = tuple(
        Entry(id=line.id, body=body_of(line.body), **{name: getattr(line, name) for name in COLUMNS}) for line in lines
    )
    return StoredMatch(row, tuple(session.exec(named)), entries, tuple(line.seal for line in lines))


def body_of(kept: str) -> dict[str, Any]:
    """Return the body of an entry. Raises ValueError if it is no JSON object."""
    found = json.loads(kept)
    if not isinstance(found, dict):
        raise ValueError(kept[:40])
    return found


def receipts_of(session: Session, number: int) -> Iterator[Mapping[str, Any] | None]:
    """Return the receipts of a match, oldest first; None for each damaged one."""
    query = RECEIPT.select().where(RECEIPT.c.match_id == number).order_by(RECEIPT.c.at, RECEIPT.c.key)
    try:
        found: list[Mapping[str, Any] | None] = [dict(one) for one in session.execute(query).mappings()]
    except CANNOT_BE_READ:
        many = len(session.execute(select(RECEIPT.c.match_id).where(RECEIPT.c.match_id == number)).all())
        found = [receipt_at(session, query.offset(place).limit(1)) for place in range(many)]
    return (one if one and receipt_flaw(one) is None else None for one in found)


def receipt_at(session: Session, query: Select[Any]) -> Mapping[str, Any] | None:
    """Return the receipt that a query finds; None if it cannot be read."""
    try:
        return dict(session.execute(query).mappings().one())
    except CANNOT_BE_READ:
        return None


def receipt_flaw(values: Mapping[str, Any]) -> Text | None:
    """Return the flaw of a form's receipt, if any; its answer must be a path inside the companion, or empty."""
    key, digest, answer = (values[name] for name in ("key", "digest", "answer"))
    if not all(isinstance(one, str) for one in (key, digest, answer)):
        return Text(N_("it is of the wrong kind"))
    inside = not answer or (answer.startswith("/") and not answer.startswith("//"))
    if not inside or not (answer.isascii() and (answer.isprintable() or not answer)) or "\\" in answer:
        return Text(N_("its answer is not a page of the companion"))
    right = 0 < len(key) <= 64 and len(digest) <= 64 and (key + digest).isascii()
    return None if right else Text(N_("its key or digest is not valid"))
