"""From paper on a phone: the set-up leads to a table to fill in, faults are said there, and the result follows."""

from typing import Any

import pytest

from tests.support.table import Player, Served, phone

SUMS = "[...document.querySelectorAll('.paper-table output')].map(sum => sum.value)"


def fill(player: Player, lines: list[tuple[int, ...]]) -> None:
    """Type lines of points."""
    for deal, line in enumerate(lines, 1):
        for seat, points in enumerate(line):
            player.page.fill(f"[name=d{deal}s{seat}]", str(points))


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_match_on_paper_becomes_a_result(browser: Any, fresh: Served, script: bool) -> None:
    with phone(browser, fresh, (360, 640), script=script) as player:
        player.seat("three-thirteen", ("Aki", "Ben", "Cy"))
        player.open("/new/three-thirteen")
        for person in range(3):
            player.tap(f"#sit-{person}")
            player.see(f"#sit-{person}[aria-pressed=true]")
        player.tap("button[formaction$='/paper']")
        player.see(".paper-table")
        player.page.fill("[name=day]", "2026-10-03")
        fill(player, [(0, 9999, 30), (5, 0, 15)])
        if script:
            assert player.page.evaluate(SUMS) == ["5", "9999", "45"]
        assert player.page.evaluate("document.documentElement.scrollWidth") <= 360
        player.tap(".thumb .btn.primary")
        player.see("#fault-d1s1")
        assert all("422" in line for line in player.complaints)
        player.complaints.clear()
        player.page.fill("[name=d1s1]", "12")
        player.tap(".thumb .btn.primary")
        player.see(".page-result")
        assert player.text(".winner h2") == "Aki wins"
        assert "3 Oct" in player.text(".result")
