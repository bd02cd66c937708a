"""Summaries of finished matches from results and notes alone: cheap for many, because no entries are replayed."""

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from sqlmodel import Session, col, select

from companion.games import GAMES
from companion.sheet.ledger import Action, EntryKind, Ledger
from companion.sheet.state.ending import Ending as EarlyEnd
from companion.sheet.state.roster import gone_at
from companion.storage.match_lists import Among, finished_numbers
from companion.storage.matches import CANNOT_BE_READ, ENTRIES, entry_of
from companion.storage.models import ENTRY, EntryRow, MatchRow, ResultRow
from companion.storage.store import Store

BATCH = 500  # matches per query
COURSE = ENTRIES.where(ENTRY.c.kind.in_([EntryKind.SEATING, EntryKind.STOP, EntryKind.CLOSE]))
ENDS = [getattr(ResultRow, name) for name in ("match_id", "name", "points", "won", "whole")]
FIELDS = [getattr(MatchRow, name) for name in ("id", "code", "game", "played_on", "opened_at", "finished_at")]


@dataclass(frozen=True)
class Ending:
    """One player's final result in a match."""

    name: str
    points: int
    won: bool
    whole: bool  # played from the first deal to the last: only such results are compared


@dataclass(frozen=True)
class Outcome:
    """Summary of a finished match: day, place, note, and each player's final result."""

    id: int
    code: str
    game: str
    day: date
    opened_at: datetime
    finished_at: datetime
    text: str
    place: str
    players: tuple[Ending, ...]

    @property
    def counts(self) -> bool:
        """True if any deal of it counts: then there is a winner."""
        return any(player.won for player in self.players)


def outcomes(store: Store, limit: int, before: int | None = None, among: Among = None) -> list[Outcome]:
    """Return up to `limit` finished matches, latest first, from before match `before`, and only those in `among`.

    Both are optional."""
    with store.reading() as session:
        numbers = finished_numbers(session, limit, before, among)
        batches = (numbers[first : first + BATCH] for first in range(0, len(numbers), BATCH))
        return [outcome for batch in batches for outcome in summaries_of(session, batch)]


def summaries_of(session: Session, numbers: Sequence[int]) -> Iterator[Outcome]:
    """Yield the summaries of the matches of these numbers, in their order, without unreadable ones."""
    try:
        yield from readable_outcomes(session, numbers)
    except CANNOT_BE_READ:
        for number in numbers:
            with suppress(*CANNOT_BE_READ):
                yield from readable_outcomes(session, [number])


def readable_outcomes(session: Session, numbers: Sequence[int]) -> list[Outcome]:
    """Return the summaries of these matches, in their order. Raises ValueError or the like if one cannot be read."""
    players: dict[int, list[Ending]] = {}
    ordered = select(*ENDS).where(col(ResultRow.match_id).in_(numbers)).order_by(col(ResultRow.seat))
    for number, name, points, won, whole in session.exec(ordered):
        players.setdefault(number, []).append(Ending(name, int(points), won, whole))
    noted = notes(session, numbers)
    rows = session.exec(select(*FIELDS).where(col(MatchRow.id).in_(numbers))).all()
    ended = [row for row in rows if row.finished_at and row.played_on]
    found = {row.id: (row.code, row.game, row.played_on, row.opened_at, row.finished_at) for row in ended}
    return [
        Outcome(number, *found[number], *noted.get(number, ("", "")), tuple(players.get(number, ())))
        for number in numbers
        if number in found
    ]


class Course(NamedTuple):
    """The course of a finished match, as far as a list shows it."""

    left: frozenset[int] = frozenset()  # seats whose players left
    early: tuple[int, int] | None = None  # of a match that was ended early: closed deals, and all deals


def with_courses(session: Session, numbers: Sequence[int]) -> Iterator[tuple[Outcome, Course]]:
    """Yield the summaries of these matches, each with its course, from the few entries about seats and ends."""
    for match in summaries_of(session, numbers):
        with suppress(*CANNOT_BE_READ):
            house = session.exec(select(MatchRow.house).where(MatchRow.id == match.id)).one()
            rows = session.execute(COURSE, {"numbers": [match.id]}).all()
            yield match, course_of(match, house, Ledger(tuple(entry_of(row[1:]) for row in rows)))


def course_of(match: Outcome, house: str, ledger: Ledger) -> Course:
    """Return the course of a match by its entries."""
    seatings = [entry for entry in ledger.entries if entry.kind == EntryKind.SEATING]
    late = sum(entry.how == Action.JOINS for entry in seatings)
    deals = len(GAMES[match.game].amended(house, len(match.players) - late).deals)
    left = frozenset(gone_at(seatings, deals + len(ledger.entries)))
    if not EarlyEnd(ledger).stopped:
        return Course(left)
    closes = {entry.deal: entry.how for entry in ledger.entries if entry.kind == EntryKind.CLOSE}
    closed = sum(how != Action.UNDONE for how in closes.values())
    return Course(left, (closed, max(deals, closed + 1)))  # after the last deal, a tie asked for one more


def notes(session: Session, numbers: Sequence[int]) -> dict[int, tuple[str, str]]:
    """Return the latest note and place of each match that has any."""
    written = select(EntryRow.match_id, EntryRow.body).where(EntryRow.kind == EntryKind.NOTE.value)
    rows = session.exec(written.where(col(EntryRow.match_id).in_(numbers)).order_by(col(EntryRow.id)))
    bodies = {number: json.loads(body) for number, body in rows}
    return {number: (str(body.get("text", "")), str(body.get("place", ""))) for number, body in bodies.items()}
