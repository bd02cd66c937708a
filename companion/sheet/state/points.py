"""The points of each seat: deal by deal, and summed."""

from dataclasses import dataclass
from functools import cached_property

from companion.rules.deals import Deal
from companion.rules.game import Game
from companion.sheet.ledger import Action, EntryKind, Ledger
from companion.sheet.state.deals import Deals
from companion.sheet.state.roster import Roster


@dataclass(frozen=True)
class Points:
    """Penalties of booked deals, bonuses and fines, and their totals."""

    ledger: Ledger
    game: Game
    roster: Roster
    deals: Deals

    def scores(self, deal: int, seat: int) -> int:
        """Return the points a deal adds to a seat, including adjustments of that deal."""
        return self.adjusted(deal, seat) + self.of_hand(deal, seat)

    def of_hand(self, deal: int, seat: int) -> int:
        """Return the points that a seat's hand adds once its deal is booked; a bonus deal adds none."""
        booked = self.deals.closed(deal) == Action.BOOKED and deal <= len(self.game.deals)
        return (self.deals.penalty(deal, seat) or 0) if booked else 0

    def adjusted(self, deal: int, seat: int) -> int:
        """Return the sum of a seat's bonuses and fines in a deal; revoked ones cancel out."""
        return sum(entry.points for entry in self.ledger.revisions(EntryKind.ADJUST, deal, seat))

    def total_after(self, deal: int, seat: int) -> int:
        """Return a seat's total after that deal, in points."""
        begins = self.roster.start(seat)
        start = begins.points if begins and begins.deal <= deal + 1 else 0
        return start + sum(self.scores(number, seat) for number in range(1, deal + 1))

    @cached_property
    def totals(self) -> tuple[int, ...]:
        """Total of every seat, in points; a bonus deal decides between those who tie and adds nothing."""
        numbers = {entry.deal for entry in self.ledger.entries}
        starts = [begins.points if (begins := self.roster.start(seat)) else 0 for seat in self.roster.seats]
        return tuple(starts[seat] + sum(self.scores(number, seat) for number in numbers) for seat in self.roster.seats)

    @cached_property
    def contenders(self) -> list[int]:
        """The seats that may win (B4): those still playing that played a deal that counts; all, if no such deal."""
        deals = [deal.number for deal in self.game.deals if self.deals.closed(deal.number) == Action.BOOKED]
        played = {seat for number in deals for seat in self.roster.seating(number)}
        return [seat for seat in self.roster.staying if seat in played] or self.roster.staying

    def lowest_totals(self) -> list[int]:
        """Return the seats with the lowest total, among those that may win."""
        lowest = min(self.totals[seat] for seat in self.contenders)
        return [seat for seat in self.contenders if self.totals[seat] == lowest]

    def lowest_in(self, deal: Deal, seats: list[int]) -> list[int]:
        """Return those of the seats with the lowest penalty in a deal."""
        points = {seat: self.deals.penalty(deal.number, seat) for seat in seats}
        if None in points.values():  # a correction created a tie for which this deal was not played
            return seats
        return [seat for seat in seats if points[seat] == min(points.values())]  # type: ignore[type-var]
