"""What one suit can do in a lay-down: lay one four or none, and add cards to the fours on the table.

Each four is a step and offers what it could take; all combinations that the cards allow are ways, and with two fours on
the table they can be hundreds of thousands. What a way leaves for good, whatever the later steps and the threes take,
bounds it from below: a narrow search goes on with the most promising ways only, and a full one then needs only those
that could still better what the narrow one found.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, reduce
from heapq import nsmallest
from itertools import accumulate
from math import inf
from operator import itemgetter, or_
from typing import NamedTuple

from companion.rules.fours import TOP, Row
from companion.rules.lanes import BITS, COPIES

Part = tuple[int, Row]  # a four by its number on the table, or OWN, and what it becomes
Way = tuple[int, int, int, tuple[Part, ...]]  # cards used, packed; fours laid; jokers spent; what becomes of the fours

EACH = sum(1 << place * BITS for place in range(TOP))
HIGHEST = EACH << BITS - 1
OWN = -1
WIDTHS = (64, 512, sys.maxsize)  # how many ways of a suit a search goes on with; the next searches if it has to
NOTHING: Way = (0, 0, 0, ())


class Threes(NamedTuple):
    """What the threes can count on: the ranks that could be one, all cards of these, and how many are needed."""

    shared: int
    cards: int
    groups: int


class Ways:
    """The ways of one suit; they are bounded by what they leave for good."""

    def __init__(self, cards: int, prices: Sequence[int], jokers: int, steps: Sequence[Sequence[Way]], threes: Threes):
        self.cards, self.prices, self.jokers, self.threes = cards, prices, jokers, threes
        self.steps = [sorted(step, key=itemgetter(2)) for step in steps]
        self.cut = False  # whether the last search was narrow

    @cached_property
    def reach(self) -> list[int]:
        """How many cards of a rank the steps from each on could take."""
        return [*accumulate(map(taken, reversed(self.steps)), initial=0)][::-1]

    @property
    def least(self) -> float:
        """The fewest points that any way could leave."""
        return self.bound(NOTHING, self.reach[0])

    def all(self, limit: float, width: int, sparing: bool) -> list[Way]:
        """The ways that could leave less than the limit; of each step no more than the width go on.

        If jokers are worth sparing, only what spends the fewest on the same cards.
        """
        self.cut = False
        ways = [NOTHING]
        for step, reach in zip(self.steps, self.reach[1:], strict=True):
            ways = self._promising(self._next(ways, step, sparing), reach, limit, width)
        return ways

    def _next(self, ways: Iterable[Way], step: Sequence[Way], sparing: bool) -> list[Way]:
        """Each way with each part of the step that its cards and jokers still allow."""
        found: dict[tuple[int, int, int], Way] = {}
        fitting: dict[tuple[int, int], list[Way]] = {}  # by what is there: a four takes one of a rank, or two aces
        concerned = whole(taken(step) << BITS - 1 & HIGHEST)
        for used, fours, spent, parts in ways:
            left = self.cards - used
            there = at_least(1, left) & concerned, left & COPIES
            if there not in fitting:
                fitting[there] = fit(step, left)
            for more, four, jokers, part in fitting[there]:
                total = spent + jokers
                if total > self.jokers:
                    break
                key = used + more, fours + four, 0 if sparing else total
                known = found.get(key)
                if known is None or total < known[2]:
                    found[key] = used + more, fours + four, total, parts + part
        return list(found.values())

    def _promising(self, ways: list[Way], reach: int, limit: float, width: int) -> list[Way]:
        """Of the ways those that could leave less than the limit, the most promising if they are too many."""
        if limit == inf and len(ways) <= width:
            return ways
        bounded = [(bound, way) for way in ways if (bound := self.bound(way, reach)) < limit]
        if len(bounded) > width:
            self.cut = True
            bounded = nsmallest(width, bounded, key=lambda pair: (pair[0], pair[1][2]))  # jokers spent
        return [way for _, way in bounded]

    def bound(self, way: Way, reach: int) -> float:
        """The points a way leaves whatever later steps and the threes take; infinite if too few threes are left."""
        used, _, spent, _ = way
        shared, cards, groups = self.threes
        over = (self.cards - used | HIGHEST) - reach
        over &= whole(over & HIGHEST) & ~HIGHEST
        if not over and not groups:
            return 0
        cards -= used & shared
        jokers = self.jokers - spent
        three = at_least(3, cards) & shared
        pair = (at_least(2, cards) & shared) - three
        if groups and three.bit_count() // BITS + min(pair.bit_count() // BITS, jokers) < groups:
            return inf
        over &= ~three
        return sum(self.each(over & ~pair)) + sum(sorted(self.each(over & pair), reverse=True)[jokers:])

    def each(self, cards: int) -> Iterator[int]:
        """The points of packed cards, rank by rank."""
        while cards:
            place = ((cards & -cards).bit_length() - 1) // BITS
            count = cards >> place * BITS & COPIES
            cards -= count << place * BITS
            yield count * self.prices[place]


def laying(row: Row) -> Way:
    """The way of laying a four of one's own."""
    return row.naturals, 1, row.jokers.bit_count(), ((OWN, row),)


def growing(number: int, lying: Row, row: Row) -> Way:
    """The way of adding to a four on the table until it is that row."""
    return row.naturals - lying.naturals, 0, row.jokers.bit_count() - lying.jokers.bit_count(), ((number, row),)


def whole(highest: int) -> int:
    """All bits of the ranks of which the highest bit is given."""
    return (highest << 1) - (highest >> BITS - 1)


def at_least(count: int, cards: int) -> int:
    """All bits of the ranks of which there are so many cards."""
    return whole(cards + EACH * ((1 << BITS - 1) - count) & HIGHEST)


def taken(step: Iterable[Way]) -> int:
    """The cards that some way of a step takes."""
    return reduce(or_, (used for used, *_ in step), 0)


def fit(step: Iterable[Way], cards: int) -> list[Way]:
    """The ways of a step that so many cards allow, those that spend the fewest jokers first."""
    free = cards | HIGHEST
    return [way for way in step if (free - way[0]) & HIGHEST == HIGHEST]


def cheapest(step: Iterable[Way]) -> list[Way]:
    """The ways that spend the fewest jokers on the same cards and fours."""
    return list({way[:2]: way for way in sorted(step, key=itemgetter(2), reverse=True)}.values())


def searches(ways: Mapping[str, Ways], least: Callable[[], float], sparing: bool) -> Iterator[dict[str, list[Way]]]:
    """The ways of all suits, first the most promising; then, if some were cut, all that could better the least."""
    if least() == inf and all(len(suit.steps) == 1 for suit in ways.values()):
        yield {name: suit.steps[0] for name, suit in ways.items()}
        return
    floor = sum(suit.least for suit in ways.values())
    for width in WIDTHS:
        if least() > floor or width == WIDTHS[0]:
            found = {name: suit.all(least() - floor + suit.least, width, sparing) for name, suit in ways.items()}
            if all(found.values()):
                yield found
            if not any(suit.cut for suit in ways.values()):
                return
