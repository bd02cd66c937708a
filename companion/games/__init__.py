"""Registry of the games, by id. A new game is one line here."""

import json
from functools import lru_cache

from companion.games import contract_rummy, five_crowns, kalooki, three_thirteen
from companion.rules.game import Game

GAMES: dict[str, Game] = {
    game.id: game for game in (kalooki.GAME, three_thirteen.GAME, five_crowns.GAME, contract_rummy.GAME)
}
MOST_AMENDED = 1000


@lru_cache(MOST_AMENDED)
def amended(game: str, house: str, players: int | None, any_players: bool = False) -> Game:
    """Return the game of that id under house rules stored as JSON; cached, so the same rules give the same object.

    Raises: Unreadable: for an impossible house rule; ValueError or a similar error: for text that is not a JSON
    object."""
    return GAMES[game].with_house_rules(json.loads(house), players, any_players)
