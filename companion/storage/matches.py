"""A stored match: its conversion from rows, the check that it can be read, and the day it was played."""

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Any, TypeVar

from sqlalchemy import BindParameter, Executable, bindparam, select
from sqlmodel import Session, col

from companion.games import GAMES, amended
from companion.rules.cards import Unreadable
from companion.rules.game import Game
from companion.rules.text import N_, Text
from companion.sheet.days import evening, first_moment
from companion.sheet.ledger import ACTIONS, TABLE, Action, Entry, EntryKind
from companion.sheet.scoresheet import Sheet
from companion.storage.models import ENTRY, SEAT, MatchRow

FIRST_DAY, LAST_DAY = datetime(1899, 12, 31, tzinfo=UTC), datetime(3000, 1, 1, tzinfo=UTC)  # days that pages can show
CANNOT_BE_READ = (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError, Unreadable)
BATCH = 500  # matches per query
Value = TypeVar("Value")


class UnreadableMatch(ValueError):
    """A match that cannot be read, with the reason."""

    def __init__(self, reason: Text):
        super().__init__(str(reason))
        self.reason = reason


@dataclass(frozen=True)
class Unread:
    """An unreadable match in a list, with the reason."""

    code: str
    id: int
    reason: Text
    finished: bool


def why_unreadable(error: Exception) -> Text:
    """Return the reason in a reading error of a match."""
    if isinstance(error, UnreadableMatch):
        return error.reason
    if isinstance(error, Unreadable) and isinstance(error.reason, Text):
        return error.reason
    return Text(N_("its stored data is damaged"))


def check_entries(sheet: Sheet) -> None:
    """Check that the entries of a sheet are known and consistent. Raises one of CANNOT_BE_READ if not."""
    if sheet.first_dealer not in range(len(sheet.seated)):
        raise ValueError(sheet.first_dealer)
    for entry in sheet.entries:
        check_entry(entry, len(sheet.names))
    _ = (sheet.names, sheet.totals, sheet.leaders, sheet.winners, sheet.finished, sheet.around, sheet.left)
    if sheet.current:
        _ = (sheet.dealer(sheet.current), sheet.seats_in(sheet.current), sheet.missing(sheet.current))


def in_our_time(at: datetime) -> bool:
    """Return whether a moment is within the years that a table's clock or a sheet of paper may show."""
    return FIRST_DAY <= at < LAST_DAY


def unknown(kind: str, how: str) -> UnreadableMatch:
    """Return the error for an entry of an unknown kind or action."""
    written = f"{kind} {how}".strip()[:40]
    return UnreadableMatch(
        Text(N_("one of its entries, “{written}”, is of a kind that this companion does not know"), written=written)
    )


def check_entry(entry: Entry, players: int) -> None:
    """Check one entry: its kind, action, seat, types and time.

    Raises: UnreadableMatch for an unknown kind or action, ValueError for the rest."""
    if entry.how not in ACTIONS.get(entry.kind, ()):
        raise unknown(entry.kind, entry.how)
    fits = isinstance(entry.points, int) and isinstance(entry.deal, int) and isinstance(entry.body, dict)
    if not fits or not TABLE <= entry.seat < players or not in_our_time(entry.at):
        raise ValueError(entry.id)


def day_of(row: MatchRow, sheet: Sheet) -> date:
    """Return the day a finished match was played: the day of its note, or else that of its evening.

    A stored day is not changed, so that no evening moves when this machine comes into another time zone. A match
    from paper has its opening and first entry at one moment of its day, also if no note names the day."""
    if written := sheet.note.day:
        return written
    at = row.opened_at if on_paper(row.opened_at, sheet) else row.finished_at or row.opened_at
    return row.played_on or evening(at)


def on_paper(opened_at: datetime, sheet: Sheet) -> bool:
    """Return whether a match was entered from paper."""
    return bool(sheet.note.day or (sheet.entries and sheet.entries[0].at == opened_at))


PAUSE = timedelta(hours=1)  # without an entry; no deal takes as long
COLUMNS = tuple(field.name for field in fields(Entry) if field.name not in ("id", "body"))
FIELDS = [ENTRY.c[field.name] for field in fields(Entry)]  # in the order of Entry's fields
NUMBERS: BindParameter[int] = bindparam("numbers", expanding=True)
ROWS = select(MatchRow).where(col(MatchRow.id).in_(NUMBERS))
SEATS = select(SEAT.c.match_id, SEAT.c.name).where(SEAT.c.match_id.in_(NUMBERS)).order_by(SEAT.c.number)
ENTRIES = select(ENTRY.c.match_id, *FIELDS).where(ENTRY.c.match_id.in_(NUMBERS)).order_by(ENTRY.c.id)


@dataclass(frozen=True)
class Match:
    """A stored match: its code, its times, and its sheet."""

    code: str
    sheet: Sheet
    opened_at: datetime
    finished_at: datetime | None
    id: int
    key: str = ""  # key of the form that opened it
    idle_since: datetime | None = None  # time it was archived as idle
    played_on: date | None = None  # only of a finished and listed match

    @property
    def game(self) -> Game:
        """The game with its house rules."""
        return self.sheet.game

    @property
    def day(self) -> date | None:
        """The day it was played; None while it is running."""
        return self.played_on or (evening(self.finished_at) if self.finished_at else None)

    @property
    def shown_day(self) -> date:
        """The day it was played; while it is running, that of the evening it was opened."""
        return self.day or evening(self.opened_at)

    @property
    def started_at(self) -> datetime:
        """Time it began on the day it was played, which is the day of its end."""
        moments = (self.opened_at, *(entry.at for entry in self.sheet.entries))
        return first_moment(moments, self.day) if self.day else self.opened_at

    @property
    def minutes(self) -> int | None:
        """Minutes from its opening to its end, without pauses; None if it is from paper.

        An hour without an entry is a pause, or the clock was set; where it was set back, the time is not known."""
        if self.from_paper:
            return None
        moments = [self.opened_at, *(entry.at for entry in self.sheet.entries)]
        end = moments.index(self.finished_at) if self.finished_at in moments else len(moments) - 1
        steps = (later - earlier for earlier, later in pairwise(moments[: end + 1]))
        return round(sum((step for step in steps if timedelta() < step < PAUSE), timedelta()) / timedelta(minutes=1))

    @property
    def from_paper(self) -> bool:
        """True if it was entered from paper."""
        return on_paper(self.opened_at, self.sheet)

    @property
    def touched_at(self) -> datetime:
        """Time of the last entry, or of the opening."""
        return self.sheet.entries[-1].at if self.sheet.entries else self.opened_at


def entry_of(row: Sequence[Any]) -> Entry:
    """Return the entry of a row. Raises UnreadableMatch for an unknown kind or action."""
    kind, deal, seat, revision, how, points, cards, reason, by, body, *rest = row
    try:
        kind, how = EntryKind(kind), Action(how)
    except ValueError:
        raise unknown(kind, how) from None
    return Entry(kind, deal, seat, revision, how, points, cards, reason, by, json.loads(body), *rest)


def match_of(row: MatchRow, names: Sequence[str], entries: Sequence[Entry]) -> Match:
    """Return the match of a row, its seats and its entries.

    Raises: UnreadableMatch for an unknown game, no seats, or dates out of range."""
    if row.game not in GAMES:
        unknown = Text(
            N_("this companion does not have the game “{game}”; a newer version may"), game=str(row.game)[:40]
        )
        raise UnreadableMatch(unknown)
    if not names:
        raise UnreadableMatch(Text(N_("it has no players")))
    if not (in_our_time(row.opened_at) and in_our_time(row.finished_at or row.opened_at)):
        raise UnreadableMatch(Text(N_("its date is outside the years 1900 to 2999")))
    game = amended(row.game, row.house, len(names))
    sheet = Sheet(game, tuple(names), row.first_dealer, entries=tuple(entries))
    return Match(
        row.code, sheet, row.opened_at, row.finished_at, row.id, row.key, row.idle_since, played_on=row.played_on
    )


def matches_of(session: Session, rows: Sequence[MatchRow]) -> list[Match]:
    """Return the matches of these rows, with their seats and entries."""
    numbers = [row.id for row in rows]
    names, entries = names_by_match(session, SEATS, numbers), dict[int, list[Entry]]()
    for match, *row in session.execute(ENTRIES, {"numbers": numbers}):
        entries.setdefault(match, []).append(entry_of(row))
    return [match_of(row, names.get(row.id, []), entries.get(row.id, [])) for row in rows]


def names_by_match(session: Session, query: Executable, numbers: Sequence[int]) -> dict[int, list[str]]:
    """Return the names that a query finds at each of these tables."""
    found: dict[int, list[str]] = {}
    for match, name in session.execute(query, {"numbers": numbers}):
        found.setdefault(match, []).append(name)
    return found


def readable(session: Session, row: MatchRow) -> Match:
    """Return the match of a row, its sheet checked. Raises UnreadableMatch with the reason."""
    try:
        match = matches_of(session, [row])[0]
        check_entries(match.sheet)
    except CANNOT_BE_READ as error:
        raise UnreadableMatch(why_unreadable(error)) from error
    return match


def read_in_batches(read: Callable[[Sequence[int]], list[Value]], numbers: Sequence[int]) -> Iterator[Value]:
    """Yield what `read` finds of the matches of these numbers, many at once, without unreadable ones."""
    for batch in (numbers[first : first + BATCH] for first in range(0, len(numbers), BATCH)):
        try:
            yield from read(batch)
        except CANNOT_BE_READ:
            for number in batch:
                with suppress(*CANNOT_BE_READ):
                    yield from read([number])


def matches_in_order(session: Session, numbers: Sequence[int]) -> list[Match | Unread]:
    """Return the matches of these numbers in order, with an Unread for each unreadable one."""
    try:
        rows = {row.id: row for row in session.scalars(ROWS, {"numbers": numbers})}
        found = matches_of(session, [rows[number] for number in numbers])
        for match in found:
            check_entries(match.sheet)
    except CANNOT_BE_READ:
        return [one_listed(session, number) for number in numbers]
    return list(found)


def in_order(matches: Sequence[Match | Unread]) -> list[Match | Unread]:
    """Sort matches by their latest entry, most recent first: by entry ids, whatever the clock was.

    A match without entries is placed by its opening time; unreadable ones come last."""
    found = [match for match in matches if isinstance(match, Match) and match.sheet.entries]
    for fresh in (match for match in reversed(matches) if isinstance(match, Match) and not match.sheet.entries):
        earlier = (place for place, other in enumerate(found) if other.touched_at <= fresh.opened_at)
        found.insert(next(earlier, len(found)), fresh)
    return [*found, *(match for match in matches if isinstance(match, Unread))]


def one_listed(session: Session, number: int) -> Match | Unread:
    """Return the match of that number, or an Unread with the reason."""
    try:
        return readable(session, session.scalars(ROWS, {"numbers": [number]}).one())
    except CANNOT_BE_READ as error:
        raw = select(col(MatchRow.code), col(MatchRow.finished_at).is_not(None)).where(col(MatchRow.id) == number)
        code, ended = session.execute(raw).one()
        return Unread(str(code), number, why_unreadable(error), bool(ended))


def every(session: Session, among: Collection[int] | None = None) -> Iterator[Match | Unread]:
    """Yield every match in the order of opening, an Unread for each unreadable one; only those in `among`, if given."""
    numbers = select(col(MatchRow.id)).order_by(col(MatchRow.id))
    if among is not None:
        numbers = numbers.where(col(MatchRow.id).in_(among))
    for number in session.scalars(numbers).all():
        yield one_listed(session, number)
        session.expunge_all()
