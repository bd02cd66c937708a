"""The best arrangement under the other reading of an open point, by which no wild card may stand for itself.

Only wild cards of other suits can then fill the place of the wild rank in a run. Since wild cards may change places,
it is enough to limit the runs of each suit that cross that place to the number of wild cards that may lie there.
"""

from collections import Counter
from collections.abc import Sequence

from companion.rules.cards import JOKER, Card
from companion.rules.groups_and_runs.best_arrangement import has_no_meld
from companion.rules.groups_and_runs.groups import GroupSearch, Price
from companion.rules.groups_and_runs.suit_runs import Costs, SuitRuns
from companion.rules.packed_cards import BITS, lowest


class StrictSuitRuns(SuitRuns):
    """A suit in which only so many runs may cross the places of the wild rank."""

    def __init__(self, prices: list[int], wilds: int, high: int, crossed: Sequence[int], crossings: int):
        super().__init__(prices, wilds, high)
        self.crossed, self.crossings = crossed, crossings
        self.strict_memo: dict[tuple[int, int], Costs] = {}

    def _costs(self, packed: int) -> Costs:
        return self._within(packed, self.crossings)

    def _within(self, packed: int, crossings: int) -> Costs:
        """The fewest points these cards leave over with so many runs across the wild rank, for each number of wilds."""
        if not packed:
            return [0] * (self.wilds + 1)
        if (packed, crossings) in self.strict_memo:
            return self.strict_memo[packed, crossings]
        place = lowest(packed)
        best = [self.prices[place] + cost for cost in self._within(packed - (1 << place * BITS), crossings)]
        for need, rest, end in self._runs_from(packed, place):
            crossing = self._crosses(place, end)
            if crossing <= crossings:
                for wilds, cost in enumerate(self._within(rest, crossings - crossing)[: self.wilds + 1 - need], need):
                    best[wilds] = min(best[wilds], cost)
        self.strict_memo[packed, crossings] = best
        return best

    def _crosses(self, place: int, end: int) -> bool:
        """Whether a run between these naturals, however it is filled up to three, crosses the wild rank."""
        if place == end:  # one natural and two wilds lie as a group as well
            return False
        length = max(3, end - place + 1)
        lows = range(max(0, end - length + 1), min(place, self.top + 1 - length) + 1)
        return all(any(low <= place < low + length for place in self.crossed) for low in lows)


def strict_points(hand: Sequence[Card], ladder: tuple[str, ...], wild: frozenset[str], price: Price) -> int:
    """The fewest points left over where no wild card stands for itself."""
    places = [place for place, rank in enumerate(ladder) if rank in wild]
    wilds = [card for card in hand if card.rank in wild or card == JOKER]
    own = Counter(card.suit for card in wilds if card != JOKER)

    def suit_runs(prices: list[int], count: int, high: int, suit: str) -> SuitRuns:
        return StrictSuitRuns(prices, count, high, places, len(wilds) - own[suit])

    search = GroupSearch(hand, ladder, wild, price, suit_runs)
    return sum(map(price, hand)) if has_no_meld(search) else search.best.points
