"""A third game needs no change elsewhere: every screen, the terminal, HTTP, the demo and its casebook work."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from jinja2 import ChoiceLoader, DictLoader

from companion import demo
from companion.commands import ask
from companion.games import GAMES
from companion.interfaces.openapi import description
from companion.language import translations
from companion.referee import answer
from companion.storage.database.engines import open_database
from companion.storage.store import Store
from tests.games import third_game
from tests.games.third_game import GAME
from tests.support import casebook
from tests.support.phone import Phone


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Register the game for the length of a test."""
    monkeypatch.setitem(GAMES, GAME.id, GAME)
    description.cache_clear()
    yield
    description.cache_clear()


@pytest.fixture
def phone(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Phone:
    """A phone at a companion whose templates include the game's."""
    assert app.jinja_loader
    part = DictLoader({f"games/{GAME.id}.html": third_game.PART})
    monkeypatch.setattr(app, "jinja_loader", ChoiceLoader([part, app.jinja_loader]))
    return Phone(app)


def started(phone: Phone, *names: str) -> str:
    """Start a match of these players, the first of whom deals, and return its address."""
    page = phone.post(f"/new/{GAME.id}", dealer=0, **{f"name{seat}": name for seat, name in enumerate(names)})
    assert page.status == 303, page.said
    return page.location.removeprefix("http://localhost")


def test_its_match_is_set_up_played_counted_and_won(phone: Phone) -> None:
    assert phone.get("/").status == phone.get(f"/new/{GAME.id}").status == 200
    assert "More seats" not in phone.get(f"/new/{GAME.id}").said  # at most four play it, and all four seats are shown
    here = started(phone, "Aki", "Ben", "Cy")
    for number, hands in enumerate(({1: "7 7", 2: "K 9 9 3"}, {1: "5", 2: "20"}, {1: "2", 2: "J"}), start=1):
        assert phone.get(here).status == phone.get(f"{here}/deals/{number}/calls").status == 200
        assert phone.get(f"{here}/tv").status == phone.get(f"{here}/flat").status == 200
        phone.deal(here.split("/")[-1], number, 0, hands)
    page = phone.get(here)
    assert page.status == phone.get(f"{here}/sheet").status == 200 and "Aki" in page.said


def test_its_pad_knows_how_large_a_hand_is(phone: Phone) -> None:
    here = started(phone, "Aki", "Ben", "Cy")
    phone.post(f"{here}/deals/1/end", out=0)
    page = phone.get(f"{here}/deals/1/count?seat=1&cards=7+7+7")
    assert (page.status, page.all("form", **{"data-cards": "4"}) != []) == (200, True)
    assert "pairs are laid down" in page.html


def test_what_does_not_fit_its_pack_is_refused(phone: Phone) -> None:
    page = phone.post(f"/new/{GAME.id}", name0="Aki", name1="Ben", name2="Cy", name3="Dee")
    assert page.status == 422 and "4 players need 69 cards" in page.said


def test_its_calls_are_counted(phone: Phone) -> None:
    here = started(phone, "Aki", "Ben", "Cy")
    assert phone.post(f"{here}/deals/1/calls/1", act="call").status == 303
    page = phone.post(f"{here}/deals/1/calls/1", act="call")
    assert page.status == 409 and "Ben has no buy left" in page.said


def test_its_referee_picks_seats_by_name_and_says_its_own_answers(phone: Phone) -> None:
    here = started(phone, "Aki", "Ben", "Cy")
    for name in GAME.questions:
        assert phone.get(f"{here}/referee/{name}").status == 200, name
    page = phone.get(f"{here}/referee/opening")
    assert page.all("input", name="opener", type="radio") and "Who opens" in page.said
    page = phone.get(f"{here}/referee/opening?judge=1&hand_number=1&opener=2")
    assert "Leads Cy" in page.said and "Wish for «A♠︎ A♥︎»" in page.said and "A wish is no promise." in page.said
    assert "It is a pair of twins" in phone.get(f"{here}/referee/pair?judge=1&cards=KS+KH").said


def test_its_rulebook_stands_on_a_page(phone: Phone) -> None:
    page = phone.get(f"/rules/{GAME.id}")
    assert page.status == 200
    for rule in GAME.rulebook.values():
        assert page.all("section", id=rule.id) and rule.text in page.said
    assert "C1–C3 as told at the stove B1–B7 how this companion" in page.said.partition("Sources")[2]


def test_it_is_asked_from_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask.ask_one([GAME.id, "pair", "KS KH"], [], translations("en")) == 0
    assert ask.ask_one([GAME.id, "opening", "1", "opener=2"], [], translations("en")) == 0
    said = capsys.readouterr().out
    assert "it is a pair of twins" in said and "Leads: player 3" in said and "a wish is no promise" in said


def test_it_is_described_and_asked_over_http(app: Flask) -> None:
    client = app.test_client()
    described = client.get("/api/openapi.json").json
    assert described
    assert f"{GAME.id}.opening" in described["components"]["schemas"]
    held = described["components"]["schemas"]["Ruling"]["properties"]
    assert (
        held["wishes"]["description"] == "Wish for"
        and {"enum": ["twins"], "description": "It is"} in held["kind"]["anyOf"]
    )
    question = {"game": GAME.id, "ask": "opening", "hand_number": 1, "opener": 2}
    given = client.post("/api/ask", data=json.dumps(question), content_type="application/json").json
    assert given == answer(question) and given["notes"] == ["a wish is no promise"]


def test_the_demo_plays_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path))
    list(demo.fill(len(GAMES), 313))
    store = Store(open_database(f"sqlite:///{tmp_path / 'companion.db'}"))
    assert [match.game.id for match in store.finished(100)].count(GAME.id) == 1


def test_its_casebook_is_read_by_its_own_numbers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(casebook, "CASES", tmp_path)
    (tmp_path / f"{GAME.id}.txt").write_text(third_game.CASES, "utf-8")
    cases = list(casebook.casebook(GAME.id))
    assert [case.cites for case in cases] == [("C1",), ("C1",), ("C2",), ("C2",)]
    assert all(case.holds(answer(case.question)) for case in cases)
    with pytest.raises(ValueError, match="K6"):
        casebook.read_case(GAME.id, "pair  KS KH  | legal  K6")
