"""The core of an evening in Safari's engines, of today and of 16.0; Chromium plays it in every other file.

What engines do with a page that is returned to is in test_webkit.py."""

import pytest

from tests.browser.webkit import SafariPhone
from tests.support.server import Server
from tests.support.wire import booked, counted

pytestmark = [pytest.mark.browser, pytest.mark.file]  # the kind of database makes no difference to an engine
FAMILY = ("Aki", "Ben", "Cy", "Dee")
UNDO = ".card-foot button:has-text('Undo')"


@pytest.fixture(params=["older_safari", "safari"])
def handset(request: pytest.FixtureRequest) -> SafariPhone:
    """A phone at the served companion, in each engine."""
    found: SafariPhone = request.getfixturevalue(request.param)
    return found


def test_calls_and_a_deal_are_booked_taken_back_and_corrected(handset: SafariPhone) -> None:
    table = handset.seat("kalooki", FAMILY)
    handset.open(table)
    handset.tap(".thumb a[href$='/calls']")
    handset.tap(".only-call .pick[formaction$='/calls/2']")
    handset.see(".seat:has-text('Cy') .pips .on")
    handset.tap(".thumb a[href$='/calls']")
    handset.tap(".slip .modes label:nth-of-type(2)")
    handset.tap(".only-down .pick[formaction$='/calls/2']")
    handset.see(".seat:has-text('Cy') .down")
    handset.deal_over(0)
    handset.count("Ben", ["10"] * 9, go_on=False)  # after a complete hand the pad goes on automatically
    handset.count("Cy", ["7", "7"])
    handset.see("#whose:has-text('Dee')")
    handset.by_totals()
    handset.count("Dee", total=30)
    handset.book()
    assert handset.figures(".seat-total") == [0, 90, 14, 30]
    handset.tap(UNDO)
    handset.see(".thumb a[href$='/deals/1/count']")
    handset.tap(".thumb a[href$='/deals/1/count']")
    handset.book()
    assert handset.figures(".seat-total") == [0, 90, 14, 30]
    handset.open(f"{table}/correct/1/3")
    handset.by_totals()
    handset.digits("31")
    handset.tap(".pad-next")
    handset.see(".page-sheet")
    handset.open(table)
    handset.see(".page-table")
    assert handset.figures(".seat-total") == [0, 90, 14, 31]


def test_what_another_phone_books_appears(handset: SafariPhone) -> None:
    table = handset.seat("kalooki", FAMILY)
    handset.open(table)
    handset.see(".page-table")
    booked(handset.wire, table, 1, 0, [25, 7, 101])
    handset.see(".seat:has-text('Dee') .seat-total:has-text('101')")
    assert handset.figures(".seat-total") == [0, 25, 7, 101]


def test_a_booking_tapped_while_the_host_is_away_is_booked_once(handset: SafariPhone, served: Server) -> None:
    table = handset.seat("kalooki", FAMILY)
    counted(handset.wire, table, 1, 0, [25, 7, 101])
    handset.open(f"{table}/deals/1/count")
    handset.see(".review")
    served.kill()
    handset.tap(".thumb-book .btn.primary")
    handset.see(".outbox:not([hidden])")
    served.start()
    handset.see(".page-table .seat-total")
    assert handset.figures(".seat-total") == [0, 25, 7, 101]
    handset.open(f"{table}/sheet")
    handset.see("tbody td a b")
    assert len(handset.figures("tbody td a b")) == 4


def test_a_lay_down_is_judged_and_the_rules_are_searched(handset: SafariPhone) -> None:
    handset.open("/rules/kalooki/referee/four")
    for card in ("5H", "6H", "JK", "8H"):
        handset.tap(f".cardgrid [data-card='{card}']")
    handset.tap(".thumb-ask .btn")
    handset.see("#ruling h2:has-text('Yes')")
    handset.open("/rules/kalooki")
    handset.type("#q", "take a joker into my hand")
    handset.tap(".find button")
    handset.see(".best-hit")
