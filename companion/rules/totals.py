"""The possible totals of a hand of cards: a check on numbers called across the table.

A set of sums is one number with a bit for each sum, so that adding a card is a shift.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache


def some_hand(points: int, sizes: Iterable[int], stock: Mapping[int, int | None]) -> bool:
    """Return whether a hand of one of these sizes can have these points; `stock` counts the cards of each price."""
    sizes = frozenset(sizes)
    by_size = _hands(max(sizes, default=0), tuple(sorted(stock.items())))
    return points >= 0 and any(by_size[size] >> points & 1 for size in sizes)


@lru_cache(maxsize=64)
def _hands(most: int, stock: tuple[tuple[int, int | None], ...]) -> tuple[int, ...]:
    """Return, for each number of cards, the sums they can have, as bits."""
    by_size = [1] + [0] * most
    for price, limit in stock:
        for size in range(most, 0, -1):
            for count in range(1, min(size, most if limit is None else limit) + 1):
                by_size[size] |= by_size[size - count] << price * count
    return tuple(by_size)
