"""Totals of each person in each game, stored beside the results: pages of players read only these.

Sums of the results by SQL are not flat: with a covering index they take 1 ms at 1,000 matches and 60 ms at 20,000 for
every view of home, where these totals take a quarter of one."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from sqlalchemy import Integer, case, cast
from sqlmodel import Session, col, delete, func, insert, select

from companion.storage.models import RecordRow, ResultRow

Key = tuple[str, str]  # a person and a game


class PlayedMatch(NamedTuple):
    """One player's final result in one match, as far as totals need it."""

    person: str
    game: str
    won: bool
    whole: bool
    points: int


def update_totals(session: Session, gone: Iterable[PlayedMatch], come: Iterable[PlayedMatch]) -> None:
    """Update the totals: subtract the results in `gone`, add those in `come`."""
    changed: dict[Key, RecordRow] = {}
    for sign, ended in ((-1, gone), (1, come)):
        for one in ended:
            key = (one.person, one.game)
            if key not in changed:
                changed[key] = session.get(RecordRow, key) or nothing(key)
            record = changed[key]
            record.played += sign
            record.won += sign * one.won
            record.whole += sign * one.whole
            record.points += sign * one.points * one.whole
    for record in changed.values():
        store_total(session, record)
    session.flush()


def nothing(key: Key) -> RecordRow:
    """Return the empty record of a person in a game."""
    return RecordRow(person=key[0], game=key[1], name="", played=0, won=0, whole=0, points=0)


def store_total(session: Session, record: RecordRow) -> None:
    """Store a record under the alphabetically last of its names; delete one without matches."""
    of_theirs = (col(ResultRow.person) == record.person) & (col(ResultRow.game) == record.game) & col(ResultRow.counts)
    name = session.exec(select(func.max(ResultRow.name)).where(of_theirs)).one()
    if name is not None:
        record.name = name
        session.add(record)
    elif record in session:
        session.delete(record)


COLUMNS = ("person", "game", "name", "played", "won", "whole", "points")
SUMS = (
    select(
        ResultRow.person,
        ResultRow.game,
        func.max(ResultRow.name),
        func.count(),
        func.sum(cast(ResultRow.won, Integer)),
        func.sum(cast(ResultRow.whole, Integer)),
        func.sum(case((col(ResultRow.whole), ResultRow.points), else_=0)),
    )  # type: ignore[call-overload]
    .where(col(ResultRow.counts))
    .group_by(ResultRow.person, ResultRow.game)
)
KEPT = select(*(getattr(RecordRow, name) for name in COLUMNS))


def rebuild_totals_of(session: Session, persons: Collection[str]) -> None:
    """Rebuild the records of these persons from their results."""
    session.exec(delete(RecordRow).where(col(RecordRow.person).in_(persons)))
    theirs = SUMS.where(col(ResultRow.person).in_(persons))
    session.execute(insert(RecordRow).from_select(COLUMNS, theirs))


def adrift(session: Session) -> list[str]:
    """Return the names whose records are not the sums of their results."""
    kept, due = ({tuple(row) for row in session.exec(query)} for query in (KEPT, SUMS))
    return sorted({row[2] for row in kept ^ due})


def rebuild_totals(session: Session) -> None:
    """Rebuild all records from the results."""
    session.exec(delete(RecordRow))
    session.execute(insert(RecordRow).from_select(COLUMNS, SUMS))
