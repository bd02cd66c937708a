"""The referee's only entry point: a question as plain data in, a ruling out, for every interface."""

import json
from collections.abc import Mapping
from types import NoneType
from typing import Any, NamedTuple, TypeVar

from companion.games import GAMES, amended
from companion.rules.answers import LEGAL
from companion.rules.cards import Unreadable, quoted
from companion.rules.fields import REQUIRED, Field, integral
from companion.rules.game import Game
from companion.rules.questions import Question
from companion.rules.rulings import Ruling
from companion.rules.text import ENGLISH, N_, Series, Text, Translations

Named = TypeVar("Named")

Ruled = tuple[dict[str, Any], Ruling]  # the parsed fields of a question, and the ruling

LONGEST_ID = 200  # characters of a question's id, which is returned with its answer
MOST_UNREAD = 20  # unknown fields listed in an answer
SHARED = ("id", "game", "ask", "house", "players")  # of every question


class Judged(NamedTuple):
    """A readable question, and the ruling on it."""

    game: Game
    question: Question
    inputs: Mapping[str, Any]
    ruling: Ruling


def judge(asked: Mapping[str, Any]) -> Judged:
    """Return the ruling on one question.

    Raises: Unreadable: naming the field that cannot be read.
    """
    game = the_game(asked)
    question = look_up("ask", asked, game.questions, N_("“{value}” is not a question here; ask one of {known}"))
    return Judged(game, question, *rule(game, question, asked))


def rule(game: Game, question: Question, given: Mapping[str, Any]) -> Ruled:
    """Return the parsed fields of a question, and the ruling.

    Raises: Unreadable: naming the field that cannot be read.
    """
    inputs = {field.name: read(field, game, given) for field in question.fields}
    return inputs, question.judge(game, *inputs.values())


def rule_by_name(game: str, house: str, players: int | None, question: str, given: Mapping[str, Any]) -> Ruled:
    """Return the result of `rule`, with game and question given by name, so that one process can ask another."""
    named_game = amended(game, house, players)
    return rule(named_game, named_game.questions[question], given)


def answer(asked: object, language: Translations = ENGLISH) -> dict[str, Any]:
    """Return the answer to one question as plain data: a ruling, or an error naming field and value."""
    if not isinstance(asked, dict):
        return refusal(Unreadable(Text(N_("a question is one JSON object"))), language)
    name = asked.get("id")
    if isinstance(name, bool) or not isinstance(name, (str, int, float, NoneType)):
        text = Text(N_("“{value}” is neither text nor a number"), value=quoted(name))
        return refusal(Unreadable(text, "id"), language)
    if len(str(name)) > LONGEST_ID:
        text = Text(N_("“{value}” has more than {most} characters"), value=quoted(name), most=LONGEST_ID)
        return refusal(Unreadable(text, "id"), language)
    try:
        judged = judge(asked)
    except Unreadable as error:
        return refusal(error, language, name)
    data = judged.ruling.to_dict(language)
    if LEGAL in judged.question.answers:
        data = {LEGAL.name: judged.ruling.legal, **data}
    unread = [quoted(field) for field in asked if field not in SHARED and field not in judged.inputs][:MOST_UNREAD]
    return {"id": name, **data, **({"unread": unread} if unread else {})}


def refusal(error: Unreadable, language: Translations = ENGLISH, name: object = None) -> dict[str, Any]:
    """Return the answer to an unreadable question: the sentence, and the field at fault if there is one."""
    return {"id": name, "error": blame(error, language), "field": error.field or None}


def blame(error: Unreadable, language: Translations = ENGLISH) -> str:
    """Return the fault in one sentence that begins with the field."""
    return f"{error.field}: {error.reason.say(language)}" if error.field else error.reason.say(language)


def look_up(field: str, asked: Mapping[str, Any], known: Mapping[str, Named], unknown: str) -> Named:
    """Return the item that a field names.

    Raises: Unreadable: if there is no item of that name.
    """
    name = asked.get(field)
    if isinstance(name, str) and name in known:
        return known[name]
    value = "" if name is None else quoted(name)
    raise Unreadable(Text(unknown, value=value, known=Series(known)), field)


def the_game(asked: Mapping[str, Any]) -> Game:
    """Return the game of a question, under its house rules and for its number of players.

    Raises: Unreadable: for an unknown game, house rule or number of players.
    """
    game = look_up("game", asked, GAMES, N_("“{value}” is not a game here; choose one of {known}"))
    house, players = asked.get("house"), integral(asked.get("players"))
    if house is not None and not isinstance(house, dict):
        text = Text(N_("“{value}” does not name house rules with their values"), value=quoted(house))
        raise Unreadable(text, "house")
    if players is not None and (isinstance(players, bool) or not isinstance(players, int)):
        raise Unreadable(Text(N_("“{value}” is not a whole number"), value=quoted(players)), "players")
    chosen = game.read_house_rules(house) if house else {}
    question = game.questions.get(str(asked.get("ask")))
    any_players = question is not None and question.any_players
    return amended(game.id, json.dumps(chosen, sort_keys=True), players, any_players)


def read(field: Field, game: Game, asked: Mapping[str, Any]) -> Any:
    """Return one field of a question in the type that the law uses.

    Raises: Unreadable: naming the field.
    """
    value = asked.get(field.name)
    if value is None:
        if field.default is not REQUIRED:
            return field.default
        raise Unreadable(Text(N_("this is missing")), field.name)
    try:
        return field.read(game, value)
    except Unreadable as error:
        raise Unreadable(error.reason, field.name) from None
