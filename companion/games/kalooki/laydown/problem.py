"""A hand by suits, and what each suit can do with it and with what lies on the table."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import and_, or_
from typing import NamedTuple

from companion.games.kalooki.laydown.fours import PLACES, Row, one, rows, stuffed_rows
from companion.games.kalooki.laydown.outcomes import Rank
from companion.games.kalooki.laydown.parallel_runs import Abreast
from companion.games.kalooki.laydown.run_states import Descents, Node
from companion.games.kalooki.laydown.suit_search import NOTHING, OWN, Four, Way, Ways, cheapest, laying
from companion.rules.budget import Budget
from companion.rules.cards import JOKER, RANKS, Card
from companion.rules.groups_and_runs.suit_runs import BITS, COPIES

Price = Callable[[Card], int]


class Contract(NamedTuple):
    """What a lay-down must hold: so many threes, so many fours, and in each of these so many naturals."""

    groups: int
    runs: int
    naturals: int


class Table(NamedTuple):
    """What lies on the table: fours by suit and threes by rank with their numbers, and what one has laid oneself."""

    rows: Mapping[str, Sequence[tuple[int, Row]]]
    threes: Mapping[str, Sequence[int]]
    laid: Collection[str]  # the ranks of one's threes and the suits of one's fours


class Holding:
    """The cards of each suit, packed, and what they cost; the jokers; the places of the ranks that could be a three."""

    def __init__(self, hand: Iterable[Card], contract: Contract, price: Price, table: Table, budget: Budget):
        self.contract, self.price, self.table, self.budget = contract, price, table, budget
        self.cards: dict[str, int] = defaultdict(int)
        self.jokers = 0
        for card in hand:
            if card == JOKER:
                self.jokers += 1
            else:
                self.cards[card.suit] += one(PLACES[card.rank])
        self.costs = {suit: self._costs(suit) for suit in {**self.cards, **table.rows}}
        self.shared = self._shared()
        self.descents = Descents()
        self.abreast: dict[tuple[str, tuple[Node, ...]], Abreast] = {}

    def _costs(self, suit: str) -> list[int]:
        """What a card of each rank costs when it is left; nothing where a three on the table takes it."""
        free = self.table.threes
        held = [self._count(suit, place) and rank not in free for place, rank in enumerate(RANKS)]
        return [self.price(Card(rank, suit)) if costs else 0 for rank, costs in zip(RANKS, held, strict=True)]

    def _shared(self) -> list[int]:
        """The places of the ranks that could be a three, so that suits and threes contend for them."""
        cards = sum(self.cards.values())
        return [
            place
            for place, rank in enumerate(RANKS)
            if (cards >> place * BITS & COPIES) + min(self.jokers, 1) >= 3
            and rank not in self.table.laid
            and (self.contract.groups or rank not in self.table.threes)
        ]

    def suits(self, thrifty: bool) -> list[str]:
        """The suits that can do something; without cards that is to waste jokers on a four on the table."""
        return [*(self.cards if thrifty else self.costs)]

    def size(self, suit: str) -> int:
        """How many cards of a suit there are."""
        return sum(self._count(suit, place) for place in range(len(RANKS)))

    def plain(self, suit: str, thrifty: bool) -> list[Way]:
        """What a suit with no four on the table can do: lay one of its own, or nothing."""
        cards, naturals = self.cards[suit], self.contract.naturals
        if suit in self.table.laid:
            return [NOTHING]
        if not thrifty:
            return [NOTHING, *map(laying, stuffed_rows(cards, self.jokers, naturals))]
        firm = cards & ~sum(COPIES << place * BITS for place in self.shared)
        return cheapest([NOTHING, *map(laying, rows(cards, self.jokers, naturals, firm))])

    def grown(self, suit: str, plain: Mapping[str, list[Way]], thrifty: bool) -> Ways:
        """What a suit with fours on the table can do."""
        others = {other: self._kept(other, plain) for other in self.cards if other != suit}
        shared = self.shared if thrifty else ()
        ranks = [self._rank(suit, place, others, place in shared) for place in range(len(RANKS))]
        groups = self.contract.groups if thrifty else 0
        spent = sum(min((jokers for _, _, jokers, _ in ways), default=0) for ways in plain.values())
        fours = [*self._fours(suit, plain)]
        nodes = tuple(node for *_, node in fours)
        if (suit, nodes) not in self.abreast:
            held = [rank.held for rank in ranks]
            self.abreast[suit, nodes] = Abreast(((lying, node) for _, lying, node in fours), held, self.budget)
        return Ways(ranks, fours, self.abreast[suit, nodes], self.jokers - spent, groups, thrifty)

    def _kept(self, suit: str, plain: Mapping[str, list[Way]]) -> tuple[int, int]:
        """The cards that a suit does not take in every way, and those it takes in some but not in all, packed."""
        cards = self.cards[suit]
        if suit not in plain:
            return cards, cards
        taken = [used for used, *_ in plain[suit]]
        if not taken:
            return cards, cards
        always = reduce(and_, taken)
        return cards - always, reduce(or_, taken) & ~always

    def _fours(self, suit: str, plain: Mapping[str, list[Way]]) -> Iterator[Four]:
        """The four of its own that a suit may lay, or has to where too few others could, and those on the table."""
        present = sum(1 << place for place in range(len(RANKS)) if self._count(suit, place))
        if suit not in self.table.laid:
            able = [other not in self.table.laid for other in self.costs if other not in plain]
            able += [any(fours for _, fours, *_ in ways) for ways in plain.values()]
            yield OWN, None, self.descents.own(self.contract.naturals, sum(able) <= self.contract.runs, present)
        for number, lying in self.table.rows[suit]:
            yield number, lying, self.descents.grown(lying, present)

    def _rank(self, suit: str, place: int, others: Mapping[str, tuple[int, int]], three: bool) -> Rank:
        """What a suit must know of a rank."""
        counts = {other: kept >> place * BITS & COPIES for other, (kept, _) in others.items()}
        total = sum(counts.values())
        firm = sum(max(counts[other] - (movable >> place * BITS & COPIES), 0) for other, (_, movable) in others.items())
        cost = sum(count * self.costs[other][place] for other, count in counts.items()) if firm == total else 0
        return Rank(self._count(suit, place), self.costs[suit][place], total, cost, firm, three)

    def _count(self, suit: str, place: int) -> int:
        """The cards of a suit and rank."""
        return self.cards.get(suit, 0) >> place * BITS & COPIES
