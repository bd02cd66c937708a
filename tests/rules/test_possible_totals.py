"""Possible totals of an arranged hand: every one called possible has a hand, and no hand has another."""

from itertools import combinations, islice
from random import Random

import pytest

from companion.rules.arranging.best_arrangement import best_arrangement
from companion.rules.arranging.possible_totals import some_arrangement_leaves
from companion.rules.arranging.suit_runs import Sizes
from companion.rules.cards import JOKER, RANKS, Card, Pack
from tests.rules import hands

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


def possible(cards, copies, house):
    ladder, price, jokers = HOUSES[house]
    wild = frozenset({RANKS[cards - 1], "JK"})
    return {
        points
        for points in range(301)
        if some_arrangement_leaves(points, cards, ladder, wild, price, copies, jokers and jokers * copies)
    }


@pytest.mark.parametrize("house, copies", [*((house, 1) for house in HOUSES), ("court points", 2)])
def test_exactly_the_totals_of_all_hands_of_three_are_possible(house, copies):
    ladder, price, jokers = HOUSES[house]
    pack = [Card(rank, suit) for rank in RANKS for suit in "SHD"[: 4 - copies]] * copies + [JOKER] * jokers
    wild = frozenset({"3", "JK"})
    left = {best_arrangement(hand, ladder, wild, price).points for hand in {*combinations(pack, 3)}}
    assert possible(3, copies, house) == left


@pytest.mark.parametrize("sizes", [Sizes(4, 4), Sizes(3, 4), Sizes(4, 3)], ids=str)
def test_melds_of_other_least_sizes_leave_exactly_the_totals_of_all_hands(sizes):
    price, ladder, suits, wild = price_by(), RANKS[:6], "SH", frozenset({"JK"})
    pack = [Card(rank, suit) for rank in ladder for suit in suits] + [JOKER] * 2
    for cards in (4, 5):
        left = {best_arrangement(hand, ladder, wild, price, sizes).points for hand in set(combinations(pack, cards))}
        answers = (some_arrangement_leaves(n, cards, ladder, wild, price, 1, 2, suits, sizes) for n in range(200))
        assert [points for points, possible in enumerate(answers) if possible] == sorted(left)


@pytest.mark.parametrize("cards, copies, house", [(5, 1, "defaults"), (8, 1, "ace high"), (13, 2, "all of these")])
def test_what_a_larger_hand_leaves_is_possible(cards, copies, house):
    ladder, price, jokers = HOUSES[house]
    wild, told, random = frozenset({RANKS[cards - 1], "JK"}), possible(cards, copies, house), Random(5)
    for hand in islice(hands.nasty(random, Pack(copies, jokers * copies), range(cards, cards + 1), wild), 60):
        assert best_arrangement(hand, ladder, wild, price).points in told


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
