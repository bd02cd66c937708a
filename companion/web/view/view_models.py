"""View models of seats at the table, tabs of the count, and cells of the scoresheet."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from flask import g

from companion.rules.cards import Card
from companion.rules.deals import Deal
from companion.rules.game import Game
from companion.rules.text import N_, Text
from companion.sheet.commands.booking import against_undo
from companion.sheet.ledger import Action, Entry, EntryKind
from companion.sheet.scoresheet import Sheet
from companion.storage.matches import Match
from companion.storage.players.inks import Inks, inks_of
from companion.web.forms.posting import store
from companion.web.guard.permissions import limits
from companion.web.view.language import signed

NOTICE = timedelta(days=7)  # its players are told this long before an idle table is set aside


@dataclass(frozen=True)
class Seat:
    """A player at the table: calls in this deal if the game has them, and one remark."""

    seat: int
    leads: bool
    calls: int | None
    kind: str  # "away", "down", "last" or ""
    words: Text | None


def seats_of(sheet: Sheet, deal: Deal) -> list[Seat]:
    """Return all players in table order."""
    calling = sheet.seats_in(deal) if sheet.game.calls else ()
    calls = {seat: sheet.calls(deal.number, seat) for seat in calling}
    return [Seat(seat, seat in sheet.leaders, calls.get(seat), *to_say(sheet, deal, seat)) for seat in sheet.around]


def to_say(sheet: Sheet, deal: Deal, seat: int) -> tuple[str, Text | None]:
    """Return the most important remark on a player: absent, laid down, or the result of the last deal."""
    if seat not in sheet.seats_in(deal):
        return "away", Text(N_("does not play this one") if sheet.at_table(seat) else N_("has left"))
    if sheet.laid_down(deal.number, seat):
        return "down", Text(N_("laid down"))
    last = last_hand(sheet, seat)
    if last is None:
        return "", Text(N_("no place")) if sheet.numbered_places and seat not in sheet.contenders else None
    if sheet.out(last.number) == seat:
        return "last", Text(sheet.game.words.out_last_deal)
    return "last", Text(sheet.game.words.last_deal, points=signed(sheet.hand_points(last.number, seat)))


def last_hand(sheet: Sheet, seat: int) -> Deal | None:
    """Return the last booked deal, if this seat played it and no deal was closed since."""
    last = sheet.last_closed
    return last if last and sheet.closed(last.number) == Action.BOOKED and seat in sheet.seats_in(last) else None


@dataclass(frozen=True)
class Tab:
    """A hand to be counted: its player out or its points once known, and whether it is on the pad."""

    seat: int
    now: bool
    out: bool
    points: int | None
    right: bool  # confirmed by its player
    by: str  # another player who counted the hand on the pad

    @property
    def state(self) -> str:
        """State of the tab: "now" on the pad, else "done" or "missing"."""
        return "now" if self.now else "missing" if self.points is None else "done"


def tabs_of(sheet: Sheet, deal: Deal, at: int | None) -> list[Tab]:
    """Return the hands of a deal, with that seat's on the pad."""
    return [tab_of(sheet, deal.number, seat, seat == at) for seat in sheet.seats_in(deal)]


def tab_of(sheet: Sheet, number: int, seat: int, now: bool) -> Tab:
    """Return one hand of a deal."""
    out, hand = sheet.out(number) == seat, sheet.latest(EntryKind.HAND, number, seat)
    by = hand.by if hand and now and not out and hand.by != sheet.names[seat] else ""
    return Tab(seat, now, out, sheet.penalty(number, seat), sheet.is_right(number, seat), by)


@dataclass(frozen=True)
class Cell:
    """A seat's result in a deal: "booked", "voided", "abandoned"; "begins" before a latecomer's first deal; or ""."""

    seat: int
    kind: str = ""
    points: int = 0
    total: int | None = None  # running total; None if the deal adds nothing
    marks: tuple[str, ...] = ()  # visible marks: best, worst, corrected
    said: tuple[str, ...] = ()  # the same in words, for screen readers
    given: int = 0  # bonus or fine, in points


def cells_of(sheet: Sheet, deal: Deal) -> list[Cell]:
    """Return a row of the scoresheet, seat by seat."""
    closed, playing = sheet.closed(deal.number), sheet.seats_in(deal)
    most = max((sheet.penalty(deal.number, seat) or 0 for seat in playing), default=0)
    return [
        booked(sheet, deal, seat, most) if closed == Action.BOOKED and seat in playing else unbooked(sheet, deal, seat)
        for seat in sheet.seats
    ]


def booked(sheet: Sheet, deal: Deal, seat: int, most: int) -> Cell:
    """Return the cell of a booked deal; `most` is the points of its heaviest hand."""
    points = sheet.penalty(deal.number, seat) or 0
    sure = sheet.sure(deal.number, seat)
    worst, corrected = points == most > 0, sheet.is_corrected(deal.number, seat)
    marks = {"best": points == 0 and sure, "worst": worst, "corrected": corrected, "unsure": not sure}
    said = {
        N_("went out"): sheet.out(deal.number) == seat,
        N_("the biggest hand"): worst,
        N_("corrected"): corrected,
        N_("as written, not checked"): not sure,
    }
    total = None if deal.bonus else sheet.total_after(deal.number, seat)
    return Cell(seat, "booked", points, total, chosen(marks), chosen(said), sheet.adjusted(deal.number, seat))


def unbooked(sheet: Sheet, deal: Deal, seat: int) -> Cell:
    """Return the cell of a deal without points for this seat: not played, abandoned, or before the seat was taken."""
    start, given = sheet.start(seat), sheet.adjusted(deal.number, seat)
    if start and start.deal == deal.number + 1:
        return Cell(seat, "begins", start.points, given=given)
    if sheet.closed(deal.number) == Action.ABANDONED:
        return Cell(seat, "voided" if sheet.voided(deal.number) else "abandoned", given=given)
    return Cell(seat, given=given)


def chosen(marks: dict[str, bool]) -> tuple[str, ...]:
    """Return the marks that apply."""
    return tuple(mark for mark, holds in marks.items() if holds)


def card_grid(game: Game) -> list[list[Card]]:
    """Return the cards of a game for the card grid in two halves, rank by rank, and suit by suit within a rank.

    The second half leaves room for one more column: the joker, and the key that takes a card back."""
    ranks, half = game.pack.ranks, len(game.pack.ranks) // 2 + 1
    return [[Card(rank, suit) for rank in part for suit in game.pack.suits] for part in (ranks[:half], ranks[half:])]


def more_of(hand: Entry, other: Entry) -> list[str]:
    """Return the keys of the cards that a counted hand has more of than another count, one for each card."""
    held, beside = ({code: number for code, number, _ in each.body.get("working", ())} for each in (hand, other))
    return list((Counter(held) - Counter(beside)).elements()) if Action.TOTAL not in (hand.how, other.how) else []


def set_aside_on(match: Match) -> datetime | None:
    """Return when an idle table will be set aside; None if that is not soon, or never."""
    bears = limits()
    if bears is None or match.finished_at or match.idle_since:
        return None
    due = match.touched_at + timedelta(days=bears.idle_days)
    return due if due - datetime.now(UTC) < NOTICE else None


def known_inks() -> Inks:
    """Return the inks of all players, once a request."""
    if "inks" not in g:
        g.inks = inks_of(store())
    found: Inks = g.inks
    return found


def ink(name: str) -> int:
    """Return the number of a person's ink."""
    return known_inks().of(name)


def inks(names: Sequence[str], match: int = 0, first: int | None = None) -> dict[str, int]:
    """Return the numbers of inks by name at a table, of that match if it is given."""
    found = known_inks()
    return dict(zip(names, found.tables.get(match) or found.at_table(names, first), strict=False))


def inks_of_evening(matches: Iterable[Match]) -> dict[str, int]:
    """Return the numbers of inks by name, each as in the last of these matches."""
    return {name: ink for match in matches for name, ink in inks(match.sheet.names, match.id).items()}


def can_reopen(sheet: Sheet, number: int) -> bool:
    """Return whether a deal can be reopened now."""
    return against_undo(sheet, number, datetime.now(UTC)) is None
