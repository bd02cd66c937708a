"""Ladder of ranks from ace to ace, with sets of its places as bits, and a run as a stretch of it."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from companion.rules.cards import RANKS
from companion.rules.search_state import BITS

LADDER = (*RANKS, "A")  # the places of a run: an ace at each end
TOP = len(LADDER) - 1
PLACES = {rank: place for place, rank in enumerate(RANKS)}
ACES = 1 | 1 << TOP


@lru_cache(maxsize=1 << len(LADDER))
def places(bits: int) -> tuple[int, ...]:
    """Return the places of these bits."""
    return tuple([place for place in range(len(LADDER)) if bits >> place & 1])


@lru_cache(maxsize=1 << len(LADDER))
def pack(bits: int) -> int:
    """Return one card for each of these places, packed by rank; the aces at both ends are one rank."""
    return sum([1 << place % TOP * BITS for place in places(bits)])


@cache
def windows(least: int) -> Sequence[tuple[int, int, int]]:
    """Return every part of the ladder of this size or more: its lowest place, its highest, and their bits."""
    every = [(low, high) for low in range(TOP + 1) for high in range(low + least - 1, TOP + 1)]
    return [(low, high, (2 << high) - (1 << low)) for low, high in every]


class Run(NamedTuple):
    """A run: its lowest place, its highest, and a bit for each place of a wild."""

    low: int
    high: int
    wilds: int = 0

    @property
    def size(self) -> int:
        """The number of its cards."""
        return self.high - self.low + 1

    @property
    def naturals(self) -> int:
        """A bit for each place of a natural."""
        return (2 << self.high) - (1 << self.low) & ~self.wilds


def shorter(run: Run) -> tuple[Run, Run]:
    """Return a run without its lowest card, and without its highest."""
    low, high, wilds = run
    return Run(low + 1, high, wilds & ~(1 << low)), Run(low, high - 1, wilds & ~(1 << high))
