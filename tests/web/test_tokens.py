"""Browser tokens: one for each browser, revoked for the whole evening, and the phone behind each entry."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.storage.access.browsers import new_token
from companion.storage.access.devices import Devices, matches_of
from companion.storage.access.links import PLAYER, VIEWER, Links
from companion.storage.store import Store
from tests.support.phone import Opened, Phone, far_browser, fresh_key

pytestmark = pytest.mark.usefixtures("shared_app")


@pytest.fixture
def devices(store: Store) -> Devices:
    """The devices of the database."""
    return Devices(store)


def sat_down(app: Flask, devices: Devices, store: Store, code: str, seat: int = 1, cookie: str = "") -> FlaskClient:
    """Return a phone on the network that took a seat, with an earlier cookie if given."""
    phone = far_browser(app)
    if cookie:
        phone.set_cookie("companion", cookie)
    join(phone, store, code, seat)
    return phone


def join(phone: FlaskClient, store: Store, code: str, seat: int | str) -> None:
    """Take a seat with the code to play, or watch without one."""
    door = Links(store).codes(store.match_id(code)).join
    assert phone.post("/join/seats", data={"code": door, "seat": seat}).status_code == 303


def of_browser(store: Store, token: str) -> set[int]:
    """Return the matches of the browser with that token."""
    with store.reading() as session:
        return set(session.exec(matches_of(token)))


def sees(phone: FlaskClient, code: str) -> int:
    """Return the status of the table page for that phone."""
    return phone.get(f"/m/{code}").status_code


def writes(phone: FlaskClient, code: str, **fields: Any) -> int:
    """Book a fine from that phone and return the status."""
    fine = {"key": fresh_key(), "seat": 1, "points": "5", "reason": "rule broken", "revision": 1, **fields}
    return phone.post(f"/m/{code}/adjust", data=fine).status_code


def token_of(phone: FlaskClient) -> str:
    """Return the browser's token."""
    cookie = phone.get_cookie("companion")
    assert cookie is not None
    return cookie.value


def test_what_is_no_token_of_ours_gets_one(app: Flask, store: Store, devices: Devices, match: Opened) -> None:
    code, forger = match(), far_browser(app)
    forger.set_cookie("companion", "a")
    phone = sat_down(app, devices, store, code, cookie="a")
    assert len(token_of(phone)) == 43 and (sees(phone, code), sees(forger, code)) == (200, 404)


# One token


def test_a_browser_keeps_its_token_with_another_role_and_at_other_tables(
    app: Flask, store: Store, devices: Devices, match: Opened
) -> None:
    here, there = match(), match()
    phone = far_browser(app)
    phone.post("/join/seats", data={"code": Links(store).codes(store.match_id(here)).view})
    token = token_of(phone)
    join(phone, store, here, 2)
    join(phone, store, there, 3)
    assert token_of(phone) == token and (sees(phone, here), sees(phone, there)) == (200, 200)
    assert [(device.role, device.seat) for device in devices.of(store.match_id(here))] == [(PLAYER, 2)]
    assert {store.match_id(here), store.match_id(there)} == of_browser(store, token)


# Lost answers


def test_a_first_seat_whose_answer_was_lost_is_taken_again_by_the_same_phone_alone(
    app: Flask, store: Store, devices: Devices, match: Opened
) -> None:
    code, phone = match(), far_browser(app)
    phone.post("/join", data={"code": Links(store).codes(store.match_id(code)).join})
    before = token_of(phone)
    join(phone, store, code, 1)
    phone.set_cookie("companion", before)
    assert "<small>this phone</small>" in phone.get("/join/seats").text
    join(phone, store, code, 1)
    assert sees(phone, code) == 200
    assert [(one.seat, one.confirmed) for one in devices.of(store.match_id(code))] == [(1, True)]


# Revoked for the whole evening


@pytest.fixture
def evening(client: Phone, store: Store, devices: Devices, match: Opened) -> tuple[list[str], str, str]:
    """Return three matches joined by rematches, one of another evening, and the token of a browser at all of them."""
    token, codes = new_token(), [match(names=("Aki", "Ben", "Cy"))]
    other = match()
    devices.join(store.match_id(codes[0]), token, PLAYER, 1)
    devices.join(store.match_id(other), token, VIEWER, None)
    for _ in range(2):
        client.post(f"/m/{codes[-1]}/end")
        codes.append(client.post(f"/m/{codes[-1]}/rematch").location.removeprefix("/m/"))
    return codes, other, token


@pytest.mark.parametrize("at", [0, 2])
def test_who_is_sent_away_from_one_match_is_nobody_at_those_it_followed_and_led_to(
    store: Store, devices: Devices, evening: tuple[list[str], str, str], at: int
) -> None:
    codes, other, token = evening
    assert all(devices.at(token, code) for code in codes)
    here = store.match_id(codes[at])
    devices.revoke(here, devices.of(here)[0].id)
    assert not any(devices.at(token, code) for code in codes)
    assert devices.at(token, other), "another evening has its own table"


def test_who_was_sent_away_is_not_taken_along_again_under_a_new_token(
    app: Flask, client: Phone, store: Store, devices: Devices, match: Opened
) -> None:
    code, elsewhere = match(), match()
    phone = sat_down(app, devices, store, code)
    client.post(f"/m/{code}/end")
    new = client.post(f"/m/{code}/rematch").location.removeprefix("/m/")
    devices.revoke(store.match_id(new), devices.of(store.match_id(new))[0].id)
    join(phone, store, elsewhere, 2)
    client.post(f"/m/{code}/rematch")
    assert (sees(phone, code), sees(phone, new), sees(phone, elsewhere)) == (404, 404, 200)


# The phone behind each entry


def test_an_entry_keeps_the_phone_it_came_from_and_the_name_of_its_seat(
    app: Flask, store: Store, devices: Devices, match: Opened
) -> None:
    code = match()
    phone = sat_down(app, devices, store, code)
    assert writes(phone, code) == 303
    entry = store.match(code).sheet.entries[-1]
    assert (entry.by, entry.device) == ("Ben", devices.of(store.match_id(code))[0].id)
