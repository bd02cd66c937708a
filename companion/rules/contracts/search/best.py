"""Best lay-down of a hand: an option of each suit, chosen by branch and bound, laid out as melds and additions.

Once the runs of each suit are chosen, so are the groups: a rank with enough cards needs no wild, one card short takes
one, and any group takes the wilds that are left.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import Any

from companion.rules.cards import RANKS, SUITS, Card
from companion.rules.contracts.search import contract as plain
from companion.rules.contracts.search.any_law import best_under_any_law, meets, missing_under_any_law
from companion.rules.contracts.search.contract import Contract
from companion.rules.contracts.search.law import Law
from companion.rules.contracts.search.layout import LayDown, Layout
from companion.rules.contracts.search.options import RANK_BITS, RANK_MASK, Choice, Price, Problem
from companion.rules.contracts.search.runs import Table, table_of
from companion.rules.search_state import BITS, COPIES, Budget, Spent

Hand = Sequence[Card]

PASSES = 0.1, 0.9  # shares of the step limit: a short first pass finds a bound that lets the second prune more
ASSUMED_LIMIT = 20_000  # steps; an unlimited search takes the first pass's share of them

ONE_EACH = sum(1 << place * RANK_BITS for place in range(len(RANKS)))
ALL_COUNTS = COPIES * ONE_EACH
ALL_COSTS = (RANK_MASK - COPIES) * ONE_EACH
HALF = 1 << BITS - 1


def can_lay_down(hand: Hand, contract: Contract | Law, budget: Budget | None = None) -> bool:
    """Return whether the hand holds the groups and runs of the contract.

    Raises: Spent: if the budget is used up before that is known.
    """
    return plain.can_lay_down(hand, contract) if isinstance(contract, Contract) else meets(hand, contract, budget)


def missing(hand: Hand, contract: Contract | Law, suits: str = SUITS) -> tuple[Card, ...]:
    """Return the cards any one of which would complete the contract; empty if it is complete."""
    if isinstance(contract, Contract):
        return plain.missing(hand, contract, suits)
    return missing_under_any_law(hand, contract, suits)


def best_lay_down(
    hand: Hand,
    contract: Contract | Law,
    price: Price,
    table: Sequence[Sequence[Card]] = (),
    laid: Collection[str] = (),
    steps: int | None = None,
) -> LayDown | None:
    """Return the lay-down that leaves the fewest points, before the discard; None if the contract cannot be met.

    `table` holds the melds that the player may lay off to; `laid` holds the ranks and suits of the player's groups
    and runs. With a step limit, a search may stop early, and the best lay-down found is returned.
    """
    if isinstance(contract, Law):
        return best_under_any_law(hand, contract, price, steps)
    if not plain.can_lay_down(hand, contract):
        return None
    on_table = table_of(table, laid)
    search = Search(hand, contract, price, on_table, steps)
    layout = Layout(hand, on_table, contract, price)
    for choice in search.best:
        for number, run in choice.suit.runs(choice):
            layout.lay(choice.suit.name, number, run)
    layout.lay_groups(RANKS[place] for place in search.group_places)
    layout.add_to_groups()
    found = layout.lay_down()
    return replace(found, at_least=int(search.unsearched)) if search.unsearched < found.points else found


def decisive(
    hand: Hand,
    contract: Contract | Law,
    price: Price,
    table: Sequence[Sequence[Card]],
    best: LayDown,
    readings: Mapping[str, Mapping[str, Any]],
    used: Collection[str],
    steps: int | None = None,
) -> list[str] | None:
    """Return the open points that every lay-down needs that leaves as few points as the best; None if not known.

    Each open point has another reading, that changes the contract. `used` are the open points that the best lay-down
    needs. If every lay-down needs one or another, all are returned.
    """
    if not used or isinstance(contract, Law):
        return [] if best.at_least is None else None
    on_table = table_of(table)

    def without(points: Collection[str]) -> bool | None:
        """Return whether a lay-down leaves as few points under the other readings; None if the search was stopped."""
        other = contract._replace(**{name: value for point in points for name, value in readings[point].items()})
        if not plain.can_lay_down(hand, other):
            return False
        search = Search(hand, other, price, on_table, steps, best.points + 1)
        if search.fewest <= best.points:
            return True
        return False if search.unsearched > best.points else None

    if best.at_least is not None and without(readings) is not False:
        return None
    if needed := [point for point in readings if point in used and without([point]) is False]:
        return needed
    if best.at_least is None and (known := without(readings)) is not False:
        return [] if known else None
    return [*readings]


class Search:
    """The search for the best choice of options, with a step limit if one is given.

    Without several runs in one suit it is short, and never stops early.
    """

    def __init__(
        self, hand: Hand, contract: Contract, price: Price, table: Table, steps: int | None = None, ceiling: float = inf
    ):
        self.steps = steps
        self.fewest = ceiling  # points; a search finds only what leaves fewer
        self.unsearched: float = inf  # lower bound of what was not searched
        self.best: Sequence[Choice] = ()
        self.group_places: Sequence[int] = ()
        problem = Problem(hand, contract, price, table, keeps_wilds=True)
        self._search(problem, PASSES)
        if problem.wilds and not contract.groups and not table.groups and problem.lost_without_groups() < self.fewest:
            passes = PASSES if self.unsearched >= self.fewest else PASSES[:-1]
            self._search(Problem(hand, contract, price, table, keeps_wilds=False), passes)

    def _search(self, problem: Problem, passes: Sequence[float]) -> None:
        """List the options of every suit and join them, in several passes until nothing better can be found."""
        unsearched = inf
        ladders = [(suit, suit.ladder) for suit in problem.suits if suit.ladder]
        least = sum(suit.ladder.least if suit.ladder else suit.alone[0].points for suit in problem.suits)
        for share in passes:
            steps = share * (self.steps if self.steps is not None else ASSUMED_LIMIT if share < passes[-1] else inf)
            open = [(suit, ladder) for suit, ladder in ladders if ladder.unsearched < inf]
            for suit, ladder in open:
                if ladder.unsearched < (ceiling := self.fewest - (least - ladder.least)):
                    suit.found |= ladder.climb(steps / len(open), ceiling)
            unsearched = self._join(problem, [suit.choices for suit in problem.suits], steps if ladders else inf)
            unsearched = min([unsearched, *(ladder.unsearched + least - ladder.least for _, ladder in open)])
            if unsearched >= self.fewest:
                return
        if self.fewest == inf:
            self._join(problem, [suit.alone for suit in problem.suits], inf)
        self.unsearched = min(self.unsearched, unsearched)

    def _join(self, problem: Problem, choices: Sequence[Sequence[Choice]], steps: float) -> float:
        """Choose the best option of each suit, and return a lower bound of what was not searched."""
        if not all(choices):
            return inf
        self.problem, self.budget = problem, Budget(steps)
        self.suits = sorted(choices, key=len)
        self.remaining = [(0, 0, 0)]  # from each suit on: points lost for certain, upper bound of runs, cards
        for each in reversed(self.suits):
            points, runs, cards = self.remaining[0]
            cards += each[0].suit.weight >> RANK_BITS
            self.remaining.insert(0, (points + each[0].points, runs + any(choice.runs for choice in each), cards))
        self.memo: dict[tuple[int, int, int, int], int] = {}
        start = 0, problem.wilds, 0, 0
        self.lower_bound = self._bound(*start, 0)
        try:
            self._branch(self.lower_bound, start, 0, ())
        except Spent:
            return self.lower_bound
        return inf

    def _branch(self, bound: float, key: tuple[int, int, int, int], points: int, chosen: tuple[Choice, ...]) -> None:
        """Try every choice of the next suit, the suits with the fewest first, and the cheapest choices."""
        depth, wilds, runs, for_groups = key
        if depth == len(self.suits):
            if bound < self.fewest:
                self.fewest, self.best, self.group_places = bound, chosen, self.problem.group_places
            return
        choices = self.suits[depth]
        for choice in choices:
            if bound + choice.points - choices[0].points >= self.fewest or self.fewest <= self.lower_bound:
                return
            cost = points + choice.points
            then = depth + 1, wilds - choice.wilds, runs + choice.runs, for_groups + choice.for_groups
            if then[1] >= 0 and self.memo.get(then, inf) > cost:
                self.memo[then] = cost
                self.budget.spend(1)
                if (further := self._bound(*then, cost)) < self.fewest:
                    self._branch(further, then, cost, (*chosen, choice))

    def _bound(self, depth: int, wilds: int, runs: int, for_groups: int, points: int) -> float:
        """Return a lower bound of the points, exact once all suits have chosen; infinite if the contract is missed."""
        (sure, most, cards), contract = self.remaining[depth], self.problem.contract
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
        yield for_groups // lowest >> BITS & RANK_MASK >> BITS
        ranks -= lowest
