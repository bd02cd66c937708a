"""Query for results of finished matches by a filter: the source of every statistic of players."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache, partial
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, exists, select

from companion.games import GAMES, MOST_AMENDED
from companion.storage.match_lists import RESULTS_BY_DAY, Among
from companion.storage.matches import CANNOT_BE_READ, read_in_batches
from companion.storage.models import MatchRow, ResultRow
from companion.storage.players.identities import Identities, persons_of


@dataclass(frozen=True)
class MatchFilter:
    """Filter of matches: game, house rules, year, number of players, and persons at the table."""

    game: str = ""
    house: str = ""  # "book": no house rules; "changed": some; "": any
    year: int = 0
    players: int = 0
    there: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Return whether it leaves any match out."""
        return self != MatchFilter()


class Result(NamedTuple):
    """One player's finished match."""

    code: str
    match: int
    person: str
    name: str
    game: str
    points: int
    won: bool
    whole: bool  # played from the first deal to the last: only such results are compared
    day: date
    players: int
    out: int
    unknown: int  # deals of which it is not known who went out
    calls: int
    jokers: int
    heaviest: int
    comeback: int
    run: int
    seat: int
    labels: dict[int, str]  # contract or wild rank by the number of the deal
    by_deal: dict[int, int]  # points by the number of the deal


COLUMNS = (
    *(MatchRow.code, ResultRow.match_id, ResultRow.person, ResultRow.name, ResultRow.game, ResultRow.points),
    *(ResultRow.won, ResultRow.whole, ResultRow.played_on, ResultRow.players, ResultRow.out),
    *(ResultRow.unknown, ResultRow.calls, ResultRow.jokers, ResultRow.heaviest, ResultRow.comeback, ResultRow.run),
    *(ResultRow.seat, ResultRow.house),
    ResultRow.deals,
)
NEWEST_FIRST = [column.desc() for column in RESULTS_BY_DAY]
OLDEST_FIRST = (*RESULTS_BY_DAY, col(ResultRow.seat))


def latest(session: Session, sift: MatchFilter, among: Among = None, limit: int | None = None) -> list[Result]:
    """Return the results of the matches that pass the filter, newest first, seats in order; up to `limit` matches.

    Only matches in `among` are considered, if given; hidden persons are left out."""
    persons = persons_of(session)
    first = col(ResultRow.person) == persons.person(sift.there[0]) if sift.there else col(ResultRow.seat) == 0
    numbers = select(ResultRow.match_id).where(first, *conditions(replace(sift, there=sift.there[1:]), persons, among))
    ordered = numbers.order_by(*NEWEST_FIRST).limit(limit)
    found = read_in_batches(partial(results_of, session), session.exec(ordered).all())
    shown = [one for one in found if not persons.is_hidden(one.person)]
    return [one._replace(name=persons.called(one.person, one.name)) for one in shown]


def results_of(session: Session, numbers: Sequence[int]) -> list[Result]:
    """Return the results of these matches, newest first, seats in order."""
    wanted = select(*COLUMNS).join(MatchRow, col(MatchRow.id) == ResultRow.match_id)  # type: ignore[call-overload]
    rows = session.exec(wanted.where(col(ResultRow.match_id).in_(numbers)).order_by(*NEWEST_FIRST, col(ResultRow.seat)))
    return [result_of(*row) for row in rows]


def result_of(*row: Any) -> Result:
    """Return the result of a row. Raises one of CANNOT_BE_READ if its numbers or house rules are invalid."""
    *figures, house, deals = row
    by_deal = {int(number): int(points) for number, points in json.loads(deals).items()}
    found = Result._make((*figures, {}, by_deal))
    counted = (found.out, found.unknown, found.calls, found.jokers, found.heaviest, found.comeback, found.run)
    int(found.points + sum(counted))
    labels = deal_labels(found.game, house)
    return found._replace(labels={number: labels[number - 1] for number in by_deal})


@lru_cache(MOST_AMENDED)
def deal_labels(game: str, house: str) -> tuple[str, ...]:
    """Return the labels of the deals under these house rules, as JSON.

    Raises: one of CANNOT_BE_READ for an unknown game or invalid house rules."""
    return tuple(deal.label for deal in GAMES[game].with_house_rules(json.loads(house)).deals)


def conditions(sift: MatchFilter, persons: Identities, among: Among = None) -> Iterator[ColumnElement[bool]]:
    """Yield the SQL conditions of a result: its match counts, is in `among`, and passes the filter."""
    yield col(ResultRow.counts).is_(True)
    if among is not None:
        yield col(ResultRow.match_id).in_(among)
    if sift.game:
        yield col(ResultRow.game) == sift.game
    if sift.house:
        book = col(ResultRow.house) == "{}"
        yield book if sift.house == "book" else ~book
    if sift.players:
        yield col(ResultRow.players) == sift.players
    if sift.year:
        yield col(ResultRow.played_on).between(date(sift.year, 1, 1), date(sift.year, 12, 31))
    for name in sift.there:
        beside = aliased(ResultRow)
        yield exists().where(beside.match_id == ResultRow.match_id, beside.person == persons.person(name))  # type: ignore[arg-type]


def years(session: Session, among: Among = None) -> tuple[int, int] | None:
    """Return the years of the first and the last match; None without matches, or if a day cannot be read.

    Only matches in `among` are considered, if given."""
    day = select(col(ResultRow.played_on)).where(col(ResultRow.counts).is_(True)).limit(1)
    if among is not None:
        day = day.where(col(ResultRow.match_id).in_(among))
    try:
        first, last = (session.exec(day.order_by(*order)).first() for order in (RESULTS_BY_DAY, NEWEST_FIRST))
        return (first.year, last.year) if first and last else None
    except CANNOT_BE_READ:
        return None
