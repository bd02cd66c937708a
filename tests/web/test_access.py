"""Permissions: every address of a match, for every role, at two matches."""

from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import patch

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from companion.storage.access.browsers import new_token
from companion.storage.access.devices import HOST, Devices
from companion.storage.store import Form, Store
from companion.web.guard.permissions import NOT_YET_THERE, OUTSIDE, RIGHTS
from tests.support.houses import VALUES
from tests.support.phone import Opened, Phone, far_browser, fresh_key, guest
from tests.web.test_table import crawled

NAMES = ("Aki", "Ben", "Cy", "Dee")


@pytest.fixture
def table(app: Flask, store: Store) -> Callable[[str], tuple[FlaskClient, str]]:
    """Return a function that gives a browser in a role at a match, and the code of the match."""
    codes = [store.open("kalooki", {}, NAMES, 0, Form.of(fresh_key(), [])) for _ in range(2)]
    devices = Devices(store)
    here, elsewhere = (store.match_id(code) for code in codes)

    def sat(role: str) -> tuple[FlaskClient, str]:
        browser, token = far_browser(app), new_token()
        if role != "stranger":
            browser.set_cookie("companion", token)
        if role == "of another match":
            devices.join(elsewhere, token, "player", 1)
        elif role == "waiting":
            devices.join(here, new_token(), "player", 1)
            devices.join(here, token, "player", 1)
        elif role == "sent away":
            devices.revoke(here, devices.join(here, token, "player", 2).id)
        elif role in ("viewer", "player"):
            devices.join(here, token, role, None if role == "viewer" else 1)
        return browser, codes[0]

    return sat


def addresses(app: Flask) -> Iterator[tuple[Rule, str]]:
    """Yield every address of a match with each of its methods; those of an open house are tested there."""
    for rule in app.url_map.iter_rules():
        if "code" in rule.arguments:
            yield from ((rule, method) for method in methods(rule))


def methods(rule: Rule) -> list[str]:
    """Return the methods of an address that a browser sends."""
    return sorted(rule.methods & {"GET", "POST"})


def answer(browser: FlaskClient, app: Flask, rule: Rule, method: str, code: str) -> int:
    """Return the status of that address for that browser, from another machine."""
    with app.test_request_context():
        values = {name: VALUES[name] for name in rule.arguments if name != "code"}
        path = app.url_map.bind("localhost").build(rule.endpoint, values | ({"code": code} if code else {}))
    data = {"key": fresh_key(), "role": "host", "out": "1", "act": "call", "revision": "1"}
    return browser.open(path, method=method, data=data if method == "POST" else None).status_code


def test_every_page_stands_in_the_table_of_rights_and_one_that_does_not_is_nobodys(app: Flask) -> None:
    assert {rule.endpoint for rule in app.url_map.iter_rules()} == {*RIGHTS, NOT_YET_THERE}
    with patch.dict(RIGHTS):
        del RIGHTS["home.rules"]
        assert Phone(app).get("/rules").status == 403
    assert Phone(app).get("/rules").status == 200


def test_a_match_there_is_none_of_is_nowhere_for_a_host_either(app: Flask) -> None:
    here = far_browser(app, "127.0.0.1")
    found = {(rule.endpoint, method): answer(here, app, rule, method, "ZZZZZZ") for rule, method in addresses(app)}
    assert set(found.values()) == {404}, {where: status for where, status in found.items() if status != 404}


@pytest.mark.parametrize("role", ["stranger", "sent away", "of another match"])
def test_to_somebody_who_is_not_at_the_table_there_is_nothing(app: Flask, table: Any, role: str) -> None:
    browser, code = table(role)
    found = {(rule.endpoint, method): answer(browser, app, rule, method, code) for rule, method in addresses(app)}
    assert set(found.values()) == {404}, {where: status for where, status in found.items() if status != 404}


def test_to_somebody_who_waits_only_the_waiting_page_is_there(app: Flask, table: Any) -> None:
    browser, code = table("waiting")
    found = {(rule.endpoint, method): answer(browser, app, rule, method, code) for rule, method in addresses(app)}
    assert {where for where, status in found.items() if status != 404} == {("join.waiting", "GET")}


def test_a_viewer_reads_and_changes_nothing(app: Flask, store: Store, table: Any) -> None:
    browser, code = table("viewer")
    before = store.match(code).sheet.version
    found = {(rule.endpoint, method): answer(browser, app, rule, method, code) for rule, method in addresses(app)}
    posts = {where: status for where, status in found.items() if where[1] == "POST"}
    assert set(posts.values()) == {403}, posts
    assert found["table.show", "GET"] == 200
    assert found["phones.show", "GET"] == 403, "the codes to play are not for those who watch"
    assert store.match(code).sheet.version == before
    assert len(store.unfinished()) == 2


@pytest.mark.parametrize("over", [False, True])
def test_nothing_a_viewer_is_offered_is_refused(app: Flask, match: Opened, over: bool) -> None:
    code, host = match(), Phone(app)
    viewer = guest(app, code)
    host.deal(code, 1, 0, {1: "25", 2: "JK", 3: "50"})
    if over:
        host.post(f"/m/{code}/end")
    else:
        host.post(f"/m/{code}/deals/2/end", out=0)
    ruling = f"/m/{code}/referee/four?judge=1&cards=5H+JK+JK+8H"
    pages = crawled(viewer, code) | {ruling: viewer.get(ruling)}
    assert len(pages) > (5 if over else 10)
    assert not {address: page.status for address, page in pages.items() if page.status != 200}
    posts = {address: form.action for address, page in pages.items() for form in page.forms if form.method == "post"}
    assert not {address: action for address, action in posts.items() if action.startswith("/m/")}
    assert "Play deal" not in pages[f"/m/{code}/sheet"].said, "a viewer does not play"


def test_a_player_may_read_and_write_at_the_own_table(app: Flask, table: Any) -> None:
    browser, code = table("player")
    found = {(rule.endpoint, method): answer(browser, app, rule, method, code) for rule, method in addresses(app)}
    of_the_host = {endpoint for endpoint, right in RIGHTS.items() if right == HOST}
    assert {where for (where, _), status in found.items() if status in (403, 500)} == of_the_host
    assert found["table.show", "GET"] == 200
    assert found["count.end", "POST"] == 303


@pytest.mark.parametrize("role", ["stranger", "player"])
def test_what_is_for_hosts_is_for_nobody_else(app: Flask, store: Store, table: Any, role: str) -> None:
    browser, _ = table(role)
    rules = [rule for rule in app.url_map.iter_rules() if RIGHTS.get(rule.endpoint) in OUTSIDE]
    found = {
        (rule.endpoint, method): answer(browser, app, rule, method, "") for rule in rules for method in methods(rule)
    }
    assert set(found.values()) == {403}, {where: status for where, status in found.items() if status != 403}
    assert len(store.unfinished()) == 2


@pytest.mark.parametrize("role", ["sent away", "waiting", "player"])
def test_home_shows_a_phone_its_own_matches_only(app: Flask, table: Any, role: str) -> None:
    browser, code = table(role)
    page = browser.get("/").text
    assert (f"/m/{code}" in page) == (role == "player")


def test_a_player_says_of_the_own_hand_alone_that_it_is_right(app: Flask, table: Any) -> None:
    browser, code = table("player")
    data = {"key": fresh_key(), "hand": "1", "act": "right"}
    assert browser.post(f"/m/{code}/deals/1/right/2", data=data).status_code == 403


def test_a_player_who_has_counted_the_own_hand_is_back_at_the_table(app: Flask, store: Store, table: Any) -> None:
    browser, code = table("player")
    browser.post(f"/m/{code}/deals/1/end", data={"key": fresh_key(), "out": "0", "revision": "1"})
    page = browser.get(f"/m/{code}/deals/1/count").text
    assert 'id="whose" tabindex="-1"><bdi translate="no">Ben' in page, "the own hand first"
    data = {"key": fresh_key(), "total": "25", "revision": "1"}
    answer = browser.post(f"/m/{code}/deals/1/hands/1", data=data)
    assert answer.headers["Location"] == f"/m/{code}"
    assert "Cy and Dee" in browser.get(f"/m/{code}").text
    data = {"key": fresh_key(), "total": "30", "revision": "1"}
    answer = browser.post(f"/m/{code}/deals/1/hands/2", data=data)
    assert answer.headers["Location"] == f"/m/{code}/deals/1/count", "who counts for others goes on counting"
