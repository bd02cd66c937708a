"""Offline pages: a phone stores the pages of the tables it is at, and of no other."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.storage.access.devices import Devices
from tests.faults.proxy import HALF, STRANGERS, Lossy, lossy
from tests.support.stage import SAFE_NAME, Place, Staged
from tests.support.table import Player, phone

KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
  return found.filter((path) => path !== "/offline" && !path.startsWith("/static/")).sort();
}"""
MOVED = """async path => {
  const [name] = await caches.keys();
  const cache = await caches.open(name);
  await cache.put(path, new Response("kept", { headers: { Date: new Date().toUTCString() } }));
}"""  # keeps a page at an address that redirects
OLD = """async () => {
  const real = Date.now;
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const page = await cache.match(request);
      const headers = new Headers(page.headers);
      headers.set("Date", new Date(real() - 25 * 3600 * 1000).toUTCString());
      await cache.put(request, new Response(await page.text(), { headers }));
    }
  }
}"""


@pytest.fixture
def wifi(networked: Staged) -> Iterator[Lossy]:
    """A network between the phone and the companion."""
    with lossy(networked.port) as proxy:
        yield proxy


@pytest.fixture
def player(browser: Any, wifi: Lossy) -> Iterator[Player]:
    """A phone that has visited some pages of its table and home."""
    with phone(browser, Place(f"http://{SAFE_NAME}:{wifi.port}"), quiet=False) as player:
        player.sit_down(player.seat("kalooki", ("Aki", "Ben", "Cy")), 1)
        player.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        table, rules = player.table, f"/rules/kalooki?code={player.table[3:]}"
        for path in (table, f"{table}/sheet", f"{table}/phones", "/", rules):
            player.open(path)
        yield player


def kept(player: Player) -> list[str]:
    """Return the pages stored on the phone."""
    found: list[str] = player.page.evaluate(KEPT)
    return found


def sent_away(networked: Staged, table: str) -> None:
    """Send away the only phone of the table."""
    match_id = networked.store.match_id(table[3:])
    devices = Devices(networked.store)
    devices.revoke(match_id, devices.of(match_id)[0].id)


def shown_offline(player: Player, path: str) -> str:
    """Return the text of a page while the host is away; "" if it cannot be opened."""
    player.page.context.set_offline(True)
    try:
        player.open(path)
        return player.text("body")
    except Exception as error:  # the browser's error page for no connection
        assert "ERR_" in str(error) or "interrupted" in str(error)
        return ""
    finally:
        player.page.context.set_offline(False)


def test_a_phone_at_the_table_still_shows_what_it_saw_and_keeps_no_codes(player: Player, networked: Staged) -> None:
    table = player.table
    assert kept(player) == ["/", table, f"{table}/sheet", "/rules/kalooki"]
    assert "Ben" in shown_offline(player, f"{table}/sheet")
    rules = f"/rules/kalooki?back={table}/referee&code={table[3:]}"
    assert "How to play" in shown_offline(player, rules), "wherever they are opened from"


def test_a_page_never_seen_is_one_tap_away_once_the_host_is_back(player: Player) -> None:
    assert "cannot be reached" in shown_offline(player, f"{player.table}/referee")
    player.tap(".thumb .btn.primary", ".page-asks")
    assert player.path == f"{player.table}/referee"


def test_a_phone_that_is_told_it_was_sent_away_shows_nothing_of_the_table_any_more(
    player: Player, networked: Staged
) -> None:
    table = player.table
    sent_away(networked, table)
    player.open(table)
    assert kept(player) == []
    for path in (table, f"{table}/sheet", "/"):
        assert "Ben" not in shown_offline(player, path)


def test_a_phone_that_was_sent_away_learns_it_at_home_too(player: Player, networked: Staged) -> None:
    table = player.table
    sent_away(networked, table)
    player.open("/")
    for _ in range(50):
        if table not in kept(player):
            break
        player.page.wait_for_timeout(100)
    assert not {table, f"{table}/sheet", "/rules/kalooki"} & set(kept(player))
    assert "Ben" not in shown_offline(player, table)


def test_a_page_of_yesterday_is_not_shown(player: Player, networked: Staged) -> None:
    table = player.table
    player.page.evaluate(OLD)
    assert "Ben" not in shown_offline(player, f"{table}/sheet")


@pytest.mark.parametrize(
    ("locale", "says"), [("en-GB", "The companion cannot be reached."), ("ja-JP", "アプリにつながりません。")]
)
def test_a_page_never_seen_says_so_with_its_looks_from_home_on(
    browser: Any, networked: Staged, locale: str, says: str
) -> None:
    with phone(browser, networked.in_safety, locale=locale, quiet=False) as player:
        player.open("/")
        player.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        player.page.wait_for_function("async () => !!(await caches.match('/offline'))")
        assert says in shown_offline(player, "/rules/three-thirteen")
        assert player.page.evaluate("getComputedStyle(document.querySelector('.deal-card')).borderRadius") != "0px"


def test_an_answer_that_is_not_the_companions_is_silence_for_the_kept_pages_too(player: Player, wifi: Lossy) -> None:
    table = player.table
    before = kept(player)
    for answer in (*STRANGERS, HALF):
        wifi.answer = answer
        player.open(f"{table}/sheet")
        assert "Ben" in player.text("main"), answer
        wifi.answer = ""
    assert kept(player) == before, "nothing of it is kept, and a 404 forgets no table"
    wifi.answer = "502 Bad Gateway"
    player.open("/rules/three-thirteen")
    assert "The companion cannot be reached." in player.text("main")
    wifi.answer = "another page"
    player.open("/rules/three-thirteen")
    assert player.text("h1") == "Hotel", "without a kept page the network may ask for its sign-in"
    player.open(f"{table}?sign-in")
    assert player.text("h1") == "Hotel"


def test_a_style_that_a_network_answers_in_place_of_ours_is_not_kept(player: Player, wifi: Lossy) -> None:
    wifi.answer = "another page"
    address = "/static/score.css?v=0123456789"  # as after an update
    assert "Hotel" in player.page.evaluate("path => fetch(path).then(answer => answer.text())", address)
    wifi.answer = ""
    assert "Hotel" not in player.page.evaluate("path => fetch(path).then(answer => answer.text())", address)


def test_a_redirect_of_the_companion_is_followed_past_a_kept_page(player: Player) -> None:
    table = player.table
    player.page.evaluate(MOVED, f"{table}/waiting")
    player.open(f"{table}/waiting")
    assert player.path == f"{table}/welcome"
