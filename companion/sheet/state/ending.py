"""How a match ends before its last deal, and what comes after it: the one rematch it has."""

from dataclasses import dataclass

from companion.sheet.ledger import Action, Entry, EntryKind, Ledger

WHOLE = 0  # the deal of what is said of the whole match


@dataclass(frozen=True)
class Ending:
    """Whether the match was ended early, and where it went on."""

    ledger: Ledger

    @property
    def stopped(self) -> Entry | None:
        """How the match was ended before its last deal; None where it was not."""
        entry = self.ledger.latest(EntryKind.STOP, WHOLE)
        return entry if entry and entry.how == Action.ENDED else None

    @property
    def booked(self) -> int:
        """How many deals are booked."""
        last = {entry.deal: entry.how for entry in self.ledger.entries if entry.kind == EntryKind.CLOSE}
        return sum(how == Action.BOOKED for how in last.values())

    @property
    def set_aside(self) -> bool:
        """Whether the match was ended before anything was booked."""
        return self.stopped is not None and not self.booked

    @property
    def rematch(self) -> str:
        """The code of the match that goes on with the same people; "" while there is none."""
        entry = self.ledger.latest(EntryKind.REMATCH, WHOLE)
        return str(entry.body["code"]) if entry else ""
