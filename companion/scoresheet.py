"""The scoresheet is a ledger: entries are appended, and everything on the sheet is derived from them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from companion.rules.game import Deal, Game
from companion.rules.text import Text

TABLE = -1  # the seat of what concerns the whole table

# The kinds of entry, and how each may have come about.
HAND = "hand"  # one player's penalty: counted by "cards", or given as a bare "total"
END = "end"  # how play in a deal stopped: somebody went "out", or the "stock" ran out (K16)
CLOSE = "close"  # the deal is "booked", "abandoned" by agreement, or the booking "undone"
ADJUST = "adjust"  # signed points for another reason (K37); each is added to the others
RULING = "ruling"  # a question the referee answered, kept with the deal it was asked in
CALL = "call"  # one successful call of a player, "made", or the last of them "undone"
DOWN = "down"  # a player has "laid" down, or the mark that said so is "undone"
RIGHT = "right"  # a player says that the hand in body["entry"] is "right"; it falls away when that hand is changed


@dataclass(frozen=True)
class Entry:
    """One line of the ledger, never changed once written."""

    kind: str
    deal: int
    seat: int = TABLE
    revision: int = 1
    how: str = ""
    points: int = 0
    cards: str = ""
    reason: str = ""
    by: str = ""
    body: Mapping[str, Any] = field(default_factory=dict)  # what only this kind of entry needs
    law: str = ""
    id: int = 0
    at: datetime = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Figure:
    """A figure as it once stood in a cell, and the entry that put it there."""

    figure: str
    entry: Entry


@dataclass(frozen=True)
class Sheet:
    """A match as its entries tell it: hands, totals, leaders, winners, and what is to be played next."""

    game: Game
    names: tuple[str, ...]
    first_dealer: int
    entries: tuple[Entry, ...] = ()

    @property
    def players(self) -> int:
        return len(self.names)

    @property
    def seats(self) -> range:
        return range(len(self.names))

    @property
    def version(self) -> int:
        """The id of the last entry; 0 for an empty sheet."""
        return self.entries[-1].id if self.entries else 0

    def with_entries(self, entries: Iterable[Entry]) -> "Sheet":
        """The sheet with more entries appended."""
        return replace(self, entries=(*self.entries, *entries))

    @cached_property
    def _slots(self) -> dict[tuple[str, int, int], list[Entry]]:
        slots: dict[tuple[str, int, int], list[Entry]] = {}
        for entry in self.entries:
            slots.setdefault((entry.kind, entry.deal, entry.seat), []).append(entry)
        return slots

    def revisions(self, kind: str, deal: int, seat: int = TABLE) -> list[Entry]:
        """All that was written in one place of the sheet, oldest first."""
        return self._slots.get((kind, deal, seat), [])

    def latest(self, kind: str, deal: int, seat: int = TABLE) -> Entry | None:
        """What stands in one place of the sheet."""
        entries = self.revisions(kind, deal, seat)
        return entries[-1] if entries else None

    def next_revision(self, kind: str, deal: int, seat: int = TABLE) -> int:
        """The number the next entry in that place will carry."""
        return len(self.revisions(kind, deal, seat)) + 1

    def history(self, deal: int, seat: int) -> list["Figure"]:
        """Every figure a cell has had, oldest first: its hands, and who went out."""
        lines = [Figure(str(hand.points), hand) for hand in self.revisions(HAND, deal, seat)]
        for end, before in zip(self.revisions(END, deal), [None, *self.revisions(END, deal)], strict=False):
            if end.body.get("out") == seat:
                lines.append(Figure("0", end))
            elif before and before.body.get("out") == seat:
                lines.append(Figure("–", end))
        return sorted(lines, key=lambda line: line.entry.id)

    def mended(self, deal: int, seat: int) -> bool:
        """Whether a cell was corrected after its deal was first booked."""
        booked = next((close.id for close in self.revisions(CLOSE, deal) if close.how == "booked"), None)
        return booked is not None and any(line.entry.id > booked for line in self.history(deal, seat))

    # Play

    def calls(self, deal: int, seat: int) -> int:
        """The successful calls a player made in a deal."""
        return sum(1 if entry.how == "made" else -1 for entry in self.revisions(CALL, deal, seat))

    def laid_down(self, deal: int, seat: int) -> bool:
        """Whether a player is marked as laid down in a deal."""
        mark = self.latest(DOWN, deal, seat)
        return mark is not None and mark.how == "laid"

    def marks(self, deal: int, seat: int) -> tuple[int | None, bool | None]:
        """The calls of a player and whether they laid down; None for what the table did not mark in that deal."""
        any_down = any(self.laid_down(deal, other) for other in self.seats)
        if not any_down and not any(self.calls(deal, other) for other in self.seats):
            return None, None
        return self.calls(deal, seat), self.laid_down(deal, seat) if any_down else None

    def doubt(self, deal: Deal, seat: int, count: int) -> Text | None:
        """What is odd about so many cards in a player's hand when the deal ends, by what is marked of it."""
        return self.game.doubt(self.game, deal, count, *self.marks(deal.number, seat))

    def is_right(self, deal: int, seat: int) -> bool:
        """Whether a player said of the hand that stands that it is right."""
        mark, hand = self.latest(RIGHT, deal, seat), self.latest(HAND, deal, seat)
        if mark is None or hand is None or self.out(deal) == seat:
            return False
        return mark.how == "right" and mark.body["entry"] == hand.id

    # Deals

    def closed(self, deal: int) -> str:
        """How the deal was closed: "booked", "abandoned", or "" while it is open."""
        close = self.latest(CLOSE, deal)
        return close.how if close and close.how != "undone" else ""

    def out(self, deal: int) -> int | None:
        """The seat that went out, if somebody did."""
        end = self.latest(END, deal)
        return int(end.body["out"]) if end and end.how == "out" else None

    def penalty(self, deal: int, seat: int) -> int | None:
        """The points a seat has from the cards of a deal, counted or not yet booked; None if not known."""
        if self.closed(deal) == "abandoned":
            return 0
        if self.out(deal) == seat:
            return 0
        hand = self.latest(HAND, deal, seat)
        return hand.points if hand else None

    def missing(self, deal: Deal) -> list[int]:
        """The seats whose hands are still to be counted in a deal."""
        return [seat for seat in self.seats_in(deal) if self.penalty(deal.number, seat) is None]

    @cached_property
    def schedule(self) -> tuple[Deal, ...]:
        """The deals of the match, with a bonus deal for each tie that must be broken."""
        deals = list(self.game.deals)
        if self.game.bonus and all(self.closed(deal.number) for deal in deals):
            contenders = self._leaders(deals)
            while len(contenders) > 1:
                bonus = replace(self.game.bonus, number=len(deals) + 1, bonus=True)
                deals.append(bonus)
                if self.closed(bonus.number) != "booked":
                    break
                contenders = self._lowest(bonus, contenders)
        return tuple(deals)

    def _leaders(self, deals: Iterable[Deal]) -> list[int]:
        totals = self.totals
        return [seat for seat in self.seats if totals[seat] == min(totals)]

    def _lowest(self, deal: Deal, seats: list[int]) -> list[int]:
        points = {seat: self.penalty(deal.number, seat) for seat in seats}
        if None in points.values():  # a correction made a tie that this deal was not played for
            return seats
        return [seat for seat in seats if points[seat] == min(points.values())]  # type: ignore[type-var]

    def seats_in(self, deal: Deal) -> list[int]:
        """The seats that play a deal: all, or those who tie for a bonus deal."""
        if not deal.bonus:
            return list(self.seats)
        if self.closed(deal.number):
            return [seat for seat in self.seats if self.penalty(deal.number, seat) is not None]
        seats = self._leaders(self.game.deals)
        for earlier in self.schedule[len(self.game.deals) : deal.number - 1]:
            seats = self._lowest(earlier, seats)
        return seats

    def deal(self, number: int) -> Deal | None:
        """The deal of that number, if the schedule has it."""
        return self.schedule[number - 1] if 1 <= number <= len(self.schedule) else None

    @cached_property
    def current(self) -> Deal | None:
        """The deal on the table; None when the match is over."""
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
        return self.current is None

    def dealer(self, deal: Deal) -> int:
        """The seat that deals: clockwise from the first dealer, among those who play."""
        seat = self.game.dealer(deal.number, self.players, self.first_dealer)
        return self._at_or_after(deal, seat)

    def first_player(self, deal: Deal) -> int:
        """The seat to the dealer's left."""
        return self._at_or_after(deal, self.dealer(deal) + 1)

    def _at_or_after(self, deal: Deal, seat: int) -> int:
        playing = self.seats_in(deal)
        return next(s % self.players for s in range(seat, seat + self.players) if s % self.players in playing)

    # Points

    def scores(self, deal: int, seat: int) -> int:
        """The points a booked deal adds to a seat, adjustments of that deal included."""
        adjusted = sum(entry.points for entry in self.revisions(ADJUST, deal, seat))
        booked = self.closed(deal) == "booked" and deal <= len(self.game.deals)
        return adjusted + ((self.penalty(deal, seat) or 0) if booked else 0)

    def total_after(self, deal: int, seat: int) -> int:
        """A seat's total after that deal, in points."""
        return sum(self.scores(number, seat) for number in range(1, deal + 1))

    @cached_property
    def totals(self) -> tuple[int, ...]:
        """Every seat's total, in points; a bonus deal decides between those who tie and adds nothing."""
        numbers = {entry.deal for entry in self.entries}
        return tuple(sum(self.scores(number, seat) for number in numbers) for seat in self.seats)

    @cached_property
    def leaders(self) -> list[int]:
        """The seats with the lowest total, once a deal is booked."""
        return self._leaders(self.schedule) if self.played else []

    @cached_property
    def winners(self) -> list[int]:
        """The seats that win, ties shared, never by seat order; nobody before the end."""
        if not self.finished:
            return []
        seats = self._leaders(self.schedule)
        for bonus in self.schedule[len(self.game.deals) :]:
            seats = self._lowest(bonus, seats) if self.closed(bonus.number) == "booked" else seats
        return seats

    @property
    def winner_names(self) -> list[str]:
        """The names of those who win, in seat order."""
        return [self.names[seat] for seat in self.winners]

    @property
    def margin(self) -> int:
        """Points between the best and the second-best total; 0 when the best is shared."""
        best, second = sorted(self.totals)[:2]
        return second - best

    def places(self, totals: Iterable[int]) -> list[int]:
        """The place each total takes, from 1, equal totals sharing one."""
        totals = list(totals)
        return [1 + sum(other < total for other in totals) for total in totals]

    def tokens(self, deal: int, but: int | None = None) -> list[str]:
        """All cards counted in a deal, in every hand but one."""
        hands = (self.latest(HAND, deal, seat) for seat in self.seats if seat not in (but, self.out(deal)))
        return [token for hand in hands if hand for token in hand.cards.split()]
