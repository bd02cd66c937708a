"""The course of the match: which deals there are, who plays them, who deals, and which is on the table."""

from dataclasses import dataclass, replace
from functools import cached_property

from companion.rules.deals import Deal
from companion.rules.game import Game
from companion.rules.text import Text
from companion.sheet.ledger import Action
from companion.sheet.state.deals import Deals
from companion.sheet.state.ending import Ending
from companion.sheet.state.points import Points
from companion.sheet.state.roster import Roster, following


@dataclass(frozen=True)
class Play:
    """The deals of a match in their order, and who plays and deals each."""

    game: Game
    first_dealer: int
    roster: Roster
    ending: Ending
    deals: Deals
    points: Points

    @cached_property
    def schedule(self) -> tuple[Deal, ...]:
        """The deals of the match, with a bonus deal for each tie that must be broken."""
        deals = list(self.game.deals)
        if self.game.bonus and self.counts and all(self.deals.closed(deal.number) for deal in deals):
            contenders = self.points.lowest_totals()
            while len(contenders) > 1:
                bonus = replace(self.game.bonus, number=len(deals) + 1, bonus=True)
                deals.append(bonus)
                if self.deals.closed(bonus.number) != Action.BOOKED:
                    break
                contenders = self.points.lowest_in(bonus, contenders)
        return tuple(deals)

    @property
    def counts(self) -> bool:
        """Whether any deal counts: where all are abandoned or voided nobody wins, and no statistic knows the match."""
        return any(self.deals.closed(deal.number) == Action.BOOKED for deal in self.game.deals)

    def deal(self, number: int) -> Deal | None:
        """The deal of that number, if the schedule has it."""
        return self.schedule[number - 1] if 1 <= number <= len(self.schedule) else None

    def title(self, number: int) -> Text:
        """What the table calls the deal of that number."""
        return self.game.title(self.deal(number) or replace(self.game.deals[-1], number=number))

    @cached_property
    def current(self) -> Deal | None:
        """The deal on the table; None when the match is over."""
        if self.ending.stopped:
            return None
        return next((deal for deal in self.schedule if not self.deals.closed(deal.number)), None)

    @property
    def last_closed(self) -> Deal | None:
        """The deal closed last, if any."""
        closed = [deal for deal in self.schedule if self.deals.closed(deal.number)]
        return closed[-1] if closed else None

    @property
    def played(self) -> int:
        """How many deals are closed."""
        return sum(bool(self.deals.closed(deal.number)) for deal in self.schedule)

    @property
    def finished(self) -> bool:
        """Whether no deal is left to play, or none is to be played."""
        return self.current is None

    def seats_in(self, deal: Deal) -> list[int]:
        """The seats that play a deal: all, or those who tie for a bonus deal."""
        if not deal.bonus:
            return sorted(self.roster.seating(deal.number))
        if self.deals.closed(deal.number):
            return [seat for seat in self.roster.seats if self.deals.penalty(deal.number, seat) is not None]
        seats = self.points.lowest_totals()
        for earlier in self.schedule[len(self.game.deals) : deal.number - 1]:
            seats = self.points.lowest_in(earlier, seats)
        return seats

    def missing(self, deal: Deal) -> list[int]:
        """The seats whose hands are still to be counted in a deal."""
        return [seat for seat in self.seats_in(deal) if self.deals.penalty(deal.number, seat) is None]

    def missing_names(self, deal: Deal) -> list[str]:
        """Whose hands are still to be counted in a deal."""
        return [self.roster.names[seat] for seat in self.missing(deal)]

    def dealer(self, deal: Deal) -> int:
        """The seat that deals: clockwise from the first dealer, among those who play."""
        seat = self._at_or_after(self.schedule[0], self.first_dealer)
        for number in range(2, deal.number + 1):
            seat = following(seat, self.roster.ring(number), self.roster.seating(number))
        return self._at_or_after(deal, seat)

    def first_player(self, deal: Deal) -> int:
        """The seat to the dealer's left."""
        return self._at_or_after(deal, following(self.dealer(deal), (), self.roster.seating(deal.number)))

    def _at_or_after(self, deal: Deal, seat: int) -> int:
        playing = self.seats_in(deal)
        while seat not in playing:
            seat = following(seat, self.roster.ring(deal.number), self.roster.seating(deal.number))
        return seat
