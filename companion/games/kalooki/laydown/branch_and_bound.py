"""What each suit does in a lay-down, chosen so that the contract is met and the fewest points are left.

A suit lays one four or none and adds cards to the fours on the table. Once the suits have chosen, the threes are
settled: three cards of a rank are free, two cost a joker, and any three takes all the jokers that are left.
"""

from collections.abc import Callable, Collection, Iterable
from math import inf
from typing import NamedTuple

from companion.games.kalooki.laydown.problem import Contract, Holding, Price, Table
from companion.games.kalooki.laydown.subproblem import whole
from companion.games.kalooki.laydown.suit_search import Part, Way
from companion.rules.budget import Budget, Spent
from companion.rules.cards import JOKER, RANKS, Card
from companion.rules.groups_and_runs.suit_runs import BITS, COPIES

WIDTH = 16  # bits of a rank in what suits leave: below how many cards, above their points
PART = (1 << WIDTH) - 1
EACH = sum(1 << place * WIDTH for place in range(len(RANKS)))
COUNTS = COPIES * EACH
HALF = 1 << BITS - 1


class Choice(NamedTuple):
    """What one suit does: the points it leaves for good, jokers spent, fours laid, cards left for threes."""

    points: int
    jokers: int
    fours: int
    leaves: int
    suit: str
    parts: tuple[Part, ...]


Sift = Callable[[Iterable[Choice]], list[Choice]]
Join = Callable[[list[list[Choice]]], None]


class Choosing:
    """The search for the best choices, suit by suit, of so many steps if it is not to be endless.

    Without fours on the table it is short; then it stops at no number of steps before it has found something.
    """

    def __init__(self, hand: Iterable[Card], contract: Contract, price: Price, table: Table, steps: int | None = None):
        self.contract, self.price, self.table = contract, price, table
        self.budget = Budget(steps)
        self.hand = Holding(hand, contract, price, table, self.budget)
        self.jokers, self.shared = self.hand.jokers, self.hand.shared
        self.least: float = inf  # infinite: the contract cannot be met
        self.best: tuple[Choice, ...] = ()
        self.charge = 1 if table.rows else 0  # steps a choice takes
        self.floor: float = 0
        self.unseen: float = inf  # what was not searched, because the steps were spent, leaves no less than this
        self._choose(True, thrifty, self.shared, self._visit_all)  # jokers that no suit spends go to the threes
        if self.jokers and self.least and not contract.groups and not table.threes:
            self._choose(False, fewest, (), self._share_jokers)  # nor have they anywhere else to go

    def _choose(self, thrifty: bool, sift: Sift, shared: Collection[int], join: Join) -> None:
        """Search what the suits can do until nothing more could leave less than the least."""
        self.budget.renew()
        case = whole(self.hand, thrifty)
        while case.bound < self.least:
            bound = case.bound
            try:
                for found in case.advance(self.least):
                    if all(found.values()):
                        self.budget.spend(self.charge * sum(map(len, found.values())))
                        join([sift(self._choices(suit, ways, shared)) for suit, ways in found.items()])
            except Spent:
                self.unseen = min(self.unseen, bound if self.table.rows else self.floor)
                return

    def _visit_all(self, suits: Iterable[list[Choice]]) -> None:
        """Search choices of each suit."""
        self.suits = sorted(suits, key=len)
        self.after = [(0, 0, 0)]  # of the suits from each on: the points that are sure, fours and cards at most
        for choices in reversed(self.suits):
            points, fours, cards = self.after[0]
            suit = choices[0].suit
            cards += self._weigh(suit, self.hand.cards[suit], self.shared)[1]
            self.after.insert(0, (points + choices[0].points, fours + any(c.fours for c in choices), cards))
        self.seen: dict[tuple[int, int, int, int], int] = {}
        self.floor = self._bound(0, 0, self.jokers, 0, 0)
        if self.suits:
            self._visit(0, 0, self.jokers, 0, 0, ())
        else:
            self.least = self.floor

    def _visit(self, depth: int, points: int, jokers: int, fours: int, leaves: int, chosen: tuple[Choice, ...]) -> None:
        """Try every choice of the next suit, the cheapest first."""
        for choice in self.suits[depth]:
            if points + choice.points >= self.least or self.least <= self.floor:
                return
            cost = points + choice.points
            key = depth, jokers - choice.jokers, fours + choice.fours, leaves + choice.leaves
            if key[1] < 0 or self.seen.get(key, inf) <= cost:
                continue
            self.seen[key] = cost
            self.budget.spend(self.charge)
            bound = self._bound(depth + 1, cost, *key[1:])
            if bound >= self.least:
                continue
            if depth + 1 < len(self.suits):
                self._visit(depth + 1, cost, *key[1:], (*chosen, choice))
            else:
                self.least, self.best, self.charge = bound, (*chosen, choice), 1

    def _bound(self, depth: int, points: int, jokers: int, fours: int, leaves: int) -> float:
        """The fewest points it can come to, exact when no suit is ahead; infinite if the contract is out of reach."""
        sure, most, ahead = self.after[depth]
        full = with_at_least(3, leaves + ahead)
        pair = with_at_least(2, leaves + ahead) ^ full
        threes = full.bit_count() + min(jokers, pair.bit_count())
        if threes < self.contract.groups or fours + most < self.contract.runs:
            return inf
        points += sure
        if jokers and not (threes or self.table.threes or depth < len(self.suits)):
            points += jokers * self.price(JOKER)
        return points + short_of_three(leaves & ~(full * PART), pair, jokers)

    def _choices(self, suit: str, ways: Iterable[Way], shared: Collection[int]) -> Iterable[Choice]:
        """The ways of a suit, weighed."""
        for used, fours, jokers, parts in ways:
            points, leaves = self._weigh(suit, self.hand.cards[suit] - used, shared)
            yield Choice(points, jokers, fours, leaves, suit, parts)

    def _weigh(self, suit: str, cards: int, shared: Collection[int]) -> tuple[int, int]:
        """The points of cards a suit leaves that no three can take, and the others packed by rank."""
        points = leaves = 0
        costs = self.hand.costs[suit]
        while cards:
            place = ((cards & -cards).bit_length() - 1) // BITS
            count = cards >> place * BITS & COPIES
            cards -= count << place * BITS
            cost = count * costs[place]
            if place in shared:
                leaves += (cost << BITS | count) << place * WIDTH
            else:
                points += cost
        return points, leaves

    def _share_jokers(self, suits: Iterable[Iterable[Choice]]) -> None:
        """Join choices of each suit, the best for each number of jokers and fours."""
        states: dict[tuple[int, int], tuple[int, tuple[Choice, ...]]] = {(0, 0): (0, ())}
        for choices in suits:
            after: dict[tuple[int, int], tuple[int, tuple[Choice, ...]]] = {}
            for (jokers, fours), (points, chosen) in states.items():
                for choice in choices:
                    key = jokers + choice.jokers, fours + choice.fours
                    total = points + choice.points
                    if key[0] <= self.jokers and total < after.get(key, (inf,))[0]:
                        after[key] = total, (*chosen, choice)
            states = after
        for (jokers, fours), (points, chosen) in states.items():
            points += (self.jokers - jokers) * self.price(JOKER)
            if fours >= self.contract.runs and points < self.least:
                self.least, self.best = points, chosen


def with_at_least(count: int, leaves: int) -> int:
    """The ranks with so many cards, in the lowest bit of each; only from there does the sum carry into the highest."""
    return (leaves & COUNTS) + (HALF - count) * EACH >> BITS - 1 & EACH


def short_of_three(leaves: int, pair: int, jokers: int) -> int:
    """The points of cards in ranks that make no three; the jokers go to the dearest pairs."""
    points, pairs = 0, []
    while leaves:
        place = (leaves.bit_length() - 1) // WIDTH
        cost = leaves >> place * WIDTH + BITS
        if pair >> place * WIDTH & 1:
            pairs.append(cost)
        else:
            points += cost
        leaves &= (1 << place * WIDTH) - 1
    return points + sum(sorted(pairs, reverse=True)[jokers:])


def thrifty(choices: Iterable[Choice]) -> list[Choice]:
    """The choices, cheapest first, without those that another betters in points or jokers and leaves the same cards."""
    kept: dict[tuple[int, int], int] = {}
    good = []
    for choice in sorted(choices, key=lambda choice: choice[:2]):
        key = choice.fours, choice.leaves
        if choice.jokers < kept.get(key, inf):
            kept[key] = choice.jokers
            good.append(choice)
    return good


def fewest(choices: Iterable[Choice]) -> list[Choice]:
    """For each number of jokers and fours the choice that leaves the fewest points."""
    best: dict[tuple[int, int], Choice] = {}
    for choice in choices:
        key = choice.jokers, choice.fours
        if key not in best or choice.points < best[key].points:
            best[key] = choice
    return list(best.values())
