"""Which totals some hand could leave over, arranged as well as can be.

Sums are kept as bits of one number, a bit for each sum, so that adding a card is a shift.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement

from companion.rules.cards import JOKER, SUITS, Card

Suit = tuple[bool, bool, bool]  # whether a card of it was taken at the ace, one rank back, and last


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
    """Whether some hand of so many cards, arranged as well as can be, leaves just these points; suits cost the same."""
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
    """The sums that hands of so many cards can leave.

    With a meld, every wild lies in it, and any three cards or more can be a meld that is no use to the others.
    Without one, no wild is in the hand, or a single one and no two naturals that it could join.
    """
    apart = _loose(cards, prices, high, suits, twins, wild_near=True)
    loose = _loose(cards, prices, high, suits, twins, wild_near=False)
    left = loose[cards]
    for size in range(cards - 2):
        left |= loose[size]
    for price in spares:
        left |= apart[cards - 1] << price
    return left


def _loose(
    cards: int, prices: tuple[int | None, ...], high: bool, suits: int, twins: bool, wild_near: bool
) -> list[int]:
    """For each number of naturals the sums they can have with no meld among them, nor with a wild if one is near."""
    width = cards * max(filter(None, prices)) + 1
    mask = (1 << (cards + 1) * width) - 1
    close = any if wild_near else all
    states = {((False, False, False),) * suits: 1}  # sums of a number of cards begin at width times that number
    for place, price in enumerate(prices):
        after: dict[tuple[Suit, ...], int] = defaultdict(int)
        for state, sums in states.items():
            for taken in _choices(price, suits, twins, wild_near):
                if not any(close(state[suit][1:]) for suit in taken):
                    after[_moved(state, taken, place == 0)] |= sums << len(taken) * (width + (price or 0)) & mask
        states = after
    if high:
        states = {state: sums for state, sums in states.items() if not any(ace and close(last) for ace, *last in state)}
    total = 0
    for sums in states.values():
        total |= sums
    return [total >> size * width & (1 << width) - 1 for size in range(cards + 1)]


def _choices(price: int | None, suits: int, twins: bool, wild_near: bool) -> Iterator[tuple[int, ...]]:
    """The suits of the cards that can be taken of one rank without making a group; none of a wild rank."""
    yield ()
    if price is not None:
        yield from combinations(range(suits), 1)
        if not wild_near:
            yield from (combinations_with_replacement if twins else combinations)(range(suits), 2)


def _moved(state: tuple[Suit, ...], taken: tuple[int, ...], first: bool) -> tuple[Suit, ...]:
    """The state one rank on; which suit is which does not matter."""
    return tuple(
        sorted((first and suit in taken or ace, last, suit in taken) for suit, (ace, _, last) in enumerate(state))
    )
