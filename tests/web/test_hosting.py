"""Hosts: created by a one-time link, remembered over a restart, listed, and signed off at once."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event

from companion import clock
from companion.app import create_app
from companion.paths import DATABASE
from companion.server.network import Reach
from companion.storage.access.browsers import new_token
from companion.storage.access.hosts import Hosts
from companion.storage.access.links import LINK_LIFETIME, Links
from companion.storage.backup.restore import restore
from companion.storage.backup.sqlite_copy import copy_database
from companion.storage.database.engines import open_database
from companion.storage.store import Form, Store
from tests.support.phone import far_browser, fresh_key

ADDRESS = "http://192.168.1.20:8313"


@pytest.fixture
def hosts(store: Store) -> Hosts:
    """The hosts of the database."""
    return Hosts(store)


def took(hosts: Hosts, secret: str) -> str | None:
    token = new_token()
    return token if hosts.take(secret, token) else None


def became_host(app: Flask, hosts: Hosts) -> FlaskClient:
    """Return a phone on the network that became host by a link."""
    phone = far_browser(app)
    assert phone.post("/host", data={"secret": hosts.new_link()}).status_code == 303
    return phone


def may_open(phone: FlaskClient) -> bool:
    """True if the phone may do what only a host may."""
    return phone.get("/new/kalooki").status_code == 200


# The link


def test_the_link_works_once_and_looking_at_it_takes_nothing(app: Flask, hosts: Hosts) -> None:
    first, second, secret = far_browser(app), far_browser(app), hosts.new_link()
    assert first.get("/host").status_code == 200
    assert not may_open(first)
    assert first.post("/host", data={"secret": "other"}).status_code == 404
    assert first.post("/host", data={"secret": f" {secret} "}).location == "/"
    assert may_open(first)
    again = second.post("/host", data={"secret": secret})
    assert (again.status_code, "already been used" in again.text) == (404, True)
    assert not may_open(second)


def test_two_who_take_it_at_once_are_not_both_host(hosts: Hosts) -> None:
    secret = hosts.new_link()
    with ThreadPoolExecutor(8) as pool:
        tokens = [token for token in pool.map(lambda one: took(hosts, one), [secret] * 30) if token]
    assert len(tokens) == len(hosts.present()) == 1
    assert hosts.with_token(tokens[0]) and hosts.with_token("") is None


def test_it_works_for_ten_minutes(hosts: Hosts, monkeypatch: pytest.MonkeyPatch) -> None:
    late, early = hosts.new_link(), datetime.now(UTC)
    monkeypatch.setattr(clock, "earliest", lambda: early + LINK_LIFETIME + timedelta(seconds=1))
    assert took(hosts, late) is None


def test_a_new_link_ends_the_one_before(hosts: Hosts) -> None:
    old, new = hosts.new_link(), hosts.new_link()
    assert took(hosts, old) is None
    assert took(hosts, new)


def test_the_link_of_a_server_works_until_it_ends(hosts: Hosts) -> None:
    hosts.begin("first")
    hosts.new_link()
    assert took(hosts, "first"), "a code for another phone leaves it alone"
    hosts.begin("second")
    hosts.begin("third")
    assert took(hosts, "second") is None
    hosts.begin(None)
    assert took(hosts, "third") is None


@pytest.mark.file
def test_the_database_keeps_neither_token_nor_secret(app: Flask, store: Store, hosts: Hosts) -> None:
    secret = hosts.new_link()
    token = took(hosts, secret)
    hosts.new_link()
    file = Path(app.instance_path, DATABASE).read_bytes()
    assert token and token.encode() not in file and secret.encode() not in file


# Being host


def test_behind_a_proxy_the_link_of_the_start_makes_a_host(tmp_path: Path) -> None:
    app = create_app(tmp_path, PUBLIC_URL="https://localhost", HOST_SECRET="s3cret")
    near: dict[str, Any] = {"base_url": "https://localhost", "headers": {"Origin": "https://localhost"}}
    phone = app.test_client()
    assert phone.get("/new/kalooki", **near).status_code == 403, "behind a proxy every peer is the proxy"
    assert phone.post("/host", data={"secret": "s3cret"}, **near).status_code == 303
    assert phone.get("/new/kalooki", **near).status_code == 200


@pytest.mark.file
def test_a_host_is_host_after_a_restart(app: Flask, hosts: Hosts) -> None:
    phone = became_host(app, hosts)
    cookie = phone.get_cookie("companion")
    store = Store(open_database(f"sqlite:///{app.instance_path}/{DATABASE}"))
    Hosts(store).begin(None)  # as at every start
    assert cookie and Hosts(store).with_token(cookie.value)


def test_a_host_on_the_network_does_what_a_host_can_and_keeps_its_seats(
    app: Flask, store: Store, hosts: Hosts, match: Any
) -> None:
    mine, others, phone = match(), match(), far_browser(app)
    door = Links(store).codes(store.match_id(mine)).join
    phone.post("/join/seats", data={"code": door, "seat": "1"})
    phone.post("/host", data={"secret": hosts.new_link()})
    assert [phone.get(f"/m/{code}/phones").status_code for code in (mine, others)] == [200, 200]
    browser = hosts.present()[0].id
    phone.post(f"/host/browsers/{browser}")
    assert [phone.get(f"/m/{code}").status_code for code in (mine, others)] == [200, 404], "the seat is still its"


def test_a_phone_whose_answer_was_lost_takes_the_link_again_and_no_other_does(app: Flask, hosts: Hosts) -> None:
    phone, other, secret = far_browser(app), far_browser(app), hosts.new_link()
    for one in (phone, other):
        one.get("/host")
    before = phone.get_cookie("companion")
    assert before and phone.post("/host", data={"secret": secret}).status_code == 303
    phone.set_cookie("companion", before.value)
    assert other.post("/host", data={"secret": secret}).status_code == 404
    assert phone.post("/host", data={"secret": secret}).status_code == 303
    assert may_open(phone) and len(hosts.present()) == 1
    phone.post(f"/host/browsers/{hosts.present()[0].id}")
    assert phone.post("/host", data={"secret": secret}).status_code == 404, "it was signed off since"


# Signing off


def test_who_is_signed_off_is_nobody_at_the_next_request(app: Flask, hosts: Hosts) -> None:
    one, other = became_host(app, hosts), became_host(app, hosts)
    link = hosts.new_link()
    browser = hosts.present()[1].id
    assert one.post(f"/host/browsers/{browser}").location == "/host/browsers"
    assert (may_open(one), may_open(other)) == (True, False)
    assert took(hosts, link) is None, "a code that it may have made opens nothing either"
    assert one.post(f"/host/browsers/{browser}").status_code == 404
    assert one.post(f"/host/browsers/{hosts.present()[0].id}").location == "/"
    assert not may_open(one)


@pytest.mark.file
def test_nobody_is_host_by_a_backup_and_codes_of_tables_go_on(
    app: Flask, tmp_path: Path, store: Store, hosts: Hosts
) -> None:
    token, links, unused = took(hosts, hosts.new_link()), Links(store), hosts.new_link()
    code = store.open("kalooki", {}, ("Aki", "Ben", "Cy"), 0, Form(fresh_key(), ""))
    links.make_calendar()
    known = links.codes(store.match_id(code)), links.calendar()
    copy = tmp_path / "copy.db"
    copy_database(Path(app.instance_path, DATABASE), copy)
    target = tmp_path / "target"
    target.mkdir()
    restore(copy, target)
    restored: Store = create_app(target).extensions["companion.store"]
    assert token and Hosts(restored).with_token(token) is None and took(Hosts(restored), unused) is None
    links = Links(restored)
    assert (links.codes(restored.match_id(code)), links.calendar()) == known, "what was given to others goes on"


# The page


def test_the_page_names_each_browser_and_shows_a_code_once(app: Flask, hosts: Hosts) -> None:
    app.config["REACH"] = Reach(0, addresses=(ADDRESS,)).now
    phone = far_browser(app)
    agent = {"User-Agent": "Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1", "Origin": "http://localhost"}
    phone.post("/host", data={"secret": hosts.new_link()}, headers=agent)
    page = phone.post("/host/browsers", follow_redirects=True).text
    assert "Safari · iPhone" in page and "this browser" in page and "plain http" in page and 'class="qr"' in page
    found = re.search(rf"{ADDRESS}/host#([\w-]+)", page)
    assert found and took(hosts, found[1])
    assert f"{ADDRESS}/host#" not in phone.get("/host/browsers").text


# Cost


@pytest.mark.usefixtures("empty_instance")
def test_finding_a_host_takes_one_query_a_request(app: Flask, store: Store, hosts: Hosts) -> None:
    phone = became_host(app, hosts)
    asked: list[str] = []
    event.listen(store.engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    phone.get("/")
    phone.get("/")
    assert sum("FROM host_browser" in one for one in asked) == 2
