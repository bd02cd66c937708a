"""The ledger of a scoresheet: entries in the order of writing, the places to which they belong, ending and note."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from enum import StrEnum
from functools import cached_property
from typing import Any, Self

TABLE = -1  # the seat of entries that concern the whole table
WHOLE = 0  # deal number of entries about the whole match
LONGEST_NOTE = 200  # characters


class EntryKind(StrEnum):
    """The subject of an entry; the value is stored."""

    HAND = "hand"  # one player's penalty
    END = "end"  # the end of play in a deal (K16)
    CLOSE = "close"  # the deal is over, or open again
    ADJUST = "adjust"  # signed points for another reason (K37); all are summed
    RULING = "ruling"  # a question that the referee answered, stored with its deal
    CALL = "call"  # one successful call of a player, or the last one taken back
    DOWN = "down"  # a player has laid down, or the mark is taken back
    SEATING = "seating"  # the people and names at the table from a deal on
    STOP = "stop"  # the match is ended before its last deal, or resumed
    REMATCH = "rematch"  # the rematch with the same people, by body["code"]; the latest is valid
    NOTE = "note"  # a line of text, and the place; the latest is valid
    FINAL = "final"  # a player's total of a match brought in without its deals
    RIGHT = "right"  # a player confirms the hand at place body["entry"]; void once that hand changes


class Action(StrEnum):
    """The manner of an entry; the value is stored."""

    NONE = ""  # for kinds with only one manner
    CARDS = "cards"  # a hand counted by its cards
    TOTAL = "total"  # a hand given as a bare total
    WRITTEN = "written"  # a hand as an old sheet has it, although no hand comes to it
    ARRANGED = "arranged"  # a whole hand that the referee arranged
    OUT = "out"  # a player went out
    STOCK = "stock"  # the stock ran out
    UNKNOWN = "unknown"  # an old sheet does not say who went out
    BOOKED = "booked"
    ABANDONED = "abandoned"  # closed without a score, by agreement
    UNDONE = "undone"  # a booking, an end of play, a counted hand, a call, a mark or a latecomer taken back
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


ACTIONS: dict[EntryKind, tuple[Action, ...]] = {  # manners allowed for each kind of entry
    EntryKind.HAND: (Action.CARDS, Action.TOTAL, Action.WRITTEN, Action.ARRANGED, Action.UNDONE),
    EntryKind.END: (Action.OUT, Action.STOCK, Action.UNKNOWN, Action.UNDONE),
    EntryKind.CLOSE: (Action.BOOKED, Action.ABANDONED, Action.UNDONE),
    EntryKind.ADJUST: (Action.NONE, Action.BACK),
    EntryKind.RULING: (Action.NONE,),
    EntryKind.CALL: (Action.MADE, Action.UNDONE),
    EntryKind.DOWN: (Action.LAID, Action.UNDONE),
    EntryKind.SEATING: (*(Action.JOINS, Action.LEAVES, Action.RETURNS, Action.SWAPPED, Action.RENAMED, Action.UNDONE),),
    EntryKind.STOP: (Action.ENDED, Action.RESUMED),
    EntryKind.REMATCH: (Action.NONE,),
    EntryKind.NOTE: (Action.NONE,),
    EntryKind.FINAL: (Action.NONE,),
    EntryKind.RIGHT: (Action.RIGHT, Action.UNDONE),
}


@dataclass(frozen=True)
class Entry:
    """One line of the ledger, immutable once written."""

    kind: EntryKind
    deal: int
    seat: int = TABLE
    revision: int = 1
    how: Action = Action.NONE
    points: int = 0
    cards: str = ""
    reason: str = ""
    by: str = ""
    body: Mapping[str, Any] = field(default_factory=dict)  # data of this kind of entry only
    law: str = ""
    device: int | None = None  # the phone that wrote it; None for the host's machine and for older entries
    id: int = 0
    at: datetime = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Figure:
    """A former or present figure of a cell, and the entry that set it."""

    figure: str
    entry: Entry


@dataclass(frozen=True)
class Note:
    """The text, place and day of a match as last written; "" or None if not set."""

    text: str = ""
    place: str = ""
    day: date | None = None  # only of matches entered from paper


@dataclass(frozen=True)
class Ledger:
    """The entries, and the latest in each place of the sheet; a place is a kind, a deal and a seat."""

    entries: tuple[Entry, ...] = field(default=(), kw_only=True)

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
        """Return all entries in one place of the sheet, oldest first."""
        return self._slots.get((kind, deal, seat), [])

    def latest(self, kind: EntryKind, deal: int, seat: int = TABLE) -> Entry | None:
        """Return the latest entry in one place of the sheet; None if it takes back an end of play or a hand."""
        entries = self.revisions(kind, deal, seat)
        gone = kind in (EntryKind.HAND, EntryKind.END) and entries and entries[-1].how == Action.UNDONE
        return entries[-1] if entries and not gone else None

    def place(self, entry: Entry) -> int:
        """Return the place of an entry in the match, counted from 1: by it the body of a later entry refers to it."""
        return self.entries.index(entry) + 1

    def before(self, entry: Entry) -> Self:
        """Return the ledger, or sheet, of the entries before that one."""
        place = next(place for place, other in enumerate(self.entries) if other is entry)
        return replace(self, entries=self.entries[:place])

    def with_entries(self, entries: Iterable[Entry]) -> Self:
        """Return the ledger, or sheet, with more entries appended."""
        return replace(self, entries=(*self.entries, *entries))

    def next_revision(self, kind: EntryKind, deal: int, seat: int = TABLE) -> int:
        """Return the revision number of the next entry in that place."""
        return len(self.revisions(kind, deal, seat)) + 1

    def next_entry(
        self, kind: EntryKind, deal: int, seat: int = TABLE, how: Action = Action.NONE, **rest: Any
    ) -> Entry:
        """Return the next entry for that place."""
        return Entry(kind, deal, seat, self.next_revision(kind, deal, seat), how, **rest)

    def history(self, deal: int, seat: int) -> list[Figure]:
        """Return every figure a cell has had, oldest first: its hands, and the times it went out."""
        hands, ends = self.revisions(EntryKind.HAND, deal, seat), self.revisions(EntryKind.END, deal)
        hands = [hand for hand in hands if hand.how != Action.UNDONE]
        lines = [Figure(str(hand.points), hand) for hand in hands]
        for end, before in zip(ends, [None, *ends], strict=False):
            if end.body.get("out") == seat:
                lines.append(Figure("0", end))
            elif before and before.body.get("out") == seat and (hand := standing_again(hands, end)):
                lines.append(Figure(str(hand.points), end))
        return sorted(lines, key=lambda line: line.entry.id)

    @cached_property
    def stopped(self) -> Entry | None:
        """The entry that ended the match before its last deal, or None."""
        entry = self.latest(EntryKind.STOP, WHOLE)
        return entry if entry and entry.how == Action.ENDED else None

    @property
    def booked_deals(self) -> int:
        """Number of booked deals."""
        last = {entry.deal: entry.how for entry in self.entries if entry.kind == EntryKind.CLOSE}
        return sum(how == Action.BOOKED for how in last.values())

    @property
    def ended_unplayed(self) -> bool:
        """True if the match was ended before anything was booked."""
        return self.stopped is not None and not self.booked_deals

    @cached_property
    def rematch(self) -> str:
        """The code of the rematch with the same people; "" without a rematch."""
        entry = self.latest(EntryKind.REMATCH, WHOLE)
        return str(entry.body["code"]) if entry else ""

    @property
    def note(self) -> Note:
        """The note on the match."""
        entry = self.latest(EntryKind.NOTE, WHOLE)
        text, place, day = (str(entry.body.get(name, "")) if entry else "" for name in ("text", "place", "day"))
        try:
            return Note(text, place, date.fromisoformat(day))
        except ValueError:
            return Note(text, place)


def standing_again(hands: Sequence[Entry], end: Entry) -> Entry | None:
    """Return the hand that counts again since another player went out; None if none was counted or one was replaced."""
    before = [hand for hand in hands if hand.id < end.id]
    replaced = any(hand.id > end.id and hand.at == end.at for hand in hands)
    return before[-1] if before and not replaced else None
