"""What one suit can do in a lay-down: lay one four or none, and add cards to the fours on the table.

All its fours go down the ladder together, the dear ranks first, so that behind them it is known what stays in the hand.
What they can do ahead depends only on where each of them stands, on the jokers spent, on the threes there are, and on
the cards of ranks that other suits may also use; of the ways that agree in these, the one that has lost the fewest
points goes on. A narrow search goes on with the most promising ways only, and a whole one then needs only those that
could lose less than the narrow one found.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from heapq import nsmallest
from operator import itemgetter
from typing import NamedTuple

from companion.rules.descents import NATURAL, Node, become
from companion.rules.fours import TOP, Row, one
from companion.rules.lanes import BITS, COPIES

Four = tuple[int, Row | None, Node]  # its number on the table, or OWN; how it lies there; where it starts from
Part = tuple[int, Row]  # a four by its number on the table, or OWN, and what it becomes
Way = tuple[int, int, int, tuple[Part, ...]]  # cards used, packed; fours laid; jokers spent; what becomes of the fours
State = tuple[tuple[Node, ...], int, int, int]  # where the fours stand, open cards, packed, threes, jokers
Past = tuple[int, int, int]  # points lost, cards used, packed, and what was done, MARK bits a place and four
Hope = tuple[int, int, int, State, Past]  # points lost, jokers spent, points lost at least in the end
Together = tuple[int, int, tuple[Node, ...], int]  # cards taken, jokers, where the fours stand then, what was done

OWN = -1
MARK = 2
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
    """The ways of one suit that has fours on the table."""

    def __init__(self, ranks: Sequence[Rank], fours: Iterable[Four], jokers: int, groups: int, thrifty: bool):
        self.ranks, self.fours, self.jokers, self.groups, self.thrifty = ranks, [*fours], jokers, groups, thrifty
        self.cards = sum(rank.held * one(place) for place, rank in enumerate(ranks))
        self.cut = False  # whether the last search was narrow
        self.contended = 1  # in how many ways it left cards that other suits may also use, at once
        self.known: dict[tuple[int, int, int], int] = {}

    def all(self, limit: float, width: int) -> list[Way]:
        """The ways that lose less than the limit; from each rank no more than the width go on."""
        self.cut = False
        nodes = tuple(node for *_, node in self.fours)
        jokers = sum(node.least for node in nodes)
        states: dict[State, Past] = {(nodes, 0, 0, int(jokers)): (0, 0, 0)} if jokers <= self.jokers else {}
        for place in range(TOP, -1, -1):
            states = self._promising(self._stepped(states, place, limit), place, limit, width)
        return [self._way(used, done) for _, used, done in states.values()]

    def _stepped(self, states: Mapping[State, Past], place: int, limit: float) -> dict[State, Past]:
        """Each way after all its fours have moved at a place, if it has not lost the limit."""
        found: dict[State, Past] = {}
        moves: dict[tuple[Node, ...], list[Together]] = {}
        rank, card, enough = self.ranks[place % TOP], one(place), max(self.groups, 1)
        fates = [self._fates(rank, taken, place) for taken in range(rank.held + 1)]
        for (nodes, open_, threes, spent), (lost, used, done) in states.items():
            before = open_ // card & COPIES  # aces above the king
            if nodes not in moves:
                moves[nodes] = together(nodes, rank.held)
            for taken, jokers, after, marks in moves[nodes]:
                for kept, three, joker, points in fates[before + taken] if before + taken <= rank.held else ():
                    total, points = spent + jokers + joker, lost + points
                    if total <= self.jokers and points < limit:
                        state = after, open_ + (kept - before) * card, min(threes + three, enough), total
                        known = found.get(state)
                        if known is None or points < known[0]:
                            found[state] = points, used + taken * card, done << MARK * len(nodes) | marks
        return found

    def _fates(self, rank: Rank, taken: int, place: int) -> list[tuple[int, int, int, int]]:
        """What may become of a rank when so many cards are taken: cards to remember, threes, jokers, points lost."""
        left, firm = rank.held - taken, rank.firm == rank.others
        total = left + rank.others
        if place == TOP:
            return [(taken, 0, 0, 0)]
        if rank.three and left + rank.firm >= 3:
            return [(0, 1, 0, 0)]
        if rank.three and left and not firm and total >= 2:
            return [(left, 0, 0, 0)]
        lost = (0, 0, 0, left * rank.price + rank.cost)
        return [lost, (0, 1, 1, 0)] if rank.three and firm and total == 2 else [lost]

    def _promising(self, states: Mapping[State, Past], place: int, limit: float, width: int) -> dict[State, Past]:
        """Of the ways those that could lose less than the limit, the most promising if they are too many."""
        hopes = [
            (past[0], state[3], bound, state, past)
            for state, past in states.items()
            if (bound := self._bound(state, past, place)) < limit
        ]
        good = self._undominated(hopes)
        if len(good) > width:
            self.cut = True
            self.contended = max(self.contended, len({state[1] for *_, state, _ in good}))
            good = nsmallest(width, good, key=lambda hope: (hope[2], -hope[3][2], hope[1]))
        return {state: past for *_, state, past in good}

    def _undominated(self, hopes: Iterable[Hope]) -> list[Hope]:
        """Those that none betters: the same ahead of it, no more points lost, no fewer threes, no more jokers.

        Which four is where does not matter. Where there are no threes, jokers are not worth sparing.
        """
        known: dict[tuple[tuple[int, ...], int], list[tuple[int, int]]] = defaultdict(list)
        good = []
        for hope in sorted(hopes, key=itemgetter(0, 1)):
            nodes, open_, threes, spent = hope[3]
            better = known[tuple(sorted(map(id, nodes))), open_]
            for more, jokers in better:
                if more >= threes and (jokers == spent or self.thrifty and jokers < spent):
                    break
            else:
                better.append((threes, spent))
                good.append(hope)
        return good

    def _bound(self, state: State, past: Past, place: int) -> int:
        """The points that a way loses at least."""
        nodes, open_, _, spent = state
        within = sum([node.reach for node in nodes]) + (open_ & COPIES)  # aces above the king
        return past[0] + self._ahead(place, within, self.jokers - spent)

    def _ahead(self, place: int, within: int, jokers: int) -> int:
        """The points that the ranks below a place lose at least, whatever the cards within reach of the fours do."""
        key = place, within, jokers
        if key not in self.known:
            lost, pairs = 0, []
            for rank in self.ranks[:place]:
                points = max(rank.held - (within & COPIES), 0) * rank.price + rank.cost
                within >>= BITS
                if not rank.three or rank.held + rank.others < 2:
                    lost += points
                elif rank.held + rank.others == 2:
                    pairs.append(points)
            self.known[key] = lost + sum(sorted(pairs, reverse=True)[jokers:])
        return self.known[key]

    def _way(self, used: int, done: int) -> Way:
        """What was done, four by four."""
        count = len(self.fours)
        parts: list[Part] = []
        jokers = 0
        for index, (number, lying, _) in enumerate(reversed(self.fours)):
            row = become(lying, [done >> (place * count + index) * MARK & 3 for place in range(TOP + 1)])
            if row:
                parts.append((number, row))
                jokers += row.jokers.bit_count() - (lying.jokers.bit_count() if lying else 0)
        return used, sum(number == OWN for number, _ in parts), jokers, tuple(parts)


def together(nodes: Iterable[Node], held: int) -> list[Together]:
    """What fours can do at a place with so many cards of a rank."""
    moves: list[Together] = [(0, 0, (), 0)]
    for node in nodes:
        moves = [
            (taken + (move == NATURAL), jokers + more, (*after, then), marks << MARK | move)
            for taken, jokers, after, marks in moves
            for move, more, then in node.moves
            if taken < held or move != NATURAL
        ]
    return moves


def laying(row: Row) -> Way:
    """The way of laying a four of one's own."""
    return row.naturals, 1, row.jokers.bit_count(), ((OWN, row),)


def cheapest(ways: Iterable[Way]) -> list[Way]:
    """The ways that spend the fewest jokers on the same cards and fours."""
    return list({way[:2]: way for way in sorted(ways, key=lambda way: way[2], reverse=True)}.values())
