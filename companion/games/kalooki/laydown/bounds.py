"""What the fours of a suit lose at least from where they stand down to the foot of the ladder.

At first by what is within reach of any of them; once a search is long, also by what they lose because they contend.
"""

from collections.abc import Sequence

from companion.games.kalooki.laydown.flow_bound import Losses
from companion.games.kalooki.laydown.fours import TOP
from companion.games.kalooki.laydown.outcomes import Fate, Rank
from companion.games.kalooki.laydown.parallel_runs import REACH, Abreast, Hope, Stand
from companion.rules.groups_and_runs.suit_runs import BITS, COPIES

PACKED = (1 << REACH) - 1


class Ahead:
    """The points that are lost at least from a place on, kept once they are known."""

    def __init__(self, ranks: Sequence[Rank], fates: Sequence[Sequence[Sequence[Fate]]], abreast: Abreast):
        self.ranks, self.fates, self.abreast = ranks, fates, abreast
        self.contended: Losses | None = None
        self.inside: dict[tuple[int, int, int], int] = {}
        self.known: dict[tuple[int, Hope, int, int, int], tuple[int, float]] = {}

    def look_closer(self) -> None:
        """Go by what fours lose because they contend, too."""
        self.contended = Losses(self.abreast.flow, self.ranks, self.fates)
        self.known = {}

    def least(self, place: int, hope: Hope, stand: Stand, open_: int, jokers: int) -> float:
        """The points lost at least where the fours stand, with open cards, packed, and so many jokers left."""
        key = place, hope, stand[0] if self.abreast.own else 0, open_ & COPIES, jokers
        known = self.known.get(key)
        if known is None:
            within = (hope & PACKED) + (open_ & COPIES)  # the aces above the king
            known = self._within(place, within, jokers), self._contending(place, hope, stand, open_ & COPIES, jokers)
            self.known[key] = known
        within, contending = known
        if self.contended:
            contending += self.contended.debt(open_)
        return contending if contending > within else within

    def _contending(self, place: int, hope: Hope, stand: Stand, aces: int, jokers: int) -> float:
        """The points that fours lose at least because they contend for cards."""
        if not self.contended:
            return 0
        own = self.abreast.nodes[stand[0]] if self.abreast.own else None
        return self.contended.least(place, own, hope >> REACH, aces if place < TOP else 0, jokers)

    def _within(self, place: int, within: int, jokers: int) -> int:
        """The points that the ranks below a place lose at least, whatever the cards within reach of the fours do."""
        key = place, within, jokers
        if key in self.inside:
            return self.inside[key]
        lost, pairs = 0, []
        for rank in self.ranks[: place + 1]:
            points = max(rank.held - (within & COPIES), 0) * rank.price + rank.cost
            within >>= BITS
            if not rank.three or rank.held + rank.others < 2:
                lost += points
            elif rank.held + rank.others == 2:
                pairs.append(points)
        self.inside[key] = lost + sum(sorted(pairs, reverse=True)[jokers:])
        return self.inside[key]
