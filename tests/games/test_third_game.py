"""A third game needs no change elsewhere: it is played, counted, judged and described."""

import json
from collections.abc import Iterator

import pytest
from flask import Flask
from jinja2 import ChoiceLoader, DictLoader

from companion.games import GAMES
from companion.interfaces.openapi import description
from companion.referee import answer
from tests.games import third_game
from tests.games.third_game import GAME
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


def test_its_referee_picks_seats_by_name_and_says_its_own_answers(phone: Phone) -> None:
    here = started(phone, "Aki", "Ben", "Cy")
    for name in GAME.questions:
        assert phone.get(f"{here}/referee/{name}").status == 200, name
    page = phone.get(f"{here}/referee/opening")
    assert page.all("input", name="opener", type="radio") and "Who opens" in page.said
    page = phone.get(f"{here}/referee/opening?judge=1&hand_number=1&opener=2")
    assert "Leads Cy" in page.said and "Wish for «A♠︎ A♥︎»" in page.said and "A wish is no promise." in page.said
    assert "It is a pair of twins" in phone.get(f"{here}/referee/pair?judge=1&cards=KS+KH").said


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
