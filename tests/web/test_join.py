"""Joining a table: codes, seats, the same seat again, lost phones, and codes that open nothing."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.storage.access.devices import Devices
from companion.storage.access.links import Links
from companion.storage.store import Form, Store
from tests.support.phone import Phone, far_browser, fresh_key

NAMES = ("Aki", "Ben", "Cy", "Dee")


@pytest.fixture
def code(store: Store) -> str:
    """A running match."""
    return store.open("kalooki", {}, NAMES, 0, Form.of(fresh_key(), []))


@pytest.fixture
def devices(store: Store) -> Devices:
    """The devices of the database."""
    return Devices(store)


@pytest.fixture
def door(store: Store, devices: Devices, code: str) -> Any:
    """The codes of the match."""
    return Links(store).codes(store.match_id(code))


def knocked(phone: FlaskClient, code: str, **where: Any) -> Any:
    """Enter that code on a phone and return the page shown."""
    return phone.post("/join", data={"code": code}, follow_redirects=True, **where)


def took(app: Flask, door: str, seat: str = "1") -> tuple[FlaskClient, str]:
    """Return a phone that joined by that code, and the address it was redirected to."""
    phone = far_browser(app)
    answer = phone.post("/join/seats", data={"code": door, "seat": seat})
    return phone, answer.headers.get("Location", str(answer.status_code))


def test_looking_at_a_join_page_changes_nothing_and_posting_takes_the_seat(
    app: Flask, store: Store, devices: Devices, code: str, door: Any
) -> None:
    phone = far_browser(app)
    page = knocked(phone, door.join)
    assert page.status_code == 200
    assert all(name in page.text for name in NAMES)
    assert devices.of(store.match_id(code)) == []
    phone.post("/join/seats", data={"code": door.join, "seat": "2", "role": "host"})
    assert [(device.role, device.seat) for device in devices.of(store.match_id(code))] == [("player", 2)]
    assert phone.get(f"/m/{code}").status_code == 200


def test_the_cookie_of_a_phone_is_out_of_reach_of_scripts_and_its_token_is_not_in_the_database(
    app: Flask, store: Store, code: str, door: Any
) -> None:
    answer = far_browser(app).post("/join/seats", data={"code": door.join, "seat": "1"})
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    token = cookie.split("=", 1)[1].split(";")[0]
    with store.reading() as session:
        kept = session.connection().exec_driver_sql("SELECT * FROM device").fetchall()
    assert len(token) >= 32
    assert kept and token not in str(kept)


def test_a_seat_that_is_removed_while_a_phone_takes_it_is_refused_in_words(
    app: Flask, client: Phone, store: Store, devices: Devices, code: str, door: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.post(f"/m/{code}/people", name="Emi", start="zero")
    late, join = len(NAMES), Devices.join

    def join_after_removal(*given: Any) -> Any:
        client.post(f"/m/{code}/people", leaves=late)
        return join(*given)

    monkeypatch.setattr(Devices, "join", join_after_removal)
    page = far_browser(app).post("/join/seats", data={"code": door.join, "seat": str(late)})
    assert page.status_code == 409 and "That seat was removed from the sheet." in page.text
    assert store.match(code).sheet.names == NAMES and not devices.of(store.match_id(code))


def test_the_code_to_watch_gives_no_seat(app: Flask, store: Store, devices: Devices, code: str, door: Any) -> None:
    phone, where = took(app, door.view, "1")
    assert where == f"/m/{code}"
    assert [(device.role, device.seat) for device in devices.of(store.match_id(code))] == [("viewer", None)]
    assert phone.post(f"/m/{code}/deals/1/end", data={"key": fresh_key(), "out": "1"}).status_code == 403


def test_seats_without_a_phone_are_named_once_there_is_one(app: Flask, client: Phone, code: str, door: Any) -> None:
    phones = f"/m/{code}/phones/here"
    alone = client.get(phones).said
    assert "No other phones yet." in alone and "Cy" not in alone
    took(app, door.join, "1")
    assert client.get(phones).said.count("no phone") == len(NAMES) - 1


def test_the_same_seat_again_waits_until_another_phone_says_that_is_them(
    app: Flask, store: Store, devices: Devices, code: str, door: Any
) -> None:
    old, _ = took(app, door.join, "1")
    other, _ = took(app, door.join, "2")
    new, where = took(app, door.join, "1")
    assert where == f"/m/{code}/waiting"
    assert new.get(f"/m/{code}").status_code == 404
    assert "Ben" in new.get(f"/m/{code}/waiting").text
    waiting = next(device for device in devices.of(store.match_id(code)) if not device.confirmed)
    assert other.post(f"/m/{code}/phones/{waiting.id}", data={"confirm": "1"}).status_code == 303
    assert new.get(f"/m/{code}").status_code == 200
    assert old.get(f"/m/{code}").status_code == 404, "the phone that held the seat before has left it"


def test_that_is_them_asks_nobody_else_to_leave(
    app: Flask, store: Store, devices: Devices, code: str, door: Any
) -> None:
    player, _ = took(app, door.join, "2")
    watching = [took(app, door.view)[0] for _ in "12"]
    wavering, _ = took(app, door.join, "2")
    device = devices.of(store.match_id(code))[-1]
    wavering.post("/join/seats", data={"code": door.join, "seat": ""})  # it prefers to watch
    player.post(f"/m/{code}/phones/{device.id}", data={"confirm": "1"})  # from an outdated page
    assert [phone.get(f"/m/{code}").status_code for phone in (player, *watching, wavering)] == [200] * 4


def test_a_phone_that_was_sent_away_does_not_come_back_by_the_codes_it_knows(
    app: Flask, store: Store, devices: Devices, code: str, door: Any
) -> None:
    lost, _ = took(app, door.join, "1")
    other, _ = took(app, door.join, "2")
    device = next(device for device in devices.of(store.match_id(code)) if device.seat == 1)
    assert other.post(f"/m/{code}/phones/{device.id}", data={"away": "1"}).status_code == 303
    assert lost.get(f"/m/{code}").status_code == 404
    assert [knocked(lost, one).status_code for one in (door.join, door.view)] == [404, 404]
    fresh = Links(store).codes(store.match_id(code))
    assert fresh.join in other.get(f"/m/{code}/phones").text.replace("&nbsp;", "")
    assert took(app, fresh.join, "1")[1] == f"/m/{code}/welcome"


def test_who_waits_is_not_told_the_new_codes(app: Flask, store: Store, devices: Devices, code: str, door: Any) -> None:
    took(app, door.join, "1")
    other, _ = took(app, door.join, "2")
    waiting, _ = took(app, door.join, "1")
    lost = next(device for device in devices.of(store.match_id(code)) if device.seat == 1 and device.confirmed)
    other.post(f"/m/{code}/phones/{lost.id}", data={"away": "1"})
    assert waiting.get(f"/m/{code}/waiting").status_code == 404
    assert [device.seat for device in devices.of(store.match_id(code))] == [2]


def test_a_phone_that_waits_is_shown_to_those_who_play_wherever_they_look(app: Flask, code: str, door: Any) -> None:
    took(app, door.join, "1")
    player, _ = took(app, door.join, "2")
    viewer, _ = took(app, door.view)
    here = f"/m/{code}/phones/wanting"
    assert player.get(here, query_string={"shown": ""}).status_code == 204
    took(app, door.join, "1")
    for address in (f"/m/{code}", f"/m/{code}/phones", here):
        assert "A second phone says that it is Ben" in player.get(address).text
    assert "A phone says" not in viewer.get(f"/m/{code}").text
    assert viewer.get(here).status_code == 403


def test_a_phone_that_is_known_at_last_goes_to_the_table_as_a_whole(
    app: Flask, store: Store, devices: Devices, code: str, door: Any
) -> None:
    took(app, door.join, "1")
    new, _ = took(app, door.join, "1")
    devices.confirm(store.match_id(code), devices.of(store.match_id(code))[-1].id)
    page = new.get(f"/m/{code}/waiting", headers={"HX-Request": "true"})
    assert page.headers["HX-Redirect"] == f"/m/{code}/welcome"


def test_a_phone_that_may_not_is_told_so_in_its_own_words(app: Flask, code: str, door: Any) -> None:
    viewer, _ = took(app, door.view)
    form = {"key": fresh_key(), "out": "1"}
    assert "This phone may not change that" in viewer.post(f"/m/{code}/deals/1/end", data=form).text
    foreign = {"Origin": "http://elsewhere.example"}
    assert "another site" in viewer.post(f"/m/{code}/deals/1/end", data=form, headers=foreign).text
    assert "host’s computer" in viewer.get("/new/kalooki").text
    assert "for hosts only" in viewer.get("/host/browsers").text


def test_only_a_phone_that_is_not_at_the_table_is_told_to_join_again(app: Flask, code: str, door: Any) -> None:
    player, _ = took(app, door.join, "1")
    pages = [phone.get(f"/m/{code}/referee/nothing") for phone in (player, far_browser(app))]
    assert [page.status_code for page in pages] == [404, 404]
    assert ["Join again" in page.text for page in pages] == [False, True]


def test_a_part_that_a_phone_may_not_see_any_more_reloads_its_page(app: Flask, code: str) -> None:
    stranger = far_browser(app)
    part = stranger.get(f"/m/{code}/board", headers={"HX-Request": "true"})
    assert part.headers["HX-Refresh"] == "true"
    assert "HX-Refresh" not in stranger.get(f"/m/{code}/board").headers


def test_a_phone_of_another_table_cannot_be_settled_from_here(
    app: Flask, store: Store, devices: Devices, code: str, door: Any
) -> None:
    player, _ = took(app, door.join, "2")
    elsewhere = store.open("kalooki", {}, NAMES, 0, Form.of(fresh_key(), []))
    took(app, Links(store).codes(store.match_id(elsewhere)).join, "1")
    device = devices.of(store.match_id(elsewhere))[0]
    assert player.post(f"/m/{code}/phones/{device.id}", data={"away": "1"}).status_code == 404
    assert devices.of(store.match_id(elsewhere)) == [device]


def test_unknown_codes_and_codes_of_finished_matches_get_the_same_answer(
    app: Flask, store: Store, code: str, door: Any
) -> None:
    with store.writing() as session:
        session.connection().exec_driver_sql("UPDATE match SET finished_at = opened_at")
    phone = far_browser(app)
    pages = [knocked(phone, one) for one in (door.join, "BBBBBB")]
    assert {page.status_code for page in pages} == {404}
    said = [page.text for page in pages]
    assert said[0].replace(door.join, "BBBBBB") == said[1], "all but what was typed"


# Places that show the code


def test_no_address_holds_a_code(app: Flask, code: str, door: Any) -> None:
    phone = far_browser(app)
    answer = phone.post("/join", data={"code": door.join})
    assert (answer.status_code, answer.location) == (303, "/join/seats")
    assert {"HttpOnly", "SameSite=Lax", "Max-Age=900"} <= set(answer.headers["Set-Cookie"].split("; "))
    taken = phone.post("/join/seats", data={"code": door.join, "seat": "1"})
    assert taken.location == f"/m/{code}/welcome"
    assert [phone.get(old).status_code for old in (f"/join/{door.join}", "/host/s3cret")] == [404, 404]


def test_the_seats_are_there_again_after_going_back_and_for_no_other_phone(app: Flask, door: Any) -> None:
    phone = far_browser(app)
    knocked(phone, door.join)
    for _ in "12":
        assert "Who are you?" in phone.get("/join/seats").text
    assert far_browser(app).get("/join/seats").location == "/join"


def test_a_code_that_is_kept_and_opens_nothing_any_more_is_told_as_a_wrong_one(
    app: Flask, store: Store, code: str, door: Any
) -> None:
    phone = far_browser(app)
    knocked(phone, door.join)
    with store.writing() as session:
        session.connection().exec_driver_sql("UPDATE match SET finished_at = opened_at")
    page = phone.get("/join/seats")
    assert (page.status_code, "No table has that code" in page.text) == (404, True)


def test_seats_are_taken_at_the_table_of_the_page_whatever_was_typed_since(
    app: Flask, store: Store, devices: Devices, code: str, door: Any
) -> None:
    phone, other = far_browser(app), store.open("kalooki", {}, NAMES, 0, Form.of(fresh_key(), []))
    knocked(phone, door.join)
    knocked(phone, Links(store).codes(store.match_id(other)).join)
    answer = phone.post("/join/seats", data={"code": door.join, "seat": "1"})
    assert answer.location == f"/m/{code}/welcome"
