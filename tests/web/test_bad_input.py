"""Unreadable input: the referee, the command line and HTTP answer with a sentence naming the field, never a trace."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest

from companion.games import GAMES
from companion.referee import answer
from companion.rules.cards import quoted
from companion.rules.contracts.schedule import ScheduleRule
from companion.rules.fields import (
    REQUIRED,
    Cards,
    DealNumber,
    Field,
    Melds,
    Numbers,
    OneCard,
    OneOf,
    SeatIfAny,
    Tick,
    Whole,
)
from companion.rules.house_rules import HouseRule
from companion.rules.prices import PriceRule
from tests.support.casebook import casebook
from tests.support.evenings import ONE_OF_EACH_KIND

pytestmark = pytest.mark.usefixtures("shared_app")

Question = dict[str, Any]

NO_CARD = ("1S", "", "8", "8SS", "8S 9S", "-1S", "🂡", "８ハ", "\ud83d", "8\0S", "x" * 5000)
NO_TEXT = (8, 8.0, -1, 10**30, True, False, {}, {"8S": 1}, [], [[]], ["8S", 8])
NO_LIST = (8, 1.5, True, {}, {"cards": "8S"}, "8S ZZ", ["8S", "ZZ"], ["8S", 8], ["8S", None], [["8S"]], [[[]]])
NO_WHOLE = ("3", "three", "", 1.5, 3.25, 1e30, True, False, [], [3], {}, -(10**9), 10**9, 10**400)
WRONG: dict[type[Field], tuple[Any, ...]] = {
    OneCard: (*NO_CARD, *NO_TEXT),
    Cards: (*NO_LIST, ["8S"] * 3000, "8S " * 3000, *([card] for card in NO_CARD)),
    Melds: (8, True, {}, ["8S ZZ"], [["8S", 8]], [8], ["8S"] * 3000, [["8S"] * 3000], [["8S"] * 60] * 60, [[["8S"]]]),
    Whole: NO_WHOLE,
    DealNumber: (*NO_WHOLE, 0, 99),
    Numbers: (8, True, {}, "one two", ["3"], [1.5], [True], [None], [[3]], [1] * 3000, [10**9], [10**400]),
    SeatIfAny: tuple(value for value in NO_WHOLE if not isinstance(value, bool)),
    Tick: (0, 1, 1.0, "true", "yes", "", [], [True], {}),
    OneOf: (0, 1, True, "sideways", "", [], ["top"], {}, {"top": True}),
}
READABLE: dict[type[Field], Any] = {
    OneCard: "8S",
    Cards: ["8S", "9S"],
    Melds: [],
    Whole: 3,
    DealNumber: 1,
    Numbers: [3],
    Tick: True,
    OneOf: None,
}
HOUSES: dict[str, tuple[Any, ...]] = {
    "house": (0, 1, "", "jokers=6", True, False, [], ["jokers"], [["jokers", 6]]),
    "house.wild_deuces": ({"wild_deuces": True},),
    "house.preset": ({"preset": "whist"}, {"preset": 1}, {"preset": []}, {"preset": None}),
}
DEAL = {"cards": 10, "groups": 2}
NO_SCHEDULE = (
    *(0, 1.5, True, "", "10:gg", {}, [], [[]], [10], [DEAL] * 16, [{}], [{"cards": 10}], [{"groups": 2}]),
    *([DEAL | {"cards": wrong}] for wrong in (2, 17, 10.5, "10", True, None, [10], 10**30)),
    *([{"cards": 10, name: wrong}] for name in ("groups", "runs") for wrong in (0, -1, 99, 1.5, True, "2", {}, [])),
    *([{"cards": 16, name: [wrong]}] for name in ("groups", "runs") for wrong in (2, 15, 4.5, True, "4", None, [4])),
    [DEAL | {"melds": 2}],
    [{"cards": 3, "runs": 5}],
)
PLAYERS = ("4", "", 4.5, 1.5, True, [], [4], {}, 0, 1, 10, -4, 10**9, 10**400)


def of_kind(values: Mapping[type[Field], Any], field: Field) -> Any:
    """Return the value for a kind of field, or for its nearest base class."""
    return next(values[kind] for kind in type(field).__mro__ if kind in values)


@cache
def asked_well(game: str) -> dict[str, Question]:
    """Return a readable question for every ask of a game, from its rulebook and casebook if they have one."""
    asks = GAMES[game].questions.values()
    plain = [
        {"game": game, "ask": ask.name} | {part.name: of_kind(READABLE, part) for part in ask.fields} for ask in asks
    ]
    examples = [each for rule in GAMES[game].rulebook.values() for each in (rule.kept, rule.broken) if each]
    told = [{"game": game, "ask": example.ask, **example.inputs} for example in examples]
    questions = (*plain, *told, *(case.question for case in casebook(game)))
    return {question["ask"]: question for question in questions if "error" not in answer(question)}


def spoiled() -> Iterator[tuple[str, Question]]:
    """Yield questions with one error in their fields, or in those of all questions."""
    for game in GAMES.values():
        for question in asked_well(game.id).values() if game.id in ONE_OF_EACH_KIND else ():
            ask = game.questions[question["ask"]]
            for field in ask.fields:
                for value in of_kind(WRONG, field):
                    yield field.name, question | {field.name: value}
                if field.default is REQUIRED:
                    yield field.name, {name: value for name, value in question.items() if name != field.name}
                    yield field.name, question | {field.name: None}
            judged = (1, 10) if ask.any_players else ()  # numbers of players that a ruling refuses
            yield from (("players", question | {"players": value}) for value in PLAYERS if value not in judged)
        yield from at_the_head(game.id)


def at_the_head(game: str) -> Iterator[tuple[str, Question]]:
    """Yield questions with an error in the common fields: game, ask, house rules, id."""
    good = next(iter(asked_well(game).values()))
    for value in (None, 0, True, "", "whist", "KALOOKI", [], [game], {}, {"id": game}, "x" * 5000):
        yield "game", good | {"game": value}
        yield "ask", good | {"ask": value}
    for field, houses in HOUSES.items():
        yield from ((field, good | {"house": house}) for house in houses)
    for rule in GAMES[game].house_rules:
        wrong = wrong_values(rule)
        yield from ((f"house.{rule.name}", good | {"house": {rule.name: value}}) for value in (*wrong, None))
    yield from (("id", good | {"id": value}) for value in ([], {}, True, [[good]]))


NO_PRICES: tuple[Any, ...] = (
    *("", "JK:25", 5, True, {}, {"JK": 25}, [5], [{}], [{"key": "JK"}], [{"key": "JK", "points": 25, "more": 1}]),
    *([{"key": "JK", "points": points}] for points in ("25", 101, -101, 2.5, True, None, 10**40)),
    *([{"key": key, "points": 5}] for key in ("", "ZZ", "1S", 5, None, "x" * 5000, "\u2660")),
    [{"key": "JK", "points": 5}, {"key": "JK", "points": 6}],
    {"name": "", "prices": []},
    {"name": "x" * 41, "prices": []},
    {"name": "x", "prices": 5},
)


def wrong_values(rule: HouseRule) -> tuple[Any, ...]:
    """Return values that a house rule does not have."""
    if isinstance(rule, ScheduleRule):
        return NO_SCHEDULE
    if isinstance(rule, PriceRule):
        return NO_PRICES
    if rule.values is None:
        return WRONG[Tick]
    return ("", "both", 0, True, [], {}) if rule.labels else (*NO_WHOLE, -1, rule.values[-1] + 1)


def check(given: dict[str, Any], field: str, question: Question) -> None:
    """Check that the answer is one short sentence that begins with the field, and carries the question's id."""
    assert "error" in given, f"{str(question)[:300]} is answered {given}"
    assert given["field"] == field, f"{str(question)[:300]}: {given['error']}"
    assert given["error"].startswith(f"{field}: ")
    assert len(given["error"]) < 1000
    assert "{value}" not in given["error"] and "Traceback" not in given["error"]
    assert given["id"] == (None if field == "id" else question.get("id"))


def test_the_referee_names_the_field_it_cannot_read() -> None:
    for game in GAMES:
        assert set(asked_well(game)) == set(GAMES[game].questions)
    for field, question in spoiled():
        check(answer(question), field, question)


# Cards that cannot exist together


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ({"ask": "penalty", "cards": "8S 8S 8S"}, "cards: only 2 copies of 8♠\ufe0e are in play"),
        ({"ask": "penalty", "cards": ["JK"] * 5}, "cards: only 4 jokers are in play"),
        ({"ask": "penalty", "cards": ["8S"] * 3000}, "cards: 3000 cards are too many: at most 108 can be in play"),
        ({"ask": "lay-down", "deal": 0, "melds": []}, "deal: it must be from 1 to 9, not 0"),
        ({"ask": "lay-down", "deal": 10, "melds": []}, "deal: it must be from 1 to 9, not 10"),
        (
            {"ask": "lay-down", "deal": 1, "melds": [["8S"] * 60] * 60},
            "melds: 3600 cards are too many: at most 108 can be in play",
        ),
        ({"ask": "lay-down", "deal": 1, "melds": [], "on_table": ["8S 8H 8D"]}, "melds: there are no cards"),
        ({"ask": "three", "cards": "8S", "players": 9}, "players: Kalooki needs 3 to 8 players, not 9"),
        ({"ask": "three", "cards": "8S", "house": {"jokers": 3}}, "house.jokers: jokers can be 4 to 10, not “3”"),
        ({"ask": "three", "cards": ["8S", True]}, "cards: “true” is not a card; cards are text such as 8S"),
    ],
)
def test_what_is_said_names_the_value_and_what_would_do(question: Question, said: str) -> None:
    assert answer({"game": "kalooki", **question})["error"] == said


def first_cards(game_id: str, house: Question, count: int) -> list[str]:
    """Return this many cards that can exist together under these house rules."""
    pack = GAMES[game_id].with_house_rules(house).pack
    return [str(card) for card in (*pack.cards, *pack.cards)][:count]


@pytest.mark.parametrize(
    ("game", "ask", "field", "house", "limit"),
    [
        ("kalooki", {"ask": "can-lay-down", "deal": 1}, "hand", {}, 16),
        ("kalooki", {"ask": "can-lay-down", "deal": 1}, "hand", {"twelve_early": True}, 19),
        ("kalooki", {"ask": "can-lay-down", "deal": 9}, "hand", {}, 23),
        ("kalooki", {"ask": "can-lay-down", "deal": 9}, "hand", {"calls": 9}, 35),
        ("kalooki", {"ask": "can-lay-down", "deal": 9}, "hand", {"calls": 0}, 17),
        ("kalooki", {"ask": "could-add", "deal": 9, "laid_down": True}, "hand", {}, 23),
        ("kalooki", {"ask": "penalty"}, "cards", {"calls": 9}, 35),
        ("three-thirteen", {"ask": "best-arrangement", "round": 11}, "hand", {"packs": 2}, 16),
        ("three-thirteen", {"ask": "arrangement", "round": 11, "melds": []}, "hand", {"packs": 2}, 16),
        ("three-thirteen", {"ask": "penalty", "round": 11}, "cards", {"packs": 2}, 16),
    ],
)
def test_a_hand_holds_what_a_table_can_hold(game: str, ask: Question, field: str, house: Question, limit: int) -> None:
    question = {"game": game, "house": house, **ask}
    assert "error" not in answer({**question, field: first_cards(game, house, limit)})
    said = f"{field}: {limit + 1} cards are too many: here a hand holds at most {limit}"
    assert answer({**question, field: first_cards(game, house, limit + 1)})["error"] == said


def test_a_whole_number_is_read_however_json_writes_it() -> None:
    question = {"game": "three-thirteen", "ask": "best-arrangement", "round": 1, "hand": "8S 8H JK"}
    plain = answer(question | {"players": 2, "house": {"jokers": 1}})
    assert "error" not in plain
    assert answer(question | {"round": 1.0, "players": 2.0, "house": {"jokers": 1.0}}) == plain
    totals = {"game": "kalooki", "ask": "winner", "totals": [210.0, 180, 305]}
    assert answer(totals)["winners"] == [1]
    assert answer(question | {"round": 1.5})["error"] == "round: “1.5” is not a whole number"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ({"deal": [1, None, True]}, '{"deal": [1, null, true]}'),
        ([[]], "[[]]"),
        (["♠", 1.5], '["♠", 1.5]'),
        (None, "null"),
        ([False] * 9, "[false, false, false, false, false, fals"),
        (json.loads("[" * 900 + "]" * 900), "[" * 40),
    ],
)
def test_what_cannot_be_read_is_shown_as_json_has_it(value: Any, shown: str) -> None:
    assert quoted(value) == shown


@pytest.mark.parametrize(("value", "alike"), [(1, True), (0, False)])
def test_what_python_takes_for_the_same_number_is_not_remembered_as_it(value: int, alike: Any) -> None:
    question = {"game": "three-thirteen", "ask": "penalty", "round": 1, "cards": "8S"}
    for _ in range(2):
        assert "error" not in answer(question | {"house": {"jokers": value}})
        assert answer(question | {"house": {"jokers": alike}})["field"] == "house.jokers"
        assert "error" not in answer(question | {"house": {"ace_high": bool(value)}})
        assert answer(question | {"house": {"ace_high": value}})["field"] == "house.ace_high"
