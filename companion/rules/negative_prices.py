"""Cards of negative points: to leave one is worth more than to lay it, unless it helps to lay others.

A search for the fewest points takes prices from 0 upwards. So the cards of negative points that melds may use are
chosen first, those that give up the fewest points before others: the search has them at 0 and never sees the rest.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush

from companion.rules.cards import Card

Price = Callable[[Card], int]


def points_below_zero(cards: Sequence[Card], price: Price) -> int:
    """Return the points of those of the cards that have negative ones."""
    return sum(min(price(card), 0) for card in cards)


def usable(hand: Sequence[Card], price: Price) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the positions of the cards that melds may use, with the points given up, the fewest first.

    They are all cards from 0 points upwards with some of the others; of equal cards each number comes once.
    """
    others = sorted((place for place, card in enumerate(hand) if price(card) < 0), key=lambda at: -price(hand[at]))
    plain = [place for place, card in enumerate(hand) if price(card) >= 0]
    queue: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    seen = set()
    while queue:
        points, chosen = heappop(queue)
        kind = frozenset(Counter(hand[others[at]] for at in chosen).items())
        if kind not in seen:
            seen.add(kind)
            yield points, tuple(sorted([*plain, *(others[at] for at in chosen)]))
        # each set once: its last card is replaced by the next one, or the next one is added
        after = chosen[-1] + 1 if chosen else 0
        if after < len(others):
            more = -price(hand[others[after]])
            heappush(queue, (points + more, (*chosen, after)))
            if chosen:
                heappush(queue, (points + more + price(hand[others[chosen[-1]]]), (*chosen[:-1], after)))
