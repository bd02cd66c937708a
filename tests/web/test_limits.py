"""Size limits of a request and of a match: more is refused with a short answer, and nothing of it is stored."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from sqlalchemy import MetaData, func, select

from companion.games import GAMES
from companion.sheet import refusals
from companion.sheet.commands import whole_match
from companion.sheet.ledger import Entry, EntryKind
from companion.storage.access.links import PLAYER
from companion.storage.store import Form, Store
from companion.web.guard.security import LONGEST, LONGEST_NAME, MOST_FIELDS, MOST_TEXT
from tests.conftest import connected, furnished
from tests.storage.test_store import at_once
from tests.support import houses
from tests.support.evenings import Evenings
from tests.support.houses import OURS, Family, addresses, families, operator, phone
from tests.support.phone import Page, Phone, fresh_key
from tests.web.test_bad_input import asked_well
from tests.web.test_keyboards import texts_of

HUGE = "x" * 100_000
ODD = "A\0\ud83d\u202e" + "ー０" * 900  # short enough not to be refused at once
SOURCES = (Path(__file__).parents[2] / "companion" / "web").rglob("*.py")
NAMED = re.compile(r'(?:field|words|number|secret|get|getlist)\(\s*"(\w+)"|"(\w+)" (?:not )?in request\.')
NAMES = sorted({name for path in SOURCES for found in NAMED.findall(path.read_text("utf-8")) for name in found if name})
Opened = Callable[..., str]


@pytest.fixture(scope="module")
def house(
    application: Flask, prepared: Path, tmp_path_factory: pytest.TempPathFactory, evenings: Evenings
) -> Iterator[tuple[Flask, Family, dict[str, Phone]]]:
    """A companion with a host of all, a family and its tables, and a browser in each role."""
    instance = furnished(tmp_path_factory.mktemp("limits") / "instance", prepared)
    with connected(application, instance, **houses.house(None)) as app:
        (ours,) = families(evenings, app, OURS)
        tokens = {"host": operator(app), "player": ours.tokens[PLAYER]}
        yield app, ours, {role: phone(app, token) for role, token in tokens.items()}


@pytest.fixture(scope="module")
def forms(house: Any) -> list[tuple[str, list[tuple[str, str]]]]:
    """Every form on the pages of the host."""
    app, ours, browsers = house
    return list(forms_of(app, ours, browsers["host"]))


def stored(app: Flask) -> dict[str, int]:
    """Return the number of rows in each table; on a server without the rate counters, which count refusals too."""
    engine = app.extensions["companion.store"].engine
    tables = MetaData()
    tables.reflect(engine)
    kept = tables.tables
    with engine.connect() as connection:
        return {name: connection.scalar(select(func.count()).select_from(one)) for name, one in kept.items()}


def longest_text(app: Flask) -> int:
    """Return the length of the longest text in the database."""
    engine = app.extensions["companion.store"].engine
    tables = MetaData()
    tables.reflect(engine)
    with engine.connect() as connection:
        rows = [row for one in tables.tables.values() for row in connection.execute(select(one))]
    return max(len(value) for row in rows for value in row if isinstance(value, str))


def forms_of(app: Flask, ours: Family, browser: Phone) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield every form on the pages of this browser: its action and fields."""
    known = set()
    for _, method, path in addresses(app, ours):
        answer = browser.http.get(path, headers=browser.headers) if method == "GET" else None
        for form in Page(answer).forms if answer and answer.mimetype == "text/html" else ():
            buttons = [(b.attributes.get("name", ""), b.attributes.get("value", "")) for b in form.buttons]
            fields = dict([*form.fields, *(button for button in buttons if button[0])])
            kind = (re.sub(r"\d+", "1", form.action), *sorted(fields))
            if form.method == "post" and kind not in known:
                known.add(kind)
                yield form.action, list(fields.items())


def running(app: Flask, ours: Family) -> Iterator[tuple[str, str]]:
    """Yield every address with each of its methods, those of a match for the running one."""
    return ((method, path) for _, method, path in addresses(app, ours) if ours.finished not in path)


def sent(browser: Phone, path: str, fields: list[tuple[str, str]]) -> Page:
    """Return the answer to these fields; of a refused import the page that it leads to."""
    answer = browser.send(path, fields)
    assert len(answer.location) < 1000, path
    return browser.follow(answer) if answer.status == 303 and path == "/keep/import" else answer


def check(page: Page, what: Any, most: int = 64_000) -> None:
    """Check that a refusal is short and repeats almost nothing of the input."""
    assert 400 <= page.status < 500, (what, page.status)
    assert len(page.html) < most and "x" * 1000 not in page.html, what
    assert sum(len(value) for value in page.headers.values()) < 4000, what


def test_the_fields_that_screens_read_are_found() -> None:
    assert {"cards", "total", "reason", "secret", "points", "key", "back", "day", "whole", "q"} <= set(NAMES)


@pytest.mark.parametrize("role", ["host", "player"])
def test_a_field_longer_than_anything_is_refused_in_every_form_and_address(house: Any, forms: Any, role: str) -> None:
    app, ours, browsers = house
    browser, before = browsers[role], stored(app)
    tried: set[str] = set()
    for action, fields in forms if role == "host" else ():  # it has all forms
        names = {name for name, _ in fields} - {"key"}
        for name in sorted(names - tried or names)[: len(names - tried) or 1]:  # each name once, each form at least so
            tried.add(name)
            given = [("key", fresh_key()), *((other, value) for other, value in fields if other not in (name, "key"))]
            check(sent(browser, action, [*given, (name, HUGE)]), (action, name))
    names = cycle(NAMES)
    for method, path in running(app, ours):
        name = next(names)
        asked = sent(browser, path, [("key", fresh_key()), (name, HUGE)]) if method == "POST" else None
        check(asked or browser.get(f"{path}?{name}={HUGE}"), (method, path, name))
    assert stored(app) == before


def test_many_fields_are_refused_as_one_long_one(client: Phone) -> None:
    for fields in (
        [("also", "x")] * (MOST_FIELDS + 1),
        [("also", "x" * LONGEST)] * (MOST_TEXT // LONGEST + 1),
        [("x" * (LONGEST_NAME + 1), "1")],
        [("name0", "x" * (LONGEST + 1))],
    ):
        check(client.send("/new/kalooki", fields), len(fields))
        check(client.get("/players?" + urlencode(fields)), len(fields))


def test_odd_characters_break_no_form_and_are_stored_nowhere(house: Any, forms: Any) -> None:
    app, ours, browsers = house
    browser = browsers["host"]
    tried: set[str] = set()
    for action, fields in forms:
        names = {name for name, _ in fields} - {"key"}
        for odd in filter(None, (names, *({name} for name in names - tried))):  # all at once, and each name once alone
            given = [(name, ODD if name in odd else value) for name, value in fields if name != "key"]
            page = browser.send(action, [("key", fresh_key()), *given])
            assert page.status < 500 and len(page.html) < 100_000, (action, odd, page.status)
        tried |= names
    at_length = cycle(names := NAMES[::6])
    for method, path in running(app, ours):
        if method == "GET":
            long = next(at_length)
            query = urlencode([(name, ODD if name == long else ODD[:6]) for name in names], errors="surrogatepass")
            assert browser.http.get(f"{path}?{query}", headers=browser.headers).status_code < 500, path
    assert longest_text(app) <= refusals.LONGEST_RULING


def test_a_way_back_that_is_too_long_leaves_out_what_was_asked(client: Phone) -> None:
    page = client.get("/?player=" + "x" * 1500)
    assert page.value("back") == "/"
    assert client.submit(page.form("/settings"), page.form("/settings").buttons[0]).status == 200


@pytest.mark.parametrize("game", GAMES)
def test_a_field_of_a_question_longer_than_anything_is_refused(app: Flask, game: str) -> None:
    client = app.test_client()
    for question in asked_well(game).values():
        for name in (*question, "id", "house", "players", "unheard-of"):
            for value in (HUGE, [HUGE]):
                reply = client.post(
                    "/api/ask", data=json.dumps(question | {name: value}), content_type="application/json"
                )
                assert reply.status_code == (200 if name == "unheard-of" else 422), (question["ask"], name)
                assert len(reply.text) < 64_000 and "x" * 1000 not in reply.text


# Size of a match


def full_of(store: Store, code: str, many: int) -> None:
    """Write notes until the match has this many entries."""
    first = store.match(code).sheet.entries
    notes = [
        Entry(EntryKind.NOTE, 0, revision=number, body={"text": f"note {number}", "place": ""})
        for number in range(len(first) + 1, many + 1)
    ]
    store.write(code, Form.of(fresh_key(), []), lambda sheet: (notes, ""))


def test_a_match_says_before_it_is_full_and_refuses_more_but_its_end(
    client: Phone, store: Store, match: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refusals, "MOST_ENTRIES", 100)
    code = match()
    full_of(store, code, int(refusals.MOST_ENTRIES * refusals.NEARLY) - 1)
    assert "nearly full" not in client.get(f"/m/{code}").said
    full_of(store, code, refusals.MOST_ENTRIES - 1)
    assert "This match is nearly full: 99 of 100 entries." in client.get(f"/m/{code}").said
    assert client.post(f"/m/{code}/deals/1/end", out=0).status == 303
    refused = client.post(f"/m/{code}/adjust", seat=1, points="-50", reason="cut")
    assert refused.status == 409 and "This match is full: it holds 100 entries at most." in refused.said
    assert client.post(f"/m/{code}/end").status == 303 and store.match(code).sheet.stopped
    for _ in range(refusals.SPARE):
        client.post(f"/m/{code}/end", resume="1")
        client.post(f"/m/{code}/end")
    assert len(store.match(code).sheet.entries) <= refusals.MOST_ENTRIES + refusals.SPARE


def test_a_match_is_full_by_what_is_written_too() -> None:
    long = Entry(EntryKind.NOTE, 0, reason="x" * 1000)
    with pytest.raises(refusals.Full):
        refusals.check_room([long] * 1048, [long])
    refusals.check_room([long] * 1047, [long])
    refusals.check_room([long] * 1048, [replace(long, kind=EntryKind.STOP)])
    assert refusals.nearly_full([long] * 1000) and not refusals.nearly_full([long] * 900)


FOUR = "/referee/four"


def test_a_ruling_is_kept_in_one_spelling_however_it_was_typed(client: Phone, store: Store, match: Opened) -> None:
    code, spaces = match(), " " * 1500
    page = client.post(f"/m/{code}{FOUR}", cards=f"5h{spaces}ＪＫ、jk,８Ｈ")
    entry = store.match(code).sheet.entries[-1]
    assert entry.body["question"] == {"cards": ["5H JK JK 8H"]}
    assert page.location == f"/m/{code}/referee/four?judge=1&kept=1&cards=5H+JK+JK+8H"
    assert client.follow(page).status == 200


@pytest.mark.parametrize("game", GAMES)
def test_every_question_that_is_kept_is_asked_again_from_what_is_kept(
    client: Phone, store: Store, match: Opened, game: str
) -> None:
    code, kept = match(game), 0
    for question in asked_well(game).values():
        names = [field.name for field in GAMES[game].questions[question["ask"]].fields]
        typed = [(name, text) for name in names for text in texts_of(question.get(name))]
        page = client.send(f"/m/{code}/referee/{question['ask']}", [("key", fresh_key()), *typed])
        if page.status != 303:  # under the book and for four it cannot be asked
            continue
        kept += 1
        again = client.follow(page)
        assert again.status == 200 and "Saved to the scoresheet." in again.said, question
    assert kept > 8
    assert client.get(f"/m/{code}/sheet").status == 200


def test_a_match_keeps_so_many_rulings_and_says_so_before(client: Phone, store: Store, match: Opened) -> None:
    code = match()
    assert client.post(f"/m/{code}{FOUR}", cards="5H JK JK 8H").status == 303
    one = store.match(code).sheet.entries[-1]
    many = [replace(one, revision=number) for number in range(2, refusals.MOST_RULINGS)]
    at_once(store, code, [lambda sheet: many], None)
    asked = f"/m/{code}{FOUR}?judge=1&cards=5H+JK+JK+8H"
    assert "1 more ruling can be saved." in client.get(asked).said
    assert client.post(f"/m/{code}{FOUR}", cards="5H JK JK 8H").status == 303
    assert "This match already has 200 saved rulings" in client.get(asked).said
    refused = client.post(f"/m/{code}{FOUR}", cards="5H JK JK 8H")
    assert refused.status == 409 and "This match already has 200 saved rulings" in refused.said
    assert client.post(f"/m/{code}/deals/1/end", out=0).status == 303, "all else goes on"


def test_an_end_is_no_way_to_write_without_end() -> None:
    stop = Entry(EntryKind.STOP, 0)
    with pytest.raises(refusals.Full):
        refusals.check_room([stop] * (refusals.MOST_ENTRIES + refusals.SPARE), [stop])
    assert whole_match.stop
