"""The best lay-down under the law of Kalooki: known hands; tests/rules/contracts/test_random_laws.py tries any law."""

from itertools import islice
from random import Random

import pytest

from companion.rules.cards import Pack
from companion.rules.contracts.search.ways import Suit
from tests.rules.contracts.kalooki_law import best_lay_down, kalooki
from tests.rules.hands import hands_at_tables


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
        ("4H 5H 6H 7H JK 9S 3C", (0, 1), 0, ["5S 6S 7S 8S", "4C 5C JK 7C"], 3),  # the joker has nowhere else to go
        ("JK 3C", (0, 0), 0, ["5S 6S 7S 8S"], 3),  # nor is there a card of that suit
        ("", (0, 0), 0, [], 0),
        ("JK JK", (0, 0), 0, [], 100),
    ],
)
def test_lay_downs_told_at_the_table(cards, contract, naturals, table, points):
    read = Pack(2, 4).read_all
    found = best_lay_down(read(cards), kalooki(*contract, naturals), [read(meld) for meld in table])
    assert (found and found.points) == points


def test_a_group_decided_with_the_runs_of_a_suit_leaves_the_same_points(monkeypatch: pytest.MonkeyPatch) -> None:
    def fewest() -> list[int | None]:
        hands = islice(hands_at_tables(Random(3)), 120)
        every = [best_lay_down(hand, kalooki(*contract), table) for hand, contract, table in hands]
        return [found and found.points for found in every]

    decided, rank = fewest(), Suit._rank
    monkeypatch.setattr(Suit, "_rank", lambda suit, place: rank(suit, place)._replace(decided=False))
    assert decided == fewest()
