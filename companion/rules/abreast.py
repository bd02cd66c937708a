"""Several fours that go down the ladder abreast, a place at a time.

Where each of them stands is told by a number: what holds nothing but numbers Python's garbage collector need not
follow, and of the ways of a long search there are very many.
"""

from collections.abc import Iterable, Iterator

from companion.rules.descents import NATURAL, Node

MARK = 2  # bits that tell what a four does at a place

Stand = tuple[int, ...]  # where the fours stand
Move = tuple[int, int, Stand, int, int]  # cards taken, jokers, the stand then, what each does, what is in reach then


class Abreast:
    """What fours can do abreast, kept for each stand once it is known."""

    def __init__(self, nodes: Iterable[Node]):
        self.nodes: list[Node] = []
        self.numbers: dict[Node, int] = {}
        self.known: dict[Stand, list[Move]] = {}
        self.start = tuple(map(self._number, nodes))

    def moves(self, stand: Stand, held: int) -> list[Move]:
        """What the fours can do at their place, of whose rank so many cards are held."""
        known = self.known.get(stand)
        if known is None:
            known = self._together(stand, held) if len(stand) > 1 else [*self._alone(stand[0], held)]
            self.known[stand] = known
        return known

    def _together(self, stand: Stand, held: int) -> list[Move]:
        """What two halves of the fours can do, together."""
        half = len(stand) // 2
        shift = MARK * (len(stand) - half)
        others = self.moves(stand[half:], held)
        return [
            (taken + more, jokers + joker, after + then, marks << shift | mark, within + reach)
            for taken, jokers, after, marks, within in self.moves(stand[:half], held)
            for more, joker, then, mark, reach in others
            if taken + more <= held
        ]

    def _alone(self, number: int, held: int) -> Iterator[Move]:
        """What one four can do."""
        for move, jokers, then in self.nodes[number].moves:
            if held or move != NATURAL:
                yield int(move == NATURAL), jokers, (self._number(then),), move, then.reach

    def _number(self, node: Node) -> int:
        if node not in self.numbers:
            self.numbers[node] = len(self.nodes)
            self.nodes.append(node)
        return self.numbers[node]
