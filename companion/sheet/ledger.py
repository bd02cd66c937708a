"""The ledger under every scoresheet: entries in the order they were written, and the places they are written in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from functools import cached_property
from typing import Any

TABLE = -1  # the seat of what concerns the whole table


class EntryKind(StrEnum):
    """What an entry is about, by the word that is stored."""

    HAND = "hand"  # one player's penalty
    END = "end"  # how play in a deal stopped (K16)
    CLOSE = "close"  # the deal is over, or open again
    ADJUST = "adjust"  # signed points for another reason (K37); each is added to the others
    RULING = "ruling"  # a question the referee answered, kept with the deal it was asked in
    CALL = "call"  # one successful call of a player, or the last of them taken back
    DOWN = "down"  # a player has laid down, or has not after all
    SEATING = "seating"  # who sits there from a deal on, and by what name
    STOP = "stop"  # the match is ended before its last deal, or goes on
    REMATCH = "rematch"  # the match in body["code"] goes on with the same people; there is one
    NOTE = "note"  # what people want to remember: a line of text, and the place; the latest stands
    RIGHT = "right"  # a player says that the hand in body["entry"] is right; it falls away when that hand is changed


class Action(StrEnum):
    """How an entry came about, by the word that is stored."""

    NONE = ""  # in the one way there is
    CARDS = "cards"  # a hand counted by its cards
    TOTAL = "total"  # a hand given as a bare total
    ARRANGED = "arranged"  # a whole hand that the referee arranged
    OUT = "out"  # somebody went out
    STOCK = "stock"  # the stock ran out
    BOOKED = "booked"
    ABANDONED = "abandoned"  # closed without a score, by agreement
    UNDONE = "undone"  # a booking, a call or a mark taken back
    BACK = "back"  # an adjustment that takes another one back
    MADE = "made"  # a call
    LAID = "laid"  # laid down
    RIGHT = "right"
    JOINS = "joins"
    LEAVES = "leaves"
    RETURNS = "returns"
    SWAPPED = "swapped"
    RENAMED = "renamed"
    ENDED = "ended"
    RESUMED = "resumed"


ACTIONS: dict[EntryKind, tuple[Action, ...]] = {  # how the entries of each kind may have come about
    EntryKind.HAND: (Action.CARDS, Action.TOTAL, Action.ARRANGED),
    EntryKind.END: (Action.OUT, Action.STOCK),
    EntryKind.CLOSE: (Action.BOOKED, Action.ABANDONED, Action.UNDONE),
    EntryKind.ADJUST: (Action.NONE, Action.BACK),
    EntryKind.RULING: (Action.NONE,),
    EntryKind.CALL: (Action.MADE, Action.UNDONE),
    EntryKind.DOWN: (Action.LAID, Action.UNDONE),
    EntryKind.SEATING: (Action.JOINS, Action.LEAVES, Action.RETURNS, Action.SWAPPED, Action.RENAMED),
    EntryKind.STOP: (Action.ENDED, Action.RESUMED),
    EntryKind.REMATCH: (Action.NONE,),
    EntryKind.NOTE: (Action.NONE,),
    EntryKind.RIGHT: (Action.RIGHT, Action.UNDONE),
}


@dataclass(frozen=True)
class Entry:
    """One line of the ledger, never changed once written."""

    kind: EntryKind
    deal: int
    seat: int = TABLE
    revision: int = 1
    how: Action = Action.NONE
    points: int = 0
    cards: str = ""
    reason: str = ""
    by: str = ""
    body: Mapping[str, Any] = field(default_factory=dict)  # what only this kind of entry needs
    law: str = ""
    device: int | None = None  # the phone that wrote it; None for the host's own machine, and for what is older
    id: int = 0
    at: datetime = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Figure:
    """A figure as it once stood in a cell, and the entry that put it there."""

    figure: str
    entry: Entry


@dataclass(frozen=True)
class Ledger:
    """Entries, and what stands in each place of the sheet; a place is a kind, a deal and a seat."""

    entries: tuple[Entry, ...] = ()

    @property
    def version(self) -> int:
        """The id of the last entry; 0 for an empty sheet."""
        return self.entries[-1].id if self.entries else 0

    @cached_property
    def _slots(self) -> dict[tuple[EntryKind, int, int], list[Entry]]:
        slots: dict[tuple[EntryKind, int, int], list[Entry]] = {}
        for entry in self.entries:
            slots.setdefault((entry.kind, entry.deal, entry.seat), []).append(entry)
        return slots

    def revisions(self, kind: EntryKind, deal: int, seat: int = TABLE) -> list[Entry]:
        """All that was written in one place of the sheet, oldest first."""
        return self._slots.get((kind, deal, seat), [])

    def latest(self, kind: EntryKind, deal: int, seat: int = TABLE) -> Entry | None:
        """What stands in one place of the sheet."""
        entries = self.revisions(kind, deal, seat)
        return entries[-1] if entries else None

    def before(self, entry: Entry) -> "Ledger":
        """The entries that were written before that one."""
        return Ledger(self.entries[: next(place for place, other in enumerate(self.entries) if other is entry)])

    def next_revision(self, kind: EntryKind, deal: int, seat: int = TABLE) -> int:
        """The number the next entry in that place will carry."""
        return len(self.revisions(kind, deal, seat)) + 1

    def next_entry(
        self, kind: EntryKind, deal: int, seat: int = TABLE, how: Action = Action.NONE, **rest: Any
    ) -> Entry:
        """The next entry in that place."""
        return Entry(kind, deal, seat, self.next_revision(kind, deal, seat), how, **rest)

    def history(self, deal: int, seat: int) -> list[Figure]:
        """Every figure a cell has had, oldest first: its hands, and who went out."""
        hands, ends = self.revisions(EntryKind.HAND, deal, seat), self.revisions(EntryKind.END, deal)
        lines = [Figure(str(hand.points), hand) for hand in hands]
        for end, before in zip(ends, [None, *ends], strict=False):
            if end.body.get("out") == seat:
                lines.append(Figure("0", end))
            elif before and before.body.get("out") == seat and (hand := standing_again(hands, end)):
                lines.append(Figure(str(hand.points), end))
        return sorted(lines, key=lambda line: line.entry.id)


def standing_again(hands: Sequence[Entry], end: Entry) -> Entry | None:
    """The hand that counts again since somebody else went out; None where none was counted, or another came with it."""
    before = [hand for hand in hands if hand.id < end.id]
    replaced = any(hand.id > end.id and hand.at == end.at for hand in hands)
    return before[-1] if before and not replaced else None
