"""Calls in a real browser: two taps each, shown after a reload and on another phone, and used by the count."""

from typing import Any

import pytest

from tests.support.server import Server
from tests.support.table import Player, phone
from tests.support.wire import Post, counted

FAMILY = ["Aki", "Ben", "Cy", "Dee"]


def mark(player: Any, seat: int, act: str = "call") -> None:
    """Make one mark for a player: open the seat at the table, tap, and return."""
    player.tap(f"#seat-{seat}")
    player.tap(f".slip button[value='{act}']", ".page-table:not([inert])")


def pips(player: Any) -> list[int]:
    """Return the calls shown at the table, in seat order."""
    return [row.locator(".pips .on").count() for row in player.page.locator(".seat").all()]


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_call_is_two_taps_and_is_there_after_a_reload_and_on_another_phone(
    browser: Any, served: Server, script: bool
) -> None:
    with phone(browser, served, script=script) as player, phone(browser, served) as other:
        table = player.start("kalooki", FAMILY)
        player.taps = 0
        mark(player, 1)
        assert (player.taps, pips(player)) == (2, [0, 1, 0, 0])
        player.taps = 0
        player.tap(".thumb a[href$='/calls']")
        player.tap(".only-call .pick[formaction$='/calls/1']", ".page-table:not([inert])")
        assert (player.taps, pips(player)) == (2, [0, 2, 0, 0])
        mark(player, 2, "lay-down")
        other.open(table)
        player.page.reload()
        for seen in (player, other):
            assert (pips(seen), seen.page.locator(".seat .down").count()) == ([0, 2, 0, 0], 1)
        player.tap(".card-foot .act", ".page-table:not(:has(.card-foot .act))")
        assert player.page.locator(".seat .down").count() == 0


def test_the_count_badge_and_the_full_hand_follow_the_marks(player: Player) -> None:
    table = player.seat("kalooki", FAMILY)
    for seat, act in ((1, "call"), (2, "lay-down")):
        assert player.wire.post(Post.of(f"{table}/deals/1/calls/{seat}", act=act, revision=1)).status == 303
    player.open(table)
    player.deal_over(0)
    nine = ["7", "7", "8", "8", "9", "9", "10", "10", "2"]
    player.count("Ben", nine, go_on=False)
    assert player.text(".badge:not([hidden])") == "9 of 11"
    player.count("Ben", ["3", "4"], go_on=False)
    player.count("Cy", ["5"], go_on=False)  # after all of Ben's eleven cards the pad went on automatically
    assert player.text(".badge:not([hidden])") == "1 card?"
    player.tap(".pad-next")
    player.count("Dee", nine, go_on=False)
    player.see(".review")


def test_a_figure_is_said_to_be_right_with_one_tap_and_a_row_of_the_review_is_a_link_to_its_hand(
    player: Player,
) -> None:
    table = player.seat("kalooki", FAMILY)
    counted(player.wire, table, 1, 0, [25, 40, 33])
    player.open(f"{table}/deals/1/count")
    player.see(".review")
    assert not player.page.locator(".said, .act-right").count()
    player.taps = 0
    row = player.page.locator(".tally tbody").nth(2).bounding_box()
    player.page.touchscreen.tap(row["x"] + row["width"] - 20, row["y"] + row["height"] - 10)
    player.see("#whose:has-text('Cy')")
    player.tap(".ask-right button", ".said:has-text('confirmed by Cy')")
    assert player.taps == 1
    player.book()
