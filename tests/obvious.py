"""Slow answers that are easy to believe, for the quick ones to be compared with."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations

from companion.rules.cards import Card


def is_meld(cards: Sequence[Card], ladder: Sequence[str], wild: frozenset[str]) -> bool:
    """Whether the cards, in any order, are a group or a run of three or more."""
    naturals = [card for card in cards if card.rank not in wild]
    if len(cards) < 3:
        return False
    if len({card.rank for card in naturals}) <= 1:
        return True
    if len({card.suit for card in naturals}) > 1:
        return False
    ranks = Counter(card.rank for card in naturals)
    windows = (Counter(ladder[low : low + len(cards)]) for low in range(len(ladder) - len(cards) + 1))
    return any(ranks <= window for window in windows)


def least_points(
    hand: Sequence[Card], ladder: Sequence[str], wild: frozenset[str], price: Callable[[Card], int]
) -> int:
    """The fewest points left over, by trying every way to split the hand."""
    legal = {
        sum(1 << place for place in places)
        for size in range(3, len(hand) + 1)
        for places in combinations(range(len(hand)), size)
        if is_meld([hand[place] for place in places], ladder, wild)
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
    """The subsets, as bits, that hold the lowest card."""
    first = cards & -cards
    rest = part = cards - first
    while part:
        yield part | first
        part = (part - 1) & rest
