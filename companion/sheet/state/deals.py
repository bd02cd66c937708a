"""The state of each deal: its marks, whether it is booked, its points, and the totals."""

from functools import cached_property

from companion.rules.deals import Deal
from companion.rules.text import Text
from companion.sheet.ledger import Action, EntryKind
from companion.sheet.state.roster import Roster


class Deals(Roster):
    """The marks made during each deal, its closing, its counted hands, and its points."""

    # Marks

    def calls(self, deal: int, seat: int) -> int:
        """Return the number of successful calls of a player in a deal."""
        return sum(1 if entry.how == Action.MADE else -1 for entry in self.revisions(EntryKind.CALL, deal, seat))

    def laid_down(self, deal: int, seat: int) -> bool:
        """Return whether a player is marked as laid down in a deal."""
        mark = self.latest(EntryKind.DOWN, deal, seat)
        return mark is not None and mark.how == Action.LAID

    def known_marks(self, deal: int, seat: int) -> tuple[int | None, bool | None]:
        """Return a player's calls, if any call of that deal was marked, and True if they laid down; None if unknown.

        Marking a lay-down is optional, so a missing mark means unknown.
        """
        any_call = any(self.calls(deal, other) for other in self.seats)
        return self.calls(deal, seat) if any_call else None, self.laid_down(deal, seat) or None

    def doubt(self, deal: Deal, seat: int, count: int) -> Text | None:
        """Return a warning if this number of cards at the end is unlikely, given the marks of the player."""
        return self.game.count_warning(deal, count, *self.known_marks(deal.number, seat))

    def is_right(self, deal: int, seat: int) -> bool:
        """Return whether a player has confirmed the present hand."""
        mark, hand = self.latest(EntryKind.RIGHT, deal, seat), self.latest(EntryKind.HAND, deal, seat)
        if mark is None or hand is None or self.out(deal) == seat:
            return False
        return mark.how == Action.RIGHT and self.entries[mark.body["entry"] - 1] == hand

    def out(self, deal: int) -> int | None:
        """Return the seat that went out, if any."""
        end = self.latest(EntryKind.END, deal)
        return int(end.body["out"]) if end and end.how == Action.OUT else None

    # Closing and hands

    def sure(self, deal: int, seat: int) -> bool:
        """Return whether a figure was held to the law: not if it is as an old sheet has it, or who won is unknown."""
        hand = self.latest(EntryKind.HAND, deal, seat)
        written = hand and hand.how == Action.WRITTEN and self.out(deal) != seat
        return not written and not self.winner_unknown(deal)

    def winner_unknown(self, deal: int) -> bool:
        """Return whether an old sheet does not say who went out."""
        end = self.latest(EntryKind.END, deal)
        return end is not None and end.how == Action.UNKNOWN

    def closed(self, deal: int) -> Action:
        """Return how the deal was closed: BOOKED, ABANDONED, or NONE while it is open."""
        close = self.latest(EntryKind.CLOSE, deal)
        return close.how if close and close.how != Action.UNDONE else Action.NONE

    def voided(self, deal: int) -> str:
        """Return the reason why a booked deal was voided; "" if it was not."""
        closes = self.revisions(EntryKind.CLOSE, deal)
        return closes[-1].reason if [close.how for close in closes[-2:]] == [Action.BOOKED, Action.ABANDONED] else ""

    def restored(self, deal: int) -> bool:
        """Return whether a voided deal counts again."""
        closes = self.revisions(EntryKind.CLOSE, deal)
        return [close.how for close in closes[-2:]] == [Action.ABANDONED, Action.BOOKED]

    def is_corrected(self, deal: int, seat: int) -> bool:
        """Return whether a cell was corrected after its deal was first booked."""
        closes = self.revisions(EntryKind.CLOSE, deal)
        booked = next((close.id for close in closes if close.how == Action.BOOKED), None)
        return booked is not None and any(line.entry.id > booked for line in self.history(deal, seat))

    @cached_property
    def counted_deals(self) -> list[Deal]:
        """The deals that awards and records count: booked ones, without bonus deals, which only decide a tie."""
        return [deal for deal in self.game.deals if self.closed(deal.number) == Action.BOOKED]

    @cached_property
    def finals(self) -> dict[int, int]:
        """The final total of each seat, in points, of a match brought in without its deals; empty for all others."""
        return {entry.seat: entry.points for entry in self.entries if entry.kind == EntryKind.FINAL}

    @cached_property
    def as_written(self) -> bool:
        """True if the match has figures that were brought in as an old sheet has them."""
        marks = (Action.WRITTEN, Action.UNKNOWN)
        return bool(self.finals) or any(entry.how in marks for entry in self.entries)

    @property
    def counts(self) -> bool:
        """True if any deal counts, or the final totals are known; if not, no player wins and no statistic counts it."""
        return bool(self.counted_deals or self.finals)

    def penalty(self, deal: int, seat: int) -> int | None:
        """Return the points a seat has from the cards of a deal, also if not yet booked; None if unknown."""
        if self.closed(deal) == Action.ABANDONED or self.out(deal) == seat:
            return 0
        hand = self.latest(EntryKind.HAND, deal, seat)
        return hand.points if hand else None

    def tokens(self, deal: int, but: int | None = None) -> list[str]:
        """Return all cards counted in a deal, in every hand except that of seat `but`."""
        seats = [seat for seat in self.seats if seat not in (but, self.out(deal))]
        hands = [self.latest(EntryKind.HAND, deal, seat) for seat in seats]
        return [token for hand in hands if hand for token in hand.cards.split()]

    # Points

    def scores(self, deal: int, seat: int) -> int:
        """Return the points a deal adds to a seat, including adjustments of that deal."""
        return self.adjusted(deal, seat) + self.hand_points(deal, seat)

    def hand_points(self, deal: int, seat: int) -> int:
        """Return the points that a seat's hand adds once its deal is booked; a bonus deal adds none."""
        booked = self.closed(deal) == Action.BOOKED and deal <= len(self.game.deals)
        return (self.penalty(deal, seat) or 0) if booked else 0

    def adjusted(self, deal: int, seat: int) -> int:
        """Return the sum of a seat's bonuses and fines in a deal; revoked ones cancel out."""
        return sum(entry.points for entry in self.revisions(EntryKind.ADJUST, deal, seat))

    def total_after(self, deal: int, seat: int) -> int:
        """Return a seat's total after that deal, in points."""
        begins = self.start(seat)
        start = begins.points if begins and begins.deal <= deal + 1 else 0
        return start + sum(self.scores(number, seat) for number in range(1, deal + 1))

    @cached_property
    def totals(self) -> tuple[int, ...]:
        """Total of every seat, in points; a bonus deal decides between those who tie and adds nothing."""
        numbers = {entry.deal for entry in self.entries}
        starts = [begins.points if (begins := self.start(seat)) else 0 for seat in self.seats]
        given = [start + self.finals.get(seat, 0) for seat, start in enumerate(starts)]
        return tuple(given[seat] + sum(self.scores(number, seat) for number in numbers) for seat in self.seats)

    @cached_property
    def contenders(self) -> list[int]:
        """The seats that may win (B4): those still playing that played a deal that counts; all, if no such deal."""
        played = {seat for deal in self.counted_deals for seat in self.seating(deal.number)}
        return [seat for seat in self.staying if seat in played] or self.staying

    def lowest_totals(self) -> list[int]:
        """Return the seats with the lowest total, among those that may win."""
        lowest = min(self.totals[seat] for seat in self.contenders)
        return [seat for seat in self.contenders if self.totals[seat] == lowest]
