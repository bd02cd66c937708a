"""What one suit can do in a lay-down: lay one four or none, and add cards to the fours on the table.

All its fours go down the ladder together, the dear ranks first, so that behind them it is known what stays in the hand.
What they can do ahead depends only on where each of them stands, on the jokers spent, on the threes there are, and on
the cards of ranks that other suits may also use; of the ways that agree in these, the one that has lost the fewest
points goes on. The way that seems to lose the fewest points in the end goes on first, so that ways are found in the
order of what they lose, and no more of them than somebody asks for.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import NamedTuple

from companion.rules.abreast import MARK, Abreast, Stand
from companion.rules.descents import Node, become
from companion.rules.fours import TOP, Row, one
from companion.rules.lanes import BITS, COPIES

Four = tuple[int, Row | None, Node]  # its number on the table, or OWN; how it lies there; where it starts from
Part = tuple[int, Row]  # a four by its number on the table, or OWN, and what it becomes
Way = tuple[int, int, int, tuple[Part, ...]]  # cards used, packed; fours laid; jokers spent; what becomes of the fours
State = tuple[Stand, int, int, int]  # where the fours stand, open cards, packed, threes, jokers spent
Past = tuple[int, int, int]  # points lost, cards used, packed, and what was done, MARK bits a place and four
Hope = tuple[int, int, int, State, Past]  # points lost at least, the next place, a number of its own
Fate = tuple[int, int, int, int]  # cards to remember, threes, jokers, points lost

OWN = -1
NOTHING: Way = (0, 0, 0, ())


class Rank(NamedTuple):
    """A rank to one suit: its cards, the points of each, the cards of other suits, and what may become of them."""

    held: int
    price: int
    others: int
    cost: int  # the points of the others, where all are firm
    firm: int  # how many of the others no suit can use otherwise
    three: bool  # there could be a three


class Ways:
    """The ways of one suit that has fours on the table, found in the order of what they lose."""

    def __init__(self, ranks: Sequence[Rank], fours: Iterable[Four], jokers: int, groups: int, thrifty: bool):
        self.ranks, self.fours, self.jokers, self.groups, self.thrifty = ranks, [*fours], jokers, groups, thrifty
        above: list[list[Fate]] = [[(taken, 0, 0, 0)] for taken in range(ranks[0].held + 1)]  # aces above the king
        self.fates = [*map(fates, ranks), above]
        self.fates[0] += [[]] * ranks[0].held  # no ace is taken twice
        self.found: list[Way] = []
        self.ahead: dict[tuple[int, int, int], int] = {}
        self.lost: dict[State, int] = {}
        self.better: dict[tuple[Stand, int], list[tuple[int, int, int]]] = defaultdict(list)
        self.queue: list[Hope] = []
        self.number = count()
        nodes = [node for *_, node in self.fours]
        self.abreast = Abreast(nodes)
        spent = sum(node.least for node in nodes)
        if spent <= jokers:
            self._hope(TOP, (self.abreast.start, 0, 0, int(spent)), sum(node.reach for node in nodes), (0, 0, 0))
        self.floor = max(self.bound - sum(rank.cost for rank in ranks if not rank.held), 0)  # of its own cards

    @property
    def bound(self) -> float:
        """The points that any way not yet found loses at least; infinite if there is none."""
        return self.queue[0][0] if self.queue else inf

    def search(self, steps: int, limit: float = inf, enough: float = inf) -> int:
        """Find ways, until so many are enough, that lose no more than the limit, in so many steps; how many it took."""
        taken = 0
        while self.queue and self.bound <= limit and taken < steps and len(self.found) < enough:
            _, place, _, state, past = heappop(self.queue)
            if place < 0:
                self.found.append(self._way(past))
            elif self._promising(state, past):
                taken += 1
                self._step(place, state, past)
        return taken

    def _hope(self, place: int, state: State, within: int, past: Past) -> None:
        """Put a way in the queue, of those that could lose the fewest points the deepest first."""
        (_, open_, _, spent), (lost, _, _) = state, past
        within += open_ & COPIES  # the aces above the king
        bound = lost + self._ahead(place, within, self.jokers - spent)
        heappush(self.queue, (bound, place, next(self.number), state, past))

    def _promising(self, state: State, past: Past) -> bool:
        """Whether no way before betters one: the same ahead, no more points lost, no fewer threes, no more jokers.

        Which four is where does not matter. Where there are no threes, jokers are not worth sparing.
        """
        stand, open_, threes, spent = state
        better = self.better[tuple(sorted(stand)), open_]
        for lost, more, jokers in better:
            if lost <= past[0] and more >= threes and (jokers == spent or self.thrifty and jokers < spent):
                return False
        better.append((past[0], threes, spent))
        return True

    def _step(self, place: int, state: State, past: Past) -> None:
        """Go on with a way in all that its fours can do at a place."""
        stand, open_, threes, spent = state
        lost, used, done = past
        rank, card, enough = self.ranks[place % TOP], one(place), max(self.groups, 1)
        before = open_ // card & COPIES  # aces above the king
        fates, known, left = self.fates[place], self.lost, self.jokers - spent
        for taken, jokers, after, marks, within in self.abreast.moves(stand, rank.held):
            for kept, three, joker, points in fates[before + taken] if jokers <= left else ():
                points += lost
                then = after, open_ + (kept - before) * card, min(threes + three, enough), spent + jokers + joker
                if jokers + joker <= left and (then not in known or points < known[then]):
                    known[then] = points
                    marked = done << MARK * len(stand) | marks
                    self._hope(place - 1, then, within, (points, used + taken * card, marked))

    def _ahead(self, place: int, within: int, jokers: int) -> int:
        """The points that the ranks below a place lose at least, whatever the cards within reach of the fours do."""
        key = place, within, jokers
        if key not in self.ahead:
            lost, pairs = 0, []
            for rank in self.ranks[: place + 1]:
                points = max(rank.held - (within & COPIES), 0) * rank.price + rank.cost
                within >>= BITS
                if not rank.three or rank.held + rank.others < 2:
                    lost += points
                elif rank.held + rank.others == 2:
                    pairs.append(points)
            self.ahead[key] = lost + sum(sorted(pairs, reverse=True)[jokers:])
        return self.ahead[key]

    def _way(self, past: Past) -> Way:
        """What was done, four by four."""
        _, used, done = past
        fours = len(self.fours)
        parts: list[Part] = []
        jokers = 0
        for index, (number, lying, _) in enumerate(reversed(self.fours)):
            row = become(lying, [done >> (place * fours + index) * MARK & 3 for place in range(TOP + 1)])
            if row:
                parts.append((number, row))
                jokers += row.jokers.bit_count() - (lying.jokers.bit_count() if lying else 0)
        return used, sum(number == OWN for number, _ in parts), jokers, tuple(parts)


def fates(rank: Rank) -> list[list[Fate]]:
    """What may become of a rank when no, one, two … of its cards are taken."""
    found: list[list[Fate]] = []
    for left in range(rank.held, -1, -1):
        total, firm = left + rank.others, rank.firm == rank.others
        if rank.three and left + rank.firm >= 3:
            found.append([(0, 1, 0, 0)])
        elif rank.three and left and not firm and total >= 2:
            found.append([(left, 0, 0, 0)])
        else:
            lost = 0, 0, 0, left * rank.price + rank.cost
            found.append([lost, (0, 1, 1, 0)] if rank.three and firm and total == 2 else [lost])
    return found


def laying(row: Row) -> Way:
    """The way of laying a four of one's own."""
    return row.naturals, 1, row.jokers.bit_count(), ((OWN, row),)


def cheapest(ways: Iterable[Way]) -> list[Way]:
    """The ways that spend the fewest jokers on the same cards and fours."""
    return list({way[:2]: way for way in sorted(ways, key=lambda way: way[2], reverse=True)}.values())
