"""Layout of a lay-down: melds by positions in the hand, cards added to the table, and the cards left."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter

from companion.rules.cards import JOKER, Card
from companion.rules.contracts.search.contract import Contract
from companion.rules.contracts.search.options import NEW, Price, form_of
from companion.rules.contracts.search.runs import LADDER, Addition, Extension, Run, Table, growth, pack


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


class Layout:
    """Builder of a lay-down from a hand."""

    def __init__(self, hand: Sequence[Card], table: Table, contract: Contract, price: Price):
        self.hand, self.table, self.contract, self.price = hand, table, contract, price
        self.stock: dict[Card, list[int]] = defaultdict(list)
        for place, card in enumerate(hand):
            self.stock[card].append(place)
        self.new_groups: list[list[int]] = []
        self.new_runs: list[list[int]] = []
        self.additions: list[Addition] = []
        self.stands_for: dict[int, Card] = {}

    def lay(self, suit: str, number: int, run: Run) -> None:
        """Lay a new run of a suit, or add its cards to that run on the table, in an order that works."""
        if number == NEW:
            places = range(run.low, run.high + 1)
            self.new_runs.append([self._place(suit, at, run.wilds >> at & 1 == 1) for at in places])
            return
        before, path = dict(self.table.runs[suit])[number], list[Extension]()
        cards, wilds, _ = form_of(before, run)
        last: dict[Run, Extension] = {}
        for longer, extension in growth(before, pack(cards), wilds, self.contract.growth):
            last.setdefault(longer, extension)
        while run != before:
            path.insert(0, last[run])
            run = path[0].before
        self.additions += [(number, self._place(suit, step.place, step.wild), step.end) for step in path]

    def lay_groups(self, ranks: Iterable[str]) -> None:
        """Lay a group of every rank that has one, and of the dearest that need a wild while there are wilds."""
        full, short = [], []
        for rank in ranks:
            cards = self._of_rank(rank)
            points = 0 if rank in self.table.groups else sum(map(self.price, cards))
            if len(cards) >= self.contract.group_size:
                full.append((points, cards))
            elif len(cards) == self.contract.group_size - 1:
                short.append((points, [*cards, JOKER]))
        groups = full + sorted(short, key=itemgetter(0), reverse=True)[: len(self.stock[JOKER])]
        if self.contract.bare:
            groups = sorted(groups, key=itemgetter(0), reverse=True)[: self.contract.groups]
        self.new_groups += [self._take(cards) for _, cards in groups]

    def add_to_groups(self) -> None:
        """Add wilds to any group, and cards to the groups on the table."""
        if self.new_groups:
            self.new_groups[0] += self._take(self._of_rank(JOKER.rank))
        for rank, (number, *_) in self.table.groups.items():
            cards = self._of_rank(rank) + self._of_rank(JOKER.rank)
            self.additions += [(number, at, "group") for at in self._take(cards)]

    def lay_down(self) -> LayDown:
        """Return the lay-down in its present state."""
        left = sorted(sum(self.stock.values(), []))
        points = sum(self.price(self.hand[place]) for place in left)
        melds = tuple(map(tuple, self.new_groups + self.new_runs))
        return LayDown(melds, tuple(left), points, tuple(self.additions), self.stands_for)

    def _of_rank(self, rank: str) -> list[Card]:
        return [card for card, places in self.stock.items() if card.rank == rank for _ in places]

    def _take(self, cards: Iterable[Card]) -> list[int]:
        """Take these cards from the stock, and return their positions in the hand."""
        return [self.stock[card].pop() for card in cards]

    def _place(self, suit: str, place: int, wild: bool) -> int:
        """Take the card for a place in a run from the stock, and return its position in the hand."""
        card = Card(LADDER[place], suit)
        taken = self.stock[JOKER if wild else card].pop()
        if wild:
            self.stands_for[taken] = card
        return taken
