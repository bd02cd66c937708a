"""The early end of a match, its one rematch, and its note."""

from dataclasses import dataclass
from datetime import date

from companion.sheet.ledger import Action, Entry, EntryKind, Ledger

WHOLE = 0  # deal number of entries about the whole match


@dataclass(frozen=True)
class Ending:
    """The early end of the match, and its rematch."""

    ledger: Ledger

    @property
    def stopped(self) -> Entry | None:
        """The entry that ended the match before its last deal, or None."""
        entry = self.ledger.latest(EntryKind.STOP, WHOLE)
        return entry if entry and entry.how == Action.ENDED else None

    @property
    def booked(self) -> int:
        """Number of booked deals."""
        last = {entry.deal: entry.how for entry in self.ledger.entries if entry.kind == EntryKind.CLOSE}
        return sum(how == Action.BOOKED for how in last.values())

    @property
    def set_aside(self) -> bool:
        """True if the match was ended before anything was booked."""
        return self.stopped is not None and not self.booked

    @property
    def rematch(self) -> str:
        """The code of the rematch with the same people; "" without a rematch."""
        entry = self.ledger.latest(EntryKind.REMATCH, WHOLE)
        return str(entry.body["code"]) if entry else ""


LONGEST_NOTE = 200  # characters


@dataclass(frozen=True)
class Note:
    """The text, place and day as last written; "" or None if not set."""

    ledger: Ledger

    @property
    def text(self) -> str:
        """The line of text."""
        return self._written("text")

    @property
    def place(self) -> str:
        """The place where it was played."""
        return self._written("place")

    @property
    def day(self) -> date | None:
        """The day it was played; set only for matches entered from paper."""
        try:
            return date.fromisoformat(self._written("day"))
        except ValueError:
            return None

    def _written(self, what: str) -> str:
        entry: Entry | None = self.ledger.latest(EntryKind.NOTE, WHOLE)
        return str(entry.body.get(what, "")) if entry else ""
