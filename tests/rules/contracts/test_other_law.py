"""Law of contract rummies that the casebooks do not show: the end where a wild card goes, runs without law of wilds."""

from dataclasses import replace

import pytest

from companion.games import GAMES
from companion.rules.cards import Card
from companion.rules.contracts.joker_moves import move_joker, targets
from companion.rules.contracts.lay_down import lay_down
from companion.rules.contracts.lay_off import lay_off
from companion.rules.contracts.meld_questions import run
from companion.rules.rulebook import Rulebook
from tests.rules.tracing import lines_executed

GAME = GAMES["contract-rummy"]


def cards(text: str) -> tuple[Card, ...]:
    """Return these cards in a row."""
    return tuple(GAME.pack.read_all(text))


@pytest.mark.parametrize(("meld", "card", "end"), [("10S JK QS KS AS", "JS", "top"), ("AS JK 3S 4S", "2S", "bottom")])
def test_a_wild_card_without_room_at_the_end_that_is_named_may_go_to_the_other(meld: str, card: str, end: str) -> None:
    ruling = move_joker(GAME, cards(meld), cards(card)[0], True, end)
    assert not ruling.legal and str(ruling.fix) == "Yes, with the wild card moved to the other end"


def test_a_card_for_another_wild_card_is_only_named_where_that_one_can_go_to_the_end_named() -> None:
    meld, card = cards("JK 2D 3D 4D 5D"), cards("6S")[0]
    fixes = [str(move_joker(GAME, meld, card, True, end).fix) for end in ("top", "bottom")]
    assert fixes == ["Yes, with the A♦\ufe0e, which a wild card stands for", "None"]


def test_the_joker_itself_takes_no_place_of_a_wild_card() -> None:
    ruling = move_joker(GAME, cards("5H JK 7H 8H"), cards("JK")[0], True)
    assert [str(found.reason) for found in ruling.findings] == ["only a natural card takes the place of a wild card"]


@pytest.mark.parametrize(
    ("house", "deal", "melds", "left", "fix"),
    [
        ({}, 7, "3C 4C 5C 6C / 3H 4H 5H 6H / 9D 10D JD QD 8S", 0, None),
        ({}, 7, "3C 4C 5C 6C / 3H 4H 5H 6H / 9D 10D 8S QD", 0, "Yes, with the J♦ instead of the 8♠ in meld 3"),
        ({}, 7, "3C 4C 5C 6C / 3H 4H 5H 6H / 9D 10D 8S QD", 1, None),
        ({}, 7, "3C 4C 5C 6C / 3H 4H 5H 6H / 9D 10D JD QD 8S", None, "Yes, without the 8♠ in meld 3"),
        ({"final_discard": True}, 1, "8S 8H 8D 9D / KS KH KD", 0, "Yes, without the 9♦ in meld 1"),
    ],
)
def test_a_change_of_a_lay_down_counts_the_cards_left_afterwards(
    house: dict[str, bool], deal: int, melds: str, left: int | None, fix: str | None
) -> None:
    game = GAME.with_house_rules(house)
    laid = tuple(cards(meld) for meld in melds.split("/"))
    assert str(lay_down(game, game.deals[deal - 1], laid, (), left).fix).replace("\ufe0e", "") == str(fix)


@pytest.mark.parametrize(("meld", "card"), [("JK JK 5D JK", "5S"), ("8H JK JK JK", "8C")])
def test_a_card_that_fits_a_meld_as_a_group_but_no_end_of_it_as_a_run_is_told_so(meld: str, card: str) -> None:
    assert lay_off(GAME, cards(meld), cards(card), None, True).legal
    assert [str(lay_off(GAME, cards(meld), cards(card), end, True).fix) for end in ("top", "bottom")] == [
        "Yes, as a group",
        "Yes, as a group",
    ]


def test_cards_for_both_ends_of_a_run_are_told_where_each_belongs_in_the_reading_that_takes_them() -> None:
    game = GAME.with_house_rules({"jokers": 12})
    fix = lay_off(game, cards("JK 7D JK JK JK JK"), cards("JK 5D"), "bottom", True).fix
    assert str(fix).replace("\ufe0e", "") == "Yes, with joker on top and 5♦ below"


def test_more_copies_than_the_packs_hold_do_not_change_what_a_meld_is() -> None:
    game = GAME.with_house_rules({"more_melds": True})
    laid = tuple(cards(meld) for meld in ("JK 9C 9H", "KS KH KD", "JK JK 2C JK JK JK"))
    assert [found.rule.id for found in lay_down(game, game.deals[0], laid, ()).findings] == ["C12"]


def test_three_melds_alike_are_refused_in_one_sentence() -> None:
    game = GAMES["kalooki"]
    ruling = lay_down(game, game.deals[0], tuple(cards(meld) for meld in ("8S 8H 8D", "8S 8H 8C", "8D 8C JK")), ())
    assert [(found.rule.id, found.cards) for found in ruling.findings] == [("K18", tuple(range(9)))]


def test_many_melds_of_one_natural_are_read_in_few_ways() -> None:
    schedule = [{"cards": 16, "groups": [3, 3, 3], "runs": [4]}]
    game = GAME.with_house_rules({"more_melds": True, "packs": 4, "schedule": schedule})
    ambiguous = ("JK 4H JK JK JK", "JK JK 10H JK JK", "JK 7H JK JK JK", "JK 10S JK JK", "JK JK JK JK 6S")
    melds = tuple(cards(meld) for meld in (*ambiguous, "9D 10D JD QD KD", *ambiguous[1:4], "2D 3D 4D 5D"))
    assert lines_executed(lay_down, game, game.deals[0], melds, ()) < 100_000


def test_the_end_is_asked_for_where_a_joker_may_go_to_either() -> None:
    asked = GAME.questions["move-joker"]
    assert [field.name for field in asked.fields] == ["meld", "card", "laid_down", "end"]
    assert "judge" not in targets(GAME, cards("5H JK 7H 8H"))[0].fills
    assert "end" not in {field.name for field in GAMES["kalooki"].questions["move-joker"].fields}


def test_a_run_with_a_gap_is_refused_where_no_rule_is_about_wild_cards_side_by_side() -> None:
    rules = [rule for rule in GAME.rulebook.values() if rule.id != "C11"]
    without = replace(GAME, rulebook=Rulebook(rules, GAME.rulebook.chapters))
    for row in ("5H 6H 8H 9H", "5H JK JK 8H 10H"):
        assert not run(without, cards(row)).legal
    assert run(without, cards("5H JK JK 8H")).legal
