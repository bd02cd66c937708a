"""Links with a code after the #, in a real browser: joined by script at once, without script by typing the code."""

from typing import Any

import pytest

from tests.support.stage import Staged
from tests.support.table import phone
from tests.support.wire import Post, Wire, doors, opened

LINES = """heading => {
  const text = heading.firstChild, lines = new Map();
  for (let at = 0; at < text.length; at++) {
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    const { width, top } = range.getBoundingClientRect();
    if (width > 1) lines.set(top, (lines.get(top) ?? "") + text.data[at]);
  }
  return [...lines.values()];
}"""


@pytest.fixture
def door(networked: Staged) -> str:
    """The code to play in a running match."""
    host = Wire(networked.port)
    return doors(host, opened(host, ("Aki", "Ben", "Cy")))[0]


def test_a_link_leads_to_the_seats_and_its_code_is_in_no_address(browser: Any, networked: Staged, door: str) -> None:
    with phone(browser, networked.on_network) as player:  # type: ignore[arg-type]
        asked: list[str] = []
        player.page.on("request", lambda request: asked.append(request.url))
        player.open(f"/join#{door}")
        player.see(".who-seats")
        player.page.reload()
        player.tap(".join button[value='1']")
        player.see(".page-welcome")
        assert player.text(".hello h2") == "You are Ben"
        assert door not in "".join(asked) and len(asked) > 3
        player.page.go_back()
        player.see(".who-seats")
        assert player.path == "/join/seats"


def test_in_japanese_the_name_and_what_it_is_are_two_lines(browser: Any, networked: Staged, door: str) -> None:
    with phone(browser, networked.on_network, locale="ja") as player:  # type: ignore[arg-type]
        player.join(door, 1)
        assert player.page.locator(".hello h2").evaluate(LINES) == ["Benさん", "として参加中"]


def test_another_link_is_followed_from_a_page_that_waits_for_a_code(browser: Any, networked: Staged, door: str) -> None:
    with phone(browser, networked.on_network, quiet=False) as player:  # type: ignore[arg-type]
        player.open("/join#BBBBBB")
        player.see(".fault")
        player.open("/join")
        player.page.evaluate("(code) => location.assign('#' + code)", door)
        player.see(".who-seats")


def test_on_a_bad_wifi_the_seat_is_this_phones_though_the_answer_was_lost(
    browser: Any, networked: Staged, door: str
) -> None:
    with phone(browser, networked.on_network, quiet=False) as player:  # type: ignore[arg-type]
        player.open(f"/join#{door}")
        player.see(".who-seats")
        wire = Wire(networked.port, networked.on_network.address.removeprefix("http://"))
        wire.cookie = "; ".join(f"{one['name']}={one['value']}" for one in player.page.context.cookies())
        assert wire.post(Post.of("/join/seats", code=door, seat=1)).status == 303  # a response the browser never gets
        player.open("/join/seats")
        assert "this phone" in player.text(".join button[value='1']")
        player.tap(".join button[value='1']")
        player.see(".page-table")
        player.open("/")
        player.see(".page-home")


def test_a_phone_is_signed_off_from_the_menu_of_its_table_and_keeps_nothing(
    browser: Any, networked: Staged, door: str
) -> None:
    with phone(browser, networked.on_network, quiet=False) as player:  # type: ignore[arg-type]
        player.join(door, 1)
        player.tap(".thumb .btn.primary")
        player.see(".page-table")
        table = player.path
        player.tap(".menu summary")
        player.tap("a[href='/sign-off']")
        player.see(".page-stop")
        player.tap(".question-card .btn.grave")
        player.see(".page-first")
        assert [one["name"] for one in player.page.context.cookies() if one["name"] == "companion"] == []
        player.open(table)
        assert "Join again" in player.text("main")
