"""The ways to lay the runs of a suit: sets of new runs, and beside them what the runs on the table become.

The cards of a suit are packed by rank, a few bits for the copies of each. New runs are found one after another from
the lowest place upwards.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property, reduce
from math import inf
from operator import or_
from typing import NamedTuple

from companion.rules.cards import RANKS, Card
from companion.rules.contracts.search.climb import NOTHING, Climb, Form, Path, Rank
from companion.rules.contracts.search.law import (
    MOST_FORMS,
    TOP,
    Run,
    includes,
    pack,
    places,
    places_held,
    subsets,
    unpacked,
)
from companion.rules.contracts.search.problem import Problem
from companion.rules.search_state import BITS, COPIES, Budget, Spent

RANK_BITS = 24  # bits of each rank that is told apart: the lowest BITS count its cards, the others hold their points
RANK_MASK = (1 << RANK_BITS) - 1
SETS_SHARE = 0.5  # share of the steps left for new runs beside runs on the table


class Way(NamedTuple):
    """A way to lay the runs of a suit. Its numbers up to `left` are added to those of the other suits."""

    lost: int = 0  # points of the cards left, without those of ranks that are told apart
    wilds: int = 0  # fewest from the hand; below 0 if some come from the table
    most: int = 0  # wilds
    counts: int = 0  # packed: see `unpacked`
    left: int = 0  # cards left of the ranks that are told apart, with their points
    more: int = 0  # a bit for the place of a natural more than the hand has
    new: tuple[Run, ...] = ()
    used: int = 0  # cards, packed
    path: Path = ()  # beside runs on the table
    table: tuple[tuple[int, Form], ...] = ()  # number of each run on the table, and what it takes


class Suit:
    """One suit of a hand: its cards beside the runs on the table that can take some."""

    def __init__(self, problem: Problem, name: str, budget: Budget):
        self.problem, self.law, self.name = problem, problem.law, name
        self.cards = problem.suits.get(name, 0)
        self.held = [self.cards >> place * BITS & COPIES for place in range(TOP)]
        free = problem.table_ranks if not problem.shortest else {*range(TOP)}
        priced = [count > 0 and place not in free for place, count in enumerate(self.held)]
        self.prices = [problem.price(Card(rank, name)) if each else 0 for rank, each in zip(RANKS, priced, strict=True)]
        self.points, self.spread = cache(self._points), cache(self._spread)
        self.form, self.is_of_use = cache(self._form), cache(self._is_of_use)
        self.all_left = self.spread(self.cards)  # cards of ranks that are told apart
        self.cut = False  # a run on the table can become more than was listed
        runs = [(number, run, row) for number, suit, run, row in problem.table.runs if suit == name]
        every = [(number, self._forms(budget, run, row)) for number, run, row in runs]
        self.table = {number: forms for number, forms in every if forms != [NOTHING]}  # that can take something
        reach = sum([reduce(or_, [cards for cards, *_ in forms]) for forms in self.table.values()])
        self.reach = [reach >> place * BITS & COPIES for place in range(TOP)]
        sizes, count = self.law.run_sizes, sum(self.held) + problem.one_more
        self.most = min(self.law.most_runs, (count + problem.most) // sizes[0], count) if sizes else 0  # new runs
        later = self.law.lays_off and self.law.both_ends  # wilds to spare are laid off
        several = self.most > 1 and self.law.alike == "apart"
        self.every_end = several and not (problem.free or later)  # wilds to spare may join runs
        self.told_apart = sum([COPIES << rank * BITS for rank in problem.ranks])
        self.useful = self.told_apart | sum([COPIES << rank * BITS for rank in range(TOP) if self.reach[rank]])
        self.climb: Climb | None = None
        self.ways: list[Way] = []
        self.asked = 0  # runs that other suits cannot lay
        self.others: list[Suit] = []  # suits of the same search
        self.sets: dict[Form, tuple[Run, ...]] = {}  # beside runs on the table
        self.floor: float = 0  # lower bound of the points that ways not listed lose; infinite without any

    @property
    def least(self) -> float:
        """The fewest points that a way loses, listed or not."""
        return min([self.floor, *[way.lost for way in self.ways[:1]]])

    def list_ways(self, budget: Budget, ceiling: float) -> None:
        """List the ways that lose fewer points than `ceiling`, as far as the budget goes."""
        if self.table:
            self._list_beside(budget, ceiling)
        else:
            self.ways = undominated(self._new_runs(budget, ceiling))
        budget.charge(len(self.ways))

    def _list_beside(self, budget: Budget, ceiling: float) -> None:
        """List the ways beside the runs on the table."""
        self.climb = Climb(self.problem, [self._rank(place) for place in range(TOP)])
        sets = [*self._new_runs(budget.part(SETS_SHARE), ceiling)]
        self.sets = {(each.used, each.wilds, each.most, each.counts): each.new for each in sets}
        budget.charge(len(self.sets) // 4)
        reached = self.climb.paths([[*self.sets], *self.table.values()], budget, ceiling)
        self.floor = 0 if self.cut else min(self.floor, self.climb.floor)
        ways = list[Way]()
        for *_, wilds, most, used, key, path in reached:
            left = self.cards - used
            lost = self.points(left & ~self.told_apart)
            ways.append(Way(lost, wilds, most, key[-1], self.spread(left), path=path))
        self.ways = undominated(ways)

    def _rank(self, place: int) -> Rank:
        """Return a rank as this suit sees it."""
        others = [suit for suit in self.others if suit.held[place]]
        count = sum([suit.held[place] for suit in others])
        points = sum([suit.held[place] * suit.prices[place] for suit in others])
        takers = [suit for suit in (self, *others) if suit.takes >> place & 1]
        return Rank(self.held[place], self.prices[place], count, points, takers == [self])

    @cached_property
    def takes(self) -> int:
        """A bit for each rank of which some run, new or on the table, might take a card."""
        held, found = places_held(self.cards), 0
        for low, high, bits in self.law.windows() if self.most else ():
            run = Run(low, high, bits & ~held)
            if run.wilds.bit_count() <= self.problem.most and self.law.allows(run):
                found |= bits
        return found | found >> TOP | sum([1 << rank for rank in range(TOP) if self.reach[rank]])

    def chosen(self, way: Way) -> Way:
        """Return a way with the runs that it lays and what it lays off."""
        if not self.climb:
            return way
        new, *others = self.climb.taken(way.path)
        return way._replace(new=self.sets[new], table=tuple(zip(self.table, others, strict=True)))

    def _new_runs(self, budget: Budget, ceiling: float) -> Iterator[Way]:
        """Yield the sets of new runs that lose fewer points than `ceiling`, as far as the budget goes."""
        self.floor, level = inf, [Way()]
        for count in range(self.most + 1):  # runs of a set
            longer = list[Way]()
            for each in level if count >= self.asked else ():
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
        lost = self.points(self.cards - found.used & ~self.useful)
        if lost >= ceiling:
            return
        _, wilds, most, counts, _, more, new, used, *_ = found
        left = 0 if self.table else self.spread(self.cards - used)  # beside a table, `_list_beside` counts them
        to_hand, joined = bool(self.problem.exchanged), self.law.joined(new)
        spare = self.problem.most - wilds
        try:
            for added, runs in [(0, new), *(self.law.parted(new, spare, budget) if joined else ())]:
                for at_first in self.law.starts(runs, to_hand, budget) if to_hand or joined else (counts,):
                    if unpacked(at_first)[1] <= self.problem.wilds:
                        yield Way(lost, wilds + added, most, at_first, left, more, runs, used)
        except Spent:
            self.floor = min(self.floor, lost)

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
        (elsewhere, needed), apart = self.skipped, self.law.wilds_apart
        every = [
            (bottom, top, holes, natural & elsewhere & ~(apart * (holes << 1 | holes >> 1)), wilds - holes.bit_count())
            for bottom, top, bits in self.law.windows(problem.shortest)
            if low <= bottom and ((natural := bits & held) or one_more)
            if (holes := bits - natural).bit_count() <= wilds + one_more
        ]
        budget.charge(5)
        for count in range(int((wilds + one_more) / needed) + 1):
            budget.spend(len(every) // 4)
            for bottom, top, holes, optional, spare in every:
                sets = subsets(optional, count, apart) if spare + one_more >= count * needed else ()
                budget.spend(len(sets) // 4)
                for without in sets:
                    run = Run(bottom, top, holes + without)
                    if spare >= count and self.is_of_use(run, held >> top + 1 & 1):
                        yield run, 0
                    for place in places(holes) if one_more else ():
                        if self.is_of_use(whole := Run(bottom, top, run.wilds - (1 << place)), held >> top + 1 & 1):
                            yield whole, 1 << place

    def _is_of_use(self, run: Run, natural_above: int) -> bool:
        """Return whether a run is legal, and has only the wilds at its ends that it needs, as high as they can lie."""
        law, (low, high, wilds), naturals = self.law, run, run.naturals
        if not law.allows(run) or self.problem.shortest and law.is_long(run):
            return False
        if self.every_end or not (wilds >> low | wilds >> high) & 1:
            return True
        highest = naturals >> low & 1 or natural_above or high == TOP or law.wilds_apart
        return bool(highest) and run.size in law.run_sizes

    def _with(self, found: Way, run: Run, more: int, ceiling: float) -> list[Way]:
        """Return a set with one run more, if there are cards for it and it loses fewer points than `ceiling`."""
        cards, (taken, wilds, most, counts) = self.cards - found.used, self.form(run, more)
        lost = self._lost(cards - taken, len(found.new) + 1, run.low)
        if lost >= ceiling or not includes(cards, taken):  # the ends of a run may need two aces
            return []
        wilds, most, counts, used = found.wilds + wilds, found.most + most, found.counts + counts, found.used + taken
        return [Way(lost, wilds, most, counts, 0, found.more + more, (*found.new, run), used)]

    def _form(self, run: Run, more: int) -> Form:
        """Return what a new run takes of the cards held."""
        wilds, room = run.wilds.bit_count(), 0 if self.every_end else self.law.room(run)
        return pack(run.naturals & ~more), wilds, 0 if self.problem.free else wilds + room, self.law.made((run,))

    def _lost(self, cards: int, count: int, low: int) -> int:
        """Return the points of cards lost once there are this many runs, if others lie no lower than a place."""
        below = (1 << low * BITS) - 1 & ~COPIES  # an ace may lie above the king
        return self.points(cards & ~self.useful & (below if count < self.most else -1))

    @cached_property
    def skipped(self) -> tuple[int, float]:
        """The places of cards that a new run may leave out for a wild, and the wilds that the hand needs for each.

        They are of use elsewhere: on the table, or any if wilds may find no place. A group would rather have the wild,
        unless it has no natural too many, and so wilds for its other cards. Of two runs the first takes the natural,
        unless the other has too few, or would have a wild beside another.
        """
        law, problem, sizes, size = self.law, self.problem, self.law.run_sizes, self.law.least_group
        wilds = problem.most + problem.one_more
        full = places_held(self.cards).bit_count() + problem.most >= TOP and not law.every_card
        if not problem.free and (law.wilds_apart or full):
            return -1, 1
        fewest, of_group = law.naturals(sizes[0], law.run_naturals or 1), law.naturals(size, law.group_naturals or 1)
        tight = self.most > 1 and (law.wilds_apart or wilds > sizes[0] - fewest)
        in_groups = problem.ranks if wilds > size - of_group else []
        rivals = [(self.most - 1) * tight + reach for reach in self.reach]
        wanted = [more > 0 and count <= more for count, more in zip(self.held, rivals, strict=True)]
        elsewhere = sum([1 << place for place in range(TOP + 1) if wanted[place % TOP] or place % TOP in in_groups])
        if any(self.reach):
            return elsewhere, 1
        per_run = 1 + min(sizes[0] - fewest, 1) / max(fewest, 2) if law.wilds_apart else sizes[0] / fewest
        return elsewhere, max(min([size / of_group] * bool(in_groups) + [per_run] * tight, default=wilds + 1), 1)

    def _forms(self, budget: Budget, run: Run, row: Sequence[Card]) -> list[Form]:
        """Return what a run on the table can take."""
        problem, before, found = self.problem, run.wilds.bit_count(), list[Form]()
        forms = self.law.reached(run, places_held(self.cards), problem.most, MOST_FORMS if budget.left < inf else inf)
        self.cut |= len(forms) >= MOST_FORMS and budget.left < inf
        budget.charge(2 * len(forms))
        wilds = defaultdict[int, set[int]](set)
        for longer in forms:
            wilds[longer.naturals & ~run.naturals].add(longer.wilds.bit_count() - before)
        for naturals, counts in wilds.items():
            freed = places(naturals & run.wilds) if self.law.moves == "hand" else ()
            if includes(self.cards, cards := pack(naturals)):
                cheap = sum([problem.is_cheap(row[place - run.low]) for place in freed])
                for fewest, most in [(min(counts), 0)] if problem.free else spans(counts):
                    found.append((cards, fewest, most, cheap))
        return found

    def _points(self, cards: int) -> int:
        """Return the points of cards."""
        return sum([(cards >> place * BITS & COPIES) * price for place, price in enumerate(self.prices)])

    def _spread(self, cards: int) -> int:
        """Return the cards left of the ranks that are told apart, with their points."""
        counts = [(place, cards >> place * BITS & COPIES) for place in self.problem.ranks]
        return sum([(self.prices[place] << BITS | 1) * count << place * RANK_BITS for place, count in counts])


def undominated(ways: Iterable[Way]) -> list[Way]:
    """Return the ways that none with the same cards left loses less than, needs fewer wilds than and takes more."""
    kept, rivals = list[Way](), defaultdict[tuple[int, int, int], list[Way]](list)
    for way in sorted(ways):
        others = rivals[way.left, way.counts, way.more]
        if not any(each.wilds <= way.wilds and each.most >= way.most for each in others):
            others.append(way)
            kept.append(way)
    return kept


def spans(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the lowest and the highest of numbers that follow each other without a gap."""
    every = sorted(numbers)
    lows = [number for number in every if number - 1 not in every]
    highs = [number for number in every if number + 1 not in every]
    return zip(lows, highs, strict=True)
