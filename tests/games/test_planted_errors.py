"""Quality of the casebooks: an error planted anywhere in the law makes a line on its rule fail."""

from collections.abc import Iterator

import pytest

from companion.games import GAMES
from companion.rules.game import Game
from tests.support.planted import Law, errors_of, planted
from tests.support.planted import law as knowing

PLANTED = [error for game in GAMES for error in planted(game)]


@pytest.fixture(scope="module")
def law() -> Iterator[Law]:
    """A process in which errors are planted."""
    with knowing() as one:
        yield one


def test_the_law_as_it_stands_fails_no_line(law: Law) -> None:
    assert law.failing() == []


@pytest.mark.parametrize("game", GAMES)
def test_every_planted_error_is_caught_by_a_line_on_its_rule(law: Law, game: str) -> None:
    uncaught = [f"{error.rule} {error.meaning}" for error in planted(game) if not law.failing(error)]
    assert not uncaught


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_an_error_is_planted_in_every_rule(game: Game) -> None:
    assert errors_of(game.id).exists(), f"{game.name} has no planted errors: list them in {errors_of(game.id)}"
    assert {error.rule for error in planted(game.id)} <= set(game.rulebook)
    # A rule that several games share has its error planted in one of them.
    assert set(game.rulebook) <= {error.rule for error in PLANTED}
