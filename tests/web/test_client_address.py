"""Client address: the serving machine itself, or a client that only seems so through an undeclared proxy."""

import http.client

import pytest
from flask import Flask

from companion.storage.store import Form, Store
from companion.web.guard.client_address import PROXY_HEADERS, household, network
from tests.support.phone import Page, Phone, fresh_key
from tests.support.server import Server

pytestmark = [pytest.mark.file, pytest.mark.usefixtures("shared_app")]

SET_UP = "/new/kalooki"
MARKS = [*((name, "203.0.113.7") for name in PROXY_HEADERS), ("Via", "")]
WORDS = "The companion is behind a proxy that it does not know about"


@pytest.mark.parametrize(
    ("host", "peer"), [("localhost", "127.0.0.1"), ("127.0.0.1:8313", "::1"), ("localhost", "::ffff:127.0.0.1")]
)
def test_a_browser_on_this_machine_is_the_host(app: Flask, host: str, peer: str) -> None:
    far = {"headers": {"Host": host}, "environ_base": {"REMOTE_ADDR": peer}}
    assert app.test_client().get(SET_UP, **far).status_code == 200


@pytest.mark.parametrize(("name", "value"), MARKS)
def test_a_request_that_tells_of_a_proxy_is_not_the_hosts(app: Flask, name: str, value: str) -> None:
    client = Phone(app)
    page = client.get(SET_UP, **{name: value})
    assert (page.status, WORDS in page.said, "--public-url" in page.said) == (403, True, True)
    home = client.get("/", **{name: value})
    assert (home.status, WORDS in home.said, home.all("a", href=SET_UP)) == (200, True, [])


def test_a_proxy_that_speaks_the_oldest_http_is_known_by_that(app: Flask) -> None:
    answer = app.test_client().get(SET_UP, environ_overrides={"SERVER_PROTOCOL": "HTTP/1.0"})
    assert answer.status_code == 403


def test_through_a_proxy_nobody_told_of_no_match_is_seen_and_no_phone_is_asked_about_it(
    app: Flask, store: Store
) -> None:
    code = store.open("kalooki", {}, ("Aki", "Ben", "Cy"), 0, Form.of(fresh_key(), []))
    through = {"X-Forwarded-For": "203.0.113.7"}
    assert Phone(app).get(f"/m/{code}", **through).status == 404
    assert "Aki" not in Phone(app).get("/", **through).html
    elsewhere = Page(app.test_client().get("/", environ_base={"REMOTE_ADDR": "192.0.2.7"}))
    assert WORDS not in elsewhere.said, "who would not be the host anyhow is told nothing"


def test_a_proxy_that_passes_its_own_name_on_is_told_what_to_do(app: Flask) -> None:
    named = {"Host": "club.example"}
    plain = app.test_client().get("/", headers=named)
    through = app.test_client().get("/", headers={**named, "X-Forwarded-For": "203.0.113.7"})
    assert (plain.status_code, through.status_code) == (400, 400)
    assert "--public-url" in through.text and "--public-url" not in plain.text


def test_with_its_public_address_told_a_proxy_is_nothing_to_speak_of(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(app.config, "PUBLIC_URL", "https://localhost")
    assert WORDS not in Phone(app).get("/", X_Forwarded_For="203.0.113.7").said


def test_the_server_lets_the_marks_of_a_proxy_through_to_be_seen(served: Server) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=10)
    for headers, status in (*(({name: "203.0.113.7"}, 403) for name in PROXY_HEADERS), ({}, 200)):
        connection.request("GET", SET_UP, headers=headers)
        answer = connection.getresponse()
        answer.read()
        assert answer.status == status


@pytest.mark.parametrize(
    ("peer", "house", "around"),
    [
        ("192.0.2.11", "192.0.2.11", "192.0.2.0/24"),
        ("::ffff:192.0.2.11", "192.0.2.11", "192.0.2.0/24"),
        ("192.0.2.11:4711", "192.0.2.11", "192.0.2.0/24"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::", "2001:db8:1::/48"),
        ("fe80::1%eth0", "fe80::", "fe80::/48"),
        ("unix:", "", ""),
    ],
)
def test_an_address_belongs_to_a_house_and_to_a_network(app: Flask, peer: str, house: str, around: str) -> None:
    with app.test_request_context(environ_base={"REMOTE_ADDR": peer}):
        assert (household(), network()) == (house, around)
