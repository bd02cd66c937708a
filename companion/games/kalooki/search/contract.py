"""Test whether a hand holds a contract of threes and fours, and find the cards that would complete it."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache

from companion.games.kalooki.search.fours import LADDER, PLACES, TOP, Four, one_card
from companion.rules.cards import JOKER, RANKS, SUITS, Card
from companion.rules.packed_cards import BITS, COPIES

Need = tuple[int, int]  # jokers, and the packed cards that could be part of a three

ONE_EACH = sum(1 << place * BITS for place in range(TOP))
HALF = 1 << BITS - 1


def can_lay_down(hand: Iterable[Card], groups: int, runs: int, naturals: int) -> bool:
    """Return whether the hand holds these numbers of threes and fours, each four with at least `naturals` naturals."""
    jokers = 0
    suits: dict[str, int] = defaultdict(int)
    for card in hand:
        if card == JOKER:
            jokers += 1
        else:
            suits[card.suit] += one_card(PLACES[card.rank])
    cards = sum(suits.values())
    shared = sum(
        COPIES << place * BITS for place in range(TOP) if (cards >> place * BITS & COPIES) + min(jokers, 1) > 2
    )
    if not _threes(cards & shared, jokers, groups):
        return False
    needs = [_needs(suit, jokers, naturals, shared if groups else 0) for suit in suits.values()] if runs else []
    return _fours(sorted(filter(None, needs), key=len), runs, jokers, cards & shared, groups)


def missing(hand: Sequence[Card], groups: int, runs: int, naturals: int, suits: str = SUITS) -> tuple[Card, ...]:
    """Return the cards any one of which would complete the contract; empty if it is complete."""
    if can_lay_down(hand, groups, runs, naturals):
        return ()
    kinds = (*(Card(rank, suit) for suit in suits for rank in RANKS), JOKER)
    return tuple(card for card in kinds if can_lay_down((*hand, card), groups, runs, naturals))


@lru_cache(maxsize=8)
def smallest_fours(naturals: int) -> tuple[tuple[int, int, int], ...]:
    """Return the minimal fours with enough naturals: number of jokers, places of the naturals, and these packed."""
    fours: list[tuple[int, int, int]] = []
    for size in (4, 5):
        for low in range(len(LADDER) - size + 1):
            for jokers in range(1 << size):
                four = Four(low, low + size - 1, jokers << low)
                places = ((1 << size) - 1 ^ jokers) << low
                apart = not jokers & jokers >> 1 and size - jokers.bit_count() >= naturals
                if apart and not any(places & other == other for _, other, _ in fours if size == 5):
                    fours.append((jokers.bit_count(), places, four.naturals))
    return tuple(fours)


def _needs(suit: int, jokers: int, naturals: int, shared: int) -> list[Need]:
    """Return the undominated needs of a suit's fours: one dominates with as few jokers and a subset of the cards."""
    present = sum(1 << place for place in range(TOP) if suit >> place * BITS & COPIES)
    present |= (present & 1) << TOP
    needs = {
        (spent, packed & shared)
        for spent, places, packed in smallest_fours(naturals)
        if spent <= jokers and places & present == places
    }
    good: list[Need] = []
    for spent, used in sorted(needs, key=lambda need: (need[0], need[1].bit_count())):
        if not any(used & other == other for _, other in good):
            good.append((spent, used))
    return good


def _fours(suits: Sequence[Sequence[Need]], runs: int, jokers: int, cards: int, groups: int) -> bool:
    """Return whether this number of suits can give a four each and leave enough cards for the threes."""
    if not _threes(cards, jokers, groups):
        return False
    return not runs or any(
        spent <= jokers and _fours(suits[index + 1 :], runs - 1, jokers - spent, cards - used, groups)
        for index in range(len(suits) - runs + 1)
        for spent, used in suits[index]
    )


def _threes(cards: int, jokers: int, groups: int) -> bool:
    """Return whether packed cards make this number of threes: three of a rank are one, and so are two with a joker."""
    threes = at_least(3, cards)
    return threes + min(at_least(2, cards) - threes, jokers) >= groups


def at_least(count: int, cards: int) -> int:
    """Return the number of ranks with at least `count` packed cards: only their sums carry into the rank's top bit."""
    return (cards + (HALF - count) * ONE_EACH & HALF * ONE_EACH).bit_count()
