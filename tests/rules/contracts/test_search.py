"""The best lay-down under the law of Kalooki: against brute force, known hands, and invariants."""

import json
import os
from itertools import combinations_with_replacement, product
from pathlib import Path
from random import Random

import pytest

from companion.rules.cards import JOKER, RANKS, SUITS, Card, Pack
from companion.rules.contracts.search import can_lay_down, join, missing
from tests.rules import brute_force
from tests.rules.contracts.kalooki_law import best_lay_down, kalooki
from tests.rules.tracing import steps_taken

SLOW = os.environ.get("COMPANION_SLOW") == "1"
SAMPLE = [
    json.loads(line) for line in (Path(__file__).parents[2] / "cases/solver-sample.jsonl").read_text().splitlines()
]
CONTRACTS = [(3, 0), (2, 1), (1, 2), (0, 3), (4, 0), (3, 1), (2, 2), (1, 3), (0, 4)]
SMALL = [(0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (0, 2)]


def price(card):
    if card.rank == "A":
        return 15 if card.suit in "SC" else 1
    return {"JK": 50, "J": 10, "Q": 10, "K": 10}.get(card.rank) or int(card.rank)


def a_three(random):
    """Return a three, mostly with naturals of one rank in any suit."""
    rank = random.choice(RANKS)
    return [Card(rank, random.choice(SUITS)) for _ in range(random.randint(2, 3))] + [JOKER] * random.randint(0, 1)


def a_four(random, most=6):
    """Return a four, from the lowest card."""
    size = random.randint(4, most)
    low = random.choice([random.randint(0, 14 - size), 14 - size])
    suit = random.choice(SUITS)
    meld = [Card(rank, suit) for rank in brute_force.LADDER[low : low + size]]
    for place in range(size):
        if random.random() < 0.35 and JOKER not in meld[max(0, place - 1) : place]:
            meld[place] = JOKER
    return meld


def a_table(random, most=3):
    """Return a few melds of other players, in any legal order."""
    melds = []
    while len(melds) < most:
        meld = a_three(random) if random.random() < 0.3 else a_four(random, random.choice((4, 5, 6, 9, 14)))
        if brute_force.is_three(meld) or brute_force.is_four(meld, 0):
            melds.append(meld[:: random.choice((1, -1))])
    return melds


def a_hand(random, groups, runs, size, table=()):
    """Return a hand that often has the contract: melds, neighbours of the melds on the table, and random cards."""
    hand = [card for _ in range(groups) for card in a_three(random)]
    hand += [card for _ in range(runs) for card in a_four(random, 4)]
    suits = sorted({card.suit for meld in table for card in meld if card.suit})
    near = [Card(rank, suit) for suit in suits for rank in RANKS] or [JOKER]
    ranks = [card.rank for card in hand if card != JOKER] or ["A"]
    while len(hand) < size:
        same_rank = Card(random.choice(ranks), random.choice(SUITS))
        stranger = Card(random.choice(RANKS), random.choice(SUITS))
        hand.append(random.choice((same_rank, stranger, JOKER, random.choice(near), random.choice(near))))
    random.shuffle(hand)
    return hand[:size]


def check(hand, groups, runs, naturals, table, found):
    """Check a lay-down: legal melds, legal additions one by one, each card once, the points of the rest."""
    added = [place for _, place, _ in found.additions]
    assert sorted([*sum(found.melds, ()), *found.left, *added]) == list(range(len(hand)))
    assert found.points == sum(price(hand[place]) for place in found.left)
    melds = [[hand[place] for place in meld] for meld in found.melds]
    threes = [next(card.rank for card in meld if card != JOKER) for meld in melds if brute_force.is_three(meld)]
    fours = [next(card.suit for card in meld if card != JOKER) for meld in melds if brute_force.is_four(meld, naturals)]
    assert len(threes) + len(fours) == len(melds)
    assert len(set(threes)) == len(threes) >= groups
    assert len(set(fours)) == len(fours) >= runs
    for places, meld in zip(found.melds, melds, strict=True):
        if not brute_force.is_three(meld):
            low, _ = brute_force.as_four(meld)
            named = dict(zip(places, brute_force.LADDER[low:], strict=False))
            suit = next(card.suit for card in meld if card != JOKER)
            jokers = {place for place in places if hand[place] == JOKER}
            assert {place: found.stands_for[place] for place in jokers} == {j: Card(named[j], suit) for j in jokers}
    lying = [meld if brute_force.is_three(meld) else brute_force.as_four(meld) for meld in table]
    for number, place, end in found.additions:
        lying[number] = added_to(lying[number], hand[place], end)


def added_to(meld, card, end):
    """Return a meld of the table with a card added at that end, which must be legal."""
    if end == "group":
        assert brute_force.is_three([*meld, card])
        return [*meld, card]
    return next(longer for longer in brute_force.tracked(meld, card) if end_of(meld, card, longer) == end)


def end_of(four, card, longer):
    """Return the place where a card was added to a four."""
    low, cards = four
    moved = longer[1] not in ((*cards, card), (card, *cards))
    return "joker" if moved else "top" if longer[0] == low else "bottom"


def test_the_sample_is_answered_right(subtests):
    for question in (q for q in SAMPLE if q["game"] == "kalooki"):
        with subtests.test(question["id"]):
            hand = Pack(None, None).read_all(question["hand"])
            groups, runs = CONTRACTS[question["deal"] - 1]
            found = best_lay_down(hand, kalooki(groups, runs), price)
            assert can_lay_down(hand, kalooki(groups, runs)) == question["expect"]["possible"] == (found is not None)
            if found:
                assert found.points == question["expect"].get("left_points", found.points)
                check(hand, groups, runs, 0, [], found)


@pytest.mark.parametrize("tables", [0, 1, 3])
@pytest.mark.parametrize("naturals", [0, 3])
def test_no_lay_down_leaves_less(naturals, tables):
    random = Random(f"{naturals} {tables}")
    laid = 0
    for _ in range(5000 if SLOW else 150):
        groups, runs = random.choice(SMALL)
        table = a_table(random, tables)
        hand = a_hand(random, groups, runs, random.randint(3, 10 if SLOW else 9), table)
        found = best_lay_down(hand, kalooki(groups, runs, naturals), price, table)
        slow = brute_force.fewest_left(hand, groups, runs, naturals, price, table)
        assert (found and found.points) == slow, (hand, groups, runs, table, found)
        assert can_lay_down(hand, kalooki(groups, runs, naturals)) == (found is not None)
        if found:
            laid += 1
            check(hand, groups, runs, naturals, table, found)
    assert laid > 50


@pytest.mark.parametrize("tables", [0, 1, 3])
def test_no_bare_lay_down_leaves_less_where_nothing_goes_below_a_joker(tables):
    random = Random(f"bare {tables}")
    differing = 0
    for _ in range(1000 if SLOW else 100):
        groups, runs = random.choice(SMALL)
        table = a_table(random, tables)
        hand = a_hand(random, groups, runs, random.randint(3, 9), table)
        found = best_lay_down(hand, kalooki(groups, runs, further=None, below_wilds=False), price, table)
        slow = brute_force.fewest_left(hand, groups, runs, 0, price, table, strictly=True)
        assert (found and found.points) == slow, (hand, groups, runs, table, found)
        freely = best_lay_down(hand, kalooki(groups, runs), price, table)
        differing += (freely and freely.points) != slow
    assert differing > 5


@pytest.mark.parametrize("tables", [1, 3])
def test_no_lay_down_leaves_less_where_runs_grow_at_both_ends(tables):
    random = Random(f"both ends {tables}")
    differing = 0
    for _ in range(1000 if SLOW else 200):
        groups, runs = random.choice(SMALL)
        table = a_table(random, tables)
        hand = a_hand(random, groups, runs, random.randint(3, 9), table)
        found = best_lay_down(hand, kalooki(groups, runs, both_ends=True, moves="end"), price, table)
        slow = brute_force.fewest_left(hand, groups, runs, 0, price, table, both_ends=True)
        assert (found and found.points) == slow, (hand, groups, runs, table, found)
        upwards = best_lay_down(hand, kalooki(groups, runs), price, table)
        differing += (upwards and upwards.points) != slow
    assert differing > 2


@pytest.mark.parametrize("naturals", [0, 3])
def test_a_card_more_and_a_contract_less_are_never_harder(naturals):
    random = Random(11)
    possible = 0
    for _ in range(200):
        groups, runs = random.choice(CONTRACTS)
        hand = a_hand(random, groups, runs, random.randint(9, 25))
        extra = random.choice((Card(random.choice(RANKS), random.choice(SUITS)), JOKER))
        if found := best_lay_down(hand, kalooki(groups, runs, naturals), price):
            possible += 1
            assert best_lay_down([*hand, extra], kalooki(groups, runs, naturals), price).points <= found.points + price(
                extra
            )
            for fewer in product(range(groups + 1), range(runs + 1)):
                assert can_lay_down(hand, kalooki(*fewer, naturals))
            assert can_lay_down(hand, kalooki(groups, runs))
    assert possible > 50


def test_melds_on_the_table_never_make_a_lay_down_harder():
    random = Random(318)
    for groups, runs in CONTRACTS * (90 if SLOW else 9):
        table = [a_four(random) for _ in range(random.randint(1, 3))]
        hand = a_hand(random, groups, runs, random.randint(3 * groups + 4 * runs, 17), table)
        alone, beside = (best_lay_down(hand, kalooki(groups, runs), price, fours) for fours in ((), table))
        assert alone is None or (beside and beside.points <= alone.points), (hand, groups, runs, table)


def test_the_order_of_cards_and_the_suits_of_a_colour_do_not_matter():
    random = Random(12)
    for _ in range(200):
        groups, runs = random.choice(CONTRACTS)
        table = a_table(random, random.randint(0, 3))
        hand = a_hand(random, groups, runs, random.randint(9, 25), table)
        swap = {"S": "C", "C": "S", "H": "D", "D": "H", "": ""}
        other = [card._replace(suit=swap[card.suit]) for card in random.sample(hand, len(hand))]
        turned = [[card._replace(suit=swap[card.suit]) for card in meld][::-1] for meld in table]
        one, two = (best_lay_down(h, kalooki(groups, runs), price, t) for h, t in ((hand, table), (other, turned)))
        assert (one and one.points) == (two and two.points)


@pytest.mark.parametrize("naturals", [0, pytest.param(3, marks=pytest.mark.slow)])
def test_a_suit_lays_a_four_just_where_its_cards_can_lie_as_one(naturals):
    kinds = [*(Card(rank, "H") for rank in RANKS), JOKER]
    for size in (4, 5):
        for cards in combinations_with_replacement(kinds, size):
            found = best_lay_down(cards, kalooki(0, 1, naturals), price)
            assert (found is not None and not found.left) == brute_force.can_be_four(cards, naturals)


@pytest.mark.parametrize(
    "cards, contract, naturals, table, points",
    [
        ("QS QH JK", (1, 0), 0, [], 0),
        ("QS JK JK", (1, 0), 0, [], None),
        ("5H JK JK 8H", (0, 1), 0, [], None),
        ("JK 6H JK 8H", (0, 1), 0, [], 0),
        ("JK 6H JK 8H", (0, 1), 3, [], None),
        ("4H JK 6H JK 8H", (0, 1), 3, [], 0),
        ("JS QS KS AS", (0, 1), 0, [], 0),
        ("QS KS AS 2S", (0, 1), 0, [], None),
        ("9S 9H 9D 9C 9S JK", (2, 0), 0, [], None),  # one three of a rank
        ("2H 3H 4H 5H 8H 9H 10H JH", (0, 2), 0, [], None),  # one four of a suit
        ("9S 9H 9D 7H", (1, 0), 0, ["3H 4H 5H 6H"], 0),
        ("9S 9H 9D 2H", (1, 0), 0, ["3H 4H 5H 6H"], 2),  # a four grows upwards
        ("9S 9H 9D 10H", (1, 0), 0, ["JH QH KH AH"], 0),  # and downwards when its top is an ace
        ("9S 9H 9D 10H", (1, 0), 0, ["JK KH QH JH"], 0),  # or a joker that stands for it
        ("9S 9H 9D 4H 9H", (1, 0), 0, ["3H JK 5H 6H"], 0),
        ("9S 9C 9D 4H 10H", (1, 0), 0, ["3H JK 5H 6H"], 10),
        ("9S 9H 9D 4H 8H", (1, 0), 0, ["3H JK 5H 6H"], 0),  # the joker moves to the top and is extended
        ("9S 9H 9D 4H 8H", (1, 0), 0, ["3H JK 5H JK"], 12),  # not beside another joker
        ("9S 9H 9D KH", (1, 0), 0, ["AH KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H 2H AH"], 10),
        ("9S 9H 9D JK 9C", (1, 0), 0, ["3H 4H 5H 6H"], 0),
        ("4H 5H 6H 7H JK 5S", (0, 1), 0, ["5C 5D 5H"], 0),
        ("4H 5H 6H 7H", (1, 1), 0, ["5C 5D 5H"], None),
        ("QS 10C 7C JK JK KS QC JK 2C", (0, 1), 0, ["AC KC JK JC"], 19),  # three jokers with little room
        ("JK 9C 9C JC", (1, 0), 0, ["4C 5C 6C JK 8C"], 10),  # the pair is needed for the three, not on the four
        ("JK JK QS 3S QS 2S KS 5S", (1, 1), 0, ["JK 9S 10S JS"], 10),
        ("", (0, 0), 0, [], 0),
        ("JK JK", (0, 0), 0, [], 100),
    ],
)
def test_lay_downs_told_at_the_table(cards, contract, naturals, table, points):
    read = Pack(2, 4).read_all
    found = best_lay_down(read(cards), kalooki(*contract, naturals), price, [read(meld) for meld in table])
    assert (found and found.points) == points


def test_missing_cards_are_those_that_would_do():
    hand = Pack().read_all("9S 9H 9D 4H 5H 6H")
    assert set(missing(hand, kalooki(1, 1))) == {JOKER, Card("3", "H"), Card("7", "H")}
    assert missing(hand, kalooki(1, 0)) == ()
    assert missing(hand, kalooki(2, 1)) == ()
    with_jokers = Pack(1, 4).read_all("9S JK 9D 4H 5H JK")
    assert set(missing(with_jokers, kalooki(1, 1))) == set(Pack(1, 4).read_all("9S 9H 9D 9C 2H 3H 6H 7H JK"))


HARD = [
    ("10C JK 6H 2C JK 9H QH 6C 5C 9S 5S 6S 7S 8S 4C 4H JK JK 8H 10H JH 7C 8C 9C JC", (4, 0)),
    ("8H QC 6H 3H 9C 8C 7H KC 7C 10C 5H QH JH 10H 10H 8H 6C KH 5C JK 7C 9H JK JK JC", (1, 2)),
    ("QC JD AC 10D JK JC JK JK KC 9C 9S 10C 2H 3H QD 4H 4C AH 2C 9D 8D 6C JK KD 8C", (2, 2)),
]


@pytest.mark.parametrize("cards, contract", HARD)
def test_the_hardest_lay_downs_found_take_few_steps(cards, contract):
    hand = Pack(3, 6).read_all(cards)
    assert steps_taken(best_lay_down, hand, kalooki(*contract), price) < 30_000
    assert steps_taken(can_lay_down, hand, kalooki(*contract)) < 4_000


@pytest.mark.parametrize("passes", [(1.0,), (0.0, 1.0), (1e-4, 1e-3, 0.01, 0.1, 1.0)])
def test_nothing_is_missed_however_a_search_divides_its_steps(monkeypatch, passes):
    random = Random("passes")
    asked = []
    for _ in range(60 if SLOW else 20):
        table = [meld for meld in a_table(random, 5) if brute_force.is_four(meld, 0)]
        asked.append((a_hand(random, 1, 1, random.randint(12, 20), table), random.choice(SMALL), table))
    expected = [best_lay_down(hand, kalooki(*contract), price, table) for hand, contract, table in asked]
    monkeypatch.setattr(join, "PASSES", passes)
    for (hand, contract, table), wanted in zip(asked, expected, strict=True):
        found = best_lay_down(hand, kalooki(*contract), price, table)
        assert (found and found.points) == (wanted and wanted.points)
        if found:
            check(hand, *contract, 0, table, found)
