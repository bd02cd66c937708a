"""Several fours that go down the ladder abreast, a place at a time.

Where each of them stands is told by a number: what holds nothing but numbers Python's garbage collector need not
follow, and of the ways of a long search there are very many.
"""

from collections.abc import Iterable, Iterator, Sequence

from companion.games.kalooki.laydown.flow_bound import Flow, counted
from companion.games.kalooki.laydown.fours import TOP, Row
from companion.games.kalooki.laydown.run_states import NATURAL, Node
from companion.rules.budget import Budget
from companion.rules.groups_and_runs.suit_runs import BITS

MARK = 2  # bits that tell what a four does at a place
REACH = TOP * BITS  # bits that tell the cards in reach

Stand = tuple[int, ...]  # where the fours stand
Hope = int  # the cards in reach, packed, and beyond REACH the crowd
Move = tuple[int, int, Stand, int, Hope]  # cards taken, jokers, the stand then, what each does, what there is to hope


class Abreast:
    """What fours can do abreast, kept for each stand once it is known."""

    def __init__(self, fours: Iterable[tuple[Row | None, Node]], held: Sequence[int], budget: Budget):
        fours = [*fours]
        self.held = held  # cards of each rank
        self.budget = budget
        self.rows = [row for row, _ in fours]  # how they lie; one's own, the first, does not lie yet
        self.own = None in self.rows
        self.flow = Flow([row for row in self.rows if row], held, budget)
        self.nodes: list[Node] = []
        self.numbers: dict[Node, int] = {}
        self.hopes: dict[tuple[int, int], Hope] = {}
        self.known: dict[tuple[int, Stand], list[Move]] = {}
        self.start = tuple(self._number(node) for _, node in fours)

    def hope(self, stand: Stand) -> Hope:
        """What there is to hope where the fours stand."""
        return sum(self._hope(*four) for four in enumerate(stand))

    def moves(self, stand: Stand, first: int = 0) -> list[Move]:
        """What the fours from the first on can do at their place."""
        known = self.known.get((first, stand))
        if known is None:
            known = self._together(first, stand) if len(stand) > 1 else [*self._alone(first, self.nodes[stand[0]])]
            self.known[first, stand] = known
        return known

    def _together(self, first: int, stand: Stand) -> list[Move]:
        """What two halves of the fours can do, together."""
        half = len(stand) // 2
        shift = MARK * (len(stand) - half)
        held = self.held[self.nodes[stand[0]].place % TOP]
        some, others = self.moves(stand[:half], first), self.moves(stand[half:], first + half)
        self.budget.spend(len(some) * len(others))
        return [
            (taken + more, jokers + joker, after + then, marks << shift | mark, hope + within)
            for taken, jokers, after, marks, hope in some
            for more, joker, then, mark, within in others
            if taken + more <= held
        ]

    def _alone(self, four: int, node: Node) -> Iterator[Move]:
        """What one four can do."""
        for move, jokers, then in node.moves:
            after = self._number(then)
            yield int(move == NATURAL), jokers, (after,), move, self._hope(four, after)

    def _number(self, node: Node) -> int:
        if node not in self.numbers:
            self.numbers[node] = len(self.nodes)
            self.nodes.append(node)
        return self.numbers[node]

    def _hope(self, four: int, number: int) -> Hope:
        if (four, number) not in self.hopes:
            node, row = self.nodes[number], self.rows[four]
            self.hopes[four, number] = node.reach + ((counted(node, row) if row else 0) << REACH)
        return self.hopes[four, number]
