"""The referee's interface, against a sample of questions with answers."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.referee import answer

CASES = Path(__file__).parents[1] / "cases"


def sample(name: str) -> list[dict[str, Any]]:
    """Return the questions of a sample."""
    return [json.loads(line) for line in (CASES / name).read_text("utf-8").splitlines()]


QUESTIONS, HANDS = sample("rulings-sample.jsonl") + sample("contract-sample.jsonl"), sample("solver-sample.jsonl")


@pytest.mark.parametrize("part", [QUESTIONS, HANDS[::4], pytest.param(HANDS, marks=pytest.mark.slow)], ids=len)
def test_the_sample_is_answered_as_expected(subtests: pytest.Subtests, part: list[dict[str, Any]]) -> None:
    for question in part:
        with subtests.test(question["id"]):
            check_answer(question)


def check_answer(question: dict[str, Any]) -> None:
    """Check the answer to a question of the sample, and the rules it rests on."""
    expect = dict(question["expect"])
    given = answer({name: value for name, value in question.items() if name not in ("expect", "why", "disputed")})
    assert given["id"] == question["id"]
    if expect.pop("error", False):
        assert "error" in given
        return
    assert "error" not in given, given.get("error")
    assert "exact" not in given, "not searched to the end"
    rule, allowed, discards = (expect.pop(name, None) for name in ("rule", "rules_ok", "discards_ok"))
    assert {name: given.get(name) for name in expect} == expect
    found = {finding["rule"] for finding in given["findings"]}
    if rule:
        assert rule in (found or set(given["rules"]))
    if allowed:
        assert found <= set(allowed)
    if discards:
        assert given["discard"] in discards
    assert given["rules"], "every ruling rests on a rule"


def test_a_field_that_the_ask_does_not_have_is_named_and_changes_nothing() -> None:
    question = {"game": "kalooki", "ask": "three", "cards": "8S 8H 8D"}
    assert answer(question | {"laid-down": False, "note": 1}) == answer(question) | {"unread": ["laid-down", "note"]}
    assert "unread" not in answer(question | {"id": "1", "house": {}, "players": 4})


def test_a_question_and_its_answer_pass_through_json_unchanged() -> None:
    for question in QUESTIONS[::5]:
        given = answer(question)
        assert json.loads(json.dumps(given)) == given


@pytest.mark.parametrize(
    ("question", "field"),
    [
        ([], None),
        ({"game": "whist", "ask": "three"}, "game"),
        ({"game": "kalooki", "ask": "tarot"}, "ask"),
        ({"game": "kalooki"}, "ask"),
        ({"game": "kalooki", "ask": "three"}, "cards"),
        ({"game": "kalooki", "ask": "three", "cards": 8}, "cards"),
        ({"game": "kalooki", "ask": "three", "cards": "8S 8H", "house": {"wild_deuces": True}}, "house.wild_deuces"),
        ({"game": "kalooki", "ask": "three", "cards": "8S 8H", "house": {"packs": [2]}}, "house.packs"),
        ({"game": "kalooki", "ask": "three", "cards": "8S 8H", "players": 2}, "players"),
        ({"game": "kalooki", "ask": "penalty", "cards": "8S 8S 8S"}, "cards"),
        ({"game": "kalooki", "ask": "total", "points": 1.5, "cards_at_most": 3}, "points"),
    ],
)
def test_an_unreadable_question_names_the_field(question: Any, field: str | None) -> None:
    given = answer(question)
    assert given["error"]
    assert given.get("field") == field
