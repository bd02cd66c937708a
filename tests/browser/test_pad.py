"""The count pad in a real browser: digits, two drafts, screens of every height, and nothing hidden on any."""

from typing import Any

import pytest

from tests.support.server import Server
from tests.support.table import PHONE, Player, phone
from tests.support.wire import Post, booked

FAMILY = ["Aki", "Ben", "Cy", "Dee"]
SIX = [*FAMILY, "Emi", "Flora"]
CLUTTERED = ["7", "9", "JK", "JK", "JK", "JK", "10", "2"]  # a warning about the count, and a key with none left
ROOM = (  # height of a line in heights of its letters
    "one => (style => parseFloat(style.lineHeight) / parseFloat(style.fontSize))(getComputedStyle(one))"
)
HEIGHTS = [((375, 553), FAMILY, "ja-JP"), (PHONE, SIX, "en-GB"), ((780, 360), SIX, "ja-JP")]


def test_the_first_digit_takes_the_place_of_a_figure_from_before_and_a_blank_one_is_not_shown_as_zero(
    player: Player,
) -> None:
    table = player.begin_count("kalooki", FAMILY)
    player.open(f"{table}/deals/1/count?seat=1&total=12")
    assert player.text(".sum-total") == "12"
    player.digits("125")
    assert player.text(".sum-total") == "125"
    for _ in range(3):
        player.tap("button[name='back']")
    assert player.text(".sum-total") == ""
    player.digits("0")
    assert player.text(".sum-total") == "0"
    player.tap("button[name='back']")
    assert player.text(".sum-total") == ""


def test_the_tail_of_a_queen_ends_above_the_points_of_its_key(player: Player) -> None:
    table = player.seat("five-crowns", FAMILY)
    booked(player.wire, table, 1, 0, [25] * 3)
    player.wire.post(Post.of(f"{table}/deals/2/end", out=0, revision=1))
    for path in (f"{table}/deals/2/count?seat=1&cards=", f"{table}/correct/1/1?cards="):
        player.open(path)
        for size in player.at_sizes((320, 568), (360, 640), PHONE):
            assert player.page.locator(".key[value='Q'] b").evaluate(ROOM) > 1.03, size


@pytest.mark.handset(quiet=False)
def test_a_figure_typed_over_a_refused_one_is_booked_whole(player: Player) -> None:
    table = player.begin_count("three-thirteen", FAMILY)
    player.open(f"{table}/deals/1/count?seat=1&total=2")
    player.tap(".pad-next", ".fault")
    player.digits("2")
    assert player.page.locator(".fault").count() == 0, "it was said of the figure before"
    player.digits("9")
    assert player.text(".sum-total") == "29"
    player.tap(".pad-next", ".page-totals")
    player.open(f"{table}/deals/1/count?seat=1")
    assert player.text(".sum-total") == "29"


def test_cards_and_total_are_two_drafts_and_only_the_one_shown_is_sent(player: Player) -> None:
    table = player.begin_count("kalooki", FAMILY)
    player.open(f"{table}/deals/1/count?seat=1&total=40")
    player.page.locator(".modes label").first.tap()
    player.count("Ben", ["7", "7", "9"], go_on=False)
    assert (player.page.locator(".tray .chip").count(), player.text(".sum-total")) == (2, "23")
    player.page.reload()
    assert player.text(".sum-total") == "23"
    player.by_totals()
    assert player.text(".sum-total") == "40"
    player.tap(".pad-next", ".page-totals")
    assert player.page.input_value("[name=total-1]") == "40"


@pytest.mark.parametrize(("size", "names", "locale"), HEIGHTS, ids=str)
def test_name_switch_chips_and_keys_are_on_every_screen(
    browser: Any, served: Server, size: tuple[int, int], names: list[str], locale: str
) -> None:
    with phone(browser, served, size, locale) as player:
        player.begin_count("kalooki", names)
        player.count("Ben", CLUTTERED, go_on=False)
        chip = player.page.locator(".tray .chip").last
        assert chip.evaluate(
            """one => {
                const {left, top, bottom} = one.getBoundingClientRect();
                return [top + 1, bottom - 1].every(y => one.contains(document.elementFromPoint(left + 20, y)));
            }"""
        ), "nothing lies over the last row of chips, nor is it cut"
        for part in ("#whose", ".modes", ".sum-total", ".pad-cards", ".pad-next"):
            box = player.page.locator(f"{part} >> visible=true").first.bounding_box()
            assert box["y"] >= -1
            assert box["y"] + box["height"] <= size[1] + 1


def test_what_is_tapped_while_a_hand_is_sent_is_of_the_next_hand(player: Player) -> None:
    player.begin_count("kalooki", FAMILY)
    player.count("Ben", ["7", "8"], go_on=False)
    held: list[Any] = []
    player.page.route("**/hands/1", lambda one: held.append(one))
    with player.page.expect_request("**/hands/1"):
        player.tap(".pad-next")
    player.tap(".pad-cards .key[value='9']")
    assert player.text(".sum-total") == "15"
    held[0].continue_()
    player.see("#whose:has-text('Cy')")
    assert player.text(".sum-total") == "9"


def test_a_meld_among_cards_left_over_is_asked_about_as_they_are_tapped(player: Player) -> None:
    player.begin_count("three-thirteen", FAMILY)
    player.count("Ben", ["7", "3", "7"], go_on=False)
    assert player.text(".badge:not([hidden])") == "Lay out more?"
    assert "make a group and would cost 0. Forgotten?" in player.text(".warn-text:not([hidden])")
    player.tap("button[name='back']")
    assert player.page.locator("[data-meld]:not([hidden])").count() == 0
    player.tap(".pad-cards .key[value='10']")
    assert player.text(".badge:not([hidden])") == "3 cards"
    player.tap(".pad-next", "#whose:has-text('Cy')")


@pytest.mark.handset(size=(360, 640))
def test_a_long_name_on_the_next_button_runs_over_two_lines_and_not_off_the_screen(player: Player) -> None:
    player.begin_count("three-thirteen", ["Aki", "Ben", "Wilhelmina-Friederike", "Dee"])
    player.tap(".pad-cards .key[value='7']")
    said = player.page.locator(".pad-next bdi")
    assert "Wilhelmina" in said.inner_text()
    assert said.evaluate(
        "said => said.getBoundingClientRect().height < 3 * parseFloat(getComputedStyle(said).lineHeight)"
    )
    button = player.page.locator(".pad-next").bounding_box()
    assert button["x"] + button["width"] <= 360
    assert player.page.evaluate("document.documentElement.scrollWidth") == 360


def test_a_hand_that_was_emptied_unseen_is_drawn_again_and_not_sent(player: Player) -> None:
    table = player.begin_count("kalooki", FAMILY)
    player.count("Ben", ["7", "8"], go_on=False)
    player.page.evaluate("document.querySelector('[name=cards]').value = '9'")  # as an engine may, unnoticed
    player.tap(".pad-next")
    assert (player.text("#whose"), player.text(".sum-total")) == ("Ben", "15")
    assert player.page.input_value("[name=cards]") == "7 8"
    player.tap(".pad-next", "#whose:has-text('Cy')")
    player.open(f"{table}/deals/1/count?seat=1")
    assert player.text(".sum-total") == "15"


@pytest.mark.handset(scheme="dark")
def test_a_pull_reloads_no_pad_and_the_bar_of_the_browser_is_dark_in_the_dark(player: Player) -> None:
    player.begin_count("kalooki", FAMILY)
    assert player.page.evaluate("getComputedStyle(document.documentElement).overscrollBehaviorY") == "contain"
    shown = """[...document.querySelectorAll("[name=theme-color]")]
      .filter((one) => !one.media || matchMedia(one.media).matches).map((one) => one.content)"""
    for theme, colour in (("light", "#ebe4d7"), ("system", "#13110e"), ("dark", "#13110e")):
        player.open("/settings")
        player.tap(f".looks [value='{theme}']")
        player.page.locator(f".looks [value='{theme}'][aria-pressed=true]").wait_for(state="attached")
        assert player.page.evaluate(shown) == [colour]


def test_the_back_button_leads_out_of_a_count_to_the_table_and_home(player: Player) -> None:
    player.open("/")
    table = player.seat("kalooki", FAMILY)
    player.open(table)
    player.deal_over(0)
    player.count("Ben", ["7"])
    player.see("#whose:has-text('Cy')")
    player.back(".page-table")
    player.back(".page-home")
