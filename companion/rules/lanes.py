"""The runs of one suit: what a suit's cards leave over for each number of wilds, and which runs do it."""

from collections.abc import Iterator, Sequence
from operator import add
from typing import NamedTuple

BITS = 5  # of a packed suit: how many copies lie at a place of the ladder, the lowest place first
COPIES = (1 << BITS) - 1
LONGEST = 5  # a longer run can be cut in two

Costs = list[int]  # the fewest points left over with no wild, with one, two …


class Run(NamedTuple):
    """A run by places of the ladder: where it begins, how long it is, and where it has a natural."""

    low: int
    length: int
    naturals: tuple[int, ...]


def in_reach(present: int, wilds: int, high: int) -> int:
    """Of the places with a card, one bit each, those that a run could join to a neighbour at most two places off.

    `high` is the place of the ace above the king; 0 where the ace is only low.
    """
    if high and present & 1:
        present |= 1 << high
    beside, beyond = present & present >> 1, present & present >> 2
    if wilds:
        reach = beside | beside << 1 | beyond | beyond << 2
    else:
        reach = beside & beyond
        reach |= reach << 1 | reach << 2
    return reach | reach >> high & 1


class Lane:
    """One suit along the ladder; `costs` says what its cards leave over when they may only lie in runs."""

    def __init__(self, prices: list[int], wilds: int, high: int):
        self.prices, self.wilds, self.high = prices, wilds, high
        self.top = len(prices) - 1
        self.known: dict[int, Costs] = {0: [0] * (wilds + 1)}

    def costs(self, packed: int) -> Costs:
        """The fewest points these cards leave over, for each number of wilds."""
        if not (self.high and packed & COPIES):
            return self._costs(packed)
        return [min(costs) for costs in zip(*map(self._costs, self._aces_placed(packed)), strict=True)]

    def runs(self, packed: int, wilds: int) -> Iterator[Run]:
        """Runs, the lowest first, that leave over what `costs` says."""
        packed = min(self._aces_placed(packed), key=lambda placed: self._costs(placed)[wilds])
        while packed:
            target = self._costs(packed)[wilds]
            for need, rest, end in self._starts(packed):
                if need <= wilds and self._costs(rest)[wilds - need] == target:
                    yield self._run(packed, end)
                    packed, wilds = rest, wilds - need
                    break
            else:
                packed -= 1 << lowest(packed) * BITS

    def _aces_placed(self, packed: int) -> Iterator[int]:
        """The same cards with none, one … all of the aces moved above the king."""
        yield packed
        if self.high:
            for _ in range(packed & COPIES):
                packed += (1 << self.high * BITS) - 1
                yield packed

    def _costs(self, packed: int) -> Costs:
        known = self.known.get(packed)
        if known is None:
            place = lowest(packed)
            price = self.prices[place]
            known = [price + cost for cost in self._costs(packed - (1 << place * BITS))]
            for need, rest, _ in self._starts(packed):
                known[need:] = map(min, known[need:], self._costs(rest))
            self.known[packed] = known
        return known

    def _starts(self, packed: int) -> Iterator[tuple[int, int, int]]:
        """The runs that begin with the lowest natural: the wilds each needs, the cards it leaves, and where it ends.

        A run takes every natural it passes: should another run hold it, the two may trade it for the wild.
        """
        place = lowest(packed)
        holes = 0
        for end in range(place, min(place + LONGEST, self.top + 1)):
            if packed >> end * BITS & COPIES:
                packed -= 1 << end * BITS
                need = holes if end > place + 1 else 2 - end + place
                if need <= self.wilds:
                    yield need, packed, end
            else:
                holes += 1
                if holes > self.wilds:
                    return

    def _run(self, cards: int, end: int) -> Run:
        """The run from the lowest of the cards to an end, filled up to three."""
        place = lowest(cards)
        naturals = tuple(at for at in range(place, end + 1) if cards >> at * BITS & COPIES)
        length = max(3, end - place + 1)
        return Run(min(place, self.top + 1 - length), length, naturals)


def lowest(packed: int) -> int:
    """The lowest place that has a card."""
    return ((packed & -packed).bit_length() - 1) // BITS


def joined(lanes: Sequence[Costs], wilds: int) -> Costs:
    """The costs of several lanes that share the wilds."""
    total = [0] * (wilds + 1)
    for costs in lanes:
        if costs[0] == costs[-1]:
            total = [cost + costs[0] for cost in total]
        else:
            total = [min(map(add, total, costs[spare::-1])) for spare in range(wilds + 1)]
    return total


def shares(lanes: Sequence[Costs], wilds: int) -> list[int]:
    """How many of the wilds each lane gets so that together they cost what `joined` says."""
    if not wilds or not lanes:
        return [0] * len(lanes)
    *others, last = lanes
    before = joined(others, wilds)
    share = min(range(wilds + 1), key=lambda share: before[wilds - share] + last[share])
    return [*shares(others, wilds - share), share]
