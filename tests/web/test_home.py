"""Home: unfinished matches first, then finished ones with winner and date, in pages."""

from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from companion.games import GAMES
from companion.sheet.commands import booking
from companion.storage.store import Store
from companion.web.screens import home
from tests.support.phone import Opened, Phone, at_once

NOON = datetime(2025, 3, 15, 12, tzinfo=UTC)


def abandoned(store: Store, code: str, deals: range, at: datetime) -> None:
    """Abandon deals at that time."""
    at_once(store, code, [partial(booking.abandon, number=number) for number in deals], at)


def links(client: Phone, address: str = "/") -> list[str]:
    """Return the matches a page links to, in its order."""
    return [found["href"] for found in client.get(address).all("a") if found.get("href", "").startswith("/m/")]


def test_an_empty_home_says_what_this_is_for_and_deals_the_games(client: Phone) -> None:
    page = client.get("/")
    assert "it keeps the score, shows the contract and settles arguments." in page.said
    assert "Kalooki Threes and fours, a new contract every deal. nine deals · 3–8 players" in page.said
    offered = [found["href"] for found in page.all("a")]
    assert [address for address in offered if "/new/" in address] == [f"/new/{game}" for game in GAMES]
    assert [found["href"] for found in page.all("a", **{"class": "btn stacked"})] == ["/join", "/referee", "/rules"]
    assert [offered.count(address) for address in ("/referee", "/rules")] == [1, 1]


@pytest.mark.parametrize(
    ("path", "leads"),
    [
        ("/rules", "/rules/{}"),
        ("/referee", "/rules/{}/referee"),
        ("/bring-in", "/new/{}/sheet"),
        ("/blank-sheet", "/new/{}/sheet/blank"),
    ],
)
def test_what_concerns_one_game_asks_which_and_leads_back_there(client: Phone, path: str, leads: str) -> None:
    assert client.get("/").all("a", href=path)
    page = client.get(path)
    ways = [f"{leads.format(game)}?back={path}" for game in GAMES]
    assert all(page.all("a", href=way) for way in ways)
    assert client.get(ways[0]).all("a", **{"class": "tool"})[0]["href"] == path


def test_the_unfinished_match_comes_first_with_its_deal_and_how_it_stands(client: Phone, match: Opened) -> None:
    code = match()
    client.deal(code, 1, 0, {1: "25", 2: "40", 3: "50"})
    page = client.get("/")
    assert "Deal 2 of 9" in page.said
    assert "Aki leads by 25" in page.said
    assert links(client) == [f"/m/{code}"]


def test_finished_matches_show_their_winner_and_the_day(client: Phone, store: Store, match: Opened) -> None:
    code = match()
    client.deal(code, 1, 2, {0: "25", 1: "40", 3: "50"})
    abandoned(store, code, range(2, 10), NOON)
    page = client.get("/")
    finished = page.said[page.said.index("Finished") :]
    assert "15 Mar 2025" in finished
    assert "Cy Kalooki · Aki 25, Ben 40, Dee 50 0" in finished
    assert "Nobody is playing" not in page.said and not page.all("input", name="player"), "no filter under ten matches"


def test_a_match_in_which_no_deal_counts_is_listed_as_nobodys(client: Phone, store: Store, match: Opened) -> None:
    abandoned(store, match(names=("Aki", "Ben", "Cy")), range(1, 10), NOON)
    assert "Nobody wins Kalooki · Aki 0, Ben 0, Cy 0" in client.get("/").said


def test_five_portraits_show_who_won_most_and_lead_to_them(client: Phone, store: Store, match: Opened) -> None:
    names = ("Aki", "Ben", "Cy", "Dee", "Emi", "Flora")
    for number in range(3):
        code = match(names=names)
        client.deal(code, 1, number // 2, {seat: "25" for seat in range(6) if seat != number // 2})
        abandoned(store, code, range(2, 10), NOON + timedelta(hours=number))
    page = client.get("/")
    led_to = [found["href"] for found in page.all("a") if "name=" in found.get("href", "")]
    assert led_to[:2] == ["/players?name=Aki", "/players?name=Ben"] and len(led_to) == 5
    assert "Aki 2 won" in page.said and "Ben 1 won" in page.said
    assert page.all("a", href="/players")


def test_many_finished_matches_come_page_by_page_without_gap_or_repeat(
    client: Phone, store: Store, match: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home, "PAGE", 2)
    codes = []
    for number in range(3):
        code = match(names=("Aki", "Ben", "Cy"))
        codes.append(f"/m/{code}")
        abandoned(store, code, range(1, 10), NOON + timedelta(hours=number))
    seen, address = [], "/"
    while address:
        page = client.get(address)
        seen.append(links(client, address))
        address = next((found["href"] for found in page.all("a") if "before=" in found.get("href", "")), "")
    assert [len(one) for one in seen] == [2, 1]
    assert [code for one in seen for code in one] == codes[::-1]
