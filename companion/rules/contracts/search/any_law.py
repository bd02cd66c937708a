"""Best lay-down under any law of a contract rummy: ranks chosen for the groups, then each suit's runs, joined."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import inf
from typing import Any

from companion.rules.budget import Budget, Spent
from companion.rules.cards import JOKER, RANKS, Card
from companion.rules.contracts.search.any_layout import Problem
from companion.rules.contracts.search.layout import LayDown
from companion.rules.contracts.search.options import Price
from companion.rules.contracts.search.runs import TOP
from companion.rules.contracts.search.suit_runs import (
    MADE_BITS,
    SIZES_MASK,
    Automaton,
    Cost,
    Costs,
    Law,
    Path,
    add_cost,
    suit_costs,
)
from companion.rules.packed_cards import BITS, COPIES

MANY = 4  # times the steps, where one card after the other is tried as the one that is left
ENOUGH = 300_000  # steps to find out whether a hand holds a contract
Memo = dict[Any, Any]  # automata, and ways of a suit, that questions about one more card share


def best_under_any_law(
    hand: Sequence[Card], law: Law, price: Price, steps: int | None = None, memo: Memo | None = None
) -> LayDown | None:
    """Return the lay-down that leaves the fewest points, before the discard; None if the contract cannot be met.

    Raises: Spent: if the search was stopped before it knew whether the hand holds the contract.
    """
    budget = Budget(steps and steps * (MANY if law.keeps_one else 1))
    return _best_of(hand, law, price, budget, Budget(steps and ENOUGH), {} if memo is None else memo)


def _best_of(
    hand: Sequence[Card],
    law: Law,
    price: Price,
    budget: Budget,
    reserve: Budget | None,
    memo: Memo,
    least: bool = False,
) -> LayDown | None:
    """Return the best lay-down; beyond the budget any that the `reserve` finds."""
    best = _best(hand, law, price, budget, reserve, memo, least)
    if law.every_card and best and best.left:
        if best.at_least is not None:
            raise Spent  # another lay-down may use every card
        return None
    if not best or best.left or not law.keeps_one or law.every_card:
        return best
    best, lowest = None, inf
    positions = {card: place for place, card in enumerate(hand)}
    for card, place in sorted(positions.items(), key=lambda each: price(each[0])):
        points = price(card)
        if best and best.points <= points:
            break
        try:
            found = _best([*hand[:place], *hand[place + 1 :]], law, price, budget, reserve, memo, least)
        except Spent:
            lowest = min(lowest, points)
            continue
        if found:
            lowest = min(lowest, points + (found.points if found.at_least is None else found.at_least))
            if not best or found.points + points < best.points:
                best = without(found, place, points)
    if not best and lowest < inf:
        raise Spent
    return replace(best, at_least=int(lowest) if lowest < best.points else None) if best else None


def meets(hand: Sequence[Card], law: Law, budget: Budget | None = None, memo: Memo | None = None) -> bool:
    """Return whether the hand holds the contract.

    Raises: Spent: if the budget is used up before that is known.
    """
    budget, memo = budget or Budget(ENOUGH), {} if memo is None else memo
    return _best_of(hand, law, lambda card: int(law.every_card), budget, None, memo, not law.every_card) is not None


def missing_under_any_law(hand: Sequence[Card], law: Law, suits: str) -> tuple[Card, ...]:
    """Return the cards any one of which would complete the contract; empty if it is complete.

    Raises: Spent: if the search was stopped before that was known.
    """
    memo: Memo = {}
    budget = Budget(ENOUGH)
    if meets(hand, law, budget, memo) or wild_is_best(hand, law) and not meets((*hand, JOKER), law, budget, memo):
        return ()
    kinds = (*(Card(rank, suit) for suit in suits for rank in RANKS), JOKER)
    return tuple(card for card in kinds if meets((*hand, card), law, budget, memo))


def wild_is_best(hand: Sequence[Card], law: Law) -> bool:
    """Return whether one more wild completes the contract if any card does: no meld then has too many."""
    wilds = 1 + sum(card.rank in law.wild_ranks for card in hand)
    least = [(size, law.group_naturals) for size in law.groups] + [(size, law.run_naturals) for size in law.runs]
    few = all(size - wilds >= max(naturals, wilds * law.half) for size, naturals in least)
    return few and not (law.wilds_apart and wilds > 1)


def without(found: LayDown, kept: int, points: int) -> LayDown:
    """Return a lay-down of the whole hand that leaves the card in this place too."""

    def moved(places: Iterable[int]) -> tuple[int, ...]:
        return tuple(place + (place >= kept) for place in places)

    return replace(
        found,
        melds=tuple(map(moved, found.melds)),
        left=tuple(sorted((kept, *moved(found.left)))),
        points=found.points + points,
        additions=tuple((meld, place + (place >= kept), end) for meld, place, end in found.additions),
        stands_for={place + (place >= kept): card for place, card in found.stands_for.items()},
        at_least=None if found.at_least is None else found.at_least + points,
    )


def _best(
    hand: Sequence[Card],
    law: Law,
    price: Price,
    budget: Budget,
    reserve: Budget | None,
    memo: Memo,
    least: bool = False,
) -> LayDown | None:
    """Return the best lay-down, whether or not it leaves a card.

    The first search takes wilds that are left over and joined runs for allowed; most often they can be placed and
    parted afterwards.
    """
    problem = Problem(hand, law, price)
    found: LayDown | None = None
    at_least: float = 0
    exact = phases = False
    while True:
        search = Search(problem, exact, phases, budget, memo, least)
        search.run()
        if not search.best and search.unsearched == inf:
            return None
        joined = False
        if search.best:
            laid = problem.laid(*search.best)
            if not least:
                problem.place_wilds(laid, on_runs=not exact)
            joined = not problem.part(laid[0])
            found = found if joined else min(filter(None, (found, problem.layout(laid))), key=lambda each: each.points)
        at_least = max(at_least, min(search.fewest, search.unsearched))
        if found and found.points <= at_least:
            return found
        if search.unsearched < inf or exact or least and phases:
            break
        exact, phases = not least and (phases or not joined), law.alike == "apart"
    if not found and reserve is None and search.unsearched < inf:
        raise Spent
    found = found or (_best(hand, law, lambda card: 0, reserve, None, {}, True) if reserve else None)
    if not found:
        return None
    points = sum(price(hand[place]) for place in found.left)
    return replace(found, points=points, at_least=int(at_least) if at_least < points else None)


class Search:
    """Search of the ranks of the groups, depth first, each with the best runs beside them."""

    def __init__(self, problem: Problem, exact: bool, phases: bool, budget: Budget, memo: Memo, least: bool):
        self.problem, self.law, self.budget, self.memo = problem, problem.law, budget, memo
        self.key = len(problem.wilds), exact, phases, least
        self.automaton: Automaton = memo.setdefault(self.key, Automaton(problem.law, *self.key))
        self.automaton.budget = budget
        self.fewest: float = 1 if self.law.every_card else inf
        self.unsearched: float = inf
        self.best: tuple[Sequence[Path], int, Sequence[int]] | None = None
        sizes, wilds = self.law.run_sizes, len(problem.wilds)
        self.asked = sum(self.law.runs.count(size) << MADE_BITS * number for number, size in enumerate(sizes))
        self.most_runs = 1 if self.law.alike == "none" else SIZES_MASK if self.law.further else len(self.law.runs)
        least = min((*self.law.groups, *(self.law.further or ())[:1]), default=0)
        self.ranks = [
            rank
            for rank, count in enumerate(problem.of_rank)
            if least and count >= problem.naturals(least) and count + wilds >= least
        ]
        self.values = [problem.value(rank) for rank in range(TOP)]
        self.needs = [max(least - count, 0) for count in problem.of_rank]  # wilds of a group of each rank
        self.ranks.sort(key=lambda rank: (self.values[rank], problem.of_rank[rank]), reverse=True)

    def run(self) -> None:
        """Search until the best is found or the steps are used up."""
        try:
            self.explore((), self.ranks)
        except Spent:
            self.unsearched = 0 if self.unsearched == inf else self.unsearched

    def explore(self, ranks: tuple[int, ...], further: Sequence[int]) -> None:
        """Search with groups of these ranks, and of further ones."""
        law, problem = self.law, self.problem
        if self.short_of_wilds(ranks, further, len(problem.wilds) - sum([self.needs[rank] for rank in ranks])):
            return
        self.budget.spend(len(problem.orders(ranks)))
        gain = self.gain(ranks, further, len(problem.wilds))
        joined = self.join(ranks, self.fewest + gain)
        wilds = len(problem.wilds) - problem.sized(ranks, 0)[0]
        within = [
            cost for (made, _), found in joined.items() if self.enough(made) for cost in found if cost[0] <= wilds
        ]
        if not within:
            return
        if len(ranks) >= len(law.groups):
            self.settle(ranks, joined)
            if not law.further:
                return
        least = min(points for _, points, _ in within)
        wilds -= min(spent for spent, _, _ in within)
        further = [rank for rank in further if self.needs[rank] <= wilds]
        if self.short_of_wilds(ranks, further, wilds):
            return
        for number, rank in enumerate(further):
            bound = least - self.gain(ranks, further[number:], wilds)
            if bound >= self.fewest:
                return
            try:
                again = law.alike == "any" and len(ranks) + 1 < len(law.groups)  # else one group of a rank will do
                self.explore((*ranks, rank), further[number + (not again) :])
            except Spent:
                self.unsearched = max(int(bound), 0)  # of the callers, the first has the lowest
                raise

    def short_of_wilds(self, ranks: tuple[int, ...], further: Sequence[int], wilds: float) -> bool:
        """Return whether these wilds are too few for the groups that the contract asks beside those of these ranks."""
        short = max(len(self.law.groups) - len(ranks), 0)
        needs = sorted([self.needs[rank] for rank in further])[:short]
        if self.law.alike == "any":
            return short > 0 and wilds < short * min(needs, default=inf)
        return len(needs) < short or sum(needs) > wilds

    def gain(self, ranks: tuple[int, ...], further: Sequence[int], wilds: float) -> float:
        """Return the most points that further groups can save with these wilds."""
        if not self.law.further:
            return sum([self.values[rank] for rank in further[: len(self.law.groups) - len(ranks)]])
        saved: float = 0
        for rank in sorted(further, key=lambda rank: -self.values[rank] / (self.needs[rank] or 0.01)):
            saved += self.values[rank] * min(1, wilds / self.needs[rank] if self.needs[rank] else 1)
            wilds = max(wilds - self.needs[rank], 0)
        return saved

    def enough(self, made: int) -> bool:
        """Return whether these runs are those of the contract, or more where that is allowed."""
        if not self.law.further:
            return made == self.asked
        shifts = range(0, MADE_BITS * len(self.automaton.sizes), MADE_BITS)
        return all(made >> shift & SIZES_MASK >= self.asked >> shift & SIZES_MASK for shift in shifts)

    def join(self, ranks: tuple[int, ...], ceiling: float) -> Costs:
        """Return the ways to lay runs in all suits beside groups of these ranks."""
        joined: Costs = {(0, 0): [(0, 0, None)]}
        wilds, exact = len(self.problem.wilds), self.automaton.exact
        for number in range(len(self.problem.suits)):
            further = defaultdict[tuple[int, int], list[Cost]](list)
            options = self.of_suit(number, ranks)
            for (made, used), found in joined.items():
                for (now, taken), others in options.items():
                    if self.automaton.allowed(made + now):
                        self.budget.spend(len(found) * len(others) // 8)
                        rivals = further[made + now, used + taken]
                        for spent, points, paths in found:
                            for more, lost, path in others:
                                if spent + more <= wilds and points + lost < ceiling:
                                    add_cost(rivals, (spent + more, points + lost, (paths, path)), exact)
            joined = further
        return joined

    def of_suit(self, number: int, ranks: tuple[int, ...]) -> Costs:
        """Return the ways to lay runs in a suit beside groups of these ranks."""
        held, prices = self.problem.held[number], self.problem.prices[number]
        groups = frozenset(rank for rank in ranks if held[rank])
        key = *self.key, tuple(held), tuple(prices), groups
        if key not in self.memo:
            self.memo[key] = suit_costs(held, prices, self.automaton, groups, self.most_runs, self.budget)
        found: Costs = self.memo[key]
        return found

    def settle(self, ranks: tuple[int, ...], joined: Costs) -> None:
        """Take the best of these ways together with the groups."""
        problem = self.problem
        for (made, used), found in joined.items():
            if min([points for _, points, _ in found], default=inf) >= self.fewest or not self.enough(made):
                continue
            self.budget.spend(1)
            need = problem.sized(ranks, used)[0]
            free = sum(problem.of_rank[rank] - (used >> BITS * rank & COPIES) for rank in {*ranks})
            for wilds, points, paths in found:
                spare = len(problem.wilds) - wilds - need
                if spare < 0:
                    continue
                if self.automaton.exact:
                    fits = (free - need if self.law.half else spare) if ranks else 0
                    points += problem.wild_points[int(max(spare - fits, 0))]
                if points < self.fewest:
                    self.fewest, self.best = points, (unlinked(paths), used, ranks)


def unlinked(paths: Any) -> tuple[Path, ...]:
    """Return the paths of the suits in their order."""
    found = list[Path]()
    while paths:
        paths, path = paths
        found.insert(0, path)
    return tuple(found)
