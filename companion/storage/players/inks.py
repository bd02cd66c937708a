"""Colours of players: eight inks, none of them twice among the first eight at a table.

A person keeps the ink of their last match wherever it is free. Inks are derived from the finished matches in their
order, and nothing of them is stored."""

import zlib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple
from weakref import WeakKeyDictionary

from sqlmodel import col, func, select

from companion.names import folded
from companion.storage.match_lists import NEWEST_FIRST
from companion.storage.models import EntryRow, MatchRow, ResultRow, SeatRow
from companion.storage.transactions import Transactions

INKS = 8


person_of = lru_cache(1 << 12)(folded)


class Inks(NamedTuple):
    """The inks of every finished match by seat, and the last one of every person."""

    tables: Mapping[int, tuple[int, ...]]  # by the number of the match
    last: Mapping[str, int]  # by the folded name

    def of(self, name: str) -> int:
        """Return the ink of a person, regardless of a table."""
        return self.last.get(person := person_of(name)) or zlib.crc32(person.encode()) % INKS + 1

    def at_table(self, names: Sequence[str], first: int | None = None) -> tuple[int, ...]:
        """Return the inks of people at a table; those behind the `first` joined later, and choose last."""
        wanted, found = [self.of(name) for name in names], dict[int, int]()
        there = range(len(names) if first is None else first)
        for seats in (there, *([seat] for seat in range(len(there), len(names)))):
            for seat in seats:
                if person_of(names[seat]) in self.last and wanted[seat] not in found.values():
                    found[seat] = wanted[seat]
            for seat in seats:
                found[seat] = found.get(seat) or next_free(wanted[seat], found.values())
        return tuple(found[seat] for seat in range(len(names)))


def next_free(ink: int, taken: Iterable[int]) -> int:
    """Return this ink or the next one that is not taken; this one if all are."""
    others = set(taken)
    return next((one for one in ((ink - 1 + step) % INKS + 1 for step in range(INKS)) if one not in others), ink)


def replayed(tables: Iterable[tuple[int, Sequence[str], int]]) -> Inks:
    """Return the inks of these tables in order: number of the match, names, and how many were there from the start."""
    last: dict[str, int] = {}
    found: dict[int, tuple[int, ...]] = {}
    inks = Inks(found, last)
    for number, names, first in tables:
        found[number] = inks.at_table(names, first)
        last |= zip(map(person_of, names), found[number], strict=True)
    return inks


_KNOWN: WeakKeyDictionary[Transactions, tuple[object, Inks]] = WeakKeyDictionary()
LAST = select(func.max(EntryRow.id)).where(EntryRow.match_id == MatchRow.id).scalar_subquery()
STATE = select(  # of what they are derived from: the newest match, and the last entry of the one finished last
    select(func.max(MatchRow.id)).scalar_subquery(),
    select(LAST).where(col(MatchRow.played_on).is_not(None)).order_by(*NEWEST_FIRST).limit(1).scalar_subquery(),
)
TABLES = select(ResultRow.match_id, ResultRow.name).order_by(col(ResultRow.match_id), col(ResultRow.seat))
FIRST = select(SeatRow.match_id, func.count()).group_by(col(SeatRow.match_id))


def inks_of(store: Transactions) -> Inks:
    """Return the inks after all finished matches; they are derived again for another one, or an entry in the last."""
    with store.reading() as session:
        state = tuple(session.exec(STATE).one())
        known = _KNOWN.get(store)
        if known and known[0] == state:
            return known[1]
        first = dict(session.exec(FIRST).all())
        rows = session.exec(TABLES).all()
    tables = ((number, [str(name) for _, name in seats]) for number, seats in groupby(rows, key=lambda row: row[0]))
    inks = replayed((number, names, first.get(number, len(names))) for number, names in tables)
    _KNOWN[store] = (state, inks)
    return inks
