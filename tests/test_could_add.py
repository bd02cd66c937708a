"""What could I add? Cards to track on, and cards that would make the contract."""

from typing import Any

from companion.referee import answer


def asked(**question: Any) -> dict[str, Any]:
    """The ruling on "what could I add?" in Kalooki."""
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


def test_each_card_named_is_one_the_referee_lets_track_on() -> None:
    table = [["5H", "6H", "JK", "8H"], ["KS", "KC", "KH"], ["JS", "QS", "KS", "JK"]]
    given = asked(hand="9H JK KD 10S AS", table=table, laid_down=True)
    for row in given["tracked_on"]:
        if row["end"] == "joker":
            question = {"ask": "move-joker", "card": row["card"]}
        else:
            end = {} if row["end"] == "group" else {"end": row["end"]}
            question = {"ask": "track-on", "cards": [row["card"]], **end}
        ruling = answer({"game": "kalooki", "meld": table[row["meld"]], **question})
        assert ruling["legal"], (row, ruling)
