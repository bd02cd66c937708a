"""Sharing a finished match: a text with the result, and a link that works until it is revoked."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.picture.fonts import candidates
from companion.storage.access.browsers import new_token
from companion.storage.access.devices import Devices
from companion.storage.access.links import Links
from companion.storage.delete_match import delete_match
from companion.storage.store import Store
from companion.web.screens import share
from companion.web.view.language import date
from tests.support.evenings import Evenings
from tests.support.phone import Opened, Phone, far_browser
from tests.web.occupied import occupied

WITH_FONTS = pytest.mark.skipif(not candidates("regular", "en"), reason="no font is on this machine")


@pytest.fixture
def over(client: Phone, store: Store, match: Opened, evenings: Evenings) -> str:
    """A finished match: Aki wins by ten."""

    def played() -> str:
        code = match()
        client.deal(code, 1, 0, {1: "10", 2: "30", 3: "30"})
        client.cancel(code, range(2, 10))
        return code

    return str(evenings.once(store, (__name__, "over"), played))


def shared(client: Phone, code: str) -> str:
    """Create the link and return its code."""
    page = client.submit(client.get(f"/m/{code}/share").form("/share/link"))
    return next(value for field in page.all("input") if "/join#" in (value := field.get("value", ""))).split("#")[1]


def looked(app: Flask, link: str) -> tuple[FlaskClient, int]:
    """Return a browser from elsewhere that follows the link, and the status of the answer."""
    phone = far_browser(app)
    return phone, phone.post("/join/seats", data={"code": link}).status_code


def test_the_text_says_what_was_played_who_won_and_everybodys_total(
    app: Flask, client: Phone, store: Store, over: str
) -> None:
    page = client.get(f"/m/{over}/share")
    lines = page.sent.split("<textarea")[1].split(">", 1)[1].split("</textarea>")[0].splitlines()
    with app.test_request_context():
        assert lines[0] == f"Kalooki · {date(store.match(over).day)}"
    assert lines[1:3] == ["Aki wins", "0 points, 10 fewer than Ben"]
    assert lines[4:] == ["Aki 0", "Ben 10", "Cy 30", "Dee 30"]


def test_the_result_leads_there_and_a_running_match_back_to_its_table(client: Phone, match: Opened, over: str) -> None:
    assert client.get(f"/m/{over}").all("a", href=f"/m/{over}/share")
    running = match()
    assert client.get(f"/m/{running}/share").location == f"/m/{running}"
    assert client.get(f"/m/{running}/share/result.png").status == 404


def test_a_visitor_by_the_link_looks_and_changes_nothing(app: Flask, client: Phone, over: str) -> None:
    phone, _ = looked(app, shared(client, over))
    assert phone.get(f"/m/{over}").status_code == 200
    page = phone.get(f"/m/{over}/share").text
    assert "textarea" in page and "/join#" not in page
    assert phone.post(f"/m/{over}/share/link", data={"back": "1"}).status_code == 403


def test_a_link_taken_back_opens_nothing_and_who_came_by_it_is_nobody(app: Flask, client: Phone, over: str) -> None:
    link = shared(client, over)
    phone, _ = looked(app, link)
    page = client.get(f"/m/{over}/share")
    form = page.form("/share/link")
    assert "/join#" not in client.submit(form, form.button("back")).html
    assert phone.get(f"/m/{over}").status_code == 404
    assert looked(app, link)[1] == 404
    assert shared(client, over) != link, "shared again it is another link"
    assert client.send(form.action, {"back": link}).status == 409, "an older page takes back the one that it shows"


def test_a_link_taken_back_opens_nothing_either_where_the_match_goes_on(
    app: Flask, client: Phone, match: Opened
) -> None:
    code = match()
    client.deal(code, 1, 0, {1: "10", 2: "30", 3: "30"})
    client.post(f"/m/{code}/end")
    link = shared(client, code)
    form = client.get(f"/m/{code}/share").form("/share/link")
    client.submit(form, form.button("back"))
    client.post(f"/m/{code}/end", resume=1)
    assert looked(app, link)[1] == 404


def test_those_who_were_at_the_table_stay_when_the_link_is_taken_back(
    app: Flask, client: Phone, store: Store, over: str
) -> None:
    number = store.match_id(over)
    for seat, role in ((1, "player"), (None, "viewer")):
        Devices(store).join(number, new_token(), role, seat)
    link = shared(client, over)
    looked(app, link)
    assert len(Devices(store).of(number)) == 3
    form = client.get(f"/m/{over}/share").form("/share/link")
    client.submit(form, form.button("back"))
    assert [device.role for device in Devices(store).of(number)] == ["player", "viewer"]


def test_a_visitor_leaves_with_the_link_also_where_the_ids_of_a_deleted_match_come_again(
    app: Flask, client: Phone, store: Store, match: Opened, over: str
) -> None:
    deleted = store.match_id(match())
    Devices(store).join(deleted, new_token(), "player", 1)
    link = shared(client, over)
    delete_match(store, deleted)
    looked(app, link)
    Links(store).unshare(store.match_id(over))
    assert not Devices(store).of(store.match_id(over))


def test_a_visitor_by_the_link_is_not_taken_along_to_the_rematch(
    app: Flask, client: Phone, store: Store, over: str
) -> None:
    Devices(store).join(store.match_id(over), new_token(), "player", 1)
    looked(app, shared(client, over))
    rematch = client.submit(client.get(f"/m/{over}/rematch").form("/rematch"))
    code = next(link["href"] for link in rematch.all("a") if link["href"].endswith("/sheet")).split("/")[2]
    assert [device.role for device in Devices(store).of(store.match_id(code))] == ["player"]


def test_a_running_match_is_not_shared_and_strangers_find_nothing(
    app: Flask, client: Phone, store: Store, match: Opened, over: str
) -> None:
    running = match()
    before = Links(store).codes(store.match_id(running))
    client.post(f"/m/{running}/share/link")
    assert Links(store).codes(store.match_id(running)) == before
    stranger = far_browser(app)
    assert stranger.get(f"/m/{over}/share").status_code == 404
    assert stranger.post(f"/m/{over}/share/link").status_code == 404


@WITH_FONTS
def test_the_picture_is_shown_and_fetched_by_those_who_may_look(
    app: Flask, client: Phone, over: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(share, "run_in_pool", lambda draw, card, busy: b"drawn")  # test_result_picture.py draws it
    page = client.get(f"/m/{over}/share")
    image = page.all("img")[0]
    assert image["alt"] == "Aki wins. 0 points, 10 fewer than Ben"
    answer = client.http.get(image["src"])
    assert answer.mimetype == "image/png" and answer.data == b"drawn"
    assert answer.headers["Cache-Control"] == "no-store"
    name = f"kalooki-{app.extensions['companion.store'].match(over).day}.png"
    assert answer.headers["Content-Disposition"] == f'inline; filename="{name}"' and page.all("a", download=name)
    phone, _ = looked(app, shared(client, over))
    assert phone.get(image["src"]).status_code == 200
    assert far_browser(app).get(image["src"]).status_code == 404


@WITH_FONTS
def test_a_picture_that_cannot_be_drawn_now_says_so(client: Phone, over: str) -> None:
    with occupied():
        page = client.get(f"/m/{over}/share/result.png")
    assert page.status == 503 and "cannot be made just now" in page.said and page.headers["Retry-After"]
