"""Outbox and polls: only the companion's own answer counts, and what cannot be stored goes as a form."""

from collections.abc import Iterator
from time import monotonic
from typing import Any

import pytest

from tests.faults.proxy import HALF, HERE, STRANGERS, Lossy, lossy
from tests.support.server import Server
from tests.support.stage import Place
from tests.support.table import Player, phone, store_in

SIGN_IN = "this network wants you to sign in first"
AWAY = "waiting until the companion is back"
REFUSED_BY_CHROMIUM = "407 Proxy Authentication Required"
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
    with lossy(served.port, losses=0) as proxy:
        yield proxy


@pytest.fixture
def player(browser: Any, wifi: Lossy) -> Iterator[Player]:
    """A phone on that network; its pages are never stored, as over plain http."""
    with phone(browser, Place(f"http://127.0.0.1:{wifi.port}"), quiet=False) as one:  # type: ignore[arg-type]
        one.page.add_init_script("delete Navigator.prototype.serviceWorker")
        yield one


def ready(player: Player) -> str:
    """Open "Who went out?" of a new match; return the path of the table."""
    table = player.seat("kalooki", ["Aki", "Ben", "Cy"])
    player.open(f"{table}/deals/1/count")
    player.have_all()
    return table


def answered_by(wifi: Lossy, answer: str = "") -> None:
    """Let something else answer from now on, or half of the companion's answers arrive; "": all of them do."""
    wifi.instead, wifi.only = STRANGERS.get(answer, b""), answer if answer == HALF else ""


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
    for answer in (*STRANGERS, HALF):
        table = ready(player)
        key = player.page.input_value("[name=key] >> nth=0")
        answered_by(wifi, answer)
        player.press(WHO, NOTICE)
        assert (AWAY if answer in SILENT else SIGN_IN) in player.text(NOTICE), answer
        assert (player.page.evaluate(KEYS), player.path) == ([key], f"{table}/deals/1/count"), answer
        answered_by(wifi)
        player.page.evaluate(TRY)
        player.see(".hand-form")
        assert (player.page.evaluate(KEYS), entries(served, table)) == ([], 1), answer


@pytest.mark.parametrize("storage", STORAGE)
def test_where_nothing_can_be_stored_the_form_goes_as_a_form_whatever_answers(
    player: Player, wifi: Lossy, served: Server, storage: str
) -> None:
    context = player.page.context
    context.add_init_script("".join(STORAGE[storage].format(area) for area in ("local", "session")))
    table = ready(player)
    for answer in STRANGERS:
        player.page = context.new_page()
        player.open(f"{table}/deals/1/count")
        answered_by(wifi, answer)
        before = wifi.asked["POST"]
        with player.page.expect_request(lambda asked: asked.method == "POST") as sent:
            player.page.locator(WHO).evaluate("one => one.click()")
        assert sent.value.is_navigation_request(), answer
        arrived(player, wifi, "POST", before)
        player.page.close()
        answered_by(wifi)
    player.page = context.new_page()
    player.open(f"{table}/deals/1/count")
    player.press(WHO, ".hand-form")
    assert "each entry is sent at once" in player.text("#nothing-kept")
    player.type(".typed-total input", "35")
    player.press(".pad-next", ".figure-line:has-text('Cy')")
    assert entries(served, table) == 2


def test_nothing_left_is_still_so_when_it_is_sent_later(player: Player, wifi: Lossy, served: Server) -> None:
    table = player.begin_count("three-thirteen", ["Aki", "Ben", "Cy"])
    answered_by(wifi, "502 Bad Gateway")
    player.count("Ben")
    player.see(f"{NOTICE}:has-text('{AWAY}')")
    answered_by(wifi)
    player.page.evaluate(TRY)
    player.see("#whose:has-text('Cy')")
    assert entries(served, table) == 2


def test_a_poll_that_shows_a_form_from_the_outbox_as_saved_leads_nowhere_else(player: Player, wifi: Lossy) -> None:
    player.begin_count("three-thirteen", ["Aki", "Ben", "Cy"])
    answered_by(wifi, "502 Bad Gateway")
    player.count("Ben")
    player.see(f"{NOTICE}:has-text('{AWAY}')")
    answered_by(wifi)
    onward: list[Any] = []
    player.page.route("**/deals/1/count", lambda one: onward.append(one))
    with player.page.expect_response(lambda one: "/tabs" in one.url and one.status == 200):
        player.page.evaluate(TRY)
    player.page.wait_for_timeout(200)  # ms, in which it would lead away
    onward[0].continue_()
    player.see("#whose:has-text('Cy')")


def test_storage_that_vanishes_between_two_taps_takes_no_form_with_it(player: Player, served: Server) -> None:
    table = ready(player)
    player.tap(WHO)
    player.see(".hand-form")
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
    answered_by(wifi, "another page")
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
    assert len(player.page.evaluate(KEYS)) == 1
    player.tap(".waiting button:has-text('Yes, drop it')")
    assert player.page.evaluate(KEYS) == []
    player.tap("#outbox-slip [data-close]")
    player.tap(".pad-next")
    player.tap(NOTICE)
    answered_by(wifi)  # it may be sent of itself before the button is tapped, and the page left
    player.page.locator("[data-again]").dispatch_event("click")
    player.see("#whose:has-text('Cy')")
    assert entries(served, table) == 2


def test_the_sign_in_page_is_reached_past_the_notice_and_the_figure_is_sent_on_the_way_back(
    player: Player, wifi: Lossy, served: Server
) -> None:
    table = ready(player)
    answered_by(wifi, "another page")
    player.tap(WHO)
    player.tap(NOTICE)
    player.tap("#outbox-slip a")
    player.see("h1:has-text('Hotel')")
    answered_by(wifi)
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
    for answer in ["another page"] if live == "phones" else STRANGERS.keys() - {HERE}:  # phones asks every four seconds
        answered_by(wifi, answer)
        for _ in range(2):  # the first does not end the asking
            before = wifi.asked["GET"]
            player.page.evaluate(TRY)
            arrived(player, wifi, "GET", before)
        assert player.text("main") == shown, answer
    answered_by(wifi, "another page")
    player.page.evaluate(TRY)
    player.see(f"{NOTICE}:has-text('This network wants you to sign in first')")
    answered_by(wifi)
    player.page.evaluate(TRY)
    player.page.locator("#outbox").wait_for(state="hidden")
