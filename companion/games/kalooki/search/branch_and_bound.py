"""Branch and bound over the suits: choose an option for each, to meet the contract and leave the fewest points.

Once the suits have chosen, the threes follow: three cards of a rank are free, two cost a joker, and any three takes
all the jokers that are left.
"""

from collections.abc import Callable, Collection, Iterable
from math import inf
from typing import NamedTuple

from companion.games.kalooki.search.problem import Contract, Price, Problem
from companion.games.kalooki.search.subproblem import root_of
from companion.games.kalooki.search.suit_search import Option, Part
from companion.games.kalooki.search.table import Table
from companion.rules.budget import Budget, Spent
from companion.rules.cards import JOKER, RANKS, Card
from companion.rules.packed_cards import BITS, COPIES

RANK_BITS = 16  # bits for each rank left for threes: the lowest BITS count its cards, the others hold their points
RANK_MASK = (1 << RANK_BITS) - 1
ONE_EACH = sum(1 << place * RANK_BITS for place in range(len(RANKS)))
ALL_COUNTS = COPIES * ONE_EACH
HALF = 1 << BITS - 1


class Choice(NamedTuple):
    """An option of a suit with its weight: points lost for good, jokers, new fours, and the cards left for threes."""

    points: int
    jokers: int
    fours: int
    for_threes: int
    suit: str
    parts: tuple[Part, ...]


Filter = Callable[[Iterable[Choice]], list[Choice]]
Join = Callable[[list[list[Choice]]], None]


class BranchAndBound:
    """Search for the best choice of options, within a step limit if one is given.

    Without fours on the table the search is short, and always finds a result before it stops.
    """

    def __init__(self, hand: Iterable[Card], contract: Contract, price: Price, table: Table, steps: int | None = None):
        self.contract, self.price, self.table = contract, price, table
        self.budget = Budget(steps)
        self.problem = Problem(hand, contract, price, table, self.budget)
        self.jokers, self.three_places = self.problem.jokers, self.problem.three_places
        self.best: tuple[Choice, ...] = ()
        self.fewest_points: float = inf  # infinite: the contract cannot be met
        self.step_cost = 1 if table.fours else 0  # steps of the budget for each choice
        self.lower_bound: float = 0
        self.unsearched_bound: float = inf  # lower bound of the unsearched rest, if the budget ran out
        self._search(True, undominated, self.three_places, self._branch_on_all)  # spare jokers go to the threes
        if self.jokers and self.fewest_points and not contract.groups and not table.threes:
            self._search(False, cheapest, (), self._share_jokers)  # without threes, jokers may be wasted on fours

    def _search(self, saves_jokers: bool, keep: Filter, three_places: Collection[int], join: Join) -> None:
        """Join the options of the suits as they are found, until no further option can be better."""
        self.budget.renew()
        problem = root_of(self.problem, saves_jokers)
        while problem.bound < self.fewest_points:
            bound = problem.bound
            try:
                for found in problem.advance(self.fewest_points):
                    if all(found.values()):
                        self.budget.spend(self.step_cost * sum(map(len, found.values())))
                        join([keep(self._choices(suit, options, three_places)) for suit, options in found.items()])
            except Spent:
                self.unsearched_bound = min(self.unsearched_bound, bound if self.table.fours else self.lower_bound)
                return

    def _branch_on_all(self, suits: Iterable[list[Choice]]) -> None:
        """Branch on the choices of each suit, the suit with the fewest first."""
        self.suits = sorted(suits, key=len)
        self.remaining = [(0, 0, 0)]  # from each suit on: points lost for certain, upper bound of fours, cards
        for choices in reversed(self.suits):
            points, fours, cards = self.remaining[0]
            suit = choices[0].suit
            cards += self._weigh(suit, self.problem.cards[suit], self.three_places)[1]
            self.remaining.insert(0, (points + choices[0].points, fours + any(c.fours for c in choices), cards))
        self.memo: dict[tuple[int, int, int, int], int] = {}
        self.lower_bound = self._bound(0, 0, self.jokers, 0, 0)
        if self.suits:
            self._branch(0, 0, self.jokers, 0, 0, ())
        else:
            self.fewest_points = self.lower_bound

    def _branch(
        self, depth: int, points: int, jokers: int, fours: int, for_threes: int, chosen: tuple[Choice, ...]
    ) -> None:
        """Try every choice of the next suit, the cheapest first, while the bound is below the fewest points found."""
        for choice in self.suits[depth]:
            if points + choice.points >= self.fewest_points or self.fewest_points <= self.lower_bound:
                return
            cost = points + choice.points
            key = depth, jokers - choice.jokers, fours + choice.fours, for_threes + choice.for_threes
            if key[1] < 0 or self.memo.get(key, inf) <= cost:
                continue
            self.memo[key] = cost
            self.budget.spend(self.step_cost)
            bound = self._bound(depth + 1, cost, *key[1:])
            if bound >= self.fewest_points:
                continue
            if depth + 1 < len(self.suits):
                self._branch(depth + 1, cost, *key[1:], (*chosen, choice))
            else:
                self.fewest_points, self.best, self.step_cost = bound, (*chosen, choice), 1

    def _bound(self, depth: int, points: int, jokers: int, fours: int, for_threes: int) -> float:
        """Return a lower bound of the points, exact once all suits have chosen; infinite if the contract is missed."""
        sure, most, cards = self.remaining[depth]
        full = with_at_least(3, for_threes + cards)
        pairs = with_at_least(2, for_threes + cards) ^ full
        threes = full.bit_count() + min(jokers, pairs.bit_count())
        if threes < self.contract.groups or fours + most < self.contract.runs:
            return inf
        points += sure
        if jokers and not (threes or self.table.threes or depth < len(self.suits)):
            points += jokers * self.price(JOKER)
        return points + short_of_three(for_threes & ~(full * RANK_MASK), pairs, jokers)

    def _choices(self, suit: str, options: Iterable[Option], three_places: Collection[int]) -> Iterable[Choice]:
        """Yield the options of a suit with their weights."""
        for used, fours, jokers, parts in options:
            points, for_threes = self._weigh(suit, self.problem.cards[suit] - used, three_places)
            yield Choice(points, jokers, fours, for_threes, suit, parts)

    def _weigh(self, suit: str, cards: int, three_places: Collection[int]) -> tuple[int, int]:
        """Return the points of the cards left that no three can take, and the other cards by rank."""
        points = for_threes = 0
        costs = self.problem.costs[suit]
        while cards:
            place = ((cards & -cards).bit_length() - 1) // BITS
            count = cards >> place * BITS & COPIES
            cards -= count << place * BITS
            cost = count * costs[place]
            if place in three_places:
                for_threes += (cost << BITS | count) << place * RANK_BITS
            else:
                points += cost
        return points, for_threes

    def _share_jokers(self, suits: Iterable[Iterable[Choice]]) -> None:
        """Join the choices of all suits if there are no threes: the best for each number of jokers and fours."""
        states: dict[tuple[int, int], tuple[int, tuple[Choice, ...]]] = {(0, 0): (0, ())}
        for choices in suits:
            after: dict[tuple[int, int], tuple[int, tuple[Choice, ...]]] = {}
            for (jokers, fours), (points, chosen) in states.items():
                for choice in choices:
                    key = jokers + choice.jokers, fours + choice.fours
                    total = points + choice.points
                    if key[0] <= self.jokers and total < after.get(key, (inf,))[0]:
                        after[key] = total, (*chosen, choice)
            states = after
        for (jokers, fours), (points, chosen) in states.items():
            points += (self.jokers - jokers) * self.price(JOKER)
            if fours >= self.contract.runs and points < self.fewest_points:
                self.fewest_points, self.best = points, chosen


def with_at_least(count: int, for_threes: int) -> int:
    """Return a mask of the ranks with at least this number of cards: only their sums carry into the highest bit."""
    return (for_threes & ALL_COUNTS) + (HALF - count) * ONE_EACH >> BITS - 1 & ONE_EACH


def short_of_three(for_threes: int, pairs: int, jokers: int) -> int:
    """Return the points of the cards whose ranks make no three, when the jokers go to the dearest pairs."""
    points, costs = 0, []
    while for_threes:
        place = (for_threes.bit_length() - 1) // RANK_BITS
        cost = for_threes >> place * RANK_BITS + BITS
        if pairs >> place * RANK_BITS & 1:
            costs.append(cost)
        else:
            points += cost
        for_threes &= (1 << place * RANK_BITS) - 1
    return points + sum(sorted(costs, reverse=True)[jokers:])


def undominated(choices: Iterable[Choice]) -> list[Choice]:
    """Return the choices that no other dominates, cheapest first.

    One dominates another if it leaves the same cards for threes and loses no more points and no more jokers.
    """
    fewest_jokers: dict[tuple[int, int], int] = {}
    kept = []
    for choice in sorted(choices, key=lambda choice: choice[:2]):
        key = choice.fours, choice.for_threes
        if choice.jokers < fewest_jokers.get(key, inf):
            fewest_jokers[key] = choice.jokers
            kept.append(choice)
    return kept


def cheapest(choices: Iterable[Choice]) -> list[Choice]:
    """Return the choice with the fewest points lost, for each number of jokers and fours."""
    best: dict[tuple[int, int], Choice] = {}
    for choice in choices:
        key = choice.jokers, choice.fours
        if key not in best or choice.points < best[key].points:
            best[key] = choice
    return list(best.values())
