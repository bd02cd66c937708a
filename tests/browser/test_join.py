"""Links with a code after the #, in a real browser: joined by script at once, without script by typing the code."""

import pytest

from tests.support.stage import Staged
from tests.support.table import Player
from tests.support.wire import Wire, doors, opened

pytestmark = pytest.mark.handset(at="on_network")
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


def test_a_link_leads_to_the_seats_and_its_code_is_in_no_address(player: Player, door: str) -> None:
    asked: list[str] = []
    player.page.on("request", lambda request: asked.append(request.url))
    player.open(f"/join#{door}")
    player.see(".who-seats")
    player.page.reload()
    player.tap(".join button[value='1']", ".page-welcome")
    assert player.text(".hello h2") == "You are Ben"
    assert door not in "".join(asked) and len(asked) > 3
    player.back(".who-seats")
    assert player.path == "/join/seats"


@pytest.mark.handset(quiet=False)
def test_the_way_back_from_the_seats_leads_to_the_code_that_was_wrong(player: Player, door: str) -> None:
    player.open("/join")
    for code, shown in (("ZZZZZZ", ".fault"), (door, ".who-seats")):
        player.page.fill("[name=code]", code)
        player.tap(".join .btn.primary", shown)
    player.back(".fault")
    assert player.page.input_value("[name=code]") == "ZZZZZZ"


@pytest.mark.handset(locale="ja")
def test_in_japanese_the_name_and_what_it_is_are_two_lines(player: Player, door: str) -> None:
    player.join(door, 1)
    assert player.page.locator(".hello h2").evaluate(LINES) == ["Benさん", "として参加中"]


@pytest.mark.handset(quiet=False)
def test_another_link_is_followed_from_a_page_that_waits_for_a_code(player: Player, door: str) -> None:
    player.open("/join#BBBBBB")
    player.see(".fault")
    player.open("/join")
    player.page.evaluate("(code) => location.assign('#' + code)", door)
    player.see(".who-seats")


@pytest.mark.handset(quiet=False)
def test_a_phone_is_signed_off_from_the_menu_of_its_table_and_keeps_nothing(player: Player, door: str) -> None:
    player.join(door, 1)
    player.tap(".thumb .btn.primary", ".page-table")
    table = player.path
    player.tap(".menu summary")
    player.tap("a[href='/sign-off']", ".page-stop")
    player.tap(".question-card .btn.grave", ".page-first")
    assert [one["name"] for one in player.page.context.cookies() if one["name"] == "companion"] == []
    player.open(table)
    assert "Join again" in player.text("main")
