"""Search of the ranks of the groups under any law, each choice with the best runs of all suits beside them."""

from collections import defaultdict
from collections.abc import Sequence
from math import inf
from typing import Any

from companion.rules.contracts.search.any_layout import Problem
from companion.rules.contracts.search.automaton import Automaton, Cost, Costs, add_cost, suit_costs
from companion.rules.contracts.search.law import MADE_BITS, SIZES_MASK, Path
from companion.rules.contracts.search.runs import TOP
from companion.rules.search_state import BITS, Budget, Spent

Memo = dict[Any, Any]  # automata, and ways of a suit, that questions about one more card share


class Search:
    """Search of the ranks of the groups, depth first, each with the best runs beside them."""

    def __init__(self, problem: Problem, exact: bool, phases: bool, budget: Budget, memo: Memo, least: bool):
        self.problem, self.law, self.budget, self.memo = problem, problem.law, budget, memo
        self.key = problem.most_wilds, exact, phases, least, problem.most_wilds > len(problem.wilds)
        if self.key not in memo:
            memo[self.key] = Automaton(problem.law, *self.key)
        self.automaton: Automaton = memo[self.key]
        self.automaton.budget = budget
        self.lying = [problem.lying(suit) for suit in problem.suits]
        self.fewest: float = 1 if self.law.every_card else inf
        self.unsearched: float = inf
        self.best: tuple[Sequence[Path], int, Sequence[int]] | None = None
        sizes, wilds = self.law.run_sizes, len(problem.wilds)
        self.asked = sum(self.law.runs.count(size) << MADE_BITS * number for number, size in enumerate(sizes))
        self.most_runs = 1 if self.law.alike == "none" else SIZES_MASK if self.law.further else len(self.law.runs)
        smallest = min((*self.law.groups, *(self.law.further or ())[:1]), default=0)
        self.ranks = [
            rank
            for rank, count in enumerate(problem.of_rank)
            if smallest and count >= problem.naturals(smallest) and count + wilds >= smallest
        ]
        self.values = [problem.value(rank) for rank in range(TOP)]
        self.needs = [max(smallest - count, 0) for count in problem.of_rank]  # wilds of a group of each rank
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
                again = self.law.same_rank and len(ranks) + 1 < len(law.groups)  # else one group of a rank will do
                self.explore((*ranks, rank), further[number + (not again) :])
            except Spent:
                self.unsearched = max(int(bound), 0)  # of the callers, the first has the lowest
                raise

    def short_of_wilds(self, ranks: tuple[int, ...], further: Sequence[int], wilds: float) -> bool:
        """Return whether these wilds are too few for the groups that the contract asks beside those of these ranks."""
        short = max(len(self.law.groups) - len(ranks), 0)
        needs = sorted([self.needs[rank] for rank in further])[:short]
        if self.law.same_rank:
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
        wilds, exact = self.automaton.wilds, self.automaton.exact
        for number in range(len(self.problem.suits)):
            further = defaultdict[tuple[int, int], list[Cost]](list)
            options = self.of_suit(number, ranks)
            total = sum(map(len, options.values()))
            for (made, used), found in joined.items():
                self.budget.spend(1 + (len(options) + len(found) * total) // 6)
                for (now, more_used), others in options.items():
                    if self.automaton.allowed(made + now):
                        rivals = further[made + now, used + more_used]
                        for spent, points, paths in found:
                            for more, lost, path in others:
                                if spent + more <= wilds and points + lost < ceiling:
                                    add_cost(rivals, (spent + more, points + lost, (paths, path)), exact)
            joined = further
        return joined

    def of_suit(self, number: int, ranks: tuple[int, ...]) -> Costs:
        """Return the ways to lay runs in a suit beside groups of these ranks."""
        held, prices = self.problem.held[number], self.problem.prices[number]
        counted = (*ranks, *self.problem.table_ranks) if self.law.half and self.automaton.exact else ranks
        groups, lying = frozenset(rank for rank in counted if held[rank]), self.lying[number]
        key = *self.key, tuple(held), tuple(prices), groups, lying
        if key not in self.memo:
            self.memo[key] = suit_costs(held, prices, self.automaton, groups, self.most_runs, self.budget, lying)
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
            for wilds, points, paths in found:
                spare = len(problem.wilds) - wilds - need
                if spare < 0 or (used >> BITS * TOP) + need > len(problem.wilds):
                    continue
                if self.automaton.exact:
                    points += problem.wild_points[int(max(spare - max(problem.room(ranks, used) - need, 0), 0))]
                if points < self.fewest:
                    self.fewest, self.best = points, (unlinked(paths), used, ranks)


def unlinked(paths: Any) -> tuple[Path, ...]:
    """Return the paths of the suits in their order."""
    found = list[Path]()
    while paths:
        paths, path = paths
        found.insert(0, path)
    return tuple(found)
