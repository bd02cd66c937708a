"""The referee's one interface: a question as plain data in, a ruling out, whoever asks."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from companion.games import GAMES
from companion.rules.cards import Unreadable
from companion.rules.fields import REQUIRED, Ask
from companion.rules.game import Game
from companion.rules.rulings import Ruling
from companion.rules.text import ENGLISH, N_, Text, Translations


class Judged(NamedTuple):
    """A question that could be read, and the ruling on it."""

    game: Game
    ask: Ask
    inputs: Mapping[str, Any]
    ruling: Ruling


def judge(question: Mapping[str, Any]) -> Judged:
    """The ruling on one question; Unreadable names the field that cannot be read."""
    game = the_game(question)
    ask = game.asks.get(str(question.get("ask")))
    if ask is None:
        known = ", ".join(game.asks)
        text = Text(
            N_("“{value}” is no question; ask one of {known}"), value=str(question.get("ask"))[:40], known=known
        )
        raise Unreadable(text, "ask", question.get("ask"))
    inputs = {field.name: read(field, game, question) for field in ask.fields}
    return Judged(game, ask, inputs, ask.judge(game, **inputs))


def answer(question: object, language: Translations = ENGLISH) -> dict[str, Any]:
    """The answer to one question as plain data: a ruling, or an error naming field and value."""
    if not isinstance(question, dict):
        return {"id": None, "error": language.gettext("a question is one JSON object")}
    try:
        judged = judge(question)
    except Unreadable as error:
        return {"id": question.get("id"), "error": blame(error, language), "field": error.field}
    data = judged.ruling.said(language)
    if "legal" in judged.ask.answers:
        data = {"legal": judged.ruling.legal, **data}
    return {"id": question.get("id"), **data}


def blame(error: Unreadable, language: Translations = ENGLISH) -> str:
    """What could not be read, in one sentence that begins with the field."""
    return f"{error.field}: {error.reason.say(language)}" if error.field else error.reason.say(language)


def the_game(question: Mapping[str, Any]) -> Game:
    """The game a question is about, under its house rules and for its number of players."""
    game = GAMES.get(str(question.get("game")))
    if game is None:
        text = Text(
            N_("“{value}” is no game here; the games are {known}"),
            value=str(question.get("game"))[:40],
            known=", ".join(GAMES),
        )
        raise Unreadable(text, "game", question.get("game"))
    house, players = question.get("house") or {}, question.get("players")
    if not isinstance(house, dict):
        raise Unreadable(Text(N_("house rules are given by name")), "house", house)
    if players is not None and (isinstance(players, bool) or not isinstance(players, int)):
        raise Unreadable(Text(N_("“{value}” is not a whole number"), value=str(players)[:40]), "players", players)
    if not house:
        return amended(game.id, (), players)
    try:
        return amended(game.id, tuple(sorted((str(name), value) for name, value in house.items())), players)
    except TypeError:  # a list where a number belongs cannot be remembered; reading it says what is wrong
        return game.amended(house, players)


@lru_cache(maxsize=512)
def amended(game: str, house: tuple[tuple[str, Any], ...], players: int | None) -> Game:
    """A game under house rules; made once and remembered."""
    return GAMES[game].amended(dict(house), players)


def read(field: Any, game: Game, question: Mapping[str, Any]) -> Any:
    """One field of a question, read as the law takes it."""
    value = question.get(field.name)
    if value is None:
        if field.default is not REQUIRED:
            return field.default
        raise Unreadable(Text(N_("this is missing")), field.name)
    try:
        return field.read(game, value)
    except Unreadable as error:
        raise Unreadable(error.reason, field.name, error.value or value) from None
