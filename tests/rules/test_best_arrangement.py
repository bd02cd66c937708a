"""The best arrangement: against brute force, known hands, and invariants."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from companion.rules.arranging.best_arrangement import best_arrangement, discards_going_out
from companion.rules.arranging.suit_runs import Sizes
from companion.rules.cards import JOKER, RANKS, Card, Pack
from tests.rules import brute_force, hands
from tests.rules.tracing import lines_executed

ACE_HIGH = (*RANKS, "A")


def price(card):
    return {"JK": 20, "A": 1, "J": 10, "Q": 10, "K": 10}.get(card.rank) or int(card.rank)


def court_price(card):
    return {"JK": 20, "A": 15, "J": 11, "Q": 12, "K": 13}.get(card.rank) or int(card.rank)


FIVE_SUITS = Pack(copies=2, jokers=6, suits="SHDC*", ranks=RANKS[2:])
VARIANTS = {
    "one pack": (Pack(1, 0), RANKS, price),
    "two packs": (Pack(2, 0), RANKS, price),
    "three packs and jokers": (Pack(3, 6), RANKS, price),
    "ace high": (Pack(2, 0), ACE_HIGH, court_price),
    "ace high, jokers, four packs": (Pack(4, 8), ACE_HIGH, court_price),
    "five suits": (FIVE_SUITS, RANKS[2:], court_price),
}


def some_hands(name, sizes, count):
    """Yield half ordinary deals and half nasty hands, each with its wild ranks."""
    pack, ladder, _ = VARIANTS[name]
    random = Random(f"{name} 7")
    for _ in range(count // 2):
        wild = frozenset({random.choice(ladder), "JK"})
        yield next(hands.deals(random, pack, sizes)), wild
        yield next(hands.nasty(random, pack, sizes, wild)), wild


def check(hand, ladder, wild, price, arrangement):
    """Check an arrangement: legal melds, each card once, the points of the rest, and named wild cards."""
    assert sorted([*sum(arrangement.melds, ()), *arrangement.left]) == list(range(len(hand)))
    assert arrangement.points == sum(price(hand[place]) for place in arrangement.left)
    melded = {place for meld in arrangement.melds for place in meld}
    assert set(arrangement.stands_for) == {place for place in melded if hand[place].rank in wild}
    for meld in arrangement.melds:
        named = [arrangement.stands_for.get(place, hand[place]) for place in meld]
        ranks = [card.rank for card in named]
        slices = [list(ladder[low : low + len(meld)]) for low in range(len(ladder) - len(meld) + 1)]
        assert len(meld) >= 3
        assert len(set(ranks)) == 1 or len({card.suit for card in named}) == 1 and ranks in slices
        assert JOKER not in named


@pytest.mark.parametrize("name", VARIANTS)
def test_no_way_to_split_a_hand_leaves_less(name):
    _, ladder, price = VARIANTS[name]
    for hand, wild in some_hands(name, range(9), 80):
        arrangement = best_arrangement(hand, ladder, wild, price)
        assert arrangement.points == brute_force.least_points(hand, ladder, wild, price), (hand, wild)
        check(hand, ladder, wild, price, arrangement)


@pytest.mark.parametrize("sizes", [Sizes(4, 4), Sizes(3, 4), Sizes(4, 3), Sizes(2, 3)], ids=str)
def test_melds_of_other_least_sizes_are_arranged_as_well_as_can_be(sizes):
    for name in VARIANTS:
        _, ladder, price = VARIANTS[name]
        for hand, wild in some_hands(name, range(9), 40):
            found = best_arrangement(hand, ladder, wild, price, sizes)
            assert found.points == brute_force.least_points(hand, ladder, wild, price, sizes), (hand, wild)
            for meld in found.melds:
                assert brute_force.is_meld([hand[place] for place in meld], ladder, wild, sizes)


@pytest.mark.parametrize("name", VARIANTS)
def test_large_hands_are_arranged_legally_and_their_order_and_suits_do_not_matter(name):
    pack, ladder, price = VARIANTS[name]
    random = Random(3)
    for hand, wild in some_hands(name, range(11, 17), 40):
        arrangement = best_arrangement(hand, ladder, wild, price)
        check(hand, ladder, wild, price, arrangement)
        renamed = dict(zip(pack.suits, random.sample(pack.suits, len(pack.suits)), strict=True))
        other = [card._replace(suit=renamed.get(card.suit, "")) for card in random.sample(hand, len(hand))]
        assert best_arrangement(other, ladder, wild, price).points == arrangement.points


@pytest.mark.parametrize("name", VARIANTS)
def test_a_card_more_costs_no_more_than_its_points(name):
    _, ladder, price = VARIANTS[name]
    for hand, wild in some_hands(name, range(4, 17), 60):
        fewer = best_arrangement(hand[1:], ladder, wild, price).points
        assert best_arrangement(hand, ladder, wild, price).points <= fewer + price(hand[0])


@pytest.mark.parametrize("name", VARIANTS)
def test_going_out_is_a_discard_that_leaves_a_complete_hand(name):
    _, ladder, price = VARIANTS[name]
    ways = 0
    for hand, wild in some_hands(name, range(4, 15), 60):
        tried = tuple(
            place
            for place in range(len(hand))
            if best_arrangement([*hand[:place], *hand[place + 1 :]], ladder, wild, price).points == 0
        )
        assert discards_going_out(hand, ladder, wild) == tried
        ways += len(tried)
    assert ways > 4


def test_all_hands_of_three_cards_together():
    wild = frozenset({"3"})
    left = Counter(best_arrangement(hand, RANKS, wild, price).points for hand in combinations(Pack().cards, 3))
    assert left[0] == 964
    assert sum(points * times for points, times in left.items()) == 417_784


@pytest.mark.parametrize(
    "cards, ladder, points, melds",
    [
        ("QS KS AS", ACE_HIGH, 0, [(0, 1, 2)]),
        ("QS KS AS", RANKS, 21, []),
        ("KS AS 2S", ACE_HIGH, 13, []),
        ("4S 5S 6S 7S 8S 9S", RANKS, 0, [(0, 1, 2, 3, 4, 5)]),
        ("AS AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", ACE_HIGH, 0, [(0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 1)]),
        ("JK JK", RANKS, 40, []),
        ("JK JK JK", RANKS, 0, [(0, 1, 2)]),
        ("", RANKS, 0, []),
    ],
)
def test_hands_told_at_the_table(cards, ladder, points, melds):
    hand = Pack(2, 4).read_all(cards)
    found = best_arrangement(hand, ladder, frozenset({"JK"}), price)
    assert found.points == points
    assert [sorted(meld) for meld in found.melds] == [sorted(meld) for meld in melds]


def test_a_wild_that_is_the_card_it_stands_for_is_put_there():
    hand = Pack(1, 2).read_all("6H JK 7H 8H 9S 9D")
    found = best_arrangement(hand, RANKS, frozenset({"7", "JK"}), price)
    assert found.points == 0
    assert found.stands_for[2] == Card("7", "H")
    assert found.stands_for[1].rank == "9"


HARD = [
    ("7D 5S 7H 7S 5D 6H 5C 7C 5H 6C 6D 6S 4D 10H", "4"),
    ("JS 9D 9S 9H JC 10C 10S QC 10H 9C 9C 8S 9S JD", "8"),
    ("7S 7C 7D 9D 7D 9C 8D 7H 8H 8S 9H JK 7H 10D", "J"),
    ("4H AD 4D 4S 2D QH 2H QS 2C AD 4S 4H 4C JH 2S 2H", "A"),
    ("KD 3C JK 3H AC JK 3S AH JD AD AS KC 3D AS 3S AD", "10"),
]


@pytest.mark.parametrize("cards, wild", HARD)
def test_the_hardest_hands_found_are_bounded(cards, wild):
    hand = Pack(4, 8).read_all(cards)
    assert lines_executed(best_arrangement, hand, RANKS, frozenset({wild, "JK"}), price) < 100_000


def own_prices(random, ladder):
    """Return the prices of a table's own: some below 0, some 0, and the others above."""
    points = {rank: random.choice((-20, -5, -1, 0, 1, 3, 10, 25)) for rank in (*ladder, "JK")}
    return lambda card: points[card.rank]


@pytest.mark.parametrize("name", VARIANTS)
def test_cards_of_0_or_fewer_points_are_left_where_that_is_worth_more(name):
    _, ladder, _ = VARIANTS[name]
    random = Random(name)
    for hand, wild in some_hands(name, range(9), 60):
        price = own_prices(random, ladder)
        arrangement = best_arrangement(hand, ladder, wild, price)
        assert arrangement.points == brute_force.least_points(hand, ladder, wild, price), (hand, wild)
        check(hand, ladder, wild, price, arrangement)


def test_many_cards_below_0_are_arranged_without_trying_all_their_sets():
    hand = Pack().read_all("AS 2S 3S 4H 5H 6H 7D 8D 9D 10C JC 2C 4C 6C")
    price = dict.fromkeys(RANKS, -1) | {"3": 100, "6": 50, "9": 30, "JK": 1}
    lines = lines_executed(best_arrangement, hand, RANKS, frozenset({"K"}), lambda card: price[card.rank])
    assert lines < 400_000
