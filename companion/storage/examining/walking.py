"""Every match of a database, one after another, as it is kept: one that cannot be read does not hide the others."""

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property

from sqlmodel import Session, col, select

from companion.rules.cards import Unreadable
from companion.rules.text import N_, Text
from companion.sheet.ledger import Entry
from companion.storage.chain import broken_at
from companion.storage.matches import COLUMNS, Match, match_of, opening_of
from companion.storage.models import EntryRow, MatchRow, SeatRow
from companion.storage.readable import CANNOT_BE_READ, UnreadableMatch, reason_of

FIELDS = [getattr(EntryRow, name) for name in ("id", "body", "seal", *COLUMNS)]


@dataclass(frozen=True)
class Kept:
    """A match as its rows keep it: its seats, its entries, and their seals."""

    row: MatchRow
    names: tuple[str, ...]
    entries: tuple[Entry, ...]
    seals: tuple[str, ...]

    @cached_property
    def opening(self) -> str:
        """The seal its chain begins with."""
        return opening_of(self.row, self.names)

    @property
    def broken_at(self) -> int | None:
        """The place of the first entry that was changed or is missing; None where the chain holds."""
        return broken_at(self.opening, self.entries, self.seals, self.row.seal)

    @cached_property
    def match(self) -> Match:
        """The match with its sheet."""
        return match_of(self.row, self.names, self.entries)


@dataclass(frozen=True)
class Bad:
    """A match whose rows cannot be read, and why."""

    code: str
    reason: Text


def every_match(session: Session, among: Collection[int] | None = None) -> Iterator[Kept | Bad]:
    """Every match in the order they were opened; those of these numbers only, if given."""
    numbers = select(MatchRow.id, MatchRow.code).order_by(col(MatchRow.id))
    if among is not None:
        numbers = numbers.where(col(MatchRow.id).in_(among))
    for number, code in session.exec(numbers).all():
        try:
            found = read(session, number or 0)
            _ = found.match
        except CANNOT_BE_READ as error:
            yield Bad(str(code), why(error))
        else:
            yield found
        session.expunge_all()


def why(error: Exception) -> Text:
    """What is wrong with a match whose reading ended so, with what Python says of it where that is all there is."""
    if isinstance(error, Unreadable | UnreadableMatch):
        return reason_of(error)
    said = f"{type(error).__name__}: {error}"[:200]
    return Text(N_("what is kept of it is damaged ({error})"), error=said)


def read(session: Session, number: int) -> Kept:
    """The match of that number."""
    row = session.exec(select(MatchRow).where(MatchRow.id == number)).one()
    named = select(SeatRow.name).where(SeatRow.match_id == number).order_by(col(SeatRow.number))
    lines = session.exec(select(*FIELDS).where(EntryRow.match_id == number).order_by(col(EntryRow.id))).all()
    entries = tuple(
        Entry(id=line.id, body=json.loads(line.body), **{name: getattr(line, name) for name in COLUMNS})
        for line in lines
    )
    return Kept(row, tuple(session.exec(named)), entries, tuple(line.seal for line in lines))
