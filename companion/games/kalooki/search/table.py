"""The melds on the table, and each single card that can be added to them."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from companion.games.kalooki.search.fours import PLACES, Four, extensions, one_card, read_four
from companion.rules.cards import JOKER, Card

Addition = tuple[int, int, str]  # meld on the table, position in the hand, and place there: top, bottom, joker, group


class Table(NamedTuple):
    """The melds on the table, each with its number, and the ranks and suits that the player has laid."""

    fours: Mapping[str, Sequence[tuple[int, Four]]]  # by suit
    threes: Mapping[str, Sequence[int]]  # by rank
    laid: Collection[str]  # ranks of the player's threes and suits of the player's fours


def table_of(melds: Sequence[Sequence[Card]], laid: Collection[str] = ()) -> Table:
    """Return the melds on the table, by the suits of fours and the ranks of threes."""
    fours: dict[str, list[tuple[int, Four]]] = defaultdict(list)
    threes: dict[str, list[int]] = {}
    for number, meld in enumerate(melds):
        naturals = {card for card in meld if card != JOKER}
        four = read_four(meld)
        if len({card.rank for card in naturals}) == 1:
            threes.setdefault(naturals.pop().rank, []).append(number)
        elif four and len({card.suit for card in naturals}) == 1:
            fours[naturals.pop().suit].append((number, four))
    return Table(dict(fours), threes, laid)


def additions(hand: Sequence[Card], melds: Sequence[Sequence[Card]]) -> tuple[Addition, ...]:
    """Return every card of the hand that could be added next to a meld on the table, and its place there."""
    table = table_of(melds)
    found: list[Addition] = []
    for at, card in enumerate(hand):
        for rank, numbers in table.threes.items():
            found += [(number, at, "group") for number in numbers if card.rank in (rank, JOKER.rank)]
        for suit, fours in table.fours.items():
            cards = one_card(PLACES[card.rank]) if card.suit == suit else 0
            for number, four in fours:
                found += [(number, at, extension.end) for _, extension in extensions(four, cards, card == JOKER)]
    return tuple(sorted(found))
