"""Lists of finished matches by the day played, then by the time of their end, from indexes alone.

And their summaries from results and notes: cheap for many, because no entries are replayed."""

import json
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from math import inf
from typing import Any

from sqlalchemy import tuple_
from sqlmodel import Session, col, exists, select
from sqlmodel.sql.expression import SelectOfScalar

from companion.sheet.days import evening, first_moment
from companion.sheet.ledger import Entry, EntryKind
from companion.sheet.scoresheet import ranks
from companion.sheet.state.roster import gone_at
from companion.storage.matches import ENTRIES, NUMBERS, SEATS, entry_of, names_by_match, read_in_batches
from companion.storage.models import ENTRY, EntryRow, MatchRow, ResultRow
from companion.storage.players.identities import persons_of
from companion.storage.transactions import Transactions

Among = SelectOfScalar[int] | None  # query for the numbers of the visible matches; None for all
BY_DAY = (col(MatchRow.played_on), col(MatchRow.finished_at), col(MatchRow.finished_entry))
NEWEST_FIRST = [column.desc() for column in BY_DAY]
RESULTS_BY_DAY = (col(ResultRow.played_on), col(ResultRow.ended_at), col(ResultRow.finished_entry))
# The tables whose names are suggested, found by primary key, so that no other rows are read.
LATEST_TABLES = select(MatchRow.id).where(col(MatchRow.id) > 0).order_by(col(MatchRow.id).desc()).limit(20)
ENDED_AS = (
    select(ResultRow.match_id, ResultRow.name).where(col(ResultRow.match_id).in_(NUMBERS)).order_by(col(ResultRow.seat))
)


def finished_numbers(
    session: Session,
    limit: int,
    before: int | None = None,
    among: Among = None,
    players: Sequence[str] = (),
    game: str = "",
) -> list[int]:
    """Return the numbers of finished matches, latest first, from behind match `before` on.

    Only those in `among`, of that game and with all these players, if given."""
    query = select(MatchRow.id).where(col(MatchRow.finished_entry).is_not(None))
    for person in map(persons_of(session).person, players):
        mine = (col(ResultRow.match_id) == MatchRow.id) & (col(ResultRow.person) == person)
        query = query.where(exists().where(mine))
    if among is not None:
        query = query.where(col(MatchRow.id).in_(among))
    if game:
        query = query.where(MatchRow.game == game)
    if before is not None:
        there = select(*BY_DAY).where(col(MatchRow.id) == before).scalar_subquery()
        query = query.where(tuple_(*BY_DAY) < there)
    return [*session.exec(query.order_by(*NEWEST_FIRST).limit(limit))]


def latest_names(session: Session, among: Among = None) -> list[str]:
    """Return the names at the latest tables, latest first; of finished matches, latecomers are included."""
    tables = LATEST_TABLES if among is None else LATEST_TABLES.where(col(MatchRow.id).in_(among))
    numbers = session.exec(tables).all()
    ended, sat = (names_by_match(session, query, numbers) for query in (ENDED_AS, SEATS))
    return [name for number in numbers for name in ended.get(number) or sat.get(number, [])]


SEATINGS = ENTRIES.where(ENTRY.c.kind == EntryKind.SEATING)
ENDS = [getattr(ResultRow, name) for name in ("match_id", "name", "points", "won", "whole", "deals")]
FIELDS = [getattr(MatchRow, name) for name in ("id", "code", "game", "house", "played_on", "opened_at", "finished_at")]


@dataclass(frozen=True)
class FinalResult:
    """One player's final result in a match."""

    name: str
    points: int
    won: bool
    whole: bool  # played from the first deal to the last: only such results are compared
    at_table: bool  # False for a player who has left
    rank: int


@dataclass(frozen=True)
class Outcome:
    """Summary of a finished match: day, place, note, and each player's final result."""

    id: int
    code: str
    game: str
    house: str  # JSON
    day: date
    opened_at: datetime
    started_at: datetime  # on its day
    finished_at: datetime
    text: str
    place: str
    players: tuple[FinalResult, ...]

    @property
    def from_paper(self) -> bool:
        """True if it was entered from paper: its day is known, and not its times."""
        return self.opened_at == self.finished_at

    @property
    def counts(self) -> bool:
        """True if any deal of it counts: then there is a winner."""
        return any(player.won for player in self.players)


def outcomes(store: Transactions, limit: int, before: int | None = None, among: Among = None) -> list[Outcome]:
    """Return up to `limit` finished matches, latest first, from before match `before`, and only those in `among`.

    Both are optional."""
    with store.reading() as session:
        numbers = finished_numbers(session, limit, before, among)
        return [*read_in_batches(partial(readable_outcomes, session), numbers)]


def readable_outcomes(session: Session, numbers: Sequence[int]) -> list[Outcome]:
    """Return the summaries of these matches, in their order. Raises ValueError or the like if one cannot be read."""
    ends, noted = final_results_of(session, numbers), notes(session, numbers)
    rows: dict[int, Any] = {row.id: row for row in session.exec(select(*FIELDS).where(col(MatchRow.id).in_(numbers)))}
    ended = [rows[number] for number in numbers if rows[number].finished_at and rows[number].played_on]
    started = start_times(session, {row.id: (row.opened_at, row.played_on) for row in ended})
    found: list[list[Any]] = [
        [*row[:6], started[row.id], row.finished_at, *noted.get(row.id, ("", "")), ends.get(row.id, ())]
        for row in ended
    ]
    return [Outcome(*values) for values in found]


def final_results_of(session: Session, numbers: Sequence[int]) -> dict[int, tuple[FinalResult, ...]]:
    """Return the final results of finished matches, by number. Raises ValueError or the like for an unreadable one."""
    ends = defaultdict[int, list[Sequence[Any]]](list)
    ordered = select(*ENDS).where(col(ResultRow.match_id).in_(numbers)).order_by(col(ResultRow.seat))
    for number, *end in session.exec(ordered):
        ends[number].append(end)
    # Only in these matches may a player have left.
    partly = [number for number, rows in ends.items() if not all(whole for *_, whole, _ in rows)]
    left = left_in(session, partly)
    return {number: final_results(rows, left.get(number, ())) for number, rows in ends.items()}


def final_results(ends: Sequence[Sequence[Any]], left: Collection[int]) -> tuple[FinalResult, ...]:
    """Return the final results of a match by seat, given its rows and the seats whose players left."""
    totals = [int(points) for _, points, *_ in ends]
    winners = [seat for seat, (_, _, won, *_) in enumerate(ends) if won]
    staying = [seat for seat in range(len(ends)) if seat not in left]
    played = [seat for seat in staying if json.loads(ends[seat][-1])]  # a deal that counts
    ranked = ranks(totals, winners, played or staying, staying)
    return tuple(
        FinalResult(name, totals[seat], won, whole, seat not in left, ranked[seat])
        for seat, (name, _, won, whole, _) in enumerate(ends)
    )


def left_in(session: Session, numbers: Sequence[int]) -> dict[int, set[int]]:
    """Return the seats whose players have left, by match."""
    seatings = defaultdict[int, list[Entry]](list)
    for number, *row in session.execute(SEATINGS, {"numbers": numbers}):
        seatings[number].append(entry_of(row))
    return {number: gone_at(seatings[number], inf) for number in numbers}


def start_times(session: Session, opened: Mapping[int, tuple[datetime, date]]) -> dict[int, datetime]:
    """Return the start time of each match on its day, by number, given its opening and day; most were opened then."""
    others = [number for number, (at, day) in opened.items() if evening(at) != day]
    moments = {number: [at] for number, (at, _) in opened.items()}
    times = select(EntryRow.match_id, EntryRow.at).where(col(EntryRow.match_id).in_(others)).order_by(col(EntryRow.id))
    for number, at in session.exec(times) if others else ():
        moments[number].append(at)
    return {number: first_moment(moments[number], day) for number, (_, day) in opened.items()}


def notes(session: Session, numbers: Sequence[int]) -> dict[int, tuple[str, str]]:
    """Return the latest note and place of each match that has any."""
    written = select(EntryRow.match_id, EntryRow.body).where(EntryRow.kind == EntryKind.NOTE.value)
    rows = session.exec(written.where(col(EntryRow.match_id).in_(numbers)).order_by(col(EntryRow.id)))
    bodies = {number: json.loads(body) for number, body in rows}
    return {number: (str(body.get("text", "")), str(body.get("place", ""))) for number, body in bodies.items()}
