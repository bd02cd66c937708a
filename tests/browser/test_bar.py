"""The bar and the deal card's foot on real phones: one row, nothing hidden under it, and no tap counted twice."""

from collections.abc import Iterator

import pytest

from tests.support.server import Server
from tests.support.table import PHONE, Player, played
from tests.support.wire import Post, booked

FAMILY = ("Aki", "Ben", "Cy", "Dee")
LONG = tuple(f"{name:M<20}" for name in ("Aki", "Ben", "Cy", "Dee", "Emi", "Flo", "Gil", "Hana"))
SHORT, SMALL = (360, 640), (320, 568)  # with the address bar shown; the smallest phone
Size = tuple[int, int]  # CSS pixels
MEASURE = """() => {
  const box = (one) => one.getBoundingClientRect();
  const bar = box(document.querySelector(".thumb"));
  const buttons = [...document.querySelectorAll(".thumb .btn")];
  const over = (part) => [...document.querySelectorAll(part)].filter((one) => box(one).bottom > bar.top).length;
  return {
    bar: bar.height,
    words: buttons.map((one) => one.innerText.trim()),
    low: Math.min(...buttons.map((one) => box(one).height)),
    rows: new Set(buttons.map((one) => Math.round(box(one).top))).size,
    cut: buttons.filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > 60).length,
    hidden: over(".seat-total, .card-foot"),
    sideways: document.documentElement.scrollWidth - innerWidth,
  };
}"""


def whole(player: Player, *sizes: Size) -> Iterator[tuple[Size, str]]:
    """Yield each size at tables of two to eight with long names: untouched, booked, being counted.

    The bar is one row of 64 px, and all is in view above it."""
    two, four, eight = (
        player.seat(game, LONG[:n]) for game, n in (("three-thirteen", 2), ("kalooki", 4), ("kalooki", 8))
    )
    booked(player.wire, four, 1, 0, [25] * 3)
    player.wire.post(Post.of(f"{eight}/deals/1/end", out=0, revision=1))
    for path in (two, four, eight):
        player.open(path)
        for size in player.at_sizes(*sizes):
            seen = player.page.evaluate(MEASURE)
            assert (seen["rows"], seen["cut"], seen["hidden"], seen["sideways"]) == (1, 0, 0, 0), (path, size, seen)
            assert seen["bar"] <= 64 and len(seen["words"]) <= 3, (path, size, seen)
            yield size, path


@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
def test_the_bar_is_one_row_of_64_and_nothing_lies_under_it(player: Player) -> None:
    assert len([*whole(player, SMALL, SHORT, PHONE)]) == 3 * 3


@pytest.mark.handset(size=SHORT)
@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
def test_what_must_happen_and_the_undo_before_it_leave_the_foot_its_height(player: Player, served: Server) -> None:
    table = player.seat("three-thirteen", FAMILY)
    played(served, table, [(0, (12, 12, 30))] * 10)
    player.open(table)
    assert "記録済み" in player.text(".card-foot") or "saved" in player.text(".card-foot")
    assert player.boxes(".card-foot .spoken span")[0]["height"] <= 52, "three small lines"


@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
def test_on_a_phone_on_its_side_the_deal_stands_beside_all_seats_and_the_foot(player: Player) -> None:
    for size, path in whole(player, (640, 360), (780, 360)):
        deal, seats, foot, card = player.boxes(".contract", ".seats", ".card-foot", ".deck")
        assert deal["x"] + deal["width"] <= seats["x"] == foot["x"], (path, size)
        assert card["width"] >= size[0] - 25, "the card takes the width there is"


def test_a_second_tap_on_the_same_place_does_nothing_on_the_page_that_follows(player: Player) -> None:
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


def test_two_quick_taps_on_a_key_are_two_cards_and_two_on_a_switch_are_one(player: Player) -> None:
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
