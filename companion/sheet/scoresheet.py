"""The scoresheet of a match: a ledger, and everything derived from its entries; nothing is stored elsewhere."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from companion.rules.game import Game
from companion.sheet.ledger import Ending, Entry, Ledger, Note
from companion.sheet.state.deals import Deals, Marks, Points
from companion.sheet.state.play import Play, Standing
from companion.sheet.state.roster import Roster, Seating

Value = TypeVar("Value")


class Shortcut(cached_property[Value]):
    """Attribute or method of a view, as one of the sheet."""

    def __init__(self, find: "Callable[[Sheet], Value]"):
        super().__init__(find)


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

    # Shortcuts for every page; the views say what they are

    version = Shortcut(lambda sheet: sheet.ledger.version)
    latest = Shortcut(lambda sheet: sheet.ledger.latest)
    revisions = Shortcut(lambda sheet: sheet.ledger.revisions)
    next_revision = Shortcut(lambda sheet: sheet.ledger.next_revision)
    next_entry = Shortcut(lambda sheet: sheet.ledger.next_entry)
    names = Shortcut(lambda sheet: sheet.roster.names)
    players = Shortcut(lambda sheet: sheet.roster.players)
    seats = Shortcut(lambda sheet: sheet.roster.seats)
    seating = Shortcut(lambda sheet: sheet.roster.seating)
    calls = Shortcut(lambda sheet: sheet.marks.calls)
    laid_down = Shortcut(lambda sheet: sheet.marks.laid_down)
    is_right = Shortcut(lambda sheet: sheet.marks.is_right)
    out = Shortcut(lambda sheet: sheet.marks.out)
    closed = Shortcut(lambda sheet: sheet.deals.closed)
    penalty = Shortcut(lambda sheet: sheet.deals.penalty)
    totals = Shortcut(lambda sheet: sheet.points.totals)
    schedule = Shortcut(lambda sheet: sheet.play.schedule)
    deal = Shortcut(lambda sheet: sheet.play.deal)
    title = Shortcut(lambda sheet: sheet.play.title)
    current = Shortcut(lambda sheet: sheet.play.current)
    seats_in = Shortcut(lambda sheet: sheet.play.seats_in)
    missing = Shortcut(lambda sheet: sheet.play.missing)
    last_closed = Shortcut(lambda sheet: sheet.play.last_closed)
    played = Shortcut(lambda sheet: sheet.play.played)
    finished = Shortcut(lambda sheet: sheet.play.finished)
    dealer = Shortcut(lambda sheet: sheet.play.dealer)
    first_player = Shortcut(lambda sheet: sheet.play.first_player)
    leaders = Shortcut(lambda sheet: sheet.standing.leaders)
    winners = Shortcut(lambda sheet: sheet.standing.winners)
    winner_names = Shortcut(lambda sheet: sheet.standing.winner_names)
    stopped = Shortcut(lambda sheet: sheet.ending.stopped)
    rematch = Shortcut(lambda sheet: sheet.ending.rematch)
