"""Cards counted as left over that could be laid out for nothing (T17): a warning if certain, never a refusal."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.games import GAMES
from companion.rules.game import Game
from companion.sheet import review
from companion.storage.store import Store
from tests.support.phone import Phone
from tests.support.server import Server
from tests.support.table import phone

GAME = GAMES["three-thirteen"]
JOKERS = GAME.with_house_rules({"jokers": 2}, 4)
COURTS = GAME.with_house_rules({"court_points": True}, 4)


def asked(tokens: str, number: int = 1, game: Game = GAME) -> str:
    """Return the warning about cards left over in a round, in words."""
    return str(game.missed_meld(game.deal(number), game.keys(game.deal(number)).read(tokens)) or "")


@pytest.mark.parametrize(
    ("tokens", "number", "game"),
    [
        ("A A A", 1, GAME),
        ("3 3 9", 1, GAME),
        ("7 7 JK", 2, JOKERS),
        ("2 4 7 7S 7", 3, GAME),
        ("K K K", 2, GAME),
        ("10 10 10", 2, COURTS),
    ],
)
def test_cards_of_one_rank_are_a_group_whatever_their_suits(tokens: str, number: int, game: Game) -> None:
    assert "make a group and would cost 0" in asked(tokens, number, game)


@pytest.mark.parametrize("tokens", ["4S 5S 6S", "4S 3 6S", "2 4S 5S 6S"])
def test_cards_with_their_suits_may_be_a_run(tokens: str) -> None:
    assert "make a run and would cost 0" in asked(tokens, 1)


@pytest.mark.parametrize(
    ("tokens", "number"),
    [("", 1), ("A A 2", 1), ("4 5 6", 1), ("10 10 10", 1), ("7 7 3", 2), ("JK", 1)],
)
def test_what_is_not_sure_is_not_asked(tokens: str, number: int) -> None:
    assert asked(tokens, number, JOKERS if "JK" in tokens else GAME) == ""


def test_the_review_asks_and_leads_to_the_best_and_it_is_booked_all_the_same(
    client: Phone, store: Store, match: Callable[..., str]
) -> None:
    code = match("three-thirteen")
    client.post(f"/m/{code}/deals/1/end", out=0)
    for seat, cards in ((1, "A A A"), (2, "A A 2"), (3, "4 9 K")):
        client.post(f"/m/{code}/deals/1/hands/{seat}", revision=1, cards=cards)
    sheet = store.match(code).sheet
    assert list(review.overlooked(sheet, sheet.game.deals[0])) == [1]
    shown = client.get(f"/m/{code}/deals/1/count")
    assert shown.said.count("make a group and would cost 0. Forgotten?") == 1
    way = next(found["href"] for found in shown.all("a") if "/best/1" in found["href"])
    assert client.get(way).value("thought") == "3"
    client.submit(shown.form("/book"))
    assert store.match(code).sheet.totals == (0, 3, 4, 23)


def test_the_pad_asks_as_the_cards_are_tapped(browser: Any, served: Server) -> None:
    with phone(browser, served) as player:
        player.begin_count("three-thirteen", ["Aki", "Ben", "Cy"])
        player.count("Ben", ["7", "3", "7"], go_on=False)
        assert player.text(".badge:not([hidden])") == "Lay out more?"
        assert "make a group and would cost 0. Forgotten?" in player.text(".warn-text:not([hidden])")
        player.tap("button[name='back']")
        assert player.page.locator("[data-meld]:not([hidden])").count() == 0
        player.tap(".pad-cards .key[value='10']")
        assert player.text(".badge:not([hidden])") == "3 cards"
        player.tap(".pad-next")
        player.see("#whose:has-text('Cy')")
