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

from companion.games.kalooki.laydown.bounds import Ahead
from companion.games.kalooki.laydown.fours import TOP, Row, one
from companion.games.kalooki.laydown.outcomes import Fate, Rank
from companion.games.kalooki.laydown.parallel_runs import MARK, Abreast, Stand
from companion.games.kalooki.laydown.run_states import Node, become
from companion.rules.groups_and_runs.suit_runs import COPIES

Four = tuple[int, Row | None, Node]  # its number on the table, or OWN; how it lies there; where it starts from
Part = tuple[int, Row]  # a four by its number on the table, or OWN, and what it becomes
Way = tuple[int, int, int, tuple[Part, ...]]  # cards used, packed; fours laid; jokers spent; what becomes of the fours
State = tuple[Stand, int, int, int]  # where the fours stand, open cards, packed, threes, jokers left
Past = tuple[int, int, int]  # points lost, cards used, packed, and what was done, MARK bits a place and four
Entry = tuple[float, int, int, State, Past]  # points lost at least, the next place, a number of its own

OWN = -1
LONG = 256  # steps of a search that looks closer from there
NOTHING: Way = (0, 0, 0, ())


class Ways:
    """The ways of one suit that has fours on the table, found in the order of what they lose."""

    def __init__(
        self, ranks: Sequence[Rank], fours: Sequence[Four], abreast: Abreast, jokers: int, groups: int, thrifty: bool
    ):
        self.budget = abreast.budget
        self.ranks, self.fours, self.abreast, self.groups, self.thrifty = ranks, fours, abreast, groups, thrifty
        above: list[list[Fate]] = [[(taken, 0, 0, 0)] for taken in range(ranks[0].held + 1)]  # aces above the king
        self.fates = [*(rank.fates() for rank in ranks), above]
        self.fates[0] += [[]] * ranks[0].held  # no ace is taken twice
        self.found: list[Way] = []
        self.ahead = Ahead(ranks, self.fates, abreast)
        self.lost: dict[State, int] = {}
        self.better: dict[tuple[Stand, int], list[tuple[int, int, int]]] = defaultdict(list)
        self.queue: list[Entry] = []
        self.number = count()
        self.steps = 0
        self.ceiling = inf
        left = jokers - sum(node.least for *_, node in self.fours)
        if left >= 0:
            self._hope(TOP, (abreast.start, 0, 0, int(left)), (0, 0, 0))
        self.floor = max(self.bound - sum(rank.cost for rank in ranks if not rank.held), 0)  # of its own cards

    @property
    def bound(self) -> float:
        """The points that any way not yet found loses at least; infinite if there is none."""
        return self.queue[0][0] if self.queue else inf

    def search(self, steps: int, limit: float = inf, enough: float = inf, ceiling: float = inf) -> int:
        """Find ways, until so many are enough, that lose no more than the limit, in so many steps; how many it took.

        Ways that lose as many points as the ceiling are forgotten.
        """
        before, self.ceiling = self.steps, ceiling
        while self.queue and self.bound <= limit and self.steps < before + steps and len(self.found) < enough:
            if self.steps >= LONG and not self.ahead.contended:
                self.look_closer()
                continue
            _, place, _, state, past = heappop(self.queue)
            if place < 0:
                self.found.append(self._way(past))
            elif self._promising(state, past):
                self.steps += 1
                self._step(place, state, past)
        return self.steps - before

    def look_closer(self) -> None:
        """Reckon anew what is lost at least, and closer, as a long search is worth."""
        self.ahead.look_closer()
        self.budget.spend(len(self.queue))
        queue, self.queue = self.queue, []
        for _, place, _, state, past in queue:
            self._hope(place, state, past)

    def _hope(self, place: int, state: State, past: Past) -> None:
        """Put a way in the queue, of those that could lose the fewest points the deepest first."""
        stand, open_, _, left = state
        bound = past[0] + self.ahead.least(place, self.abreast.hope(stand), stand, open_, left)
        if bound < self.ceiling:
            heappush(self.queue, (bound, place, next(self.number), state, past))

    def _promising(self, state: State, past: Past) -> bool:
        """Whether no way before betters one: the same ahead, no more points lost, no fewer threes nor jokers.

        Which four is where does not matter. Where there are no threes, jokers are not worth sparing.
        """
        stand, open_, threes, left = state
        better = self.better[tuple(sorted(stand)), open_]
        for lost, more, jokers in better:
            if lost <= past[0] and more >= threes and (jokers == left or self.thrifty and jokers > left):
                return False
        better.append((past[0], threes, left))
        return True

    def _step(self, place: int, state: State, past: Past) -> None:
        """Go on with a way in all that its fours can do at a place."""
        stand, open_, threes, left = state
        lost, used, done = past
        card, enough = one(place), max(self.groups, 1)
        before = open_ // card & COPIES  # aces above the king
        fates, known, least, full = self.fates[place], self.lost, self.ahead.least, threes >= enough
        done <<= MARK * len(stand)
        ceiling = self.ceiling
        moves = self.abreast.moves(stand)
        self.budget.spend(len(moves))
        for taken, jokers, after, marks, hope in moves:
            for kept, three, joker, points in fates[before + taken] if jokers <= left else ():
                then = after, open_ + (kept - before) * card, threes if full else threes + three, left - jokers - joker
                points += lost
                if jokers + joker <= left and (then not in known or points < known[then]):
                    known[then] = points
                    bound = points + least(place - 1, hope, after, then[1], then[3])
                    if bound < ceiling:
                        way = points, used + taken * card, done | marks
                        heappush(self.queue, (bound, place - 1, next(self.number), then, way))

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


def laying(row: Row) -> Way:
    """The way of laying a four of one's own."""
    return row.naturals, 1, row.jokers.bit_count(), ((OWN, row),)


def cheapest(ways: Iterable[Way]) -> list[Way]:
    """The ways that spend the fewest jokers on the same cards and fours."""
    return list({way[:2]: way for way in sorted(ways, key=lambda way: way[2], reverse=True)}.values())
