"""Possible totals of any cards: exactly the sums of existing hands."""

from itertools import combinations

import pytest

from companion.rules.counting_pad import some_hand

KALOOKI = {1: 4, 2: 8, 3: 8, 4: 8, 5: 8, 6: 8, 7: 8, 8: 8, 9: 8, 10: 32, 15: 4, 50: 4}


@pytest.mark.parametrize("stock", [{-4: 2, 0: 1, 10: None}, {1: 2, 3: 1, 10: None}, {2: 3, 5: 1, 7: 2}, {4: None}])
@pytest.mark.parametrize("sizes", [(0,), (3,), (1, 4), range(6), ()])
def test_the_totals_of_a_hand_are_the_sums_of_its_cards(stock, sizes):
    cards = [price for price, count in stock.items() for _ in range(9 if count is None else count)]
    sums = {sum(hand) for size in sizes for hand in combinations(cards, size)}
    assert {points for points in range(-40, 80) if some_hand(points, sizes, stock)} == sums


@pytest.mark.parametrize(
    "points, sizes, answer",
    [
        (200, [4], True),
        (250, [5], False),
        (215, [5], True),
        (1, [1], True),
        (4, [4], True),
        (5, [5], False),
        (5, [3], True),
    ],
)
def test_totals_of_kalooki_hands(points, sizes, answer):
    assert some_hand(points, sizes, KALOOKI) == answer
