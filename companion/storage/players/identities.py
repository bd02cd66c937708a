"""Entries by the host: names joined to one person, persons hidden from statistics, and deleted matches.

No match is changed by them: results are derived from the names at its table and these entries, and follow both."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlmodel import Session, col, select

from companion.names import folded
from companion.rules.text import N_, Clauses, Text
from companion.storage.database.errors import Unusable
from companion.storage.matches import CANNOT_BE_READ
from companion.storage.models import PersonEntryRow
from companion.storage.transactions import Transactions

ORDERED = select(PersonEntryRow).order_by(col(PersonEntryRow.id))
MIXED = (
    N_("hosts have merged names here, or left players out of the statistics"),
    N_("in an open house that would also affect others with the same name"),
    N_("first undo this on the players’ pages, without --open"),
)


class PersonAct(StrEnum):
    """Kinds of entries about a name, and of one about a match."""

    JOINED = "joined"  # its person becomes that of `other`
    PARTED = "parted"  # the name is a person again
    HIDDEN = "hidden"  # its person is hidden from statistics
    SHOWN = "shown"  # its person is shown again
    DELETED = "deleted"  # the match of the code `name` was deleted; the entry's key follows from the key of the match


@dataclass(frozen=True)
class PersonEntry:
    """One entry by the host: appended, never changed or deleted."""

    key: str  # of the form that posted it
    kind: PersonAct
    name: str
    other: str
    at: datetime


class Identities:
    """The person of each name after these entries; a person is identified by a folded name."""

    def __init__(self, entries: Iterable[PersonEntry]):
        self._counts_as: dict[str, str] = {}
        self._written: dict[str, str] = {}
        self._hidden: dict[str, str] = {}
        for entry in entries:
            if entry.kind != PersonAct.DELETED:
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
        """Return the person of a name."""
        person = folded(name)
        while person in self._counts_as:
            person = self._counts_as[person]
        return person

    def at_table(self, names: Sequence[str]) -> list[str]:
        """Return the persons at a table, seat by seat; two names of one person at the same table stay separate."""
        persons = [self.person(name) for name in names]
        return [
            folded(name) if persons.count(person) > 1 else person for name, person in zip(names, persons, strict=True)
        ]

    def called(self, person: str, name: str) -> str:
        """Return the display name of a person who sat at a table as `name`."""
        return self._called.get(person, name)

    def joined(self, person: str) -> list[str]:
        """Return the other names that are joined to a person."""
        return [self._written[name] for name in self._counts_as if self.person(name) == person]

    def is_hidden(self, person: str) -> bool:
        """Return whether a person is hidden from statistics."""
        return person in self._hidden

    @property
    def changed(self) -> bool:
        """True if any join or hiding is in force."""
        return bool(self._counts_as or self._hidden)

    @property
    def hidden_persons(self) -> list[str]:
        """The persons who are hidden."""
        return list(self._hidden)

    @property
    def hidden_names(self) -> list[str]:
        """The names of the persons who are hidden."""
        return [name for person, name in self._hidden.items() if self.person(person) == person]


def entries_of(session: Session) -> list[PersonEntry]:
    """Return the host's entries about names in order, without unreadable ones."""
    try:
        return [entry_of(row) for row in session.exec(ORDERED)]
    except CANNOT_BE_READ:
        found: list[PersonEntry] = []
        for number in session.exec(select(PersonEntryRow.id).order_by(col(PersonEntryRow.id))).all():
            with suppress(*CANNOT_BE_READ):
                found.append(entry_of(session.exec(ORDERED.where(PersonEntryRow.id == number)).one()))
        return found


def entry_of(row: PersonEntryRow) -> PersonEntry:
    """Return the entry of a row. Raises ValueError or TypeError if it is invalid."""
    folded(row.name), folded(row.other)
    return PersonEntry(row.key, PersonAct(row.kind), row.name, row.other, row.at)


def persons_of(session: Session) -> Identities:
    """Return the present persons."""
    return Identities(entries_of(session))


def refuse_merged_names(store: Transactions) -> None:
    """Raise Unusable if names were joined or hidden: in an open house this would affect namesakes too."""
    with store.reading() as session:
        known = persons_of(session)
    if known.changed:
        raise Unusable(Clauses(map(Text, MIXED)))
