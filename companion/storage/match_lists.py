"""Lists of finished matches by the day played, then by the time of their end, from indexes alone."""

from collections.abc import Sequence
from datetime import date

from sqlalchemy import Executable, tuple_
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, exists, func, select
from sqlmodel.sql.expression import SelectOfScalar

from companion.storage.matches import NUMBERS, SEATS
from companion.storage.models import MatchRow, RecordRow, ResultRow
from companion.storage.players.identities import persons_of

Among = SelectOfScalar[int] | None  # query for the numbers of the visible matches; None for all
BY_DAY = (col(MatchRow.played_on), col(MatchRow.finished_at), col(MatchRow.finished_entry))
LATEST_RESULT = (col(ResultRow.played_on), col(ResultRow.ended_at), col(ResultRow.finished_entry))
# The tables whose names are suggested, found by primary key, so that no other rows are read.
LATEST = select(MatchRow.id).where(col(MatchRow.id) > 0).order_by(col(MatchRow.id).desc()).limit(20)
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
    people = rarest_first(session, players) if players else []
    table = ResultRow if people else MatchRow
    number = col(ResultRow.match_id) if people else col(MatchRow.id)
    order = LATEST_RESULT if people else BY_DAY
    query = select(number).where(col(table.finished_entry).is_not(None))
    if people:
        query = query.where(col(ResultRow.person) == people[0])
    for person in people[1:]:
        beside = aliased(ResultRow)
        query = query.where(exists().where(beside.match_id == ResultRow.match_id, beside.person == person))  # type: ignore[arg-type]
    if among is not None:
        query = query.where(number.in_(among))
    if game:
        query = query.where(col(table.game) == game)
    if before is not None:
        there = select(*BY_DAY).where(col(MatchRow.id) == before).scalar_subquery()
        query = query.where(tuple_(*order) < there)
    return [found or 0 for found in session.exec(query.order_by(*(column.desc() for column in order)).limit(limit))]


def of_day(session: Session, day: date, limit: int, among: Among = None) -> list[int]:
    """Return the numbers of the matches that were played on a day, in order."""
    query = select(MatchRow.id).where(col(MatchRow.played_on) == day)
    if among is not None:
        query = query.where(col(MatchRow.id).in_(among))
    return [found or 0 for found in session.exec(query.order_by(*BY_DAY).limit(limit))]


def latest_names(session: Session, among: Among = None) -> list[str]:
    """Return the names at the latest tables, latest first; of finished matches, latecomers are included."""
    tables = LATEST if among is None else LATEST.where(col(MatchRow.id).in_(among))
    numbers = [number or 0 for number in session.exec(tables)]
    ended, sat = (names_by_match(session, query, numbers) for query in (ENDED_AS, SEATS))
    return [name for number in numbers for name in ended.get(number) or sat.get(number, [])]


def names_by_match(session: Session, query: Executable, numbers: list[int]) -> dict[int, list[str]]:
    """Return the names that a query finds at each of these tables."""
    found: dict[int, list[str]] = {}
    for match, name in session.execute(query, {"numbers": numbers}):
        found.setdefault(match, []).append(name)
    return found


def rarest_first(session: Session, names: Sequence[str]) -> list[str]:
    """Return the persons of these names, fewest matches first, so that the most selective condition comes first."""
    known = persons_of(session)
    people = [known.person(name) for name in names]
    counted = select(RecordRow.person, func.sum(RecordRow.played)).where(col(RecordRow.person).in_(people))
    played = dict(session.exec(counted.group_by(RecordRow.person)).all()) if len(people) > 1 else {}
    return sorted(people, key=lambda person: played.get(person, 0))
