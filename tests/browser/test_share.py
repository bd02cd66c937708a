"""Sharing in a real browser: a tap copies the text; without a clipboard the field is there to be selected."""

import re

import pytest

from tests.support.server import Server
from tests.support.stage import Staged
from tests.support.table import Player, played
from tests.support.wire import Wire, opened

SMALL = (320, 568)


@pytest.fixture(scope="module")
def over(served: Server) -> str:
    """A finished match."""
    table = f"/m/{opened(Wire(served.port), ('Aki', 'Ben', 'Wolfeschlegelsteinha'))}"
    played(served, table, [(number % 3, [20, 30 + number]) for number in range(1, 10)])
    return table


def test_a_tap_copies_the_text_and_says_so(player: Player, over: str) -> None:
    player.page.context.grant_permissions(["clipboard-write"])
    player.open(f"{over}/share")
    player.tap(".fold summary")
    player.page.locator("[data-copy]").first.click()
    player.see("[data-copy]:has-text('Copied')")
    told = player.page.locator("textarea").input_value()
    player.page.evaluate("document.body.append(Object.assign(document.createElement('textarea'), {id: 'pasted'}))")
    player.page.locator("#pasted").focus()
    player.page.keyboard.press("Control+V")
    assert player.page.locator("#pasted").input_value() == told and "Aki" in told


@pytest.mark.handset(size=SMALL)
def test_without_sharing_and_clipboard_the_field_is_selected_where_it_is_touched(player: Player, over: str) -> None:
    without = "for (const it of ['canShare', 'clipboard']) Object.defineProperty(navigator, it, {value: undefined})"
    player.page.add_init_script(f"{without}; document.queryCommandSupported = () => false")
    player.open(f"{over}/share")
    player.tap(".fold summary")
    assert player.page.locator(".takers", has=player.page.locator("[data-copy]")).first.is_hidden()
    player.page.locator("textarea").focus()
    selected = "document.activeElement.selectionEnd - document.activeElement.selectionStart"
    assert player.page.evaluate(selected) == len(player.page.locator("textarea").input_value())
    assert not player.page.evaluate("document.documentElement.scrollWidth > innerWidth")


@pytest.mark.handset(locale="ja-JP")
def test_the_picture_is_on_the_page_and_goes_by_the_phones_own_sharing(player: Player, over: str) -> None:
    sent = "navigator.canShare = () => true; navigator.share = async (what) => { window.sent = what.files[0]; }"
    player.page.add_init_script(sent)
    player.open(f"{over}/share")
    player.page.wait_for_function("document.querySelector('.result-picture').naturalHeight === 1350")
    player.see(".thumb .primary:has-text('画像を共有')")  # one black button
    player.page.locator("[data-send-picture]").click()
    assert player.page.evaluate("[sent.type, sent.size > 20000]") == ["image/png", True]
    assert re.fullmatch(r"[a-z-]+-\d{4}-\d\d-\d\d\.png", player.page.evaluate("sent.name"))


@pytest.mark.handset(at="on_network")
def test_over_plain_http_copy_works_and_what_https_adds_is_named(player: Player, networked: Staged) -> None:
    table = player.seat("kalooki", ("Aki", "Ben", "Cy"))
    player.sit_down(table, 1)
    played(networked, table, [(number % 3, [20, 30 + number]) for number in range(1, 10)])
    player.open(f"{table}/share")
    player.tap(".fold summary")
    player.tap("[data-copy]", "[data-copy]:has-text('Copied')")
    player.see("[data-no-share]:has-text('Better over https')")
