"""The course of the match: its deals, players and dealers, the leaders and the winners."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from companion.rules.deals import Deal
from companion.rules.game import Game
from companion.rules.text import Text
from companion.sheet.ledger import Action, Ending, Entry, EntryKind, Ledger
from companion.sheet.state.deals import Deals, Marks, Points
from companion.sheet.state.roster import Roster, Seating, following


@dataclass(frozen=True)
class Play:
    """The deals of a match in order, with the players and the dealer of each."""

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
                closed = self.deals.closed(bonus.number)
                if closed == Action.BOOKED:
                    contenders = self.lowest_in(bonus, contenders)
                elif not closed or self._gave_up(bonus, contenders):
                    break
        return tuple(deals)

    @property
    def counts(self) -> bool:
        """True if any deal counts; if all are abandoned or voided, no player wins and no statistic counts the match."""
        return bool(self.counted)

    def _gave_up(self, bonus: Deal, contenders: list[int]) -> bool:
        """Return whether a bonus deal was abandoned or voided while the same seats tied with the same totals as now."""
        then = self._before(self.ledger.revisions(EntryKind.CLOSE, bonus.number)[-1])
        totals = [(self.points.totals[seat], then.points.totals[seat]) for seat in contenders]
        return then.seats_in(bonus) == contenders and all(now == before for now, before in totals)

    def _before(self, entry: Entry) -> "Play":
        """Return the course of the match before that entry."""
        ledger = self.ledger.before(entry)
        roster = Roster(ledger, self.game, self.roster.seated)
        deals = Deals(ledger, roster, Marks(ledger, self.game, roster))
        points = Points(ledger, self.game, roster, deals)
        return Play(self.game, self.first_dealer, roster, Ending(ledger), deals, points)

    @property
    def ledger(self) -> Ledger:
        """The entries of the match."""
        return self.deals.ledger

    def deal(self, number: int) -> Deal | None:
        """Return the deal of that number, if the schedule has it."""
        return self.schedule[number - 1] if 1 <= number <= len(self.schedule) else None

    def title(self, number: int) -> Text:
        """Return the table's name for the deal of that number."""
        return self.game.title(self.deal(number) or replace(self.game.deals[-1], number=number))

    @cached_property
    def current(self) -> Deal | None:
        """The deal on the table; None when the match is over."""
        if self.ending.stopped:
            return None
        return next((deal for deal in self.schedule if not self.deals.closed(deal.number)), None)

    @property
    def counted(self) -> list[Deal]:
        """The deals that awards and records count: booked ones, without bonus deals, which only decide a tie."""
        return [deal for deal in self.game.deals if self.deals.closed(deal.number) == Action.BOOKED]

    @property
    def last_closed(self) -> Deal | None:
        """The deal closed last, if any."""
        closed = [deal for deal in self.schedule if self.deals.closed(deal.number)]
        return closed[-1] if closed else None

    @property
    def played(self) -> int:
        """Number of closed deals."""
        return sum(bool(self.deals.closed(deal.number)) for deal in self.schedule)

    @property
    def finished(self) -> bool:
        """True if no deal is left to play, or the match was ended early."""
        return self.current is None

    def seats_in(self, deal: Deal) -> list[int]:
        """Return the seats that play a deal: all, or those who tie for a bonus deal."""
        if not deal.bonus:
            return sorted(self.roster.seating(deal.number))
        if deal.number not in self._played_bonus:
            self._played_bonus[deal.number] = self._contenders(deal)
        return self._played_bonus[deal.number]

    @cached_property
    def _played_bonus(self) -> dict[int, list[int]]:
        return {}

    def _contenders(self, bonus: Deal) -> list[int]:
        """Return the seats that tie for a bonus deal; if it is closed, those that tied for it then."""
        if self.deals.closed(bonus.number):
            closes = self.ledger.revisions(EntryKind.CLOSE, bonus.number)
            undone = [place for place, close in enumerate(closes, 1) if close.how == Action.UNDONE]
            return self._before(closes[max(undone, default=0)]).seats_in(bonus)
        seats = self.points.lowest_totals()
        for earlier in self.schedule[len(self.game.deals) : bonus.number - 1]:
            booked = self.deals.closed(earlier.number) == Action.BOOKED
            seats = self.lowest_in(earlier, seats) if booked else seats
        return seats

    def lowest_in(self, bonus: Deal, seats: list[int]) -> list[int]:
        """Return the seats with the lowest penalty in a booked bonus deal; all if one of them did not play it."""
        return self.points.lowest_in(bonus, seats) if set(seats) <= set(self.seats_in(bonus)) else seats

    def ended(self, deal: Deal) -> bool:
        """Return whether the end of play is entered: a seat that plays the deal went out, or the stock ran out."""
        out = self.deals.marks.out(deal.number)
        said = self.ledger.latest(EntryKind.END, deal.number) is not None
        return said and (out is None or out in self.seats_in(deal))

    def missing(self, deal: Deal) -> list[int]:
        """Return the seats whose hands are still to be counted in a deal."""
        return [seat for seat in self.seats_in(deal) if self.deals.penalty(deal.number, seat) is None]

    def dealer(self, deal: Deal) -> int:
        """Return the seat that deals: clockwise from the first dealer, among those who play that deal."""
        seat, *others = self.first_dealer, *self.schedule[1 : deal.number]
        if seat not in self._around(self.schedule[0]):
            seat = following(seat, self.roster.ring(1), self._around(self.schedule[0]))
        for each in others:
            seat = following(seat, self.roster.ring(each.number), self._around(each))
        return seat

    def first_player(self, deal: Deal) -> int:
        """Return the seat to the dealer's left, among those who play."""
        return following(self.dealer(deal), (), self._around(deal))

    def _around(self, deal: Deal) -> Seating:
        """Return the seats that play a deal, clockwise."""
        seating = self.roster.seating(deal.number)
        if not deal.bonus:
            return seating
        playing = self.seats_in(deal)
        return tuple(seat for seat in seating if seat in playing)


LEAST_PLACED = 3  # players from whom on places are numbered


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

    @cached_property
    def numbered(self) -> dict[int, int]:
        """The places of the seats that may win, by seat; empty below three, and while all are level."""
        seats = self.points.contenders
        places = self.places(self.points.totals[seat] for seat in seats)
        if len(seats) < LEAST_PLACED or not self.leaders or max(places) == 1:
            return {}
        beaten = len(self.winners)  # a bonus deal decides among equal totals
        found = dict(zip(seats, places, strict=True))
        return {seat: 1 if seat in self.winners else max(found[seat], 1 + beaten) for seat in seats}

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
