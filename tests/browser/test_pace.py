"""Poll interval: short while something happens, longer once nothing does, and as the server asks."""

import pytest

from companion.web.guard.security import MARK
from tests.support.table import Player

TICK = 800  # ms, as static/live.js has it
QUIET = 125_000  # ms without news, longer than the time after which phones slow down
BUSY = {MARK: "1", "Retry-After": "20"}
FAMILY = ["Aki", "Ben", "Cy"]


def noted(player: Player) -> list[str]:
    """Return a growing list of the polls of the table."""
    looks: list[str] = []
    player.page.on("request", lambda asked: looks.append(asked.url) if "/board?" in asked.url else None)
    return looks


def passed(player: Player, looks: list[str], seconds: float) -> int:
    """Return the number of polls in this many seconds of the page's clock."""
    before = len(looks)
    for _ in range(round(seconds * 1000 / TICK)):
        player.page.clock.run_for(TICK)
        answered(player)
    return len(looks) - before


def answered(player: Player) -> None:
    """Wait until no poll is in flight."""
    for _ in range(100):
        player.page.wait_for_timeout(20)  # ms
        if not player.page.locator("[data-live].htmx-request").count():
            return


@pytest.mark.handset(quiet=False)
def test_where_nothing_happens_a_phone_looks_less_often_and_at_once_when_it_is_touched(player: Player) -> None:
    player.page.clock.install()
    player.start("kalooki", FAMILY)
    looks = noted(player)
    assert passed(player, looks, 8) >= 8
    player.page.clock.run_for(QUIET)
    answered(player)
    assert 1 <= passed(player, looks, 8) <= 4
    before = len(looks)
    player.page.locator(".deal-head h2").tap()
    answered(player)
    assert len(looks) > before
    assert passed(player, looks, 8) >= 8


@pytest.mark.handset(quiet=False)
def test_a_busy_host_is_left_alone_as_long_as_it_asks_for(player: Player) -> None:
    player.page.clock.install()
    player.start("kalooki", FAMILY)
    looks = noted(player)
    player.page.route("**/board?*", lambda route: route.fulfill(status=503, headers=BUSY), times=1)
    assert passed(player, looks, 16) == 1
    assert player.figures(".seat-total") == [0, 0, 0], "what was shown stays"
    assert passed(player, looks, 12) >= 5
