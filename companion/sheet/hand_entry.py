"""Convert a typed hand, given by its cards or as a bare total, into points; impossible hands are refused."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.rules.cards import Unreadable
from companion.rules.deals import Deal
from companion.rules.game import Game
from companion.rules.text import N_, Text, natural_number, whole_number
from companion.sheet.ledger import Action, Entry
from companion.sheet.refusals import Refused


@dataclass(frozen=True)
class Hand:
    """A hand as entered: the manner, its penalty in points, its cards if named, and further data to store."""

    how: Action
    points: int
    cards: tuple[str, ...] = ()
    body: Mapping[str, Any] = field(default_factory=dict)


def read_hand(game: Game, deal: Deal, cards: str, total: str, elsewhere: Sequence[str] = ()) -> Hand:
    """Return a hand from typed text: cards, or a bare total, or both if they agree.

    Raises: Refused: naming the field.
    """
    if not cards.strip() and not total.strip():
        raise Refused("cards", N_("Nothing is entered. Blank does not mean zero: tap the cards, or type the total."))
    if not cards.strip():
        return Hand(Action.TOTAL, read_total(game, deal, total))
    tokens = read_cards(game, deal, cards, elsewhere)
    points = game.keys(deal).points(tokens)
    if total.strip() and read_number("total", total, game.has_negative_prices) != points:
        raise Refused("total", N_("The cards make {points}. Clear one of the two."), points=points)
    return Hand(Action.CARDS, points, tokens)


def read_cards(game: Game, deal: Deal, cards: str, elsewhere: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the cards of a hand.

    Raises: Refused: naming the card that cannot be read or cannot be there.
    """
    try:
        tokens = game.keys(deal).read(cards)
    except Unreadable as error:
        raise Refused("cards", error.reason) from None
    for key in game.keys(deal).used_up((*tokens, *elsewhere)):
        name = Text(N_("Joker")) if key.code == "JK" else key.label
        message = N_("{card}: only {limit} in play, and all hands together would hold more.")
        raise Refused("cards", message, limit=key.limit, card=name)
    most = game.hand_limit(deal)
    if most is not None and len(tokens) > most:
        raise Refused(
            "cards", N_("{count} cards are too many: a hand holds at most {most}."), count=len(tokens), most=most
        )
    return tokens


def read_total(game: Game, deal: Deal, total: str) -> int:
    """Return a bare total that some hand gives (B1).

    Raises: Refused: with the reason why it is impossible.
    """
    points = read_number("total", total, game.has_negative_prices)
    if points == 0 and game.one_player_goes_out and min(game.prices.values(), default=1) > 0:
        raise Refused("total", N_("Only the player who went out has no cards left, and so no points."))
    if not game.is_possible_total(deal, points):
        raise Refused("total", N_("{deal}: no hand comes to {points}."), deal=game.title(deal), points=points)
    return points


def unchanged(standing: Entry, hand: Entry) -> bool:
    """Return whether a hand equals the present one; an arranged hand is compared by the cards left over."""
    if hand.points != standing.points:
        return False
    if standing.how == Action.ARRANGED and hand.how != Action.ARRANGED:
        return bool(hand.body.get("working", []) == standing.body.get("working", []))
    return hand.how == standing.how and sorted(hand.cards.split()) == sorted(standing.cards.split())


def read_number(field: str, text: str, signed: bool = False) -> int:
    """Return a whole number of points, which may be negative if `signed`.

    Raises: Refused: if the text is not one.
    """
    number = whole_number(text) if signed else natural_number(text)
    if number is None:
        raise Refused(field, N_("“{value}” is not a number of points."), value=text.strip()[:30])
    return number


def working(game: Game, deal: Deal, cards: Sequence[str]) -> list[list[str | int]]:
    """Return the working of these cards' points: each key, the number of its cards, and the points of one."""
    keys = game.keys(deal)
    tally = keys.tally(cards)
    return [[key.code, tally[key.code], key.points] for key in keys if tally[key.code]]


def recount(game: Game, deal: Deal, how: Action, points: int, cards: str) -> Text | None:
    """Return the fault in the points of a stored hand, found by counting it again; None if they are right."""
    try:
        due = total(game, deal, how, points, cards)
    except Unreadable as error:
        return Text(N_("its cards cannot be read: {reason}"), reason=error.reason)
    if due is None:
        return Text(N_("no hand comes to {points}"), points=points)
    return None if due == points else Text(N_("its cards make {due}, but {points} was saved"), due=due, points=points)


def total(game: Game, deal: Deal, how: Action, points: int, cards: str) -> int | None:
    """Return the points of a hand by its cards, or as given if some hand makes them; None if impossible."""
    if how == Action.WRITTEN:
        return None if cards else points
    if how == Action.TOTAL:
        return points if not cards and (points == 0 or game.is_possible_total(deal, points)) else None
    if how == Action.CARDS:
        return game.keys(deal).points(game.keys(deal).read(cards))
    if not game.arranges:
        return None
    return game.arrange(deal, game.pack.read_all(cards)).points
