"""Full-width input: numbers, cards and codes mean the same from every keyboard, in every field."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.games import GAMES
from companion.referee import read
from companion.rules.cards import Unreadable
from companion.rules.fields import Field
from companion.rules.game import Game
from companion.storage.access.devices import Devices
from companion.storage.access.links import CARRY, Links
from companion.storage.store import Store
from companion.web.forms.question_form import typed
from companion.web.guard.permissions import hosts
from tests.support.phone import Opened, Phone
from tests.web.test_bad_input import asked_well

pytestmark = [pytest.mark.file, pytest.mark.usefixtures("shared_app")]

TEMPLATES = Path(__file__).parents[2] / "templates"
FIELD = re.compile(r"<input(?:(?!<input).)*?>(?!\})", re.DOTALL)


def wide(text: str) -> str:
    """Return the text in full-width characters, as a Japanese keyboard types it."""
    return "".join(chr(ord(one) + 0xFEE0) if "!" <= one <= "~" else "　" if one == " " else one for one in text)


def kept(store: Store, code: str) -> list[tuple[Any, ...]]:
    """Return the contents of a match's entries."""
    entries = store.match(code).sheet.entries
    return [(one.kind, one.deal, one.seat, one.how, one.points, one.cards, one.body) for one in entries]


def both(ways: Callable[[Callable[[str], str]], Any]) -> Any:
    """Return the result of plain input, after checking that full-width input gives the same."""
    plain, full = ways(str), ways(wide)
    assert plain == full
    return plain


def test_every_field_says_what_its_enter_key_does() -> None:
    bare = {
        (template.name, field)
        for template in TEMPLATES.rglob("*.html")
        for field in FIELD.findall(template.read_text("utf-8"))
        if not re.search(r'enterkeyhint=|type="(?!search)|readonly[ >]', field)
    }
    assert not bare


@pytest.mark.parametrize(("cards", "total"), [("7 k,JK", ""), ("", "25")])
def test_a_hand_in_wide_letters_is_booked(client: Phone, store: Store, match: Opened, cards: str, total: str) -> None:
    def counted(typed: Callable[[str], str]) -> Any:
        code = match()
        client.post(f"/m/{code}/deals/1/end", out=typed("0"), revision=typed("1"))
        fields = {"cards": typed(cards), "total": typed(total), "revision": typed("1")}
        assert client.post(f"/m/{code}/deals/1/hands/1", **fields).status == 303
        return kept(store, code)

    assert both(counted)[-1][4] == (67 if cards else 25)


@pytest.mark.parametrize("points", ["-50", "+25", "70"])
def test_a_bonus_or_fine_in_wide_letters_is_saved(client: Phone, store: Store, match: Opened, points: str) -> None:
    def given(typed: Callable[[str], str]) -> Any:
        code = match()
        fields = {"seat": typed("1"), "points": typed(points), "reason": "cut", "sign": "-"}
        assert client.post(f"/m/{code}/adjust", **fields).status == 303
        return kept(store, code)

    assert both(given)[-1][4] == (-70 if points == "70" else int(points))


def test_a_match_from_paper_in_wide_letters_is_saved(client: Phone, store: Store) -> None:
    def entered(typed: Callable[[str], str]) -> Any:
        fields = {f"name{seat}": name for seat, name in enumerate(("Aki", "Ben", "Cy"))}
        cells = {"d1s0": "0", "d1s1": "20", "d1s2": "25", "d2s0": "25", "d2s1": "30", "d2s2": "5"}
        said = {"dealer": "1", "house.jokers": "6", "day": "2025-01-05"}
        answer = client.post(
            "/new/kalooki/sheet", save=1, **fields, **{k: typed(v) for k, v in {**cells, **said}.items()}
        )
        assert answer.status == 303, answer.faults
        found = store.match(answer.location.split("/")[2])
        told = kept(store, found.code), found.game.chosen_rules, found.sheet.first_dealer, found.opened_at.date()
        client.post(f"/m/{found.code}/delete")
        return told

    assert both(entered)[1:3] == ({"jokers": 6}, 1)


@pytest.mark.parametrize("game", GAMES)
def test_every_question_is_read_in_wide_letters(game: str) -> None:
    for question in asked_well(game).values():
        asked = GAMES[game].questions[question["ask"]]
        for field in asked.fields:
            texts = texts_of(question.get(field.name))
            if texts and field.widget not in ("tick", "oneof"):
                plain, full = (as_read(GAMES[game], field, each) for each in (texts, map(wide, texts)))
                assert plain == full, (question, field.name)


def as_read(game: Game, field: Field, texts: Iterable[str]) -> Any:
    """Return the value of a question's field, or the reason why it is unreadable, without the input in it."""
    try:
        return read(field, game, {field.name: typed(field, MultiDict((field.name, text) for text in texts))})
    except Unreadable as error:
        return error.reason.message


def texts_of(value: Any) -> list[str]:
    """Return a value as the texts of a form's fields."""
    if isinstance(value, list) and value and isinstance(value[0], str):
        return [" ".join(value)]
    if isinstance(value, list):
        return [text for one in value for text in texts_of(one)]
    if isinstance(value, bool):
        return ["yes"] if value else []
    return [] if value is None else [str(value)]


def test_a_code_opens_a_table_as_typed_or_in_its_link(app: Flask, match: Opened, store: Store) -> None:
    guest = Phone(app)
    code = Links(store).codes(store.match_id(match())).join
    for text in (code, wide(code), wide(code.lower()), f"http://localhost/join#{code}", f"{code[:3]}ー{code[3:]}"):
        assert guest.post("/join", code=text).location == "/join/seats", text
    assert guest.post("/join/seats", code=wide(code), seat="１").status == 303


def test_a_secret_is_read_as_typed_or_in_its_link(app: Flask, match: Opened, store: Store) -> None:
    number = store.match_id(match())
    with app.app_context():
        device = Devices(store).join(number, "t" * 43, "player", 1)
        for way in (str, wide, "https://club.example/carry#{}".format):
            link = Links(store).new(CARRY, number, device.id)
            assert Phone(app).post("/carry", secret=way(link)).status == 303
        for way in (str, wide, "https://club.example/host#{}".format):
            assert Phone(app).post("/host", secret=way(hosts().new_link())).status == 303
