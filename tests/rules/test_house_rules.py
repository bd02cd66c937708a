"""House rules and presets change rulings: the same question, by the book and under the house rule."""

from typing import Any, NamedTuple

import pytest

from companion.games import GAMES
from companion.referee import answer
from companion.rules.cards import Unreadable
from companion.rules.game import Game


class Shown(NamedTuple):
    """A question that a house rule changes: the answer without it, and with it."""

    house: dict[str, Any]
    question: dict[str, Any]
    without: dict[str, Any]
    under: dict[str, Any]


FIVE_JOKERS = "8S 8H JK JK JK JK JK"
KALOOKI = (
    Shown(
        {"packs": 3},
        {"ask": "three", "cards": "8S 8S 8S"},
        {"legal": False},
        {"legal": True},
    ),
    Shown(
        {"packs": 4},
        {"ask": "set-up", "players": 8},
        {"packs": 3, "cards": 162},
        {"packs": 4, "cards": 214},
    ),
    Shown(
        {"jokers": 5},
        {"ask": "three", "cards": FIVE_JOKERS},
        {"legal": False},
        {"legal": True},
    ),
    Shown(
        {"jokers": 6},
        {"ask": "penalty", "cards": "JK JK JK JK JK JK"},
        {"field": "cards"},
        {"points": 300},
    ),
    Shown(
        {"twelve_early": True},
        {"ask": "schedule", "deal": 1, "players": 4, "first_dealer": 0},
        {"cards": 9, "contract": "3-3-3"},
        {"cards": 12, "contract": "3-3-3"},
    ),
    Shown(
        {"twelve_early": True},
        {"ask": "count", "deal": 2, "cards_held": 12, "calls": 0},
        {"legal": False},
        {"legal": True},
    ),
    Shown(
        {"four_naturals": 3},
        {"ask": "four", "cards": "5H JK 7H JK"},
        {"legal": True},
        {"legal": False, "findings": ["K11a"]},
    ),
    Shown(
        {"calls": 1},
        {"ask": "may-call", "laid_down": False, "calls_made": 1, "next_in_turn": False, "first_card": False},
        {"legal": True},
        {"legal": False, "findings": ["K32"]},
    ),
    Shown(
        {"calls": 9},
        {"ask": "calls-left", "successful": 3},
        {"left": 0},
        {"left": 6},
    ),
    Shown(
        {"call_first_card": True},
        {"ask": "may-call", "laid_down": False, "calls_made": 0, "next_in_turn": False, "first_card": True},
        {"legal": False, "findings": ["K33"]},
        {"legal": True},
    ),
    Shown(
        {"preset": "twelve-early"},
        {"ask": "schedule", "deal": 3, "players": 4, "first_dealer": 0},
        {"cards": 11},
        {"cards": 12},
    ),
)
THREE_THIRTEEN = (
    Shown(
        {"packs": 2},
        {"ask": "meld", "round": 1, "cards": "8S 8S 8H", "players": 2},
        {"legal": False},
        {"legal": True},
    ),
    Shown(
        {"jokers": 1},
        {"ask": "meld", "round": 1, "cards": "8S JK 8H"},
        {"legal": False},
        {"legal": True, "kind": "group"},
    ),
    Shown(
        {"jokers": 2},
        {"ask": "penalty", "round": 1, "cards": "JK 5H", "players": 2},
        {"field": "cards"},
        {"points": 25},
    ),
    Shown(
        {"ace_high": True},
        {"ask": "meld", "round": 1, "cards": "QH KH AH"},
        {"legal": False},
        {"legal": True, "kind": "run"},
    ),
    Shown(
        {"ace_high": True},
        {"ask": "penalty", "round": 1, "cards": "AH"},
        {"points": 1},
        {"points": 15},
    ),
    Shown(
        {"court_points": True},
        {"ask": "penalty", "round": 1, "cards": "JH QH KH"},
        {"points": 30},
        {"points": 36},
    ),
    Shown(
        {"tie_round": True},
        {"ask": "winner", "totals": [61, 88, 61]},
        {"winners": [0, 2], "bonus_round": False},
        {"winners": [0, 2], "bonus_round": True},
    ),
    Shown(
        {"tie_round": True},
        {"ask": "schedule", "round": 12, "players": 4, "first_dealer": 0},
        {"field": "round"},
        {"cards": 13, "wild": "K", "dealer": 3, "first_player": 0},
    ),
    Shown(
        {"preset": "deuces"},
        {"ask": "schedule", "round": 12, "players": 2, "first_dealer": 0},
        {"field": "round"},
        {"cards": 14, "wild": "A", "dealer": 1, "settled": False},
    ),
    Shown(
        {"preset": "deuces"},
        {"ask": "schedule", "round": 13, "players": 2, "first_dealer": 0},
        {"field": "round"},
        {"cards": 13, "wild": "K", "dealer": 0},
    ),
    Shown(
        {"preset": "deuces"},
        {"ask": "penalty", "round": 2, "cards": "JK JK 2S"},
        {"field": "cards"},
        {"points": 42},
    ),
    Shown(
        {"preset": "deuces"},
        {"ask": "winner", "totals": [7, 7]},
        {"bonus_round": False},
        {"bonus_round": True},
    ),
    Shown(
        {"preset": "deuces"},
        {"ask": "set-up", "players": 4},
        {"legal": True, "findings": []},
        {"legal": False, "findings": ["T22"]},
    ),
    Shown(
        {"preset": "speed"},
        {"ask": "set-up", "players": 4},
        {"caller": False},
        {"caller": True},
    ),
)
TABLE = [
    pytest.param(game, shown, id=f"{game} {next(iter(shown.house.items()))} {shown.question['ask']}")
    for game, cases in (("kalooki", KALOOKI), ("three-thirteen", THREE_THIRTEEN))
    for shown in cases
]


def answered(game: str, shown: Shown, house: dict[str, Any], names: dict[str, Any]) -> dict[str, Any]:
    """Return the answers under these house rules, by the expected names; findings by their rules."""
    given = answer({"game": game, "house": house, **shown.question})
    given["findings"] = [found["rule"] for found in given.get("findings", [])]
    return {name: given.get(name) for name in names}


@pytest.mark.parametrize(("game", "shown"), TABLE)
def test_a_house_rule_changes_the_ruling(game: str, shown: Shown) -> None:
    assert shown.without != shown.under
    assert answered(game, shown, {}, shown.without) == shown.without
    assert answered(game, shown, shown.house, shown.under) == shown.under


def by_the_book(game: str) -> list[str]:
    """Return the presets of a game that change nothing."""
    return [preset.name for preset in GAMES[game].presets if not preset.changes]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_with_presets_has_one_that_is_the_game_itself(game: str) -> None:
    assert len(by_the_book(game)) == bool(GAMES[game].presets)
    for name in by_the_book(game):
        book = GAMES[game].with_house_rules({"preset": name})
        assert {name: value for name, value in vars(book).items() if value is not vars(GAMES[game]).get(name)} == {
            "chosen_rules": {"preset": name}
        }


@pytest.mark.parametrize(("game", "shown"), TABLE)
def test_a_house_rule_at_its_default_changes_nothing(game: str, shown: Shown) -> None:
    defaults = {rule.name: rule.default for rule in GAMES[game].house_rules if rule.default is not None}
    assert answered(game, shown, defaults, shown.without) == shown.without


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("players", range(1, 13))
def test_a_table_of_too_many_is_told_the_house_rule_that_has_room(game: Game, players: int) -> None:
    roomy = [
        (rule.sentence, value)
        for rule in game.house_rules
        for value in rule.values or ()
        if players in game.with_house_rules({rule.name: value}).players
    ]
    if players in game.players:
        assert game.with_house_rules({}, players)
        return
    with pytest.raises(Unreadable) as told:
        game.with_house_rules({}, players)
    said = str(told.value)
    assert f"not {players}" in said
    assert said.endswith(f"“{roomy[0][0]}” set to {roomy[0][1]}" if roomy else f"not {players}")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_under_the_same_house_rules_is_made_once(game: Game) -> None:
    made = game.amended("{}", 4)
    assert made is game.amended("{}", 4) and made is not game.amended("{}", 3)
    assert made == game.with_house_rules({}, 4)
    with pytest.raises(Unreadable):
        game.amended('{"nobody": 1}', 4)
