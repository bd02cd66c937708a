"""The access log names the kind of page, and nothing that identifies the client or the request."""

import logging
import re
from collections.abc import Iterator

import pytest
from flask import Flask

from companion.storage.access.links import Links
from companion.storage.store import Store
from tests.support.phone import Opened, Phone, far_browser, fresh_key

pytestmark = pytest.mark.file

LINE = re.compile(r"(GET|POST|-) (/\S*|-) (\d{3}) \d+ ms \d+ B")


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """Yield the access log lines of this test."""
    with caplog.at_level(logging.INFO, "companion.access"):
        yield caplog


def test_a_line_for_each_answer_names_its_route_status_time_and_size(
    app: Flask, store: Store, match: Opened, log: pytest.LogCaptureFixture
) -> None:
    code, key = match(names=("Aki", "Ben", "Cy")), fresh_key()
    door = Links(store).codes(store.match_id(code))
    client = Phone(app)
    client.get(f"/m/{code}/sheet?deal=1&seat=0&name=Aki")
    client.send("/join", {"code": door.join})
    client.post(f"/m/{code}/people", key, name="Dee", start="highest")
    client.get("/static/app.css")
    client.get(f"/nothing/{code}")
    client.get("/", Host="evil.example")
    app.test_client().open("/", method="AKI")
    lines = [record.getMessage() for record in log.records if record.name == "companion.access"]
    assert [LINE.fullmatch(line).groups() for line in lines] == [
        ("GET", "/m/<code>/sheet", "200"),
        ("POST", "/join", "303"),
        ("POST", "/m/<code>/people", "303"),
        ("GET", "/static/<path:filename>", "200"),
        ("GET", "-", "404"),
        ("GET", "/", "400"),
        ("-", "-", "403"),
    ]
    assert not re.search("|".join((code, door.join, door.view, key, "Aki", "Dee", "evil", "127")), "".join(lines))
    assert int(lines[0].split()[-2]) > 1000


def test_what_a_stranger_is_refused_writes_no_line(app: Flask, match: Opened, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "companion")
    caplog.set_level(logging.CRITICAL, "companion.access")
    stranger, code = far_browser(app), match()
    stranger.post("/sign-off", headers={"Origin": "http://localhost"})
    refused = [stranger.get(path).status_code for path in (f"/m/{code}", "/m/BBBBBB", "/new/kalooki", "/nothing")]
    assert (refused, [record.getMessage() for record in caplog.records]) == ([404, 404, 403, 404], [])
