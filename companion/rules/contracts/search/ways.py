"""The ways to lay the runs of a suit: sets of new runs, then the runs on the table, one after another.

A card is kept while a later run or a group could take it, and lost as soon as there are more copies of it than could
be: the points lost are a lower bound at every stage. Of ways that keep the same cards only those remain that lose fewer
points, need fewer wilds or take more than any other.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from math import inf
from typing import Any, NamedTuple

from companion.rules.cards import RANKS, Card
from companion.rules.contracts.search.ladder import TOP, Run, pack, places
from companion.rules.contracts.search.law import MOST_FORMS
from companion.rules.contracts.search.problem import Problem
from companion.rules.contracts.search.runs import (
    ANY,
    HALF,
    HALVES,
    MOST_COPIES,
    Choices,
    Laid,
    Laying,
    NewRuns,
    add_undominated,
    beyond,
    includes,
    kinds,
    places_held,
    spans,
    undominated,
    union,
)
from companion.rules.search_state import BITS, COPIES, Budget, Spent

RANK_BITS = 24  # bits of each rank that is told apart: the lowest BITS count its cards, the others hold their points
RANK_MASK = (1 << RANK_BITS) - 1
MANY = 100  # ways; to compare more would cost more than it saves
RANK_HALVES = sum(1 << place * RANK_BITS + BITS - 1 for place in range(TOP))


class Way(NamedTuple):
    """A way to lay the runs of a suit. Its first numbers are added to those of the other suits."""

    lost: int  # points of the cards left, without those of ranks that are told apart
    wilds: int  # fewest from the hand; below 0 if some come from the table
    most: int  # wilds
    made: int  # numbers of new runs of each least size or more, packed
    first: int  # wilds that must be laid before any comes from the table
    cheap: int  # of the wilds that come from the table
    left: int  # cards left of the ranks that are told apart, with their points
    suit: str
    more: int  # a bit for the place of a natural more than the hand has
    new: tuple[Run, ...]
    table: tuple[Laying, ...]

    def is_worse(self, other: "Way") -> bool:
        """Return whether another way that makes as many runs needs no more wilds, and leaves as much for groups."""
        if self.made != other.made or self.more != other.more or self.wilds < other.wilds:
            return False
        return not ~((other.left | RANK_HALVES) - self.left) & RANK_HALVES


LOWER = (1 << TOP // 2 * BITS) - 1  # the lower half of packed cards


class OnTable:
    """A run on the table: the sets of cards that it can take, and the cards that it and later runs can take."""

    def __init__(self, takings: Sequence[Laid], later: Sequence[int], problem: Problem, points: Callable[[int], int]):
        naturals = pack(union(each.table[0][1] for each in takings))
        self.reach = [each + (naturals >> place * BITS & COPIES) for place, each in enumerate(later)]
        self.wanted = sum(
            [COPIES << place * BITS for place, each in enumerate(later) if each or place in problem.ranks]
        )
        self.nothing = takings[0]
        every = sorted([(points(each.cards), each) for each in takings])
        self.points = [value for value, _ in every]
        self.choices = Choices([each._replace(lost=-points(each.cards & ~self.wanted)) for _, each in every])
        self.most = max([each.wilds for each in takings])
        self.affordable = [  # by the number of wilds: a bit for each choice that takes no more
            sum([1 << number for number, (_, each) in enumerate(every) if each.wilds <= wilds])
            for wilds in range(self.most + 1)
        ]
        self.found = dict[tuple[int, int], list[Laid]]()
        self.fitting, self.limits_of = cache(self.choices.fitting), cache(self._limits_of)

    def takings(self, held: int, wilds: int, budget: Budget) -> list[Laid]:
        """Return what the run can take of the kinds of cards held, without what others are better than in any case."""
        held, wilds = key = held & self.choices.kinds, min(wilds, self.most)
        if key not in self.found:
            fits = self.choices.numbered(self.fitting(held) & self.affordable[wilds])
            budget.spend(1 + len(fits) // 3)
            self.found[key] = undominated(fits, self.wanted)
        return self.found[key]

    def limits(self, held: int, wilds: int) -> tuple[int, int]:
        """Return the cards of which the run can take any, packed, and the most points that it can take at once."""
        return self.limits_of(held & self.choices.kinds, min(wilds, self.most))

    def _limits_of(self, held: int, wilds: int) -> tuple[int, int]:
        """Return the limits for these kinds of cards."""
        fits, needing = self.fitting(held) & self.affordable[wilds], self.choices.needing
        cards = sum([1 << place * BITS for place in range(TOP) if fits & needing[place]])
        return cards + bool(fits & needing[TOP]), self.points[fits.bit_length() - 1]


class Suit:
    """One suit of a hand."""

    def __init__(self, problem: Problem, name: str, budget: Budget):
        self.problem, self.law, self.name = problem, problem.law, name
        self.cards = problem.suits.get(name, 0)
        priced = [place not in problem.table_ranks for place in range(TOP)]
        self.prices = [0] * TOP
        if not problem.shortest:
            self.prices = [problem.price(Card(rank, name)) * priced[place] for place, rank in enumerate(RANKS)]
        self.points_of, self.spread_of, self.settled = cache(self._points), cache(self._spread), cache(self._settled)
        self.within_reach, self.in_groups = cache(self._within_reach), cache(self._in_groups)
        self.all_left = self.spread(self.cards)  # cards of ranks that are told apart
        self.cut = False  # a run on the table can become more than was listed
        self.table: list[OnTable] = []
        self.new = self._read_table(budget)
        every = sum(problem.suits.values()) - self.cards
        others = [(place, every >> place * BITS & COPIES) for place in problem.ranks]
        self.lacking = [
            (place, self.law.least_group - count) for place, count in others
        ]  # in a group without this suit
        self.into_groups = [self._into_groups(wilds) for wilds in range(problem.most + len(problem.exchanged) + 1)]
        self.ways: list[Way] = []
        self.floor: float = 0  # lower bound of the points that ways not listed lose; infinite without any

    @property
    def least(self) -> float:
        """The fewest points that a way loses, listed or not."""
        return min([self.floor, *[way.lost for way in self.ways[:1]]])

    def list_ways(self, budget: Budget, ceiling: float) -> None:
        """List the ways that lose fewer points than `ceiling`, as far as the budget goes."""
        problem = self.problem
        kinds_of_way = problem.wilds, problem.free, problem.one_more, tuple(problem.ranks)
        key = problem.law_of_runs, self.cards, tuple(self.prices), kinds_of_way
        known, ways = budget.memo.get(key, (0, []))
        if known >= ceiling and not problem.table.size:
            self.floor, self.ways = inf, [way._replace(suit=self.name) for way in ways]
            return
        stages = len(self.table) + 1
        laid = undominated(self.new.sets(budget.part(1 / stages), ceiling))
        self.floor = 0 if self.cut else self.new.floor
        if self.table:
            laid = undominated(self._without_lost(laid, ceiling))
        for number, run in enumerate(self.table, 1):
            laid = self._lay_off(laid, number, run, budget.part(1 / (stages - number)), ceiling)
        budget.charge(len(laid))
        self.ways = [Way(*each[:3], *each[4:7], self.spread(each.cards), self.name, *each[7:]) for each in laid]
        if self.problem.shortest and self.floor == inf:
            best = list[Way]()
            for way in sorted(self.ways, key=lambda way: (way.wilds, -way.left.bit_count())):
                if len(best) > MANY or not any(map(way.is_worse, best)):
                    best.append(way)
            self.ways = best
        if self.floor == inf and not problem.table.size:
            budget.memo[key] = ceiling, self.ways

    def _read_table(self, budget: Budget) -> NewRuns:
        """List what each run on the table can take, those first that can take most; return the new runs beside them."""
        runs = [self._takings(budget, *each) for each in self.problem.table.runs if each[1] == self.name]
        reach = [0] * TOP
        for takings in sorted(runs, key=lambda takings: union(each.table[0][1] for each in takings).bit_count()):
            budget.charge(len(takings) // 2)
            self.table.insert(0, OnTable(takings, reach, self.problem, self.points))
            reach = self.table[0].reach
        return NewRuns(self.problem, self.cards, reach, self.points)

    def _takings(self, budget: Budget, number: int, suit: str, run: Run, row: Sequence[Card]) -> list[Laid]:
        """Return what a run on the table can take; nothing first."""
        problem, before, found = self.problem, run.wilds.bit_count(), list[Laid]()
        key = self.law.of_table, number, run, self.cards, problem.most, problem.free, problem.wild_prices
        if key in budget.memo:
            found, cut = budget.memo[key]
            self.cut = self.cut or cut
            return list(found)
        forms = self.law.reached(run, places_held(self.cards), problem.most, MOST_FORMS if budget.left < inf else inf)
        budget.charge(len(forms))
        wilds = defaultdict[int, set[int]](set)
        for longer in forms:
            wilds[longer.naturals & ~run.naturals].add(longer.wilds.bit_count() - before)
        for bits, counts in wilds.items():
            cards, freed = pack(bits), places(bits & run.wilds) if self.law.moves == "hand" else ()
            if includes(self.cards, cards):
                cheap = sum([problem.is_cheap(row[place - run.low]) for place in freed])
                for fewest, most in [(min(counts), 0)] if problem.free else spans(counts):
                    found.append(Laid(0, fewest, most, cards, cheap=cheap, table=((number, bits, fewest),)))
        cut = len(forms) >= MOST_FORMS and budget.left < inf
        self.cut = self.cut or cut
        budget.memo[key] = found, cut
        return found

    def _lay_off(self, every: Sequence[Laid], number: int, run: OnTable, budget: Budget, ceiling: float) -> list[Laid]:
        """Return the undominated ways with cards laid off on one run on the table, the most promising first."""
        rivals, spent, available, settled = dict[Any, list[Laid]](), False, self.problem.most, self.settled
        for lost, wilds, most, cards, made, first, cheap, _, new, table in every:
            takings, free, known = [run.nothing], available - wilds, settled.cache_info().currsize
            try:
                if not spent:
                    takings = run.takings(kinds(cards), free, budget)
                    budget.spend(1 + len(takings) // 2)
            except Spent:
                spent = True
                self.floor = min(self.floor, lost + settled(number - 1, cards, free)[2])
            for _, more, room, taken, _, _, freed, _, _, laying in takings:
                kept, points, least = settled(number, cards - taken, free - more)
                points += lost
                if points + least >= ceiling:
                    continue
                key, needed, room = (kept, made, first, cheap + freed), wilds + more, most + room
                others = rivals.setdefault(key, [])
                for rival in others:
                    if rival[0] <= points and rival[1] <= needed and rival[2] >= room:
                        break
                else:
                    add_undominated(others, Laid(points, needed, room, *key, 0, new, table + laying))
            budget.charge(settled.cache_info().currsize - known)
        found = chain(*rivals.values())
        bounds = [(laid.lost + settled(number, laid.cards, available - laid.wilds)[2], laid) for laid in found]
        return [laid for _, laid in sorted(bounds)]

    def _without_lost(self, every: Iterable[Laid], ceiling: float) -> Iterator[Laid]:
        """Yield the ways that can lose fewer points than `ceiling`, without the cards that are lost for certain."""
        for laid in every:
            kept, lost, least = self.settled(0, laid.cards, self.problem.most - laid.wilds)
            if laid.lost + lost + least < ceiling:
                yield laid._replace(lost=laid.lost + lost, cards=kept)

    def _settled(self, number: int, kept: int, wilds: int) -> tuple[int, int, int]:
        """Return those of the cards kept that can be of use from a run on, and the points of the others.

        The last number is a lower bound of the points that those of use lose, even if every run could have all of them.
        """
        cards, saved = self.within_reach(number, kinds(kept), wilds)
        in_groups = (kept + self.into_groups[wilds] & HALVES) // HALF * MOST_COPIES
        cards = cards & ~in_groups | in_groups
        lost, left = 0, self.points(kept)
        if surplus := beyond(kept, (cards, ANY - cards)):
            lost = self.points(surplus)
            kept, left = kept - surplus, left - lost
        if left > saved and in_groups:
            left -= self.in_groups(kept & in_groups, wilds)
        return kept, lost, max(left - saved, 0)

    def _within_reach(self, number: int, held: int, wilds: int) -> tuple[int, int]:
        """Return how many cards of each rank the runs from one on can take, packed, and the most points of each run."""
        limits = [run.limits(held, wilds) for run in self.table[number:]]
        return sum([cards for cards, _ in limits]), sum([points for _, points in limits])

    def _into_groups(self, wilds: int) -> int:
        """Return what to add to cards, so that each rank of which a group can be made carries into its highest bit."""
        lacking = [(place, lacks - wilds) for place, lacks in self.lacking if place not in self.problem.table_ranks]
        free = self.problem.table_ranks.intersection(self.problem.ranks)
        return sum([HALF - max(lacks, 0) << place * BITS for place, lacks in (*lacking, *[(rank, 0) for rank in free])])

    def _in_groups(self, cards: int, wilds: int) -> int:
        """Return the most points of these cards that groups can take."""
        whole, short = list[int](), list[int]()
        for place, lacks in self.lacking:
            if count := cards >> place * BITS & COPIES:
                (whole if count >= lacks else short).append(count * self.prices[place])
        saved = whole + sorted(short, reverse=True)[:wilds]
        return sum(saved if self.law.further else sorted(saved, reverse=True)[: len(self.law.groups)])

    def points(self, cards: int) -> int:
        """Return the points of cards."""
        return self.points_of(cards & LOWER) + self.points_of(cards & ~LOWER)

    def _points(self, cards: int) -> int:
        """Return the points of cards of some ranks; of few, so that they are often the same."""
        return sum([(cards >> place * BITS & COPIES) * price for place, price in enumerate(self.prices)])

    def spread(self, cards: int) -> int:
        """Return the cards left of the ranks that are told apart, with their points."""
        return self.spread_of(cards & LOWER) + self.spread_of(cards & ~LOWER)

    def _spread(self, cards: int) -> int:
        """Return the cards left of some ranks with their points."""
        counts = [(place, cards >> place * BITS & COPIES) for place in self.problem.ranks]
        return sum([(self.prices[place] << BITS | 1) * count << place * RANK_BITS for place, count in counts])
