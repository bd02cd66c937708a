"""The scoresheet of a match: a ledger, and what follows from its entries; nothing on it is kept elsewhere."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from companion.rules.deals import Deal
from companion.rules.game import Game
from companion.rules.text import Text
from companion.sheet.ledger import TABLE, Action, Entry, EntryKind, Ledger
from companion.sheet.state.deals import Deals
from companion.sheet.state.ending import Ending
from companion.sheet.state.marks import Marks
from companion.sheet.state.note import Note
from companion.sheet.state.play import Play
from companion.sheet.state.points import Points
from companion.sheet.state.roster import Roster, Seating
from companion.sheet.state.standing import Standing


@dataclass(frozen=True)
class Sheet:
    """A match as its entries tell it: what was fixed when it opened, its ledger, and the views of it."""

    game: Game
    seated: tuple[str, ...]  # who sat down first, in table order
    first_dealer: int
    entries: tuple[Entry, ...] = ()

    def with_entries(self, entries: Iterable[Entry]) -> "Sheet":
        """The sheet with more entries appended."""
        return replace(self, entries=(*self.entries, *entries))

    @property
    def around(self) -> Seating:
        """Everybody as they sit around the deal on the table, clockwise, and after them those who do not."""
        sitting = self.roster.seating((self.current or self.schedule[-1]).number)
        return (*sitting, *(seat for seat in self.roster.seats if seat not in sitting))

    # The views

    @cached_property
    def ledger(self) -> Ledger:
        """The entries, and what stands in each place."""
        return Ledger(self.entries)

    @cached_property
    def roster(self) -> Roster:
        """Who sits at the table."""
        return Roster(self.ledger, self.game, self.seated)

    @cached_property
    def ending(self) -> Ending:
        """Whether it was ended early, and where it went on."""
        return Ending(self.ledger)

    @cached_property
    def note(self) -> Note:
        """What people want to remember of it."""
        return Note(self.ledger)

    @cached_property
    def marks(self) -> Marks:
        """What was marked while the deals were played."""
        return Marks(self.ledger, self.game, self.roster)

    @cached_property
    def deals(self) -> Deals:
        """How each deal was closed, and what was counted in it."""
        return Deals(self.ledger, self.roster, self.marks)

    @cached_property
    def points(self) -> Points:
        """The points of each seat."""
        return Points(self.ledger, self.game, self.roster, self.deals)

    @cached_property
    def play(self) -> Play:
        """Which deals there are, who plays and deals them."""
        return Play(self.game, self.first_dealer, self.roster, self.ending, self.deals, self.points)

    @cached_property
    def standing(self) -> Standing:
        """Who leads and who has won."""
        return Standing(self.game, self.roster, self.ending, self.deals, self.points, self.play)

    # What every page asks for

    @property
    def version(self) -> int:
        """The id of the last entry; 0 for an empty sheet."""
        return self.ledger.version

    def latest(self, kind: EntryKind, deal: int, seat: int = TABLE) -> Entry | None:
        """What stands in one place of the sheet."""
        return self.ledger.latest(kind, deal, seat)

    def revisions(self, kind: EntryKind, deal: int, seat: int = TABLE) -> list[Entry]:
        """All that was written in one place of the sheet, oldest first."""
        return self.ledger.revisions(kind, deal, seat)

    def next_revision(self, kind: EntryKind, deal: int, seat: int = TABLE) -> int:
        """The number the next entry in that place will carry."""
        return self.ledger.next_revision(kind, deal, seat)

    def next_entry(
        self, kind: EntryKind, deal: int, seat: int = TABLE, how: Action = Action.NONE, **rest: Any
    ) -> Entry:
        """The next entry in that place."""
        return self.ledger.next_entry(kind, deal, seat, how, **rest)

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody who ever sat at the table, by the name that stands."""
        return self.roster.names

    @property
    def players(self) -> int:
        """How many ever sat down, also those who have left."""
        return self.roster.players

    @property
    def seats(self) -> range:
        """All seats, also of those who have left, in the order they were taken."""
        return self.roster.seats

    def seating(self, deal: int) -> Seating:
        """Who is at the table when that deal is dealt, clockwise."""
        return self.roster.seating(deal)

    def calls(self, deal: int, seat: int) -> int:
        """The successful calls a player made in a deal."""
        return self.marks.calls(deal, seat)

    def laid_down(self, deal: int, seat: int) -> bool:
        """Whether a player is marked as laid down in a deal."""
        return self.marks.laid_down(deal, seat)

    def is_right(self, deal: int, seat: int) -> bool:
        """Whether a player said of the hand that stands that it is right."""
        return self.marks.is_right(deal, seat)

    def out(self, deal: int) -> int | None:
        """The seat that went out, if somebody did."""
        return self.marks.out(deal)

    def closed(self, deal: int) -> Action:
        """How the deal was closed: BOOKED, ABANDONED, or NONE while it is open."""
        return self.deals.closed(deal)

    def penalty(self, deal: int, seat: int) -> int | None:
        """The points a seat has from the cards of a deal, counted or not yet booked; None if not known."""
        return self.deals.penalty(deal, seat)

    @property
    def totals(self) -> tuple[int, ...]:
        """Every seat's total, in points; a bonus deal decides between those who tie and adds nothing."""
        return self.points.totals

    @property
    def schedule(self) -> tuple[Deal, ...]:
        """The deals of the match, with a bonus deal for each tie that must be broken."""
        return self.play.schedule

    def deal(self, number: int) -> Deal | None:
        """The deal of that number, if the schedule has it."""
        return self.play.deal(number)

    def title(self, number: int) -> Text:
        """What the table calls the deal of that number."""
        return self.play.title(number)

    @property
    def current(self) -> Deal | None:
        """The deal on the table; None when the match is over."""
        return self.play.current

    def seats_in(self, deal: Deal) -> list[int]:
        """The seats that play a deal: all, or those who tie for a bonus deal."""
        return self.play.seats_in(deal)

    def missing(self, deal: Deal) -> list[int]:
        """The seats whose hands are still to be counted in a deal."""
        return self.play.missing(deal)

    @property
    def last_closed(self) -> Deal | None:
        """The deal closed last, if any."""
        return self.play.last_closed

    @property
    def played(self) -> int:
        """How many deals are closed."""
        return self.play.played

    @property
    def finished(self) -> bool:
        """Whether no deal is left to play, or none is to be played."""
        return self.play.finished

    def dealer(self, deal: Deal) -> int:
        """The seat that deals: clockwise from the first dealer, among those who play."""
        return self.play.dealer(deal)

    def first_player(self, deal: Deal) -> int:
        """The seat to the dealer's left."""
        return self.play.first_player(deal)

    @property
    def leaders(self) -> list[int]:
        """The seats with the lowest total, once a deal is booked or points are given; nobody where nothing counts."""
        return self.standing.leaders

    @property
    def winners(self) -> list[int]:
        """The seats that win, ties shared, never by seat order; nobody before the end, or where no deal counts."""
        return self.standing.winners

    @property
    def winner_names(self) -> list[str]:
        """The names of those who win, in seat order."""
        return self.standing.winner_names

    @property
    def stopped(self) -> Entry | None:
        """How the match was ended before its last deal; None where it was not."""
        return self.ending.stopped

    @property
    def rematch(self) -> str:
        """The code of the match that goes on with the same people; "" while there is none."""
        return self.ending.rematch
