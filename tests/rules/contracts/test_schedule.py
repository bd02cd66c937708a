"""A table's own schedule: read from JSON and from a form, written back, and refused where no hand could meet it."""

from random import Random

import pytest

from companion.games import GAMES
from companion.rules.cards import Unreadable
from companion.rules.contracts.schedule import deals, schedule

GAME = GAMES["contract-rummy"]
RULE = next(rule for rule in GAME.house_rules if rule.name == "schedule")


@pytest.mark.parametrize(
    ("given", "kept", "text"),
    [
        ([{"cards": 10, "groups": 2, "runs": 0}], [{"cards": 10, "groups": 2}], "10:gg"),
        ([{"cards": 10, "groups": [3, 3]}], [{"cards": 10, "groups": 2}], "10:gg"),
        ([{"cards": 11, "groups": 1, "runs": [7]}], [{"cards": 11, "groups": 1, "runs": [7]}], "11:gr7"),
        ([{"cards": 13.0, "runs": [5, 4, 4]}], [{"cards": 13, "runs": [5, 4, 4]}], "13:r5rr"),
        ([{"cards": 12, "groups": [4]}, {"cards": 3, "groups": 1}], None, "12:g4 3:g"),
    ],
)
def test_a_schedule_has_one_spelling_in_json_and_one_in_a_form(given: list, kept: list | None, text: str) -> None:
    read = RULE.read(given)
    assert read == (kept or given)
    assert (RULE.text(read), RULE.from_text(text), schedule(text)) == (text, read, read)


@pytest.mark.parametrize("text", ["", "10", "10:", "10:x", "gg", "10:gg;", "10:gg 10:", "x" * 5000])
def test_a_text_that_is_no_schedule_is_refused_as_it_was_typed(text: str) -> None:
    assert not schedule(text)
    with pytest.raises(Unreadable):
        RULE.read(RULE.from_text(text))


def test_any_schedule_survives_the_way_through_a_form() -> None:
    chance = Random(34)
    for _ in range(300):
        melds = {"groups": range(3, 15), "runs": range(4, 15)}
        given = [
            {"cards": chance.randint(3, 16)}
            | {name: [chance.choice(sizes) for _ in range(chance.randint(1, 4))] for name, sizes in melds.items()}
            for _ in range(chance.randint(1, 15))
        ]
        read = RULE.read(given)
        assert RULE.read(read) == read
        assert [(deal.cards, [*deal.groups], [*deal.runs]) for deal in deals(read)] == [
            tuple(each.values()) for each in given
        ]
        if len(RULE.text(read)) <= 400:
            assert RULE.from_text(RULE.text(read)) == read


@pytest.mark.parametrize(
    ("house", "need", "most"),
    [
        ({"schedule": [{"cards": 10, "runs": 3}], "calls": 0}, 12, 11),
        ({"schedule": [{"cards": 9, "groups": 3}], "calls": 0}, 0, 0),
        (
            {"schedule": [{"cards": 12, "groups": 4}, {"cards": 9, "groups": 3}], "calls": 0, "final_discard": True},
            0,
            0,
        ),
        ({"schedule": [{"cards": 8, "groups": 3}, {"cards": 9, "groups": 1}], "calls": 0, "final_discard": True}, 9, 8),
        ({"preset": "shanghai", "calls": 1}, 15, 14),
    ],
)
def test_a_contract_that_all_buys_cannot_make_possible_is_refused(house: dict, need: int, most: int) -> None:
    if not need:
        assert GAME.with_house_rules(house, 4)
        return
    with pytest.raises(Unreadable, match=f"takes {need} cards, and at most {most} can be laid down"):
        GAME.with_house_rules(house, 4)


def test_the_words_say_how_many_deals_and_what_a_contract_is() -> None:
    game = GAME.with_house_rules({"schedule": [{"cards": 11, "groups": 2, "runs": [7, 4]}]}, 4)
    assert str(game.words.deals) == "one deal"
    assert str(game.deals[0].description) == "two groups, one run and a run of 7"
    assert (game.deals[0].label, game.contract_size(game.deals[0])) == ("3-3-7-4", 17)
    assert str(GAME.words.deals) == "seven deals"
