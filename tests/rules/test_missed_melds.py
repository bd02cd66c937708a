"""Melds missed among cards counted as left over (T17): asked about if certain, whatever cards the keys stand for."""

from itertools import product

import pytest

from companion.games import GAMES
from companion.rules.game import Game
from companion.rules.melds.unordered_reading import is_group
from tests.games.third_game import GAME as THIRD

ARRANGED = [game for game in (*GAMES.values(), THIRD) if game.arranges]


@pytest.mark.parametrize("game", ARRANGED, ids=lambda game: game.id)
def test_three_keys_that_are_called_a_group_are_one_whatever_their_cards(game: Game) -> None:
    for deal in game.deals:
        keys = game.keys(deal)
        for three in product(keys.all, repeat=3):
            if question := game.missed_meld(deal, [key.code for key in three]):
                hands = product(*(key.cards for key in three))
                assert all(is_group(game, deal, hand) for hand in hands), (deal.number, str(question))


GAME = GAMES["three-thirteen"]
JOKERS = GAME.with_house_rules({"jokers": 2}, 4)
COURTS = GAME.with_house_rules({"court_points": True}, 4)


def asked(tokens: str, number: int = 1, game: Game = GAME) -> str:
    """Return the warning about cards left over in a round, in words."""
    return str(game.missed_meld(game.deal(number), game.keys(game.deal(number)).read(tokens)) or "")


@pytest.mark.parametrize(
    ("tokens", "number", "game"),
    [
        ("A A A", 1, GAME),
        ("3 3 9", 1, GAME),
        ("7 7 JK", 2, JOKERS),
        ("2 4 7 7S 7", 3, GAME),
        ("K K K", 2, GAME),
        ("10 10 10", 2, COURTS),
    ],
)
def test_cards_of_one_rank_are_a_group_whatever_their_suits(tokens: str, number: int, game: Game) -> None:
    assert "make a group and would cost 0" in asked(tokens, number, game)


@pytest.mark.parametrize("tokens", ["4S 5S 6S", "4S 3 6S", "2 4S 5S 6S"])
def test_cards_with_their_suits_may_be_a_run(tokens: str) -> None:
    assert "make a run and would cost 0" in asked(tokens, 1)


@pytest.mark.parametrize(
    ("tokens", "number"), [("", 1), ("A A 2", 1), ("4 5 6", 1), ("10 10 10", 1), ("7 7 3", 2), ("JK", 1)]
)
def test_what_is_not_sure_is_not_asked(tokens: str, number: int) -> None:
    assert asked(tokens, number, JOKERS if "JK" in tokens else GAME) == ""
