"""Possible totals of an arranged hand: every one called possible has a hand, and no hand has another."""

from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from random import Random

import pytest

from companion.rules.arranging.best_arrangement import best_arrangement
from companion.rules.arranging.possible_totals import some_arrangement_leaves
from companion.rules.arranging.suit_runs import Sizes
from companion.rules.cards import JOKER, RANKS, SUITS, Card
from tests.rules import brute_force

ACE_HIGH = (*RANKS, "A")


def price_by(ace=1, jack=10, queen=10, king=10):
    named = {"JK": 20, "A": ace, "J": jack, "Q": queen, "K": king}
    return lambda card: named.get(card.rank) or int(card.rank)


HOUSES = {
    "defaults": (RANKS, price_by(), 0),
    "ace high": (ACE_HIGH, price_by(ace=15), 0),
    "court points": (RANKS, price_by(jack=11, queen=12, king=13), 0),
    "jokers": (RANKS, price_by(), 2),
    "all of these": (ACE_HIGH, price_by(15, 11, 12, 13), 2),
}
SMALL = [
    *((3, 1, house) for house in HOUSES),
    *((4, 1, "ace high"), (4, 1, "jokers"), (3, 2, "court points"), (4, 2, "all of these")),
]
LARGE = [(5, 1, "defaults"), (6, 1, "jokers"), (8, 1, "ace high"), (8, 1, "court points"), (13, 2, "all of these")]


def possible(cards, copies, house):
    ladder, price, jokers = HOUSES[house]
    wild = frozenset({RANKS[cards - 1], "JK"})
    return {
        points
        for points in range(301)
        if some_arrangement_leaves(points, cards, ladder, wild, price, copies, jokers and jokers * copies)
    }


@cache
def all_hands(cards, copies, jokers):
    """Return every hand up to the names of its suits."""
    return [
        [*([JOKER] * some), *(Card(rank, suit) for suit, ranks in zip(SUITS, hand, strict=False) for rank in ranks)]
        for some in range(min(jokers, cards) + 1)
        for sizes in shares(cards - some, len(SUITS))
        for hand in suits_of(sizes, copies)
    ]


def shares(cards, suits, most=13):
    """Return every way to distribute this many cards over suits, longest suit first."""
    if not cards or not suits:
        return [] if cards else [()]
    return [(size, *rest) for size in range(min(cards, most), 0, -1) for rest in shares(cards - size, suits - 1, size)]


def suits_of(sizes, copies):
    """Yield the ranks of each suit in every way, up to the order of suits of equal size."""
    parts = []
    for size, alike in Counter(sizes).items():
        suit = [ranks for ranks in combinations_with_replacement(RANKS, size) if few_alike(ranks, copies)]
        parts.append(combinations_with_replacement(suit, alike))
    return (sum(hand, ()) for hand in product(*parts))


def few_alike(ranks, copies):
    """True if no rank occurs more often than there are copies."""
    return max(Counter(ranks).values()) <= copies


@pytest.mark.parametrize("cards, copies, house", SMALL)
def test_exactly_the_totals_of_all_hands_are_possible(cards, copies, house):
    ladder, price, jokers = HOUSES[house]
    wild = frozenset({RANKS[cards - 1], "JK"})
    hands = all_hands(cards, copies, jokers * copies)
    left = {best_arrangement(hand, ladder, wild, price).points for hand in hands}
    assert possible(cards, copies, house) == left


@pytest.mark.parametrize("jokers", [0, 2])
@pytest.mark.parametrize("sizes", [Sizes(4, 4), Sizes(3, 4), Sizes(4, 3)], ids=str)
def test_melds_of_other_least_sizes_leave_exactly_the_totals_of_all_hands(sizes, jokers):
    price, ladder, suits, wild = price_by(), RANKS[:6], "SHD", frozenset({"JK"})
    pack = [Card(rank, suit) for rank in ladder for suit in suits] + [JOKER] * jokers
    for cards in (4, 5):
        left = {best_arrangement(hand, ladder, wild, price, sizes).points for hand in set(combinations(pack, cards))}
        answers = (some_arrangement_leaves(n, cards, ladder, wild, price, 1, jokers, suits, sizes) for n in range(200))
        assert [points for points, possible in enumerate(answers) if possible] == sorted(left)


@pytest.mark.parametrize("cards, copies, house", LARGE)
def test_every_possible_total_has_a_hand_that_leaves_it(cards, copies, house):
    ladder, price, jokers = HOUSES[house]
    wild = frozenset({RANKS[cards - 1], "JK"})
    missing = possible(cards, copies, house)
    random = Random(5)
    for _ in range(200):
        for left in left_overs(cards, ladder, wild, price, copies, jokers, random):
            points = sum(map(price, left))
            hands = completed(left, cards, copies, ladder, random) if points in missing else ()
            if any(best_arrangement(hand, ladder, wild, price).points == points for hand in hands):
                missing.remove(points)
        if not missing:
            return
    assert not missing


def left_overs(cards, ladder, wild, price, copies, jokers, random):
    """Return random sets of cards without a meld, one for each number of cards and each sum."""
    spares = [Card(rank, "S") for rank in wild if rank != "JK"] + ([JOKER] if jokers else [])
    for spare in [(), *zip(spares)]:
        found = {(len(spare), sum(map(price, spare))): spare}
        kinds = [Card(rank, suit) for rank in RANKS if rank not in wild for suit in SUITS] * min(copies, 2)
        for card in random.sample(kinds, len(kinds)):
            for (size, points), held in list(found.items()):
                key = (size + 1, points + price(card))
                if size < cards and key not in found and not meld_with(card, held, ladder, wild):
                    found[key] = (*held, card)
        yield from (held for (size, _), held in found.items() if size == cards or size <= cards - 3 and not spare)


def meld_with(card, held, ladder, wild):
    """True if two of the cards form a meld with one more."""
    return any(brute_force.is_meld((*pair, card), ladder, wild) for pair in combinations(held, 2))


def completed(left, cards, copies, ladder, random):
    """Return hands of this many cards: these, and random melds from the rest of the packs."""
    if len(left) == cards:
        yield list(left)
        return
    for _ in range(20):
        hand = list(left)
        while len(hand) < cards - 2:
            size = min(random.choice((3, 3, 4, 5)), cards - len(hand))
            low = random.randrange(len(ladder) - size + 1)
            run = [Card(rank, random.choice(SUITS)) for rank in ladder[low : low + size]]
            group = [Card(ladder[low], random.choice(SUITS)) for _ in range(size)]
            hand += random.choice(([card._replace(suit=run[0].suit) for card in run], group))
        if len(hand) == cards and max(Counter(hand).values()) <= copies:
            yield hand


@pytest.mark.parametrize(
    "cards, house, points, answer",
    [
        (3, "defaults", 1, False),
        (3, "defaults", 0, True),
        (3, "defaults", 31, False),
        (3, "court points", 31, True),
        (13, "defaults", 131, False),
        (13, "defaults", -1, False),
        (13, "defaults", 10**6, False),
    ],
)
def test_totals_told_at_the_table(cards, house, points, answer):
    assert (points in possible(cards, 1, house) if 0 <= points <= 300 else False) == answer
    ladder, price, _ = HOUSES[house]
    wild = frozenset({RANKS[cards - 1]})
    assert some_arrangement_leaves(points, cards, ladder, wild, price, None, 0) == answer
