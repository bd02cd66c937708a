"""Step limit of a search: always the same step, never a wrong answer, and rarely reached."""

import json
import os
import subprocess
import sys
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from companion import referee
from companion.cli import main
from companion.games import GAMES
from companion.rules.contracts import hand_advice
from companion.rules.search_state import Budget, Spent
from tests.rules.contracts.kalooki_law import best_lay_down, kalooki
from tests.rules.hands import hands_at_tables
from tests.rules.tracing import steps_taken

STEPS = GAMES["kalooki"].search_step_limit
SAMPLE = (Path(__file__).parents[1] / "cases/solver-sample.jsonl").read_text().splitlines()
BRED = [json.loads(line) for line in (Path(__file__).parents[1] / "cases/bred.jsonl").read_text().splitlines()]
HARD = [json.loads(line) for line in (Path(__file__).parents[1] / "cases/hard.jsonl").read_text().splitlines()]
ANSWERS = """
import json, sys
from companion.referee import answer
print(json.dumps([*map(answer, json.load(sys.stdin))]))
"""
QUICKEST = [question for question in BRED if question["ask"] == "can-lay-down"][1]  # to search completely


def test_a_budget_is_spent_when_more_steps_are_taken_than_it_has():
    budget = Budget(3)
    budget.spend(3)
    with pytest.raises(Spent):
        budget.spend(1)
    Budget().spend(10**9)


def test_the_parts_of_a_budget_are_spent_together_with_it():
    budget = Budget(100)
    first = budget.part(0.5)
    first.charge(40)
    assert (first.left, budget.left, budget.part(0.5).left) == (10, 60, 30)
    with pytest.raises(Spent):
        first.spend(11)
    assert budget.left == 49


def test_parts_of_a_budget_made_at_once_do_not_spend_more_than_the_whole():
    first, second = (budget := Budget(100)).part(1 / 2), budget.part(2 / 2)
    first.charge(70)
    assert (first.left, second.left) == (-20, 30)


def test_a_question_bred_to_be_slow_is_answered_honestly(monkeypatch):
    given = referee.answer(QUICKEST)
    assert given["exact"] is False
    assert any(note.startswith("This is the best lay-down found; ") for note in given["notes"])
    with monkeypatch.context() as unlimited:
        unlimited.setattr(hand_advice, "Budget", lambda _: Budget())
        exact = referee.answer(QUICKEST)
    assert "exact" not in exact and "at_least" not in exact
    assert given["at_least"] <= exact["left_points"] <= given["left_points"]
    assert given["possible"] is exact["possible"] is True
    melds = [[str(card) for card in meld] for meld in given["melds"]]
    asked = {name: QUICKEST[name] for name in ("game", "house", "deal")}
    assert referee.answer({**asked, "ask": "lay-down", "melds": melds})["legal"]
    used = [*sum(melds, []), *given["left"], *(step["card"] for step in given["tracked_on"])]
    assert sorted(used) == sorted(QUICKEST["hand"].split())


@pytest.mark.parametrize("question", BRED, ids=lambda question: question["id"])
def test_all_searches_of_a_question_share_one_budget(question):
    assert steps_taken(referee.answer, question) < 1.2 * STEPS


@pytest.mark.parametrize("hard", HARD, ids=lambda hard: hard["kind"])
def test_a_hard_hand_of_each_kind_takes_no_more_steps(hard):
    assert steps_taken(referee.answer, hard["question"]) < hard["steps"]


def test_ordinary_tables_are_searched_to_the_end():
    for hand, contract, table in islice(hands_at_tables(Random(1)), 200):
        found = best_lay_down(hand, kalooki(*contract), table, STEPS)
        assert found is None or found.at_least is None


def test_what_was_asked_before_does_not_matter():
    questions = [*BRED, *(json.loads(line) for line in SAMPLE[::40])]
    Random(1).shuffle(questions)
    once = {question["id"]: referee.answer(question) for question in questions}
    again = subprocess.run(
        [sys.executable, "-c", ANSWERS],
        input=json.dumps(questions[::-1]),
        env={**os.environ, "PYTHONHASHSEED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(again.stdout) == [once[question["id"]] for question in questions[::-1]]


def test_the_terminal_is_told_of_a_stopped_search(capsys):
    question = QUICKEST
    words = [question["game"], "can-lay-down", str(question["deal"]), question["hand"], "/".join(question["table"])]
    house = ["--house", *(f"{name}={value}" for name, value in question["house"].items())]
    assert main(["ask", *words, *house, "--lang", "en"]) == 0
    assert "This is the best lay-down found; " in capsys.readouterr().out
