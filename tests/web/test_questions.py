"""Expensive questions: in another process, in turns, refused in words, and not for other sites."""

import json
import pickle
from concurrent.futures.process import BrokenProcessPool
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from flask import Flask

from companion.games import GAMES, amended
from companion.interfaces import replies
from companion.referee import answer, judge
from companion.server.searches import SEARCHES
from companion.web.guard.questions import BUSY, STRANGERS, TABLES
from tests.rules.tracing import lines_executed
from tests.support.phone import Opened, Phone, guest
from tests.web.occupied import occupied

pytestmark = [pytest.mark.file, pytest.mark.usefixtures("shared_app")]

SAMPLE = Path(__file__).parents[1] / "cases" / "rulings-sample.jsonl"
QUESTIONS = [json.loads(line) for line in SAMPLE.read_text("utf-8").splitlines()]
SEARCH = {"game": "kalooki", "ask": "can-lay-down", "deal": 1, "hand": "5H 5S 5D 9C 9D 9H"}
PAGE = "/rules/kalooki/referee/can-lay-down?judge=1&deal=1&hand=5H+5S+5D+9C+9D+9H"
CHEAP_LINES = 20_000  # lines of Python: a few milliseconds


def posted(app: Flask, question: Any = SEARCH, where: str = "127.0.0.1", **headers: str) -> Any:
    """Post a question from an address and return the response."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return app.test_client().post("/api/ask", json=question, headers=sent, environ_base={"REMOTE_ADDR": where})


# Dispatch


def test_only_what_is_short_single_and_searches_nothing_is_judged_at_once() -> None:
    four = {"game": "kalooki", "ask": "four", "cards": "5H 6H 7H 8H"}
    for cheap in (four, {}, {"game": ["kalooki"]}, {**four, "ask": "five"}, 7, None):
        assert not replies.costly(json.dumps(cheap).encode()), cheap
    for costly in (SEARCH, [four], {**four, "cards": "5H " * 400}):
        assert replies.costly(json.dumps(costly).encode()), costly
    assert not replies.costly(b"{")
    assert not replies.costly(b"[" * 900)


@pytest.mark.parametrize("game", GAMES)
def test_a_question_that_searches_nothing_is_cheap(game: str) -> None:
    examples = [each for rule in GAMES[game].rulebook.values() for each in (rule.kept, rule.broken) if each]
    asked = [{"game": game, "ask": example.ask, **example.inputs} for example in examples]
    asked += [one for one in QUESTIONS if one.get("game") == game]
    short = [one for one in asked if not replies.costly(json.dumps(one).encode())]
    assert len(short) > 20
    for question in short:
        answer(question)  # house rules are built only once
        assert lines_executed(answer, question) < CHEAP_LINES, question


def test_a_search_is_never_judged_in_the_process_that_serves(
    app: Flask, client: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*given: Any) -> Any:
        raise AssertionError("judged here")

    for name in ("companion.referee.rule", "companion.web.screens.referee.rule", "companion.interfaces.replies.answer"):
        monkeypatch.setattr(name, fail)
    assert posted(app).status_code == posted(app, [SEARCH] * 3).status_code == client.get(PAGE).status == 200


@pytest.mark.parametrize("game", GAMES)
def test_a_game_amended_again_by_the_house_rules_it_keeps_is_the_same(game: str) -> None:
    for house in ({}, *({"preset": preset.name} for preset in GAMES[game].presets)):
        for players in (None, 3):
            once = GAMES[game].with_house_rules(house, players)
            assert amended(game, json.dumps(once.chosen_rules, sort_keys=True), players) == once


def test_every_ruling_comes_back_from_the_other_process_as_it_was() -> None:
    here = [question for question in QUESTIONS[::5] if "error" not in answer(question)]
    for question in here:
        judged = judge(question)
        assert pickle.loads(pickle.dumps((judged.inputs, judged.ruling))) == (judged.inputs, judged.ruling)
    assert SEARCHES.run("one", STRANGERS, answer, here[0]) == answer(here[0])


# Refusals


def test_a_client_that_asks_twice_at_once_is_503_and_told_when_to_ask_again(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as asking:
        asking.setitem(SEARCHES.clients, "198.51.100.7", STRANGERS)
        reply = posted(app, where="198.51.100.7", Accept_Language="ja")
        assert posted(app, where="198.51.100.8").status_code == 200, "another address has a place"
    assert (reply.status_code, reply.headers["Retry-After"]) == (503, "2")
    assert (reply.json["id"], reply.json["field"]) == (None, None)
    assert reply.json["error"].startswith("審判は手いっぱいです。")
    assert posted(app, where="198.51.100.7").status_code == 200


def test_a_house_counts_as_one_client_whatever_address_its_phones_have(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SEARCHES.clients, "2001:db8:1:2::", STRANGERS)
    assert posted(app, where="2001:db8:1:2::99").status_code == 503
    assert posted(app, where="2001:db8:1:3::99").status_code == 200


def test_strangers_do_not_keep_those_at_the_table_waiting(app: Flask, client: Phone, match: Opened) -> None:
    code = match()
    question = PAGE.replace("/rules/kalooki", f"/m/{code}")
    with occupied(STRANGERS):
        assert client.get(question).status == guest(app, code, 1).get(question).status == 200


def test_two_phones_at_a_table_are_two_clients(app: Flask, match: Opened) -> None:
    code = match()
    one, other = guest(app, code, 1), guest(app, code, 2)
    question = PAGE.replace("/rules/kalooki", f"/m/{code}")
    with patch.object(SEARCHES, "run", side_effect=SEARCHES.run) as run:
        assert one.get(question).status == other.get(question).status == 200
    clients = [given.args[:2] for given in run.call_args_list]
    assert len({client for client, _ in clients}) == 2 and {kind for _, kind in clients} == {TABLES}


def test_a_worker_that_dies_again_and_again_is_503_in_words(app: Flask) -> None:
    with patch.object(SEARCHES, "run", side_effect=BrokenProcessPool):
        reply = posted(app)
    assert (reply.status_code, reply.json["error"]) == (503, " ".join(BUSY))


def test_what_is_left_of_a_list_when_its_time_is_up_is_said_line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replies, "process_time", count().__next__)  # one second for each question
    body = json.dumps([{**SEARCH, "id": n} for n in range(50)]).encode()
    given = json.loads(replies.reply(body, "en", 20).text)
    assert [one["id"] for one in given] == list(range(50))
    assert ["possible" in one for one in given] == [True] * 19 + [False] * 31
    assert all(one["error"].startswith("not judged: ") for one in given[19:])


def test_the_page_says_in_words_that_it_is_not_judged_now_and_keeps_what_was_typed(app: Flask) -> None:
    with occupied(STRANGERS):
        reply = app.test_client().get(PAGE, environ_base={"REMOTE_ADDR": "10.0.0.3"})
    assert (reply.status_code, reply.headers["Retry-After"]) == (503, "2")
    assert "The referee is busy. Ask again in a moment." in reply.text and "5H 5S 5D 9C 9D 9H" in reply.text


def test_a_ruling_that_cannot_be_judged_now_is_not_kept(client: Phone, match: Opened, store: Any) -> None:
    code = match()
    keep = f"/m/{code}/referee/can-lay-down"
    fields = {"deal": 1, "hand": "5H 5S 5D 9C 9D 9H"}
    with occupied():
        page = client.post(keep, **fields)
    assert page.status == 503 and "5H 5S 5D 9C 9D 9H" in page.html
    assert not store.match(code).sheet.entries
    assert client.post(keep, **fields).status == 303


# Other sites


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty"}, 200),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}, 200),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}, 403),
        ({"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}, 403),
    ],
)
def test_a_page_of_another_site_has_nothing_judged_unless_somebody_follows_its_link(
    app: Flask, headers: dict[str, str], status: int
) -> None:
    assert app.test_client().get(PAGE, headers=headers).status_code == status


def test_the_whole_hand_is_arranged_for_no_other_site(app: Flask, match: Opened) -> None:
    image = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}
    pad = f"/m/{match('three-thirteen')}/deals/1/best/1"
    assert app.test_client().get(pad, headers=image).status_code == 200
    assert app.test_client().get(f"{pad}?whole=5H+5S+5D", headers=image).status_code == 403
