"""Counting with a thumb: the tray, hands that go on automatically, and hands being counted on another phone."""

from typing import Any

import pytest

from companion.storage.store import Form
from tests.support.phone import fresh_key
from tests.support.server import Server
from tests.support.stage import Staged
from tests.support.table import LAPTOP, Player, phone, store_in
from tests.support.wire import Post, booked

FAMILY = ("Aki", "Ben", "Cy", "Dee")
SHORT = (360, 640)  # CSS pixels of a phone with the address bar shown
ALL_TWELVE = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "AH", "AS", "JK"]


def test_a_total_that_may_become_another_waits_to_be_told(player: Player) -> None:
    player.begin_count("kalooki", FAMILY)
    player.by_totals()
    player.count("Ben", total=12, go_on=False)
    assert player.page.locator("input:focus").get_attribute("name") == "total-1", "it may become 125"
    player.count("Ben", total=5, go_on=False)
    player.count("Cy", total=7, go_on=False)
    assert [row.input_value() for row in player.page.locator("#totals input[name^=total]").all()] == [
        "125",
        "7",
        "",
    ]
    assert "Dee to count" in player.text(".totals-bar .primary")
    player.page.keyboard.press("ArrowDown")
    player.page.keyboard.type("40")
    assert player.page.locator(".totals-bar .btn:visible").all_inner_texts() == ["Save deal 1"]
    player.page.keyboard.press("Enter")
    player.see(".page-table")
    assert player.figures(".seat-total") == [0, 125, 7, 40]


def test_a_hand_counted_on_another_phone_comes_into_its_row_and_none_over_what_is_typed(player: Player) -> None:
    table = player.begin_count("kalooki", FAMILY)
    player.open(f"{table}/deals/1/totals")
    player.count("Ben", total=25, go_on=False)
    elsewhere(player, table, 2, 30)
    assert "Dee to count" in player.text(".totals-bar .primary")
    elsewhere(player, table, 2, 31, revision=2)
    assert player.page.input_value("[name=total-1]") == "25"
    player.press(".pad-next", "[name=total-3]:focus")
    player.count("Dee", total=40, go_on=False)
    player.book()
    assert player.figures(".seat-total") == [0, 25, 31, 40]


@pytest.mark.handset(quiet=False)
def test_another_figure_than_was_counted_on_another_phone_is_not_saved_over_it(player: Player) -> None:
    table = player.begin_count("kalooki", FAMILY)
    player.open(f"{table}/deals/1/totals")
    for name in FAMILY[1:]:
        player.count(name, total=25)
    elsewhere(player, table, 2, 30)
    assert player.page.input_value("[name=total-2]") == "25"
    player.tap(".totals-bar .primary", "h1:has-text('Not saved')")
    assert "Cy: 30" in player.text("main") and "Cy: 25" in player.text("main")


def elsewhere(player: Player, table: str, seat: int, total: int, revision: int = 1) -> None:
    """Count a hand on another phone, and wait until the page of totals hears of it."""
    sent = Post.of(f"{table}/deals/1/hands/{seat}", total=total, revision=revision)
    assert player.wire.post(sent).status == 303
    player.see(f"[name=total-{seat}][data-counted='{total}']")


@pytest.mark.handset(size=SHORT, locale="ja-JP")
def test_the_totals_of_eight_are_all_in_sight_at_once(player: Player) -> None:
    table = player.begin_count("kalooki", (*FAMILY, "Emi", "Flora", "Gil", "Hana"))
    player.open(f"{table}/deals/1/totals")
    boxes = [one.bounding_box() for one in player.page.locator(".figure-line, .digits .key").all()]
    assert len(boxes) == 8 + 12 and all(box["y"] >= 0 and box["y"] + box["height"] <= SHORT[1] for box in boxes)
    assert all(box["height"] >= 48 and box["width"] >= 48 for box in boxes)


@pytest.mark.handset(size=SHORT)
def test_five_hands_are_reviewed_above_the_bar(player: Player) -> None:
    table = player.begin_count("kalooki", (*FAMILY, "Emi"))
    for seat in range(1, 5):
        player.wire.post(Post.of(f"{table}/deals/1/hands/{seat}", cards="4 5 6 7 8 9 K K K", revision=1))
    player.open(f"{table}/deals/1/count")
    last, bar = player.boxes(".tally tbody:last-of-type", ".thumb")
    assert last["y"] + last["height"] <= bar["y"]


@pytest.mark.handset(quiet=False)
def test_a_figure_that_no_hand_gives_is_said_in_its_row_and_counted_by_cards(player: Player) -> None:
    table = player.begin_count("three-thirteen", FAMILY)
    player.open(f"{table}/deals/1/totals")
    for name, total in zip(FAMILY[1:], (2, 18, 12), strict=True):
        player.count(name, total=total)
    player.tap(".totals-bar .primary", ".figure-line:has-text('no hand comes to 2')")
    player.tap(".totals-bar [name=cards]", "#whose:has-text('Ben')")
    player.tap(".tabs li:nth-child(3) a", "#whose:has-text('Cy')")
    assert player.text(".sum-total") == "18", "what was typed stays"


def test_counting_by_cards_keeps_the_figure_just_typed_and_begins_with_the_row_of_the_caret(player: Player) -> None:
    table = player.begin_count("kalooki", FAMILY)
    player.by_totals()
    player.count("Ben", total=33, go_on=False)
    player.tap("[data-cards]", "#whose:has-text('Cy')")
    player.open(f"{table}/deals/1/totals")
    assert player.page.input_value("[name=total-1]") == "33"
    player.tap("[name=total-3]")
    player.tap("[data-cards]", "#whose:has-text('Dee')")


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
@pytest.mark.handset(size=LAPTOP)
def test_enter_in_a_field_of_a_hand_is_next(player: Player, script: bool) -> None:
    table = player.begin_count("three-thirteen", FAMILY)
    for field, typed, then in (("cards", "7 7 K", "Cy"), ("total", "25", "Dee")):
        if field == "total" and script:
            player.open(f"{table}/deals/1/count?seat=2&total=1")
        player.page.fill(f".typed [name={field}]", typed)
        player.page.press(f".typed [name={field}]", "Enter")
        player.see(f"#whose:has-text('{then}')")
    player.open(f"{table}/deals/1/count?seat=1")
    assert player.page.input_value(".typed [name=cards]").split() == ["7", "7", "K"]


@pytest.mark.handset(size=SHORT, locale="ja-JP")
def test_all_twelve_kinds_lie_whole_in_the_tray(player: Player) -> None:
    table = player.begin_count("kalooki", FAMILY)
    player.open(f"{table}/deals/1/count?seat=1&cards={'+'.join([*ALL_TWELVE, '4', '10', 'JK'])}")
    tray = player.page.locator(".tray")
    assert tray.locator(".chip").count() == 12
    assert tray.evaluate("one => one.scrollHeight <= one.clientHeight")
    assert tray.locator(".chip").evaluate_all("all => all.every(one => one.scrollWidth <= one.clientWidth + 1)")


@pytest.mark.handset(size=SHORT)
def test_nothing_is_shown_before_something_is_entered_and_then_the_cards_there_may_be(player: Player) -> None:
    player.begin_count("kalooki", FAMILY)
    assert (player.text(".sum-total"), player.page.locator(".badge:visible").count()) == ("", 0)
    assert player.page.locator(".tray-hint").is_visible()
    player.count("Ben", ["7"] * 7, go_on=False)
    assert player.text(".badge:not([hidden])") == "7 of 9"
    assert player.page.locator(".badge.plain:visible").count() == 1
    assert not player.page.locator(".tray-hint").is_visible()
    player.count("Ben", ["8"] * 3, go_on=False)
    assert player.text(".badge:not([hidden])") == "10 of 11", "with a call that nobody marked"


def test_both_ways_to_count_are_written_in_one_size(player: Player) -> None:
    player.begin_count("kalooki", FAMILY)
    ways = player.page.locator(".modes :is(label span, a)")
    sizes = ways.evaluate_all("all => all.map(one => getComputedStyle(one).fontSize)")
    assert len(sizes) == 2 and len(set(sizes)) == 1


def test_a_hand_on_its_own_phone_is_shown_as_such_and_appears_when_it_is_counted(
    browser: Any, networked: Staged
) -> None:
    with phone(browser, networked) as host, phone(browser, networked.on_network) as cy:
        table = host.seat("kalooki", FAMILY)
        cy.sit_down(table, 2)
        cy.open(table)
        assert cy.text(".seat.own .seat-name") == "Cy\nyou"
        host.open(table)
        host.deal_over(0)
        cy.see(".thumb .primary:has-text('Count my hand')")
        assert "Your hand is next" in cy.text(".card-foot")
        cy.tap(".thumb .primary", "#whose:has-text('Cy')")
        assert cy.text(".pad-next") == "Done", "the others count on their own phones, or the host's"
        host.see(".tabs li:nth-child(3):has-text('counting')")
        host.open(f"{table}/deals/1/count?seat=2")
        host.see(".away")
        assert not host.page.locator(".pad").count() and not host.page.locator(".sum-total").count()
        assert host.text(".thumb .primary") == "Next: Ben"
        away = host.boxes(".hand")[0]
        cy.count("Cy", ["7", "7"])
        host.see(".tray .chip")  # automatically
        pad = host.boxes(".hand")[0]
        assert (away["x"], away["width"]) == (pad["x"], pad["width"])
        assert (host.text("#whose"), host.text(".sum-total")) == ("Cy", "14")
        cy.see(".thumb .btn:has-text('Go on counting'):not(.primary)")


LINES = """() => {
  const words = document.createRange();
  words.selectNodeContents(document.querySelector(".ask-best [data-nothing]"));
  const rects = [...words.getClientRects()], sum = document.querySelector(".sum").getBoundingClientRect();
  const hint = document.querySelector(".tray-hint").getBoundingClientRect();
  const apart = rects.every(rect => rect.top >= hint.bottom - 1 || rect.left >= hint.right - 1);
  return { lines: rects.length, whole: rects.at(-1).bottom <= sum.top, apart };
}"""


@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
def test_the_whole_hand_is_asked_for_in_two_lines_at_most_above_the_sum(player: Player) -> None:
    player.begin_count("three-thirteen", (*FAMILY, "Emi", "Flo", "Gil", "Hana"))
    for size in player.at_sizes(SHORT, (320, 568), (360, 600)):
        seen = player.page.evaluate(LINES)
        assert seen["lines"] <= 2 and seen["whole"] and seen["apart"], (size, seen)


@pytest.mark.handset(at="on_network")
def test_an_arranged_hand_is_opened_with_its_melds_aside_and_next_leaves_it(player: Player) -> None:
    table = player.seat("five-crowns", FAMILY)
    booked(player.wire, table, 1, 0, [13, 13, 13])
    player.wire.post(Post.of(f"{table}/deals/2/end", out=0, revision=1))
    whole = Post.of(f"{table}/deals/2/best/1", revision=1, whole="7S 7H 7D 9C")
    assert player.wire.post(whole).status == 303
    player.sit_down(table, 1)
    player.open(f"{table}/deals/2/count?seat=1")
    assert player.text(".sum-total") == "9" and player.text(".badge:not([hidden])") == "3 aside, 1 left"
    assert player.page.locator(".aside .mini").count() == 3 and player.page.locator(".aside").is_visible()
    player.tap(".pad-cards [value='7']")
    assert player.text(".sum-total") == "16" and not player.page.locator(".aside").is_visible()
    player.tap(".tray .chip >> nth=0")
    assert player.page.locator(".aside").is_visible(), "as it was"
    player.tap(".pad-next", f"#tabs [aria-current]:not(:has-text('{FAMILY[1]}')), .page-table")
    player.open(f"{table}/deals/2/count?seat=1")
    assert player.page.locator(".tabs li:nth-child(2) svg").count() == 1 and player.text(".sum-total") == "9"
    player.tap(".aside", ".best-found")
    assert player.figures(".best-found .verdict-word") == [9]


@pytest.mark.handset(size=SHORT)
def test_totals_below_0_are_tapped_where_the_prices_of_the_table_allow_them(player: Player, served: Server) -> None:
    opened_at = store_in(served.instance).open
    plain = opened_at("kalooki", {}, FAMILY, 0, Form.of(fresh_key(), []))
    prices = {"prices": [{"key": "2", "points": -5}, {"key": "3", "points": -2}]}
    code = opened_at("kalooki", prices, FAMILY, 0, Form.of(fresh_key(), []))
    for each, signs in ((plain, 0), (code, 1)):
        player.open(f"/m/{each}")
        player.deal_over(0)
        player.open(f"/m/{each}/deals/1/totals")
        assert player.page.locator(".digits [name=sign]").count() == signs
    for key in ("sign", "1", "2", "next", "5", "sign", "next", "sign", "sign", "9", "next"):
        player.tap(".digits " + {"sign": "[name=sign]", "next": ".key-next"}.get(key, f"[value='{key}']"))
    assert [row.input_value() for row in player.page.locator("[name^=total-]").all()] == ["-12", "-5", "9"]
    assert player.text("label.figure-line small >> nth=0") == "0 + −12 = −12"
    player.tap(".thumb .btn.primary", ".page-table")
    assert player.text(".seat-total >> nth=1").startswith("−12")
    player.open(f"/m/{code}/correct/1/1")
    for key in (".pad-sign", ".pad-next"):
        player.tap(key)
    player.see(".page-sheet")
    assert store_in(served.instance).match(code).sheet.penalty(1, 1) == 12
