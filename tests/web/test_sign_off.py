"""Sign-off: a browser ends its own access from its menus, after one question, and has no role from then on."""

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from companion.storage.access import browsers, devices, hosts
from companion.storage.access.browsers import COOKIE_LIFETIME
from companion.storage.access.devices import Devices
from companion.storage.access.hosts import Hosts
from companion.storage.access.links import Links
from companion.storage.store import Store
from tests.support.phone import Opened, Phone, far_browser

COOKIE = "companion"


def a_phone(app: Flask) -> Phone:
    """Return a phone on the network."""
    phone = Phone(app)
    phone.http = far_browser(app)
    return phone


@pytest.fixture
def codes(match: Opened) -> list[str]:
    """The codes of two running matches."""
    return [match(), match()]


@pytest.fixture
def phone(app: Flask, store: Store, codes: list[str]) -> Phone:
    """A phone that has a seat at both and is host."""
    made = a_phone(app)
    made.post("/host", secret=Hosts(store).new_link())
    for code in codes:
        made.post("/join/seats", code=Links(store).codes(store.match_id(code)).join, seat=1)
    assert made.get(f"/m/{codes[0]}").status == 200
    return made


def test_a_browser_is_signed_off_behind_one_question_with_the_safe_answer_under_the_thumb(phone: Phone) -> None:
    page = phone.get("/sign-off")
    assert "Sign out this browser?" in page.said and "It stops being a host." in page.said
    assert page.all("a", href="/")[-1]["class"] == "btn primary"
    assert phone.submit(page.form("/sign-off")).status == 200
    assert "Sign out this browser" not in phone.get("/").said


def test_it_leaves_its_tables_and_is_no_host_and_its_old_token_opens_nothing(
    phone: Phone, store: Store, codes: list[str]
) -> None:
    token = phone.http.get_cookie(COOKIE)
    answer = phone.post("/sign-off")
    assert (answer.status, answer.location, answer.headers["Clear-Site-Data"]) == (303, "/", '"storage"')
    assert token and phone.http.get_cookie(COOKIE) is None
    phone.http.set_cookie(COOKIE, token.value)
    assert [phone.get(f"/m/{code}").status for code in codes] == [404, 404]
    assert Hosts(store).present() == [] and Hosts(store).with_token(token.value) is None
    assert [Devices(store).of(store.match_id(code)) for code in codes] == [[], []]
    assert phone.post("/sign-off").status == 303, "the answer was lost"


def test_the_phone_that_its_place_was_carried_to_stays(app: Flask, phone: Phone, store: Store, match: Opened) -> None:
    code, giver, taker = match(), a_phone(app), a_phone(app)
    giver.post("/join/seats", code=Links(store).codes(store.match_id(code)).join, seat=2)
    taker.post("/carry", secret=giver.post(f"/m/{code}/carry").html.partition("/carry#")[2][:43])
    giver.post("/sign-off")
    assert (giver.get(f"/m/{code}").status, taker.get(f"/m/{code}").status) == (404, 200)


# Expiry


def test_the_cookie_lasts_180_days_again_with_each_whole_page_and_not_with_a_poll(
    app: Flask, phone: Phone, store: Store, codes: list[str]
) -> None:
    lasts = f"Max-Age={COOKIE_LIFETIME.days * 86400}"
    for address in ("/", f"/m/{codes[0]}"):
        assert lasts in phone.get(address).headers.get("Set-Cookie", "")
    poll = phone.http.get(f"/m/{codes[0]}/board", headers={"HX-Request": "true"})
    assert poll.status_code == 200 and "Set-Cookie" not in poll.headers
    assert "Set-Cookie" not in a_phone(app).get("/").headers, "a browser without a role gets no token"


def test_a_clock_that_jumps_by_fifty_years_ends_nothing(
    phone: Phone, codes: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Later(datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime.now(UTC) + timedelta(days=50 * 365)

    for module in (browsers, devices, hosts):
        monkeypatch.setattr(module, "datetime", Later)
    assert phone.get(f"/m/{codes[0]}").status == 200 == phone.get("/host/browsers").status
