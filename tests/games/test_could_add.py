"""Question “What could I add?”: cards to track on, and cards that would complete the contract."""

from typing import Any

import pytest

from companion.interfaces.ruling_format import ruling_lines
from companion.referee import answer, judge
from companion.rules.text import ENGLISH

NO_CARD = "no single card would make the contract"
WHOLE = "this hand already makes the contract"
NOT_YET = "nothing may be tracked on before laying down"
MAKES = "this hand makes only {}; the contract is three threes"
NOTHING = "this hand makes no part of the contract, three threes"


def asked(**question: Any) -> dict[str, Any]:
    """Return the ruling on "what could I add?" in Kalooki."""
    return answer({"game": "kalooki", "ask": "could-add", "deal": 1, "table": [], **question})


def test_before_laying_down_the_cards_that_would_make_the_contract_are_named_with_how_many_are_about() -> None:
    given = asked(hand="8S 8H 8D KS KH KD 4C 4D 7H", laid_down=False)
    about = {row["card"]: row["about"] for row in given["would_do"]}
    assert about == {"4S": 2, "4H": 2, "4D": 1, "4C": 1, "JK": 4}
    assert "tracked_on" not in given


def test_what_lies_on_the_table_is_no_longer_about() -> None:
    given = asked(hand="8S 8H 8D KS KH KD 4C 4D 7H", table=["4S 4S 4H", "5C JK 7C JK"], laid_down=False)
    about = {row["card"]: row["about"] for row in given["would_do"]}
    assert about == {"4H": 1, "4D": 1, "4C": 1, "JK": 2}


def test_a_hand_that_can_lay_down_needs_no_card() -> None:
    assert asked(hand="8S 8H 8D KS KH KD 4C 4D 4H", laid_down=False)["would_do"] == []


def test_after_laying_down_every_card_that_could_be_next_is_named_with_its_place() -> None:
    given = asked(hand="9H 7H JK KD 2C", table=["5H 6H JK 8H", "KS KC KH"], laid_down=True)
    steps = {(row["card"], row["meld"], row["end"]) for row in given["tracked_on"]}
    assert steps == {("9H", 0, "top"), ("7H", 0, "joker"), ("JK", 0, "top"), ("JK", 1, "group"), ("KD", 1, "group")}
    assert set(given["rules"]) == {"K20", "K21", "K22", "K23", "K24"}


def test_a_card_that_fits_only_after_another_of_the_hand_is_named_after_it() -> None:
    given = asked(hand="9S 10S 2C", table=["JS QS KS AS"], laid_down=True)
    assert given["tracked_on"] == [
        {"meld": 0, "card": "10S", "end": "bottom"},
        {"meld": 0, "card": "9S", "end": "bottom"},
    ]
    assert given["settled"]
    assert not asked(hand="9S 10S 2C", table=["JS QS KS JK"], laid_down=True)["settled"]


@pytest.mark.parametrize(
    ("ask", "hand", "more", "said"),
    [
        ("could-add", "8S 8H KS KH 4C 5D 7H 9D JC", {"laid_down": False}, [NO_CARD]),
        ("could-add", "8S 8H 8D KS KH KD 4C 4D 4H", {"laid_down": False}, [WHOLE]),
        ("could-add", "8S 8H 8D KS KH KD 4C 4D 7H", {"laid_down": False, "table": ["9S 9H 9D"]}, [NOT_YET]),
        ("could-add", "8S 8H 8D KS KH KD 4C 4D 7H", {"laid_down": True}, []),
        ("can-lay-down", "8S 8H 8D KS KH KD 4C 4D 7H", {}, [MAKES.format("2 threes")]),
        ("can-lay-down", "8S 8H 8D KS KH 2D 4C 5D 7H", {}, [MAKES.format("1 three"), NO_CARD]),
        ("can-lay-down", "8S 8H QD KS KH 2D 4C 5D 7H", {}, [NOTHING, NO_CARD]),
        ("can-lay-down", "8S 8H 8D KS KH KD 4C 4D 4H", {}, []),
    ],
)
def test_what_a_player_would_ask_next_is_said(ask: str, hand: str, more: dict[str, Any], said: list[str]) -> None:
    question = {"game": "kalooki", "ask": ask, "deal": 1, "table": [], "hand": hand, **more}
    judged = judge(question)
    assert [note.say() for note in judged.ruling.notes] == said
    assert answer(question).get("notes", []) == said
    told_lines = [line.strip() for line in ruling_lines(judged, ENGLISH)]
    assert all(note in told_lines for note in said)
    assert "Any one of these makes the contract: –" not in told_lines


def test_a_hand_with_threes_and_fours_is_told_of_both() -> None:
    hand = "8S 8H 8D KS KH 2C 4C 5C 6C 7C 9D JD"
    judged = judge({"game": "kalooki", "ask": "can-lay-down", "deal": 8, "hand": hand})
    assert judged.ruling.notes[0].say().startswith("this hand makes only 1 three and 1 four; the contract is ")


def test_no_card_is_named_that_hand_and_table_hold_already() -> None:
    question = {"game": "kalooki", "deal": 1, "hand": "QH QC 6S 6D 9C 9D 9S JK", "table": ["JH QH KH JK"]}
    fix = answer({**question, "ask": "can-lay-down"})["fix"]
    could = answer({**question, "ask": "could-add", "laid_down": False})["would_do"]
    named = (
        fix.removeprefix("Yes, with any one of these: ")
        .removeprefix("Yes, with the ")
        .replace(" and ", ", ")
        .split(", ")
    )
    assert len(named) == len(could)
    assert "Q♥" not in fix
    assert "Q♠" in fix
