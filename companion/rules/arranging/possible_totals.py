"""Possible totals: the points that some hand can leave over in its best arrangement.

The cards left over are chosen rank by rank up the ladder. All choices that lead to one state are merged: their sums
are bits of one number, a bit for each sum, so that adding a card is a shift.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement

from companion.rules.cards import JOKER, SUITS, Card

SuitState = tuple[bool, bool, bool]  # whether a card of the suit was chosen at the ace, one rank back, and last


def some_arrangement_leaves(
    points: int,
    cards: int,
    ladder: tuple[str, ...],
    wild: frozenset[str],
    price: Callable[[Card], int],
    copies: int | None,
    jokers: int | None,
    suits: str = SUITS,
) -> bool:
    """Return whether some hand of this number of cards, in its best arrangement, leaves exactly these points.

    All suits must cost the same.
    """
    prices = tuple(price(Card(rank, suits[0])) for rank in ladder)
    spares = {price(JOKER)} if jokers != 0 else set()
    spares |= {cost for rank, cost in zip(ladder, prices, strict=True) if rank in wild}
    naturals = tuple(None if rank in wild else cost for rank, cost in zip(ladder, prices, strict=True))
    high = ladder[0] == ladder[-1]
    left = _left_over(cards, naturals[: -1 if high else None], high, frozenset(spares), len(suits), copies != 1)
    return points >= 0 and left >> points & 1 == 1


@lru_cache(maxsize=256)
def _left_over(
    cards: int, prices: tuple[int | None, ...], high: bool, spares: frozenset[int], suits: int, twins: bool
) -> int:
    """Return the sums that hands of this number of cards can leave, as bits.

    With a meld, every wild lies in it, and any three or more cards can be a meld that is of no use to the others.
    Without a meld, the hand has no wild, or a single one and no two naturals that it could join.
    """
    unmelded_by_wild = _sums_without_meld(cards, prices, high, suits, twins, with_wild=True)
    unmelded = _sums_without_meld(cards, prices, high, suits, twins, with_wild=False)
    left = unmelded[cards]
    for size in range(cards - 2):
        left |= unmelded[size]
    for price in spares:
        left |= unmelded_by_wild[cards - 1] << price
    return left


def _sums_without_meld(
    cards: int, prices: tuple[int | None, ...], high: bool, suits: int, twins: bool, with_wild: bool
) -> list[int]:
    """Return, for each number of naturals, their possible sums without a meld (nor one that a wild would complete)."""
    width = cards * max(filter(None, prices)) + 1
    mask = (1 << (cards + 1) * width) - 1
    close = any if with_wild else all
    states = {((False, False, False),) * suits: 1}  # the sums of n cards begin at bit n * width
    for place, price in enumerate(prices):
        after: dict[tuple[SuitState, ...], int] = defaultdict(int)
        for state, sums in states.items():
            for taken in _taken_at_rank(price, suits, twins, with_wild):
                if not any(close(state[suit][1:]) for suit in taken):
                    after[_successor(state, taken, place == 0)] |= sums << len(taken) * (width + (price or 0)) & mask
        states = after
    if high:
        states = {state: sums for state, sums in states.items() if not any(ace and close(last) for ace, *last in state)}
    total = 0
    for sums in states.values():
        total |= sums
    return [total >> size * width & (1 << width) - 1 for size in range(cards + 1)]


def _taken_at_rank(price: int | None, suits: int, twins: bool, with_wild: bool) -> Iterator[tuple[int, ...]]:
    """Yield the suits of the cards that can be chosen of one rank without a group; none of a wild rank."""
    yield ()
    if price is not None:
        yield from combinations(range(suits), 1)
        if not with_wild:
            yield from (combinations_with_replacement if twins else combinations)(range(suits), 2)


def _successor(state: tuple[SuitState, ...], taken: tuple[int, ...], first: bool) -> tuple[SuitState, ...]:
    """Return the state one rank on; suits are interchangeable."""
    return tuple(
        sorted((first and suit in taken or ace, last, suit in taken) for suit, (ace, _, last) in enumerate(state))
    )
