"""A hand under a law, beside the melds on the table: what the ways of all suits share, and the lay-down found."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.rules.cards import Card
from companion.rules.contracts.search.law import LADDER, PLACES, TOP, Law, Run, places
from companion.rules.search_state import BITS, COPIES

Price = Callable[[Card], int]
Addition = tuple[int, int, str]  # meld, position in the hand, and place there: top, bottom, joker, joker-below, group


class OnTable(NamedTuple):
    """The melds on the table, each in one reading."""

    size: int = 0
    groups: tuple[tuple[int, int, int], ...] = ()  # number, place of the rank, naturals minus wilds
    runs: tuple[tuple[int, str, Run, Sequence[Card]], ...] = ()  # number, suit, run, cards from the lowest

    def exchanged(self, law: Law, naturals: Counter[Card]) -> list[tuple[int, Card, Card]]:
        """Return the wilds that come to a hand with these naturals: number of the run, natural, wild."""
        return [
            (number, natural, row[place - run.low])
            for number, suit, run, row in (self.runs if law.moves == "hand" else ())
            for place in places(run.wilds)
            if naturals[natural := Card(LADDER[place], suit)]
        ]


NOTHING = OnTable()


@dataclass(frozen=True)
class LayDown:
    """Melds by positions in the hand, the cards left with their points, and the additions to the table in order.

    It is optimal, unless a search was stopped: then no lay-down leaves fewer points than `at_least`.
    """

    melds: tuple[tuple[int, ...], ...]
    left: tuple[int, ...]
    points: int
    additions: tuple[Addition, ...] = ()
    stands_for: Mapping[int, Card] = field(default_factory=dict)
    at_least: int | None = None
    exchanged: tuple[Card, ...] = ()  # wilds that came into the hand, with the positions after it


class Problem:
    """A hand, a law and a table."""

    def __init__(
        self,
        hand: Sequence[Card],
        law: Law,
        price: Price,
        table: OnTable = NOTHING,
        kept: Card | None = None,  # the card that is left for the discard
        shortest: bool = False,  # any lay-down will do, with the shortest runs
        one_more: bool = False,  # there is one natural more, of any kind
    ):
        self.law, self.price, self.shortest, self.one_more = law, price, shortest, one_more
        self.table = table = table if law.lays_off else NOTHING
        self.keeps_wild = kept is not None and kept.rank in law.wild_ranks
        self.kept = [kept] if kept and not self.keeps_wild else []
        in_hand = [card for card in hand if card.rank in law.wild_ranks]
        self.held = Counter(card for card in hand if card.rank not in law.wild_ranks) - Counter(self.kept)
        self.suits = dict[str, int]()  # the cards of each suit, packed by rank
        for card, count in self.held.items():
            self.suits[card.suit] = self.suits.get(card.suit, 0) + (count << PLACES[card.rank] * BITS)
        self.exchanged = [wild for *_, wild in table.exchanged(law, self.held)]
        self.wilds, self.most = len(in_hand), len(in_hand) + len(self.exchanged)
        prices = [price(card) for card in (*in_hand, *self.exchanged)]
        self.wild_prices = min(prices, default=0), max(prices, default=0)
        self.cheap_in_hand = sum(self.is_cheap(card) for card in in_hand)
        # Groups take any number of wilds, so those that are left over need no place.
        self.free = shortest or not law.half_natural and bool(law.groups or table.groups)
        self.table_ranks = {rank for _, rank, _ in table.groups}
        self.ranks = self._told_apart()

    def is_cheap(self, card: Card) -> bool:
        """Return whether a wild is one of the cheapest."""
        return self.price(card) == self.wild_prices[0]

    def wilds_left(self, count: int, cheap: int) -> int:
        """Return the points of the cheapest wilds of the hand left, with this many cheap ones from the table."""
        cheapest, dearest = self.wild_prices
        fewest = min(count, self.cheap_in_hand + cheap)
        return fewest * cheapest + (count - fewest) * dearest

    def _told_apart(self) -> list[int]:
        """Return the places of the ranks that could be a group, or whose cards make room for wilds in one."""
        law, size = self.law, self.law.least_group
        fewest = max(law.naturals(size, law.group_naturals), size - self.wilds)
        every = sum(self.suits.values())
        count = [every >> place * BITS & COPIES for place in range(TOP)]
        return [
            rank
            for rank in range(TOP)
            if (size and count[rank] + self.one_more >= fewest and (law.groups or rank not in self.table_ranks))
            or (law.half_natural and count[rank] and rank in self.table_ranks)
        ]
