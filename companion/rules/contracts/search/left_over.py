"""Cards of a suit left over by its runs: lost, in a group of their rank, or open for one with other suits."""

from collections.abc import Sequence
from functools import cache
from itertools import accumulate

from companion.rules.contracts.search.ladder import TOP
from companion.rules.contracts.search.problem import Problem
from companion.rules.search_state import BITS, COPIES

Outcome = tuple[int, int, int, int]  # cards that are open, packed by rank; groups; wilds in these; points lost

NOTHING = (0, 0, 0, 0)


class LeftOver:
    """Possible outcomes of the left-over cards of a suit, by rank.

    Where groups differ in nothing but their rank, and other suits have no card of a rank, it is decided at once.
    """

    def __init__(self, problem: Problem, cards: int, others: int, prices: Sequence[int]):
        self.problem, self.law, self.prices = problem, problem.law, prices
        self.held = [cards >> rank * BITS & COPIES for rank in range(TOP)]
        self.others = [others >> rank * BITS & COPIES for rank in range(TOP)]
        self.ranks = [rank for rank, count in enumerate(self.held) if count]
        sizes = {*self.law.groups, *(self.law.further or ())[:1]}
        self.alike = len(sizes) == 1 and not self.law.half and not self.law.same_rank
        # Outcomes by rank and number of left-over cards; behind all ranks there are none.
        outcomes = [[self._outcome(rank, left) for left in range(self.held[rank] + 1)] for rank in self.ranks]
        self.outcomes = [*outcomes, [[NOTHING]]]
        least = [[min([lost for *_, lost in each]) for each in reversed(left)] for left in outcomes]
        self.floors = [[*accumulate(each, min)] for each in least]  # fewest points, by rank and cards within reach
        self.still_lost = cache(self._still_lost)

    def _outcome(self, rank: int, left: int) -> list[Outcome]:
        """Return the outcomes of this many left-over cards of a rank."""
        problem, law = self.problem, self.law
        lost, others = (0, 0, 0, left * self.prices[rank]), self.others[rank]
        if rank not in problem.ranks or not left:
            return [lost]
        if law.half and rank in problem.table_ranks:  # it makes room for wilds
            return [(left << rank * BITS, 0, 0, 0)]
        need = law.least_group - left
        if need - others > problem.most:
            return [lost]
        if not self.alike or others:
            enough = min(left, law.least_group) if self.alike and law.further else left
            return [(enough << rank * BITS, 0, 0, 0)]
        group = (0, 1, max(need, 0), 0)
        if left < law.group_naturals:
            return [lost]
        return [group] if need <= 0 and law.further else [group, lost]

    def _still_lost(self, index: int, reach: int) -> int:
        """Return a lower bound of the points lost from a rank on, if the parts take all cards within their reach."""
        rest = zip(self.ranks[index:], self.floors[index:], strict=True)
        return sum([floor[min(reach >> rank * BITS & COPIES, len(floor) - 1)] for rank, floor in rest])
