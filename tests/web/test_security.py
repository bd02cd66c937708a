"""Cross-site posts, content policy, and requests that no page makes."""

import gzip
import re
from collections.abc import Iterator, Mapping
from itertools import chain, product
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, before_render_template, url_for
from sqlalchemy import event

from companion import paths
from companion.games import GAMES
from companion.server.network import LOOPBACK, Reach
from companion.storage import store as store_module
from companion.storage.access.links import Links
from companion.storage.store import Store
from companion.web.guard.security import MARK
from tests.support.evenings import ONE_OF_EACH_KIND
from tests.support.houses import VALUES
from tests.support.phone import Opened, Page, Phone, far_browser, fresh_key, guest

pytestmark = pytest.mark.file

HERE = "http://localhost"
POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
    "manifest-src": "'self'",
    "media-src": "'self'",
}
ADDRESSES = {"src", "href", "action", "formaction", "srcset", "data-hx-get", "data-hx-post"}
ELSEWHERE = re.compile(r"\s*(?:[a-z]+:|//)", re.IGNORECASE)
PEOPLE = ("Aki", "Ben", "Cy", "Dee", "Emi", "Flora", "Gil", "Hana")


def evening(client: Phone, match: Opened, game: str, players: int) -> Iterator[str]:
    """Yield the address of every page of a match, as it comes about from the first deal on."""
    code = match(game, PEOPLE[:players])
    here = f"/m/{code}"
    yield from (here, f"{here}/sheet", f"{here}/adjust", f"{here}/deals/1/count", f"{here}/deals/1/count?out=1")
    if GAMES[game].calls:
        yield f"{here}/deals/1/calls"
        for act in ("call", "lay-down"):
            client.post(f"{here}/deals/1/calls/1", act=act)
            yield here
    client.post(f"{here}/deals/1/end", out=0)
    keys = [key.code for key in GAMES[game].keys(GAMES[game].deals[0])][:2]
    yield from (f"{here}/deals/1/count", f"{here}/deals/1/count?cards=7+7+K", f"{here}/deals/1/count?total=12")
    for seat in range(1, players):
        client.post(f"{here}/deals/1/hands/{seat}", cards=" ".join(keys), revision=1)
    yield from (f"{here}/deals/1/count", f"{here}/deals/1/count?seat=1")
    client.post(f"{here}/deals/1/book")
    client.post(f"{here}/adjust", seat=1, points="-50", reason="lifted exactly the cards")
    client.post(f"{here}/correct/1/1", cards="9", reason="counted wrong")
    yield from (here, f"{here}/sheet", f"{here}/sheet?deal=1&seat=1", f"{here}/sheet?deal=1&seat=0")
    yield from (f"{here}/correct/1/1", f"{here}/correct/1/0", f"/rules/{game}?code={code}")
    yield from (f"{here}/referee/{name}" for name in [*GAMES[game].questions][::5])
    client.cancel(code, range(2, len(GAMES[game].deals) + 1))
    yield from (here, f"{here}/sheet", f"{here}/deals/1/count", f"{here}/referee")


def elsewhere(game: str) -> tuple[str, ...]:
    """Return the pages outside matches."""
    return ("/", "/rules", "/referee", f"/new/{game}", f"/rules/{game}", f"/rules/{game}/referee")


def check_page(page: Page, language: str) -> None:
    """Check a page: language, unique ids, a key in every form, the right default button, nothing inline, and nothing
    from other sites."""
    assert page.status == 200, page.said
    assert page.all("html", lang=language)
    assert page.inline == [], "text within a script or style"
    ids = [found["id"] for _, found in page.elements if "id" in found]
    assert len(ids) == len(set(ids)), sorted({one for one in ids if ids.count(one) > 1})
    for tag, found in page.elements:
        assert tag != "style", "an inline stylesheet"
        assert not [name for name in found if name == "style" or name.startswith("on")], (tag, found)
        for name in ADDRESSES & found.keys():
            assert not ELSEWHERE.match(found[name]), (tag, found)
    for form in page.forms:
        if form.method == "post" and form.action != "/settings":
            assert [name for name, _ in form.fields].count("key") == 1, form.action
        if form.typed and len(form.buttons) > 1:
            meant = {"hear", "primary"} & set(form.default.attributes.get("class", "").split())
            assert meant, f"Enter in a field of {form.action} presses {form.default}"
    torn = [(tag, name) for tag, found in page.elements for name in found if "<" in name or ">" in name]
    assert not torn, "an element begins within another"


def check_headers(headers: Mapping[str, str]) -> None:
    """Check the headers that isolate a page."""
    held = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
    assert held == POLICY
    assert headers["Referrer-Policy"] == headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["Cache-Control"] == "no-store"
    assert {"HX-Request", "Cookie"} <= {name.strip() for name in headers["Vary"].split(",")}
    check_any(headers)


def check_any(headers: Mapping[str, str]) -> None:
    """Check the headers of any response: no other site may embed it, and no page asks for what it never uses.

    Permissions belong to pages: a stylesheet or a script does not set them."""
    assert MARK in headers, "scripts know an answer of the companion by it"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    if headers["Content-Type"].startswith(("text/css", "text/javascript")):
        return
    policy = dict(part.split("=") for part in headers["Permissions-Policy"].split(", "))
    assert policy == dict.fromkeys(("camera", "geolocation", "microphone", "payment", "usb"), "()")


@pytest.mark.parametrize(("game", "language"), [*zip(ONE_OF_EACH_KIND, ("en", "ja"), strict=True)])
def test_every_page_of_a_match_is_whole_in_every_language(app: Flask, match: Opened, game: str, language: str) -> None:
    """A table of the smallest size in English, and a full one in Japanese."""
    client = Phone(app, Accept_Language=language)
    seen, sizes = 0, GAMES[game].players
    for address in chain(
        elsewhere(game), evening(client, match, game, sizes[-1] if language == "ja" else sizes[0])
    ):  # each in the state of that moment
        page = client.get(address)
        if page.status == 303:  # the count of a closed deal
            page = client.follow(page)
        check_page(page, language)
        check_headers(page.headers)
        seen += 1
    assert seen > 30


def test_static_files_are_served_for_good_under_an_address_of_their_content(client: Phone) -> None:
    address = client.get("/").all("link", rel="stylesheet")[0]["href"]
    sheet = client.get(address)
    assert (sheet.status, sheet.headers["X-Content-Type-Options"]) == (200, "nosniff")
    assert re.search(r"max-age=31536000", sheet.headers["Cache-Control"])
    assert re.search(r"\?v=[0-9a-f]{10}$", address)


def every_route(app: Flask, code: str, door: str) -> Iterator[tuple[str, str]]:
    """Yield a method and an address for each route, with sample values."""
    places = {"code": code, "door": door, "game_id": "kalooki", "filename": "app.css", "ask": "four"}
    places |= {"late": "new", "part": "here"}
    with app.test_request_context():
        for rule in app.url_map.iter_rules():
            filled: dict[str, Any] = {name: places.get(name, 1) for name in rule.arguments}
            for method in (rule.methods or set()) - {"OPTIONS", "HEAD"}:
                yield method, url_for(rule.endpoint, **filled)


@pytest.mark.parametrize("public", [False, True])
def test_every_answer_of_every_route_is_guarded_against_other_sites(
    app: Flask, store: Store, match: Opened, public: bool
) -> None:
    """tests/web/test_open_house.py asks from here, in every role."""
    code = match()
    app.config["PUBLIC_URL"] = HERE.replace("http:", "https:") if public else None
    routes = list(every_route(app, code, Links(store).codes(store.match_id(code)).view))
    assert len(routes) > 60
    peer, origin = ("192.0.2.7", app.config["PUBLIC_URL"]) if public else ("127.0.0.1", "http://evil.example")
    far: dict[str, Any] = {"headers": {"Origin": origin}, "environ_base": {"REMOTE_ADDR": peer}}
    statuses = set()
    for method, address in routes:
        answer = app.test_client().open(address, method=method, data={"key": fresh_key()}, **far)
        check_any(answer.headers)
        assert ("noindex" in answer.headers.get("X-Robots-Tag", "")) == public, address
        statuses.add(answer.status_code)
    assert {403, 404} <= statuses and not [status for status in statuses if status >= 500]


@pytest.mark.usefixtures("empty_instance")
def test_no_page_is_rendered_while_its_request_reads(app: Flask, store: Store, match: Opened) -> None:
    """A reader's lock keeps every booking waiting, so that it must not last as long as a page is rendered."""
    routes = [address for method, address in every_route(app, match(), "") if method == "GET"]
    held, at_render = [0], list[int]()
    event.listen(store.engine, "checkout", lambda *_: held.__setitem__(0, held[0] + 1))
    event.listen(store.engine, "checkin", lambda *_: held.__setitem__(0, held[0] - 1))
    before_render_template.connect(note := lambda *_, **__: at_render.append(held[0]), app)
    for address in routes:
        app.test_client().get(address)
    assert len(at_render) > 30 and not any(at_render), note


# Origin


def booked(store: Store, code: str) -> int:
    """Return the number of entries of a match."""
    return len(store.match(code).sheet.entries)


@pytest.mark.usefixtures("shared_app")
@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "https://localhost",
        "http://localhost:8080",
        "http://localhost.evil.example",
        "HTTP://LOCALHOST, http://evil.example",
    ],
)
def test_a_form_from_another_place_is_refused(client: Phone, store: Store, match: Opened, origin: str) -> None:
    code = match()
    headers = {"Origin": origin, "Sec-Fetch-Site": "same-origin"}  # the claim of a page elsewhere
    page = client.send(f"/m/{code}/deals/1/abandon", {"key": fresh_key()}, **headers)
    assert (page.status, booked(store, code)) == (403, 0)


@pytest.mark.usefixtures("shared_app")
@pytest.mark.parametrize(
    ("origin", "site", "status"),
    [
        (None, None, 403),
        *((None, site, 403) for site in ("cross-site", "same-site", "none")),
        *((origin, "same-origin", 303) for origin in (None, "null")),
        ("null", "cross-site", 403),
    ],
)
def test_without_an_origin_only_the_same_origin_by_fetch_metadata_may_post(
    app: Flask, store: Store, match: Opened, origin: str | None, site: str | None, status: int
) -> None:
    """A proxy that adds Referrer-Policy: no-referrer makes the Origin of every form "null"."""
    code = match()
    headers = {name: value for name, value in (("Sec-Fetch-Site", site), ("Origin", origin)) if value}
    data = {"key": fresh_key(), "revision": "1"}
    answer = app.test_client().post(f"/m/{code}/deals/1/abandon", data=data, headers=headers)
    assert (answer.status_code, booked(store, code)) == (status, int(status == 303))


# Host header


@pytest.mark.usefixtures("shared_app")
@pytest.mark.parametrize(
    ("host", "path"),
    [("localhost.evil.example", "/"), ("192.168.0.5", "/static/app.css"), ("localhost@evil.example", "/")],
)
def test_another_host_is_not_served(app: Flask, host: str, path: str) -> None:
    answer = app.test_client().get(path, headers={"Host": host})
    assert answer.status_code == 400
    assert "Content-Security-Policy" in answer.headers
    assert "evil.example" not in answer.text


@pytest.mark.parametrize(("host", "port"), [("[::1]", ""), ("[fd00::7]", ":8313")])
def test_an_address_of_ipv6_is_served_as_any_other(
    app: Flask, store: Store, match: Opened, host: str, port: str
) -> None:
    app.config["REACH"] = Reach(8313, hosts=(*LOOPBACK, "[fd00::7]")).now
    here, http = {"Host": f"{host}{port}"}, app.test_client()
    code, form = match(), {"key": fresh_key(), "revision": "1"}
    assert http.get("/", headers=here).status_code == 200
    for origin, status in ((f"http://{host}:1", 403), (f"https://{host}{port}", 403), (f"http://{host}{port}", 303)):
        answer = http.post(f"/m/{code}/deals/1/abandon", data=form, headers={**here, "Origin": origin})
        assert answer.status_code == (status if host == "[::1]" or status == 403 else 404), "a phone is no host"
    assert booked(store, code) == (host == "[::1]")
    for other in ("[fd00::8]", "[fd00::7", "fd00::7", "[::ffff:127.0.0.1]", "[fd00::7].evil.example"):
        assert http.get("/", headers={"Host": f"{other}{port}"}).status_code == 400, other


# Size


def test_a_huge_body_is_refused_before_it_is_read(client: Phone, store: Store, match: Opened) -> None:
    code = match()
    client.post(f"/m/{code}/deals/1/end", out=0)
    assert client.post(f"/m/{code}/deals/1/hands/1", cards="7 " * 500_000, revision=1).status == 413
    assert booked(store, code) == 1


def test_a_packed_body_is_not_unpacked(app: Flask) -> None:
    packed = gzip.compress(b"name0=Aki&name1=Ben&name2=Cy&dealer=0&key=" + fresh_key().encode() + b"&x=" * 10_000_000)
    assert len(packed) < 128 * 1024
    answer = app.test_client().post(
        "/new/kalooki",
        data=packed,
        content_type="application/x-www-form-urlencoded",
        headers={"Origin": HERE, "Content-Encoding": "gzip"},
    )
    assert (answer.status_code, answer.location) == (303, "/new/kalooki?check=1"), "no field was read"


# Keys


@pytest.mark.usefixtures("shared_app")
@pytest.mark.parametrize("key", ["", "k" * 65, "<script>alert</script>"])
def test_a_form_without_a_proper_key_is_unreadable_and_books_nothing(
    client: Phone, store: Store, match: Opened, key: str
) -> None:
    code = match()
    assert client.send(f"/m/{code}/deals/1/abandon", {"key": key}).status == 422
    assert booked(store, code) == 0


# Access without a role in the match


def test_the_rules_of_a_table_are_for_those_who_sit_there(app: Flask, store: Store, match: Opened) -> None:
    code = match(calls=5)
    said = [Page(far_browser(app).get(f"/rules/kalooki?code={one}")) for one in (code, "BBBBBB")]
    assert [page.status for page in said] == [404, 404]
    assert said[0].html.replace(code, "") == said[1].html.replace("BBBBBB", ""), "the same whether there is one"
    assert "Join again" in said[0].said
    assert guest(app, code).get(f"/rules/kalooki?code={code}").status == 200


def test_a_code_in_any_query_is_guarded_as_one_in_a_path(app: Flask, match: Opened) -> None:
    for address in ("/", "/rules/three-thirteen", "/rules/kalooki/referee", "/rules/kalooki/referee/four", "/players"):
        assert far_browser(app).get(address, query_string={"code": match()}).status_code == 404, address


# Server errors


def test_an_unforeseen_error_shows_a_number_and_no_details(
    client: Phone, store: Store, match: Opened, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    code = match()

    def fail(*given: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(store_module, "append", fail)
    page = client.post(f"/m/{code}/deals/1/abandon")
    assert (page.status, booked(store, code)) == (500, 0)
    assert "secret" not in page.html and "Traceback" not in page.html
    number = re.search(r"\b[0-9a-f]{8}\b", page.said)
    assert number is not None and number.group() in caplog.text


def test_a_form_of_the_outbox_is_told_the_address_to_go_to_and_every_other_is_redirected(
    client: Phone, match: Opened
) -> None:
    code = match()
    fields = {"out": "0", "revision": "1", "key": fresh_key()}
    told = client.http.post(f"/m/{code}/deals/1/end", data=fields, headers={MARK: "form", "Origin": HERE})
    assert (told.status_code, told.headers[MARK]) == (200, f"/m/{code}/deals/1/count")
    assert "Location" not in told.headers and told.mimetype == "text/html"
    again = client.http.post(f"/m/{code}/deals/1/end", data=fields, headers={"Origin": HERE})
    assert (again.status_code, again.headers["Location"]) == (303, f"/m/{code}/deals/1/count")


LIVE = re.compile(r'data-live[^>]*?url_for\("([a-z_.]+)"', re.DOTALL)


def test_no_poll_is_redirected_as_a_redirect_is_taken_for_a_networks(app: Flask, match: Opened) -> None:
    """The script that polls follows none: see static/live.js."""
    pages = Path(paths.folder("templates")).rglob("*.html")
    endpoints = {endpoint for page in pages for endpoint in LIVE.findall(page.read_text())}
    assert endpoints >= {"live.board", "live.sheet", "live.tally", "live.tabs", "displays.tv_part", "phones.present"}
    code, bound = match(), app.url_map.bind("localhost")
    for endpoint, browser in product(endpoints, (app.test_client(), far_browser(app))):
        values = {name: VALUES[name] for name in next(app.url_map.iter_rules(endpoint)).arguments if name != "code"}
        path = bound.build(endpoint, values | {"code": code})
        assert browser.get(path, headers={"HX-Request": "true"}).status_code // 100 != 3, path


def test_every_answer_is_guarded_and_bears_the_mark_by_which_scripts_know_it_whatever_its_status(
    app: Flask, match: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser, code, here = app.test_client(), match(), {"Origin": HERE}
    css = browser.get("/static/app.css").headers["ETag"]
    for status, answer in (
        (200, browser.options("/")),
        (200, browser.head("/")),
        (304, browser.get("/static/app.css", headers={"If-None-Match": css})),
        (400, browser.get("/", headers={"Host": "elsewhere.example"})),
        (403, browser.post("/settings", headers={"Origin": "https://elsewhere.example"})),
        (404, browser.get("/static/nothing.css")),
        (404, browser.get("/nothing")),
        (405, browser.put("/", headers=here)),
        (413, browser.post(f"/m/{code}/adjust", data={"reason": "x" * 200_000}, headers=here)),
        (422, browser.post(f"/m/{code}/adjust", data={"reason": "x"}, headers=here)),
    ):
        assert (answer.status_code, MARK in answer.headers) == (status, True)
        if status > 400 and not answer.request.path.startswith("/static/"):
            check_headers(answer.headers)
        answer.close()
    monkeypatch.setitem(app.view_functions, "home.show", lambda: 1 / 0)
    check_headers(browser.get("/").headers)


def test_who_comes_back_at_a_new_address_of_the_machine_is_let_in(app: Flask) -> None:
    present = [Reach(8313, hosts=(*LOOPBACK, "192.168.1.20"))]
    app.config["REACH"] = lambda: present[-1]
    old, new = {"Host": "192.168.1.20:8313"}, {"Host": "10.0.0.7:8313"}
    assert [app.test_client().get("/", headers=host).status_code for host in (old, new)] == [200, 400]
    present.append(Reach(8313, hosts=(*LOOPBACK, "10.0.0.7")))
    assert [app.test_client().get("/", headers=host).status_code for host in (old, new)] == [400, 200]
