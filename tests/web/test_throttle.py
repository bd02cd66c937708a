"""Wrong codes are slowed by household and in total, a right one never; what is remembered stays small."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.storage.access.hosts import Hosts
from companion.storage.access.invites import Invites
from companion.storage.store import Form, Store
from companion.web.guard import throttle
from companion.web.guard.throttle import TRIES, TRIES_OF_ALL, WITHIN, Throttle
from tests.support.phone import fresh_key


class Clock:
    """A clock that is set by hand."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    """The clock of every throttle of the test."""
    made = Clock()
    monkeypatch.setattr(throttle, "monotonic", made)
    yield made


@pytest.fixture
def door(store: Store) -> str:
    """The code to play of a running match."""
    code = store.open("kalooki", {}, ("Aki", "Ben", "Cy"), 0, Form.of(fresh_key(), []))
    return Invites(store).codes(store.match_id(code)).join


def guess(app: Flask, address: str, code: str = "BBBBBB") -> int:
    """How a code from that address is answered."""
    headers = {"Origin": "http://localhost"}
    knock = app.test_client().post("/join", data={"code": code}, environ_base={"REMOTE_ADDR": address}, headers=headers)
    return knock.status_code


def test_an_address_is_slowed_after_its_tries_and_heard_again_a_minute_later(clock: Clock) -> None:
    kept = Throttle()
    assert [kept.take("192.0.2.1") for _ in range(TRIES + 2)] == [0] * TRIES + [WITHIN] * 2
    clock.now += WITHIN - 20
    assert kept.take("192.0.2.1") == 20
    clock.now += 20
    assert kept.take("192.0.2.1") == 0


def test_who_goes_on_guessing_while_slowed_waits_no_longer(clock: Clock) -> None:
    kept = Throttle()
    for _ in range(TRIES * 5):
        kept.take("192.0.2.1")
    clock.now += WITHIN
    assert kept.take("192.0.2.1") == 0


def test_all_together_are_slowed_wherever_they_guess_from(clock: Clock) -> None:
    kept = Throttle()
    waits = [kept.take(f"192.0.{n // 250}.{n % 250}") for n in range(TRIES_OF_ALL * 3)]
    assert waits.count(0) == TRIES_OF_ALL


def test_it_remembers_no_more_however_many_guess(clock: Clock) -> None:
    kept = Throttle()
    for minute in range(3):
        for n in range(5_000):
            kept.take(f"{minute}.{n}")
        assert len(kept._lately) <= TRIES_OF_ALL
        clock.now += WITHIN


def test_many_threads_at_once_are_counted_to_the_last() -> None:
    kept = Throttle()
    with ThreadPoolExecutor(8) as pool:
        waits = list(pool.map(kept.take, (f"192.0.{n // 250}.{n % 250}" for n in range(12_000))))
    assert waits.count(0) == TRIES_OF_ALL


def test_a_house_is_slowed_after_ten_whatever_of_its_addresses_it_takes(app: Flask) -> None:
    answers = [guess(app, f"2001:db8:1:2::{n:x}") for n in range(1, 60)]
    assert answers == [404] * TRIES + [429] * (59 - TRIES)
    assert guess(app, "2001:db8:1:3::1") == 404, "the house next door is heard"


def test_an_address_of_the_old_kind_written_in_the_new_way_is_the_same(app: Flask) -> None:
    for _ in range(TRIES):
        guess(app, "192.0.2.7")
    assert (guess(app, "::ffff:192.0.2.7"), guess(app, "::ffff:192.0.2.8")) == (429, 404)


def test_a_right_code_always_opens_whoever_guessed_before(app: Flask, door: str) -> None:
    for n in range(TRIES_OF_ALL + 10):
        guess(app, f"192.0.2.{n % 12}")
    assert [guess(app, f"192.0.2.{n}", door) for n in range(14)] == [303] * 14
    assert guess(app, "198.51.100.1") == 429, "a wrong one from anywhere waits"


@pytest.mark.parametrize("peer", [None, "", "unix", "fe80::1%eth0"])
def test_a_peer_of_any_kind_is_answered(app: Flask, peer: Any) -> None:
    assert guess(app, peer) == 404


# Phones that join, forms that write

FAR: dict[str, Any] = {"environ_base": {"REMOTE_ADDR": "192.0.2.7"}, "headers": {"Origin": "http://localhost"}}


def test_more_phones_than_a_house_holds_are_not_let_in_at_once_and_looking_goes_on(app: Flask, door: str) -> None:
    app.extensions["companion.throttles"]["joins"] = Throttle(2, 3, 600)
    near = FAR | {"environ_base": {"REMOTE_ADDR": "192.0.2.8"}}
    here = FAR | {"environ_base": {"REMOTE_ADDR": "127.0.0.1"}}
    answers = [app.test_client().post("/join/seats", data={"code": door, "seat": ""}, **FAR) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [303, 303, 429]
    assert 590 < int(answers[-1].headers["Retry-After"]) <= 600
    assert f"Wait {answers[-1].headers['Retry-After']} seconds" in answers[-1].get_data(as_text=True)
    assert app.test_client().post("/join", data={"code": door}, **FAR).status_code == 303
    assert app.test_client().post("/join/seats", data={"code": door, "seat": ""}, **near).status_code == 303
    assert app.test_client().post("/join/seats", data={"code": door, "seat": ""}, **near).status_code == 429, (
        "all together"
    )
    assert app.test_client().post("/join/seats", data={"code": door, "seat": ""}, **here).status_code == 303, (
        "the host's machine"
    )


def test_a_phone_that_writes_more_than_a_table_waits_and_nobody_else(app: Flask, store: Store, door: str) -> None:
    app.extensions["companion.throttles"]["writes"] = Throttle(4, 100)
    first, second = app.test_client(), app.test_client()
    welcome = str(first.post("/join/seats", data={"code": door, "seat": "0"}, **FAR).headers["Location"])
    here = welcome.removesuffix("/welcome")
    second.post("/join/seats", data={"code": door, "seat": "1"}, **FAR)
    fine = {"seat": "1", "points": "5", "reason": "late"}

    def send(phone: Any, key: str = "") -> Any:
        return phone.post(f"{here}/adjust", data={"key": key or fresh_key(), **fine}, **FAR)

    answers = [send(first) for _ in range(7)]
    assert [answer.status_code for answer in answers] == [303] * 4 + [429] * 3
    assert 0 < int(answers[-1].headers["Retry-After"]) <= 60
    assert "Nothing was booked by this" in answers[-1].get_data(as_text=True)
    assert (send(second).status_code, first.get(here, **FAR).status_code) == (303, 200)
    assert len(store.match(here.rsplit("/", 1)[1]).sheet.entries) == 5, "what was refused is not on the sheet"


def test_no_phone_of_a_table_comes_near_the_limits() -> None:
    forms_of_a_deal, deals, people = 8 * 4, 13, 8  # who went out, hands, calls, laid down; the longest game
    assert forms_of_a_deal * 2 < throttle.WRITES
    assert people * 10 < throttle.JOINS
    assert throttle.WRITES * people * 8 <= throttle.WRITES_OF_ALL
    assert forms_of_a_deal * deals / 2 <= throttle.WRITES * WITHIN / 60, (
        "a phone that was away is heard within two minutes"
    )


def test_secrets_of_hosts_are_guessed_as_slowly_as_codes_and_a_right_one_passes(app: Flask, store: Store) -> None:
    phone, secret, far = app.test_client(), Hosts(store).new_link(), {"REMOTE_ADDR": "192.0.2.9"}
    headers = {"Origin": "http://localhost"}

    def guessed(what: str) -> TestResponse:
        return phone.post("/host", data={"secret": what}, environ_base=far, headers=headers)

    assert [guessed(f"wrong {n}").status_code for n in range(TRIES + 1)] == [404] * TRIES + [429]
    slowed = guessed("wrong again")
    assert slowed.headers["Retry-After"] and "Try again in" in slowed.get_data(as_text=True)
    assert guess(app, "192.0.2.9") == 429, "the same guesses count for both"
    assert guessed(secret).status_code == 303
