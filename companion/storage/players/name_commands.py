"""Commands of the host on names: join, part, hide and show them, which moves their results between persons."""

from collections.abc import Iterable
from itertools import groupby

from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select

from companion.names import folded
from companion.storage.models import MatchRow, PersonEntryRow, ResultRow
from companion.storage.players.identities import PersonAct, PersonEntry, persons_of
from companion.storage.store import KeyReused, Store
from companion.storage.transactions import lock_ledger, retry_on_conflict


class Together(Exception):
    """Refusal to join two persons who sat at one table; `code` is that of the match."""

    def __init__(self, code: str):
        super().__init__(code)
        self.code = code


@retry_on_conflict
def append_name_entry(store: Store, entry: PersonEntry) -> None:
    """Append the host's entry about a name; the same form sent again changes nothing.

    Raises: KeyReused if its key came with other content, Together if the persons it joins sat at one table."""
    with store.writing() as session:
        lock_ledger(session)
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
    """Update the results of all matches of these persons."""
    persons = persons_of(session)
    theirs = select(ResultRow.match_id).where(col(ResultRow.person).in_(changed))
    at_tables = select(ResultRow).where(col(ResultRow.match_id).in_(theirs))
    rows = session.exec(at_tables.order_by(col(ResultRow.match_id), col(ResultRow.seat)))
    for _, table in groupby(rows.all(), key=lambda row: row.match_id):
        seats = list(table)
        for row, person in zip(seats, persons.at_table([row.name for row in seats]), strict=True):
            row.person = person
    session.flush()
