"""What the fours of a suit lose at least on their way down the ladder, reckoned by how many they are.

How many must go on at a place, how many of these with a natural, how many have an ace on top and may grow below: which
of them is which is forgotten, a joker freed in one serves any other, and jokers have a price instead of a number. So
all that fours can do is possible here, and never is more said to be lost than is. It tells what they lose because they
contend for single cards; only the four of one's own is followed step by step.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from math import inf

from companion.games.kalooki.laydown.fours import TOP, Row, one
from companion.games.kalooki.laydown.outcomes import Fate, Rank
from companion.games.kalooki.laydown.run_states import JOKER, NATURAL, NOTHING, Node
from companion.rules.budget import Budget
from companion.rules.groups_and_runs.suit_runs import BITS, COPIES

WORTH = 7  # the points for which a joker is reckoned
EITHER, STRICT, ACED, BELOW, STRICTLY, NEEDED = range(0, 6 * BITS, BITS)
COUNTS = (1 << NEEDED) - 1
IDLE: tuple[tuple[int, int, None]] = ((NOTHING, 0, None),)
END = 0  # the number of where they all end

# How many fours must go on above their tops, with either card or strictly with a natural; how many have an ace on top;
# how many may go on below, with either card or strictly with a natural; from NEEDED the jokers they all need at least.
Crowd = int
Key = tuple[int, Node | None, Crowd, int]  # the place, the four of one's own, the others, aces taken above the king
Move = tuple[int, int, int]  # cards taken, points for jokers, where that leads


def counted(node: Node, row: Row) -> Crowd:
    """What a four on the table counts for where it stands."""
    place, done = node.place, {move for move, *_ in node.moves}
    crowd = int(node.least) << NEEDED
    if place > row.high and NOTHING not in done:
        crowd += 1 << (EITHER if JOKER in done else STRICT)
    if row.low <= place < TOP and node.reach & one(row.low) - 1:
        crowd += 1 << ACED
    if place < row.low and done != {NOTHING}:
        crowd += 1 << (BELOW if JOKER in done else STRICTLY)
    return crowd


class Flow:
    """What fours of a suit can do, told by how many they are, and kept once it is known."""

    def __init__(self, rows: Sequence[Row], held: Sequence[int], budget: Budget):
        places = range(TOP + 1)
        self.held, self.budget = held, budget
        self.above = [sum(row.high < place for row in rows) for place in places]
        self.tops = [sum(row.high == place for row in rows) for place in places]
        self.lows = [sum(row.low == place for row in rows) for place in places]
        self.lower = [sum(row.low < place for row in rows) for place in places]
        self.jokers = [sum(row.jokers >> place & 1 for row in rows) for place in places]
        self.keys: list[Key] = [(-1, None, 0, 0)]
        self.numbers: dict[Key, int] = {}
        self.known: dict[int, list[Move]] = {}

    def number(self, key: Key) -> int:
        """The number of where they stand."""
        if key[0] < 0:
            return END
        if key not in self.numbers:
            self.numbers[key] = len(self.keys)
            self.keys.append(key)
        return self.numbers[key]

    def moves(self, number: int) -> list[Move]:
        """What they can do where they stand; above the king no card taken costs anything."""
        if number not in self.known:
            place, own, crowd, aces = self.keys[number]
            moves = self._moves(place, own, crowd, aces) if place < TOP else self._aces(own)
            self.known[number] = [(taken, price, self.number(after)) for taken, price, after in moves]
            self.budget.spend(1 + len(self.known[number]))
        return self.known[number]

    def _aces(self, own: Node | None) -> Iterator[tuple[int, int, Key]]:
        """What fours can do above the king: cards taken, points for jokers, and how they stand then."""
        below, most = self.above[TOP] + 1, self.held[0]
        for done, jokers, then in own.moves if own else IDLE:
            for naturals, spent, freed in product(range(below), range(below), range(self.jokers[TOP] + 1)):
                aces = naturals + freed + (done == NATURAL)
                if naturals + spent < below and aces <= most:
                    passed = self._passed(TOP, naturals, spent, naturals + spent + self.tops[TOP])
                    yield 0, (jokers + spent - freed) * WORTH, (TOP - 1, then, passed, aces)

    def _moves(self, place: int, own: Node | None, crowd: Crowd, aces: int) -> Iterator[tuple[int, int, Key]]:
        """What fours can do at a place: cards taken, points for jokers, and how they stand then."""
        held = self.held[place] - (0 if place else aces)
        either, strict, aced, below, strictly = (crowd >> field & COPIES for field in range(0, NEEDED, BITS))
        for done, jokers, then in own.moves if own else IDLE:
            room = held - (done == NATURAL)
            for naturals, spent in self._above(place, either, strict, room):
                passed, taken = self._passed(place, naturals, spent, aced), naturals + (done == NATURAL)
                for more in range(min(room - naturals, below + strictly) + 1):
                    for joker in range(min(below, below + strictly - more) + 1):
                        after = place - 1, then, passed + (more << BELOW) + (joker << STRICTLY), aces
                        yield taken + more, (jokers + spent + joker) * WORTH, after

    def _above(self, place: int, either: int, strict: int, room: int) -> Iterator[tuple[int, int]]:
        """The naturals and jokers with which fours grow above their tops; to begin there with a joker helps none."""
        most = self.above[place]
        for naturals in range(strict, min(room, most) + 1):
            for jokers in range(max(either + strict - naturals, 0), min(either, most - naturals) + 1):
                yield naturals, jokers

    def _passed(self, place: int, naturals: int, jokers: int, aced: int) -> Crowd:
        """Those that go on behind a place: where a top comes next, one need not, after a joker first; below one may."""
        ended = self.tops[place - 1] if place else 0
        either, strict = max(naturals - max(ended - jokers, 0), 0), max(jokers - ended, 0)
        waiting, begun = min(aced, self.lower[place]), min(aced, self.lows[place])
        return either << EITHER | strict << STRICT | waiting << ACED | begun << BELOW


class Losses:
    """The points that fours lose at least, wherever they stand."""

    def __init__(self, flow: Flow, ranks: Sequence[Rank], fates: Sequence[Sequence[Sequence[Fate]]]):
        self.flow, self.ranks = flow, ranks
        self.costs = [*(self._costs(place, fates[place]) for place in range(TOP)), [[0]]]
        self.debts: dict[int, int] = {}
        self.known: dict[int, float] = {END: 0}

    def least(self, place: int, own: Node | None, crowd: Crowd, aces: int, jokers: int) -> float:
        """The points lost at least from a place on, with so many jokers left."""
        return self._least(self.flow.number((place, own, crowd & COUNTS, aces))) - WORTH * (jokers + (crowd >> NEEDED))

    def debt(self, open_: int) -> int:
        """The points that open cards, packed, cost at least, be it in jokers."""
        if open_ not in self.debts:
            left = [(rank, open_ >> place * BITS & COPIES) for place, rank in enumerate(self.ranks) if place]
            self.debts[open_] = sum(min(rank.owed(kept), WORTH) for rank, kept in left if kept)
        return self.debts[open_]

    def _least(self, number: int) -> float:
        known = self.known
        if number not in known:
            place, _, _, aces = self.flow.keys[number]
            costs, least = self.costs[place][0 if place else aces], inf
            for taken, price, after in self.flow.moves(number):
                cost = costs[taken] + price + (known[after] if after in known else self._least(after))
                if cost < least:
                    least = cost
            known[number] = least
        return known[number]

    def _costs(self, place: int, fates: Sequence[Sequence[Fate]]) -> list[list[int]]:
        """The points lost by aces taken above the king and cards taken, when others may take the place of jokers."""
        held = self.ranks[place].held
        costs = [min(self._cost(place, fate) for fate in some) for some in fates[: held + 1]]
        least = [
            min(cost - WORTH * jokers for jokers, cost in enumerate(costs[taken : taken + self.flow.jokers[place] + 1]))
            for taken in range(held + 1)
        ]
        return [least[aces:] for aces in range(1 if place else held + 1)]

    def _cost(self, place: int, fate: Fate) -> int:
        kept, _, joker, lost = fate
        return lost + joker * WORTH + (min(self.ranks[place].owed(kept), WORTH) if kept else 0)
