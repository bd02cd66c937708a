"""The results of the latest finished matches, sifted: what every page of players is counted from."""

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement
from sqlalchemy.exc import NoResultFound
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, exists, select

from companion.storage.listing import Among
from companion.storage.models import MatchRow, ResultRow
from companion.storage.people.persons import Persons, persons_of
from companion.storage.readable import CANNOT_BE_READ

LATEST = 150  # matches that are counted: some years of an evening a fortnight, and each year by itself


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
    ended_at: datetime
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
    *(ResultRow.won, ResultRow.ended_at, ResultRow.players, ResultRow.out, ResultRow.calls, ResultRow.jokers),
    *(ResultRow.heaviest, ResultRow.comeback, ResultRow.run, ResultRow.deals),
)


def latest(session: Session, sift: Sift, among: Among = None, limit: int = LATEST) -> list[Result]:
    """The results of the latest matches that the sift lets through, the newest match first, seats in their order.

    Of those only among which is looked; nobody's who is left out of the statistics."""
    persons = persons_of(session)
    numbers = matches(session, sift, persons, among, limit)
    found = [one for one in readable_results(session, numbers) if not persons.is_hidden(one.person)]
    return [one._replace(name=persons.called(one.person, one.name)) for one in found]


def readable_results(session: Session, numbers: Sequence[int]) -> list[Result]:
    """The results of these matches, the newest first; those that cannot be read harm no others."""
    try:
        return results_of(session, numbers)
    except CANNOT_BE_READ:
        found: list[Result] = []
        for number in numbers:
            with suppress(*CANNOT_BE_READ):
                found += results_of(session, [number])
        return found


def results_of(session: Session, numbers: Sequence[int]) -> list[Result]:
    """The results of these matches, the newest first, seats in their order."""
    wanted = select(*COLUMNS).join(MatchRow, col(MatchRow.id) == ResultRow.match_id)  # type: ignore[call-overload]
    order = (col(ResultRow.finished_entry).desc(), col(ResultRow.seat))
    rows = session.exec(wanted.where(col(ResultRow.match_id).in_(numbers)).order_by(*order))
    return [result_of(*row) for row in rows]


def result_of(*row: Any) -> Result:
    """The result that a row tells; ValueError or TypeError where its figures are none."""
    found = Result._make((*row[:-1], {int(number): int(points) for number, points in json.loads(row[-1]).items()}))
    int(found.points + found.out + found.calls + found.jokers + found.heaviest + found.comeback + found.run)
    return found


def matches(session: Session, sift: Sift, persons: Persons, among: Among, limit: int) -> list[int]:
    """The numbers of the latest matches that the sift lets through."""
    there = [persons.person(name) for name in sift.there]
    if there:
        query = select(ResultRow.match_id, ResultRow.finished_entry).where(col(ResultRow.person) == there[0])
    else:
        query = select(ResultRow.match_id, ResultRow.finished_entry).where(col(ResultRow.seat) == 0)
    for condition in conditions(sift, there[1:]):
        query = query.where(condition)
    if among is not None:
        query = query.where(col(ResultRow.match_id).in_(among))
    return [row[0] for row in session.exec(query.order_by(col(ResultRow.finished_entry).desc()).limit(limit))]


def conditions(sift: Sift, beside_whom: Sequence[str]) -> Iterator[ColumnElement[bool]]:
    """What a result must be, apart from whose it is."""
    if sift.game:
        yield col(ResultRow.game) == sift.game
    if sift.house:
        book = col(ResultRow.house) == "{}"
        yield book if sift.house == "book" else ~book
    if sift.players:
        yield col(ResultRow.players) == sift.players
    if sift.year:
        begins, ends = (datetime(sift.year + more, 1, 1).astimezone(UTC) for more in (0, 1))
        yield (col(ResultRow.ended_at) >= begins) & (col(ResultRow.ended_at) < ends)
    for person in beside_whom:
        beside = aliased(ResultRow)
        yield exists().where(beside.match_id == ResultRow.match_id, beside.person == person)  # type: ignore[arg-type]


def years(session: Session, among: Among = None) -> tuple[int, int] | None:
    """The years of the first and the last match; None where none ended, or it cannot be read when.

    Of those only among which is looked."""
    ended = select(ResultRow.ended_at).limit(1)
    if among is not None:
        ended = ended.where(col(ResultRow.match_id).in_(among))
    last = col(ResultRow.finished_entry)
    ends = [ended.order_by(order) for order in (last, last.desc())]
    try:
        begun, ended_last = (session.exec(end).one() for end in ends)
        return (begun.astimezone().year, ended_last.astimezone().year) if begun and ended_last else None
    except (NoResultFound, *CANNOT_BE_READ):
        return None
