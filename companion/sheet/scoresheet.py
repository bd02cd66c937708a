"""The scoresheet of a match: a ledger, and everything derived from its entries; nothing is stored elsewhere."""

from collections.abc import Collection, Sequence
from functools import cached_property

from companion.sheet.ledger import Action
from companion.sheet.state.play import Play

LEAST_PLACED = 3  # players from whom on places are numbered


class Sheet(Play):
    """A match as given by its entries: its game and first players, the course of play, and the ranking by points."""

    @cached_property
    def leaders(self) -> list[int]:
        """The seats that are ahead, once a deal is booked or points are given; empty if nothing counts."""
        counts = self.counts or (any(self.totals) and not self.finished)
        return self.ahead if (self.played or self.finals) and counts else []

    @cached_property
    def winners(self) -> list[int]:
        """The seats that win, ties shared, never by seat order; empty before the end, or if no deal counts."""
        return self.ahead if self.finished and self.counts else []

    @cached_property
    def ahead(self) -> list[int]:
        """The seats with the lowest total; after a tie, those that no booked bonus deal has put behind."""
        seats = self.lowest_totals()
        for bonus in self.schedule[len(self.game.deals) :]:
            seats = self.lowest_in(bonus, seats) if self.closed(bonus.number) == Action.BOOKED else seats
        return seats

    @cached_property
    def winner_names(self) -> list[str]:
        """The names of the winners, in seat order."""
        return [self.names[seat] for seat in self.winners]

    @property
    def margin(self) -> int:
        """Points between the best and second-best total of the seats that may win; 0 if the best is shared."""
        best, *others = sorted(self.totals[seat] for seat in self.contenders)
        return others[0] - best if others else 0

    @cached_property
    def numbered_places(self) -> dict[int, int]:
        """The ranks of the seats that may win, by seat; empty below three, and while all are level."""
        seats = self.contenders
        if len(seats) < LEAST_PLACED or not self.leaders or self.ahead == seats:
            return {}
        return {seat: self.ranks[seat] for seat in seats}

    @cached_property
    def ranks(self) -> list[int]:
        """The rank of each seat by its total so far."""
        return ranks(self.totals, self.ahead, self.contenders, self.staying)

    @property
    def by_rank(self) -> list[int]:
        """All seats, the winners first, those of players who left last."""
        return sorted(self.seats, key=self.ranks.__getitem__)

    def throughout(self, upto: int) -> list[int]:
        """Return the seats of people who still play and were at the table for every deal up to that one."""
        seatings = [self.seating(number) for number in range(1, upto + 1)]
        return [seat for seat in self.staying if all(seat in seating for seating in seatings)]

    @cached_property
    def whole(self) -> list[int]:
        """The seats that played the whole match, the only ones compared: all deals, some of which count, to the end."""
        return self.throughout(len(self.game.deals)) if self.counts and not self.stopped else []


def ranks(totals: Sequence[int], *tiers: Collection[int]) -> list[int]:
    """Return the rank of each seat, from 1: fewer points first, equal points share one.

    The seats of the first tier come before all others, then those of the next, whatever their points.
    """
    standings = [(*(seat not in tier for tier in tiers), points) for seat, points in enumerate(totals)]
    return [1 + sum(other < standing for other in standings) for standing in standings]
