"""The runs of one suit: the points that its cards leave over for each number of wilds, and runs that achieve it.

A memo stores the answer for every set of cards, packed into one number. The answer for a set comes from smaller ones:
its lowest card is left over, or a run begins with it.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import accumulate
from operator import add
from typing import NamedTuple

from companion.rules.search_state import BITS, COPIES, lowest

Costs = list[int]  # costs[n]: the fewest points left over with n wilds


class Run(NamedTuple):
    """A run by places of the ladder: its lowest place, its length, and the places of its naturals."""

    low: int
    length: int
    naturals: tuple[int, ...]


class Sizes(NamedTuple):
    """The least numbers of cards of a group and of a run."""

    group: int = 3
    run: int = 3


@lru_cache(maxsize=8192)
def places_in_reach(present: int, wilds: int, high: int, size: int) -> int:
    """Return the places, one bit each, whose card could lie in a run of the least size beside another natural.

    `present` has a bit for each place with a card. `high` is the place of the ace above the king, 0 if the ace is
    only low.
    """
    if high and present & 1:
        present |= 1 << high
    naturals, reach = max(2, size - wilds), 0
    for low in range(max(present.bit_length() - 1, 0)):
        window = present & ((1 << size) - 1) << low
        if window.bit_count() >= naturals:
            reach |= window
    return reach | reach >> high & 1


class SuitRuns:
    """One suit along the ladder; `costs` gives the points its cards leave over if they may only lie in runs."""

    crossings = 0

    def __init__(self, prices: list[int], wilds: int, high: int, suit: str = "", size: int = 3):
        self.prices, self.wilds, self.high, self.size = prices, wilds, high, size
        self.top = len(prices) - 1
        # places next to a lowest card, one of which must have a card for a run to begin; with enough wilds, none must
        near = sum(COPIES << away * BITS for away in range(1, wilds + 2))
        self.next_places = -1 if wilds >= size - 1 else near
        self.memo: dict[int, Costs] = {0: [0] * (wilds + 1)}

    def costs(self, packed: int) -> Costs:
        """Return the fewest points these cards leave over, by number of wilds."""
        if not (self.high and packed & COPIES):
            return self._costs(packed)
        return [min(costs) for costs in zip(*map(self._costs, self._aces_placed(packed)), strict=True)]

    def runs(self, packed: int, wilds: int) -> Iterator[Run]:
        """Yield runs, the lowest first, that leave the points given by `costs`."""
        if self.high:
            packed = min(self._aces_placed(packed), key=lambda placed: self._costs(placed)[wilds])
        crossings = self.crossings
        while packed:
            place = lowest(packed)
            target, others = self._costs(packed, crossings)[wilds], packed - (1 << place * BITS)
            if self.prices[place] + self._costs(others, crossings)[wilds] == target:
                packed = others
                continue
            for need, rest, end in self._runs_from(packed, place):
                after = crossings - self._crosses(place, end)
                if need <= wilds and after >= 0 and self._costs(rest, after)[wilds - need] == target:
                    yield self._run(packed, end)
                    packed, wilds, crossings = rest, wilds - need, after
                    break

    def _crosses(self, place: int, end: int) -> int:
        """Return the number of remaining crossings that a run between these naturals uses."""
        return 0

    def _aces_placed(self, packed: int) -> Iterator[int]:
        """Yield the same cards with none, one … all of the aces moved above the king."""
        yield packed
        if self.high:
            for _ in range(packed & COPIES):
                packed += (1 << self.high * BITS) - 1
                yield packed

    def _costs(self, packed: int, crossings: int | None = None) -> Costs:
        """Return the costs if at most `crossings` runs may cross limited places; this class has none."""
        known = self.memo.get(packed)
        if known is None:
            place = ((packed & -packed).bit_length() - 1) // BITS
            price = self.prices[place]
            known = [price + cost for cost in self._costs(packed - (1 << place * BITS))]
            if packed >> place * BITS & self.next_places:
                for need, rest, _ in self._runs_from(packed, place):
                    for wilds, cost in enumerate(self._costs(rest)[: self.wilds + 1 - need], need):
                        if cost < known[wilds]:
                            known[wilds] = cost
            self.memo[packed] = known
        return known

    def _runs_from(self, packed: int, place: int) -> Iterator[tuple[int, int, int]]:
        """Yield the runs that begin with the lowest natural: the wilds needed, the cards left, and the end.

        A run takes every natural it passes: if another run holds it, the two can exchange it for the wild.
        """
        holes = 0
        longest = 2 * self.size - 1  # cards; a longer run can be cut in two
        for end in range(place, min(place + longest, self.top + 1)):
            card = 1 << end * BITS
            if packed & card * COPIES:
                packed -= card
                need = holes + max(0, self.size - 1 - end + place)
                if need <= self.wilds:
                    yield need, packed, end
            else:
                holes += 1
                if holes > self.wilds:
                    return

    def _run(self, cards: int, end: int) -> Run:
        """Return the run from the lowest of the cards to an end, extended to the least size."""
        place = lowest(cards)
        naturals = tuple(at for at in range(place, end + 1) if cards >> at * BITS & COPIES)
        length = max(self.size, end - place + 1)
        return Run(min(place, self.top + 1 - length), length, naturals)


def combined(suits: Iterable[Costs], wilds: int) -> Costs:
    """Return the costs of several suits that share the wilds."""
    return reduce(min_plus, suits, [0] * (wilds + 1))


def min_plus(total: Costs, costs: Costs) -> Costs:
    """Return the costs of one more suit added: for each number of wilds the cheapest way to share them."""
    if not costs[0]:
        return total
    if costs[0] == costs[-1]:
        return [cost + costs[0] for cost in total]
    return [min(map(add, total, costs[spare::-1])) for spare in range(len(total))]


def shared_wilds(suits: Sequence[Costs], wilds: int) -> list[int]:
    """Return the number of wilds for each suit with which they cost together what `combined` gives."""
    given = [0] * len(suits)
    totals = [*accumulate(suits, min_plus, initial=[0] * (wilds + 1))] if wilds else []
    for index in range(len(totals) - 1, 0, -1):
        target, costs, others = totals[index][wilds], suits[index - 1], totals[index - 1]
        while others[wilds - given[index - 1]] + costs[given[index - 1]] != target:
            given[index - 1] += 1
        wilds -= given[index - 1]
    return given
