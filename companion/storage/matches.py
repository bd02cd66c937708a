"""A match as it is kept, and how its rows are read back into it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import String, cast
from sqlmodel import Session, col, select

from companion.games import GAMES
from companion.rules.game import Game
from companion.rules.text import N_, Text
from companion.sheet.ledger import Action, Entry, EntryKind
from companion.sheet.scoresheet import Sheet
from companion.storage.chain import opening
from companion.storage.models import EntryRow, MatchRow, SeatRow
from companion.storage.readable import CANNOT_BE_READ, Unread, UnreadableMatch, check, reason_of, unknown

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

    @property
    def game(self) -> Game:
        """The game with its house rules."""
        return self.sheet.game

    @property
    def touched_at(self) -> datetime:
        """When something was last written."""
        return self.sheet.entries[-1].at if self.sheet.entries else self.opened_at


def entry_of(row: EntryRow) -> Entry:
    """The entry that a row keeps; UnreadableMatch where this companion knows none of its kind."""
    values = {name: getattr(row, name) for name in COLUMNS}
    try:
        values |= {"kind": EntryKind(row.kind), "how": Action(row.how)}
    except ValueError:
        raise unknown(row.kind, row.how) from None
    return Entry(id=row.id or 0, body=json.loads(row.body), **values)


def match_of(row: MatchRow, names: Sequence[str], entries: Sequence[Entry]) -> Match:
    """The match that a row, its seats and its entries keep."""
    if row.game not in GAMES:
        unknown = Text(N_("this companion knows no game “{game}”; a newer one may"), game=str(row.game)[:40])
        raise UnreadableMatch(unknown)
    if not names:
        raise UnreadableMatch(Text(N_("nobody sits at its table")))
    game = GAMES[row.game].with_house_rules(json.loads(row.house), len(names))
    sheet = Sheet(game, tuple(names), row.first_dealer, tuple(entries))
    return Match(row.code, sheet, row.opened_at, row.finished_at, row.id or 0, row.key, row.idle_since)


def opening_of(row: MatchRow, names: Sequence[str]) -> str:
    """The seal that the chain of a match begins with."""
    house = json.loads(row.house)
    return opening(row.key, row.game, house, row.first_dealer, row.law, row.opened_at, names)


def matches_of(session: Session, rows: Sequence[MatchRow]) -> list[Match]:
    """The matches that these rows begin, with their seats and entries."""
    ids = [row.id for row in rows]
    seats: dict[int, list[str]] = {}
    for seat in session.exec(select(SeatRow).where(col(SeatRow.match_id).in_(ids)).order_by(col(SeatRow.number))):
        seats.setdefault(seat.match_id, []).append(seat.name)
    entries: dict[int, list[Entry]] = {}
    for entry in session.exec(select(EntryRow).where(col(EntryRow.match_id).in_(ids)).order_by(col(EntryRow.id))):
        entries.setdefault(entry.match_id, []).append(entry_of(entry))
    return [match_of(row, seats.get(row.id or 0, []), entries.get(row.id or 0, [])) for row in rows]


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
        rows = {row.id: row for row in session.exec(select(MatchRow).where(col(MatchRow.id).in_(numbers)))}
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
        return readable(session, session.exec(select(MatchRow).where(MatchRow.id == number)).one())
    except CANNOT_BE_READ as error:
        raw = select(MatchRow.code, cast(MatchRow.finished_at, String)).where(MatchRow.id == number)
        code, ended = session.exec(raw).one()
        return Unread(str(code), number, reason_of(error), ended is not None)
