"""Poll cache: polls answered without the application are identical to its answers, byte by byte, and need no query."""

import logging
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import NamedTuple

import pytest
from flask import Flask
from sqlalchemy import event

from companion.sheet.commands import adjustments, booking, whole_match
from companion.storage.access.devices import Devices
from companion.storage.access.invites import PLAYER, VIEWER
from companion.storage.database.engines import open_database
from companion.storage.store import Form, Store
from companion.web.poll_cache import PollCache
from tests.storage.test_match_versions import until
from tests.support.phone import Phone, fresh_key

FAR = {"Host": "laptop.local"}
Opened = Callable[..., str]


@pytest.fixture
def app(app: Flask) -> Flask:
    """The application on a network."""
    app.config["TRUSTED_HOSTS"] = [*app.config["TRUSTED_HOSTS"], "laptop.local"]
    return app


def joined(app: Flask, code: str, role: str, seat: int | None, **headers: str) -> Phone:
    """Return a phone on the network that has joined a match."""
    store: Store = app.extensions["companion.store"]
    token = fresh_key()
    Devices(store).join(store.match_id(code), token, role, seat)
    phone = Phone(app, Origin="http://laptop.local", **FAR, **headers)
    phone.http.set_cookie("companion", token, domain="laptop.local")
    phone.http.environ_base["REMOTE_ADDR"] = "192.168.1.7"
    return phone


class Answered(NamedTuple):
    """A complete response."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


KEY = re.compile(rb'(?<=name="key" value=")[0-9a-f]{32}')  # made for each rendered form


def looked(phone: Phone, code: str, seen: int, part: str = "board") -> Answered:
    """Poll as a phone that has seen that entry."""
    mark = "&" if "?" in part else "?"
    answer = phone.http.get(f"/m/{code}/{part}{mark}seen={seen}", headers={**phone.headers, "HX-Request": "true"})
    headers = sorted(header for header in answer.headers if header[0] != "Date")
    return Answered(answer.status_code, headers, KEY.sub(b"", answer.data))


@contextmanager
def asked(store: Store) -> Iterator[list[str]]:
    """Yield the queries of the block."""
    found: list[str] = []

    def note(*given: object) -> None:
        found.append(str(given[2]))

    event.listen(store.engine, "before_cursor_execute", note)
    yield found
    event.remove(store.engine, "before_cursor_execute", note)


def asks_nothing(store: Store, phone: Phone, code: str) -> bool:
    """True if all earlier writes are known, so that a poll needs no query."""
    with asked(store) as queries:
        looked(phone, code, 0)
    return not queries


def fine(store: Store, code: str) -> None:
    """Write one more entry."""
    store.write(code, Form.of(fresh_key(), []), lambda sheet: (adjustments.adjust(sheet, 0, "1", "late"), ""))


def listening(store: Store) -> None:
    """Start the change listener and wait until it knows all versions."""
    store.listener.begin()
    assert store.versions.heard or until(lambda: store.versions.heard)


def test_a_look_without_news_costs_no_query(app: Flask, store: Store, match: Opened) -> None:
    code = match()
    listening(store)
    phone = joined(app, code, PLAYER, 1)
    assert until(lambda: asks_nothing(store, phone, code))
    with asked(store) as queries:
        assert looked(phone, code, 0).status == 204
    assert queries == []


def test_news_are_asked_for_once_for_all_who_see_the_same(app: Flask, store: Store, match: Opened) -> None:
    code = match()
    listening(store)
    phones = [joined(app, code, VIEWER, None) for _ in range(3)]
    for phone in phones:
        assert looked(phone, code, 0).status == 204
    fine(store, code)
    assert until(lambda: store.versions.newest(code) == store.version(code))
    first = looked(phones[0], code, 0)
    with asked(store) as queries:
        others = [looked(phone, code, 0) for phone in phones[1:]]
    assert queries == []
    assert first.status == 200 and f"seen={store.version(code)}".encode() in first.body
    assert others == [first, first]


def looking(app: Flask, code: str) -> Phone:
    """Return a phone that has polled a table twice without news, so that the answer is cached."""
    listening(app.extensions["companion.store"])
    phone = joined(app, code, PLAYER, 1)
    assert looked(phone, code, 0).status == looked(phone, code, 0).status == 204
    return phone


def test_a_phone_that_was_sent_away_is_nobody_at_its_next_look(app: Flask, store: Store, match: Opened) -> None:
    code = match()
    phone = looking(app, code)
    devices, number = Devices(store), store.match_id(code)
    devices.revoke(number, devices.of(number)[0].id)
    assert looked(phone, code, 0).status == 404


@pytest.mark.file
def test_a_look_at_a_file_that_is_gone_says_so(app: Flask, store: Store, match: Opened) -> None:
    phone = looking(app, code := match())
    assert store.watch
    store.watch.path.rename(store.watch.path.with_name("elsewhere.db"))
    assert looked(phone, code, 0).status == 503


@pytest.mark.file
def test_what_another_program_writes_into_the_file_is_seen(app: Flask, store: Store, match: Opened) -> None:
    phone = looking(app, code := match())
    fine(Store(open_database(store.engine.url)), code)
    assert looked(phone, code, 0).status == 200


def test_looks_stand_in_the_log_of_answers_as_all_others_do(
    app: Flask, store: Store, match: Opened, caplog: pytest.LogCaptureFixture
) -> None:
    code = match()
    listening(store)
    phone = joined(app, code, PLAYER, 1)
    with caplog.at_level(logging.INFO, "companion.access"):
        looked(phone, code, 0)
        looked(phone, code, 0)
    one, other = [record.getMessage().split() for record in caplog.records if record.name == "companion.access"]
    assert one[:3] == other[:3] == ["GET", "/m/<code>/board", "204"]


PARTS = ("board", "sheet/part", "sheet/part?deal=1&seat=1", "onward", "deals/1/tally", "deals/2/tally")
ACTS = (
    lambda sheet: booking.end_play(sheet, sheet.current.number, 0),
    lambda sheet: booking.count_hand(sheet, sheet.current.number, 1, "7H", ""),
    lambda sheet: booking.count_hand(sheet, sheet.current.number, 2, "", "25"),
    lambda sheet: booking.book(sheet, sheet.current.number),
    lambda sheet: adjustments.adjust(sheet, 1, "5", "late"),
    lambda sheet: booking.undo(sheet, 1),
    lambda sheet: whole_match.stop(sheet),
)


@pytest.mark.parametrize("seed", range(6))
def test_whatever_happens_every_look_is_answered_as_the_application_would(
    app: Flask, store: Store, match: Opened, seed: int
) -> None:
    code, random = match("three-thirteen", ("Aki", "Ben", "Cy")), Random(seed)
    listening(store)
    kept = app.wsgi_app
    assert isinstance(kept, PollCache)
    phones = [
        joined(app, code, PLAYER, 1, Accept_Language="ja"),
        joined(app, code, PLAYER, 2, Accept_Encoding="br"),
        joined(app, code, VIEWER, None),
        joined(app, code, VIEWER, None, Accept_Language="ja"),
        Phone(app),
    ]
    answered = 0
    for _ in range(150):
        if random.random() < 0.15:
            act = random.choice(ACTS)
            try:
                store.write(code, Form.of(fresh_key(), []), lambda sheet, act=act: (act(sheet), ""))  # type: ignore[misc]
            except Exception:  # not possible now
                continue
            assert until(lambda: store.versions.newest(code) in (None, store.version(code)))
        phone, part, newest = random.choice(phones), random.choice(PARTS), store.version(code)
        seen = random.choice((newest, newest, newest - 1, 0))
        with asked(store) as queries:
            one = looked(phone, code, seen, part)
        answered += not queries
        app.wsgi_app = kept._app  # type: ignore[method-assign]
        other = looked(phone, code, seen, part)
        app.wsgi_app = kept  # type: ignore[method-assign]
        assert one == other
    assert answered > 15
