"""Bonus or fine in a real browser: player, kind, reason and points are taps; no keyboard opens."""

import pytest

from tests.support.table import Player
from tests.support.wire import Post

FAMILY = ["Aki", "Ben", "Cy", "Dee"]
SAVE = ".points-form .thumb .btn"


def chosen(player: Player, name: str, value: str) -> None:
    """Tap the pill with that value."""
    player.tap(f"label:has([name='{name}'][value='{value}'])")


def sum_of(player: Player) -> str:
    """Return the line of the sum."""
    return " ".join(player.page.locator(".makes").inner_text().split())


@pytest.mark.handset(size=(320, 568))
def test_a_usual_bonus_is_given_with_three_taps_and_the_sum_says_what_it_makes(player: Player) -> None:
    table = player.seat("kalooki", FAMILY)
    player.open(f"{table}/adjust")
    assert sum_of(player) == "" and player.page.locator(SAVE).is_disabled()
    chosen(player, "seat", "1")
    assert sum_of(player) == "Ben 0"
    chosen(player, "reason", "exact cut")
    assert (sum_of(player), player.text(SAVE)) == ("Ben 0 − 50 = −50", "Save: Ben −50")
    player.tap(SAVE, ".news")
    assert "−50 Ben exact cut" in " ".join(player.text(".news").split()), "where play goes on"
    assert player.taps == 3


def test_a_reason_belongs_to_a_fine_or_to_a_bonus_and_other_words_to_both(player: Player) -> None:
    player.open(player.seat("kalooki", FAMILY) + "/adjust")
    reasons = player.page.locator(".what-for label:has([type=radio])")
    assert player.page.locator("[name=sign]:checked").count() == 0, "nothing is chosen for anybody"
    chosen(player, "reason", "rule broken")
    assert player.page.locator("[name=sign]:checked").get_attribute("value") == "+"
    chosen(player, "sign", "-")
    assert player.page.locator("[name=reason]:checked").count() == 0, "rule broken is no reason for a bonus"
    assert [one.inner_text() for one in reasons.all() if one.is_visible()] == ["exact cut", "other …"]
    chosen(player, "reason", "")
    where = reasons.last.bounding_box()
    chosen(player, "sign", "+")
    assert player.page.locator("[name=reason]:checked").get_attribute("value") == ""
    assert reasons.last.bounding_box() == where, "the choice moves no other"


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("en-GB", ["Choose a player", "Choose bonus or fine", "Choose a reason", "Choose the points", "Save: Aki +10"]),
        ("ja", ["プレイヤーを選ぶ", "ボーナスか反則点かを選ぶ", "理由を選ぶ", "点数を選ぶ", "記録：Aki +10"]),
    ],
)
@pytest.mark.handset(size=(360, 640))
def test_a_grey_button_says_what_is_missing(player: Player, said: list[str]) -> None:
    player.open(player.seat("kalooki", FAMILY) + "/adjust")
    found = []
    for part in ("[name=seat]", "[name=sign][value='+']", "[data-sign='+']", "[name=amount]", ""):
        button = player.page.locator(SAVE)
        found.append((button.inner_text(), button.is_disabled()))
        assert button.evaluate("one => one.scrollWidth <= one.clientWidth")
        if part:
            player.page.locator(part).first.evaluate("one => one.click()")
    assert found == [(words, words != said[-1]) for words in said]


def test_on_the_pad_a_total_below_nothing_has_the_sign_it_has_elsewhere(player: Player) -> None:
    table = player.seat("kalooki", FAMILY)
    player.wire.post(Post.of(f"{table}/adjust", seat=1, points="-50", reason="exact cut", revision=1))
    player.open(table)
    player.deal_over(0)
    player.count("Ben", ["7"], go_on=False)
    assert "−43" in player.text(".makes") and "−50" in player.text(".makes") and "-" not in player.text(".makes")


@pytest.mark.handset(size=(360, 640))
def test_everything_for_a_bonus_is_in_sight_on_a_low_phone(player: Player) -> None:
    player.open(player.seat("kalooki", FAMILY) + "/adjust")
    for part in (".pills-even", ".kinds", ".what-for", ".pills-points", ".makes", SAVE):
        box = player.page.locator(part).bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 640, part
    assert (box["x"], box["y"] + box["height"]) == (12, 628), "the button is where it is on every page"


def test_a_fine_is_given_by_keyboard_with_a_reason_in_words_and_corrected(player: Player) -> None:
    table = player.seat("kalooki", FAMILY)
    player.open(f"{table}/adjust")
    for part, key in (("[name=seat]", "Space"), ("[name=sign]", "ArrowRight"), ("[data-sign='+']", "ArrowLeft")):
        player.page.focus(part)
        player.page.keyboard.press(key)
    player.see("[name='other']:focus")
    player.page.keyboard.type("a card under the table")
    player.page.focus("[name='amount']")
    player.page.keyboard.press("ArrowLeft")
    player.see("[name='points']:focus")
    player.page.keyboard.type("２7")
    assert sum_of(player) == "Aki 0 + 27 = 27"
    player.page.focus(SAVE)
    player.page.keyboard.press("Enter")
    player.see(".news")
    player.tap(".news a", ".points-form")
    player.have_all()
    assert player.page.input_value("[name='points']") == "27" and sum_of(player) == "Aki 0 + 27 = 27"
    player.page.fill("[name='points']", "2")
    chosen(player, "reason", "digits swapped")
    player.tap(SAVE, ".adjustments s")
    assert "+2 Aki" in " ".join(player.text(".adjustments").split())
