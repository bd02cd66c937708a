"""K35 and K35a: what a card costs, how many cards a hand can hold at the end, and which totals there are."""

from collections.abc import Iterable

from companion.games.kalooki.deals import contract_size
from companion.rules import totals
from companion.rules.cards import JOKER, Card
from companion.rules.game import Deal, Game
from companion.rules.text import N_, Text

PRICES = {"A": 1, "10": 10, "J": 10, "Q": 10, "K": 10} | {str(rank): rank for rank in range(2, 10)}


def price(game: Game, card: Card) -> int:
    """K35: a joker 50, a black ace 15, a red ace 1, court cards 10, the others their number."""
    if card == JOKER:
        return game.joker_price
    return 15 if card.rank == "A" and card.suit in "SC" else PRICES[card.rank]


def full_hand(deal: Deal, calls: int) -> int:
    """K30: the cards of a player who never laid down; a call brings two."""
    return deal.cards + 2 * calls


def down(game: Game, deal: Deal, calls: int) -> int:
    """K35a: the most cards left to a player who laid down and made so many calls."""
    return deal.cards - contract_size(deal) + 2 * calls


def counts(game: Game, deal: Deal) -> list[int]:
    """K35a: every number of cards somebody can hold when the deal ends."""
    laid_down = range(down(game, deal, game.calls) + 1)
    never = range(deal.cards, deal.cards + 2 * game.calls + 1, 2)
    return sorted({*laid_down, *never})


def doubt(game: Game, deal: Deal, count: int, calls: int | None = None, laid_down: bool | None = None) -> Text | None:
    """K35a: how many cards a hand can hold at the end, said when it holds another number."""
    most = game.calls if calls is None else calls
    low = down(game, deal, most)
    never = [full_hand(deal, made) for made in (range(most + 1) if calls is None else [most])]
    if (count <= low and laid_down is not False) or (count in never and not laid_down):
        return None
    if laid_down is not None and calls is not None:
        return marked(never[0], low, calls, laid_down)
    if laid_down:
        return Text(N_("laid down: up to {down}"), down=low)
    if calls is None and most:
        message = N_("{dealt} and two a call, or up to {down} if laid down")
    else:
        message = N_("{dealt}, or up to {down} if laid down") if low else N_("{dealt}, or none at all")
    return Text(message, dealt=never[0], down=low)


def marked(never: int, low: int, calls: int, laid_down: bool) -> Text:
    """K35a: what is said where the table marked whether the player laid down."""
    if not laid_down:
        return Text(N_("{dealt} if never laid down"), dealt=never)
    if not low:
        return Text(N_("laid down without a call: none are left"))
    return Text(
        N_("laid down with {count} call: up to {down}"),
        N_("laid down with {count} calls: up to {down}"),
        count=calls,
        down=low,
    )


def some_hand(game: Game, deal: Deal, points: int) -> bool:
    """B1: whether a hand of a number of cards that K35a allows costs exactly this."""
    return costs(game, points, counts(game, deal))


def within(game: Game, points: int, cards_at_most: int) -> bool:
    """K35: whether any hand of at most so many cards costs exactly this."""
    return costs(game, points, range(min(cards_at_most, game.pack.size) + 1))


def costs(game: Game, points: int, sizes: Iterable[int]) -> bool:
    """Whether a hand of one of these sizes costs exactly this."""
    return totals.some_hand(points, sizes, {key.points: key.limit for key in game.keys})
