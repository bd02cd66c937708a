"""Brute force for the best arrangement: slow, easy to verify, and compared with the fast solver."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations

from companion.rules.cards import Card


def is_meld(
    cards: Sequence[Card], ladder: Sequence[str], wild: frozenset[str], sizes: tuple[int, int] = (3, 3)
) -> bool:
    """True if the cards, in any order, are a group or a run of its least size or more."""
    naturals = [card for card in cards if card.rank not in wild]
    if len({card.rank for card in naturals}) <= 1 and len(cards) >= sizes[0]:
        return True
    if len({card.suit for card in naturals}) > 1 or len(cards) < sizes[1]:
        return False
    ranks = [card.rank for card in naturals]
    windows = (ladder[low : low + len(cards)] for low in range(len(ladder) - len(cards) + 1))
    return any(all(ranks.count(rank) <= window.count(rank) for rank in ranks) for window in windows)


def least_points(
    hand: Sequence[Card],
    ladder: Sequence[str],
    wild: frozenset[str],
    price: Callable[[Card], int],
    sizes: tuple[int, int] = (3, 3),
) -> int:
    """Return the fewest points left over, by trying every way to split the hand."""
    legal = {
        sum(1 << place for place in places)
        for size in range(min(sizes), len(hand) + 1)
        for places in combinations(range(len(hand)), size)
        if is_meld([hand[place] for place in places], ladder, wild, sizes)
    }

    @cache
    def least(cards: int) -> int:
        if not cards:
            return 0
        first = cards & -cards
        left = price(hand[first.bit_length() - 1]) + least(cards - first)
        return min([left, *(least(cards - meld) for meld in parts(cards) if meld in legal)])

    return least((1 << len(hand)) - 1)


def parts(cards: int) -> Iterator[int]:
    """Yield the subsets, as bits, that contain the lowest card."""
    first = cards & -cards
    rest = part = cards - first
    while part:
        yield part | first
        part = (part - 1) & rest
