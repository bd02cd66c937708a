"""Players over all their matches: how often they played and won, read from the results of finished matches."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Integer, cast
from sqlmodel import col, exists, func, select

from companion.names import folded
from companion.storage.matches import Match, listed
from companion.storage.models import MatchRow, ResultRow
from companion.storage.results import settle
from companion.storage.store import Store

BATCH = 200  # matches settled in one transaction


@dataclass(frozen=True)
class Record:
    """What somebody did in one game: matches played and won, and the average of their final points."""

    person: str
    name: str
    game: str
    played: int
    won: int
    average: float


def catch_up(store: Store) -> None:
    """Make the results of finished matches that have none: those of a database from before they were kept."""
    with store.reading() as session:
        without = ~exists().where(col(ResultRow.match_id) == MatchRow.id)
        finished = col(MatchRow.finished_at).is_not(None) & col(MatchRow.listed) & without
        missing = session.exec(select(MatchRow.id).where(finished)).all()
    for first in range(0, len(missing), BATCH):
        settle_some(store, missing[first : first + BATCH])


def settle_some(store: Store, numbers: Sequence[int | None]) -> None:
    """Make the results of these matches."""
    with store.writing() as session:
        for match in listed(session, [number or 0 for number in numbers]):
            if isinstance(match, Match):
                row = session.get_one(MatchRow, match.id)
                settle(session, row, match.sheet)
                session.add(row)


def records(store: Store, among: Sequence[int] | None = None, person: str = "") -> list[Record]:
    """Everybody's record in each game, who played most first; of those matches or of that person only, if named."""
    with store.reading() as session:
        query = select(
            ResultRow.person,
            func.max(ResultRow.name),
            ResultRow.game,
            func.count(),
            func.sum(cast(ResultRow.won, Integer)),
            func.avg(ResultRow.points),
        ).group_by(ResultRow.person, ResultRow.game)  # type: ignore[call-overload]
        if among is not None:
            query = query.where(col(ResultRow.match_id).in_(among))
        if person:
            query = query.where(col(ResultRow.person) == folded(person))
        return [Record(*row) for row in sorted(session.exec(query), key=lambda row: (-row[3], row[1]))]
