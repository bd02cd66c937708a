"""Search for a lay-down that leaves at most a given number of points, under a given reading of the law.

The search for the best lay-down knows one reading of the open points; here they vary, and the points are given.
Branch and bound chooses one option for each suit, and the threes follow from the cards that are left.
"""

from collections.abc import Sequence
from itertools import accumulate
from math import inf
from operator import add
from typing import NamedTuple

from companion.games.kalooki.search.fours import PLACES, one_card
from companion.games.kalooki.search.table import Table
from companion.games.kalooki.suit_options import Law, all_ways
from companion.games.kalooki.table import cost
from companion.rules.budget import Budget
from companion.rules.cards import JOKER, RANKS, Card
from companion.rules.packed_cards import BITS, COPIES

Numbers = tuple[int, ...]

WEIGH, BRANCH = 4, 6  # steps of a search that it costs to weigh an option and to branch on one


class Option(NamedTuple):
    """An option of one or more suits: points lost for good, jokers and new fours used, cards left for each three."""

    points: int
    jokers: int
    fours: int
    left: Numbers  # number of cards of each rank that may be a three
    prices: Numbers  # points of these cards


class OtherReading:
    """Lay-downs of a hand beside the table, under one reading of the law."""

    def __init__(self, hand: Sequence[Card], table: Table, law: Law, budget: Budget):
        self.hand, self.table, self.law, self.budget = hand, table, law, budget
        self.jokers = hand.count(JOKER)
        self.threes = self._threes()
        self.seen: dict[tuple[int, tuple[object, ...]], int] = {}  # fewest points with which a state was reached

    def leaves_as_few(self, points: int) -> bool:
        """Return whether some lay-down leaves at most this number of points.

        Raises: Spent: if the budget runs out before that is known.
        """
        self.points = points
        suits = dict.fromkeys([*(card.suit for card in self.hand if card != JOKER), *self.table.fours])
        self.suits = sorted((self._options(suit) for suit in suits), key=len)
        if not all(self.suits):
            return False
        nothing = (0,) * len(self.threes)
        last_first = self.suits[::-1]
        self.sure = [*accumulate((options[0].points for options in last_first), initial=0)][::-1]
        self.most = [*accumulate(map(most_left, last_first), sums, initial=nothing)][::-1]
        return self._branch(0, Option(0, 0, 0, nothing, nothing))

    def _threes(self) -> list[str]:
        """Return the ranks that may be a three."""
        least = 2 if self.jokers else 3
        ranks = [card.rank for card in self.hand]
        return [] if self.law.bare and not self.law.groups else [rank for rank in RANKS if ranks.count(rank) >= least]

    def _options(self, suit: str) -> list[Option]:
        """Return the options of a suit within the points, the cheapest first, without dominated ones."""
        cards = sum(one_card(PLACES[card.rank]) for card in self.hand if card.suit == suit)
        fours = [four for _, four in self.table.fours.get(suit, ())]
        found = all_ways(cards, self.jokers, self.law, fours, self.budget)
        self.budget.spend(WEIGH * len(found))
        options = sorted(self._weighed(suit, cards - taken, jokers, laid) for laid, jokers, taken in found)
        return self._undominated([option for option in options if option.points <= self.points])

    def _weighed(self, suit: str, cards: int, jokers: int, laid: int) -> Option:
        """Return an option of a suit, given the cards that it leaves."""
        counts = {rank: cards >> place * BITS & COPIES for place, rank in enumerate(RANKS)}
        prices = {rank: 0 if rank in self.table.threes else n * cost(Card(rank, suit)) for rank, n in counts.items()}
        lost = sum(prices[rank] for rank in RANKS if rank not in self.threes)
        left, worth = (tuple(each[rank] for rank in self.threes) for each in (counts, prices))
        return Option(lost, jokers, laid, left, worth)

    def _undominated(self, options: Sequence[Option]) -> list[Option]:
        """Remove options that leave the same for threes as a cheaper one and need no fewer jokers.

        If it is not certain that a three takes the jokers left, needing more jokers may be better.
        """
        takes_jokers = self.law.groups or self.table.threes
        fewest: dict[tuple[object, ...], int] = {}
        kept = []
        for option in options:
            key = option[2:] if takes_jokers else option[1:]
            if option.jokers < fewest.get(key, inf):
                fewest[key] = option.jokers
                kept.append(option)
        return kept

    def _branch(self, depth: int, so_far: Option) -> bool:
        """Return whether the suits from a depth on have options that stay within the points."""
        key = depth, so_far[1:]
        if self._bound(depth, so_far) > self.points or self.seen.get(key, inf) <= so_far.points:
            return False
        if depth == len(self.suits):
            return True
        self.seen[key] = so_far.points
        for option in self.suits[depth]:
            if so_far.points + option.points + self.sure[depth + 1] > self.points:
                return False
            self.budget.spend(BRANCH)
            if self._branch(depth + 1, both(so_far, option)):
                return True
        return False

    def _bound(self, depth: int, so_far: Option) -> float:
        """Return a lower bound of the points, exact once all suits have chosen; infinite if the contract is missed."""
        jokers, to_come = self.jokers - so_far.jokers, len(self.suits) - depth
        if jokers < 0 or not self._may_have_fours(so_far.fours, to_come):
            return inf
        threes = self._threes_of(so_far, self.most[depth], jokers)
        if len(threes) < self.law.groups:
            return inf
        saved = sum(threes[: self.law.groups] if self.law.bare else threes)
        stay = 0 if threes or self.table.threes or to_come else jokers  # jokers that no three takes
        return so_far.points + self.sure[depth] + sum(so_far.prices) - saved + stay * cost(JOKER)

    def _may_have_fours(self, fours: int, to_come: int) -> bool:
        """Return whether the contract can still be met with this number of new fours and at most `to_come` more."""
        return fours + to_come >= self.law.runs and not (self.law.bare and fours > self.law.runs)

    def _threes_of(self, so_far: Option, most: Numbers, jokers: int) -> list[int]:
        """Return the points each three could save with these further cards, highest first; a pair needs a joker."""
        ranks = [*zip(sums(so_far.left, most), so_far.prices, strict=True)]
        full = [price for count, price in ranks if count > 2]
        pairs = sorted((price for count, price in ranks if count == 2), reverse=True)
        return sorted((*full, *pairs[:jokers]), reverse=True)


def both(one: Option, other: Option) -> Option:
    """Return the sum of two options."""
    points, jokers, fours = one.points + other.points, one.jokers + other.jokers, one.fours + other.fours
    return Option(points, jokers, fours, sums(one.left, other.left), sums(one.prices, other.prices))


def sums(one: Numbers, other: Numbers) -> Numbers:
    """Return the sums of two rows of numbers, place by place."""
    return tuple(map(add, one, other))


def most_left(options: Sequence[Option]) -> Numbers:
    """Return the highest number of cards of each rank that an option leaves."""
    return tuple(map(max, zip(*(option.left for option in options), strict=True)))
