"""Home on real phones: a first visit, and a club with a history, above a bar of one row."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.demo import played
from companion.games import GAMES
from tests.support.server import Server
from tests.support.table import PHONE, phone, store_in

SMALL, SHORT = (320, 568), (360, 640)
MEASURE = """() => {
  const buttons = [...document.querySelectorAll(".thumb .btn")];
  const box = (one) => one.getBoundingClientRect();
  return {
    bar: box(document.querySelector(".thumb")).height,
    words: buttons.map((one) => one.innerText.trim()),
    low: Math.min(...buttons.map((one) => box(one).height)),
    rows: new Set(buttons.map((one) => Math.round(box(one).top))).size,
    cut: buttons.filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > 50).length,
    sideways: document.documentElement.scrollWidth - innerWidth,
    shown: document.querySelectorAll(".offer, .game").length,
  };
}"""


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Server]:
    """A companion with finished matches and one running match of each game."""
    store = store_in(tmp_path)
    list(played(store, 8, 7))
    store.engine.dispose()
    served = Server(tmp_path).start()
    yield served
    served.kill()


def measured(browser: Any, served: Server, locale: str) -> list[dict[str, Any]]:
    """Return the measurements of home for each phone size."""
    with phone(browser, served, locale=locale) as player:
        player.open("/")
        return [player.page.evaluate(MEASURE) for _ in player.at_sizes(SMALL, SHORT, PHONE)]


@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
def test_the_bar_of_home_is_one_row_of_three_words_each_said_once(browser: Any, fresh: Server, locale: str) -> None:
    words = {"en-GB": ["Join", "Referee", "Rules"], "ja-JP": ["参加", "審判", "ルール"]}[locale]
    for seen in measured(browser, fresh, locale):
        assert seen["bar"] <= 64 and seen["low"] >= 48 and seen["words"] == words
        assert (seen["rows"], seen["cut"], seen["sideways"], seen["shown"]) == (1, 0, 0, len(GAMES))


def test_a_club_finds_what_it_plays_and_what_it_played(browser: Any, club: Server) -> None:
    for seen in measured(browser, club, "en-GB"):
        assert (seen["rows"], seen["cut"], seen["sideways"], seen["shown"]) == (1, 0, 0, len(GAMES))
    with phone(browser, club) as player:
        player.open("/")
        assert player.page.locator(".rows-bare a").count() == len(GAMES) - 1  # all running ones but the one to resume
        heights = player.page.eval_on_selector_all(".rows-bare a", "found => found.map(one => one.offsetHeight)")
        assert all(height == 56 for height in heights)
