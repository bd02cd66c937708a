"""Possible totals: the points that some hand can leave over in its best arrangement.

The cards left over are chosen rank by rank up the ladder. All choices that lead to one state are merged: their sums
are bits of one number, a bit for each sum, so that adding a card is a shift.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations_with_replacement

from companion.rules.arranging.suit_runs import Sizes
from companion.rules.cards import JOKER, SUITS, Card

SuitState = tuple[int, int]  # 1 if the ace of the suit was chosen, and the ranks before this one, a bit for each


def some_arrangement_leaves(
    points: int,
    cards: int,
    ladder: tuple[str, ...],
    wild: frozenset[str],
    price: Callable[[Card], int],
    copies: int | None,
    jokers: int | None,
    suits: str = SUITS,
    sizes: Sizes = Sizes(),
) -> bool:
    """Return whether some hand of this number of cards, in its best arrangement, leaves exactly these points.

    All suits must cost the same, and no card less than 0.
    """
    prices = tuple(price(Card(rank, suits[0])) for rank in ladder)
    spares = {price(JOKER)} if jokers != 0 else set()
    spares |= {cost for rank, cost in zip(ladder, prices, strict=True) if rank in wild}
    naturals = tuple(None if rank in wild else cost for rank, cost in zip(ladder, prices, strict=True))
    high = ladder[0] == ladder[-1]
    wilds = cards if jokers is None or wild & set(ladder) else jokers
    left = _left_over(
        cards, naturals[: -1 if high else None], high, frozenset(spares), wilds, len(suits), copies or cards, sizes
    )
    return points >= 0 and left >> points & 1 == 1


@lru_cache(maxsize=256)
def _left_over(
    cards: int,
    prices: tuple[int | None, ...],
    high: bool,
    spares: frozenset[int],
    most_wilds: int,
    suits: int,
    copies: int,
    sizes: Sizes,
) -> int:
    """Return the sums that hands of this number of cards can leave, as bits.

    With a meld, every wild lies in it, and enough cards for one can be a meld that is of no use to the others.
    Without a meld, no naturals of the hand make one with its wilds.
    """
    unmelded = _sums_without_meld(cards, prices, high, suits, copies, sizes, 0)
    left = unmelded[cards]
    for size in range(cards - min(sizes) + 1):
        left |= unmelded[size]
    for wilds in range(1, min(*sizes, cards + 1, most_wilds + 1)):
        naturals = _sums_without_meld(cards, prices, high, suits, copies, sizes, wilds)[cards - wilds]
        for priced in combinations_with_replacement(spares, wilds):
            left |= naturals << sum(priced)
    return left


def _sums_without_meld(
    cards: int, prices: tuple[int | None, ...], high: bool, suits: int, copies: int, sizes: Sizes, wilds: int
) -> list[int]:
    """Return, for each number of naturals, their possible sums without a meld, even one with these wilds."""
    width = cards * max(filter(None, prices), default=0) + 1
    mask = (1 << (cards + 1) * width) - 1
    near, enough = (1 << sizes.run - 1) - 1, sizes.run - 1 - wilds  # ranks before, that complete a run with this one
    states = {((0, 0),) * suits: 1}  # the sums of n cards begin at bit n * width
    for place, price in enumerate(prices):
        after: dict[tuple[SuitState, ...], int] = defaultdict(int)
        choices = [*_taken_at_rank(price, suits, copies, sizes.group - 1 - wilds)]
        for state, sums in states.items():
            for taken in choices:
                if not any(state[suit][1].bit_count() >= enough for suit in taken):
                    following = _successor(state, taken, place == 0, near)
                    after[following] |= sums << len(taken) * (width + (price or 0)) & mask
        states = after
    if high:
        states = {
            state: sums
            for state, sums in states.items()
            if not any(ace and last.bit_count() >= enough for ace, last in state)
        }
    total = 0
    for sums in states.values():
        total |= sums
    return [total >> size * width & (1 << width) - 1 for size in range(cards + 1)]


def _taken_at_rank(price: int | None, suits: int, copies: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield the suits of the cards that can be chosen of one rank, up to `most`; none of a wild rank."""
    yield ()
    if price is not None:
        for count in range(1, most + 1):
            chosen = combinations_with_replacement(range(suits), count)
            yield from (suits for suits in chosen if max(map(suits.count, suits)) <= copies)


def _successor(state: tuple[SuitState, ...], taken: tuple[int, ...], first: bool, near: int) -> tuple[SuitState, ...]:
    """Return the state one rank on; suits are interchangeable."""
    return tuple(
        sorted(
            (int(first and suit in taken or ace), (last << 1 | (suit in taken)) & near)
            for suit, (ace, last) in enumerate(state)
        )
    )
