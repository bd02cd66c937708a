"""The state of each deal: whether it is booked, and the points from its cards."""

from dataclasses import dataclass

from companion.sheet.ledger import Action, EntryKind, Ledger
from companion.sheet.state.marks import Marks
from companion.sheet.state.roster import Roster


@dataclass(frozen=True)
class Deals:
    """The closing of each deal, and its counted hands."""

    ledger: Ledger
    roster: Roster
    marks: Marks

    def closed(self, deal: int) -> Action:
        """Return how the deal was closed: BOOKED, ABANDONED, or NONE while it is open."""
        close = self.ledger.latest(EntryKind.CLOSE, deal)
        return close.how if close and close.how != Action.UNDONE else Action.NONE

    def voided(self, deal: int) -> str:
        """Return the reason why a booked deal was voided; "" if it was not."""
        closes = self.ledger.revisions(EntryKind.CLOSE, deal)
        return closes[-1].reason if [close.how for close in closes[-2:]] == [Action.BOOKED, Action.ABANDONED] else ""

    def restored(self, deal: int) -> bool:
        """Return whether a voided deal counts again."""
        closes = self.ledger.revisions(EntryKind.CLOSE, deal)
        return [close.how for close in closes[-2:]] == [Action.ABANDONED, Action.BOOKED]

    def mended(self, deal: int, seat: int) -> bool:
        """Return whether a cell was corrected after its deal was first booked."""
        closes = self.ledger.revisions(EntryKind.CLOSE, deal)
        booked = next((close.id for close in closes if close.how == Action.BOOKED), None)
        return booked is not None and any(line.entry.id > booked for line in self.ledger.history(deal, seat))

    def penalty(self, deal: int, seat: int) -> int | None:
        """Return the points a seat has from the cards of a deal, also if not yet booked; None if unknown."""
        if self.closed(deal) == Action.ABANDONED:
            return 0
        if self.marks.out(deal) == seat:
            return 0
        hand = self.ledger.latest(EntryKind.HAND, deal, seat)
        return hand.points if hand else None

    def tokens(self, deal: int, but: int | None = None) -> list[str]:
        """Return all cards counted in a deal, in every hand except that of seat `but`."""
        seats = [seat for seat in self.roster.seats if seat not in (but, self.marks.out(deal))]
        hands = [self.ledger.latest(EntryKind.HAND, deal, seat) for seat in seats]
        return [token for hand in hands if hand for token in hand.cards.split()]
