"""Registry of the games, by id. A new game is one line here."""

from companion.games import contract_rummy, five_crowns, kalooki, three_thirteen
from companion.rules.game import Game

GAMES: dict[str, Game] = {
    game.id: game for game in (kalooki.GAME, three_thirteen.GAME, five_crowns.GAME, contract_rummy.GAME)
}
