"""A whole hand on the sheet: the referee arranges it, and the cards left over are the penalty (T17)."""

from dataclasses import dataclass
from typing import Any

from companion.rules.cards import Card, Unreadable, too_many
from companion.rules.deals import Arrangement, Deal
from companion.rules.game import Game
from companion.rules.text import N_, Text
from companion.sheet.commands.booking import open_deal, seated, write_hand
from companion.sheet.hand_entry import Hand, read_cards, working
from companion.sheet.ledger import Action, Entry
from companion.sheet.refusals import Refused
from companion.sheet.scoresheet import Sheet


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
        message = N_("The whole hand is {dealt} cards; {count} are given.")
        raise Refused("cards", Text(message, dealt=deal.cards, count=len(hand)))
    for card, limit in game.pack.too_many(hand):
        raise Refused("cards", too_many(card, limit))
    return Arranged(hand, game.arrange(deal, hand))


def arranged_hand(
    sheet: Sheet,
    number: int,
    seat: int,
    cards: str,
    thought: int | None = None,
    by: str = "",
) -> list[Entry]:
    """Enter a player's whole hand with the penalty of its best arrangement; `thought` is the player's own count."""
    deal = open_deal(sheet, number)
    read_cards(sheet.game, deal, cards, sheet.deals.tokens(number, but=seated(sheet, deal, seat)))
    arranged = arrange(sheet.game, deal, cards)
    kept: dict[str, Any] = {
        "melds": [[[str(card), str(named or "")] for card, named in meld] for meld in arranged.melds],
        "left": [str(card) for card in arranged.left],
        "working": working(sheet.game, deal, tuple(map(str, arranged.left))),
    }
    if thought is not None:
        kept["thought"] = thought
    hand = Hand(Action.ARRANGED, arranged.points, tuple(map(str, arranged.hand)), kept)
    return write_hand(sheet, deal, seat, hand, by)
