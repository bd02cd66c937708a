"""Casebooks: each line holds, each rule has an allowed and a refused case, and each question is asked."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.games import GAMES
from companion.referee import answer
from companion.rules.game import Game
from companion.rules.prices import PriceRule
from tests.support.casebook import Case, casebook, read_case, read_line

BOOKS = {game: list(casebook(game)) for game in GAMES}


@pytest.mark.parametrize("game", GAMES)
def test_every_line_holds(game: str) -> None:
    wrong = list(filter(None, map(wrong_with, BOOKS[game])))
    assert not wrong, "\n".join(wrong)


def wrong_with(case: Case) -> str:
    """Return a line that does not hold, with the rules it is refused under and the answer; "" if it holds."""
    given = answer(case.question)
    refused = sorted({found["rule"] for found in given.get("findings", [])})
    if case.holds(given) and not any("{" in found["reason"] for found in given.get("findings", [])):
        return ""
    return f"{case.place}: {case.line}: refused under {refused}, cites {sorted(case.cites)}: {given}"


@pytest.mark.parametrize("game", GAMES)
def test_a_casebook_shows_every_rule_allowing_and_refusing(game: str) -> None:
    rules = {rule.id for rule in GAMES[game].rulebook.values() if rule.kept}
    allowing = {number for case in BOOKS[game] if not case.denies for number in case.cites}
    refusing = {number for case in BOOKS[game] if case.denies for number in case.cites}
    assert not rules - allowing, f"no line of {game}.txt allows something under {rules - allowing}"
    assert not rules - refusing, f"no line of {game}.txt refuses something under {rules - refusing}"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_casebook_asks_everything_the_referee_answers(game: Game) -> None:
    missing = set(game.questions) - {case.question["ask"] for case in BOOKS[game.id]}
    assert not missing, f"no line of {game.id}.txt asks {missing}"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_casebook_shows_every_house_rule_and_every_preset_changing_an_answer(game: Game) -> None:
    shown = {chosen for case in BOOKS[game.id] for chosen in decisive(case.question)}
    rules = {rule.name for rule in game.house_rules}
    rules |= {f"preset={preset.name}" for preset in game.presets if preset.changes}
    assert not rules - shown, f"no line of {game.id}.txt is answered otherwise for {rules - shown}"
    rules |= {name for rule in game.house_rules if isinstance(rule, PriceRule) for name in rule.former}
    assert not shown - rules, f"lines of {game.id}.txt name house rules that the game does not have: {shown - rules}"


def decisive(question: dict[str, Any]) -> Iterator[str]:
    """Yield the house rules of a question that change its answer."""
    house = question.get("house", {})
    for name, value in house.items():
        if answer(question | {"house": {other: house[other] for other in house if other != name}}) != answer(question):
            yield f"preset={value}" if name == "preset" else name


@pytest.mark.parametrize("word", ["K99", "T1", "leagl", "K 1"])
def test_a_word_that_is_neither_an_answer_nor_a_rule_of_that_game_is_an_error(word: str) -> None:
    with pytest.raises(ValueError, match="neither an answer nor a rule"):
        read_case("kalooki", f"three  KS KH KD  | legal  K6 {word}")


@pytest.mark.parametrize(
    "line", ["three  KS KH KD  | leagl  K6", "trhee  KS KH KD  | legal  K6", "three  | legal  K6 K99"]
)
def test_a_wrong_line_says_where_it_stands(line: str) -> None:
    with pytest.raises(ValueError, match="kalooki.txt:41: "):
        read_line("kalooki", line, "kalooki.txt:41")
