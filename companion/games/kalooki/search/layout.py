"""Layout of a lay-down: melds by positions in the hand, cards added to the table, and the cards left."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from companion.games.kalooki.search.branch_and_bound import Choice
from companion.games.kalooki.search.fours import LADDER, PLACES, Extension, Four, extensions, one_card, reachable_fours
from companion.games.kalooki.search.problem import Price
from companion.games.kalooki.search.suit_search import NEW
from companion.games.kalooki.search.table import Addition, Table
from companion.rules.cards import JOKER, RANKS, Card


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

    def __init__(self, hand: Sequence[Card], table: Table):
        self.hand, self.table = hand, table
        self.stock: dict[Card, list[int]] = defaultdict(list)
        for place, card in enumerate(hand):
            self.stock[card].append(place)
        self.new_threes: list[list[int]] = []
        self.new_fours: list[list[int]] = []
        self.additions: list[Addition] = []
        self.stands_for: dict[int, Card] = {}
        self.on_table = {number: (suit, four) for suit, fours in table.fours.items() for number, four in fours}

    def lay_four(self, choice: Choice) -> None:
        """Lay the new four of a suit, if it has one."""
        for number, (low, high, jokers) in choice.parts:
            if number == NEW:
                places = range(low, high + 1)
                self.new_fours.append([self._take(choice.suit, at, jokers >> at & 1 == 1) for at in places])

    def extend_fours(self, choice: Choice) -> None:
        """Add the suit's cards to the fours on the table, in an order that works."""
        cards = sum(one_card(PLACES[card.rank]) for card in self.hand if card.suit == choice.suit)
        on_table = dict(self.table.fours.get(choice.suit, ()))
        for number, longer in choice.parts:
            if number != NEW:
                self.on_table[number] = choice.suit, longer
                for extension in path(reachable_fours(on_table[number], cards, self.hand.count(JOKER)), longer):
                    taken = self._take(choice.suit, extension.place, extension.joker)
                    self.additions.append((number, taken, extension.end))

    def lay_threes(self, places: Sequence[int], price: Price) -> None:
        """Lay a three of every rank that has one, and of the dearest pairs while there are jokers."""
        pairs: list[tuple[int, list[int]]] = []
        for place in places:
            cards = self._of_rank(RANKS[place])
            if len(cards) > 2:
                self._lay_three(cards)
            elif len(cards) == 2:
                free = RANKS[place] in self.table.threes
                pairs.append((0 if free else sum(price(self.hand[at]) for at in cards), cards))
        for _, cards in sorted(pairs, reverse=True)[: len(self.stock[JOKER])]:
            self._lay_three([*cards, self.stock[JOKER][-1]])

    def add_to_threes(self) -> None:
        """Add cards to the threes on the table, and jokers to any three."""
        for rank, (number, *_) in self.table.threes.items():
            for at in self._of_rank(rank):
                self._add(number, at)
        spare = [*self.stock[JOKER]]
        for at in spare:
            if self.new_threes:
                self.stock[JOKER].remove(at)
                self.new_threes[0].append(at)
            elif self.table.threes:
                self._add(next(iter(self.table.threes.values()))[0], at)

    def add_to_fours(self, price: Price) -> None:
        """Add cards left to the fours on the table, the dearest first, while one fits."""
        while fitting := next(self._fitting(price), None):
            number, card, longer, end = fitting
            self.on_table[number] = self.on_table[number][0], longer
            self.additions.append((number, self.stock[card].pop(), end))

    def _fitting(self, price: Price) -> Iterator[tuple[int, Card, Four, str]]:
        """Yield the cards left that fit a four: its number, the card, the extended four, and the end."""
        for card in sorted(filter(self.stock.get, self.stock), key=price, reverse=True):
            for number, (suit, four) in self.on_table.items():
                cards = one_card(PLACES[card.rank]) if card.suit == suit else 0
                for longer, extension in extensions(four, cards, card == JOKER):
                    yield number, card, longer, extension.end

    def lay_down(self, price: Price) -> LayDown:
        """Return the lay-down in its present state."""
        left = sorted(sum(self.stock.values(), []))
        points = sum(price(self.hand[place]) for place in left)
        melds = tuple(map(tuple, self.new_threes + self.new_fours))
        return LayDown(melds, tuple(left), points, tuple(self.additions), self.stands_for)

    def _of_rank(self, rank: str) -> list[int]:
        return [at for card, places in self.stock.items() if card.rank == rank for at in places]

    def _lay_three(self, cards: list[int]) -> None:
        for at in cards:
            self.stock[self.hand[at]].remove(at)
        self.new_threes.append(cards)

    def _add(self, number: int, at: int) -> None:
        self.stock[self.hand[at]].remove(at)
        self.additions.append((number, at, "group"))

    def _take(self, suit: str, place: int, joker: bool) -> int:
        """Take the card for a place in a four from the stock, and return its position in the hand."""
        card = Card(LADDER[place], suit)
        if joker:
            taken = self.stock[JOKER].pop()
            self.stands_for[taken] = card
            return taken
        return self.stock[card].pop()


def path(extensions: Mapping[Four, Extension | None], four: Four) -> list[Extension]:
    """Return the extensions that lead to a four, in order."""
    last = extensions[four]
    return [*path(extensions, last.before), last] if last else []
