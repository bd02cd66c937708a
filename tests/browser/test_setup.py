"""Setting up a table on a phone: one tap a player, one button for the dealer, house rules that explain their effect."""

from typing import Any

import pytest

from companion.games import GAMES
from companion.storage.store import Form
from tests.support.server import Server
from tests.support.table import LAPTOP, PHONE, Player, phone, store_in

pytestmark = pytest.mark.handset(at="club")
CLUB = ("Aki", "Ben", "Cy", "Dee")
FOCUSED = "document.activeElement.id"


@pytest.fixture
def club(fresh: Server) -> Server:
    """A companion that knows four people."""
    store_in(fresh.instance).open("kalooki", {}, CLUB, 0, Form.of("openedbefore", []))
    return fresh


def sit(player: Player, *people: int) -> None:
    """Seat people of earlier tables."""
    for person in people:
        player.tap(f"#sit-{person}", f"body:not(:has(#sit-{person}))")


@pytest.mark.parametrize(("script", "size"), [(True, (320, 568)), (False, PHONE), (True, LAPTOP)])
def test_four_who_played_before_sit_down_and_start_with_a_tap_each(
    browser: Any, club: Server, script: bool, size: tuple[int, int]
) -> None:
    with phone(browser, club, size, script=script) as player:
        player.open("/new/kalooki")
        sit(player, 0, 1, 2, 3)
        player.tap("#deals-1", "#deals-1[aria-pressed=true]")
        assert player.text(".thumb .btn").replace("\n", "").replace(" ", "") == "Start·Bendeals9each"
        assert player.page.evaluate("document.documentElement.scrollWidth") <= size[0]
        player.tap(".thumb .btn", ".page-table")
        assert player.taps == 6
        assert "Ben" in player.text(".facts div:nth-child(2)")


@pytest.mark.handset(size=(360, 640))
def test_names_are_typed_opened_moved_and_taken_out_with_the_focus_where_the_next_letter_goes(player: Player) -> None:
    player.open("/new/kalooki")
    sit(player, 2, 0)
    assert player.page.evaluate(FOCUSED) == "open-1", "no keyboard opens after a tap"
    player.tap("#name2")
    for typed in ("Zoë", "", "Bem"):
        player.page.keyboard.type(typed)
        player.page.keyboard.press("Enter")
        player.see(f"#name{3 if typed != 'Bem' else 4}")
    assert player.page.evaluate(FOCUSED) == "name4"
    player.tap("#open-3", ".chair-open #name3")
    assert player.page.evaluate(FOCUSED) == "name3"
    player.page.fill("#name3", "Ben")
    player.page.mouse.click(4, 300)  # beside it
    player.see("#open-3:has-text('Ben')")
    player.tap("#open-3", "#up-3")
    player.tap("#up-3", "#up-2")
    assert player.page.evaluate(FOCUSED) == "up-2"
    player.tap("#open-1", "#stand-1")
    player.tap("#stand-1", "#sit-0")
    assert player.page.locator(".chair-name bdi").all_text_contents() == ["Cy", "Ben", "Zoë"]


@pytest.mark.handset(size=(360, 640))
@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
def test_seats_names_to_choose_from_and_house_rules_need_no_scrolling(player: Player, club: Server) -> None:
    store_in(club.instance).open("kalooki", {}, ("Emi", "Flora", "Gil"), 0, Form.of("openedlater", []))
    seated = [f"name{chair}={name}" for chair, name in enumerate((*CLUB, "Emi"))]
    for game in GAMES:
        for players in range(6):
            player.open(f"/new/{game}?{'&'.join(seated[:players])}")
            assert player.page.locator(".known .pill").count() == 7 - players
            assert player.page.evaluate("document.documentElement.scrollHeight") == 640, (game, players)


@pytest.mark.handset(size=(360, 640))
def test_the_dealers_long_name_leaves_the_button_beside_it_on_the_page(player: Player) -> None:
    player.open("/new/kalooki")
    player.page.fill("#name0", "Wolfeschlegelsteinhausenbergerdorff")
    player.page.keyboard.press("Enter")
    player.see("#open-0")
    player.tap("#sit-0", ".dealer-line")
    for width, _ in player.at_sizes((320, 568), (360, 640)):
        assert player.page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.handset(size=(360, 640))
def test_letters_choose_among_the_names_of_earlier_tables(player: Player) -> None:
    player.open("/new/kalooki")
    player.page.type("#name0", "e")
    shown = player.page.locator(".known .pill:visible bdi")
    assert shown.all_text_contents() == ["Ben", "Dee"]
    player.tap("#sit-3", "#open-0")
    assert player.page.locator(".chair-name bdi").all_text_contents() == ["Dee"]


def test_house_rules_are_stepped_and_switched_and_seats_wait_meanwhile(player: Player) -> None:
    player.open("/new/kalooki")
    sit(player, 0, 1, 2)
    player.tap("#rules-1", ".laws")
    assert player.page.evaluate("document.activeElement.textContent") == "House rules"
    player.tap("#house-calls")  # the sentence unfolds its paragraph, which stays open
    player.tap("#more-calls", ".changed #house-calls:has-text('standard: 3')")
    assert player.page.locator("details[open] .spoken").is_visible()
    assert player.page.evaluate(FOCUSED) == "more-calls"
    player.tap("#turn-twelve_early", "#turn-twelve_early[aria-checked=true]")
    assert player.page.locator(".thumb").bounding_box()["height"] <= 64
    player.tap(".thumb .primary", ".house-line:has-text('2 changed')")
    assert "Aki" in player.text(".chair") and "deals 12 each" in player.text(".thumb .btn")


def test_the_way_back_to_own_rules_is_in_view_from_the_foot_of_the_page(player: Player) -> None:
    player.open("/new/kalooki")
    for place in ("#rules-1", "#turn-twelve_early", "#book-ask", "#book-yes"):
        player.tap(place)
        player.see({"#rules-1": ".laws", "#turn-twelve_early": ".changed"}.get(place, "#book-yes, #take-back"))
    assert player.page.evaluate("scrollY") > 0
    assert player.page.locator("#take-back").bounding_box()["y"] >= 0


def test_a_title_that_a_page_opens_at_has_no_frame(player: Player) -> None:
    player.open("/new/contract-rummy?schedule=list")
    assert player.page.evaluate("document.activeElement.matches('h1:focus-visible')")
    assert player.page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "none"


def test_who_sits_down_and_the_house_rules_outlast_a_reload_and_the_way_back(player: Player) -> None:
    player.open("/")
    player.open("/new/kalooki")
    sit(player, 2, 0)
    player.tap("#deals-1", "#deals-1[aria-pressed=true]")
    player.page.reload()
    player.see("#deals-1[aria-pressed=true]")
    assert player.page.locator(".chair bdi").all_text_contents() == ["Cy", "Aki"]
    player.tap("#rules-1", ".house-form")
    player.tap("[name=pick][value=twelve-early]", "[name=pick][value=twelve-early][aria-pressed=true]")
    player.open("/")
    player.back(".chair:nth-child(2) bdi:has-text('Aki')")
    assert "Twelve" in player.text(".house-line small")
    player.tap("#sit-1", "#open-2")
    player.tap(".thumb .btn", ".page-table")
    player.open("/new/kalooki")
    player.have_all()
    assert player.page.locator(".chair-name").count() == 0, "the next table is another"


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_back_leads_from_the_house_rules_to_the_seats_and_from_the_paper_to_the_set_up(
    player: Player, script: bool
) -> None:
    player.open("/")
    player.open("/new/kalooki?paper=1")
    sit(player, 0, 1, 2)
    player.tap("#rules-1", ".house-form")
    player.tap("[name=pick][value=twelve-early]", "[name=pick][value=twelve-early][aria-pressed=true]")
    for _ in range(1 if script else 2):  # without script each tap is a page of the history
        player.page.go_back()
    player.see(".chair:nth-child(3) bdi:has-text('Cy')")
    if script:
        assert "Twelve" in player.text(".house-line small")
    player.tap("button[formaction$='/paper']", ".paper-table")
    player.page.fill("[name=d1s0]", "0")
    player.tap(".thumb .btn.primary", ".preview")
    player.back(".page-paper .paper-table")
    player.back(".page-setup ~ .thumb .btn:has-text('Enter the scores')")
    player.open("/new/kalooki")
    if script:
        player.see(".thumb .btn:has-text('Start')")  # the next table is not on paper


@pytest.mark.handset(size=(360, 640))
def test_a_schedule_is_put_together_by_touch_and_shown_on_the_table(player: Player) -> None:
    player.open("/new/contract-rummy")
    sit(player, 0, 1, 2)
    player.tap("#rules-1", ".deals-line:has-text('The seven deals')")
    player.tap("#schedule-list", ".chip-row .pill[aria-pressed=true]:has-text('The seven deals')")
    player.tap("#schedule-open-7", "#deal-remove")
    player.tap("#deal-remove", ".deals:not(:has(#schedule-open-7))")
    assert player.text(".chip-row .pill[aria-pressed=true]") == "My own"
    player.tap("#schedule-open-1", "#deal-more-runs")
    assert player.page.evaluate(FOCUSED) == "slip-title"
    player.tap("#deal-more-runs", ".melds-slip li:nth-child(3)")
    assert player.page.evaluate(FOCUSED) == "deal-more-runs"
    player.tap("#deal-later", "#slip-title:has-text('Deal 2')")
    assert player.page.evaluate(FOCUSED) == "deal-later"
    player.tap(".deal-sizes summary")
    for size in range(5, 8):
        player.press("#deal-more-runs-0", f".melds-slip li:nth-child(3) b:has-text('{size}')")
    for cards in range(9, 2, -1):
        player.press("#deal-less-cards", f"[aria-labelledby=step-cards] output:has-text('{cards}')")
    player.see(".fault:has-text('13 cards')")
    assert player.page.locator("#deal-done").is_disabled()
    player.tap("#deal-fix", "#deal-done:not([disabled])")
    player.back(".deals-form[data-depth='2']")
    assert player.page.evaluate(FOCUSED) == "schedule-open-2"
    player.type("[name=schedule_name]", "Grandma’s")
    assert player.page.evaluate("document.documentElement.scrollWidth") <= 360
    player.tap(".thumb .primary", ".deals-line:has-text('Grandma’s')")
    player.back(".house-line:has-text('Grandma’s')")
    player.tap(".thumb .btn", ".page-table")
    assert player.text(".melds").split() == ["3", "4"]


@pytest.mark.handset(size=(360, 640))
def test_prices_are_set_by_taps_and_are_a_preset_at_the_next_table(player: Player) -> None:
    player.open("/new/kalooki")
    sit(player, 0, 1, 2)
    player.tap("#rules-1", ".house-line")
    player.tap("#prices-list", ".prices")
    high = player.page.locator(".prices").bounding_box()
    player.tap("#prices-open-JK", "#slip-title:has-text('A joker costs')")
    player.tap("#quick-25", "#price-set:has-text('A joker costs 25')")
    player.tap(".another summary")
    player.type("[name=prices_figure]", "１７")
    player.see("#price-set:has-text('A joker costs 17')")
    player.type("[name=prices_figure]", "25")
    player.tap("#price-set", "#prices-open-JK.changed:has-text('25')")
    assert player.page.evaluate(FOCUSED) == "prices-open-JK"
    assert player.page.locator(".prices").bounding_box() == high, "no key has moved"
    player.type("[name=prices_name]", "Sunday")
    player.back(".house-line:has-text('Sunday')")
    player.back(".thumb .primary:has-text('Start')")
    player.tap(".thumb .primary", ".page-table")
    player.open("/new/kalooki")
    player.tap("#rules-1")
    player.tap(".preset:has-text('Sunday')", ".preset[aria-pressed=true]:has-text('saved by this table')")
    assert player.page.evaluate("document.documentElement.scrollWidth") <= 360
