"""The melds on the table, and each card of a hand that can be added to them."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from companion.rules.cards import JOKER, Card
from companion.rules.contracts.search.runs import LADDER, Growth, Run, by_suit, growth, read_run

Addition = tuple[int, int, str]  # meld on the table, position in the hand, and place there: top, bottom, joker, group


class Table(NamedTuple):
    """The melds on the table, each with its number, and the ranks and suits that the player has laid."""

    runs: Mapping[str, Sequence[tuple[int, Run]]]  # by suit
    groups: Mapping[str, Sequence[int]]  # by rank
    laid: Collection[str]  # ranks of the player's groups and suits of the player's runs


def table_of(melds: Sequence[Sequence[Card]], laid: Collection[str] = ()) -> Table:
    """Return the melds on the table, by the suits of runs and the ranks of groups."""
    runs: dict[str, list[tuple[int, Run]]] = defaultdict(list)
    groups: dict[str, list[int]] = {}
    for number, meld in enumerate(melds):
        naturals = {card for card in meld if card != JOKER}
        run = read_run(meld)
        if len({card.rank for card in naturals}) == 1:
            groups.setdefault(naturals.pop().rank, []).append(number)
        elif run and len({card.suit for card in naturals}) == 1:
            runs[naturals.pop().suit].append((number, run))
    return Table(dict(runs), groups, laid)


def additions(hand: Sequence[Card], melds: Sequence[Sequence[Card]], law: Growth = Growth()) -> tuple[Addition, ...]:
    """Return every card of the hand that could be added to a meld on the table, and its first places there.

    A card that only fits after others of the hand comes after them.
    """
    table = table_of(melds)
    found = [
        (number, at, "group")
        for rank, numbers in table.groups.items()
        for number in numbers
        for at, card in enumerate(hand)
        if card.rank in (rank, JOKER.rank)
    ]
    wilds, suits = by_suit(hand)
    for suit, runs in table.runs.items():
        for number, run in runs:
            first: dict[Card, int] = {}  # size of the run when the card can be added
            for longer, extension in growth(run, suits[suit], wilds, law):
                added = JOKER if extension.wild else Card(LADDER[extension.place], suit)
                if first.setdefault(added, longer.size) == longer.size:
                    found += [(number, at, extension.end) for at, card in enumerate(hand) if card == added]
    return tuple(dict.fromkeys(sorted(found, key=lambda addition: addition[0])))
