"""Displays for all players: the television view, and the screen that lies flat between the players."""

import re

import pytest
from flask import Flask

from companion.games import GAMES
from companion.server.network import Reach
from companion.storage.access.links import Links
from companion.storage.store import Store
from tests.conftest import NAMES
from tests.support.phone import Opened, Page, Phone

pytestmark = [pytest.mark.file, pytest.mark.usefixtures("shared_app")]

VIEWS = ("tv", "flat")
EIGHT = (*NAMES, "Emi", "Flora", "Gil", "Hana")


def sides(page: Page) -> dict[str, str]:
    """Return the player at each side of a flat screen."""
    return dict(re.findall(r'class="side side-(\w+)[^"]*">.*?<bdi[^>]*>(.*?)</bdi>', page.html, re.DOTALL))


def finished(client: Phone, code: str) -> None:
    """Play a match of Kalooki to its end: only the last deal counts, and Ben goes out."""
    last = len(GAMES["kalooki"].deals)
    client.cancel(code, range(1, last))
    client.deal(code, last, 1, {0: "30", 2: "45", 3: "60"})


# Television


def test_the_television_shows_deal_contract_dealer_and_totals(client: Phone, match: Opened) -> None:
    code = match()
    client.deal(code, 1, 0, {1: "25", 2: "40", 3: "50"})
    page = client.get(f"/m/{code}/tv")
    assert "Deal 2 of 9" in page.said
    assert page.all("ol", **{"class": "melds", "aria-label": str(GAMES["kalooki"].deals[1].description)})
    assert "deals Ben begins Cy" in page.said
    assert re.findall(r'class="seat-total">(-?\d+)', page.html) == ["0", "25", "40", "50"]
    crowned = [found["class"] for found in page.all("li") if found.get("class", "").startswith("seat")]
    assert crowned == ["seat leads", "seat", "seat", "seat"]


def test_the_television_has_nothing_to_press_but_full_screen(client: Phone, match: Opened) -> None:
    page = client.get(f"/m/{match()}/tv")
    assert page.forms == []
    assert [("data-full" in found, "hidden" in found) for found in page.all("button")] == [(True, True)]


def test_the_television_shows_where_to_watch_while_there_is_something_to(
    app: Flask, client: Phone, store: Store, match: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = match()
    assert "Watch on your phone" not in client.get(f"/m/{code}/tv").said, "no phone reaches this machine"
    monkeypatch.setitem(app.config, "REACH", Reach(0, addresses=("http://192.168.0.14:5313",)).now)
    door = Links(store).codes(store.match_id(code))
    page = client.get(f"/m/{code}/tv")
    assert f"Watch on your phone {door.view[:3]} {door.view[3:]}" in page.said
    assert door.join not in page.html and f"{door.join[:3]} {door.join[3:]}" not in page.said
    assert "tv-new" in page.html, "large before the first entry"
    finished(client, code)
    over = client.get(f"/m/{code}/tv")
    assert "Watch on your phone" not in over.said and "tv-new" not in over.html


# Flat


@pytest.mark.parametrize(
    ("names", "seated"),
    [
        (NAMES[:2], {"bottom": "Aki", "top": "Ben"}),
        (NAMES[:3], {"bottom": "Aki", "left": "Ben", "right": "Cy"}),
        (NAMES, {"bottom": "Aki", "left": "Ben", "top": "Cy", "right": "Dee"}),
    ],
)
def test_the_next_player_sits_to_the_left_of_the_last(
    client: Phone, match: Opened, names: tuple[str, ...], seated: dict[str, str]
) -> None:
    assert sides(client.get(f"/m/{match('three-thirteen', names=names)}/flat")) == seated


def test_the_screen_turns_a_seat_at_a_time_until_it_is_round(client: Phone, match: Opened) -> None:
    page = client.get(f"/m/{match()}/flat")
    bottoms = []
    for _ in "1234":
        turn = next(found for found in page.all("a") if found.get("aria-label", "").startswith("Turn"))
        page = client.get(turn["href"])
        bottoms.append(sides(page)["bottom"])
        assert turn["aria-label"] == f"Turn: {bottoms[-1]} to this side"
    assert bottoms == ["Ben", "Cy", "Dee", "Aki"]
    assert sides(client.get(turn["href"].replace("bottom=0", "bottom=2")))["right"] == "Ben"


@pytest.mark.parametrize("bottom", ["4", "x"])
def test_a_seat_there_is_none_of_turns_nothing(client: Phone, match: Opened, bottom: str) -> None:
    assert sides(client.get(f"/m/{match()}/flat?bottom={bottom}"))["bottom"] == "Aki"


def test_the_flat_screen_shows_the_deal_to_both_ends(client: Phone, match: Opened) -> None:
    for game in GAMES.values():
        page = client.get(f"/m/{match(game.id)}/flat")
        deal = game.deals[0]
        assert re.findall(r'class="asked[^"]*">([^<]+)<', page.html) == [deal.label, deal.label]
        assert page.html.count(str(deal.description)) == 2
        assert [found.get("aria-hidden") for found in page.all("div") if "facing" in found.get("class", "")] == [
            None,
            "true",
        ], "it is read out once"


def test_five_and_more_are_sent_to_the_television(client: Phone, match: Opened) -> None:
    code = match(names=EIGHT[:5])
    page = client.get(f"/m/{code}/flat")
    assert "more than four sit at this table" in page.said
    assert sides(page) == {} and page.all("a", href=f"/m/{code}/tv")


# Both


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_looks_again_and_is_told_only_what_is_new(client: Phone, match: Opened, view: str) -> None:
    code = match()
    page = client.get(f"/m/{code}/{view}?bottom=2")
    look = page.all("article" if view == "tv" else "div", id=view)[0]
    assert look["data-hx-trigger"] == "look" and "data-live" in look
    assert client.get(look["data-hx-get"]).status == 204
    client.deal(code, 1, 0, {1: "25", 2: "40", 3: "77"})
    part = client.get(look["data-hx-get"])
    assert part.status == 200 and part.html.count(f'id="{view}"') == 1
    assert re.findall(r'class="seat-total">(-?\d+)', part.html) == (
        ["0", "25", "40", "77"] if view == "tv" else ["40", "77", "0", "25"]
    )
    again = part.all("article" if view == "tv" else "div", id=view)[0]["data-hx-get"]
    assert again != look["data-hx-get"] and client.get(again).status == 204


@pytest.mark.parametrize("view", VIEWS)
def test_the_end_of_a_match_shows_who_won_and_can_be_taken_back(client: Phone, match: Opened, view: str) -> None:
    code = match()
    finished(client, code)
    page = client.get(f"/m/{code}/{view}")
    assert "Ben wins" in page.said and "Deal 9" not in page.said
    assert client.get(f"/m/{code}/{view}/part?seen=-1").status == 200
    client.post(f"/m/{code}/undo", deal=9)
    assert "Deal 9" in client.get(f"/m/{code}/{view}/part?seen=-1").said


# The screen stays on


def test_screens_that_lie_there_ask_to_stay_on(client: Phone, match: Opened) -> None:
    code = match()
    awake = {
        path: "<body" in page.html and "data-awake" in page.html
        for path, page in (
            (path, client.get(f"/m/{code}{path}"))
            for path in ("", "/deals/1/count", "/tv", "/flat", "/sheet", "/referee")
        )
    }
    assert awake == {"": True, "/deals/1/count": True, "/tv": True, "/flat": True, "/sheet": False, "/referee": False}
