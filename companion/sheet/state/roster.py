"""The people at the table: seats clockwise, with latecomers, leavers and changes of place."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from companion.rules.deals import Seating
from companion.rules.game import Game
from companion.sheet.ledger import Action, Entry, EntryKind, Ledger

MOVES = (Action.JOINS, Action.LEAVES, Action.RETURNS)


def gone_at(entries: Sequence[Entry], deal: float) -> set[int]:
    """Return the seats whose people have left before that deal is dealt and have not returned."""
    moves = [entry for entry in entries if entry.deal <= deal and entry.how in MOVES]
    last = {entry.body["seat"]: entry.how for entry in moves}
    return {seat for seat, how in last.items() if how == Action.LEAVES}


@dataclass(frozen=True)
class Roster(Ledger):
    """The people at the table; a seat is a person, in any chair."""

    game: Game
    seated: tuple[str, ...]  # names of the first players, in table order

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The current names of all people who ever sat at the table."""
        names = [*self.seated, *(entry.body["name"] for entry in self._seatings if entry.how == Action.JOINS)]
        for entry in self.renamings():
            names[entry.body["seat"]] = entry.body["name"]
        return tuple(names)

    def renamings(self, seat: int | None = None) -> list[Entry]:
        """Return the corrections of names, oldest first; of one seat, if given."""
        renamed = [entry for entry in self._seatings if entry.how == Action.RENAMED]
        return [entry for entry in renamed if seat in (None, entry.body["seat"])]

    @property
    def players(self) -> int:
        """Number of people who ever sat down, including those who have left."""
        return len(self.names)

    @cached_property
    def seats(self) -> range:
        """All seats, including those of people who have left, in the order of joining."""
        return range(len(self.names))

    @cached_property
    def _seatings(self) -> list[Entry]:
        found: list[Entry] = []
        for entry in self.entries:
            if entry.kind == EntryKind.SEATING and entry.how == Action.UNDONE:
                found = [other for other in found if other.body.get("seat") != entry.body["seat"]]
            elif entry.kind == EntryKind.SEATING:
                found.append(entry)
        return found

    def is_unplayed(self, seat: int) -> bool:
        """Return whether the latest of the latecomers has nothing on the sheet yet but a name."""
        moves = [each for each in self._seatings if seat in (each.body.get("seat"), *each.body.get("order", ()))]
        return (
            seat >= len(self.seated)
            and seat == self.seats[-1]
            and all(entry.seat != seat for entry in self.entries)
            and all(entry.how in (Action.JOINS, Action.RENAMED) for entry in moves)
        )

    def seating(self, deal: int) -> Seating:
        """Return the seats at the table when that deal is dealt, clockwise."""
        gone = gone_at(self._seatings, deal)
        return tuple(seat for seat in self.ring(deal) if seat not in gone)

    def at_table(self, seat: int) -> bool:
        """Return whether a player still plays; a player who left keeps the points and cannot win."""
        return seat in self.seating(len(self.game.deals) + len(self.entries))

    @property
    def staying(self) -> list[int]:
        """The seats of people who still play, in the order of joining."""
        return [seat for seat in self.seats if self.at_table(seat)]

    @property
    def left(self) -> list[int]:
        """The seats of people who have left and not returned."""
        return [seat for seat in self.seats if not self.at_table(seat)]

    def start(self, seat: int) -> Entry | None:
        """Return the entry by which a latecomer joined, with the start score; None for the first players."""
        joins = (entry for entry in self._seatings if entry.how == Action.JOINS)
        return next((entry for entry in joins if entry.body["seat"] == seat), None)

    def ring(self, deal: int) -> Seating:
        """Return the chairs when that deal is dealt, clockwise, including those of people who left.

        An empty chair keeps its turn: the player to the left of it deals next.
        """
        ring = list(range(len(self.seated)))
        for entry in self._seatings:
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
