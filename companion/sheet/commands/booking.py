"""Count, book, void, restore and undo a deal; each command returns the entries to append."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion.rules.cards import Card, Unreadable, too_many
from companion.rules.deals import Arrangement, Deal
from companion.rules.game import Game
from companion.rules.text import N_, Text
from companion.sheet.days import evening
from companion.sheet.hand_entry import Hand, read_cards, read_hand, unchanged, working
from companion.sheet.ledger import Action, Entry, EntryKind
from companion.sheet.refusals import Refused
from companion.sheet.scoresheet import Sheet

STOPPED = Text(N_("This match was ended early. Resume it first."))


def open_deal(sheet: Sheet, number: int) -> Deal:
    """Return the deal of that number if it is the current one.

    Raises: Refused: with the present state, if it is not.
    """
    deal, current, closed, title = sheet.deal(number), sheet.current, sheet.closed(number), sheet.title(number)
    if deal is None:
        raise Refused("deal", N_("This match has no {deal}."), deal=title)
    if closed == Action.BOOKED:
        raise Refused("deal", N_("{deal} is already saved. To change it, correct it on the scoresheet."), deal=title)
    if sheet.voided(number):
        raise Refused("deal", N_("{deal} was voided: it does not count."), deal=title)
    if closed:
        raise Refused("deal", N_("{deal} was cancelled."), deal=title)
    if sheet.stopped:
        raise Refused("deal", STOPPED)
    if current and current != deal:
        raise Refused("deal", N_("{deal} is being played now."), deal=sheet.title(current.number))
    return deal


def seated(sheet: Sheet, deal: Deal, seat: int) -> int:
    """Return the seat if it plays in that deal.

    Raises: Refused: if it does not.
    """
    if seat not in sheet.seats_in(deal):
        raise Refused("seat", N_("{deal}: nobody plays at that seat."), deal=sheet.title(deal.number))
    return seat


def end_play(sheet: Sheet, number: int, out: int | None) -> list[Entry]:
    """End the play of a deal: a seat went out, or (None) the stock ran out (K16).

    Returns no entries if that is already entered.
    """
    deal = open_deal(sheet, number)
    body = {} if out is None else {"out": seated(sheet, deal, out)}
    if sheet.latest(EntryKind.END, number) and sheet.out(number) == out:
        return []
    how = Action.STOCK if out is None else Action.OUT
    return [sheet.next_entry(EntryKind.END, number, how=how, body=body)]


def play_on(sheet: Sheet, number: int, keep: bool) -> list[Entry]:
    """Take back the end of play, and unless `keep` the hands counted since; the calls and lay-downs stay."""
    deal = open_deal(sheet, number)
    ended = sheet.latest(EntryKind.END, number)
    counted = [] if keep else [seat for seat in sheet.seats_in(deal) if sheet.latest(EntryKind.HAND, number, seat)]
    hands = [sheet.next_entry(EntryKind.HAND, number, seat, Action.UNDONE) for seat in counted]
    return [*([sheet.next_entry(EntryKind.END, number, how=Action.UNDONE)] if ended else []), *hands]


def ending(sheet: Sheet, out: int | None) -> Text:
    """Return in words how play stopped."""
    return Text(N_("nobody went out")) if out is None else Text(N_("{name} went out"), name=sheet.names[out])


def count_hand(sheet: Sheet, number: int, seat: int, cards: str, total: str, reason: str | None = None) -> list[Entry]:
    """Enter one player's hand; with a reason, which may be empty, as a correction of a booked deal."""
    deal = sheet.deal(number)
    if deal is None or reason is None or sheet.closed(number) != Action.BOOKED:
        deal = open_deal(sheet, number)
    hand = read_hand(sheet.game, deal, cards, total, sheet.tokens(number, but=seated(sheet, deal, seat)))
    return write_hand(sheet, deal, seat, hand, reason or "")


def write_hand(sheet: Sheet, deal: Deal, seat: int, hand: Hand, reason: str = "") -> list[Entry]:
    """Return the entry for a hand, with the working of its points.

    Returns no entries if it equals the present one: a form opened and sent back unchanged is no new figure.
    """
    steps = working(sheet.game, deal, hand.cards)
    entry = sheet.next_entry(
        EntryKind.HAND,
        deal.number,
        seat,
        how=hand.how,
        points=hand.points,
        cards=" ".join(hand.cards),
        reason=reason,
        body=({"working": steps} if steps else {}) | dict(hand.body),
    )
    standing = sheet.latest(EntryKind.HAND, deal.number, seat)
    return [] if standing and not reason and unchanged(standing, entry) else [entry]


def book(sheet: Sheet, number: int) -> list[Entry]:
    """Close a counted deal.

    Raises: Refused: while a hand is missing, or if it is not entered how play ended (B3).
    """
    deal = open_deal(sheet, number)
    if not sheet.play_ended(deal):
        raise Refused("out", N_("First choose who went out."))
    if missing := sheet.missing(deal):
        raise Refused("hands", N_("{name}’s hand has not been counted yet."), name=sheet.names[missing[0]])
    return [sheet.next_entry(EntryKind.CLOSE, number, how=Action.BOOKED)]


def abandon(sheet: Sheet, number: int) -> list[Entry]:
    """Close a deal without a score, by agreement.

    Raises: Refused: if it is not the current one.
    """
    open_deal(sheet, number)
    return [sheet.next_entry(EntryKind.CLOSE, number, how=Action.ABANDONED)]


def undo(sheet: Sheet, number: int, now: datetime | None = None) -> list[Entry]:
    """Reopen the deal closed last; its counted hands stay.

    Raises: Refused: for another deal, or if the match is over and `now` is on a later evening.
    """
    if why := against_undo(sheet, number, now):
        raise Refused("deal", why)
    return [sheet.next_entry(EntryKind.CLOSE, number, how=Action.UNDONE)]


def against_undo(sheet: Sheet, number: int, now: datetime | None = None) -> Text | None:
    """Return the reason why a deal cannot be reopened; None if it can. Without `now` any evening is the same."""
    if sheet.last_closed is None or sheet.last_closed.number != number:
        return Text(N_("Only the last saved deal can be reopened. Correct this one instead."))
    if sheet.stopped:
        return STOPPED
    if sheet.voided(number):
        return Text(N_("{deal} was voided. Let it count again first."), deal=sheet.title(number))
    closes = sheet.revisions(EntryKind.CLOSE, number)
    since = max((place for place, close in enumerate(closes, 1) if close.how == Action.UNDONE), default=0)
    if sheet.finished and now and evening(closes[since].at) != evening(now):
        return Text(N_("This match ended on another evening. Correct its figures on the scoresheet instead."))
    return None


def void(sheet: Sheet, number: int, reason: str) -> list[Entry]:
    """Void a booked deal, with a reason; its figures stay readable.

    Raises: Refused: if it is not booked, or without a reason.
    """
    if sheet.closed(number) != Action.BOOKED:
        raise Refused("deal", N_("{deal} is not saved yet."), deal=sheet.title(number))
    if not reason:
        raise Refused("reason", N_("Give a reason for voiding {deal}."), deal=sheet.title(number))
    return [sheet.next_entry(EntryKind.CLOSE, number, how=Action.ABANDONED, reason=reason)]


def restore(sheet: Sheet, number: int) -> list[Entry]:
    """Make a voided deal count again.

    Raises: Refused: if it was not voided.
    """
    if not sheet.voided(number):
        raise Refused("deal", N_("{deal} was not voided."), deal=sheet.title(number))
    return [sheet.next_entry(EntryKind.CLOSE, number, how=Action.BOOKED)]


@dataclass(frozen=True)
class Arranged:
    """A hand with its best arrangement: the melds as they lie, and the cards left over."""

    hand: tuple[Card, ...]
    arrangement: Arrangement

    @property
    def points(self) -> int:
        """The penalty, in points."""
        return self.arrangement.points

    @property
    def melds(self) -> list[list[tuple[Card, Card | None]]]:
        """Each meld as its cards lie, with the card that each wild card stands for."""
        named = self.arrangement.stands_for
        return [[(self.hand[place], named.get(place)) for place in meld] for meld in self.arrangement.melds]

    @property
    def left(self) -> list[Card]:
        """The cards left over, the dearest last."""
        return [self.hand[place] for place in self.arrangement.left]


def arrange(game: Game, deal: Deal, cards: str) -> Arranged:
    """Return the best arrangement of a whole hand.

    Raises: Refused: if it cannot be read, exceeds the packs, or is not the whole hand.
    """
    try:
        hand = game.pack.read_all(cards)
    except Unreadable as error:
        raise Refused("cards", error.reason) from None
    if len(hand) != deal.cards:
        message = N_("The whole hand is {dealt} cards; you entered {count}.")
        raise Refused("cards", message, dealt=deal.cards, count=len(hand))
    for card, limit in game.pack.too_many(hand):
        raise Refused("cards", too_many(card, limit))
    return Arranged(hand, game.arrange(deal, hand))


def arranged_hand(sheet: Sheet, number: int, seat: int, cards: str, thought: int | None = None) -> list[Entry]:
    """Enter a player's whole hand with the penalty of its best arrangement; `thought` is the player's own count."""
    deal = open_deal(sheet, number)
    read_cards(sheet.game, deal, cards, sheet.tokens(number, but=seated(sheet, deal, seat)))
    arranged = arrange(sheet.game, deal, cards)
    body: dict[str, Any] = {
        "melds": [[[str(card), str(named or "")] for card, named in meld] for meld in arranged.melds],
        "left": [str(card) for card in arranged.left],
        "working": working(sheet.game, deal, tuple(map(str, arranged.left))),
    }
    if thought is not None:
        body["thought"] = thought
    hand = Hand(Action.ARRANGED, arranged.points, tuple(map(str, arranged.hand)), body)
    return write_hand(sheet, deal, seat, hand)
