"""The best lay-down together with the melds on the table: known hands, and the referee's own steps."""

from collections.abc import Sequence
from typing import Any

import pytest

from companion import referee
from companion.rules.cards import Card
from companion.rules.contracts import search
from companion.rules.contracts.search import Law, LayDown
from companion.rules.search_state import Spent

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


@pytest.mark.parametrize(("card", "goes"), [("KD", True), ("8S", True), ("8H", False), ("JK", True)])
def test_a_card_that_would_go_on_the_table_is_named(card: str, goes: bool) -> None:
    question = {"game": "contract-rummy", "ask": "could-add", "deal": 1, "hand": [card], "laid_down": True}
    ruling = referee.judge({**question, "table": ["KS KH KC", "9S 10S JS QS"]}).ruling
    assert {str(step["card"]) for step in ruling.answer["tracked_on"]} == ({card} if goes else set())
    assert (ruling.reason is not None and ruling.reason.say().endswith("can be laid off")) is goes
