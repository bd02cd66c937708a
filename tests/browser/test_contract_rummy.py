"""A match of Contract Rummy by touch, from the preset to the winner: buys, a ruling, laying off, a correction."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games import GAMES
from companion.rules.deals import Deal
from companion.storage.store import Form
from tests.support.server import Server
from tests.support.table import Player, phone, store_in
from tests.support.wire import Wire, booked

CLUB = ("Aki", "Ben", "Cy")
SMALL = (360, 640)
GAME = GAMES["contract-rummy"]


@pytest.fixture
def family(tmp_path: Path) -> Iterator[Server]:
    """A companion that knows three people."""
    store = store_in(tmp_path)
    store.open("kalooki", {}, CLUB, 0, Form.of("openedbefore", []))
    store.engine.dispose()
    served = Server(tmp_path).start()
    yield served
    served.kill()


def test_a_match_of_a_preset_is_played_to_its_end(browser: Any, family: Server) -> None:
    game = GAME.with_house_rules({"preset": "shanghai"}, len(CLUB))
    with phone(browser, family, SMALL) as player:
        player.open("/new/contract-rummy")
        for person in range(len(CLUB)):
            player.tap(f"#sit-{person}")
            player.see(f"#sit-{person}[aria-pressed=true]")
        player.tap(".house-line")
        player.tap("#pick-shanghai")
        player.see("#pick-shanghai[aria-pressed=true]")
        player.tap(".thumb .btn.primary")
        player.see("#sit-0")
        player.tap(".thumb .btn.primary")
        player.see(".page-table")
        table = player.page.url.removeprefix(player.address)
        player.tap(".thumb a[href$='/calls']")
        player.tap(".only-call .pick[formaction$='/calls/1']")
        player.see(".seat:has-text('Ben') .pips .on")
        player.open(f"{table}/referee/lay-down?seat=2&deal=1&melds=8S+8H+8D&melds=KS+KH+KD&judge=1")
        player.see(".verdict:has-text('Yes')")
        player.tap("button[name='mark'][value='2']")
        player.see(".seat:has-text('Cy') .down")
        player.open(f"{table}/referee/track-on?seat=2&meld=5S+6S+7S+JK&cards=9S&end=top&laid_down=yes&judge=1")
        player.see(".verdict:has-text('Yes')")
        player.open(table)
        for deal in game.deals[:1]:
            player.see(f".page-table:has-text('of {len(game.deals)}')")
            player.deal_over(0)
            for name in CLUB[1:]:
                player.by_totals()
                player.count(name, total=points(deal))
            player.book()
            corrected(player, table)
        wire = Wire(family.port)
        for deal in game.deals[1:]:
            booked(wire, table, deal.number, 0, [points(deal)] * 2)
        wire.close()
        player.see(".page-result:has-text('Aki wins')")
        total = sum(map(points, game.deals))
        assert str(total) in player.text("main") and str(total + 10) in player.text("main")


def points(deal: Deal) -> int:
    """Return the points of a hand that is possible in that deal; in the last one nobody who counts has laid down."""
    return 60 + 5 * deal.number


def corrected(player: Player, table: str) -> None:
    """Correct Ben's first hand from 65 points to 75."""
    player.open(f"{table}/correct/1/1")
    player.by_totals()
    for digit in "75":
        player.tap(f"button[name='digit'][value='{digit}']")
    player.tap(".pad-next")
    player.tap("button[name='reason']:has-text('digits swapped')")
    player.see(".slip-cell .earlier")
    player.open(table)
    player.see(".page-table")
    assert player.figures(".seat-total") == [0, 75, 65]
