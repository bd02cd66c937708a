"""Engines without the newest web features, like Safari 16.0: an answer is a button, and it arrives."""

from typing import Any

from tests.support.stage import Staged
from tests.support.table import phone
from tests.support.wire import Wire, doors, opened

FAMILY = ("Aki", "Ben", "Cy", "Dee")
WITHOUT = """
  const Known = FormData;
  window.FormData = class extends Known { constructor(form) { super(form); } };  // without the button
  delete AbortSignal.timeout;
  delete HTMLFormElement.prototype.requestSubmit;
"""


def test_an_older_engine_marks_calls_says_who_went_out_and_sends_its_hands(browser: Any, networked: Staged) -> None:
    wire = Wire(networked.port)
    table = f"/m/{opened(wire, FAMILY)}"
    with phone(browser, networked) as player:
        player.page.add_init_script(WITHOUT)
        player.open(table)
        player.tap(".thumb a[href$='/calls']")
        player.tap(".only-call .pick[formaction$='/calls/2']")
        player.see(".seat:has-text('Cy') .pips .on")
        player.tap(".thumb a[href$='/calls']")
        player.tap(".slip .modes label:nth-of-type(2)")
        player.tap(".only-down .pick[formaction$='/calls/2']")
        player.see(".seat:has-text('Cy') .down")
        player.deal_over(0)
        player.count("Ben", ["10"] * 9, go_on=False)  # after a complete hand the pad goes on automatically
        player.count("Cy", ["7", "7"])
        player.by_totals()
        player.count("Dee", total=30)
        player.book()
        assert player.figures(".seat-total") == [0, 90, 14, 30]
    wire.close()


def test_an_older_engine_joins_by_a_link_and_takes_a_seat(browser: Any, networked: Staged) -> None:
    wire = Wire(networked.port)
    door, _ = doors(wire, opened(wire, FAMILY))
    with phone(browser, networked.on_network) as player:  # type: ignore[arg-type]
        player.page.add_init_script(WITHOUT)
        player.open(f"/join#{door}")
        player.tap(".join button[value='2']")
        player.see(".page-welcome")
        player.tap(".thumb .btn.primary")
        assert player.text(".seat.own .seat-name").startswith("Cy")
    wire.close()
