"""Which totals some hand of cards could have: a scorekeeper's check on numbers called across the table.

Sums are kept as bits of one number, a bit for each sum, so that adding a card is a shift.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache


def some_hand(points: int, sizes: Iterable[int], stock: Mapping[int, int | None]) -> bool:
    """Whether some hand of one of these sizes has these points; the stock holds the number of cards of each price."""
    sizes = frozenset(sizes)
    by_size = _hands(max(sizes, default=0), tuple(sorted(stock.items())))
    return points >= 0 and any(by_size[size] >> points & 1 for size in sizes)


@lru_cache(maxsize=64)
def _hands(most: int, stock: tuple[tuple[int, int | None], ...]) -> tuple[int, ...]:
    """For each number of cards the sums they can have."""
    by_size = [1] + [0] * most
    for price, limit in stock:
        for size in range(most, 0, -1):
            for count in range(1, min(size, most if limit is None else limit) + 1):
                by_size[size] |= by_size[size - count] << price * count
    return tuple(by_size)
