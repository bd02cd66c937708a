"""What the casebooks are worth: an error planted anywhere in the law makes a line on its rule fail."""

import pytest

from companion.games import GAMES
from companion.rules.game import Game
from tests.support.planted import Planted, errors_of, failing, planted

PLANTED = [error for game in GAMES for error in planted(game)]


def test_the_law_as_it_stands_fails_no_line() -> None:
    assert failing() == []


@pytest.mark.parametrize("error", PLANTED, ids=lambda error: f"{error.rule} {error.meaning}")
def test_a_planted_error_is_caught_by_a_line_on_its_rule(error: Planted) -> None:
    assert failing(error)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_an_error_is_planted_in_every_rule(game: Game) -> None:
    assert errors_of(game.id).exists(), f"{game.name} has no planted errors: list them in {errors_of(game.id)}"
    assert {error.rule for error in planted(game.id)} <= set(game.rulebook)
    # What several games take over from one place has its error planted in one of them.
    assert set(game.rulebook) <= {error.rule for error in PLANTED}
