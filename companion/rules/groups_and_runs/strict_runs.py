"""The best arrangement under the other reading of an open point, by which no wild card may stand for itself.

Only wild cards of other suits can then fill the place of the wild rank in a run. Since wild cards may change places,
it is enough to limit the runs of each suit that cross that place to the number of wild cards that may lie there.
"""

from collections import Counter
from collections.abc import Sequence

from companion.rules.cards import JOKER, Card
from companion.rules.groups_and_runs.best_arrangement import has_no_meld
from companion.rules.groups_and_runs.groups import GroupSearch, Price
from companion.rules.groups_and_runs.suit_runs import Costs, Run, SuitRuns
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
    if has_no_meld(search):
        return sum(map(price, hand))
    crossings = {suit: len(wilds) - own[suit] for suit in search.suits}
    left_out = shut_out(search, len(ladder), places, crossings)
    return search.best.points + left_out * min(map(price, wilds), default=0)


def shut_out(search: GroupSearch, top: int, crossed: Sequence[int], crossings: dict[str, int]) -> int:
    """The wild cards that find no place: every run is shut in between the ends of the ladder and the wild rank."""
    runs = list(search.runs())
    spare = search.wilds - sum(group.need for group in search.best.groups)
    spare -= sum(run.length - len(run.naturals) for _, run in runs)
    if not 0 < spare < 3 or search.best.groups or any(len(run.naturals) == 1 for _, run in runs):
        return 0  # nothing is spare, three lie by themselves, and a group takes any number
    for suit, run in runs:
        across = sum(one == suit and passes(other, crossed) for one, other in runs)
        open_to = () if crossings[suit] > across or passes(run, crossed) else crossed
        spare -= room(run, top, open_to)
    return max(0, spare)


def passes(run: Run, crossed: Sequence[int]) -> bool:
    """Whether a run has naturals on both sides of the wild rank."""
    return any(run.naturals[0] < place < run.naturals[-1] for place in crossed)


def room(run: Run, top: int, closed: Sequence[int]) -> int:
    """The places beside a run that a wild card may still take, as far as the places that are closed to it."""
    low, high = run.naturals[0], run.naturals[-1]
    below = low - max([place + 1 for place in closed if place < low], default=0)
    above = min([place for place in closed if place > high], default=top) - high - 1
    return max(0, below + above - (run.length - (high - low + 1)))
