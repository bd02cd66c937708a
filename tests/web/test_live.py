"""Polls of the live parts: one query while nothing is new, and the whole part as soon as something is."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import pytest
from flask import Flask
from sqlalchemy import event

from companion.sheet.commands import adjustments, whole_match
from companion.storage.database.engines import open_database
from companion.storage.store import Store
from tests.support.phone import Opened, at_once, guest

PARTS = "board sheet/part deals/1/tabs deals/1/tally deals/1/totals/part onward tv/part flat/part".split()


@contextmanager
def asked(store: Store) -> Iterator[list[str]]:
    """Yield the queries of the block."""
    found: list[str] = []

    def note(*given: object) -> None:
        if given[2] != "BEGIN":
            found.append(str(given[2]))

    event.listen(store.engine, "before_cursor_execute", note)
    yield found
    event.remove(store.engine, "before_cursor_execute", note)


def fine(store: Store, code: str) -> None:
    """Write one more entry."""
    at_once(store, code, [partial(adjustments.adjust, seat=0, points="1", reason="late")])


@pytest.mark.parametrize("seat", [1, None])
def test_a_poll_without_news_is_one_query(app: Flask, store: Store, match: Opened, seat: int | None) -> None:
    code = match()
    phone = guest(app, code, seat)
    for part in PARTS:
        here = f"/m/{code}/{part}?seen={store.version(code)}&bottom=2"
        phone.get(here)
        with asked(store) as queries:
            assert phone.get(here).status == 204
        assert len(queries) == 1, queries


def test_news_are_shown_at_the_next_poll(app: Flask, store: Store, match: Opened) -> None:
    code = match()
    phone = guest(app, code, 1)
    assert phone.get(f"/m/{code}/board?seen=0").status == 204
    fine(store, code)
    page = phone.get(f"/m/{code}/board?seen=0")
    assert page.status == 200 and f"seen={store.version(code)}" in page.html
    assert phone.get(f"/m/{code}/board?seen={store.version(code)}").status == 204


def test_at_the_end_of_a_match_every_phone_is_led_to_its_result(app: Flask, store: Store, match: Opened) -> None:
    code = match()
    at_once(store, code, [whole_match.stop])
    answer = guest(app, code, 1).get(f"/m/{code}/board?seen=0", HX_Request="true")
    assert (answer.status, answer.headers["HX-Redirect"]) == (200, f"/m/{code}")


@pytest.mark.file
@pytest.mark.usefixtures("empty_instance")
def test_a_poll_of_a_file_that_is_gone_says_so(app: Flask, store: Store, match: Opened) -> None:
    code = match()
    phone = guest(app, code, 1)
    assert store.watch
    store.watch.path.rename(store.watch.path.with_name("elsewhere.db"))
    assert phone.get(f"/m/{code}/board?seen=0").status == 503


def test_another_programs_entry_is_news(app: Flask, store: Store, match: Opened) -> None:
    code = match()
    phone = guest(app, code, 1)
    assert phone.get(f"/m/{code}/board?seen=0").status == 204
    other = Store(open_database(store.engine.url))
    fine(other, code)
    other.engine.dispose()
    assert phone.get(f"/m/{code}/board?seen=0").status == 200
