"""Size limits of a request and of a match: more is refused with a short answer, and nothing of it is stored."""

from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from sqlalchemy import MetaData, func, select

from companion.games import GAMES
from companion.sheet import refusals
from companion.sheet.ledger import Entry, EntryKind
from companion.storage.store import Store
from companion.web.guard.security import LONGEST_NAME, LONGEST_VALUE, MOST_FIELDS, MOST_TEXT
from tests.support.evenings import ONE_OF_EACH_KIND, Evenings
from tests.support.houses import OURS, House, addresses, families, operator, phone
from tests.support.phone import Opened, Page, Phone, at_once, fresh_key
from tests.web.test_bad_input import asked_well
from tests.web.test_keyboards import texts_of

HUGE = "x" * 100_000


def stored(app: Flask) -> dict[str, int]:
    """Return the number of rows in each table; on a server without the rate counters, which count refusals too."""
    engine = app.extensions["companion.store"].engine
    tables = MetaData()
    tables.reflect(engine)
    kept = tables.tables
    with engine.connect() as connection:
        return {name: connection.scalar(select(func.count()).select_from(one)) for name, one in kept.items()}


def check(page: Page, what: Any, most: int = 64_000) -> None:
    """Check that a refusal is short and repeats almost nothing of the input."""
    assert 400 <= page.status < 500, (what, page.status)
    assert len(page.html) < most and "x" * 1000 not in page.html, what
    assert sum(len(value) for value in page.headers.values()) < 4000, what


def test_a_field_longer_than_anything_is_refused_at_every_address(
    empty_instance: Path, a_house: House, evenings: Evenings
) -> None:
    app = a_house(empty_instance, None)
    (ours,) = families(evenings, app, OURS)
    host, before = phone(app, operator(app)), stored(app)
    for _, method, path in addresses(app, ours):
        if ours.finished in path:
            continue
        if method == "POST":
            answer = host.send(path, [("key", fresh_key()), ("x", HUGE)])
        else:
            answer = host.get(f"{path}?x={HUGE}")
        check(answer, (method, path))
    assert stored(app) == before


def test_many_fields_are_refused_as_one_long_one(client: Phone) -> None:
    for fields in (
        [("also", "x")] * (MOST_FIELDS + 1),
        [("also", "x" * LONGEST_VALUE)] * (MOST_TEXT // LONGEST_VALUE + 1),
        [("x" * (LONGEST_NAME + 1), "1")],
        [("name0", "x" * (LONGEST_VALUE + 1))],
    ):
        check(client.send("/new/kalooki", fields), len(fields))
        check(client.get("/players?" + urlencode(fields)), len(fields))


def test_a_way_back_that_is_too_long_leaves_out_what_was_asked(client: Phone) -> None:
    page = client.get("/?player=" + "x" * 1500)
    assert page.value("back") == "/"
    assert client.submit(page.form("/settings"), page.form("/settings").buttons[0]).status == 200


def test_a_field_of_a_question_longer_than_anything_is_refused(app: Flask) -> None:
    fields = {
        name: question
        for game in ONE_OF_EACH_KIND
        for question in asked_well(game).values()
        for name in (*question, "id", "house", "players", "unheard-of")
    }
    for name, question in fields.items():
        for value in (HUGE, [HUGE]):
            reply = app.test_client().post("/api/ask", json=question | {name: value})
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
    at_once(store, code, [lambda _: notes])


def test_a_full_match_refuses_more_but_its_end(
    client: Phone, store: Store, match: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refusals, "MOST_ENTRIES", 100)
    code = match()
    full_of(store, code, refusals.MOST_ENTRIES - 1)
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


FOUR = "/referee/four"


def test_a_ruling_is_kept_in_one_spelling_however_it_was_typed(client: Phone, store: Store, match: Opened) -> None:
    code, spaces = match(), " " * 1500
    page = client.post(f"/m/{code}{FOUR}", cards=f"5h{spaces}ＪＫ、jk,８Ｈ")
    entry = store.match(code).sheet.entries[-1]
    assert entry.body["question"] == {"cards": ["5H JK JK 8H"]}
    assert page.location == f"/m/{code}/referee/four?judge=1&kept=1&cards=5H+JK+JK+8H"
    assert client.follow(page).status == 200


@pytest.mark.parametrize("game", ONE_OF_EACH_KIND)
def test_every_question_that_is_kept_is_asked_again_from_what_is_kept(
    client: Phone, store: Store, match: Opened, game: str
) -> None:
    code, asks = match(game), GAMES[game].questions
    kinds = {tuple(map(type, asks[question["ask"]].fields)): question for question in asked_well(game).values()}
    for question in kinds.values():
        names = [field.name for field in asks[question["ask"]].fields]
        typed = [(name, text) for name in names for text in texts_of(question.get(name))]
        page = client.send(f"/m/{code}/referee/{question['ask']}", [("key", fresh_key()), *typed])
        if page.status == 303:  # else it cannot be asked under the book and for four
            again = client.follow(page)
            assert again.status == 200 and "Saved to the scoresheet." in again.said, question
    assert len(store.match(code).sheet.entries) > 5
    assert client.get(f"/m/{code}/sheet").status == 200
