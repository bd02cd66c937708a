"""The core of an evening in Safari's engines, of today and of 16.0; Chromium plays it in every other file.

What engines do with a page that is returned to is in test_webkit.py."""

import pytest

from tests.browser.webkit import SafariPhone
from tests.support.server import Server
from tests.support.wire import booked, counted

pytestmark = [pytest.mark.browser, pytest.mark.file]  # the kind of database makes no difference to an engine
FAMILY = ("Aki", "Ben", "Cy", "Dee")
UNDO = ".card-foot button:has-text('Undo')"


def test_calls_and_a_deal_are_booked_taken_back_and_corrected(iphone: SafariPhone) -> None:
    table = iphone.seat("kalooki", FAMILY)
    iphone.open(table)
    iphone.tap(".thumb a[href$='/calls']")
    iphone.tap(".only-call .pick[formaction$='/calls/2']", ".seat:has-text('Cy') .pips .on")
    iphone.tap(".thumb a[href$='/calls']")
    iphone.tap(".slip .modes label:nth-of-type(2)")
    iphone.tap(".only-down .pick[formaction$='/calls/2']", ".seat:has-text('Cy') .down")
    iphone.deal_over(0)
    iphone.count("Ben", ["10"] * 9, go_on=False)  # after a complete hand the pad goes on automatically
    iphone.count("Cy", ["7", "7"])
    iphone.see("#whose:has-text('Dee')")
    iphone.by_totals()
    iphone.count("Dee", total=30)
    iphone.book()
    assert iphone.figures(".seat-total") == [0, 90, 14, 30]
    iphone.tap(UNDO, ".thumb a[href$='/deals/1/count']")
    iphone.tap(".thumb a[href$='/deals/1/count']")
    iphone.book()
    assert iphone.figures(".seat-total") == [0, 90, 14, 30]
    iphone.open(f"{table}/correct/1/3")
    iphone.by_totals()
    iphone.digits("31")
    iphone.tap(".pad-next", ".page-sheet")
    iphone.open(table)
    iphone.see(".page-table")
    assert iphone.figures(".seat-total") == [0, 90, 14, 31]


def test_what_another_phone_books_appears(iphone: SafariPhone) -> None:
    table = iphone.seat("kalooki", FAMILY)
    iphone.open(table)
    iphone.see(".page-table")
    booked(iphone.wire, table, 1, 0, [25, 7, 101])
    iphone.see(".seat:has-text('Dee') .seat-total:has-text('101')")
    assert iphone.figures(".seat-total") == [0, 25, 7, 101]


def test_a_booking_tapped_while_the_host_is_away_is_booked_once(iphone: SafariPhone, served: Server) -> None:
    table = iphone.seat("kalooki", FAMILY)
    counted(iphone.wire, table, 1, 0, [25, 7, 101])
    iphone.open(f"{table}/deals/1/count")
    iphone.see(".review")
    served.kill()
    iphone.tap(".thumb-book .btn.primary", ".outbox:not([hidden])")
    served.start()
    iphone.see(".page-table .seat-total")
    assert iphone.figures(".seat-total") == [0, 25, 7, 101]
    iphone.open(f"{table}/sheet")
    iphone.see("tbody td a b")
    assert len(iphone.figures("tbody td a b")) == 4


def test_a_lay_down_is_judged_and_the_rules_are_searched(iphone: SafariPhone) -> None:
    iphone.open("/rules/kalooki/referee/four")
    for card in ("5H", "6H", "JK", "8H"):
        iphone.tap(f".cardgrid [data-card='{card}']")
    iphone.tap(".thumb-ask .btn", "#ruling h2:has-text('Yes')")
    iphone.open("/rules/kalooki")
    iphone.type("#q", "take a joker into my hand")
    iphone.tap(".find button", ".best-hit")
