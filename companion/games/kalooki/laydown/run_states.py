"""How a four can come to lie, as a graph to walk down the ladder from the ace above the king, a place at a time.

At each place a four has nothing to do, takes a natural from the hand, or takes a joker. A node is where it stands: all
that decides what it can do from there down, and the fewest jokers that takes. Nodes are shared within one question and
not beyond it, or how soon a search is done would hang on the questions before it.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from math import inf
from typing import NamedTuple, TypeVar

from companion.games.kalooki.laydown.fours import TOP, Row, one

NOTHING, NATURAL, JOKER = range(3)  # what a four does at a place

Moves = tuple[tuple[int, int, "Node"], ...]  # what is done, jokers, and where the four stands then
Four = TypeVar("Four", bound=Hashable)
Can = Callable[[int, Four], Iterable[tuple[int, int, Four]]]  # at a place: what is done, jokers, and how it is then
End = Callable[[Four], bool | None]  # whether it was laid; None: it cannot end so


class Node:
    """Where a four stands: what it can do, with the jokers beyond the fewest, these, and the cards in reach, packed."""

    def __init__(self, place: int, moves: Moves, least: float):
        self.place, self.moves, self.least, self.reach = place, moves, least, 0
        for _, _, after in moves:
            self.reach |= after.reach
        if any(done == NATURAL for done, *_ in moves):
            self.reach += one(place)  # a four can take an ace at either end


class Own(NamedTuple):
    """A four of one's own: its length up to four, its naturals up to those needed, and whether a joker came last."""

    length: int = 0
    naturals: int = 0
    joker: bool = False
    over: bool = False


class Grown(NamedTuple):
    """A four on the table: jokers added beyond those freed, whether one came last, it has begun, is aced, is over."""

    added: int = 0
    joker: bool = False
    begun: bool = False
    aced: bool = False
    over: bool = False


class Descents:
    """The graphs of one question, in which fours that stand alike share a node."""

    def __init__(self) -> None:
        self.nodes: dict[tuple[int, Moves, float], Node] = {}
        self.starts: dict[Hashable, Node] = {}

    def own(self, naturals: int, obliged: bool, present: int) -> Node:
        """The start of a four of one's own with so many naturals; unless obliged it may also not be laid.

        `present` are the places of the ladder that the hand has a card for, one bit each; the ace's is the lowest.
        """
        key = naturals, obliged, present
        if key not in self.starts:
            self.starts[key] = self._graph(*_own(naturals, obliged), Own(), present)
        return self.starts[key]

    def grown(self, lying: Row, present: int) -> Node:
        """The start of a four on the table: it grows upwards until its top is an ace, then downwards.

        A natural may take the place of a joker, which then moves to where the four grows.
        """
        key = lying, present
        if key not in self.starts:
            self.starts[key] = self._graph(*_grown(lying), Grown(), present)
        return self.starts[key]

    def _node(self, place: int, moves: Moves, least: float) -> Node:
        key = place, moves, least
        if key not in self.nodes:
            self.nodes[key] = Node(*key)
        return self.nodes[key]

    def _graph(self, moves: Can[Four], end: End[Four], start: Four, present: int) -> Node:
        """The node at the top of the ladder; what leads to no end is left out, and ends of one kind are one node."""

        def possible(place: int, four: Four) -> Iterator[tuple[int, int, Node]]:
            for done, jokers, then in moves(place, four):
                if done != NATURAL or present >> place % TOP & 1:
                    yield done, jokers, node(place - 1, then)

        ends = {True: self._node(-1, (), 0), False: self._node(-2, (), 0), None: self._node(-3, (), inf)}
        nodes: dict[tuple[int, Four], Node] = {}

        def node(place: int, four: Four) -> Node:
            if place < 0:
                return ends[end(four)]
            if (place, four) not in nodes:
                after = [*possible(place, four)]
                least = min((jokers + then.least for _, jokers, then in after), default=inf)
                good = [
                    (done, int(jokers + then.least - least), then) for done, jokers, then in after if then.least < inf
                ]
                nodes[place, four] = self._node(place, tuple(good), least)
            return nodes[place, four]

        return node(TOP, start)


def _own(naturals: int, obliged: bool) -> tuple[Can[Own], End[Own]]:
    """What a four of one's own can do, and how it may end."""

    def stands(four: Own) -> bool:
        return four.over or four.length == 4 and four.naturals == naturals

    def moves(place: int, four: Own) -> Iterable[tuple[int, int, Own]]:
        if not four.length or stands(four):
            yield NOTHING, 0, Own(over=four.over or four.length > 0)
        if not four.over:
            length = min(four.length + 1, 4)
            yield NATURAL, 0, Own(length, min(four.naturals + 1, naturals))
            if not four.joker:
                yield JOKER, 1, Own(length, four.naturals, True)

    def end(four: Own) -> bool | None:
        laid = four.over or four.length > 0
        return laid if stands(four) or not (laid or obliged) else None

    return moves, end


def _grown(lying: Row) -> tuple[Can[Grown], End[Grown]]:
    """What a four on the table can do, and how it may end."""
    most = lying.jokers.bit_count()  # of the jokers added no more could be from within the four

    def moves(place: int, four: Grown) -> Iterable[tuple[int, int, Grown]]:
        here = four._replace(joker=False, begun=True, aced=four.aced or place == TOP)
        if not lying.low <= place <= lying.high:
            yield from beyond(place, four, here)
        elif not lying.jokers >> place & 1:
            yield NOTHING, 0, here
        else:
            yield NATURAL, -1, here._replace(added=four.added - 1)
            if not four.joker:
                yield NOTHING, 0, here._replace(joker=True)

    def beyond(place: int, four: Grown, here: Grown) -> Iterable[tuple[int, int, Grown]]:
        below = place < lying.low
        if below or not four.begun:
            yield NOTHING, 0, Grown(four.added, over=True) if below else four
        if not four.over and (four.aced or not below):
            yield NATURAL, 0, here
            if not four.joker:
                yield JOKER, 1, here._replace(joker=True, added=min(four.added + 1, most))

    return moves, lambda four: True if four.added >= 0 else None


def become(lying: Row | None, done: Sequence[int]) -> Row | None:
    """The row that a four becomes by what was done at each place, the lowest first; none if it was never laid."""
    naturals, jokers = (sum(1 << place for place, mark in enumerate(done) if mark == kind) for kind in (NATURAL, JOKER))
    places = naturals | jokers
    if lying:
        places |= (2 << lying.high) - (1 << lying.low)
        jokers |= lying.jokers & ~naturals
    return Row((places & -places).bit_length() - 1, places.bit_length() - 1, jokers) if places else None
