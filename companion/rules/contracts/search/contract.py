"""Test whether a hand holds a contract of groups and runs, and find the cards that would complete it."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.rules.cards import JOKER, RANKS, SUITS, Card
from companion.rules.contracts.search.runs import LADDER, TOP, Growth, Run, by_suit, held_places, pack
from companion.rules.search_state import BITS, COPIES

Need = tuple[int, int]  # wilds, and the packed cards that could be part of a group

ONE_EACH = sum(1 << place * BITS for place in range(TOP))
HALF = 1 << BITS - 1


class Contract(NamedTuple):
    """The requirements of a lay-down, and the readings of its open points.

    A group of the least size holds one wild at most; no two groups have the same rank, and no two runs the same suit.
    """

    groups: int
    runs: int
    naturals: int = 0  # fewest in a run
    group_size: int = 3
    run_size: int = 4
    bare: bool = False  # exactly the contract, no further meld
    growth: Growth = Growth()


def can_lay_down(hand: Iterable[Card], contract: Contract) -> bool:
    """Return whether the hand holds the groups and runs of the contract."""
    wilds, suits = by_suit(hand)
    cards, size, groups = sum(suits.values()), contract.group_size, contract.groups
    shared = sum(
        COPIES << place * BITS for place in range(TOP) if (cards >> place * BITS & COPIES) + min(wilds, 1) >= size
    )
    if _groups(cards & shared, wilds, size) < groups:
        return False
    needs = [_needs(suit, wilds, contract, shared if groups else 0) for suit in suits.values()] if contract.runs else []
    return _has_runs(sorted(filter(None, needs), key=len), contract.runs, wilds, cards & shared, contract)


def missing(hand: Sequence[Card], contract: Contract, suits: str = SUITS) -> tuple[Card, ...]:
    """Return the cards any one of which would complete the contract; empty if it is complete."""
    if can_lay_down(hand, contract):
        return ()
    kinds = (*(Card(rank, suit) for suit in suits for rank in RANKS), JOKER)
    return tuple(card for card in kinds if can_lay_down((*hand, card), contract))


@lru_cache(maxsize=8)
def smallest_runs(least: int, naturals: int) -> tuple[tuple[int, int, int], ...]:
    """Return the minimal runs of a least size with enough naturals: wilds, places of the naturals, and these packed.

    With one card more than the least size a run can have one natural more.
    """
    runs: list[tuple[int, int, int]] = []
    for size in (least, least + 1):
        for low in range(len(LADDER) - size + 1):
            for wilds in range(1 << size):
                places = Run(low, low + size - 1, wilds << low).naturals
                apart = not wilds & wilds >> 1 and places.bit_count() >= naturals
                if apart and not any(places & other == other for _, other, _ in runs if size > least):
                    runs.append((wilds.bit_count(), places, pack(places)))
    return tuple(runs)


def _needs(suit: int, wilds: int, contract: Contract, shared: int) -> list[Need]:
    """Return the undominated needs of a suit's runs: one dominates with as few wilds and a subset of the cards."""
    present = held_places(suit)
    needs = {
        (spent, packed & shared)
        for spent, places, packed in smallest_runs(contract.run_size, contract.naturals)
        if spent <= wilds and places & present == places
    }
    good: list[Need] = []
    for spent, used in sorted(needs, key=lambda need: (need[0], need[1].bit_count())):
        if not any(used & other == other for _, other in good):
            good.append((spent, used))
    return good


def _has_runs(suits: Sequence[Sequence[Need]], runs: int, wilds: int, cards: int, contract: Contract) -> bool:
    """Return whether this number of suits can give a run each and leave enough cards for the groups."""
    if _groups(cards, wilds, contract.group_size) < contract.groups:
        return False
    return not runs or any(
        spent <= wilds and _has_runs(suits[index + 1 :], runs - 1, wilds - spent, cards - used, contract)
        for index in range(len(suits) - runs + 1)
        for spent, used in suits[index]
    )


def _groups(cards: int, wilds: int, size: int) -> int:
    """Return the number of groups of the least size in packed cards; a wild may take the place of one card in each."""
    groups = at_least(size, cards)
    return groups + min(at_least(size - 1, cards) - groups, wilds)


def at_least(count: int, cards: int) -> int:
    """Return the number of ranks with at least `count` packed cards: only their sums carry into the rank's top bit."""
    return (cards + (HALF - count) * ONE_EACH & HALF * ONE_EACH).bit_count()
