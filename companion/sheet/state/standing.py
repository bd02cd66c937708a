"""The leaders and the winners."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from companion.rules.game import Game
from companion.sheet.ledger import Action
from companion.sheet.state.deals import Deals
from companion.sheet.state.ending import Ending
from companion.sheet.state.play import Play
from companion.sheet.state.points import Points
from companion.sheet.state.roster import Roster


@dataclass(frozen=True)
class Standing:
    """The ranking of the players by points."""

    game: Game
    roster: Roster
    ending: Ending
    deals: Deals
    points: Points
    play: Play

    @cached_property
    def leaders(self) -> list[int]:
        """The seats with the lowest total, once a deal is booked or points are given; empty if nothing counts."""
        counts = self.play.counts or (any(self.points.totals) and not self.play.finished)
        return self.points.lowest_totals() if self.play.played and counts else []

    @cached_property
    def winners(self) -> list[int]:
        """The seats that win, ties shared, never by seat order; empty before the end, or if no deal counts."""
        if not self.play.finished or not self.play.counts:
            return []
        seats = self.points.lowest_totals()
        for bonus in self.play.schedule[len(self.game.deals) :]:
            seats = self.play.lowest_in(bonus, seats) if self.deals.closed(bonus.number) == Action.BOOKED else seats
        return seats

    @property
    def winner_names(self) -> list[str]:
        """The names of the winners, in seat order."""
        return [self.roster.names[seat] for seat in self.winners]

    @property
    def margin(self) -> int:
        """Points between the best and second-best total of the seats that may win; 0 if the best is shared."""
        best, *others = sorted(self.points.totals[seat] for seat in self.points.contenders)
        return others[0] - best if others else 0

    def throughout(self, upto: int) -> list[int]:
        """Return the seats of people who still play and were at the table for every deal up to that one."""
        seatings = [self.roster.seating(number) for number in range(1, upto + 1)]
        return [seat for seat in self.roster.staying if all(seat in seating for seating in seatings)]

    @cached_property
    def whole(self) -> list[int]:
        """The seats that played the whole match, the only ones compared: all deals, not ended early."""
        return [] if self.ending.stopped else self.throughout(len(self.game.deals))

    def places(self, totals: Iterable[int]) -> list[int]:
        """Return the place of each total, from 1; equal totals share one."""
        totals = list(totals)
        return [1 + sum(other < total for other in totals) for total in totals]
