"""Correction in a real browser: few taps from the table, and the complete pad."""

import pytest

from tests.support.table import LAPTOP, Player
from tests.support.wire import booked

FAMILY = ["Aki", "Ben", "Cy", "Dee"]
SHORT = (360, 640)  # CSS pixels
GAP = """() => { const name = document.querySelector(".slip-head p bdi"), next = document.createRange();
  next.selectNodeContents(name.nextSibling);
  return next.getBoundingClientRect().left - name.getBoundingClientRect().right }"""


def one_deal(player: Player) -> str:
    """Return the path of a table with the first deal booked, 83 for Dee."""
    table = player.seat("kalooki", FAMILY)
    booked(player.wire, table, 1, 0, [25, 40, 83])
    return table


@pytest.mark.handset(size=SHORT)
def test_a_correction_with_its_reason_is_four_taps_and_its_figure_on_a_pad_that_is_whole(player: Player) -> None:
    player.open(one_deal(player))
    player.taps = 0
    player.tap("#seat-3")
    player.tap(".slip-list a[href*='/correct/']")
    player.see(".pad-next:has-text('Nothing changed')")
    keys = player.boxes(".pad-digits")
    player.digits("38")
    assert (player.text(".sum").split(), player.text(".pad-next")) == ("was 83 38".split(), "Save 38")
    assert player.boxes(".pad-digits") == keys, "they do not move under the finger"
    for _, height in player.at_sizes((320, 568), LAPTOP, SHORT):
        last = player.page.locator(".pad-next").bounding_box()
        assert last["y"] + last["height"] <= height
    player.tap(".why-line label:has-text('card overlooked')")
    player.tap(".pad-next", ".strip:has-text('Dee, deal 1: 38 saved. Was 83.')")
    assert player.taps <= len("38") + 4
    player.tap("#c1-3", ".slip-cell .earlier")
    assert "83" in player.text(".earlier s") and "card overlooked" in player.text(".earlier")


@pytest.mark.handset(size=SHORT)
def test_the_reasons_are_whole_under_two_rows_of_cards(player: Player) -> None:
    player.open(f"{one_deal(player)}/correct/1/3?cards=3+6+6+8+8+10+10+10+AH")
    for size in player.at_sizes(SHORT, LAPTOP):
        lowest = "ones => Math.max(...ones.map(one => one.getBoundingClientRect().bottom))"
        reasons = player.page.locator(".why-line label").evaluate_all(lowest)
        assert reasons <= player.boxes(".sum")[0]["y"] + 1, size


@pytest.mark.handset(size=SHORT)
def test_a_reason_only_selects_and_a_figure_that_is_the_same_is_not_saved(player: Player) -> None:
    path = f"{one_deal(player)}/correct/1/3"
    player.open(path)
    assert player.text(".pad-next") == "Nothing changed" and player.page.locator(".pad-next").is_disabled()
    player.tap(".why-line label:has-text('misheard')")
    player.page.wait_for_timeout(150)
    assert player.path == path and player.page.locator(".pad-next").is_disabled()
    player.tap(".why-line label:has-text('went out after all')")
    assert (player.text(".sum-total"), player.text(".pad-next")) == ("0", "Next: Aki")
    player.tap(".pad-next", "[name=out][value='3']:checked")
    assert player.path.endswith("/correct/1/0")


@pytest.mark.handset(size=SHORT, locale="ja")
def test_a_warning_hides_no_reason_and_without_a_figure_nothing_is_saved(player: Player) -> None:
    table = player.seat("three-thirteen", ["はなこ", "健太郎"])
    booked(player.wire, table, 1, 0, [19])
    player.open(f"{table}/correct/1/1")
    player.tap(".modes label:first-child")
    for _ in range(3):
        player.tap(".pad-cards .key[value='5']")
    player.see("[data-meld]")
    assert player.page.evaluate("document.documentElement.scrollHeight") == 640
    player.tap(".modes label:nth-of-type(2)")
    for _ in "19":
        player.tap("button[name=back]")
    assert player.text(".sum-total") == ""
    assert player.page.locator(".pad-next").is_disabled()


@pytest.mark.parametrize(("field", "typed"), [("cards", "K K"), ("total", "38")])
@pytest.mark.handset(size=LAPTOP)
def test_enter_in_a_field_saves(player: Player, field: str, typed: str) -> None:
    player.open(f"{one_deal(player)}/correct/1/3")
    if field == "cards":
        player.tap(".modes label:first-child")
    player.page.fill(f".typed [name={field}]", typed)
    player.page.press(f".typed [name={field}]", "Enter")
    player.see(".strip:has-text('saved')")


@pytest.mark.handset(size=(780, 360))
def test_on_a_phone_on_its_side_the_cards_stand_beside_the_keys(player: Player) -> None:
    table = one_deal(player)
    player.open(f"{table}/correct/1/3")
    hand, total, keys, on = player.boxes(
        *(f"{part} >> visible=true" for part in (".hand", ".sum-total", ".pad", ".pad-next"))
    )
    assert hand["x"] + hand["width"] <= keys["x"]
    assert all(box["y"] >= 0 and box["y"] + box["height"] <= 361 for box in (hand, total, keys, on))


@pytest.mark.handset(size=SHORT)
def test_what_changes_for_others_is_asked_first_and_what_was_put_in_is_kept(player: Player) -> None:
    player.open(f"{one_deal(player)}/correct/1/0")
    assert player.page.locator(".why-line legend").bounding_box()["height"] > 16  # not only read out
    player.tap("[name=out][value='1']")
    player.tap(".pad-cards .key[value='8']")
    player.tap(".pad-next", ".slip-changes:has-text('Ben went out')")
    assert player.page.title().startswith("0 becomes 8")
    assert player.page.evaluate(GAP) < 1, "no gap between a name and its comma"
    player.tap(".slip .tool", "main:not([inert]) .pad-next:focus")
    assert player.text(".sum-total") == "8"
