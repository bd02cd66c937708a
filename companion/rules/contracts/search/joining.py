"""Branch and bound over the suits: choose an option for each, to meet the contract and leave the fewest points.

Once the suits have chosen, the groups follow: enough cards of a rank are free, one less costs a wild, and any group
takes all the wilds that are left.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from math import inf
from typing import NamedTuple

from companion.rules.budget import Budget
from companion.rules.cards import RANKS
from companion.rules.contracts.search.ladder import Option
from companion.rules.contracts.search.options import RANK_BITS, Problem
from companion.rules.packed_cards import BITS, COPIES

RANK_MASK = (1 << RANK_BITS) - 1
ONE_EACH = sum(1 << place * RANK_BITS for place in range(len(RANKS)))
ALL_COUNTS = COPIES * ONE_EACH
ALL_COSTS = (RANK_MASK - COPIES) * ONE_EACH
COSTS = RANK_MASK >> BITS
HALF = 1 << BITS - 1


class WeighedOption(NamedTuple):
    """An option of a suit with its weight: points lost for good, wilds, new runs, and the cards left for groups."""

    points: int
    wilds: int
    runs: int
    for_groups: int
    suit: str
    used: int


class Joining:
    """The best choice of options."""

    def __init__(self, problem: Problem, budget: Budget, ceiling: float):
        self.problem, self.budget = problem, budget
        self.contract, self.places = problem.contract, problem.group_places
        self.best: tuple[WeighedOption, ...] = ()
        self.fewest_points = ceiling

    def join(self, options: Mapping[str, Collection[Option]]) -> None:
        """Branch on the choices of each suit, the suit with the fewest first."""
        if not all(options.values()):
            return
        choices = [self._undominated(self._choice(suit, option) for option in found) for suit, found in options.items()]
        self.suits = sorted(choices, key=len)
        self.remaining = [(0, 0, 0)]  # from each suit on: points lost for certain, upper bound of runs, cards
        for each in reversed(self.suits):
            points, runs, cards = self.remaining[0]
            cards += self.problem.weigh(each[0].suit, self.problem.cards.get(each[0].suit, 0))[1]
            self.remaining.insert(0, (points + each[0].points, runs + any(choice.runs for choice in each), cards))
        self.memo: dict[tuple[int, int, int, int], int] = {}
        self.lower_bound = self._bound(0, 0, self.problem.wilds, 0, 0)
        if self.suits:
            self._branch(0, self.lower_bound, 0, self.problem.wilds, 0, 0, ())
        else:
            self.fewest_points = self.lower_bound

    def _branch(
        self,
        depth: int,
        bound: float,
        points: int,
        wilds: int,
        runs: int,
        for_groups: int,
        chosen: tuple[WeighedOption, ...],
    ) -> None:
        """Try every choice of the next suit, the cheapest first, while the bound is below the fewest points found."""
        choices = self.suits[depth]
        for choice in choices:
            if (
                bound + choice.points - choices[0].points >= self.fewest_points
                or self.fewest_points <= self.lower_bound
            ):
                return
            cost = points + choice.points
            key = depth, wilds - choice.wilds, runs + choice.runs, for_groups + choice.for_groups
            if key[1] < 0 or self.memo.get(key, inf) <= cost:
                continue
            self.memo[key] = cost
            self.budget.spend(1)
            if (further := self._bound(depth + 1, cost, *key[1:])) >= self.fewest_points:
                continue
            if depth + 1 < len(self.suits):
                self._branch(depth + 1, further, cost, *key[1:], (*chosen, choice))
            else:
                self.fewest_points, self.best = further, (*chosen, choice)

    def _bound(self, depth: int, points: int, wilds: int, runs: int, for_groups: int) -> float:
        """Return a lower bound of the points, exact once all suits have chosen; infinite if the contract is missed."""
        (sure, most, cards), contract = self.remaining[depth], self.contract
        full = with_at_least(contract.group_size, for_groups + cards)
        short = with_at_least(contract.group_size - 1, for_groups + cards) ^ full
        groups = full.bit_count() + min(wilds, short.bit_count())
        if groups < contract.groups or runs + most < contract.runs or contract.bare and runs > contract.runs:
            return inf
        points += sure
        if wilds and not (groups or self.problem.table.groups or depth < len(self.suits)):
            points += wilds * self.problem.wild_price
        if not contract.bare:
            return points + left_points(for_groups & ~(full * RANK_MASK), 0, short, wilds, len(RANKS))
        return points + left_points(for_groups, full, short, wilds, contract.groups)

    def _choice(self, suit: str, option: Option) -> WeighedOption:
        """Return an option of a suit with its weight."""
        used, wilds, runs = option
        points, for_groups = self.problem.weigh(suit, self.problem.cards.get(suit, 0) - used)
        return WeighedOption(points, wilds, runs, for_groups, suit, used)

    def _undominated(self, choices: Iterable[WeighedOption]) -> list[WeighedOption]:
        """Return the choices that no other dominates, cheapest first.

        One dominates another if it leaves the same cards for groups and loses no more points and no more wilds; if
        wilds need not be kept, only with as many.
        """
        fewest: dict[tuple[int, int, int], int] = {}
        kept = []
        for choice in sorted(choices):
            key = choice.runs, choice.for_groups, 0 if self.problem.keeps_wilds else choice.wilds
            if choice.wilds < fewest.get(key, inf):
                fewest[key] = choice.wilds
                kept.append(choice)
        return kept


def with_at_least(count: int, for_groups: int) -> int:
    """Return a mask of the ranks with at least this number of cards: only their sums carry into the highest bit."""
    return (for_groups & ALL_COUNTS) + (HALF - count) * ONE_EACH >> BITS - 1 & ONE_EACH


def left_points(for_groups: int, full: int, short: int, wilds: int, most: int) -> int:
    """Return the points of the cards left if the dearest ranks are laid as groups, up to `most` ranks."""
    dearest = sorted(costs(for_groups, short), reverse=True)[:wilds] if wilds else []
    laid = sorted([*costs(for_groups, full), *dearest], reverse=True)[:most]
    return ((for_groups & ALL_COSTS) % RANK_MASK >> BITS) - sum(laid)


def costs(for_groups: int, ranks: int) -> Iterator[int]:
    """Yield the points of the cards left of each of these ranks."""
    while ranks:
        lowest = ranks & -ranks
        yield for_groups // lowest >> BITS & COSTS
        ranks -= lowest
