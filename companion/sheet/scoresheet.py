"""The scoresheet of a match: a ledger, and everything derived from its entries; nothing is stored elsewhere."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from companion.rules.deals import Deal
from companion.rules.game import Game
from companion.rules.text import Text
from companion.sheet.ledger import TABLE, Action, Entry, EntryKind, Ledger
from companion.sheet.state.deals import Deals, Marks, Points
from companion.sheet.state.play import Ending, Note, Play, Standing
from companion.sheet.state.roster import Roster, Seating


@dataclass(frozen=True)
class Sheet:
    """A match as given by its entries: the settings from its opening, its ledger, and the views of it."""

    game: Game
    seated: tuple[str, ...]  # names of the first players, in table order
    first_dealer: int
    entries: tuple[Entry, ...] = ()

    def with_entries(self, entries: Iterable[Entry]) -> "Sheet":
        """Return the sheet with more entries appended."""
        return replace(self, entries=(*self.entries, *entries))

    @property
    def around(self) -> Seating:
        """All seats in the order around the current deal, clockwise, followed by those not playing."""
        sitting = self.roster.seating((self.current or self.schedule[-1]).number)
        return (*sitting, *(seat for seat in self.roster.seats if seat not in sitting))

    # The views

    @cached_property
    def ledger(self) -> Ledger:
        """The entries, and the latest in each place."""
        return Ledger(self.entries)

    @cached_property
    def roster(self) -> Roster:
        """The people at the table."""
        return Roster(self.ledger, self.game, self.seated)

    @cached_property
    def ending(self) -> Ending:
        """The early end of the match, and its rematch."""
        return Ending(self.ledger)

    @cached_property
    def note(self) -> Note:
        """The note on the match."""
        return Note(self.ledger)

    @cached_property
    def marks(self) -> Marks:
        """The marks made during the deals."""
        return Marks(self.ledger, self.game, self.roster)

    @cached_property
    def deals(self) -> Deals:
        """The closing of each deal, and its counted hands."""
        return Deals(self.ledger, self.roster, self.marks)

    @cached_property
    def points(self) -> Points:
        """The points of each seat."""
        return Points(self.ledger, self.game, self.roster, self.deals)

    @cached_property
    def play(self) -> Play:
        """The deals, with their players and dealers."""
        return Play(self.game, self.first_dealer, self.roster, self.ending, self.deals, self.points)

    @cached_property
    def standing(self) -> Standing:
        """The leaders and the winners."""
        return Standing(self.game, self.roster, self.ending, self.deals, self.points, self.play)

    # Shortcuts for every page

    @property
    def version(self) -> int:
        """The id of the last entry; 0 for an empty sheet."""
        return self.ledger.version

    def latest(self, kind: EntryKind, deal: int, seat: int = TABLE) -> Entry | None:
        """Return the latest entry in one place of the sheet."""
        return self.ledger.latest(kind, deal, seat)

    def revisions(self, kind: EntryKind, deal: int, seat: int = TABLE) -> list[Entry]:
        """Return all entries in one place of the sheet, oldest first."""
        return self.ledger.revisions(kind, deal, seat)

    def next_revision(self, kind: EntryKind, deal: int, seat: int = TABLE) -> int:
        """Return the revision number of the next entry in that place."""
        return self.ledger.next_revision(kind, deal, seat)

    def next_entry(
        self, kind: EntryKind, deal: int, seat: int = TABLE, how: Action = Action.NONE, **rest: Any
    ) -> Entry:
        """Return the next entry for that place."""
        return self.ledger.next_entry(kind, deal, seat, how, **rest)

    @property
    def names(self) -> tuple[str, ...]:
        """The current names of all people who ever sat at the table."""
        return self.roster.names

    @property
    def players(self) -> int:
        """Number of people who ever sat down, including those who have left."""
        return self.roster.players

    @property
    def seats(self) -> range:
        """All seats, including those of people who have left, in the order of joining."""
        return self.roster.seats

    def seating(self, deal: int) -> Seating:
        """Return the seats at the table when that deal is dealt, clockwise."""
        return self.roster.seating(deal)

    def calls(self, deal: int, seat: int) -> int:
        """Return the number of successful calls of a player in a deal."""
        return self.marks.calls(deal, seat)

    def laid_down(self, deal: int, seat: int) -> bool:
        """Return whether a player is marked as laid down in a deal."""
        return self.marks.laid_down(deal, seat)

    def is_right(self, deal: int, seat: int) -> bool:
        """Return whether a player has confirmed the present hand."""
        return self.marks.is_right(deal, seat)

    def out(self, deal: int) -> int | None:
        """Return the seat that went out, if any."""
        return self.marks.out(deal)

    def closed(self, deal: int) -> Action:
        """Return how the deal was closed: BOOKED, ABANDONED, or NONE while it is open."""
        return self.deals.closed(deal)

    def penalty(self, deal: int, seat: int) -> int | None:
        """Return the points a seat has from the cards of a deal, also if not yet booked; None if unknown."""
        return self.deals.penalty(deal, seat)

    @property
    def totals(self) -> tuple[int, ...]:
        """Total of every seat, in points; a bonus deal decides between those who tie and adds nothing."""
        return self.points.totals

    @property
    def schedule(self) -> tuple[Deal, ...]:
        """The deals of the match, with a bonus deal for each tie that must be broken."""
        return self.play.schedule

    def deal(self, number: int) -> Deal | None:
        """Return the deal of that number, if the schedule has it."""
        return self.play.deal(number)

    def title(self, number: int) -> Text:
        """Return the table's name for the deal of that number."""
        return self.play.title(number)

    @property
    def current(self) -> Deal | None:
        """The deal on the table; None when the match is over."""
        return self.play.current

    def seats_in(self, deal: Deal) -> list[int]:
        """Return the seats that play a deal: all, or those who tie for a bonus deal."""
        return self.play.seats_in(deal)

    def missing(self, deal: Deal) -> list[int]:
        """Return the seats whose hands are still to be counted in a deal."""
        return self.play.missing(deal)

    @property
    def last_closed(self) -> Deal | None:
        """The deal closed last, if any."""
        return self.play.last_closed

    @property
    def played(self) -> int:
        """Number of closed deals."""
        return self.play.played

    @property
    def finished(self) -> bool:
        """True if no deal is left to play, or the match was ended early."""
        return self.play.finished

    def dealer(self, deal: Deal) -> int:
        """Return the seat that deals: clockwise from the first dealer, among those who play."""
        return self.play.dealer(deal)

    def first_player(self, deal: Deal) -> int:
        """Return the seat to the dealer's left."""
        return self.play.first_player(deal)

    @property
    def leaders(self) -> list[int]:
        """The seats with the lowest total, once a deal is booked or points are given; empty if nothing counts."""
        return self.standing.leaders

    @property
    def winners(self) -> list[int]:
        """The seats that win, ties shared, never by seat order; empty before the end, or if no deal counts."""
        return self.standing.winners

    @property
    def winner_names(self) -> list[str]:
        """The names of the winners, in seat order."""
        return self.standing.winner_names

    @property
    def stopped(self) -> Entry | None:
        """The entry that ended the match before its last deal, or None."""
        return self.ending.stopped

    @property
    def rematch(self) -> str:
        """The code of the rematch with the same people; "" without a rematch."""
        return self.ending.rematch
