"""A match as it is kept, and how its rows are read back into it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import date, datetime
from typing import Any

from sqlalchemy import BindParameter, bindparam, select
from sqlmodel import Session, col

from companion.games import GAMES
from companion.rules.game import Game
from companion.rules.text import N_, Text
from companion.sheet.ledger import Action, Entry, EntryKind
from companion.sheet.scoresheet import Sheet
from companion.storage.days import evening
from companion.storage.hash_chain import opening
from companion.storage.models import ENTRY, SEAT, MatchRow
from companion.storage.readable import CANNOT_BE_READ, Unread, UnreadableMatch, check, in_our_time, reason_of, unknown

COLUMNS = (
    "kind",
    "deal",
    "seat",
    "revision",
    "how",
    "points",
    "cards",
    "reason",
    "by",
    "law",
    "device",
    "at",
)
FIELDS = [ENTRY.c[field.name] for field in fields(Entry)]  # in their order
NUMBERS: BindParameter[int] = bindparam("numbers", expanding=True)
ROWS = select(MatchRow).where(col(MatchRow.id).in_(NUMBERS))
SEATS = select(SEAT.c.match_id, SEAT.c.name).where(SEAT.c.match_id.in_(NUMBERS)).order_by(SEAT.c.number)
ENTRIES = select(ENTRY.c.match_id, *FIELDS).where(ENTRY.c.match_id.in_(NUMBERS)).order_by(ENTRY.c.id)


@dataclass(frozen=True)
class Match:
    """A match as it is kept: its code, when it was opened and finished, and its sheet."""

    code: str
    sheet: Sheet
    opened_at: datetime
    finished_at: datetime | None
    id: int
    key: str = ""  # of the form that opened it
    idle_since: datetime | None = None  # when it was set aside because nobody wrote any more
    intact: bool = True  # False: when it was opened, its chain did not hold
    played_on: date | None = None  # where it is finished and listed

    @property
    def game(self) -> Game:
        """The game with its house rules."""
        return self.sheet.game

    @property
    def day(self) -> date | None:
        """The day it was played; None while it is."""
        return self.played_on or (evening(self.finished_at) if self.finished_at else None)

    @property
    def touched_at(self) -> datetime:
        """When something was last written."""
        return self.sheet.entries[-1].at if self.sheet.entries else self.opened_at


def entry_of(row: Sequence[Any]) -> Entry:
    """The entry that a row keeps; UnreadableMatch where this companion knows none of its kind."""
    kind, deal, seat, revision, how, points, cards, reason, by, body, *rest = row
    try:
        kind, how = EntryKind(kind), Action(how)
    except ValueError:
        raise unknown(kind, how) from None
    return Entry(kind, deal, seat, revision, how, points, cards, reason, by, json.loads(body), *rest)


def match_of(row: MatchRow, names: Sequence[str], entries: Sequence[Entry]) -> Match:
    """The match that a row, its seats and its entries keep."""
    if row.game not in GAMES:
        unknown = Text(N_("this companion knows no game “{game}”; a newer one may"), game=str(row.game)[:40])
        raise UnreadableMatch(unknown)
    if not names:
        raise UnreadableMatch(Text(N_("nobody sits at its table")))
    if not (in_our_time(row.opened_at) and in_our_time(row.finished_at or row.opened_at)):
        raise UnreadableMatch(Text(N_("it is said to be of a day outside the years 1900 to 2999")))
    game = GAMES[row.game].amended(row.house, len(names))
    sheet = Sheet(game, tuple(names), row.first_dealer, tuple(entries))
    return Match(
        row.code, sheet, row.opened_at, row.finished_at, row.id or 0, row.key, row.idle_since, played_on=row.played_on
    )


def opening_of(row: MatchRow, names: Sequence[str]) -> str:
    """The seal that the chain of a match begins with."""
    house = json.loads(row.house)
    return opening(row.key, row.game, house, row.first_dealer, row.law, row.opened_at, names)


def matches_of(session: Session, rows: Sequence[MatchRow]) -> list[Match]:
    """The matches that these rows begin, with their seats and entries."""
    numbers = {"numbers": [row.id for row in rows]}
    names: dict[int, list[str]] = {}
    for match, name in session.execute(SEATS, numbers):
        names.setdefault(match, []).append(name)
    entries: dict[int, list[Entry]] = {}
    for match, *row in session.execute(ENTRIES, numbers):
        entries.setdefault(match, []).append(entry_of(row))
    return [match_of(row, names.get(row.id or 0, []), entries.get(row.id or 0, [])) for row in rows]


def readable(session: Session, row: MatchRow) -> Match:
    """The match that a row begins, its sheet checked; UnreadableMatch says what is wrong with it."""
    try:
        match = matches_of(session, [row])[0]
        check(match.sheet)
    except CANNOT_BE_READ as error:
        raise UnreadableMatch(reason_of(error)) from error
    return match


def listed(session: Session, numbers: Sequence[int]) -> list[Match | Unread]:
    """The matches of these numbers in their order; one that cannot be read keeps the others from nothing."""
    try:
        rows = {row.id: row for row in session.scalars(ROWS, {"numbers": numbers})}
        found = matches_of(session, [rows[number] for number in numbers])
        for match in found:
            check(match.sheet)
    except CANNOT_BE_READ:
        return [one_listed(session, number) for number in numbers]
    return list(found)


def in_order(matches: Sequence[Match | Unread]) -> list[Match | Unread]:
    """The same, what happened last first: by the latest entries, in whose order they come, whatever a clock said.

    Where nothing was written yet a match has its place by when it was opened; what cannot be read comes in the end."""
    found = [one for one in matches if isinstance(one, Match) and one.sheet.entries]
    for fresh in (one for one in reversed(matches) if isinstance(one, Match) and not one.sheet.entries):
        earlier = (place for place, other in enumerate(found) if other.touched_at <= fresh.opened_at)
        found.insert(next(earlier, len(found)), fresh)
    return [*found, *(one for one in matches if isinstance(one, Unread))]


def one_listed(session: Session, number: int) -> Match | Unread:
    """The match of that number, or what is wrong with it."""
    try:
        return readable(session, session.scalars(ROWS, {"numbers": [number]}).one())
    except CANNOT_BE_READ as error:
        raw = select(col(MatchRow.code), col(MatchRow.finished_at).is_not(None)).where(col(MatchRow.id) == number)
        code, ended = session.execute(raw).one()
        return Unread(str(code), number, reason_of(error), bool(ended))
