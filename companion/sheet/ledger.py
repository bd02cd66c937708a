"""The ledger under every scoresheet: entries in the order they were written, and the places they are written in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

TABLE = -1  # the seat of what concerns the whole table

# The kinds of entry, and how each may have come about.
HAND = "hand"  # one player's penalty: counted by "cards", or given as a bare "total"
END = "end"  # how play in a deal stopped: somebody went "out", or the "stock" ran out (K16)
CLOSE = "close"  # the deal is "booked", "abandoned" by agreement, or the booking "undone"
ADJUST = "adjust"  # signed points for another reason (K37); each is added to the others
RULING = "ruling"  # a question the referee answered, kept with the deal it was asked in
CALL = "call"  # one successful call of a player, "made", or the last of them "undone"
DOWN = "down"  # a player has "laid" down, or the mark that said so is "undone"
SEATING = "seating"  # who sits there from a deal on: "joins", "leaves", "returns", "swapped"; or a name is "renamed"
STOP = "stop"  # the match is "ended" before its last deal, or "resumed"
REMATCH = "rematch"  # the match in body["code"] goes on with the same people; there is one
RIGHT = "right"  # a player says that the hand in body["entry"] is "right"; it falls away when that hand is changed


@dataclass(frozen=True)
class Entry:
    """One line of the ledger, never changed once written."""

    kind: str
    deal: int
    seat: int = TABLE
    revision: int = 1
    how: str = ""
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


class Ledger:
    """Entries, and what stands in each place of the sheet; a place is a kind, a deal and a seat."""

    entries: tuple[Entry, ...]

    @property
    def version(self) -> int:
        """The id of the last entry; 0 for an empty sheet."""
        return self.entries[-1].id if self.entries else 0

    @cached_property
    def _slots(self) -> dict[tuple[str, int, int], list[Entry]]:
        slots: dict[tuple[str, int, int], list[Entry]] = {}
        for entry in self.entries:
            slots.setdefault((entry.kind, entry.deal, entry.seat), []).append(entry)
        return slots

    def revisions(self, kind: str, deal: int, seat: int = TABLE) -> list[Entry]:
        """All that was written in one place of the sheet, oldest first."""
        return self._slots.get((kind, deal, seat), [])

    def latest(self, kind: str, deal: int, seat: int = TABLE) -> Entry | None:
        """What stands in one place of the sheet."""
        entries = self.revisions(kind, deal, seat)
        return entries[-1] if entries else None

    def next_revision(self, kind: str, deal: int, seat: int = TABLE) -> int:
        """The number the next entry in that place will carry."""
        return len(self.revisions(kind, deal, seat)) + 1

    def history(self, deal: int, seat: int) -> list[Figure]:
        """Every figure a cell has had, oldest first: its hands, and who went out."""
        lines = [Figure(str(hand.points), hand) for hand in self.revisions(HAND, deal, seat)]
        for end, before in zip(self.revisions(END, deal), [None, *self.revisions(END, deal)], strict=False):
            if end.body.get("out") == seat:
                lines.append(Figure("0", end))
            elif before and before.body.get("out") == seat:
                lines.append(Figure("–", end))
        return sorted(lines, key=lambda line: line.entry.id)
