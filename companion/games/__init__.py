"""The games the companion knows, by id. A third game is one line here."""

from companion.games import kalooki, three_thirteen
from companion.rules.game import Game

GAMES: dict[str, Game] = {game.id: game for game in (kalooki.GAME, three_thirteen.GAME)}
