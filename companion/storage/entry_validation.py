"""Validate entries, stored or to be imported: they must look like those that the commands make."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.names import LONGEST_NAME, clean
from companion.rules import LAW
from companion.rules.bookkeeping import MOST_POINTS
from companion.rules.cards import Unreadable
from companion.rules.deals import Deal
from companion.rules.fields import Cards, Melds, OneCard
from companion.rules.game import Game
from companion.rules.text import N_, Text
from companion.sheet.hand_entry import recount
from companion.sheet.ledger import ACTIONS, TABLE, WHOLE, Action, Entry, EntryKind
from companion.sheet.scoresheet import Sheet
from companion.storage import entry_bodies as bodies

LONGEST_REASON = 500  # characters
SEATED = (EntryKind.FINAL, EntryKind.HAND, EntryKind.ADJUST, EntryKind.CALL, EntryKind.DOWN, EntryKind.RIGHT)
POINTED = (EntryKind.FINAL, EntryKind.HAND, EntryKind.ADJUST, EntryKind.SEATING)
TAKEN_BACK = (EntryKind.HAND, Action.UNDONE)  # a counted hand that play going on takes back
OF_THE_MATCH = (EntryKind.FINAL, EntryKind.STOP, EntryKind.REMATCH, EntryKind.NOTE)
UNKNOWN = Text(N_("no companion writes such an entry"))


@dataclass(frozen=True)
class Flaw:
    """A fault of an entry, given by its place from 1; place 0 is a fault of the sheet derived from all entries."""

    place: int
    what: Text


def flaws(sheet: Sheet) -> Iterator[Flaw]:
    """Yield all faults in the entries of a match and in the sheet derived from them."""
    seats, revisions = len(sheet.seated), Counter[tuple[EntryKind, int, int]]()
    for place, entry in enumerate(sheet.entries, 1):
        revisions[entry.kind, entry.deal, entry.seat] += 1
        right = entry.revision == revisions[entry.kind, entry.deal, entry.seat]
        removes = entry.kind == EntryKind.SEATING and entry.how == Action.UNDONE
        right = right and written_by_us(entry, sheet.game, seats, sheet.entries[: place - 1])
        if not right or (removes and not sheet.before(entry).is_unplayed(entry.body["seat"])):
            yield Flaw(place, UNKNOWN)
            return
        if wrong := points_flaw(entry, sheet.game):
            yield Flaw(place, wrong)
        seats += (entry.how == Action.JOINS) - removes
    yield from sheet_flaws(sheet)


def written_by_us(entry: Entry, game: Game, seats: int, before: Sequence[Entry]) -> bool:
    """Return whether a command may have written that entry after those before it."""
    whole = entry.kind in OF_THE_MATCH or entry.how == Action.RENAMED
    body = bodies.read(entry.kind, entry.how, entry.body, seats)
    pointed = entry.kind in POINTED and (entry.kind, entry.how) != TAKEN_BACK
    return (
        body is not None
        and entry.how in ACTIONS.get(entry.kind, ())
        and (0 <= entry.seat < seats if entry.kind in SEATED else entry.seat == TABLE)
        and (entry.deal == WHOLE if whole else deal_of(game, entry.deal) is not None)
        and clean(entry.reason, LONGEST_REASON) == entry.reason
        and clean(entry.by, LONGEST_NAME) == entry.by
        and (not entry.cards or (entry.kind == EntryKind.HAND and pointed))
        and (abs(entry.points) <= MOST_POINTS if pointed else entry.points == 0)
        and references_exist(entry, body, game, before)
    )


def references_exist(entry: Entry, body: bodies.Body, game: Game, before: Sequence[Entry]) -> bool:
    """Return whether the entries, cards and questions that a body names are there."""
    match body:
        case bodies.Back(of=place) | bodies.Right(entry=place):
            if not 0 < place <= len(before):
                return False
            of, kind = before[place - 1], EntryKind.HAND if entry.kind == EntryKind.RIGHT else EntryKind.ADJUST
            same = (of.kind, of.deal, of.seat) == (kind, entry.deal, entry.seat)
            return same and (kind == EntryKind.HAND or of.points == -entry.points)
        case bodies.Hand(melds=melds, left=left) if melds is not None or left is not None:
            laid = [card for meld in melds or [] for card, named in meld if not named or readable(game, named)]
            return entry.how == Action.ARRANGED and sorted([*laid, *(left or [])]) == sorted(entry.cards.split())
        case bodies.Ruling(ask=ask, question=asked):
            question = game.questions.get(ask)
            parts = {part.name: part for part in question.fields} if question else {}
            of_cards = {name for name, part in parts.items() if isinstance(part, Cards | Melds | OneCard)}
            rows = [row for name in of_cards & asked.keys() for row in asked[name]]
            return question is not None and set(asked) <= set(parts) and all(readable(game, row) for row in rows)
    return True


def readable(game: Game, row: str) -> bool:
    """Return whether a row can be read as cards, with a stroke between melds."""
    try:
        return all(game.pack.read_all(meld) is not None for meld in row.split("/") if meld.strip())
    except Unreadable:
        return False


def deal_of(game: Game, number: int) -> Deal | None:
    """Return the deal of that number, including any number of bonus deals."""
    if 1 <= number <= len(game.deals):
        return game.deals[number - 1]
    return replace(game.bonus, number=number, bonus=True) if game.bonus and number > 0 else None


def points_flaw(entry: Entry, game: Game) -> Text | None:
    """Return the reason why a hand cannot have its points."""
    counted = entry.kind == EntryKind.HAND and entry.how != Action.UNDONE
    deal = deal_of(game, entry.deal) if counted else None
    wrong = recount(game, deal, entry.how, entry.points, entry.cards) if deal else None
    if wrong is None or entry.law == LAW:
        return wrong
    return Text(N_("{wrong} (saved under the rules of {law})"), wrong=wrong, law=entry.law)


def sheet_flaws(sheet: Sheet) -> Iterator[Flaw]:
    """Yield the faults of the sheet derived from the entries."""
    try:
        _ = (sheet.totals, sheet.leaders, sheet.winners, sheet.around, sheet.finished and sheet.margin)
        _ = [(sheet.dealer(deal), sheet.first_player(deal)) for deal in sheet.schedule]
        _ = [sheet.history(deal.number, seat) for deal in sheet.schedule for seat in sheet.seats]
        booked = [deal for deal in sheet.schedule if sheet.closed(deal.number) == Action.BOOKED]
        missing = [deal for deal in booked if sheet.missing(deal)]
    except Exception as error:  # any error that a page could meet
        yield Flaw(0, Text(N_("its entries do not make a scoresheet ({error})"), error=type(error).__name__))
        return
    for deal in missing:
        yield Flaw(0, Text(N_("deal {deal} is saved, but some of its hands are missing"), deal=deal.number))
