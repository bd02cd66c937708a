"""The scoresheet is a ledger: entries are appended, and everything on the sheet is derived from them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from companion.rules.deals import Deal
from companion.rules.game import Game
from companion.rules.text import Text
from companion.sheet.ledger import Action, Entry, EntryKind
from companion.sheet.state.marks import Played
from companion.sheet.state.roster import Seating, following


@dataclass(frozen=True)
class Sheet(Played):
    """A match as its entries tell it: hands, totals, leaders, winners, and what is to be played next."""

    game: Game
    seated: tuple[str, ...]  # who sat down first, in table order
    first_dealer: int
    entries: tuple[Entry, ...] = ()

    @property
    def around(self) -> Seating:
        """Everybody as they sit around the deal on the table, clockwise, and after them those who do not."""
        sitting = self.seating((self.current or self.schedule[-1]).number)
        return (*sitting, *(seat for seat in self.seats if seat not in sitting))

    def with_entries(self, entries: Iterable[Entry]) -> "Sheet":
        """The sheet with more entries appended."""
        return replace(self, entries=(*self.entries, *entries))

    def mended(self, deal: int, seat: int) -> bool:
        """Whether a cell was corrected after its deal was first booked."""
        booked = next((close.id for close in self.revisions(EntryKind.CLOSE, deal) if close.how == Action.BOOKED), None)
        return booked is not None and any(line.entry.id > booked for line in self.history(deal, seat))

    # Deals

    def closed(self, deal: int) -> Action:
        """How the deal was closed: BOOKED, ABANDONED, or NONE while it is open."""
        close = self.latest(EntryKind.CLOSE, deal)
        return close.how if close and close.how != Action.UNDONE else Action.NONE

    def voided(self, deal: int) -> str:
        """Why a deal that was booked counts no more; "" where it was not voided."""
        closes = self.revisions(EntryKind.CLOSE, deal)
        return closes[-1].reason if [close.how for close in closes[-2:]] == [Action.BOOKED, Action.ABANDONED] else ""

    def restored(self, deal: int) -> bool:
        """Whether a deal that was voided counts again."""
        return [close.how for close in self.revisions(EntryKind.CLOSE, deal)[-2:]] == [Action.ABANDONED, Action.BOOKED]

    def penalty(self, deal: int, seat: int) -> int | None:
        """The points a seat has from the cards of a deal, counted or not yet booked; None if not known."""
        if self.closed(deal) == Action.ABANDONED:
            return 0
        if self.out(deal) == seat:
            return 0
        hand = self.latest(EntryKind.HAND, deal, seat)
        return hand.points if hand else None

    def missing(self, deal: Deal) -> list[int]:
        """The seats whose hands are still to be counted in a deal."""
        return [seat for seat in self.seats_in(deal) if self.penalty(deal.number, seat) is None]

    def missing_names(self, deal: Deal) -> list[str]:
        """Whose hands are still to be counted in a deal."""
        return [self.names[seat] for seat in self.missing(deal)]

    @cached_property
    def schedule(self) -> tuple[Deal, ...]:
        """The deals of the match, with a bonus deal for each tie that must be broken."""
        deals = list(self.game.deals)
        if self.game.bonus and all(self.closed(deal.number) for deal in deals):
            contenders = self._leaders(deals)
            while len(contenders) > 1:
                bonus = replace(self.game.bonus, number=len(deals) + 1, bonus=True)
                deals.append(bonus)
                if self.closed(bonus.number) != Action.BOOKED:
                    break
                contenders = self._lowest(bonus, contenders)
        return tuple(deals)

    def _leaders(self, deals: Iterable[Deal]) -> list[int]:
        playing = self.staying
        lowest = min(self.totals[seat] for seat in playing)
        return [seat for seat in playing if self.totals[seat] == lowest]

    def _lowest(self, deal: Deal, seats: list[int]) -> list[int]:
        points = {seat: self.penalty(deal.number, seat) for seat in seats}
        if None in points.values():  # a correction made a tie that this deal was not played for
            return seats
        return [seat for seat in seats if points[seat] == min(points.values())]  # type: ignore[type-var]

    def seats_in(self, deal: Deal) -> list[int]:
        """The seats that play a deal: all, or those who tie for a bonus deal."""
        if not deal.bonus:
            return sorted(self.seating(deal.number))
        if self.closed(deal.number):
            return [seat for seat in self.seats if self.penalty(deal.number, seat) is not None]
        seats = self._leaders(self.game.deals)
        for earlier in self.schedule[len(self.game.deals) : deal.number - 1]:
            seats = self._lowest(earlier, seats)
        return seats

    def deal(self, number: int) -> Deal | None:
        """The deal of that number, if the schedule has it."""
        return self.schedule[number - 1] if 1 <= number <= len(self.schedule) else None

    def title(self, number: int) -> Text:
        """What the table calls the deal of that number."""
        return self.game.title(self.deal(number) or replace(self.game.deals[-1], number=number))

    @cached_property
    def current(self) -> Deal | None:
        """The deal on the table; None when the match is over."""
        if self.stopped:
            return None
        return next((deal for deal in self.schedule if not self.closed(deal.number)), None)

    @property
    def last_closed(self) -> Deal | None:
        """The deal closed last, if any."""
        closed = [deal for deal in self.schedule if self.closed(deal.number)]
        return closed[-1] if closed else None

    @property
    def played(self) -> int:
        """How many deals are closed."""
        return sum(bool(self.closed(deal.number)) for deal in self.schedule)

    @property
    def finished(self) -> bool:
        """Whether no deal is left to play, or none is to be played."""
        return self.current is None

    def dealer(self, deal: Deal) -> int:
        """The seat that deals: clockwise from the first dealer, among those who play."""
        seat = self._at_or_after(self.schedule[0], self.first_dealer)
        for number in range(2, deal.number + 1):
            seat = following(seat, self.ring(number), self.seating(number))
        return self._at_or_after(deal, seat)

    def first_player(self, deal: Deal) -> int:
        """The seat to the dealer's left."""
        return self._at_or_after(deal, following(self.dealer(deal), (), self.seating(deal.number)))

    def _at_or_after(self, deal: Deal, seat: int) -> int:
        playing = self.seats_in(deal)
        while seat not in playing:
            seat = following(seat, self.ring(deal.number), self.seating(deal.number))
        return seat

    # Points

    def scores(self, deal: int, seat: int) -> int:
        """The points a booked deal adds to a seat, adjustments of that deal included."""
        booked = self.closed(deal) == Action.BOOKED and deal <= len(self.game.deals)
        return self.adjusted(deal, seat) + ((self.penalty(deal, seat) or 0) if booked else 0)

    def adjusted(self, deal: int, seat: int) -> int:
        """The bonuses and fines of a seat in a deal, those taken back left out."""
        return sum(entry.points for entry in self.revisions(EntryKind.ADJUST, deal, seat))

    def total_after(self, deal: int, seat: int) -> int:
        """A seat's total after that deal, in points."""
        begun = self.start(seat)
        start = begun.points if begun and begun.deal <= deal + 1 else 0
        return start + sum(self.scores(number, seat) for number in range(1, deal + 1))

    @cached_property
    def totals(self) -> tuple[int, ...]:
        """Every seat's total, in points; a bonus deal decides between those who tie and adds nothing."""
        numbers = {entry.deal for entry in self.entries}
        starts = [begun.points if (begun := self.start(seat)) else 0 for seat in self.seats]
        return tuple(starts[seat] + sum(self.scores(number, seat) for number in numbers) for seat in self.seats)

    @cached_property
    def leaders(self) -> list[int]:
        """The seats with the lowest total, once a deal is booked or points are given; nobody where nothing counts."""
        counts = any(self.closed(deal.number) == Action.BOOKED for deal in self.schedule) or any(self.totals)
        return self._leaders(self.schedule) if self.played and counts else []

    @cached_property
    def winners(self) -> list[int]:
        """The seats that win, ties shared, never by seat order; nobody before the end, or before anything is booked."""
        if not self.finished or self.set_aside:
            return []
        seats = self._leaders(self.schedule)
        for bonus in self.schedule[len(self.game.deals) :]:
            seats = self._lowest(bonus, seats) if self.closed(bonus.number) == Action.BOOKED else seats
        return seats

    @property
    def winner_names(self) -> list[str]:
        """The names of those who win, in seat order."""
        return [self.names[seat] for seat in self.winners]

    @property
    def margin(self) -> int:
        """Points between the best and the second-best total; 0 when the best is shared."""
        best, second = sorted(self.totals[seat] for seat in self.staying)[:2]
        return second - best

    def places(self, totals: Iterable[int]) -> list[int]:
        """The place each total takes, from 1, equal totals sharing one."""
        totals = list(totals)
        return [1 + sum(other < total for other in totals) for total in totals]

    def tokens(self, deal: int, but: int | None = None) -> list[str]:
        """All cards counted in a deal, in every hand but one."""
        hands = (self.latest(EntryKind.HAND, deal, seat) for seat in self.seats if seat not in (but, self.out(deal)))
        return [token for hand in hands if hand for token in hand.cards.split()]
