"""The rules of a game, paragraph by paragraph, each with a kept and a broken example."""

from flask import Blueprint, render_template, request

from companion.games import GAMES
from companion.rules.game import Game
from companion.rules.questions import Question
from companion.rules.rulings import Rule
from companion.web.forms.posting import the_match
from companion.web.screens.setup import the_game
from companion.web.view.language import say
from companion.web.view.rulebook_text import plain, telling
from companion.web.view.ruling_text import CARD_WIDGETS, house_rule

bp = Blueprint("rulebook", __name__, url_prefix="/rules")


@bp.get("/<game_id>")
def show(game_id: str) -> str:
    """The rulebook, or what of it a search finds; with the code of a match, that table's house rules marked."""
    code = request.args.get("code", "")
    match = the_match(code) if code else None
    game = match.game if match and match.game.id == game_id else the_game(game_id)
    sought = request.args.get("q", "")[:200].strip()
    values = {
        "code": code,
        "sought": sought,
        "rules": found(game, sought) if sought else [],
        "near": near(game, sought),
        "in_force": in_force(game),
        "questions": referees(game),
        "at_table": bool(match and match.game.id == game_id),
    }
    return render_template("rulebook/rules.html", game=game, games=GAMES.values(), **values)


def in_force(game: Game) -> dict[str, list[str]]:
    """What this table changed, in words, under the number of the paragraph that grants it."""
    sentences: dict[str, list[str]] = {}
    for rule in game.house_rules:
        if rule.name in game.house:
            sentences.setdefault(rule.rule, []).append(house_rule(game, rule.name, game.house[rule.name]))
    return sentences


def found(game: Game, sought: str) -> list[Rule]:
    """The paragraph of that number; else those that hold all the words, in the reader's language."""
    words = plain(sought).split()
    exact = [rule for rule in game.rulebook.values() if words == [plain(rule.id)]]
    return exact or [rule for rule in game.rulebook.values() if all(word in told(game, rule) for word in words)]


def near(game: Game, sought: str) -> list[Rule]:
    """The three paragraphs at most that hold most of the words; short words are in all of them."""
    words = [word for word in plain(sought).split() if telling(word)]
    shared = {rule.id: sum(word in told(game, rule) for word in words) for rule in game.rulebook.values()}
    some = [rule for rule in game.rulebook.values() if shared[rule.id]]
    return sorted(some, key=lambda rule: -shared[rule.id])[:3]


def told(game: Game, rule: Rule) -> str:
    """All that a search looks through: a paragraph's number, text and open point, and what else people call it."""
    called = say(game.rulebook.synonyms.get(rule.id, ""))
    return plain(f"{rule.id} {say(rule.text)} {say(rule.open)} {called}")


def referees(game: Game) -> dict[str, tuple[Question, bool]]:
    """The question to ask about each paragraph, by its number, and whether it is asked with cards."""
    asked = {rule.id: game.questions[rule.kept.ask] for rule in game.rulebook.values() if rule.kept}
    return {
        number: (question, any(part.widget in CARD_WIDGETS for part in question.fields))
        for number, question in asked.items()
    }
