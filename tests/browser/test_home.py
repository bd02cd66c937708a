"""Home on real phones: a first visit, and a club with a history, above a bar of one row."""

import pytest

from companion.games import GAMES
from tests.browser.test_bar import MEASURE, SHORT, SMALL
from tests.support.evenings import demo_matches
from tests.support.server import Server
from tests.support.table import PHONE, Player, store_in

GAMES_SHOWN = ".offer, .game"


@pytest.fixture
def club(fresh: Server) -> Server:
    """A companion with finished matches and one running match of each game."""
    demo_matches(store_in(fresh.instance), 8, 7)
    return fresh


@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
@pytest.mark.handset(at="fresh")
def test_the_bar_of_home_is_one_row_of_three_words_each_said_once(player: Player, locale: str) -> None:
    words = {"en-GB": ["Join", "Referee", "Rules"], "ja-JP": ["参加", "審判", "ルール"]}[locale]
    player.open("/")
    for _ in player.at_sizes(SMALL, SHORT, PHONE):
        seen = player.page.evaluate(MEASURE)
        assert seen["bar"] <= 64 and seen["low"] >= 48 and seen["words"] == words
        assert (seen["rows"], seen["cut"], seen["sideways"]) == (1, 0, 0)
        assert player.page.locator(GAMES_SHOWN).count() == len(GAMES)


@pytest.mark.handset(at="club")
def test_a_club_finds_what_it_plays_and_what_it_played(player: Player) -> None:
    player.open("/")
    for _ in player.at_sizes(SMALL, SHORT, PHONE):
        seen = player.page.evaluate(MEASURE)
        assert (seen["rows"], seen["cut"], seen["sideways"]) == (1, 0, 0)
    assert player.page.locator(GAMES_SHOWN).count() == len(GAMES)
    assert player.page.locator(".rows-bare a").count() == len(GAMES) - 1  # all running ones but the one to resume
    heights = player.page.eval_on_selector_all(".rows-bare a", "found => found.map(one => one.offsetHeight)")
    assert all(height == 56 for height in heights)


FIGURES_OVER = """[...document.querySelectorAll(".figures dd")].map(one => {
  one.firstChild.data = "204";
  const words = document.createRange(); words.selectNodeContents(one);
  return words.getBoundingClientRect().right - one.parentNode.getBoundingClientRect().right;
})"""  # how far a figure of three digits goes beyond its place, in CSS pixels


@pytest.mark.handset(at="club")
def test_an_export_of_hundreds_of_matches_is_counted_within_the_card(player: Player) -> None:
    player.open("/keep")
    export = player.page.request.get(f"{player.address}/keep/export").body()
    player.page.locator("details:has([type=file]) summary").click()
    file = {"name": "export.jsonl.gz", "mimeType": "application/gzip", "buffer": export}
    player.page.locator("[type=file]").set_input_files(files=[file])
    player.tap("form:has([type=file]) button", ".figures")
    assert max(player.page.evaluate(FIGURES_OVER)) <= 0
