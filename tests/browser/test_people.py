"""Seating in a real browser: a list to read, and a change is a tap on a name and a tap on the kind of change."""

import pytest

from tests.support.evenings import a_match_of
from tests.support.server import Server
from tests.support.table import Player, store_in

FAMILY = ["Aki", "Ben", "Cy", "Dee"]


def names(player: Player) -> list[str]:
    """Return the names in seating order."""
    return [text.strip() for text in player.page.locator(".person:not(.person-new) bdi").all_text_contents()]


@pytest.mark.handset(size=(360, 640))
def test_two_change_places_and_one_leaves_with_a_few_taps_each(player: Player) -> None:
    player.open(player.seat("kalooki", FAMILY) + "/people")
    player.taps = 0
    player.tap("#seat-1")
    player.tap(".slip .pill[value='3']", ".page-people:not([inert])")
    assert (player.taps, names(player)) == (2, ["Aki", "Dee", "Cy", "Ben"])
    player.tap("#seat-2")
    player.tap(".slip-folds li:last-child summary")
    player.tap("button[name='leaves']", ".page-people:not([inert])")
    assert (player.taps, names(player)) == (5, ["Aki", "Dee", "Ben", "Cy"])
    assert player.text("#seat-2 .tag") == "has left"


def test_a_slip_that_is_closed_leads_back_to_the_name_it_was_opened_on(player: Player) -> None:
    player.open(player.seat("kalooki", FAMILY) + "/people")
    for name in ("#seat-1", "#seat-new"):
        player.page.focus(name)
        player.page.keyboard.press("Enter")
        player.see("#slip-title:focus")
        player.page.keyboard.press("Escape")
        player.see(f".page-people:not([inert]) {name}:focus")


def test_a_changed_name_is_shown_at_once_though_the_page_stays(player: Player, served: Server) -> None:
    a_match_of(store_in(served.instance), "Carla", "Ben")
    player.open("/players?name=Carla")
    for name in ("Karla", "Karola"):
        player.type(".name-line:has([type=hidden][value=joined]) input[name=other]", name)
        player.tap(".name-line:has(input[name=other]:not([type=hidden])) .btn", f"h1:has-text('{name}')")
