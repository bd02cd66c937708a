"""The rules of a game, paragraph by paragraph, each with a kept and a broken example."""

from flask import Blueprint, render_template, request

from companion.games import GAMES
from companion.web.posting import the_match
from companion.web.setup import the_game

bp = Blueprint("rulebook", __name__, url_prefix="/rules")


@bp.get("/<game_id>")
def show(game_id: str) -> str:
    """The rulebook; with the code of a match, that table's house rules marked."""
    code = request.args.get("code", "")
    match = the_match(code) if code else None
    game = match.game if match and match.game.id == game_id else the_game(game_id)
    in_force = {rule.rule for rule in game.house_rules if rule.name in game.house}
    return render_template("rules.html", game=game, code=code, in_force=in_force, games=GAMES.values())
