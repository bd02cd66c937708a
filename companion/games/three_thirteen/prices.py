"""What a card left over costs, and how many can be left over."""

from companion.rules.cards import JOKER, RANKS, Card
from companion.rules.game import Deal, Game
from companion.rules.text import N_, Text

COURT = {"J": 11, "Q": 12, "K": 13}
FACE = {rank: min(value, 10) for value, rank in enumerate(RANKS, start=1)}


def price(game: Game, card: Card) -> int:
    """T17, T18, T20: face value, court cards ten, an ace one, or fifteen where it may be high."""
    if card == JOKER:
        return game.joker_price
    if card.rank == "A" and ace_is_high(game):
        return 15
    return FACE[card.rank]


def price_of_courts(game: Game, card: Card) -> int:
    """T19: jack 11, queen 12, king 13; all else as ever."""
    return COURT.get(card.rank) or price(game, card)


def ace_is_high(game: Game) -> bool:
    """T9: whether the ace also stands above the king."""
    return game.ladder[-1] == "A"


def pricing(game: Game, cards: tuple[Card, ...]) -> list[str]:
    """The numbers of the paragraphs that these cards are counted by."""
    ranks = {card.rank for card in cards}
    used = {
        "T17": True,
        "T18": "A" in ranks and ace_is_high(game),
        "T19": bool(ranks & COURT.keys()) and game.price is price_of_courts,
        "T20": JOKER in cards,
    }
    return [number for number, counts in used.items() if counts]


def doubt(game: Game, deal: Deal, count: int, calls: int | None = None, laid_down: bool | None = None) -> Text | None:
    """T17: what is odd about so many cards left over; a combination takes three, so never one or two are laid."""
    if count > deal.cards:
        return Text(N_("only {dealt} were dealt"), dealt=deal.cards)
    if count in (0, deal.cards) or count <= deal.cards - game.group_size:
        return None
    if deal.cards == game.group_size:
        return Text(N_("all {dealt} or none; a combination takes three"), dealt=deal.cards)
    return Text(
        N_("all {dealt}, or at most {most}; a combination takes three"),
        dealt=deal.cards,
        most=deal.cards - game.group_size,
    )
