"""Validate entries, stored or to be imported: they must look like those that the commands make."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from companion.names import LONGEST, clean
from companion.rules import LAW
from companion.rules.deals import Deal
from companion.rules.game import Game
from companion.rules.text import N_, Text
from companion.sheet import payloads
from companion.sheet.hand_entry import recount
from companion.sheet.ledger import ACTIONS, TABLE, Action, Entry, EntryKind
from companion.sheet.payloads import Before
from companion.sheet.scoresheet import Sheet

LONGEST_REASON = 500  # characters
MOST_POINTS = 100_000  # more than any match reaches


@dataclass(frozen=True)
class Flaw:
    """A fault of an entry, given by its place from 1; place 0 is a fault of the sheet derived from all entries."""

    place: int
    what: Text


@dataclass(frozen=True)
class Shape:
    """The shape of entries of a kind: the check of their body, and whether they have a seat, a deal and points."""

    flaw: Callable[[Entry, Before], Text | None]
    seated: bool = False
    dealt: bool = True
    points: bool = False


SHAPES = {
    EntryKind.HAND: Shape(payloads.hand, seated=True, points=True),
    EntryKind.END: Shape(payloads.end),
    EntryKind.CLOSE: Shape(payloads.nothing),
    EntryKind.ADJUST: Shape(payloads.adjustment, seated=True, points=True),
    EntryKind.RULING: Shape(payloads.ruling),
    EntryKind.CALL: Shape(payloads.nothing, seated=True),
    EntryKind.DOWN: Shape(payloads.nothing, seated=True),
    EntryKind.RIGHT: Shape(payloads.right, seated=True),
    EntryKind.SEATING: Shape(payloads.seating, points=True),
    EntryKind.STOP: Shape(payloads.nothing, dealt=False),
    EntryKind.REMATCH: Shape(payloads.rematch, dealt=False),
    EntryKind.NOTE: Shape(payloads.note, dealt=False),
}


def flaws(sheet: Sheet) -> Iterator[Flaw]:
    """Yield all faults in the entries of a match and in the sheet derived from them."""
    before, revisions = Before(sheet.game, len(sheet.seated)), Counter[tuple[EntryKind, int, int]]()
    for place, entry in enumerate(sheet.entries, 1):
        revisions[entry.kind, entry.deal, entry.seat] += 1
        due = revisions[entry.kind, entry.deal, entry.seat]
        if entry.revision != due:
            what = N_("it has revision {revision}; {due} was expected")
            yield Flaw(place, Text(what, revision=entry.revision, due=due))
        if entry.kind not in SHAPES:
            yield Flaw(place, Text(N_("there is no kind of entry “{kind}”"), kind=entry.kind[:20]))
            return
        yield from (Flaw(place, what) for what in entry_flaws(entry, before) if what)
        before.add(entry)
    yield from sheet_flaws(sheet)


def entry_flaws(entry: Entry, before: Before) -> Iterator[Text | None]:
    """Yield the faults of one entry, given those before it; None for each passed check."""
    shape = SHAPES[entry.kind]
    if entry.how not in ACTIONS[entry.kind]:
        yield Text(N_("a “{kind}” entry cannot have the form “{how}”"), kind=entry.kind, how=entry.how[:20])
        return
    if (0 <= entry.seat < before.seats) if shape.seated else entry.seat == TABLE:
        yield place_flaw(entry, shape, before.game)
        yield from text_flaws(entry)
        yield shape.flaw(entry, before)
        yield points_flaw(entry, shape, before)
    else:
        yield Text(N_("nobody sits at seat {seat}"), seat=entry.seat)


def place_flaw(entry: Entry, shape: Shape, game: Game) -> Text | None:
    """Return the reason why an entry cannot belong to its deal."""
    whole = not shape.dealt or entry.how == Action.RENAMED
    right = entry.deal == 0 if whole else deal_of(game, entry.deal) is not None
    return None if right else Text(N_("it belongs to deal {deal}, which does not exist"), deal=entry.deal)


def deal_of(game: Game, number: int) -> Deal | None:
    """Return the deal of that number, including any number of bonus deals."""
    if 1 <= number <= len(game.deals):
        return game.deals[number - 1]
    return replace(game.bonus, number=number, bonus=True) if game.bonus and number > 0 else None


def text_flaws(entry: Entry) -> Iterator[Text]:
    """Yield the faults in the texts of an entry."""
    if len(entry.reason) > LONGEST_REASON or not tidy(entry.reason):
        yield Text(N_("its reason is too long or contains characters that cannot be shown"))
    if len(entry.by) > LONGEST or not tidy(entry.by):
        yield Text(N_("its name is too long or contains characters that cannot be shown"))
    if entry.cards and entry.kind != EntryKind.HAND:
        yield Text(N_("it has cards but is not a hand"))


def tidy(text: str) -> bool:
    """Return whether a text equals its cleaned form; plain texts take a fast path."""
    plain = text.isascii() and text.isprintable() and text == text.strip() and "  " not in text
    return plain or clean(text) == text


def points_flaw(entry: Entry, shape: Shape, before: Before) -> Text | None:
    """Return the reason why an entry cannot have its points."""
    if not isinstance(entry.points, int) or abs(entry.points) > MOST_POINTS or (entry.points and not shape.points):
        return Text(N_("it cannot have a total of {points}"), points=entry.points)
    if entry.kind != EntryKind.HAND:
        return None
    deal = deal_of(before.game, entry.deal)
    wrong = recount(before.game, deal, entry.how, entry.points, entry.cards, entry.body) if deal else None
    if wrong is None or entry.law == LAW:
        return wrong
    return Text(N_("{wrong} (saved under the rules of {law})"), wrong=wrong, law=entry.law)


LOOKS: tuple[Callable[[Sheet], object], ...] = (
    lambda sheet: sheet.schedule,
    lambda sheet: sheet.totals,
    lambda sheet: (sheet.leaders, sheet.winners, sheet.around, sheet.finished and sheet.margin),
    lambda sheet: [(sheet.dealer(deal), sheet.first_player(deal)) for deal in sheet.schedule],
    lambda sheet: [sheet.history(deal.number, seat) for deal in sheet.schedule for seat in sheet.seats],
)


def sheet_flaws(sheet: Sheet) -> Iterator[Flaw]:
    """Yield the faults of the sheet derived from the entries."""
    try:
        for look in LOOKS:
            look(sheet)
        booked = [deal for deal in sheet.schedule if sheet.closed(deal.number) == Action.BOOKED]
        missing = [deal for deal in booked if sheet.missing(deal)]
    except Exception as error:  # any error that a page could meet
        yield Flaw(0, Text(N_("its entries do not make a scoresheet ({error})"), error=type(error).__name__))
        return
    for deal in missing:
        yield Flaw(0, Text(N_("deal {deal} is saved, but some of its hands are missing"), deal=deal.number))
