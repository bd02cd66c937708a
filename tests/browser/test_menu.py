"""The menu, a table of eight and the addresses in a real browser."""

import pytest

from companion.storage.store import Form
from tests.support.phone import fresh_key
from tests.support.server import Server
from tests.support.table import LAPTOP, PHONE, Player, store_in

EIGHT = ("Bartholomew", "Wolfeschlegel", "Cy", "Dee", "Emi", "Flora", "Gil", "Hana")


@pytest.mark.parametrize("script", [True, False])
@pytest.mark.handset(size=(360, 640))
def test_the_menu_closes_by_its_cross_by_a_tap_beside_it_and_by_escape(player: Player, script: bool) -> None:
    player.start("kalooki", EIGHT[:4])
    menu = player.page.locator(".sheet-menu")
    player.tap(".menu > summary")
    box = menu.bounding_box()
    assert box["y"] >= 48 and box["y"] + box["height"] <= 640 and box["x"] >= 8 and box["x"] + box["width"] <= 352
    player.tap(".menu > summary")
    assert not menu.is_visible()
    player.tap(".menu > summary")
    player.page.touchscreen.tap(150, 20)
    assert not menu.is_visible() and player.path.count("/") == 2, "what lies beside it is not pressed"
    if script:
        player.tap(".menu > summary")
        player.page.keyboard.press("Escape")
        assert not menu.is_visible()
        assert player.page.evaluate("document.activeElement.matches('.menu > summary')")


def test_the_menu_leads_to_the_appearance_and_back_and_to_its_endings(player: Player) -> None:
    table = player.start("kalooki", EIGHT[:4])
    player.tap(".menu > summary")
    player.tap(".tile:has-text('Appearance')", ".page-looks")
    player.tap(".looks [value=dark]", "html[data-theme=dark]")
    player.tap(".top .tool", ".page-table")
    assert player.path == table
    player.tap(".menu > summary")
    assert player.page.locator(".sheet-menu .tile:visible").count() == 7
    low = player.page.eval_on_selector_all(
        ".sheet-menu :is(a, button):not(p *)", "all => Math.min(...all.map(one => one.offsetHeight))"
    )
    assert low >= 48
    player.tap(".endings a:last-child", "main form")


@pytest.mark.handset(size=LAPTOP)
def test_a_table_of_eight_is_whole_above_the_bar_on_a_laptop(player: Player, served: Server) -> None:
    store = store_in(served.instance)
    player.open("/m/" + store.open("kalooki", {"packs": 4}, EIGHT, 0, Form.of(fresh_key(), [])))
    bar = player.page.locator(".thumb").bounding_box()["y"]
    for part in (".facts", ".seat:last-child"):
        box = player.page.locator(part).bounding_box()
        assert box["y"] + box["height"] <= bar, part
    player.open(f"{player.path}/tv")
    assert "in stock" in player.text(".dealt")


def test_a_code_and_an_address_are_each_on_one_line(player: Player) -> None:
    lines = "found => found.filter(e => e.getClientRects().length > 1 || e.offsetHeight > 60).map(e => e.textContent)"
    path = player.seat("kalooki", EIGHT[:3])
    player.open(f"{path}/phones")
    assert player.page.locator(".door-code, .address-small span").evaluate_all(lines) == []
    player.open("/")
    player.page.evaluate(
        """document.querySelector('main').insertAdjacentHTML('beforeend',
           '<div class="deal-card invite"><p class="address">http://192.168.178.122:56130</p></div>')"""
    )
    box, card = (player.page.locator(one).last.bounding_box() for one in (".address", ".invite"))
    assert box["height"] < 40 and box["x"] >= card["x"] and box["width"] <= card["width"]
    assert player.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
