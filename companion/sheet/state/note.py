"""The note on a match: a line of text, the place, and the day it was played."""

from dataclasses import dataclass
from datetime import date

from companion.sheet.ledger import Entry, EntryKind, Ledger
from companion.sheet.state.ending import WHOLE

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
