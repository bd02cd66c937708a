"""The best lay-down: against slow answers, known hands, and truths that need no answer."""

import json
import os
from itertools import combinations_with_replacement, product
from pathlib import Path
from random import Random

import pytest

from companion.rules.cards import JOKER, RANKS, SUITS, Card, Pack
from companion.rules.laydown import additions, best_lay_down, can_lay_down, missing
from tests import hands, obvious

SLOW = os.environ.get("COMPANION_SLOW") == "1"
SAMPLE = [json.loads(line) for line in (Path(__file__).parent / "cases/solver-sample.jsonl").read_text().splitlines()]
CONTRACTS = [(3, 0), (2, 1), (1, 2), (0, 3), (4, 0), (3, 1), (2, 2), (1, 3), (0, 4)]
SMALL = [(0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (0, 2)]


def price(card):
    if card.rank == "A":
        return 15 if card.suit in "SC" else 1
    return {"JK": 50, "J": 10, "Q": 10, "K": 10}.get(card.rank) or int(card.rank)


def a_three(random):
    """A three, mostly with naturals of one rank in any suit."""
    rank = random.choice(RANKS)
    return [Card(rank, random.choice(SUITS)) for _ in range(random.randint(2, 3))] + [JOKER] * random.randint(0, 1)


def a_four(random, most=6):
    """A four, from the lowest card."""
    size = random.randint(4, most)
    low = random.choice([random.randint(0, 14 - size), 14 - size])
    suit = random.choice(SUITS)
    meld = [Card(rank, suit) for rank in obvious.LADDER[low : low + size]]
    for place in range(size):
        if random.random() < 0.35 and JOKER not in meld[max(0, place - 1) : place]:
            meld[place] = JOKER
    return meld


def a_table(random, most=3):
    """A few melds of others, each lying as it may."""
    melds = []
    while len(melds) < most:
        meld = a_three(random) if random.random() < 0.3 else a_four(random, random.choice((4, 5, 6, 9, 14)))
        if obvious.is_three(meld) or obvious.is_four(meld, 0):
            melds.append(meld[:: random.choice((1, -1))])
    return melds


def a_hand(random, groups, runs, size, table=()):
    """A hand that often holds the contract, for it is made of melds, of neighbours of the table, and of strangers."""
    hand = [card for _ in range(groups) for card in a_three(random)]
    hand += [card for _ in range(runs) for card in a_four(random, 4)]
    suits = {card.suit for meld in table for card in meld if card.suit}
    near = [Card(rank, suit) for suit in suits for rank in RANKS] or [JOKER]
    ranks = [card.rank for card in hand if card != JOKER] or ["A"]
    while len(hand) < size:
        same_rank = Card(random.choice(ranks), random.choice(SUITS))
        stranger = Card(random.choice(RANKS), random.choice(SUITS))
        hand.append(random.choice((same_rank, stranger, JOKER, random.choice(near), random.choice(near))))
    random.shuffle(hand)
    return hand[:size]


def check(hand, groups, runs, naturals, table, found):
    """The lay-down is what it says: legal melds, legal additions one by one, each card once, the points of the rest."""
    added = [place for _, place, _ in found.additions]
    assert sorted([*sum(found.melds, ()), *found.left, *added]) == list(range(len(hand)))
    assert found.points == sum(price(hand[place]) for place in found.left)
    melds = [[hand[place] for place in meld] for meld in found.melds]
    threes = [next(card.rank for card in meld if card != JOKER) for meld in melds if obvious.is_three(meld)]
    fours = [next(card.suit for card in meld if card != JOKER) for meld in melds if obvious.is_four(meld, naturals)]
    assert len(threes) + len(fours) == len(melds)
    assert len(set(threes)) == len(threes) >= groups
    assert len(set(fours)) == len(fours) >= runs
    for places, meld in zip(found.melds, melds, strict=True):
        if not obvious.is_three(meld):
            low, _ = obvious.as_four(meld)
            named = {place: rank for place, rank in zip(places, obvious.LADDER[low:], strict=False)}
            suit = next(card.suit for card in meld if card != JOKER)
            jokers = {place for place in places if hand[place] == JOKER}
            assert {place: found.stands_for[place] for place in jokers} == {j: Card(named[j], suit) for j in jokers}
    lying = [meld if obvious.is_three(meld) else obvious.as_four(meld) for meld in table]
    for number, place, end in found.additions:
        lying[number] = added_to(lying[number], hand[place], end)


def added_to(meld, card, end):
    """A meld of the table with a card added at that end, which must be allowed."""
    if end == "group":
        assert obvious.is_three([*meld, card])
        return [*meld, card]
    low, cards = meld
    for longer in obvious.tracked(meld, card):
        top, moved = longer[0] == low, longer[1] not in ((*cards, card), (card, *cards))
        if end == ("joker" if moved else "top" if top else "bottom"):
            return longer
    raise AssertionError(f"{card} cannot be added to {meld} as {end}")


@pytest.mark.parametrize("question", [q for q in SAMPLE if q["game"] == "kalooki"], ids=lambda q: q["id"])
def test_the_sample_is_answered_right(question):
    hand = Pack(None, None).read_all(question["hand"])
    groups, runs = CONTRACTS[question["deal"] - 1]
    found = best_lay_down(hand, groups, runs, 0, price)
    assert can_lay_down(hand, groups, runs, 0) == question["expect"]["possible"] == (found is not None)
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
        found = best_lay_down(hand, groups, runs, naturals, price, table)
        slow = obvious.fewest_left(hand, groups, runs, naturals, price, table)
        assert (found and found.points) == slow, (hand, groups, runs, table, found)
        assert can_lay_down(hand, groups, runs, naturals) == (found is not None)
        if found:
            laid += 1
            check(hand, groups, runs, naturals, table, found)
    assert laid > 50
