"""The sets of new runs that a suit can lay, found one run after another from the lowest place upwards.

The cards of a suit are packed by rank, a few bits for the copies of each.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from math import ceil, inf
from operator import add
from typing import Any, NamedTuple

from companion.rules.contracts.search.ladder import TOP, Run, pack
from companion.rules.contracts.search.problem import Problem
from companion.rules.search_state import BITS, COPIES, Budget, Spent

HALF = 1 << BITS - 1
MOST_COPIES = HALF - 1  # the highest bit of each packed number is free for arithmetic
HALVES = sum(HALF << place * BITS for place in range(TOP))

Cap = tuple[int, int]  # most cards of each rank that can be of use, packed; what to add to find more than these


class Laid(NamedTuple):
    """Cards of one suit laid in runs: in all of them, or in a single run."""

    lost: int = 0  # points of cards that are left for certain
    wilds: int = 0  # fewest from the hand; below 0 if some come from the table
    most: int = 0  # wilds
    cards: int = 0  # kept for later runs and groups; or taken by one run; packed
    made: int = 0  # numbers of new runs of each least size or more, packed
    first: int = 0  # wilds that must be laid before any comes from the table
    cheap: int = 0  # of the wilds that come from the table
    more: int = 0  # a bit for the place of a natural more than the hand has
    new: tuple[Run, ...] = ()
    path: Any = ()  # beside runs on the table


def includes(cards: int, others: int) -> bool:
    """Return whether packed cards include others."""
    return not ~((cards | HALVES) - others) & HALVES


def places_held(cards: int) -> int:
    """Return a bit for each place of which there are cards."""
    return sum([1 << place for place in range(TOP + 1) if cards >> place % TOP * BITS & COPIES])


def cap(most: Sequence[int], ranks: Sequence[int]) -> Cap:
    """Return the cap for these numbers of useful cards, place by place; cards of `ranks` are all kept."""
    caps = [MOST_COPIES if place in ranks else min(each, MOST_COPIES) for place, each in enumerate(most)]
    packed = sum([each << place * BITS for place, each in enumerate(caps)])
    return packed, sum([MOST_COPIES - each << place * BITS for place, each in enumerate(caps)])


def beyond(cards: int, most: Cap) -> int:
    """Return the cards beyond a cap, packed."""
    if over := cards + most[1] & HALVES:
        mask = (over >> BITS - 1) * COPIES
        return (cards & mask) - (most[0] & mask)
    return 0


def add_undominated(rivals: list[Laid], laid: Laid) -> None:
    """Add a way to its rivals, unless one dominates it; drop those that it dominates."""
    lost, wilds, most = laid[:3]
    for each in rivals:
        if each[0] <= lost and each[1] <= wilds and each[2] >= most:
            return
    rivals[:] = [each for each in rivals if each[0] < lost or each[1] < wilds or each[2] > most]
    rivals.append(laid)


def undominated(every: Iterable[Laid], wanted: int = -1) -> list[Laid]:
    """Return the ways that no other dominates, those first that lose fewest points.

    One can only dominate another that has the same cards of those that are wanted.
    """
    found = dict[Any, list[Laid]]()
    for laid in every:
        cards, *key = laid[3:8]
        add_undominated(found.setdefault((cards & wanted, *key), []), laid)
    return sorted([laid for rivals in found.values() for laid in rivals])


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
        self.open, self.found = cache(self._open), dict[tuple[int, ...], tuple[list[Laid], bool]]()

    def sets(self, budget: Budget, ceiling: float) -> Iterator[Laid]:
        """Yield the sets of runs that lose fewer points than `ceiling`, as far as the budget goes."""
        self.floor = inf
        level = [Laid(cards=self.cards)]
        for count in range(self.most + 1):  # runs of a set
            queue = dict[Any, list[Laid]]()
            budget.charge(len(level))
            for laid in level:
                yield from self._closed(laid, budget, ceiling)
            part = budget.part(min(2 / (self.most - count + 1), 1))
            try:
                for laid in level if count < self.most else ():
                    self._longer(laid, count + 1, part, ceiling, queue)
            except Spent:
                self.floor = min(self.floor, laid.lost)
            level = sorted([laid for each in queue.values() for laid in each])

    def _closed(self, laid: Laid, budget: Budget, ceiling: float) -> Iterator[Laid]:
        """Yield a set without further runs, in each way to lay it at first."""
        surplus, law = beyond(laid.cards, self.open(self.most, 0)), self.law
        if (lost := laid.lost + self.points(surplus)) >= ceiling:
            return
        done = laid._replace(lost=lost, cards=laid.cards - surplus)
        if laid.new and (self.problem.exchanged or law.joined(laid.new)):
            try:
                budget.spend(0)
                starts = law.starts(laid.new, bool(self.problem.exchanged), budget)
            except Spent:
                self.floor = min(self.floor, laid.lost)
                return
            yield from [done._replace(made=made, first=first) for made, first in starts if first <= self.problem.wilds]
        else:
            yield done

    def _longer(self, laid: Laid, count: int, budget: Budget, ceiling: float, queue: dict[Any, list[Laid]]) -> None:
        """Queue a set with one run more, no lower than the last."""
        low = laid.new[-1].low if laid.new else 0
        top = TOP
        while top > low and ceiling < inf and self._points_below(laid, count, top) >= ceiling:
            top -= 1
        one_more = self.problem.one_more and not laid.more
        key = places_held(laid.cards) & -1 << low, low, top, self.problem.most - laid.wilds, one_more
        found, whole = self.found.get(key) or self._runs(*key, budget)
        if whole:
            self.found[key] = found, whole
        budget.charge(2 + len(found))
        for run in found:
            if not includes(laid.cards, run.cards):
                continue  # both aces, of one
            cards, lost, new = laid.cards - run.cards, laid.lost, laid.new + run.new
            if surplus := beyond(cards, self.open(count, run.new[0].low)):
                cards, lost = cards - surplus, lost + self.points(surplus)
                if lost >= ceiling:
                    continue
            made, most = laid.made + run.made, laid.most + run.most
            longer = Laid(lost, laid.wilds + run.wilds, most, cards, made, more=laid.more + run.more, new=new)
            add_undominated(queue.setdefault((cards, made, longer.more, self._known(new)), []), longer)
        if not whole or budget.left < 0:
            raise Spent

    def _points_below(self, laid: Laid, count: int, low: int) -> int:
        """Return the points that a set loses if its next run, by this number, lies no lower than a place."""
        return laid.lost + self.points(beyond(laid.cards, self.open(count - 1, low)))

    def _known(self, new: tuple[Run, ...]) -> tuple[Any, ...]:
        """Return what further runs, and the way to lay all of them at first, depend on."""
        law, low = self.law, new[-1].low
        if self.problem.exchanged or law.joined(new):
            return new
        near = [run for run in new if run.high + 1 >= low] if law.alike == "apart" else []
        if self.problem.shortest or not law.lays_off:
            return (low, *sorted([run.high for run in near]))
        longest, exact = law.run_sizes[-1] + 2, law.half or law.wilds_apart or law.run_naturals > 1
        return (low, *sorted([(run.high, min(run.size, longest), exact and run.wilds) for run in near]))

    def _runs(
        self, held: int, low: int, top: int, wilds: int, one_more: bool, budget: Budget
    ) -> tuple[list[Laid], bool]:
        """Return the runs that these cards can make, the lowest place within limits, and whether these are all."""
        law, extra, found, shortest = self.law, min(self.extra, wilds), list[Laid](), self.problem.shortest
        budget.charge(10)
        try:
            skipped = self._skipped(wilds + one_more)
            for run, more in law.new_runs(held, (low, top), wilds, skipped, extra, shortest, one_more, budget):
                spent = run.wilds.bit_count()
                most = spent + (law.room(run) if self.roomy else 0)
                found.append(Laid(0, spent, most, pack(run.naturals & ~more), law.made((run,)), more=more, new=(run,)))
        except Spent:
            return found, False
        return found, True

    def _open(self, count: int, low: int) -> Cap:
        """Return the cap on the cards after this many runs, where others lie no lower than a place."""
        runs = self.most - count
        if not runs and low:
            return self.open(count, 0)
        aces = runs * (1 + (low == 0))  # at both ends, or only above the king
        later = [runs * (place >= low) if place else aces for place in range(TOP)]
        return cap([*map(add, later, self.reach)], self.problem.ranks)

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
