"""The scoresheet of a match: a ledger, and everything derived from its entries; nothing is stored elsewhere."""

from collections.abc import Iterable
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
        return self.ahead if self.played and counts else []

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
        """The places of the seats that may win, by seat; empty below three, and while all are level."""
        seats = self.contenders
        places = self.places(self.totals[seat] for seat in seats)
        if len(seats) < LEAST_PLACED or not self.leaders or max(places) == 1:
            return {}
        beaten = len(self.winners)  # a bonus deal decides among equal totals
        found = dict(zip(seats, places, strict=True))
        return {seat: 1 if seat in self.winners else max(found[seat], 1 + beaten) for seat in seats}

    def throughout(self, upto: int) -> list[int]:
        """Return the seats of people who still play and were at the table for every deal up to that one."""
        seatings = [self.seating(number) for number in range(1, upto + 1)]
        return [seat for seat in self.staying if all(seat in seating for seating in seatings)]

    @cached_property
    def whole(self) -> list[int]:
        """The seats that played the whole match, the only ones compared: all deals, some of which count, to the end."""
        return self.throughout(len(self.game.deals)) if self.counts and not self.stopped else []

    def places(self, totals: Iterable[int]) -> list[int]:
        """Return the place of each total, from 1; equal totals share one."""
        totals = list(totals)
        return [1 + sum(other < total for other in totals) for total in totals]
