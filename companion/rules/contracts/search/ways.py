"""The ways to lay the runs of a suit: sets of new runs, and beside them what the runs on the table become."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, reduce
from math import inf
from operator import or_

from companion.rules.cards import RANKS, Card
from companion.rules.contracts.search.climb import NOTHING, Climb, Form
from companion.rules.contracts.search.law import MOST_FORMS, TOP, Run, pack, places
from companion.rules.contracts.search.problem import Problem
from companion.rules.contracts.search.runs import NewRuns, Way, includes, places_held
from companion.rules.search_state import BITS, COPIES, Budget

RANK_BITS = 24  # bits of each rank that is told apart: the lowest BITS count its cards, the others hold their points
RANK_MASK = (1 << RANK_BITS) - 1
SETS = 0.3  # share of the steps for new runs beside runs on the table


class Suit:
    """One suit of a hand."""

    def __init__(self, problem: Problem, name: str, budget: Budget):
        self.problem, self.law, self.name = problem, problem.law, name
        self.cards = problem.suits.get(name, 0)
        priced = [place not in problem.table_ranks for place in range(TOP)]
        self.prices = [0] * TOP
        if not problem.shortest:
            self.prices = [problem.price(Card(rank, name)) * priced[place] for place, rank in enumerate(RANKS)]
        self.points, self.spread = cache(self._points), cache(self._spread)
        self.all_left = self.spread(self.cards)  # cards of ranks that are told apart
        self.cut = False  # a run on the table can become more than was listed
        runs = [(number, run, row) for number, suit, run, row in problem.table.runs if suit == name]
        every = [(number, self._forms(budget, run, row)) for number, run, row in runs]
        self.table = {number: forms for number, forms in every if forms != [NOTHING]}  # that can take something
        reach = sum([reduce(or_, [cards for cards, *_ in forms]) for forms in self.table.values()])
        self.new = NewRuns(problem, self.cards, reach, self.points, self.spread)
        self.climb: Climb | None = None
        self.told_apart = sum([COPIES << place * BITS for place in problem.ranks])
        self.ways: list[Way] = []
        self.asked = 0  # runs that other suits cannot lay
        self.sets: dict[Form, tuple[Run, ...]] = {}  # beside runs on the table
        self.floor: float = 0  # lower bound of the points that ways not listed lose; infinite without any

    @property
    def least(self) -> float:
        """The fewest points that a way loses, listed or not."""
        return min([self.floor, *[way.least for way in self.ways[:1]]])

    def list_ways(self, budget: Budget, ceiling: float) -> None:
        """List the ways that lose fewer points than `ceiling`, as far as the budget goes."""
        if self.table:
            self._list_beside(budget, ceiling)
        else:
            self.ways = undominated(self.new.sets(budget, ceiling))
            self.floor = self.new.floor
        budget.charge(len(self.ways))

    def _list_beside(self, budget: Budget, ceiling: float) -> None:
        """List the ways beside the runs on the table."""
        if not self.climb:
            others = sum(self.problem.suits.values()) - self.cards
            self.climb = Climb(self.problem, self.cards, others, self.prices)
        sets = [each for each in self.new.sets(budget.part(SETS), ceiling) if len(each.new) >= self.asked]
        self.sets = {(each.used, each.wilds, each.most, each.counts): each.new for each in sets}
        budget.charge(len(self.sets))
        reached = self.climb.paths([[*self.sets], *self.table.values()], budget, ceiling)
        self.floor = 0 if self.cut else min(self.new.floor, self.climb.floor)
        ways = list[Way]()
        for least, _, _, wilds, most, used, (*_, counts), path in reached:
            left = self.cards - used
            lost = self.points(left & ~self.told_apart)
            ways.append(Way(lost, wilds, most, counts, self.spread(left), least, used, path=path))
        self.ways = undominated(ways)

    def chosen(self, way: Way) -> Way:
        """Return a way with the runs that it lays and what it lays off."""
        if not self.climb:
            return way
        new, *others = self.climb.taken(way.path)
        return way._replace(new=self.sets[new], table=tuple(zip(self.table, others, strict=True)))

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
    found = dict[tuple[int, int, int], list[Way]]()
    for way in sorted(ways, key=lambda way: (way.least, way)):
        lost, wilds, most = way[:3]
        rivals = found.setdefault((way.left, way.counts, way.more), [])
        if not any(each[0] <= lost and each[1] <= wilds and each[2] >= most for each in rivals):
            rivals.append(way)
    return sorted([way for rivals in found.values() for way in rivals], key=lambda way: (way.least, way))


def spans(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the lowest and the highest of numbers that follow each other without a gap."""
    every = sorted(numbers)
    lows = [number for number in every if number - 1 not in every]
    highs = [number for number in every if number + 1 not in every]
    return zip(lows, highs, strict=True)
