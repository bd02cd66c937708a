"""House rules and presets: defaults, tables of too many; the casebooks show each of them changing a ruling."""

from dataclasses import replace

import pytest

from companion.games import GAMES, amended
from companion.rules.cards import Unreadable
from companion.rules.game import Game


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


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_house_rule_at_its_default_changes_nothing(game: Game) -> None:
    defaults = {rule.name: rule.default for rule in game.house_rules if rule.default is not None}
    assert replace(game.with_house_rules(defaults), chosen_rules=game.chosen_rules) == game


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
    made = amended(game.id, "{}", 4)
    assert made is amended(game.id, "{}", 4) and made is not amended(game.id, "{}", 3)
    assert made == game.with_house_rules({}, 4)
    with pytest.raises(Unreadable):
        amended(game.id, '{"nobody": 1}', 4)
