"""The problem of a lay-down, split by suits: the cards of each suit, their points, and the suit's options."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from operator import and_, or_
from typing import NamedTuple

from companion.games.kalooki.search.fours import PLACES, all_fours, frugal_fours, one_card
from companion.games.kalooki.search.outcomes import SuitRank
from companion.games.kalooki.search.parallel_runs import ParallelRuns
from companion.games.kalooki.search.run_states import RunState, RunStates
from companion.games.kalooki.search.suit_search import (
    NEW,
    NO_FOUR,
    Option,
    Start,
    SuitSearch,
    laying,
    with_fewest_jokers,
)
from companion.games.kalooki.search.table import Table
from companion.rules.budget import Budget
from companion.rules.cards import JOKER, RANKS, Card
from companion.rules.packed_cards import BITS, COPIES

Price = Callable[[Card], int]


class Contract(NamedTuple):
    """The requirements of a lay-down: the numbers of threes and fours, and of naturals in each four."""

    groups: int
    runs: int
    naturals: int


class Problem:
    """The cards of each suit (packed) with their points, the jokers, and the places of ranks that could be a three."""

    def __init__(self, hand: Iterable[Card], contract: Contract, price: Price, table: Table, budget: Budget):
        self.contract, self.price, self.table, self.budget = contract, price, table, budget
        self.cards: dict[str, int] = defaultdict(int)
        self.jokers = 0
        for card in hand:
            if card == JOKER:
                self.jokers += 1
            else:
                self.cards[card.suit] += one_card(PLACES[card.rank])
        self.costs = {suit: self._costs(suit) for suit in {**self.cards, **table.fours}}
        self.three_places = self._three_places()
        self.run_states = RunStates()
        self.runs_memo: dict[tuple[str, tuple[RunState, ...]], ParallelRuns] = {}

    def _costs(self, suit: str) -> list[int]:
        """Return the points of a card of each rank if left; 0 if the suit lacks it or a three on the table takes it."""
        free = self.table.threes
        held = [self._count(suit, place) and rank not in free for place, rank in enumerate(RANKS)]
        return [self.price(Card(rank, suit)) if costs else 0 for rank, costs in zip(RANKS, held, strict=True)]

    def _three_places(self) -> list[int]:
        """Return the places of the ranks that could be a three; suits and threes compete for their cards."""
        cards = sum(self.cards.values())
        return [
            place
            for place, rank in enumerate(RANKS)
            if (cards >> place * BITS & COPIES) + min(self.jokers, 1) >= 3
            and rank not in self.table.laid
            and (self.contract.groups or rank not in self.table.threes)
        ]

    def suits(self, saves_jokers: bool) -> list[str]:
        """Return the suits with options; one without cards can only put jokers on its fours on the table."""
        return [*(self.cards if saves_jokers else self.costs)]

    def size(self, suit: str) -> int:
        """Return the number of cards of a suit."""
        return sum(self._count(suit, place) for place in range(len(RANKS)))

    def options(self, suit: str, saves_jokers: bool) -> list[Option]:
        """Return the options of a suit without fours on the table: to lay a new four, or none."""
        cards, naturals = self.cards[suit], self.contract.naturals
        if suit in self.table.laid:
            return [NO_FOUR]
        if not saves_jokers:
            return [NO_FOUR, *map(laying, all_fours(cards, self.jokers, naturals))]
        only_here = cards & ~sum(COPIES << place * BITS for place in self.three_places)
        return with_fewest_jokers([NO_FOUR, *map(laying, frugal_fours(cards, self.jokers, naturals, only_here))])

    def search(self, suit: str, known: Mapping[str, list[Option]], saves_jokers: bool) -> SuitSearch:
        """Return the search for the options of a suit with fours on the table; those of some other suits are known."""
        others = {other: self._may_stay(other, known) for other in self.cards if other != suit}
        places = self.three_places if saves_jokers else ()
        ranks = [self._suit_rank(suit, place, others, place in places) for place in range(len(RANKS))]
        groups = self.contract.groups if saves_jokers else 0
        spent = sum(min((jokers for _, _, jokers, _ in options), default=0) for options in known.values())
        fours = [*self._starts(suit, known)]
        states = tuple(state for *_, state in fours)
        if (suit, states) not in self.runs_memo:
            held = [rank.held for rank in ranks]
            self.runs_memo[suit, states] = ParallelRuns(((four, state) for _, four, state in fours), held, self.budget)
        return SuitSearch(ranks, fours, self.runs_memo[suit, states], self.jokers - spent, groups, saves_jokers)

    def _may_stay(self, suit: str, known: Mapping[str, list[Option]]) -> tuple[int, int]:
        """Return the packed cards of a suit that some option leaves in the hand, and those that another option uses."""
        cards = self.cards[suit]
        if suit not in known:
            return cards, cards
        taken = [used for used, *_ in known[suit]]
        if not taken:
            return cards, cards
        always = reduce(and_, taken)
        return cards - always, reduce(or_, taken) & ~always

    def _starts(self, suit: str, known: Mapping[str, list[Option]]) -> Iterator[Start]:
        """Yield the new four that a suit may lay (or must, if too few others can), and its fours on the table."""
        present = sum(1 << place for place in range(len(RANKS)) if self._count(suit, place))
        if suit not in self.table.laid:
            able = [other not in self.table.laid for other in self.costs if other not in known]
            able += [any(fours for _, fours, *_ in options) for options in known.values()]
            obliged = sum(able) <= self.contract.runs
            yield NEW, None, self.run_states.new_four(self.contract.naturals, obliged, present)
        for number, four in self.table.fours[suit]:
            yield number, four, self.run_states.table_four(four, present)

    def _suit_rank(self, suit: str, place: int, others: Mapping[str, tuple[int, int]], can_be_three: bool) -> SuitRank:
        """Return one rank from the view of a suit."""
        counts = {other: stay >> place * BITS & COPIES for other, (stay, _) in others.items()}
        total = sum(counts.values())
        certain = sum(max(counts[other] - (free >> place * BITS & COPIES), 0) for other, (_, free) in others.items())
        cost = sum(count * self.costs[other][place] for other, count in counts.items()) if certain == total else 0
        return SuitRank(self._count(suit, place), self.costs[suit][place], total, cost, certain, can_be_three)

    def _count(self, suit: str, place: int) -> int:
        """Return the number of cards of a suit and rank."""
        return self.cards.get(suit, 0) >> place * BITS & COPIES
