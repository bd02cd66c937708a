"""Layout of a lay-down: melds by positions in the hand, cards added to the table, and the cards left."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.rules.cards import JOKER, RANKS, Card
from companion.rules.contracts.search.contract import Contract
from companion.rules.contracts.search.ladder import Form
from companion.rules.contracts.search.options import NEW, Part, Price
from companion.rules.contracts.search.runs import LADDER, Extension, Growth, Run, growth, pack
from companion.rules.contracts.search.table import Addition, Table


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


class Layout:
    """Builder of a lay-down from a hand."""

    def __init__(self, hand: Sequence[Card], table: Table, law: Growth):
        self.hand, self.table, self.law = hand, table, law
        self.stock: dict[Card, list[int]] = defaultdict(list)
        for place, card in enumerate(hand):
            self.stock[card].append(place)
        self.new_groups: list[list[int]] = []
        self.new_runs: list[list[int]] = []
        self.additions: list[Addition] = []
        self.stands_for: dict[int, Card] = {}
        self.on_table = {number: run for runs in table.runs.values() for number, run in runs}

    def lay(self, suit: str, parts: Sequence[Part], forms: Sequence[Form]) -> None:
        """Lay the new run of a suit, if it has one, and add its cards to the runs on the table."""
        for (number, runs), form in zip(parts, forms, strict=False):
            run = runs[form]
            if number == NEW and run:
                places = range(run.low, run.high + 1)
                self.new_runs.append([self._take(suit, at, run.wilds >> at & 1 == 1) for at in places])
            elif run:
                self._extend(suit, number, run)

    def _extend(self, suit: str, number: int, longer: Run) -> None:
        """Add cards to a run on the table, in an order that works."""
        run, path = self.on_table[number], list[Extension]()
        wilds = longer.wilds.bit_count() - run.wilds.bit_count()
        steps = [*growth(run, pack(longer.naturals & ~run.naturals), wilds, self.law)]
        while longer != run:
            path.insert(0, next(extension for reached, extension in steps if reached == longer))
            longer = path[0].before
        for extension in path:
            self.additions.append((number, self._take(suit, extension.place, extension.wild), extension.end))

    def lay_groups(self, places: Sequence[int], contract: Contract, price: Price) -> None:
        """Lay a group of every rank that has one, and of the dearest that need a wild while there are wilds."""
        full, short = [], []
        for place in places:
            cards, free = self._of_rank(RANKS[place]), RANKS[place] in self.table.groups
            points = 0 if free else sum(price(self.hand[at]) for at in cards)
            if len(cards) >= contract.group_size:
                full.append((points, cards))
            elif len(cards) == contract.group_size - 1:
                short.append((points, cards))
        groups = full + sorted(short, reverse=True)[: len(self.stock[JOKER])]
        for _, cards in sorted(groups, reverse=True)[: contract.groups] if contract.bare else groups:
            lacking = contract.group_size - len(cards)
            self.new_groups.append(self._out_of_stock([*cards, *self.stock[JOKER][-1:]] if lacking > 0 else cards))

    def add_to_groups(self) -> None:
        """Add cards to the groups on the table, and wilds to any group."""
        for rank, (number, *_) in self.table.groups.items():
            self.additions += [(number, at, "group") for at in self._out_of_stock(self._of_rank(rank))]
        if self.new_groups:
            self.new_groups[0] += self._out_of_stock(self.stock[JOKER])
        for number, *_ in [*self.table.groups.values()][:1]:
            self.additions += [(number, at, "group") for at in self._out_of_stock(self.stock[JOKER])]

    def lay_down(self, price: Price) -> LayDown:
        """Return the lay-down in its present state."""
        left = sorted(sum(self.stock.values(), []))
        points = sum(price(self.hand[place]) for place in left)
        melds = tuple(map(tuple, self.new_groups + self.new_runs))
        return LayDown(melds, tuple(left), points, tuple(self.additions), self.stands_for)

    def _of_rank(self, rank: str) -> list[int]:
        return [at for card, places in self.stock.items() if card.rank == rank for at in places]

    def _out_of_stock(self, places: Sequence[int]) -> list[int]:
        """Take the cards at these positions from the stock."""
        taken = [*places]
        for at in taken:
            self.stock[self.hand[at]].remove(at)
        return taken

    def _take(self, suit: str, place: int, wild: bool) -> int:
        """Take the card for a place in a run from the stock, and return its position in the hand."""
        card = Card(LADDER[place], suit)
        taken = self.stock[JOKER if wild else card].pop()
        if wild:
            self.stands_for[taken] = card
        return taken
