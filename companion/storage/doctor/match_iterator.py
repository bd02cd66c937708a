"""Iterator over all stored matches: an unreadable one does not hide the others."""

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sqlalchemy import Select
from sqlmodel import Session, col, select

from companion.progress_bar import tracked
from companion.rules.cards import Unreadable
from companion.rules.text import N_, Text
from companion.sheet.ledger import Entry
from companion.storage.hash_chain import broken_at
from companion.storage.matches import CANNOT_BE_READ, COLUMNS, Match, UnreadableMatch, match_of, opening_of, reason_of
from companion.storage.models import RECEIPT, EntryRow, MatchRow, SeatRow

FIELDS = [getattr(EntryRow, name) for name in ("id", "body", "seal", *COLUMNS)]


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
            found = read_match(session, number or 0)
            _ = (found.match, found.broken_at)
        except CANNOT_BE_READ as error:
            yield BadMatch(str(code), why(error))
        else:
            yield found
        session.expunge_all()


def why(error: Exception) -> Text:
    """Return the reason why a match cannot be read; Python's own message if we have no better one."""
    if isinstance(error, Unreadable | UnreadableMatch):
        return reason_of(error)
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


def receipts_of(session: Session, number: int | None) -> Iterator[Mapping[str, Any] | None]:
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
