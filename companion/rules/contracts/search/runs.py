"""The sets of new runs that a suit can lay, found one run after another from the lowest place upwards.

The cards of a suit are packed by rank, a few bits for the copies of each.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import combinations, product
from math import ceil, inf
from typing import NamedTuple

from companion.rules.contracts.search.climb import Form, Path
from companion.rules.contracts.search.law import TOP, Run, pack, places, unpacked, windows
from companion.rules.contracts.search.problem import Problem
from companion.rules.search_state import BITS, COPIES, Budget, Spent

Packed = Callable[[int], int]  # of packed cards
HALVES = sum(1 << place * BITS + BITS - 1 for place in range(TOP))  # the highest bit of each packed number


class Way(NamedTuple):
    """A way to lay the runs of a suit. Its numbers up to `left` are added to those of the other suits."""

    lost: int = 0  # points of the cards left, without those of ranks that are told apart
    wilds: int = 0  # fewest from the hand; below 0 if some come from the table
    most: int = 0  # wilds
    counts: int = 0  # packed: see `unpacked`
    left: int = 0  # cards left of the ranks that are told apart, with their points
    least: int = 0  # lower bound of the points lost, with those of ranks that are told apart
    used: int = 0  # cards, packed
    more: int = 0  # a bit for the place of a natural more than the hand has
    new: tuple[Run, ...] = ()
    path: Path = ()  # beside runs on the table
    table: tuple[tuple[int, Form], ...] = ()  # number of each run on the table, and what it takes


def includes(cards: int, others: int) -> bool:
    """Return whether packed cards include others."""
    return not ~((cards | HALVES) - others) & HALVES


def places_held(cards: int) -> int:
    """Return a bit for each place of which there are cards."""
    return sum([1 << place for place in range(TOP + 1) if cards >> place % TOP * BITS & COPIES])


class NewRuns:
    """The new runs of a suit: its cards, packed, and as many of each rank as the runs on the table can take."""

    def __init__(self, problem: Problem, cards: int, reach: int, points: Packed, spread: Packed):
        self.problem, self.law, self.cards, self.points, self.spread = problem, problem.law, cards, points, spread
        self.held, self.reach = [[each >> rank * BITS & COPIES for rank in range(TOP)] for each in (cards, reach)]
        self.most = self._most()
        self.several = self.most > 1 and self.law.alike == "apart"  # wilds at the ends of some may join or part them
        self.floor: float = inf  # lower bound of the points that sets not found lose
        useless = [rank for rank in range(TOP) if not self.reach[rank] and rank not in problem.ranks]
        self.useless = sum([COPIES << rank * BITS for rank in useless])  # but for new runs; a mask of cards

    def sets(self, budget: Budget, ceiling: float) -> Iterator[Way]:
        """Yield the sets of runs that lose fewer points than `ceiling`, as far as the budget goes."""
        self.floor, level = inf, [Way()]
        for count in range(self.most + 1):  # runs of a set
            longer = list[Way]()
            budget.charge(len(level))
            for each in level:
                yield from self._closed(each, budget, ceiling)
            part = budget.part(min(2 / (self.most - count + 1), 1))
            try:
                for each in level if count < self.most else ():
                    for run, more in self._runs(each, part):
                        part.spend(1)
                        longer += self._with(each, run, more, ceiling)
            except Spent:
                self.floor = min(self.floor, each.lost)
            level = sorted(longer)

    def _closed(self, found: Way, budget: Budget, ceiling: float) -> Iterator[Way]:
        """Yield a set without further runs, in each way to lay it at first."""
        lost, law, to_hand = self._lost(self.cards - found.used, self.most, 0), self.law, bool(self.problem.exchanged)
        starts = [found.counts] if lost < ceiling else []
        if starts and (to_hand or law.joined(found.new)):
            try:
                starts = [*law.starts(found.new, to_hand, budget)]
            except Spent:
                self.floor, starts = min(self.floor, found.lost), []
        for counts in starts:
            if unpacked(counts)[1] <= self.problem.wilds:
                left = self.spread(self.cards - found.used)
                yield found._replace(lost=lost, counts=counts, left=left, least=lost)

    def _runs(self, found: Way, budget: Budget) -> Iterator[tuple[Run, int]]:
        """Yield the runs that can follow those of a set, no lower than the last.

        A run has a natural wherever one is held, but at some places a card may be left out for a wild. If the shortest
        will do, it has no card too many. If there is one natural more, of any kind, it comes with a bit for its place
        where a run has it.

        Raises: Spent: if the budget is used up before these are all.
        """
        problem, low = self.problem, found.new[-1].low if found.new else 0
        held, wilds = places_held(self.cards - found.used), problem.most - found.wilds
        one_more = problem.one_more and not found.more
        elsewhere, asked = self.skipped
        every = [
            (bottom, top, bits - natural, natural & elsewhere, wilds - (bits - natural).bit_count())
            for bottom, top, bits in windows(self.law.run_sizes[0])
            if low <= bottom and ((natural := bits & held) or one_more)
            if (bits - natural).bit_count() <= wilds + one_more
        ]
        budget.charge(5)
        for count, needed in enumerate(asked):
            budget.spend(len(every) // 4)
            for bottom, top, holes, optional, spare in every:
                for without in combinations(places(optional), count) if spare + one_more >= needed else ():
                    budget.spend(min(count, 1))
                    run = Run(bottom, top, holes + sum([1 << place for place in without]))
                    if spare >= count and self._is_of_use(run):
                        yield run, 0
                    for place in places(holes) if one_more else ():
                        if self._is_of_use(whole := Run(bottom, top, run.wilds - (1 << place))):
                            yield whole, 1 << place

    def _is_of_use(self, run: Run) -> bool:
        """Return whether a run is legal, and has no more wilds at its ends than it needs."""
        law, naturals = self.law, run.naturals
        if not law.allows(run) or self.problem.shortest and law.is_long(run):
            return False
        span = naturals.bit_length() - (naturals & -naturals).bit_length() + 1
        ends = run.size - span
        return self.several or not ends or any(ends == max(size - span, 0) for size in law.run_sizes)

    def _with(self, found: Way, run: Run, more: int, ceiling: float) -> list[Way]:
        """Return a set with one run more, if there are cards for it and it loses fewer points than `ceiling`."""
        cards, taken = self.cards - found.used, pack(run.naturals & ~more)
        lost = self._lost(cards - taken, len(found.new) + 1, run.low)
        if lost >= ceiling or not includes(cards, taken):  # the ends of a run may need two aces
            return []
        spent, room = run.wilds.bit_count(), 0 if self.problem.free or self.several else self.law.room(run)
        wilds, most = found.wilds + spent, found.most + spent + room
        counts, used = found.counts + self.law.made((run,)), found.used + taken
        return [Way(lost, wilds, most, counts, 0, lost, used, found.more + more, (*found.new, run))]

    def _lost(self, cards: int, count: int, low: int) -> int:
        """Return the points of cards lost once there are this many runs, if others lie no lower than a place."""
        below = (1 << low * BITS) - 1 & ~COPIES  # an ace may lie above the king
        return self.points(cards & self.useless & (below if count < self.most else -1))

    def _most(self) -> int:
        """Return the most runs that the suit can lay."""
        law, sizes, count = self.law, self.law.run_sizes, sum(self.held) + self.problem.one_more
        return min(law.most_runs, (count + self.problem.most) // sizes[0], count) if sizes else 0

    @cached_property
    def skipped(self) -> tuple[int, Sequence[int]]:
        """The places of cards that a new run may leave out for a wild, and the wilds asked for each number.

        They are of use elsewhere: on the table, or any if wilds may find no place. A group would rather have the wild,
        unless it has no natural too many, and so wilds for its other cards. Of two runs the first takes the natural,
        unless the other has too few, or would have a wild beside another.
        """
        law, problem, sizes, size = self.law, self.problem, self.law.run_sizes, self.law.least_group
        wilds = problem.most + problem.one_more
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
