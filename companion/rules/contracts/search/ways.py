"""The ways to lay the runs of a suit: sets of new runs, then the runs on the table, one after another.

A card is kept while a later run or a group could take it, and lost as soon as there are more copies of it than could
be: the points lost are a lower bound at every stage. Of ways that keep the same cards only those remain that lose fewer
points, need fewer wilds or take more than any other.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from math import inf
from typing import Any, NamedTuple

from companion.rules.cards import RANKS, Card
from companion.rules.contracts.search.law import MOST_FORMS, TOP, Run, pack, places
from companion.rules.contracts.search.problem import Problem
from companion.rules.contracts.search.runs import (
    HALVES,
    Choices,
    Laid,
    Laying,
    NewRuns,
    add_undominated,
    beyond,
    cap,
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


class OnTable:
    """A run on the table: the sets of cards it can take, and the cap on cards that it and later runs can take."""

    def __init__(self, takings: list[Laid], later: Sequence[int], problem: Problem, points: Callable[[int], int]):
        naturals = pack(union(each.table[0][1] for each in takings))
        self.reach = [each + (naturals >> place * BITS & COPIES) for place, each in enumerate(later)]
        self.cap = cap(later, problem.ranks)
        self.wanted = sum(
            [COPIES << place * BITS for place, each in enumerate(later) if each or place in problem.ranks]
        )
        self.nothing = takings[0]
        self.choices = Choices([each._replace(lost=-points(each.cards & ~self.wanted)) for each in takings])
        self.found = dict[int, list[Laid]]()

    def fitting(self, held: int, budget: Budget) -> list[Laid]:
        """Return what the run can take of the kinds of cards held, without what others are better than in any case."""
        if held not in self.found:
            fits = self.choices.fitting(held)
            budget.spend(1 + len(fits) // 3)
            self.found[held] = undominated(fits, self.wanted)
        return self.found[held]


class Suit:
    """One suit of a hand."""

    def __init__(self, problem: Problem, name: str):
        self.problem, self.law, self.name = problem, problem.law, name
        self.cards = problem.suits.get(name, 0)
        priced = [place not in problem.table_ranks for place in range(TOP)]
        self.prices = [0] * TOP
        if not problem.shortest:
            self.prices = [problem.price(Card(rank, name)) * priced[place] for place, rank in enumerate(RANKS)]
        self.points = cache(self._points)
        self.all_left = self._spread(self.cards)  # cards of ranks that are told apart
        self.new: NewRuns | None = None
        self.table: list[OnTable] = []
        self.cut = False  # a run on the table can become more than was listed
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
        new = self.new = self.new or self._read_table(budget)
        stages = len(self.table) + 1
        laid = undominated(new.sets(budget.part(1 / stages), ceiling))
        self.floor = 0 if self.cut else new.floor
        for number, run in enumerate(self.table, 1):
            laid = self._lay_off(laid, run, budget.part(1 / (stages - number)), ceiling)
        budget.charge(len(laid))
        self.ways = [Way(*each[:3], *each[4:7], self._spread(each.cards), self.name, *each[7:]) for each in laid]
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
        runs = [[*self._takings(budget, *each)] for each in self.problem.table.runs if each[1] == self.name]
        reach = [0] * TOP
        for takings in sorted(runs, key=lambda takings: union(each.table[0][1] for each in takings).bit_count()):
            budget.charge(2 * len(takings))
            self.table.insert(0, OnTable(takings, reach, self.problem, self.points))
            reach = self.table[0].reach
        return NewRuns(self.problem, self.cards, reach, self.points)

    def _takings(self, budget: Budget, number: int, suit: str, run: Run, row: Sequence[Card]) -> Iterator[Laid]:
        """Yield what a run on the table can take; nothing first."""
        problem, before = self.problem, run.wilds.bit_count()
        wilds = defaultdict[int, set[int]](set)
        key = self.law, run, places_held(self.cards), problem.most
        if key not in budget.memo:
            budget.memo[key] = self.law.reached(*key[1:], MOST_FORMS if budget.left < inf else inf)
            budget.charge(5 * len(budget.memo[key]))
        self.cut = self.cut or len(budget.memo[key]) >= MOST_FORMS and budget.left < inf
        for longer in budget.memo[key]:
            wilds[longer.naturals & ~run.naturals].add(longer.wilds.bit_count() - before)
        for bits, counts in wilds.items():
            cards, freed = pack(bits), places(bits & run.wilds) if self.law.moves == "hand" else ()
            if includes(self.cards, cards):
                cheap = sum([problem.is_cheap(row[place - run.low]) for place in freed])
                for fewest, most in [(min(counts), 0)] if problem.free else spans(counts):
                    yield Laid(0, fewest, most, cards, cheap=cheap, table=((number, bits, fewest),))

    def _lay_off(self, every: Sequence[Laid], run: OnTable, budget: Budget, ceiling: float) -> list[Laid]:
        """Return the undominated ways with cards laid off on one run on the table."""
        rivals, spent, over, available = dict[Any, list[Laid]](), False, run.cap[1], self.problem.most
        for lost, wilds, most, cards, made, first, cheap, _, new, table in every:
            takings = [run.nothing]
            try:
                if not spent:
                    takings = run.fitting(kinds(cards), budget)
                    budget.spend(1 + len(takings) // 2)
            except Spent:
                spent, self.floor = True, min(self.floor, lost)
            for taking in takings:
                needed, kept, points = wilds + taking.wilds, cards - taking.cards, lost
                if needed > available or not includes(cards, taking.cards):
                    continue
                if kept + over & HALVES:
                    surplus = beyond(kept, run.cap)
                    kept, points = kept - surplus, points + self.points(surplus)
                    if points >= ceiling:
                        continue
                key = kept, made, first, cheap + taking.cheap
                longer = Laid(points, needed, most + taking.most, *key, 0, new, table + taking.table)
                add_undominated(rivals.setdefault(key, []), longer)
        return sorted([laid for each in rivals.values() for laid in each])

    def _points(self, cards: int) -> int:
        """Return the points of cards."""
        return sum([(cards >> place * BITS & COPIES) * price for place, price in enumerate(self.prices)])

    def _spread(self, cards: int) -> int:
        """Return the cards left of the ranks that are told apart, with their points."""
        counts = [(place, cards >> place * BITS & COPIES) for place in self.problem.ranks]
        return sum([(self.prices[place] << BITS | 1) * count << place * RANK_BITS for place, count in counts])
