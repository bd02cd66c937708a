"""Outbox and polls: only the companion's own answer counts, and what cannot be stored goes as a form."""

import re
from collections.abc import Iterator
from itertools import count
from time import monotonic
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from jinja2 import FunctionLoader

from tests.faults.proxy import HALF, HERE, STRANGERS, Lossy, lossy
from tests.support.phone import Page, Phone, fresh_key, guest
from tests.support.server import Server
from tests.support.stage import Place
from tests.support.table import Player, phone, store_in

SIGN_IN = "this network wants you to sign in first"
AWAY = "waiting until the companion is back"
REFUSED_BY_CHROMIUM = "407 Proxy Authentication Required"
ALIKE = ("401 Unauthorized", "403 Forbidden", "500 Internal Server Error", "504 Gateway Timeout")
KINDS = [one for one in STRANGERS if one not in ALIKE]
SILENT = {HALF, REFUSED_BY_CHROMIUM, *(one for one in STRANGERS if one.startswith("5"))}  # no sign-in would help
THROWS = "() => {{ throw new DOMException('', 'SecurityError'); }}"
STORAGE = {
    "missing": "Object.defineProperty(window, '{}Storage', {{ get: () => null }});",
    "forbidden": f"Object.defineProperty(window, '{{}}Storage', {{{{ get: {THROWS} }}}});",
    "full": f"Storage.prototype.setItem = {THROWS};",
}
WHO = ".who-seats button[value='0']"
TRY = "dispatchEvent(new Event('online'))"
PATIENCE = 20  # seconds
KEYS = "[JSON.parse(localStorage.getItem('outbox') || '[]')].flat().map(one => one.key)"
NOTICE = "#outbox:not([hidden])"


@pytest.fixture
def wifi(served: Server) -> Iterator[Lossy]:
    """A network between the phone and the companion."""
    with lossy(served.port) as proxy:
        yield proxy


@pytest.fixture
def player(browser: Any, wifi: Lossy) -> Iterator[Player]:
    """A phone on that network; its pages are never stored, as over plain http."""
    with phone(browser, Place(f"http://127.0.0.1:{wifi.port}"), quiet=False) as one:
        one.page.add_init_script("delete Navigator.prototype.serviceWorker")
        yield one


def ready(player: Player) -> str:
    """Open "Who went out?" of a new match; return the path of the table."""
    table = player.seat("kalooki", ["Aki", "Ben", "Cy"])
    player.open(f"{table}/deals/1/count")
    player.have_all()
    return table


def arrived(player: Player, wifi: Lossy, method: str, before: int) -> None:
    """Wait until something else has answered one more request than before."""
    until = monotonic() + PATIENCE
    while wifi.asked[method] <= before:
        assert monotonic() < until, f"no further {method} was sent"
        player.page.wait_for_timeout(10)  # ms


def entries(served: Server, table: str) -> int:
    """Return the number of entries of a match."""
    return len(store_in(served.instance).match(table[3:]).sheet.entries)


def test_a_form_that_something_else_answers_waits_with_its_key_says_why_and_is_saved_once(
    player: Player, wifi: Lossy, served: Server
) -> None:
    for answer in (*KINDS, HALF):
        table = ready(player)
        key = player.page.input_value("[name=key] >> nth=0")
        wifi.answer = answer
        player.press(WHO, NOTICE)
        assert (AWAY if answer in SILENT else SIGN_IN) in player.text(NOTICE), answer
        assert (player.page.evaluate(KEYS), player.path) == ([key], f"{table}/deals/1/count"), answer
        wifi.answer = ""
        player.page.evaluate(TRY)
        player.see(".hand-form")
        assert (player.page.evaluate(KEYS), entries(served, table)) == ([], 1), answer


@pytest.mark.parametrize("storage", STORAGE)
def test_where_nothing_can_be_stored_the_form_goes_as_a_form(
    player: Player, wifi: Lossy, served: Server, storage: str
) -> None:
    player.page.add_init_script("".join(STORAGE[storage].format(area) for area in ("local", "session")))
    table = ready(player)
    wifi.answer = "another page"
    with player.page.expect_request(lambda asked: asked.method == "POST") as sent:
        player.page.locator(WHO).evaluate("one => one.click()")
    assert sent.value.is_navigation_request()
    player.see("h1:has-text('Hotel')")
    wifi.answer = ""
    player.open(f"{table}/deals/1/count")
    player.press(WHO, ".hand-form")
    assert "each entry is sent at once" in player.text("#nothing-kept")
    player.type(".typed-total input", "35")
    player.press(".pad-next", ".figure-line:has-text('Cy')")
    assert entries(served, table) == 2


def test_nothing_left_is_still_so_when_it_is_sent_later_and_a_poll_that_shows_it_as_saved_leads_nowhere_else(
    player: Player, wifi: Lossy, served: Server
) -> None:
    table = player.begin_count("three-thirteen", ["Aki", "Ben", "Cy"])
    wifi.answer = "502 Bad Gateway"
    player.count("Ben")
    player.see(f"{NOTICE}:has-text('{AWAY}')")
    wifi.answer = ""
    onward: list[Any] = []
    player.page.route("**/deals/1/count", lambda one: onward.append(one))
    with player.page.expect_response(lambda one: "/tabs" in one.url and one.status == 200):
        player.page.evaluate(TRY)
    player.page.wait_for_timeout(200)  # ms, in which it would lead away
    onward[0].continue_()
    player.see("#whose:has-text('Cy')")
    assert entries(served, table) == 2


def test_storage_that_vanishes_between_two_taps_takes_no_form_with_it(player: Player, served: Server) -> None:
    table = ready(player)
    player.tap(WHO, ".hand-form")
    player.page.evaluate(STORAGE["forbidden"].format("local"))
    player.tap(".pad-cards .key[value='7']")
    with player.page.expect_request(lambda asked: asked.method == "POST") as sent:
        player.tap(".pad-next")
    assert sent.value.is_navigation_request()
    player.see("#whose:has-text('Cy')")
    assert entries(served, table) == 2


def test_the_slip_shows_what_waits_tries_at_once_and_drops_it_only_after_a_question(
    player: Player, wifi: Lossy, served: Server
) -> None:
    table = player.begin_count("kalooki", ["Aki", "Ben", "Cy"])
    wifi.answer = "another page"
    player.count("Ben", ["7", "8"])
    player.tap(f"{NOTICE}:has-text('1 waits')")
    assert player.text("#outbox-slip h2") == "1 entry waits"
    assert "Deal 1: Ben 15" in player.text(".waiting li")
    assert player.page.locator("#outbox-slip a:visible").get_attribute("href") == "?sign-in"
    player.tap("[data-again]")
    player.tap("#outbox-slip [data-close]")
    assert player.page.locator("#outbox-slip[open]").count() == 0 and player.text(".chip") == "7"
    player.tap(NOTICE)
    player.tap(".waiting button:has-text('Drop it')")
    player.tap("#outbox-slip [data-close]")
    player.tap(NOTICE)
    player.tap(".waiting button:text-is('Drop it')")  # closing the slip answered no
    assert len(player.page.evaluate(KEYS)) == 1
    player.tap(".waiting button:has-text('Yes, drop it')")
    assert player.page.evaluate(KEYS) == []
    player.tap("#outbox-slip [data-close]")
    player.tap(".pad-next")
    player.tap(NOTICE)
    wifi.answer = ""  # it may be sent of itself before the button is tapped, and the page left
    player.page.locator("[data-again]").dispatch_event("click")
    player.see("#whose:has-text('Cy')")
    assert entries(served, table) == 2


def test_the_sign_in_page_is_reached_past_the_notice_and_the_figure_is_sent_on_the_way_back(
    player: Player, wifi: Lossy, served: Server
) -> None:
    table = ready(player)
    wifi.answer = "another page"
    player.press(WHO, NOTICE)
    player.tap(WHO)
    assert len(player.page.evaluate(KEYS)) == 1, "one form, however often it is tapped"
    player.tap(NOTICE)
    player.tap("#outbox-slip a", "h1:has-text('Hotel')")
    wifi.answer = ""
    player.open(f"{table}?sign-in")
    player.see(".hand-form")
    assert entries(served, table) == 1


LIVE = {"table": "", "scoresheet": "/sheet", "flat": "/flat", "tv": "/tv", "pad": "/deals/1/count", "phones": "/phones"}


@pytest.mark.parametrize("live", LIVE)
def test_a_poll_that_something_else_answers_keeps_the_page_and_the_next_ones_go_on(
    player: Player, wifi: Lossy, live: str
) -> None:
    table = player.begin_count("kalooki", ["Aki", "Ben", "Cy"])
    player.open(table + LIVE[live])
    player.have_all()
    shown = player.text("main")
    for answer in ["another page"] if live == "phones" else {*KINDS} - {HERE}:  # phones asks every four seconds
        wifi.answer = answer
        for _ in range(2):  # the first does not end the asking
            before = wifi.asked["GET"]
            player.page.evaluate(TRY)
            arrived(player, wifi, "GET", before)
        assert player.text("main") == shown, answer
    wifi.answer = "another page"
    player.page.evaluate(TRY)
    player.see(f"{NOTICE}:has-text('This network wants you to sign in first')")
    wifi.answer = ""
    player.page.evaluate(TRY)
    player.page.locator("#outbox").wait_for(state="hidden")


FOUR = {f"name{seat}": name for seat, name in enumerate(("Aki", "Ben", "Cy", "Dee"))}
PAPER = FOUR | {"dealer": "0", "day": "2026-01-02", "save": "1"} | {f"d1s{seat}": str(10 * seat) for seat in range(4)}
SHEET = "Ana\tBen\tCy\n0\t10\t20\n5\t0\t7"
RULING = "referee/lay-down?judge=1&deal=1&seat=1&melds=4H+4D+4C&melds=9S+9D+9H&melds=QH+QS+QD"
SAVES = re.compile(r"\{\{ forms\.key\(")  # in a template, makes a form one that the outbox takes
SITE = re.compile(r'name="site" value="([^"]+)"')
SEND = """site => {
  const form = document.querySelector(`[name=site][value="${site}"]`).form;
  const sends = one => one.type === "submit" && !one.formNoValidate && !one.matches(".hear");
  const button = [...form.elements].find(sends);
  if (!button) return "";  // each of its buttons leads on with the input, and saves nothing
  form.noValidate = true;  // whatever is typed: the answer is not read
  button.disabled = false;
  window.stayed = true;
  form.requestSubmit(button);
  return form.elements.namedItem("key").value;
}"""


def numbered(template: str, source: str) -> str:
    """Return the source of a template whose forms that save say which they are."""
    number = count()
    return SAVES.sub(lambda key: f'<input type="hidden" name="site" value="{template} {next(number)}">{key[0]}', source)


def opened(client: Phone, game: str) -> str:
    """Open a match; return the path of its table."""
    return client.send(f"/new/{game}", {"key": fresh_key(), "dealer": "0", **FOUR}).location


def pages_that_save(client: Phone) -> Iterator[Page]:
    """Yield pages with every form that saves; a form that is on none of them needs a page here."""
    for filled in ("", "rules=1", "schedule=1", "prices=list"):
        yield client.get(f"/new/contract-rummy?{urlencode(FOUR)}&{filled}")
    table, deal = opened(client, "kalooki"), "deals/1"
    for path in (f"{deal}/calls", "seats/1", f"{deal}/count", "end", "end/deal", "people/1", "people/new", "adjust"):
        yield client.get(f"{table}/{path}")
    yield client.get(f"{table}/{RULING}")
    yield client.get(f"{table}/may-i?seat=1&asked=1&calls_made=0")
    client.post(f"{table}/{deal}/calls/1", act="call")
    yield client.get(table)
    client.post(f"{table}/{deal}/end", out=0)
    yield client.send(f"{table}/{deal}/end", {"key": fresh_key(), "out": "1", "revision": "1"})  # from an older page
    yield client.get(f"{table}/{deal}/count")
    yield client.get(f"{table}/{deal}/count?out=1")
    yield client.get(f"{table}/{deal}/count?out=ends")
    yield client.get(f"{table}/{deal}/totals")
    for seat in (1, 2, 3):
        client.post(f"{table}/{deal}/hands/{seat}", cards="K 9")
        yield client.get(f"{table}/{deal}/count?seat={seat}")
    yield client.get(f"{table}/{deal}/count?out=on")
    yield client.get(f"{table}/{deal}/count")
    yield guest(client.app, table[3:], 1).get(f"{table}/{deal}/count")
    client.post(f"{table}/{deal}/book")
    yield client.get(table)
    client.post(f"{table}/adjust", seat=1, points="-50", reason="exact cut")
    yield client.get(f"{table}/{re.findall('adjust/[0-9]+', client.get(f'{table}/sheet').html)[0]}")
    yield client.get(f"{table}/sheet?deal=1&seat=1")
    form = client.get(f"{table}/correct/1/0").form("/correct/1/0")
    yield client.get(f"{table}/correct/1/0?{urlencode(form.filled(out='1', total='8', cards=''))}&check=1")
    client.post(f"{table}/correct/1/1", total="20")
    yield client.get(f"{table}/sheet?corrected=1-1")
    client.post(f"{table}/people", leaves=3)
    yield client.get(f"{table}/people")
    yield client.get(f"{table}/people/3")
    client.post(f"{table}/{deal}/void", reason="misdealt")
    yield client.get(f"{table}/sheet?deal=1&seat=1")
    arranged = opened(client, "three-thirteen")
    client.post(f"{arranged}/{deal}/end", out=0)
    yield client.get(f"{arranged}/{deal}/best/1?whole=7S+7H+7D")
    client.deal(arranged[3:], 1, 0, {1: "9", 2: "9", 3: "9"})
    client.post(f"{arranged}/end")
    yield client.get(arranged)
    yield client.get(f"{arranged}/rematch")
    yield client.get("/evenings/" + re.findall(r"/evenings/([\d-]+)", client.get("/").html)[0])
    yield client.get("/players?name=Dee")
    saved = client.send("/new/kalooki/sheet", {"key": fresh_key(), **PAPER})
    yield client.get(f"{saved.location.removesuffix('/sheet')}/day")
    yield client.send("/new/kalooki/sheet", {"key": fresh_key(), **PAPER})  # once more
    preview = client.send("/new/three-thirteen/sheet", {"sheet": SHEET, "day": "2026-01-03"})
    yield preview
    form = preview.form("/sheet")
    brought = client.send(form.action, [*form.filled(), ("save", "1")])
    yield client.get(f"/m/{brought.location.split('/')[2]}/sheet")


@pytest.mark.file
def test_every_form_that_saves_waits_if_something_else_answers(
    browser: Any, served: Server, app: Flask, client: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = app.jinja_env.loader
    assert plain
    source = lambda name: numbered(name, plain.get_source(app.jinja_env, name)[0])  # noqa: E731
    monkeypatch.setattr(app.jinja_env, "loader", FunctionLoader(source))
    sites = {site for name in plain.list_templates() for site in SITE.findall(source(name))}
    shown = {f"/{number}": page.html for number, page in enumerate(pages_that_save(client))}
    met = {site: address for address, html in shown.items() for site in SITE.findall(html)}
    assert met.keys() == sites, "no page with such a form is among those above"

    def answered(route: Any) -> None:
        path = route.request.url.removeprefix(served.address)
        route.fulfill(body=shown.get(path, "<h1>Hotel</h1>"), content_type="text/html")

    page = browser.new_context(service_workers="block").new_page()
    page.route(re.compile("^(?!.*/static/)"), answered)
    for address in sorted(set(met.values())):
        page.goto(f"{served.address}{address}")
        for site in (site for site in met if met[site] == address):
            key = page.evaluate(SEND, site)
            if not key:
                assert site.startswith("setup/"), site
                continue
            page.wait_for_function(f"key => {KEYS}.join() === key", arg=key)
            page.locator(f"{NOTICE}:has-text('{SIGN_IN}')").wait_for()
            assert page.evaluate("stayed"), site
            page.evaluate("localStorage.clear()")
    page.context.close()
