"""Who counts as whom: names that are one person, and persons left out of the statistics, as entries of the host.

No match is changed by them: results are made from the names at its table and these entries, and follow both."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlmodel import Session, col, select

from companion.names import folded
from companion.rules.text import N_, Clauses, Text
from companion.storage.database.engines import WrongDatabase
from companion.storage.models import PersonEntryRow
from companion.storage.readable import CANNOT_BE_READ
from companion.storage.transactions import Transactions

ORDERED = select(PersonEntryRow).order_by(col(PersonEntryRow.id))
MIXED = (
    N_("a host said here whose names are one person, or left somebody out of the statistics"),
    N_("in an open house that would hold for namesakes as well"),
    N_("part and show these names first, without --open"),
)


class PersonAct(StrEnum):
    """What an entry says of a name."""

    JOINED = "joined"  # its person counts as that of `other` from now on
    PARTED = "parted"  # it stands for itself again
    HIDDEN = "hidden"  # its person is left out of the statistics
    SHOWN = "shown"  # and is not any more


@dataclass(frozen=True)
class PersonEntry:
    """One line of the host: appended, never changed or deleted."""

    key: str  # of the form that it came by
    kind: PersonAct
    name: str
    other: str
    at: datetime


class Persons:
    """Which person each name stands for, after these entries; a person is a name as names are compared."""

    def __init__(self, entries: Iterable[PersonEntry]):
        self._counts_as: dict[str, str] = {}
        self._written: dict[str, str] = {}
        self._hidden: dict[str, str] = {}
        for entry in entries:
            self._take(entry)
        self._called = {person: self._written[person] for person in self._counts_as.values()}

    def _take(self, entry: PersonEntry) -> None:
        for name in (entry.name, entry.other):
            self._written.setdefault(folded(name), name)
        person, other = self.person(entry.name), self.person(entry.other)
        if entry.kind == PersonAct.JOINED and person != other:
            self._counts_as[person] = other
        elif entry.kind == PersonAct.PARTED:
            self._counts_as.pop(folded(entry.name), None)
        elif entry.kind == PersonAct.HIDDEN:
            self._hidden[person] = entry.name
        elif entry.kind == PersonAct.SHOWN:
            self._hidden.pop(person, None)

    def person(self, name: str) -> str:
        """The person that a name stands for."""
        person = folded(name)
        while person in self._counts_as:
            person = self._counts_as[person]
        return person

    def at_table(self, names: Sequence[str]) -> list[str]:
        """The persons at a table, seat by seat; two names there that are one person elsewhere stand for themselves."""
        persons = [self.person(name) for name in names]
        return [
            folded(name) if persons.count(person) > 1 else person for name, person in zip(names, persons, strict=True)
        ]

    def called(self, person: str, name: str) -> str:
        """How a person is called who sat at a table as `name`."""
        return self._called.get(person, name)

    def joined(self, person: str) -> list[str]:
        """The other names that stand for a person."""
        return [self._written[name] for name in self._counts_as if self.person(name) == person]

    def is_hidden(self, person: str) -> bool:
        """Whether a person is left out of the statistics."""
        return person in self._hidden

    @property
    def settled(self) -> bool:
        """Whether anything holds that the host said."""
        return bool(self._counts_as or self._hidden)

    @property
    def out(self) -> list[str]:
        """The persons who are left out."""
        return list(self._hidden)

    @property
    def hidden(self) -> list[str]:
        """The names of those who are left out."""
        return [name for person, name in self._hidden.items() if self.person(person) == person]


def entries_of(session: Session) -> list[PersonEntry]:
    """What the host said of names, in order; what cannot be read of it harms nothing else."""
    try:
        return [entry_of(row) for row in session.exec(ORDERED)]
    except CANNOT_BE_READ:
        found: list[PersonEntry] = []
        for number in session.exec(select(PersonEntryRow.id).order_by(col(PersonEntryRow.id))).all():
            with suppress(*CANNOT_BE_READ):
                found.append(entry_of(session.exec(ORDERED.where(PersonEntryRow.id == number)).one()))
        return found


def entry_of(row: PersonEntryRow) -> PersonEntry:
    """The entry that a row keeps; ValueError or TypeError where it keeps none."""
    folded(row.name), folded(row.other)
    return PersonEntry(row.key, PersonAct(row.kind), row.name, row.other, row.at)


def persons_of(session: Session) -> Persons:
    """Which person each name stands for now."""
    return Persons(entries_of(session))


def fit_for_strangers(store: Transactions) -> None:
    """WrongDatabase where a host said who counts as whom: in an open house that would hold for namesakes as well."""
    with store.reading() as session:
        known = persons_of(session)
    if known.settled:
        raise WrongDatabase(Clauses(map(Text, MIXED)))
