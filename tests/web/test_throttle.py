"""Throttling of guessed codes by address, network and in total, before the look-up; links are not throttled."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.storage.access.hosts import Hosts
from companion.storage.access.links import FEW_TABLES, LONG_CODE, Links
from companion.storage.store import CODE_LENGTH, CODE_LETTERS, Form, Store
from companion.web.guard import throttle
from companion.web.guard.throttle import LIMITS, Throttle, throttles
from tests.support.phone import far_browser, fresh_key

WITHIN, CODES = LIMITS["codes"]
TRIES, TRIES_OF_NETWORK, TRIES_OF_ALL = (CODES[of] for of in ("address", "network", "all"))


class Clock:
    """A clock set by hand."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    """The clock of every throttle in the test."""
    made = Clock()
    monkeypatch.setattr(throttle, "monotonic", made)
    yield made


FEW, FEW_OF_NETWORK, FEW_OF_ALL = 3, 5, 8


@pytest.fixture
def few(app: Flask) -> Flask:
    """The application with low limits of wrong codes."""
    app.extensions["companion.throttles"]["codes"] = throttled(FEW, FEW_OF_NETWORK, FEW_OF_ALL)
    return app


@pytest.fixture
def door(store: Store) -> str:
    """The code to play in a running match."""
    code = store.open("kalooki", {}, ("Aki", "Ben", "Cy"), 0, Form.of(fresh_key(), []))
    return Links(store).codes(store.match_id(code)).join


@pytest.fixture
def link(store: Store, door: str) -> str:
    """The secret in the link to play in it."""
    invite = Links(store).resolve(door)
    assert invite
    return invite.secret


def guess(app: Flask, address: str, code: str = "BBBBBB") -> int:
    """Try a code from that address and return the status."""
    headers = {"Origin": "http://localhost"}
    knock = app.test_client().post("/join", data={"code": code}, environ_base={"REMOTE_ADDR": address}, headers=headers)
    return knock.status_code


def throttled(*limits: int) -> Throttle:
    """Return a throttle with limits for an address, a network and all together."""
    return Throttle(WITHIN, dict(zip(("address", "network", "all"), limits, strict=False)))


def whose(number: int) -> dict[str, str]:
    """Return one of many addresses, in one of many networks."""
    return {"address": str(number), "network": str(number // 250), "all": ""}


def test_an_address_is_slowed_after_its_tries_and_heard_again_in_the_next_window(clock: Clock) -> None:
    kept = throttled(TRIES)
    waits = [kept.take(address="192.0.2.1") for _ in range(TRIES + 2)]
    assert waits == [None] * TRIES + [(WITHIN, "address")] * 2
    clock.now += WITHIN - 20
    assert kept.take(address="192.0.2.1") == (20, "address")
    clock.now += 20
    assert kept.take(address="192.0.2.1") is None


def test_it_remembers_no_more_however_many_guess(clock: Clock) -> None:
    kept = throttled(TRIES, TRIES_OF_NETWORK, TRIES_OF_ALL)
    for minute in range(3):
        for n in range(5_000):
            kept.take(**whose(n + minute))
        assert len(kept._counts) <= 3 * TRIES_OF_ALL
        clock.now += WITHIN


def test_what_is_given_back_does_not_count_and_nothing_else_is(clock: Clock) -> None:
    kept = throttled(2, 3)
    for number in (1, 1, 2):
        kept.take(address=str(number), network="0")
    assert kept.take(address="2", network="0") == (WITHIN, "network")
    kept.give_back(address="1", network="0")
    assert (kept.take(address="1", network="0"), kept.take(address="1", network="1")) == (None, (WITHIN, "address"))
    clock.now += WITHIN
    kept.take(address="4", network="4")
    kept.give_back(address="1", network="1")  # of the window before
    waits = [kept.take(address="1", network="1") for _ in range(3)]
    assert waits == [None, None, (WITHIN, "address")], "no more than the limit"


def test_several_processes_share_the_limits() -> None:
    shares = [throttles(200, 4)["codes"] for _ in range(4)]
    assert shares[0].limits == {"address": 5, "network": 10, "all": 25}
    assert throttles(200, 500)["joins"].limits["table"] == 1
    waits = [kept.take(**whose(n)) for kept in shares for n in range(TRIES_OF_ALL)]
    assert waits.count(None) <= TRIES_OF_ALL


# Guessed codes


def test_a_house_is_slowed_after_its_tries_whatever_of_its_addresses_it_takes(few: Flask) -> None:
    answers = [guess(few, f"2001:db8:1:2::{n:x}") for n in range(1, 6)]
    assert answers == [404] * FEW + [429] * (5 - FEW)
    assert guess(few, "2001:db8:1:3::1") == 404, "the house next door is heard"


@pytest.mark.parametrize("addresses", ["2001:db8:1:{:x}::1", "192.0.2.{}"])
def test_a_network_is_slowed_after_its_tries_and_no_other_is(few: Flask, addresses: str) -> None:
    answers = [guess(few, addresses.format(n)) for n in range(FEW_OF_NETWORK + 2)]
    assert answers == [404] * FEW_OF_NETWORK + [429] * 2
    assert [guess(few, other) for other in ("2001:db8:2::1", "198.51.100.1")] == [404, 404]


def test_a_guess_that_has_to_wait_is_not_looked_up_right_or_wrong(
    few: Flask, door: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []
    resolve = Links.resolve
    monkeypatch.setattr(Links, "resolve", lambda known, code: looked.append(code) or resolve(known, code))
    answers = [guess(few, "192.0.2.1") for _ in range(FEW)] + [guess(few, "192.0.2.1", door) for _ in range(2)]
    assert (answers, len(looked)) == ([404] * FEW + [429] * 2, FEW)


def test_right_codes_do_not_count_however_many_are_typed_behind_one_address(few: Flask, door: str) -> None:
    assert [guess(few, "192.0.2.1", door) for _ in range(FEW + 2)] == [303] * (FEW + 2)
    assert guess(few, "192.0.2.1") == 404


@pytest.mark.parametrize("code", ["", "BBBBBBB", "ÄÄÄÄÄÄ"])
def test_what_is_no_code_to_type_is_no_guess(few: Flask, code: str) -> None:
    assert [guess(few, "192.0.2.1", code) for _ in range(FEW + 1)] == [404] * (FEW + 1)
    assert guess(few, "192.0.2.1") == 404


def test_what_a_link_carries_opens_whatever_went_before_and_all_the_way_to_a_seat(few: Flask, link: str) -> None:
    for n in range(FEW_OF_ALL):
        guess(few, f"192.0.{n}.1")
    assert guess(few, "198.51.100.1") == 429, "a typed one from anywhere waits"
    phone, headers = few.test_client(), {"Origin": "http://localhost"}
    assert phone.post("/join", data={"code": link}, headers=headers).location == "/join/seats"
    assert "Who are you?" in phone.get("/join/seats").text
    assert phone.post("/join/seats", data={"code": link, "seat": "1"}, headers=headers).status_code == 303


@pytest.mark.parametrize(
    ("others", "words"),
    [
        ("192.0.2.7", "Too many wrong codes were typed here. Try again in "),
        ("192.0.2.{n}", "Too many wrong codes came from your network. Try again in "),
        ("192.0.{n}.1", "Too many wrong codes are being typed by strangers. Try again in "),
    ],
)
def test_the_page_says_whose_guesses_there_were_too_many_of_and_keeps_what_was_typed(
    few: Flask, others: str, words: str
) -> None:
    for n in range(100, 100 + FEW_OF_ALL):
        guess(few, others.format(n=n))
    page = far_browser(few).post("/join", data={"code": "cccccc"})
    assert page.status_code == 429 and 0 < int(page.headers["Retry-After"]) <= WITHIN
    assert words in page.text and 'value="CCCCCC"' in page.text


YEAR = 365.25 * 24 * 3600 / WITHIN  # windows


def years(letters: int, tables: int, addresses: int) -> float:
    """Return the average years of guessing until a code opens a table; each table has two."""
    guesses = len(CODE_LETTERS) ** letters / (2 * tables + 1)
    return guesses / min(addresses * TRIES, TRIES_OF_ALL) / YEAR


def test_security_says_how_long_guessing_takes_at_the_limits_that_hold() -> None:
    said = Path(__file__).parents[2].joinpath(".github", "SECURITY.md").read_text()
    rows = re.findall(r"^\| ([0-9,]+) \| ([0-9]) \| ([0-9,]+) \| ([0-9.]+) years \|$", said, re.MULTILINE)
    for tables, letters, addresses, claimed in rows:
        exact = years(int(letters), int(tables.replace(",", "")), int(addresses.replace(",", "")))
        assert claimed == f"{exact:.2g}" and exact > 1
    assert ("1,000", str(LONG_CODE), "1,000") in {row[:3] for row in rows}
    assert (str(FEW_TABLES), str(CODE_LENGTH), "1,000") in {row[:3] for row in rows}
    assert {int(row[1]) for row in rows} == {CODE_LENGTH, LONG_CODE}
    words = f"in ten minutes {TRIES} from an address, {TRIES_OF_NETWORK} from a network and {TRIES_OF_ALL} in all"
    assert WITHIN == 600 and words in " ".join(said.split())


# Joining phones, writing forms


def sit(app: Flask, code: str, address: str) -> Any:
    """Join as a viewer from that address and return the response."""
    return far_browser(app, address).post("/join/seats", data={"code": code, "seat": ""})


def test_more_phones_than_sit_at_a_table_are_not_let_in_at_once_and_looking_goes_on(
    app: Flask, store: Store, link: str
) -> None:
    app.extensions["companion.throttles"]["joins"] = Throttle(600, {"table": 3})
    answers = [sit(app, link, f"192.0.2.{n}") for n in range(4)]
    assert [answer.status_code for answer in answers] == [303, 303, 303, 429]
    assert 590 < int(answers[-1].headers["Retry-After"]) <= 600
    said = answers[-1].text
    assert "Too many phones have joined from here" in said and "You have no seat yet. Wait 10 min, go back" in said
    assert far_browser(app).post("/join", data={"code": link}).status_code == 303
    assert [sit(app, link, one).status_code for one in ("127.0.0.1", "198.51.100.1")] == [303, 303]
    code = store.open("kalooki", {}, ("Dee", "Eli", "Fay"), 0, Form.of(fresh_key(), []))
    another = Links(store).codes(store.match_id(code)).join_secret
    assert sit(app, another, "192.0.2.1").status_code == 303, "a table beside it"


def test_a_phone_that_writes_more_than_a_table_waits_and_nobody_else(app: Flask, store: Store, door: str) -> None:
    app.extensions["companion.throttles"]["writes"] = Throttle(60, {"phone": 4, "network": 100})
    first, second = far_browser(app), far_browser(app)
    welcome = str(first.post("/join/seats", data={"code": door, "seat": "0"}).headers["Location"])
    here = welcome.removesuffix("/welcome")
    second.post("/join/seats", data={"code": door, "seat": "1"})
    fine = {"seat": "1", "points": "5", "reason": "late"}

    def send(phone: Any, revision: int) -> Any:
        return phone.post(f"{here}/adjust", data={"key": fresh_key(), "revision": revision, **fine})

    answers = [send(first, revision) for revision in range(1, 8)]
    assert [answer.status_code for answer in answers] == [303] * 4 + [429] * 3
    assert 0 < int(answers[-1].headers["Retry-After"]) <= 60
    assert "Nothing was saved" in answers[-1].text and f'<a class="btn primary" href="{here}">' in answers[-1].text
    assert (send(second, 5).status_code, first.get(here).status_code) == (303, 200)
    assert len(store.match(here.rsplit("/", 1)[1]).sheet.entries) == 5, "what was refused is not on the sheet"


@pytest.mark.parametrize("of", ["/host", "/carry"])
def test_a_wrong_link_is_stored_for_the_way_back_without_its_secret(app: Flask, of: str) -> None:
    page = far_browser(app, "192.0.2.9").post(of, data={"secret": "used before"})
    assert page.status_code == 404 and page.headers["Cache-Control"] == "private, no-cache"
    assert "used before" not in page.text


@pytest.mark.parametrize("of", ["/host", "/carry"])
def test_secrets_are_guessed_as_slowly_as_codes_and_a_right_one_passes(few: Flask, store: Store, of: str) -> None:
    phone, secret = far_browser(few, "192.0.2.9"), Hosts(store).new_link()
    assert [phone.post(of, data={"secret": f"wrong {n}"}).status_code for n in range(FEW + 1)] == [404] * FEW + [429]
    slowed = phone.post(of, data={"secret": "wrong again"})
    assert slowed.headers["Retry-After"] and "Try again in" in slowed.text
    assert guess(few, "192.0.2.9") == 429, "the same guesses count for all"
    assert phone.post("/host", data={"secret": secret}).status_code == 303
