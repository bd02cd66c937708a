"""The results of the latest finished matches, sifted: what every page of players is counted from."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, exists, select

from companion.storage.listing import Among
from companion.storage.models import MatchRow, ResultRow
from companion.storage.persons import Persons, persons_of

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
    deals: str

    @property
    def by_deal(self) -> dict[int, int]:
        """The points of each deal by its number."""
        return {int(number): points for number, points in json.loads(self.deals).items()}


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
    wanted = select(*COLUMNS).join(MatchRow, col(MatchRow.id) == ResultRow.match_id)  # type: ignore[call-overload]
    rows = session.exec(
        wanted.where(col(ResultRow.match_id).in_(numbers)).order_by(
            col(ResultRow.finished_entry).desc(), col(ResultRow.seat)
        )
    )
    found = (Result._make(row) for row in rows if not persons.is_hidden(row.person))
    return [one._replace(name=persons.called(one.person, one.name)) for one in found]


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


def years(session: Session) -> tuple[int, int] | None:
    """The years of the first and the last match; None where none ended."""
    ends = [
        select(ResultRow.ended_at).order_by(order).limit(1)
        for order in (col(ResultRow.finished_entry), col(ResultRow.finished_entry).desc())
    ]
    found = [session.exec(end).first() for end in ends]
    return (found[0].astimezone().year, found[1].astimezone().year) if found[0] and found[1] else None
