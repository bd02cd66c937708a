"""Bonus or fine in a real browser: player, reason and points are taps; no keyboard opens."""

from typing import Any

import pytest

from tests.support.table import Player, Served, phone
from tests.support.wire import Post, Wire

FAMILY = ["Aki", "Ben", "Cy", "Dee"]
SIX = ["Oma Ilse", "Maximilian", "健太", "Zoë", "Dora", "Emil"]
KEY = "document.querySelector('.pad-digits .key').getBoundingClientRect().y"  # CSS pixels


def chosen(player: Player, name: str, value: str) -> None:
    """Tap the pill with that value."""
    player.tap(f"label:has([name='{name}'][value='{value}'])")


@pytest.mark.parametrize("size", [(360, 640), (320, 568), (780, 360)], ids=str)
def test_a_bonus_is_given_with_taps_alone_and_the_sum_says_what_it_makes(
    browser: Any, served: Served, size: Any
) -> None:
    with phone(browser, served, size) as player:
        table = player.seat("kalooki", FAMILY)
        player.open(f"{table}/adjust")
        assert player.text(".sum-total") == "" and player.page.locator(".pad-next").is_disabled()
        chosen(player, "seat", "1")
        assert player.text(".makes") == "Ben has 0"
        key = player.page.evaluate(KEY)
        for digit in "50":
            player.tap(f"button[name='digit'][value='{digit}']")
        assert player.page.evaluate(KEY) == key, "nothing moves under the finger"
        assert (player.text(".makes"), player.text(".sum-total")) == ("Ben: 0 − 50 = −50", "−50")
        assert player.page.locator(".pad-next").is_disabled(), "not without a reason"
        chosen(player, "reason", "exact cut")
        player.tap(".pad-next")
        player.see(".news")
        assert "−50 Ben exact cut" in " ".join(player.text(".news").split()), "where play goes on"


def test_a_hyphen_in_a_name_stays_one_and_a_total_below_nothing_has_a_minus_sign(browser: Any, served: Served) -> None:
    with phone(browser, served) as player:
        player.open(player.seat("kalooki", ["Maximilian-Alexander", "Ben", "Cy"]) + "/adjust")
        chosen(player, "seat", "0")
        player.tap("button[name='digit'][value='5']")
        assert player.text(".makes") == "Maximilian-Alexander: 0 − 5 = −5"


def test_a_reason_chooses_fine_or_bonus_as_long_as_nobody_has_and_other_words_leave_it(
    browser: Any, served: Served
) -> None:
    with phone(browser, served) as player:
        player.open(player.seat("kalooki", FAMILY) + "/adjust")
        sign = "document.querySelector('[name=sign]:checked').value"
        for reason, expected in (("rule broken", "+"), ("", "+"), ("exact cut", "-"), ("rule broken", "+")):
            chosen(player, "reason", reason)
            assert player.page.evaluate(sign) == expected
        chosen(player, "sign", "-")
        chosen(player, "reason", "exact cut")
        chosen(player, "reason", "rule broken")
        assert player.page.evaluate(sign) == "-", "somebody chose it"


@pytest.mark.parametrize(
    ("locale", "said"),
    [("en-GB", ["Who?", "Reason", "Points?", "Save"]), ("ja", ["誰？", "理由", "点数は？", "記録する"])],
)
def test_a_grey_button_says_what_is_missing(browser: Any, served: Served, locale: str, said: list[str]) -> None:
    with phone(browser, served, (360, 640), locale) as player:
        player.open(player.seat("kalooki", FAMILY) + "/adjust")
        found = []
        for part in ("[name=seat]", "[name=reason]", "[name=digit]", ""):
            button = player.page.locator(".pad-next")
            found.append((button.inner_text(), button.is_disabled()))
            assert button.evaluate("one => one.scrollWidth <= one.clientWidth")
            if part:
                player.page.locator(part).first.evaluate("one => one.click()")
        assert found == [(words, words != said[-1]) for words in said]


def test_on_the_pad_a_total_below_nothing_has_the_sign_it_has_elsewhere(browser: Any, served: Served) -> None:
    with phone(browser, served) as player:
        table = player.seat("kalooki", FAMILY)
        Wire(served.port).post(Post.of(f"{table}/adjust", seat=1, points="-50", reason="exact cut", revision=1))
        player.open(table)
        player.deal_over(0)
        player.count("Ben", ["7"], go_on=False)
        assert "−43" in player.text(".makes") and "−50" in player.text(".makes") and "-" not in player.text(".makes")


def test_everything_for_a_bonus_is_in_sight_on_a_low_phone(browser: Any, served: Served) -> None:
    with phone(browser, served) as player:
        player.open(player.seat("kalooki", SIX) + "/adjust")
        for size in player.at_sizes((360, 640), (780, 360)):
            for part in (".sum", ".pad-digits", ".pad-next"):
                box = player.page.locator(part).bounding_box()
                assert box["y"] >= 0 and box["y"] + box["height"] <= size[1], (part, size)


def test_no_choice_moves_another_to_the_next_row(browser: Any, served: Served) -> None:
    with phone(browser, served, (360, 640)) as player:
        player.open(player.seat("kalooki", SIX) + "/adjust")
        places = "found => found.map(one => one.getBoundingClientRect().x)"
        before = player.page.eval_on_selector_all(".pills label", places)
        chosen(player, "seat", "1")
        chosen(player, "reason", "exact cut")
        assert player.page.eval_on_selector_all(".pills label", places) == before


def test_a_fine_is_given_by_keyboard_with_a_reason_in_words_and_corrected(browser: Any, served: Served) -> None:
    with phone(browser, served) as player:
        table = player.seat("kalooki", FAMILY)
        player.open(f"{table}/adjust")
        for name, key in (("seat", "Space"), ("reason", "ArrowLeft")):
            player.page.focus(f"[name='{name}']")
            player.page.keyboard.press(key)
        player.see("[name='other']:focus")
        player.page.keyboard.type("a card under the table")
        player.page.focus("[name='sign']:checked")
        player.page.keyboard.press("ArrowLeft")
        for digit in "25":
            player.page.focus(f"button[name='digit'][value='{digit}']")
            player.page.keyboard.press("Enter")
        assert player.text(".makes") == "Aki: 0 + 25 = 25"
        player.page.focus(".pad-next")
        player.page.keyboard.press("Enter")
        player.see(".news")
        player.tap(".news a")
        player.see(".points-form")
        player.have_all()
        assert player.text(".sum-total") == "+25"
        player.tap("button[name='rub']")
        chosen(player, "reason", "digits swapped")
        player.tap(".pad-next")
        player.see(".adjustments s")
        assert "+2 Aki" in " ".join(player.text(".adjustments").split())


def test_a_bonus_is_given_without_script(browser: Any, served: Served) -> None:
    with phone(browser, served, script=False) as player:
        table = player.seat("kalooki", FAMILY)
        player.open(f"{table}/adjust")
        chosen(player, "seat", "1")
        chosen(player, "reason", "exact cut")
        for digit in "50":
            player.tap(f"button[name='digit'][value='{digit}']")
            player.see(f"[name='points'][value$='{digit}']")
        assert player.text(".sum-total") == "−50"
        player.tap(".pad-next")
        player.see(".news")
        assert "−50 Ben exact cut" in " ".join(player.text(".news").split()), "where play goes on"
