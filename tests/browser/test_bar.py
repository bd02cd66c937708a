"""The bar and the deal card's foot on real phones: one row, nothing hidden under it, and no tap counted twice."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from tests.support.server import Server
from tests.support.table import PHONE, Player, phone
from tests.support.wire import Post, Wire, booked, opened

FAMILY = ("Aki", "Ben", "Cy", "Dee")
LONG = tuple(f"{name:M<20}" for name in ("Aki", "Ben", "Cy", "Dee", "Emi", "Flo", "Gil", "Hana"))
SHORT, SMALL = (360, 640), (320, 568)  # with the address bar shown; the smallest phone
SIDEWAYS = ((640, 360), (780, 360))
Size = tuple[int, int]  # CSS pixels
MEASURE = """() => {
  const box = (one) => one.getBoundingClientRect();
  const bar = box(document.querySelector(".thumb"));
  const buttons = [...document.querySelectorAll(".thumb .btn")];
  const totals = [...document.querySelectorAll(".seat-total")];
  return {
    bar: bar.height,
    buttons: buttons.length,
    rows: new Set(buttons.map((one) => Math.round(box(one).top))).size,
    cut: buttons.filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > 60).length,
    hidden: totals.filter((one) => box(one).bottom > bar.top).length,
    foot: box(document.querySelector(".card-foot")).bottom - bar.top,
    sideways: document.documentElement.scrollWidth - innerWidth,
  };
}"""


def tables(served: Server) -> list[str]:
    """Return tables of two to eight with long names: one untouched, one booked, one being counted."""
    host, paths = Wire(served.port), []
    for game, count, state in (("three-thirteen", 2, ""), ("kalooki", 4, "booked"), ("kalooki", 8, "counting")):
        table = f"/m/{opened(host, LONG[:count], game)}"
        if state == "booked":
            booked(host, table, 1, 0, [25] * (count - 1))
        if state == "counting":
            host.post(Post.of(f"{table}/deals/1/end", out=0, revision=1))
        paths.append(table)
    host.close()
    return paths


def whole(browser: Any, served: Server, sizes: Sequence[Size], locale: str) -> Iterator[tuple[Player, Size, str]]:
    """Yield a phone at each table and size, after checking that its bar is one row of 64 px with all in view above."""
    with phone(browser, served, locale=locale) as player:
        for path in tables(served):
            player.open(path)
            for size in player.at_sizes(*sizes):
                seen = player.page.evaluate(MEASURE)
                assert seen["bar"] <= 64 and seen["foot"] <= 0, (path, size, seen)
                assert (seen["rows"], seen["cut"], seen["hidden"], seen["sideways"]) == (1, 0, 0, 0), (path, size, seen)
                assert seen["buttons"] <= 3, (path, size, seen)
                yield player, size, path


@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
def test_the_bar_is_one_row_of_64_and_nothing_lies_under_it(browser: Any, served: Server, locale: str) -> None:
    assert len([*whole(browser, served, (SMALL, SHORT, PHONE), locale)]) == 3 * len(tables(served))


@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
def test_on_a_phone_on_its_side_the_deal_stands_beside_all_seats_and_the_foot(
    browser: Any, served: Server, locale: str
) -> None:
    for player, size, path in whole(browser, served, SIDEWAYS, locale):
        places = (".contract", ".seats", ".card-foot", ".deck")
        deal, seats, foot, card = (player.page.locator(one).bounding_box() for one in places)
        assert deal["x"] + deal["width"] <= seats["x"] == foot["x"], (path, size)
        assert card["width"] >= size[0] - 25, "the card takes the width there is"


def test_a_second_tap_on_the_same_place_does_nothing_on_the_page_that_follows(browser: Any, served: Server) -> None:
    with phone(browser, served) as player:
        table = player.start("kalooki", FAMILY)
        box = player.page.locator(".thumb .btn.primary").bounding_box()
        finger = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        player.page.wait_for_timeout(750)  # the tap that opened the match was at the same place
        player.page.touchscreen.tap(*finger)
        player.see(".who-seats")
        before = player.path
        player.page.evaluate("stored.put('session', 'tap', { ...stored.get('session', 'tap'), at: Date.now() })")
        player.page.touchscreen.tap(*finger)  # at once, however long the page took
        player.page.wait_for_timeout(300)
        assert player.path == before and player.page.locator(".who-seats").count() == 1
        player.open(table)
        assert player.page.locator(".seat-total").count() == 4 and "counted" not in player.text(".card-foot")
        player.page.wait_for_timeout(750)
        player.page.touchscreen.tap(*finger)
        player.see(".who-seats")


def test_two_quick_taps_on_a_key_are_two_cards_and_two_on_a_switch_are_one(browser: Any, served: Server) -> None:
    with phone(browser, served) as player:
        player.begin_count("kalooki", FAMILY)
        key = player.page.locator(".pad-cards .key[value='7']")
        for _ in range(3):
            key.tap()
        assert player.text(".sum-total") == "21"
        chip = player.page.locator(".chip")
        player.page.wait_for_timeout(750)
        chip.tap()
        chip.tap()
        assert player.text(".sum-total") == "14"
