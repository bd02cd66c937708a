"""The results of finished matches, sifted: what every page of players is counted from."""

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, exists, select

from companion.storage.match_lists import LATEST_RESULT, Among
from companion.storage.models import MatchRow, ResultRow
from companion.storage.players.identities import Persons, persons_of
from companion.storage.readable import CANNOT_BE_READ


@dataclass(frozen=True)
class Sift:
    """Which matches are counted: those of a game, a house, a year, so many players, and with somebody at the table."""

    game: str = ""
    house: str = ""  # "book" for those without house rules, "changed" for the others
    year: int = 0
    players: int = 0
    there: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Whether it leaves any out."""
        return self != Sift()


class Result(NamedTuple):
    """One player's finished match."""

    code: str
    match: int
    person: str
    name: str
    game: str
    points: int
    won: bool
    whole: bool  # whether it is a whole match, which alone is compared with others
    day: date
    players: int
    out: int
    calls: int
    jokers: int
    heaviest: int
    comeback: int
    run: int
    by_deal: dict[int, int]  # the points of each deal by its number


COLUMNS = (
    *(MatchRow.code, ResultRow.match_id, ResultRow.person, ResultRow.name, ResultRow.game, ResultRow.points),
    *(ResultRow.won, ResultRow.whole, ResultRow.played_on, ResultRow.players, ResultRow.out, ResultRow.calls),
    *(ResultRow.jokers, ResultRow.heaviest, ResultRow.comeback, ResultRow.run, ResultRow.deals),
)
LATEST = [column.desc() for column in LATEST_RESULT]
EARLIEST = (*LATEST_RESULT, col(ResultRow.seat))


def latest(session: Session, sift: Sift, among: Among = None, limit: int | None = None) -> list[Result]:
    """The results of all matches that the sift lets through, or the latest, the newest first, seats in their order.

    Of those only among which is looked; nobody's who is left out of the statistics."""
    persons = persons_of(session)
    first = col(ResultRow.person) == persons.person(sift.there[0]) if sift.there else col(ResultRow.seat) == 0
    numbers = select(ResultRow.match_id).where(first, *conditions(replace(sift, there=sift.there[1:]), persons, among))
    found = readable_results(session, session.exec(numbers.order_by(*LATEST).limit(limit)).all())
    shown = [one for one in found if not persons.is_hidden(one.person)]
    return [one._replace(name=persons.called(one.person, one.name)) for one in shown]


BATCH = 500  # matches asked for at once


def readable_results(session: Session, numbers: Sequence[int]) -> list[Result]:
    """The results of these matches in their order; those that cannot be read harm no others."""
    found: list[Result] = []
    for batch in (numbers[first : first + BATCH] for first in range(0, len(numbers), BATCH)):
        try:
            found += results_of(session, batch)
        except CANNOT_BE_READ:
            for number in batch:
                with suppress(*CANNOT_BE_READ):
                    found += results_of(session, [number])
    return found


def results_of(session: Session, numbers: Sequence[int]) -> list[Result]:
    """The results of these matches, the newest first, seats in their order."""
    wanted = select(*COLUMNS).join(MatchRow, col(MatchRow.id) == ResultRow.match_id)  # type: ignore[call-overload]
    rows = session.exec(wanted.where(col(ResultRow.match_id).in_(numbers)).order_by(*LATEST, col(ResultRow.seat)))
    return [result_of(*row) for row in rows]


def result_of(*row: Any) -> Result:
    """The result that a row tells; ValueError or TypeError where its figures are none."""
    found = Result._make((*row[:-1], {int(number): int(points) for number, points in json.loads(row[-1]).items()}))
    int(found.points + found.out + found.calls + found.jokers + found.heaviest + found.comeback + found.run)
    return found


def conditions(sift: Sift, persons: Persons, among: Among = None) -> Iterator[ColumnElement[bool]]:
    """What a result must be to be counted: of a match that counts, among those, and as the sift says."""
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
    """The years of the first and the last match; None where none ended, or it cannot be read when.

    Of those only among which is looked."""
    day = select(col(ResultRow.played_on)).where(col(ResultRow.counts).is_(True)).limit(1)
    if among is not None:
        day = day.where(col(ResultRow.match_id).in_(among))
    try:
        first, last = (session.exec(day.order_by(*order)).first() for order in (LATEST_RESULT, LATEST))
        return (first.year, last.year) if first and last else None
    except CANNOT_BE_READ:
        return None
