"""The best lay-down together with the melds on the table: brute force, known hands, and the referee's own steps."""

import os
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from companion import referee
from companion.rules.cards import JOKER, RANKS, SUITS, Card
from companion.rules.contracts import search
from companion.rules.contracts.search import Growth, Law, LayDown, OnTable, best_under_any_law
from companion.rules.contracts.search.runs import Run
from companion.rules.search_state import Spent
from tests.rules.contracts.test_any_law import price
from tests.support.brute_force_contracts import LADDER, Lying, Table, fewest_left

SLOW = os.environ.get("COMPANION_SLOW") == "1"


def a_law(random: Random) -> tuple[Law, str]:
    """Return a law with a small contract, and where it lets a wild go for which the real card came."""
    groups, runs = random.choice((((3,), ()), ((3,), ()), ((), (4,)), ((), ())))
    apart, exchange = random.random() < 0.3, random.choice(("end", "end", "hand", "none"))
    law = Law(
        groups,
        runs,
        group_naturals=random.choice((1, 1, 2)),
        half=random.random() < 0.4,
        wilds_apart=apart,
        alike=random.choice(("none", "apart", "any")),
        keeps_one=random.random() < 0.15,
        wild_ranks=frozenset({"JK", "2"} if random.random() < 0.15 else {"JK"}),
        growth=Growth(True, True, exchange, apart),
    )
    return law, exchange


def a_table(random: Random, law: Law, suits: Sequence[str]) -> list[Lying]:
    """Return up to three legal melds, some with wilds."""
    table: list[Lying] = []
    for _ in range(random.choice((1, 1, 2, 2, 3))):
        wild, size = random.choice((0, 0.15, 0.35)), random.choice((4, 4, 5, 6))
        low, suit, rank = random.randint(0, 14 - size), random.choice(suits), random.choice(RANKS)
        cards = [Card(each, suit) for each in LADDER[low : low + size]]
        if random.random() < 0.35:
            low, cards = -1, [Card(rank, random.choice(SUITS)) for _ in range(random.choice((3, 3, 4)))]
        cards = [JOKER if random.random() < wild else card for card in cards]
        judge, places = Table(cards, law, price(15)), range(len(cards))
        if judge.is_group(places) if low < 0 else judge.is_run(low, places):
            table.append((low, cards))
    return table


def a_hand(random: Random, law: Law, table: Sequence[Lying], suits: Sequence[str], size: int) -> list[Card]:
    """Return a hand with most of the contract, and cards that fit the table."""
    low, suit, rank = random.randint(0, 10), random.choice(suits), random.choice(RANKS)
    hand = [Card(each, suit) for each in LADDER[low : low + 4]] if law.runs else []
    hand += [Card(rank, random.choice(suits)) for _ in range(3)] if law.groups else []
    wild = random.choice((0, 0.2, 0.4))
    hand = [JOKER if random.random() < wild else card for card in hand]
    near = [Card(random.choice(RANKS), random.choice(SUITS))]
    for low, cards in table:
        natural = next(card for card in cards if card.rank not in law.wild_ranks)
        wilds = [low + at for at, card in enumerate(cards) if card.rank in law.wild_ranks]
        beside = [*range(max(low - 3, 0), low), *wilds, *range(low + len(cards), min(low + len(cards) + 3, 14))]
        near += [Card(LADDER[at], natural.suit) for at in beside] if low >= 0 else [natural]
    while len(hand) < size:
        chance = random.random()
        stranger = Card(random.choice(RANKS), random.choice(SUITS))
        hand.append(random.choice(near) if chance < 0.7 else JOKER if chance < 0.85 else stranger)
    random.shuffle(hand)
    return hand[:size]


def as_read(table: Sequence[Lying], law: Law) -> OnTable:
    """Return the melds on the table as the search reads them."""
    groups, runs = [], []
    for number, (low, cards) in enumerate(table):
        naturals = [card for card in cards if card.rank not in law.wild_ranks]
        wilds = sum(1 << low + at for at, card in enumerate(cards) if card not in naturals) if low >= 0 else 0
        if low < 0:
            groups.append((number, RANKS.index(naturals[0].rank), 2 * len(naturals) - len(cards)))
        else:
            runs.append((number, naturals[0].suit, Run(low, low + len(cards) - 1, wilds), cards))
    return OnTable(len(table), tuple(groups), tuple(runs))


@pytest.mark.parametrize("seed", range(10 if SLOW else 2))
def test_no_lay_down_at_a_table_leaves_less(seed: int) -> None:
    random, proved, size = Random(seed), 0, 7 if SLOW else 6
    for _ in range(200 if SLOW else 40):
        law, exchange = a_law(random)
        suits = random.sample(SUITS, random.choice((1, 2, 2)))
        table, cost = a_table(random, law, suits), price(random.choice((5, 15, 50)))
        hand = a_hand(random, law, table, suits, random.randint(4, size))
        found = best_under_any_law(hand, law, cost, table=as_read(table, law))
        slow = fewest_left(hand, law, cost, exchange, table)
        if found and found.at_least is not None:
            assert slow is not None and found.at_least <= slow <= found.points, (hand, law, table, found)
            continue
        assert (found and found.points) == slow, (hand, law, table, found)
        proved += found is not None
    assert proved > (170 if SLOW else 30)


def test_the_card_that_is_left_may_be_a_wild_that_came_from_the_table() -> None:
    random, exchanged = Random(7), 0
    for _ in range(150):
        law, _ = a_law(random)
        law = law._replace(keeps_one=True, growth=law.growth._replace(moves="hand"))
        suits, cost = random.sample(SUITS, random.choice((1, 2))), price(random.choice((1, 3, 5)))
        table = a_table(random, law, suits)
        hand = a_hand(random, law, table, suits, random.randint(4, 6))
        found = best_under_any_law(hand, law, cost, table=as_read(table, law))
        slow = fewest_left(hand, law, cost, "hand", table)
        if found and found.at_least is not None:
            assert slow is not None and found.at_least <= slow <= found.points, (hand, law, table, found)
            continue
        assert (found and found.points) == slow, (hand, law, table, found)
        exchanged += found is not None and max(found.left, default=0) >= len(hand)
    assert exchanged > 3


HAND = {"joker_exchange": "hand"}
KNOWN: list[tuple[str, str, list[str], dict[str, object], int]] = [
    ("the king goes on the table", "3S 3H 3D 9S 9H 9D KC QH JK", ["4D 5D 6D 7D", "KH KS KD", "8H 9H 10H JH"], {}, 0),
    ("nothing takes the two", "3S 3H 3D 9S 9H 9D KC QH JK 2C", ["4D 5D 6D 7D", "KH KS KD", "8H 9H 10H JH"], {}, 2),
    ("the fourth three rather goes on the run", "3S 3H 3D 3C 2C 9S 9H 9D", ["4C 5C 6C 7C"], {}, 0),
    ("the joker is needed in the contract", "3S 3H JK 9S 9H 9D QC", ["8C 9C 10C JC", "KC KS KH"], {}, 0),
    ("and not to lay off the king", "3S 3H JK 9S 9H 9D KC", ["8C 9C 10C JC"], {}, 10),
    ("the joker below lets the three on", "KS KH KD 9S 9H 9D 6C 3C", ["5C JK 7C 8C"], {}, 0),
    ("and no joker moves", "KS KH KD 9S 9H 9D 6C 3C", ["5C JK 7C 8C"], {"joker_exchange": "none"}, 9),
    ("the joker joins a group", "KS KH KD 9S 9H 9D 6C", ["5C JK 7C 8C"], HAND, 0),
    (
        "the joker is cheaper than the ace for which it came",
        "KS KH KD 9S 9H 9D AC",
        ["10C JC QC KC JK"],
        {**HAND, "final_discard": True, "ace_points": 20},
        15,
    ),
    ("the contract has no joker yet", "KS KH 9S 9H 9D 6C", ["5C JK 7C 8C"], HAND, -1),
    ("a run from ace to ace has no end", "KS KH KD 9S 9H 9D 6C", ["AC 2C 3C 4C 5C JK 7C 8C 9C 10C JC QC KC AC"], {}, 6),
    ("a natural first makes room", "KS KH KD 2S 2H 2D 8C JK 10C", ["4C JK JK 7C"], {"wilds": "half"}, 0),
    ("two wilds alone would be too many", "KS KH KD 2S 2H 2D JK 9C", ["4C JK JK 7C"], {"wilds": "half"}, 9),
]


@pytest.mark.parametrize(("why", "hand", "table", "house", "points"), KNOWN, ids=lambda each: str(each)[:20])
def test_a_known_hand_at_a_table(why: str, hand: str, table: list[str], house: dict[str, object], points: int) -> None:
    question = {"game": "contract-rummy", "deal": 1, "house": house, "players": 4}
    answer = referee.answer({**question, "ask": "can-lay-down", "hand": hand.split(), "table": table})
    assert "error" not in answer and "at_least" not in answer, answer
    assert answer.get("left_points", -1) == points, (why, answer)
    if points >= 0:
        take_steps(question, hand.split(), table, answer)


def test_a_hand_that_lacks_the_contract_is_settled_only_if_the_other_reading_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    question = {"game": "contract-rummy", "ask": "can-lay-down", "deal": 1, "hand": "6S 6H 6D 6C 6S 6H 2D 9C".split()}
    answer = referee.answer(question)
    assert (answer["possible"], answer["settled"]) == (False, False)
    found = search.best_lay_down

    def stopped(hand: Sequence[Card], law: Law, *rest: Any, **more: Any) -> LayDown | None:
        if law.second_groups:
            raise Spent
        return found(hand, law, *rest, **more)

    monkeypatch.setattr(search, "best_lay_down", stopped)
    answer = referee.answer(question)
    assert (answer["possible"], answer["settled"]) == (False, None)


def test_each_card_that_can_be_laid_off_is_named_once() -> None:
    table = ["KS KH KD", "9S 10S JS QS"]
    question = {"game": "contract-rummy", "ask": "could-add", "deal": 1, "hand": "KS JK 2D".split(), "laid_down": True}
    ruling = referee.judge({**question, "table": [meld.split() for meld in table]}).ruling
    assert ruling.reason and ruling.reason.say().count("K♠") == 1 and ruling.reason.say().endswith("can be laid off")


def take_steps(question: dict[str, object], hand: list[str], table: Sequence[str], answer: dict[str, object]) -> None:
    """Check a lay-down and each card laid off, one by one, with the referee."""
    melds = answer["melds"]
    assert referee.answer({**question, "ask": "lay-down", "melds": melds, "left": 1})["legal"]
    rows = [*(meld.split() for meld in table), *melds]
    for card in sum(melds, []):
        hand.remove(card)
    for step in answer.get("tracked_on", []):
        row, card, end = rows[step["meld"]], step["card"], step["end"]
        there: dict[str, object] = {"meld": row, "laid_down": True}
        if end.startswith("joker"):
            there |= {"ask": "move-joker", "card": card} | ({"end": "bottom"} if end == "joker-below" else {})
        else:
            there |= {"ask": "track-on", "cards": [card], "this_turn": True} | ({} if end == "group" else {"end": end})
        given = referee.answer({**question, **there})
        assert given["legal"], (answer, step, given)
        after = [*given["meld"]]
        hand.remove(card)
        hand += (Counter([*row, card]) - Counter(after)).elements()
        rows[step["meld"]] = after
    assert sorted(hand) == sorted(answer["left"])
