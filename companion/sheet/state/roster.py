"""Who is at the table: places clockwise, as people come late, leave, or change places."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from companion.rules.game import Game
from companion.sheet.ledger import Action, Entry, EntryKind, Ledger

MOVES = (Action.JOINS, Action.LEAVES, Action.RETURNS)
Seating = tuple[int, ...]  # seats clockwise; a seat is a person and keeps its number


def ring_at(entries: Sequence[Entry], seated: int, deal: int) -> Seating:
    """The chairs as they stand when that deal is dealt, clockwise, with those who left still in theirs.

    An empty chair keeps the turn: whoever sits to the left of it deals next."""
    ring = list(range(seated))
    for entry in entries:
        if entry.deal > deal:
            continue
        if entry.how == Action.JOINS:
            ring.append(entry.body["seat"])
        elif entry.how == Action.SWAPPED:
            order = entry.body["order"]
            chairs = [place for place, seat in enumerate(ring) if seat in order]
            for place, seat in zip(chairs, order, strict=True):
                ring[place] = seat
    return tuple(ring)


def gone_at(entries: Sequence[Entry], deal: int) -> set[int]:
    """The seats whose people have left before that deal is dealt, and have not come back."""
    moves = [entry for entry in entries if entry.deal <= deal and entry.how in MOVES]
    last = {entry.body["seat"]: entry.how for entry in moves}
    return {seat for seat, how in last.items() if how == Action.LEAVES}


def seating_at(entries: Sequence[Entry], seated: int, deal: int) -> Seating:
    """The seats at the table when that deal is dealt, clockwise: those who sat down first, then what was entered."""
    gone = gone_at(entries, deal)
    return tuple(seat for seat in ring_at(entries, seated, deal) if seat not in gone)


def following(seat: int, before: Seating, now: Seating) -> int:
    """The seat to the left of that one, among those who are now at the table."""
    if seat in now:
        return now[(now.index(seat) + 1) % len(now)]
    place = before.index(seat)
    return next(other for other in (*before[place + 1 :], *before[:place]) if other in now)


@dataclass(frozen=True)
class Roster:
    """Who sits at the table; a seat is a person, whatever the place."""

    ledger: Ledger
    game: Game
    seated: tuple[str, ...]  # who sat down first, in table order

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Everybody who ever sat at the table, by the name that stands."""
        names = [*self.seated, *(entry.body["name"] for entry in self._seatings if entry.how == Action.JOINS)]
        for entry in self.renamings():
            names[entry.body["seat"]] = entry.body["name"]
        return tuple(names)

    def renamings(self, seat: int | None = None) -> list[Entry]:
        """The corrections of names, oldest first; of one seat, if that is given."""
        renamed = [entry for entry in self._seatings if entry.how == Action.RENAMED]
        return [entry for entry in renamed if seat in (None, entry.body["seat"])]

    @property
    def players(self) -> int:
        """How many ever sat down, also those who have left."""
        return len(self.names)

    @property
    def seats(self) -> range:
        """All seats, also of those who have left, in the order they were taken."""
        return range(len(self.names))

    @cached_property
    def _seatings(self) -> list[Entry]:
        return [entry for entry in self.ledger.entries if entry.kind == EntryKind.SEATING]

    def seating(self, deal: int) -> Seating:
        """Who is at the table when that deal is dealt, clockwise."""
        return seating_at(self._seatings, len(self.seated), deal)

    def at_table(self, seat: int) -> bool:
        """Whether somebody still plays: those who left keep their points and cannot win."""
        return seat in self.seating(len(self.game.deals) + len(self.ledger.entries))

    @property
    def staying(self) -> list[int]:
        """The seats of those who still play, in the order they were taken."""
        return [seat for seat in self.seats if self.at_table(seat)]

    @property
    def left(self) -> list[int]:
        """The seats of those who have left and not come back."""
        return [seat for seat in self.seats if not self.at_table(seat)]

    def start(self, seat: int) -> Entry | None:
        """How a latecomer came in, with the points they began with; None for those who sat down first."""
        joins = (entry for entry in self._seatings if entry.how == Action.JOINS)
        return next((entry for entry in joins if entry.body["seat"] == seat), None)

    def ring(self, deal: int) -> Seating:
        """The chairs as they stand when that deal is dealt, also those that are empty."""
        return ring_at(self._seatings, len(self.seated), deal)
