"""The course of the match: its deals, players and dealers."""

from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from companion.rules.deals import Deal, Seating, dealing_seat, following
from companion.rules.text import Text
from companion.sheet.days import evening
from companion.sheet.ledger import Action, EntryKind
from companion.sheet.state.deals import Deals


@dataclass(frozen=True)
class Play(Deals):
    """The deals of a match in order, with the players and the dealer of each."""

    first_dealer: int

    @cached_property
    def schedule(self) -> tuple[Deal, ...]:
        """The deals of the match, with a bonus deal for each tie that must be broken."""
        deals = list(self.game.deals)
        if self.game.bonus and self.counted_deals and all(self.closed(deal.number) for deal in deals):
            contenders = self.lowest_totals()
            while len(contenders) > 1:
                bonus = replace(self.game.bonus, number=len(deals) + 1, bonus=True)
                deals.append(bonus)
                closed = self.closed(bonus.number)
                if closed == Action.BOOKED:
                    contenders = self.lowest_in(bonus, contenders)
                elif not closed or self._gave_up(bonus, contenders):
                    break
        return tuple(deals)

    def _gave_up(self, bonus: Deal, contenders: list[int]) -> bool:
        """Return whether a bonus deal was abandoned or voided while the same seats tied with the same totals as now."""
        then = self.before(self.revisions(EntryKind.CLOSE, bonus.number)[-1])
        totals = [(self.totals[seat], then.totals[seat]) for seat in contenders]
        return then.seats_in(bonus) == contenders and all(now == before for now, before in totals)

    def deal(self, number: int) -> Deal | None:
        """Return the deal of that number, if the schedule has it."""
        return self.schedule[number - 1] if 1 <= number <= len(self.schedule) else None

    def title(self, number: int) -> Text:
        """Return the table's name for the deal of that number."""
        return self.game.title(self.deal(number) or replace(self.game.deals[-1], number=number))

    @cached_property
    def current(self) -> Deal | None:
        """The deal on the table; None when the match is over."""
        if self.stopped or self.finals:
            return None
        return next((deal for deal in self.schedule if not self.closed(deal.number)), None)

    @cached_property
    def last_closed(self) -> Deal | None:
        """The deal closed last, if any."""
        closed = [deal for deal in self.schedule if self.closed(deal.number)]
        return closed[-1] if closed else None

    def ended_at(self, now: datetime) -> datetime:
        """Return the time a match that is over now ended: on the evening its last deal was first closed (B7).

        So nothing that is set right on a later day moves the day of the match: neither a deal that is undone and
        booked again, nor ending early a match that was left."""
        closes = self.revisions(EntryKind.CLOSE, self.last_closed.number) if self.last_closed else []
        first = next((close.at for close in closes if close.how != Action.UNDONE), now)
        return now if evening(first) == evening(now) else first

    @cached_property
    def played(self) -> int:
        """Number of closed deals."""
        return sum(bool(self.closed(deal.number)) for deal in self.schedule)

    @property
    def finished(self) -> bool:
        """True if no deal is left to play, or the match was ended early."""
        return self.current is None

    def seats_in(self, deal: Deal) -> list[int]:
        """Return the seats that play a deal: all, or those who tie for a bonus deal."""
        if not deal.bonus:
            return sorted(self.seating(deal.number))
        if deal.number not in self._played_bonus:
            self._played_bonus[deal.number] = self._contenders(deal)
        return self._played_bonus[deal.number]

    @cached_property
    def _played_bonus(self) -> dict[int, list[int]]:
        return {}

    def _contenders(self, bonus: Deal) -> list[int]:
        """Return the seats that tie for a bonus deal; if it is closed, those that tied for it then."""
        if self.closed(bonus.number):
            closes = self.revisions(EntryKind.CLOSE, bonus.number)
            undone = [place for place, close in enumerate(closes, 1) if close.how == Action.UNDONE]
            return self.before(closes[max(undone, default=0)]).seats_in(bonus)
        seats = self.lowest_totals()
        for earlier in self.schedule[len(self.game.deals) : bonus.number - 1]:
            booked = self.closed(earlier.number) == Action.BOOKED
            seats = self.lowest_in(earlier, seats) if booked else seats
        return seats

    def lowest_in(self, bonus: Deal, seats: list[int]) -> list[int]:
        """Return the seats with the lowest penalty in a booked bonus deal; all if one of them did not play it."""
        points = {seat: self.penalty(bonus.number, seat) for seat in seats}
        # A correction can create a tie for which this deal was not played.
        if None in points.values() or not set(seats) <= set(self.seats_in(bonus)):
            return seats
        return [seat for seat in seats if points[seat] == min(points.values())]  # type: ignore[type-var]

    def play_ended(self, deal: Deal) -> bool:
        """Return whether the end of play is entered: a seat that plays the deal went out, or the stock ran out."""
        out = self.out(deal.number)
        said = self.latest(EntryKind.END, deal.number) is not None
        return said and (out is None or out in self.seats_in(deal))

    def booked_points(self, deal: Deal, seat: int) -> int | None:
        """Return a seat's points in a deal; None if it is not booked, or the seat does not play it."""
        there = self.closed(deal.number) == Action.BOOKED and seat in self.seats_in(deal)
        return self.penalty(deal.number, seat) if there else None

    def heaviest(self, deal: Deal) -> int:
        """Return the points of the heaviest hand counted in a deal."""
        return max((self.penalty(deal.number, seat) or 0 for seat in self.seats_in(deal)), default=0)

    def missing(self, deal: Deal) -> list[int]:
        """Return the seats whose hands are still to be counted in a deal."""
        return [seat for seat in self.seats_in(deal) if self.penalty(deal.number, seat) is None]

    def dealer(self, deal: Deal) -> int:
        """Return the seat that deals: clockwise from the first dealer, among those who play that deal."""
        deals = self.schedule[: deal.number]
        return dealing_seat(self.first_dealer, [(self.ring(each.number), self._around(each)) for each in deals])

    @property
    def rematch_dealer(self) -> int:
        """The seat that deals first in a rematch: after the first dealer, whatever bonus deals there were."""
        last = len(self.game.deals)
        return following(self.first_dealer, self.ring(last), self.seating(last))

    def first_player(self, deal: Deal) -> int:
        """Return the seat to the dealer's left, among those who play."""
        return following(self.dealer(deal), (), self._around(deal))

    def _around(self, deal: Deal) -> Seating:
        """Return the seats that play a deal, clockwise."""
        seating = self.seating(deal.number)
        return tuple(seat for seat in seating if seat in self.seats_in(deal)) if deal.bonus else seating

    @property
    def around(self) -> Seating:
        """All seats in the order around the current deal, clockwise, followed by those not playing."""
        sitting = self.seating((self.current or self.schedule[-1]).number)
        return (*sitting, *(seat for seat in self.seats if seat not in sitting))
