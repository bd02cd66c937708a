"""Missed groups among cards counted as left over: a reported group is one, whatever cards the keys stand for."""

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
