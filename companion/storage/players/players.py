"""Records of players over all their matches, and the host's commands on names, which change whose results they are."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sqlalchemy import text
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, exists, select

from companion.names import folded
from companion.storage.match_lists import Among
from companion.storage.matches import CANNOT_BE_READ, Match, matches_in_order
from companion.storage.models import MatchRow, PersonEntryRow, RecordRow, ResultRow
from companion.storage.players.identities import Identities, PersonAct, PersonEntry, persons_of
from companion.storage.results import KEPT, SUMS, adrift, rebuild_totals, record_results
from companion.storage.store import KeyReused, Store
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
    for person, game, name, played, won, whole, points in rows:
        with suppress(*CANNOT_BE_READ):
            average = points / whole if whole else None
            yield Record(person, persons.called(person, name), game, played, won, whole, average)


class Together(Exception):
    """Refusal to join two persons who sat at one table; `code` is that of the match."""

    def __init__(self, code: str):
        super().__init__(code)
        self.code = code


@retry_on_conflict
def say_of_name(store: Store, entry: PersonEntry) -> None:
    """Append an entry of the host; the same form again changes nothing.

    Raises: KeyReused if its key came with other content, Together if the persons it joins sat at one table."""
    with store.writing() as session:
        lock_totals(session)
        earlier = session.exec(select(PersonEntryRow).where(PersonEntryRow.key == entry.key)).first()
        if earlier:
            if (earlier.kind, earlier.name, earlier.other) != (entry.kind, entry.name, entry.other):
                raise KeyReused
            return
        if entry.kind == PersonAct.JOINED:
            refuse_together(session, entry)
        append(session, [entry])


def refuse_together(session: Session, entry: PersonEntry) -> None:
    """Raise Together if the two persons of an entry ended a match at the same table."""
    persons = persons_of(session)
    beside = aliased(ResultRow)
    met = select(MatchRow.code).join(ResultRow, col(ResultRow.match_id) == MatchRow.id)
    met = met.join(beside, col(beside.match_id) == MatchRow.id).where(beside.seat != ResultRow.seat)
    found = session.exec(
        met.where(ResultRow.person == persons.person(entry.name), beside.person == persons.person(entry.other))
    ).first()
    if found:
        raise Together(found)


def append(session: Session, entries: Iterable[PersonEntry]) -> None:
    """Append entries and update the results that depend on them."""
    changed: set[str] = set()
    for entry in entries:
        changed |= affected_persons(session, entry)
        session.add(PersonEntryRow(key=entry.key, kind=entry.kind, name=entry.name, other=entry.other, at=entry.at))
        session.flush()
    follow(session, changed)


def affected_persons(session: Session, entry: PersonEntry) -> set[str]:
    """Return the persons whose matches an entry may change: those of its names, and the names joined to them."""
    if entry.kind == PersonAct.DELETED:
        return set()
    persons = persons_of(session)
    found = {persons.person(name) for name in (entry.name, entry.other)}
    return found | {folded(name) for person in found for name in persons.joined(person)}


def follow(session: Session, changed: set[str]) -> None:
    """Update the results of all matches of these persons, and then their totals."""
    persons = persons_of(session)
    theirs = select(ResultRow.match_id).where(col(ResultRow.person).in_(changed))
    at_tables = select(ResultRow).where(col(ResultRow.match_id).in_(theirs))
    rows = session.exec(at_tables.order_by(col(ResultRow.match_id), col(ResultRow.seat)))
    touched = set(changed)
    for _, table in groupby(rows.all(), key=lambda row: row.match_id):
        seats = list(table)
        for row, person in zip(seats, persons.at_table([row.name for row in seats]), strict=True):
            touched |= {row.person, person} if row.person != person else set()
            row.person = person
    session.flush()
    rebuild_totals(session, touched)
