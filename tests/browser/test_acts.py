"""May I, right now? Tapping a fact changes the answers; the screen is two taps from the table."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.server import Server
from tests.support.table import Player, phone

NAMES = ("Aki", "Ben", "Cy", "Dee")
SMALL = (360, 640)  # CSS pixels, with the address bar shown


@pytest.fixture
def player(browser: Any, served: Server) -> Iterator[Player]:
    """A small phone at a table of Kalooki."""
    with phone(browser, served, SMALL) as player:
        player.table = player.start("kalooki", NAMES)  # type: ignore[attr-defined]
        yield player


def act(name: str, answer: str) -> str:
    """Return the row of an act that begins with that answer."""
    return f".may-do li:has(b:text-is('{name}')):has(p:text('{answer}'))"


def test_whether_ben_may_call_takes_three_taps_and_the_mark_a_fourth(player: Player) -> None:
    player.tap(".thumb a[href*='/referee']")
    player.tap(".who-asks a:has-text('Ben')")
    player.see(".who-asks [aria-current]:has-text('Ben')")
    player.tap(".ask-tile[href*='/may-i']")
    player.see(act("Call", "Yes."))
    assert player.taps == 3
    bottom = player.page.locator(".may").bounding_box()
    assert bottom["y"] + bottom["height"] <= SMALL[1], "all is in view"
    player.tap(".mark-down .btn")
    player.see(".page-table")
    assert "Ben called the discard." in player.text(".card-foot")


def test_a_fact_that_is_tapped_changes_the_answers_at_once_and_stays(player: Player) -> None:
    player.open(f"{player.table}/may-i?seat=1")  # type: ignore[attr-defined]
    player.tap(".fact:has-text('Plays next')")
    player.see(act("Take the discard", "Yes."))
    player.see(act("Call", "No."))
    player.tap(".fact:has-text('Has laid down')")
    player.see(act("Take the discard", "No."))
    player.see(act("Track on, once drawn", "Yes."))
    assert player.page.evaluate("document.activeElement.name") == "laid_down", "the focus stays where the finger was"
    player.page.reload()
    player.see(act("Track on, once drawn", "Yes."))
    assert player.page.locator(".fact :checked").count() == 2
