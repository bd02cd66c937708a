"""Rulebook of a game, paragraph by paragraph, each with a kept and a broken example."""

from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games import GAMES
from companion.rules.game import Game
from companion.rules.questions import Question
from companion.web.forms.posting import the_match
from companion.web.screens.referee_menu import by_topic
from companion.web.screens.setup import the_game
from companion.web.view.rules_search import Hits, find, number_in, numbered
from companion.web.view.ruling_text import CARD_WIDGETS, house_rule

bp = Blueprint("rulebook", __name__, url_prefix="/rules")


@bp.get("/<game_id>")
def show(game_id: str) -> ResponseReturnValue:
    """Return the rulebook, or the hits of a search; with a match's code, its house rules are marked.

    The number of another game's paragraph leads to that game, as /rules/K24 does."""
    sought = request.args.get("q", "")[:200].strip()
    if other := game_of_number(game_id, sought):
        query = urlencode(request.args | {"q": sought or game_id})
        return redirect(f"{url_for('.show', game_id=other.id)}?{query}", 303)
    values = of_game(game_id)
    game: Game = values["game"]
    hits = find(game, sought) if sought else Hits([])
    return render_template(
        "rulebook/rules.html",
        games=GAMES.values(),
        sought=sought,
        hits=hits,
        in_force=in_force(game),
        questions=referees(game),
        **values,
    )


@bp.get("/<game_id>/people-ask")
def people_ask(game_id: str) -> str:
    """Return the common questions by topic, each with its answer and its rule."""
    values = of_game(game_id)
    topics = by_topic(values["game"].rulebook.people_ask)
    return render_template("rulebook/people_ask.html", topics=topics, **values)


def game_of_number(game_id: str, sought: str) -> Game | None:
    """Return the game that has the paragraph whose number is sought, or stands for a game, if it is another one."""
    number = number_in(sought if game_id in GAMES else game_id)
    having = [game for game in GAMES.values() if numbered(game.rulebook, number)]
    return next(iter(having), None) if game_id not in {game.id for game in having} else None


def of_game(game_id: str) -> dict[str, Any]:
    """Return the game with the house rules of the match whose code is given, if it is a match of that game."""
    code = request.args.get("code", "")
    match = the_match(code) if code else None
    at_table = match is not None and match.game.id == game_id
    game = match.game if match and at_table else the_game(game_id)
    return {"game": game, "code": code, "at_table": at_table}


def in_force(game: Game) -> dict[str, list[str]]:
    """Return this table's changes in words, by the number of the paragraph that permits them."""
    sentences: dict[str, list[str]] = {}
    for rule in game.house_rules:
        if rule.name in game.chosen_rules:
            sentences.setdefault(rule.rule, []).append(house_rule(game, rule.name, game.chosen_rules[rule.name]))
    return sentences


def referees(game: Game) -> dict[str, tuple[Question, bool]]:
    """Return the question to ask about each paragraph, by its number, and whether it is asked with cards."""
    asked = {rule.id: game.questions[rule.kept.ask] for rule in game.rulebook.values() if rule.kept}
    found = {
        number: (question, any(part.widget in CARD_WIDGETS for part in question.fields))
        for number, question in asked.items()
    }
    return {number: asked for number, asked in found.items() if asked[0].on_screen or asked[1]}
