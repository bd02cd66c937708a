"""What may be written on a sheet: each act checks the sheet it finds and makes the entries to append."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.rules.cards import Unreadable
from companion.rules.game import Deal, Game
from companion.rules.text import N_, Text
from companion.sheet.scoresheet import ADJUST, CLOSE, END, HAND, Entry, Sheet

WHOLE_NUMBER = re.compile(r"[0-9]{1,6}")
SIGNED_NUMBER = re.compile(r"[-+−]?[0-9]{1,4}")


STOPPED = Text(N_("This match was ended here. Take it up again first."))


class Refused(Exception):
    """An act that cannot be: the field it failed at, and why."""

    def __init__(self, field: str, reason: Text):
        super().__init__(str(reason))
        self.field, self.reason = field, reason


class Stale(Exception):
    """Another device was first: what stands now, and what was to be written over it."""

    def __init__(self, standing: Entry, offered: Entry):
        super().__init__("another device was first")
        self.standing, self.offered = standing, offered

    @property
    def same(self) -> bool:
        """Whether both figures agree, so that nothing is to be chosen."""
        return self.standing.points == self.offered.points


@dataclass(frozen=True)
class Hand:
    """A hand as it was given: how, its penalty in points, its cards if they were named, and what else is kept of it."""

    how: str
    points: int
    cards: tuple[str, ...] = ()
    kept: Mapping[str, Any] = field(default_factory=dict)


def read_hand(game: Game, deal: Deal, cards: str, total: str, elsewhere: Sequence[str] = ()) -> Hand:
    """A hand from what was typed: cards, or a bare total, or both if they agree; Refused names the field."""
    if not cards.strip() and not total.strip():
        raise Refused("cards", Text(N_("Nothing is entered. Blank is not zero: tap the cards, or type the total.")))
    if not cards.strip():
        return Hand("total", read_total(game, deal, total))
    tokens = read_cards(game, deal, cards, elsewhere)
    points = game.keys.points(tokens)
    if total.strip() and read_number("total", total) != points:
        raise Refused("total", Text(N_("The cards make {points}. Clear one of the two."), points=points))
    return Hand("cards", points, tokens)


def read_cards(game: Game, deal: Deal, cards: str, elsewhere: Sequence[str] = ()) -> tuple[str, ...]:
    """The cards of a hand; Refused names the card that cannot be read or cannot be there."""
    try:
        tokens = game.keys.read(cards)
    except Unreadable as error:
        raise Refused("cards", error.reason) from None
    for key in game.keys.used_up((*tokens, *elsewhere)):
        name = Text(N_("a joker")) if key.code == "JK" else key.code
        message = N_("Only {limit} of {card} are in play, and all hands together would hold more.")
        raise Refused("cards", Text(message, limit=key.limit, card=name))
    most = game.hand_limit(deal)
    if most is not None and len(tokens) > most:
        raise Refused(
            "cards", Text(N_("{count} cards are more than a hand can hold: {most}."), count=len(tokens), most=most)
        )
    return tokens


def read_total(game: Game, deal: Deal, total: str) -> int:
    """A bare total that some hand gives (B1); Refused says why it is none."""
    points = read_number("total", total)
    if points == 0 and game.one_zero:
        raise Refused("total", Text(N_("Only the player who went out has no cards left, and so no points.")))
    if not game.some_hand(game, deal, points):
        message = N_("{deal}: no hand makes {points} points.")
        raise Refused("total", Text(message, deal=game.title(deal), points=points))
    return points


def read_number(field: str, text: str) -> int:
    """A whole number of points in plain digits; Refused otherwise."""
    if not WHOLE_NUMBER.fullmatch(text.strip()):
        raise Refused(field, Text(N_("“{value}” is not a number of points."), value=text.strip()[:30]))
    return int(text)


def open_deal(sheet: Sheet, number: int) -> Deal:
    """The deal of that number, if it is the one on the table; Refused with today's state otherwise."""
    deal = sheet.deal(number)
    if deal is None:
        raise Refused("deal", Text(N_("This match has no {deal}."), deal=sheet.title(number)))
    if sheet.closed(number):
        raise Refused("deal", already(sheet, number))
    if sheet.stopped:
        raise Refused("deal", STOPPED)
    if deal != sheet.current:
        raise Refused("deal", Text(N_("{deal} is on the table now."), deal=sheet.title((sheet.current or deal).number)))
    return deal


def already(sheet: Sheet, number: int) -> Text:
    """What is said to whoever would still count in a closed deal."""
    message = N_("{deal} is already booked. A change is a correction, on the scoresheet.")
    return Text(message, deal=sheet.title(number))


def seated(sheet: Sheet, deal: Deal, seat: int) -> int:
    """The seat, if it plays in that deal."""
    if seat not in sheet.seats_in(deal):
        raise Refused("seat", Text(N_("{deal}: nobody plays at that seat."), deal=sheet.title(deal.number)))
    return seat


def end_play(sheet: Sheet, number: int, out: int | None, revision: int | None = None, by: str = "") -> list[Entry]:
    """Play in a deal has stopped: a seat went out, or (None) there was nothing left to draw (K16).

    Refused if another device said otherwise since the revision the form was made from."""
    deal = open_deal(sheet, number)
    if revision not in (None, sheet.next_revision(END, number)) and sheet.out(number) != out:
        message = N_("Another device was first: {standing}. You said: {offered}.")
        raise Refused("out", Text(message, standing=ending(sheet, sheet.out(number)), offered=ending(sheet, out)))
    how = "stock" if out is None else "out"
    body = {} if out is None else {"out": seated(sheet, deal, out)}
    return [Entry(END, number, revision=sheet.next_revision(END, number), how=how, body=body, by=by)]


def ending(sheet: Sheet, out: int | None) -> Text:
    """How play stopped, in words."""
    return Text(N_("nobody went out")) if out is None else Text(N_("{name} went out"), name=sheet.names[out])


def count_hand(
    sheet: Sheet,
    number: int,
    seat: int,
    cards: str,
    total: str,
    revision: int | None = None,
    by: str = "",
    reason: str = "",
) -> list[Entry]:
    """One player's hand; in a closed deal a correction, which needs a reason."""
    deal = sheet.deal(number)
    if deal is None or not sheet.closed(number):
        deal = open_deal(sheet, number)
    elif not reason:
        raise Refused("reason", Text(N_("{deal} is booked: say why it is corrected."), deal=sheet.title(number)))
    hand = read_hand(sheet.game, deal, cards, total, sheet.tokens(number, but=seated(sheet, deal, seat)))
    return write_hand(sheet, number, seat, hand, revision, by, reason)


def write_hand(
    sheet: Sheet, number: int, seat: int, hand: Hand, revision: int | None = None, by: str = "", reason: str = ""
) -> list[Entry]:
    """The entry for a hand, with how its points came about; Stale if that seat was written since the revision."""
    steps = working(sheet.game, hand.cards)
    entry = Entry(
        HAND,
        number,
        seat,
        sheet.next_revision(HAND, number, seat),
        how=hand.how,
        points=hand.points,
        cards=" ".join(hand.cards),
        reason=reason,
        by=by,
        body=({"working": steps} if steps else {}) | dict(hand.kept),
    )
    standing = sheet.latest(HAND, number, seat)
    if standing and revision not in (None, entry.revision):
        raise Stale(standing, entry)
    return [entry]


def working(game: Game, cards: Sequence[str]) -> list[list[str | int]]:
    """How the points of these cards come about: each key, how many of it, and what one costs."""
    tally = game.keys.tally(cards)
    return [[key.code, tally[key.code], key.points] for key in game.keys if tally[key.code]]


def book(sheet: Sheet, number: int, seen: int | None = None, by: str = "") -> list[Entry]:
    """Close a counted deal; Refused while a hand is missing or nobody can have ended it (B3).

    Refused too if a figure of the deal is newer than the entry that the review had `seen` last."""
    deal = open_deal(sheet, number)
    newest = max((entry.id for entry in sheet.entries if entry.deal == number and entry.kind in (HAND, END)), default=0)
    if seen is not None and newest > seen:
        raise Refused("hands", Text(N_("A figure has changed since you looked. Look once more.")))
    if sheet.latest(END, number) is None:
        raise Refused("out", Text(N_("Say first who went out.")))
    if missing := sheet.missing(deal):
        raise Refused("hands", Text(N_("{name} is still to be counted."), name=sheet.names[missing[0]]))
    return [Entry(CLOSE, number, revision=sheet.next_revision(CLOSE, number), how="booked", by=by)]


def abandon(sheet: Sheet, number: int, by: str = "") -> list[Entry]:
    """Close a deal without a score, by agreement."""
    open_deal(sheet, number)
    return [Entry(CLOSE, number, revision=sheet.next_revision(CLOSE, number), how="abandoned", by=by)]


def undo(sheet: Sheet, number: int, by: str = "") -> list[Entry]:
    """Open the deal closed last again; what was counted stays."""
    if sheet.last_closed is None or sheet.last_closed.number != number:
        raise Refused("deal", Text(N_("Only what was booked last can be opened again. Correct this instead.")))
    if sheet.stopped:
        raise Refused("deal", STOPPED)
    if sheet.voided(number):
        raise Refused("deal", Text(N_("{deal} was voided. Let it count again first."), deal=sheet.title(number)))
    return [Entry(CLOSE, number, revision=sheet.next_revision(CLOSE, number), how="undone", by=by)]


def adjust(sheet: Sheet, seat: int, points: str, reason: str, by: str = "") -> list[Entry]:
    """Signed points with a reason, kept apart from card penalties (K37)."""
    if seat not in sheet.seats:
        raise Refused("seat", Text(N_("Say whose points these are.")))
    figure = signed_points(points)
    if not reason:
        raise Refused("reason", Text(N_("Say what the points are for.")))
    last = sheet.last_closed
    deal = min(last.number, len(sheet.game.deals)) if last else 1  # a bonus deal adds nothing to the totals
    revision = sheet.next_revision(ADJUST, deal, seat)
    return [Entry(ADJUST, deal, seat, revision, points=figure, reason=reason, by=by)]


def signed_points(points: str) -> int:
    """Signed points as they were typed; Refused where they are none."""
    text = points.strip()
    if not SIGNED_NUMBER.fullmatch(text) or int(text.replace("−", "-")) == 0:
        raise Refused("points", Text(N_("“{value}” is not a number of points; write −50 or 25."), value=text[:30]))
    return int(text.replace("−", "-"))


def doubts(sheet: Sheet, deal: Deal) -> dict[int, Text]:
    """What the scorekeeper is told before booking: by seat, counts of cards that cannot be (K35a)."""
    found = {}
    for seat in sheet.seats_in(deal):
        hand = sheet.latest(HAND, deal.number, seat)
        if hand and hand.how == "cards" and sheet.out(deal.number) != seat:
            doubt = sheet.doubt(deal, seat, len(hand.cards.split()))
            if doubt:
                found[seat] = doubt
    return found


def overlooked(sheet: Sheet, deal: Deal) -> dict[int, Text]:
    """What else is asked before booking: by seat, a combination among the cards counted as left over."""
    game, hands = sheet.game, {seat: sheet.latest(HAND, deal.number, seat) for seat in sheet.seats_in(deal)}
    counted = {seat: hand.cards.split() for seat, hand in hands.items() if hand and hand.how == "cards"}
    found = {seat: game.overlooked(game, deal, tokens) for seat, tokens in counted.items()}
    return {seat: text for seat, text in found.items() if text and sheet.out(deal.number) != seat}
