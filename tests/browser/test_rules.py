"""The rules in a browser: beside their contents if there is room, in folded chapters on a phone."""

import pytest

from companion.games import GAMES
from tests.support.table import LAPTOP, Player

NARROW = (320, 568)  # CSS pixels
HERE = ".contents [aria-current='true']"


def unfolded(player: Player) -> list[bool]:
    """Return whether each chapter is unfolded."""
    return list(player.page.locator(".chapter").evaluate_all("all => all.map(one => one.open)"))


@pytest.mark.handset(size=LAPTOP)
def test_the_contents_show_the_chapter_that_is_read(player: Player) -> None:
    player.open("/rules/kalooki")
    assert all(unfolded(player)) and player.text(HERE).startswith("How to play")
    for chapter in ("Melds", "Calling", "Keeping score"):
        player.tap(f".contents a:has-text('{chapter}')", f"{HERE}:has-text('{chapter}')")
        assert player.page.locator(HERE).count() == 1
    player.page.evaluate("scrollTo(0, 0)")
    player.see(f"{HERE}:has-text('How to play')")


def test_a_rule_that_is_cited_lies_in_an_open_chapter(player: Player) -> None:
    player.open("/rules/kalooki#K11")
    assert player.page.locator("#K11 .example.good").is_visible()
    assert unfolded(player).count(True) == 1
    top, bar = player.boxes("#K11", ".top")
    assert top["y"] >= bar["y"] + bar["height"], "it lies under the title"


@pytest.mark.handset(size=NARROW)
def test_no_example_is_wider_than_its_card(player: Player) -> None:
    wider = "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent.trim())"
    for game in GAMES:
        player.open(f"/rules/{game}")
        player.page.locator(".chapter").evaluate_all("all => all.forEach(one => (one.open = true))")
        for size in player.at_sizes(NARROW, LAPTOP):
            assert player.page.locator(".example").evaluate_all(wider) == [], (game, size)
            assert player.page.evaluate("document.documentElement.scrollWidth") <= size[0], (game, size)
