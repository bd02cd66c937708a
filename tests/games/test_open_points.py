"""Settled lay-downs, compared with the other reading of each open point, solved by brute force."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.referee import answer
from companion.rules.cards import JOKER, Card, Pack
from companion.rules.contracts.hand_advice import contract
from tests.rules.contracts.brute_force import fewest_left
from tests.rules.contracts.random_laws import lies

KALOOKI = GAMES["kalooki"]
PACK = Pack(copies=2, jokers=4)
STOPPED = json.loads((Path(__file__).parents[1] / "cases/bred.jsonl").read_text().splitlines()[0])
TABLES: tuple[list[str], ...] = ([], ["9S 9H 9D"], ["JS QS KS JK"], ["10S JK QS KS"], ["JS QS KS AS", "5H JK 7H 8H"])


def asked(hand: list[Card], table: list[str], deal: int) -> dict[str, Any]:
    """Return the answer about laying down a hand in that deal."""
    cards = [str(card) for card in hand]
    return answer({"game": "kalooki", "ask": "can-lay-down", "deal": deal, "hand": cards, "table": table})


def holding_threes(random: Random) -> list[Card]:
    """Return a hand with three threes and three more cards, some of which may make another meld."""
    ranks = random.sample(PACK.ranks, 4)
    hand = [card for rank in ranks for card in random.sample([c for c in PACK.cards if c.rank == rank] * 2, 3)]
    for place in random.sample(range(12), random.randint(0, 3)):
        hand[place] = random.choice((JOKER, Card("10", "S"), Card("A", "S"), Card("9", "S")))
    return hand


def holding_a_four(random: Random) -> list[Card]:
    """Return a hand of few ranks with two threes and a four, and perhaps a third three or second four instead."""
    low = random.randint(0, 7)
    ranks, (suit, other) = PACK.ranks[low : low + 5], random.sample("SHDC", 2)
    threes = [Card(rank, each) for rank in random.sample(ranks, 3) for each in random.sample("SHDC", 3)]
    fours = [Card(rank, each) for each in (suit, other) for rank in ranks[:4]]
    hand = [*threes[:6], *fours[:4], *random.sample([*threes[6:], *fours[4:]], 3)]
    for place in random.sample(range(13), random.randint(0, 2)):
        hand[place] = random.choice((JOKER, Card("10", "S")))
    return hand


def other_readings(hand: list[Card], table: list[str], deal: int) -> float | None:
    """Return the fewest points left if a first lay-down is the contract only and no four grows below a joker."""
    law = contract(KALOOKI, KALOOKI.deals[deal - 1])._replace(further=None, below_wilds=False)
    melds = [lies(KALOOKI, tuple(PACK.read_all(meld))) for meld in table]
    return fewest_left(hand, law, partial(KALOOKI.price, KALOOKI.deals[0]), melds)


@pytest.mark.parametrize(("deal", "holding"), [(1, holding_threes), (2, holding_a_four)])
def test_a_lay_down_is_settled_exactly_where_the_other_readings_leave_no_more(
    deal: int, holding: Callable[[Random], list[Card]]
) -> None:
    random, seen = Random(deal), set()
    for table in TABLES * 3:
        hand = holding(random)
        given = asked(hand, table, deal)
        if given.get("possible"):
            seen.add(given["settled"])
            assert given["settled"] == (other_readings(hand, table, deal) == given["left_points"]), (hand, table)
            assert asked(random.sample(hand, len(hand)), table, deal)["settled"] == given["settled"]
    assert seen == {True, False}


def test_where_a_search_was_stopped_nothing_is_told_as_settled_or_open_that_is_not_proved() -> None:
    given = answer(STOPPED)
    assert (given["possible"], given["settled"], given["exact"]) == (True, None, False)
    assert given["at_least"] < given["left_points"]
