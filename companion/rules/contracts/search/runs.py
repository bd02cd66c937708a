"""The sets of new runs that a suit can lay, found one run after another from the lowest place upwards.

The cards of a suit are packed by rank, a few bits for the copies of each.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from math import ceil, inf
from typing import NamedTuple

from companion.rules.contracts.search.ladder import TOP, Run, pack
from companion.rules.contracts.search.law import unpacked
from companion.rules.contracts.search.problem import Problem
from companion.rules.search_state import BITS, COPIES, Budget, Spent

HALVES = sum(1 << place * BITS + BITS - 1 for place in range(TOP))  # the highest bit of each packed number


class RunSet(NamedTuple):
    """New runs of one suit."""

    lost: int = 0  # points of cards that are left for certain
    wilds: int = 0
    most: int = 0  # wilds
    counts: int = 0
    used: int = 0  # cards, packed
    more: int = 0  # a bit for the place of a natural more than the hand has
    runs: tuple[Run, ...] = ()


def includes(cards: int, others: int) -> bool:
    """Return whether packed cards include others."""
    return not ~((cards | HALVES) - others) & HALVES


def places_held(cards: int) -> int:
    """Return a bit for each place of which there are cards."""
    return sum([1 << place for place in range(TOP + 1) if cards >> place % TOP * BITS & COPIES])


class NewRuns:
    """The new runs of a suit: its cards, packed, and how many of each rank the runs on the table can take."""

    def __init__(self, problem: Problem, cards: int, reach: Sequence[int], points: Callable[[int], int]):
        self.problem, self.law, self.cards, self.reach, self.points = problem, problem.law, cards, reach, points
        self.held = [cards >> place * BITS & COPIES for place in range(TOP)]
        self.most = self._most()
        self.several = self.most > 1 and self.law.alike == "apart"
        self.extra = 0 if not self.several else 1 if self.law.lays_off or problem.free else TOP  # to part the runs
        self.roomy = not problem.free and (self.law.lays_off or not self.several)
        self.floor: float = inf  # lower bound of the points that sets not found lose
        self.lost = cache(self._lost)

    def sets(self, budget: Budget, ceiling: float) -> Iterator[RunSet]:
        """Yield the sets of runs that lose fewer points than `ceiling`, as far as the budget goes."""
        self.floor = inf
        level = [RunSet()]
        for count in range(self.most + 1):  # runs of a set
            longer = list[RunSet]()
            budget.charge(len(level))
            for each in level:
                yield from self._closed(each, budget, ceiling)
            part = budget.part(min(2 / (self.most - count + 1), 1))
            try:
                for each in level if count < self.most else ():
                    longer.extend(self._longer(each, part, ceiling))
            except Spent:
                self.floor = min(self.floor, each.lost)
            level = sorted(longer)

    def _closed(self, found: RunSet, budget: Budget, ceiling: float) -> Iterator[RunSet]:
        """Yield a set without further runs, in each way to lay it at first."""
        lost, law, problem = self.points((self.cards - found.used) & self.lost(self.most, 0)), self.law, self.problem
        if lost >= ceiling:
            return
        done = found._replace(lost=lost)
        if found.runs and (problem.exchanged or law.joined(found.runs)):
            try:
                budget.spend(0)
                starts = law.starts(found.runs, bool(problem.exchanged), budget)
            except Spent:
                self.floor = min(self.floor, found.lost)
                return
            yield from [done._replace(counts=counts) for counts in starts if unpacked(counts)[1] <= problem.wilds]
        else:
            yield done

    def _longer(self, found: RunSet, budget: Budget, ceiling: float) -> Iterator[RunSet]:
        """Yield the sets with one run more, no lower than the last.

        Raises: Spent: if the budget is used up before these are all.
        """
        problem, law, low = self.problem, self.law, found.runs[-1].low if found.runs else 0
        cards, wilds = self.cards - found.used, problem.most - found.wilds
        held, one_more = places_held(cards), problem.one_more and not found.more
        skipped, extra = self._skipped(wilds + one_more), min(self.extra, wilds)
        budget.charge(5)
        for run, more in law.new_runs(held, low, wilds, skipped, extra, problem.shortest, one_more, budget):
            budget.spend(1)
            taken = pack(run.naturals & ~more)
            lost = self.points((cards - taken) & self.lost(len(found.runs) + 1, run.low))
            if lost < ceiling and includes(cards, taken):  # the aces at both ends may be one card
                spent, room = run.wilds.bit_count(), law.room(run) if self.roomy else 0
                yield RunSet(
                    lost,
                    found.wilds + spent,
                    found.most + spent + room,
                    found.counts + law.made((run,)),
                    found.used + taken,
                    found.more + more,
                    (*found.runs, run),
                )

    def _lost(self, count: int, low: int) -> int:
        """Return the cards of no use once there are this many runs, if others lie no lower than a place, as a mask."""
        places = range(1, low) if count < self.most else range(TOP)  # an ace may lie above the king
        lost = [place for place in places if place not in self.problem.ranks and not self.reach[place]]
        return sum([COPIES << place * BITS for place in lost])

    def _most(self) -> int:
        """Return the most runs that the suit can lay."""
        law, sizes, count = self.law, self.law.run_sizes, sum(self.held) + self.problem.one_more
        if not sizes:
            return 0
        return min(law.most_runs, (count + self.problem.most) // sizes[0], count)

    def _skipped(self, wilds: int) -> tuple[int, Sequence[int]]:
        """Return the places of cards that a new run may leave out for a wild, and the wilds asked for each number.

        They are of use elsewhere: on the table, or any if wilds may find no place. A group would rather have the wild,
        unless it has no natural too many, and so wilds for its other cards. Of two runs the first takes the natural,
        unless the other has too few, or would have a wild beside another.
        """
        law, problem, sizes, size = self.law, self.problem, self.law.run_sizes, self.law.least_group
        full = places_held(self.cards).bit_count() + problem.most >= TOP and not law.every_card
        if not problem.free and (law.wilds_apart or full):
            return -1, range(TOP + 1)
        fewest, of_group = law.naturals(sizes[0], law.run_naturals), law.naturals(size, law.group_naturals)
        tight = self.most > 1 and (law.wilds_apart or wilds > sizes[0] - fewest)
        in_groups = problem.ranks if wilds > size - of_group else []
        rivals = [(self.most - 1) * tight + reach for reach in self.reach]
        wanted = [more > 0 and count <= more for count, more in zip(self.held, rivals, strict=True)]
        elsewhere = sum([1 << place for place in range(TOP + 1) if wanted[place % TOP] or place % TOP in in_groups])
        if any(self.reach):
            return elsewhere, range(TOP + 1)
        beside = sizes[0] - fewest
        if law.wilds_apart:
            fewest, beside = max(fewest, 2), min(beside, 1)
        groups = [count + ceil(count / of_group) * (size - of_group) for count in range(wilds * bool(in_groups) + 1)]
        runs = [count + ceil(count / fewest) * beside for count in range(wilds * tight + 1)]
        asked = dict[int, int]()
        for (one, first), (other, second) in product(enumerate(groups), enumerate(runs)):
            asked[one + other] = min(asked.get(one + other, wilds + 1), first + second)
        return elsewhere, [asked[count] for count in sorted(asked) if asked[count] <= wilds]
