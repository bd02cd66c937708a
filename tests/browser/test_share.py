"""Sharing in a real browser: a tap copies the text; without a clipboard the field is there to be selected."""

import re
from typing import Any

import pytest

from tests.support.server import Server
from tests.support.stage import Staged
from tests.support.table import PHONE, phone, played
from tests.support.wire import Wire, opened

SMALL = (320, 568)


@pytest.fixture(scope="module")
def over(browser: Any, served: Server) -> tuple[Any, Server, str]:
    """A browser, a companion, and a finished match of it."""
    host = Wire(served.port)
    table = f"/m/{opened(host, ('Aki', 'Ben', 'Wolfeschlegelsteinha'))}"
    played(served, table, [(number % 3, [20, 30 + number]) for number in range(1, 10)])
    host.close()
    return browser, served, table


def test_a_tap_copies_the_text_and_says_so(over: Any) -> None:
    browser, served, path = over
    with phone(browser, served, PHONE) as player:
        player.page.context.grant_permissions(["clipboard-write"])
        player.open(f"{path}/share")
        player.tap(".fold summary")
        player.page.locator("[data-copy]").first.click()
        player.see("[data-copy]:has-text('Copied')")
        told = player.page.locator("textarea").input_value()
        player.page.evaluate("document.body.append(Object.assign(document.createElement('textarea'), {id: 'pasted'}))")
        player.page.locator("#pasted").focus()
        player.page.keyboard.press("Control+V")
        assert player.page.locator("#pasted").input_value() == told and "Aki" in told


def test_without_sharing_and_clipboard_the_field_is_selected_where_it_is_touched(over: Any) -> None:
    browser, served, path = over
    with phone(browser, served, SMALL) as player:
        without = "for (const it of ['canShare', 'clipboard']) Object.defineProperty(navigator, it, {value: undefined})"
        player.page.add_init_script(f"{without}; document.queryCommandSupported = () => false")
        player.open(f"{path}/share")
        player.tap(".fold summary")
        assert player.page.locator(".takers", has=player.page.locator("[data-copy]")).first.is_hidden()
        player.page.locator("textarea").focus()
        selected = "document.activeElement.selectionEnd - document.activeElement.selectionStart"
        assert player.page.evaluate(selected) == len(player.page.locator("textarea").input_value())
        assert not player.page.evaluate("document.documentElement.scrollWidth > innerWidth")


def test_the_picture_is_on_the_page_and_goes_by_the_phones_own_sharing(over: Any) -> None:
    browser, served, path = over
    with phone(browser, served, PHONE, locale="ja-JP") as player:
        sent = "navigator.canShare = () => true; navigator.share = async (what) => { window.sent = what.files[0]; }"
        player.page.add_init_script(sent)
        player.open(f"{path}/share")
        player.page.wait_for_function("document.querySelector('.result-picture').naturalHeight === 1350")
        player.see(".thumb .primary:has-text('画像を共有')")  # one black button
        player.page.locator("[data-send-picture]").click()
        assert player.page.evaluate("[sent.type, sent.size > 20000]") == ["image/png", True]
        assert re.fullmatch(r"[a-z-]+-\d{4}-\d\d-\d\d\.png", player.page.evaluate("sent.name"))


def test_over_plain_http_copy_works_and_what_https_adds_is_named(browser: Any, networked: Staged) -> None:
    with phone(browser, networked.on_network) as player:  # type: ignore[arg-type]
        table = player.seat("kalooki", ("Aki", "Ben", "Cy"))
        player.sit_down(table, 1)
        played(networked, table, [(number % 3, [20, 30 + number]) for number in range(1, 10)])
        player.open(f"{table}/share")
        player.tap(".fold summary")
        player.tap("[data-copy]")
        player.see("[data-copy]:has-text('Copied')")
        player.see("[data-no-share]:has-text('Better over https')")
