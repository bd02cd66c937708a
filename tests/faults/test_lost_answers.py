"""Lost answers: a browser keeps all it had, whatever it sent, and nothing is stored twice."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.app import create_app
from companion.server.open_house import Limits
from companion.storage.access.hosts import Hosts
from companion.storage.access.links import Links
from companion.storage.store import Store
from tests.conftest import furnished
from tests.faults.lost_answers import WAYS, house_of_a_host, open_house
from tests.support import houses
from tests.support.houses import phone
from tests.support.phone import Phone
from tests.support.postgres import DATABASES

# They take files, put back a whole one (sent twice in the tests of its screen), or write nothing.
APART = {"ask.ask", "data.bring", "data.save", "data.upload", "paper.enter", "restore.put_back"}
HOUSES = {house_of_a_host: None, open_house: Limits()}
Opened = Callable[..., str]


def created(folder: Path, limits: Limits | None) -> Flask:
    """Return an application of its own, whose answers get lost, in that folder."""
    return create_app(folder, DATABASE_URL=DATABASES.of(folder), **houses.house(limits))


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Callable[[Any], Any]:
    """Return a function that plays an evening without losses, and returns the stored rows and the endpoints asked."""

    @cache
    def play(house: Any) -> Any:
        folder = furnished(tmp_path_factory.mktemp("undisturbed") / "instance", prepared)
        evening, _ = house(created(folder, HOUSES[house]), "undisturbed")
        return evening.kept(), set(evening.host.asked)

    return play


@pytest.mark.parametrize("way", ["again", *(pytest.param(way, marks=pytest.mark.file) for way in WAYS[2:])])
@pytest.mark.parametrize("house", HOUSES)
def test_whatever_answer_is_lost_all_is_there_once(
    tmp_path: Path, prepared: Path, undisturbed: Callable[[Any], Any], house: Any, way: str
) -> None:
    app = created(furnished(tmp_path / "instance", prepared), HOUSES[house])
    evening, seen = house(app, way)
    assert [(code, browser.get(f"/m/{code}").status) for browser, code in seen] == [(code, 200) for _, code in seen]
    assert evening.kept() == undisturbed(house)[0]


def test_every_address_that_takes_a_form_was_sent_one(app: Flask, undisturbed: Callable[[Any], Any]) -> None:
    takes = {rule.endpoint for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())}
    asked = {endpoint for house in HOUSES for endpoint in undisturbed(house)[1]}
    assert takes - asked == APART


@pytest.fixture
def app(empty_instance: Path) -> Flask:
    """A companion with a host of all, behind a proxy."""
    return created(empty_instance, None)


def a_seat(store: Store, code: str, _: Phone) -> tuple[str, dict[str, str]]:
    """Return a form that takes a seat."""
    return "/join/seats", {"code": Links(store).codes(store.match_id(code)).join, "seat": "2"}


def a_host_link(store: Store, code: str, _: Phone) -> tuple[str, dict[str, str]]:
    """Return a form that makes its browser host."""
    return "/host", {"secret": Hosts(store).new_link()}


def a_carry_link(store: Store, code: str, giver: Phone) -> tuple[str, dict[str, str]]:
    """Return a form that takes over another browser's place."""
    return "/carry", {"secret": giver.post(f"/m/{code}/carry").html.partition("/carry#")[2][:43]}


@pytest.mark.parametrize("made", [a_seat, a_host_link, a_carry_link])
def test_of_two_posts_at_once_either_answer_leaves_a_browser_that_works(
    app: Flask, store: Store, match: Opened, made: Any
) -> None:
    here, there = match(), match()
    giver, asking = phone(app), phone(app)
    for one, code in ((giver, there), (asking, here)):
        one.post("/join/seats", code=Links(store).codes(store.match_id(code)).join, seat=1)
    path, fields = made(store, there, giver)
    token = asking.http.get_cookie(houses.COOKIE)
    twins = [phone(app, token.value) for _ in range(2)] if token else []
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda twin: twin.post(path, **fields), twins))
    assert [answer.status for answer in answers] == [303, 303]
    for twin in (*twins, twins[1]):
        assert [twin.get(f"/m/{code}").status for code in (here, there)] == [200, 200]
