"""The ways to lay the runs of a suit: sets of new runs, and beside them what the runs on the table become."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, reduce
from math import inf
from operator import or_
from typing import NamedTuple

from companion.rules.cards import RANKS, Card
from companion.rules.contracts.search.climb import Climb, Form, Path
from companion.rules.contracts.search.ladder import TOP, Run, bits, pack, places, unfolded
from companion.rules.contracts.search.law import MOST_FORMS
from companion.rules.contracts.search.left_over import NOTHING
from companion.rules.contracts.search.problem import Problem
from companion.rules.contracts.search.runs import Laid, NewRuns, add_undominated, includes, places_held, undominated
from companion.rules.search_state import BITS, COPIES, Budget

Laying = tuple[int, int, int]  # number of a run on the table, a bit for each natural laid off on it, wilds

RANK_BITS = 24  # bits of each rank that is told apart: the lowest BITS count its cards, the others hold their points
RANK_MASK = (1 << RANK_BITS) - 1
MANY = 100  # ways; to compare more would cost more than it saves
RANK_HALVES = sum(1 << place * RANK_BITS + BITS - 1 for place in range(TOP))
COUNT_BITS = 10  # of the first and of the cheap wilds of a way, packed below the runs that it makes
COUNTS = (1 << COUNT_BITS) - 1
SETS = 0.3  # share of the steps for new runs beside runs on the table


class Way(NamedTuple):
    """A way to lay the runs of a suit. Its first numbers are added to those of the other suits."""

    lost: int  # points of the cards left, without those of ranks that are told apart
    wilds: int  # fewest from the hand; below 0 if some come from the table
    most: int  # wilds
    made: int  # numbers of new runs of each least size or more, packed
    first: int  # wilds that must be laid before any comes from the table
    cheap: int  # of the wilds that come from the table
    left: int  # cards left of the ranks that are told apart, with their points
    least: int  # lower bound of the points lost, with those of ranks that are told apart
    suit: str
    more: int = 0  # a bit for the place of a natural more than the hand has
    new: tuple[Run, ...] = ()
    table: tuple[Laying, ...] = ()
    path: Path = ()  # beside runs on the table

    def is_worse(self, other: "Way") -> bool:
        """Return whether another way that makes as many runs needs no more wilds, and leaves as much for groups."""
        if self.made != other.made or self.more != other.more or self.wilds < other.wilds:
            return False
        return not ~((other.left | RANK_HALVES) - self.left) & RANK_HALVES


LOWER = (1 << TOP // 2 * BITS) - 1  # the lower half of packed cards


class Suit:
    """One suit of a hand."""

    def __init__(self, problem: Problem, name: str, budget: Budget):
        self.problem, self.law, self.name, self.budget = problem, problem.law, name, budget
        self.cards = problem.suits.get(name, 0)
        priced = [place not in problem.table_ranks for place in range(TOP)]
        self.prices = [0] * TOP
        if not problem.shortest:
            self.prices = [problem.price(Card(rank, name)) * priced[place] for place, rank in enumerate(RANKS)]
        self.points_of, self.spread_of = cache(self._points), cache(self._spread)
        self.all_left = self.spread(self.cards)  # cards of ranks that are told apart
        self.cut = False  # a run on the table can become more than was listed
        self.table = self._read_table(budget)
        self.new = NewRuns(problem, self.cards, self._reach(), self.points)
        self.climb: Climb | None = None
        self.told_apart = sum([COPIES << place * BITS for place in problem.ranks])
        self.ways: list[Way] = []
        self.asked = 0  # runs that other suits cannot lay
        self.all_sets: list[Laid] = []  # of new runs, beside runs on the table
        self.sets: dict[Form, tuple[Run, ...]] = {}  # of which some way can be better
        self.floor: float = 0  # lower bound of the points that ways not listed lose; infinite without any

    @property
    def least(self) -> float:
        """The fewest points that a way loses, listed or not."""
        return min([self.floor, *[way.least for way in self.ways[:1]]])

    def list_ways(self, budget: Budget, ceiling: float) -> None:
        """List the ways that lose fewer points than `ceiling`, as far as the budget goes."""
        if self.table:
            self._list_beside(budget, ceiling)
            return
        problem = self.problem
        kinds_of_way = problem.wilds, problem.free, problem.one_more, tuple(problem.ranks)
        key = problem.law_of_runs, self.cards, tuple(self.prices), kinds_of_way
        known, ways = budget.memo.get(key, (0, []))
        if known >= ceiling and not problem.table.size:
            self.floor, self.ways = inf, [way._replace(suit=self.name) for way in ways]
            return
        laid = undominated(self.new.sets(budget, ceiling))
        self.floor = self.new.floor
        budget.charge(len(laid))
        self.ways = [
            Way(*each[:3], *each[4:7], self.spread(each.cards), each.lost, self.name, each.more, each.new)
            for each in laid
        ]
        if self.problem.shortest and self.floor == inf:
            best = list[Way]()
            for way in sorted(self.ways, key=lambda way: (way.wilds, -way.left.bit_count())):
                if len(best) > MANY or not any(map(way.is_worse, best)):
                    best.append(way)
            self.ways = best
        if self.floor == inf and not problem.table.size:
            budget.memo[key] = ceiling, self.ways

    def _list_beside(self, budget: Budget, ceiling: float) -> None:
        """List the ways beside the runs on the table."""
        if not self.climb:
            others = sum(self.problem.suits.values()) - self.cards
            self.climb = Climb(self.problem, self.cards, others, self.prices)
            self.all_sets = [*self.new.sets(self.budget.part(SETS), ceiling)]
        self.sets = {}
        for each in [each for each in self.all_sets if len(each.new) >= self.asked and each.lost < ceiling]:
            used = sum([pack(run.naturals) for run in each.new])
            counts = (each.made << COUNT_BITS | each.first) << COUNT_BITS
            self.sets[used, each.wilds, each.most, counts] = each.new
        budget.charge(len(self.sets))
        reached = self.climb.paths([[*self.sets], *self.table.values()], budget, ceiling)
        self.floor = 0 if self.cut else min(self.new.floor, self.climb.floor)
        budget.charge(len(reached))
        found, least = dict[tuple[int, int], list[Laid]](), dict[tuple[int, int], int]()
        for bound, used, wilds, most, counts, path in sorted(reached):
            cards = self.cards - used
            key = self.spread(cards), counts
            least.setdefault(key, bound)
            lost = self.points(cards & ~self.told_apart)
            add_undominated(found.setdefault(key, []), Laid(lost, wilds, most, path=path))
        ways = [
            Way(
                *each[:3],
                made=counts >> 2 * COUNT_BITS,
                first=counts >> COUNT_BITS & COUNTS,
                cheap=counts & COUNTS,
                left=left,
                least=least[left, counts],
                suit=self.name,
                path=each.path,
            )
            for (left, counts), rivals in found.items()
            for each in rivals
        ]
        self.ways = sorted(ways, key=lambda way: (way.least, *way[:7]))

    def laid(self, way: Way) -> Way:
        """Return a way with the runs that it lays and what it lays off."""
        if not self.climb:
            return way
        new, *others = self.climb.taken(way.path)
        table = [(number, bits(cards), wilds) for number, (cards, wilds, *_) in zip(self.table, others, strict=True)]
        return way._replace(new=self.sets[new], table=tuple(table))

    def _read_table(self, budget: Budget) -> dict[int, list[Form]]:
        """Return what each run on the table can take that can take a card or a wild, by its number."""
        found = dict[int, list[Form]]()
        for number, suit, run, row in self.problem.table.runs:
            if suit == self.name:
                forms = self._forms(budget, number, run, row)
                if forms != [NOTHING]:
                    found[number] = forms
        return found

    def _reach(self) -> list[int]:
        """Return how many cards of each rank the runs on the table can take."""
        reached = [pack(bits(reduce(or_, [form[0] for form in forms]))) for forms in self.table.values()]
        return [sum([cards >> place * BITS & COPIES for cards in reached]) for place in range(TOP)]

    def _forms(self, budget: Budget, number: int, run: Run, row: Sequence[Card]) -> list[Form]:
        """Return what a run on the table can take."""
        problem, before, found = self.problem, run.wilds.bit_count(), list[Form]()
        key = self.law.of_table, number, run, self.cards, problem.most, problem.free, problem.wild_prices
        if key in budget.memo:
            found, cut = budget.memo[key]
            self.cut |= cut
            return list(found)
        forms = self.law.reached(run, places_held(self.cards), problem.most, MOST_FORMS if budget.left < inf else inf)
        budget.charge(2 * len(forms))
        wilds = defaultdict[int, set[int]](set)
        for longer in forms:
            wilds[longer.naturals & ~run.naturals].add(longer.wilds.bit_count() - before)
        for naturals, counts in wilds.items():
            freed = places(naturals & run.wilds) if self.law.moves == "hand" else ()
            if includes(self.cards, pack(naturals)):
                cheap = sum([problem.is_cheap(row[place - run.low]) for place in freed])
                for fewest, most in [(min(counts), 0)] if problem.free else spans(counts):
                    found.append((unfolded(naturals), fewest, most, cheap))
        cut = len(forms) >= MOST_FORMS and budget.left < inf
        self.cut |= cut
        budget.memo[key] = found, cut
        return found

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


def spans(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the lowest and the highest of numbers that follow each other without a gap."""
    every = sorted(numbers)
    lows = [number for number in every if number - 1 not in every]
    highs = [number for number in every if number + 1 not in every]
    return zip(lows, highs, strict=True)
