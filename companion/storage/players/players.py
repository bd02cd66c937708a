"""Records of players over all their matches: matches played and won, from the results of finished matches."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import text
from sqlmodel import col, exists, select

from companion.storage.match_lists import Among
from companion.storage.matches import CANNOT_BE_READ, Match, matches_in_order
from companion.storage.models import MatchRow, RecordRow, ResultRow
from companion.storage.players.identities import Identities, persons_of
from companion.storage.players.totals import KEPT, SUMS, adrift, rebuild_totals
from companion.storage.results import record_results
from companion.storage.store import Store
from companion.storage.transactions import lock_totals, retry_on_conflict

BATCH = 200  # matches in one transaction
WITHOUT_RESULTS = select(MatchRow.id).where(
    col(MatchRow.finished_at).is_not(None),
    col(MatchRow.listed),
    ~exists().where(col(ResultRow.match_id) == MatchRow.id),
)
NAMED = (RecordRow.name, RecordRow.person, RecordRow.game)


@dataclass(frozen=True)
class Record:
    """One player's totals in one game: matches played and won, and the average final points of whole matches."""

    person: str
    name: str
    game: str
    played: int
    won: int
    whole: int  # number of whole matches
    average: float | None  # points per whole match; None without any


def catch_up(store: Store) -> None:
    """Make missing results of finished matches, and rebuild the totals if they are not the sums of the results.

    A database older than these tables has neither."""
    with store.reading() as session:
        missing = session.exec(WITHOUT_RESULTS).all()
    for first in range(0, len(missing), BATCH):
        record_some(store, missing[first : first + BATCH])
    with store.reading() as session:
        wrong = adrift(session)
    if wrong:
        with store.writing() as session:
            lock_totals(session)
            rebuild_totals(session)


@retry_on_conflict
def record_some(store: Store, numbers: Sequence[int | None]) -> None:
    """Make the results of these matches."""
    with store.writing() as session:
        for match in matches_in_order(session, [number or 0 for number in numbers]):
            if isinstance(match, Match):
                row = session.get_one(MatchRow, match.id, with_for_update=True)
                record_results(session, row, match.sheet, match.sheet.version)
                session.add(row)


def records(
    store: Store, among: Among = None, person: str = "", limit: int | None = None, first: int = 0
) -> list[Record]:
    """Return up to `limit` players' records in each game from position `first` on, most matches first.

    Only of the matches in `among` or of `person`, if given; hidden persons are left out."""
    with store.reading() as session:
        persons = persons_of(session)
        table: type[RecordRow | ResultRow] = RecordRow if among is None else ResultRow
        if among is None:
            query = KEPT.order_by(col(RecordRow.played).desc(), *map(col, NAMED))
        else:
            theirs = SUMS.where(col(ResultRow.match_id).in_(among))
            query = theirs.order_by(*(text(f"{place}") for place in ("4 DESC", 3, 1, 2)))
        if person:
            query = query.where(col(table.person) == persons.person(person))
        if persons.out:
            query = query.where(col(table.person).not_in(persons.out))
        return list(readable_records(persons, session.exec(query.limit(limit).offset(first)).all()))


def readable_records(persons: Identities, rows: Iterable[Sequence[Any]]) -> Iterator[Record]:
    """Yield the records of rows; skip one with invalid numbers, which the next start fixes."""
    for row in rows:
        with suppress(*CANNOT_BE_READ):
            yield record_of(persons, *row)


def record_of(
    persons: Identities, person: str, game: str, name: str, played: int, won: int, whole: int, points: int
) -> Record:
    """Return the record of a row."""
    average = points / whole if whole else None
    return Record(person, persons.called(person, name), game, played, won, whole, average)
