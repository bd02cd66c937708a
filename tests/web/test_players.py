"""History and players: opponents, points, and a player's results over all matches."""

import re
from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest
from flask import Flask

from companion.sheet.commands import booking
from companion.storage.players.standings import FEW
from companion.storage.store import Store
from tests.storage.test_store import at_once, booked
from tests.support.evenings import Evenings
from tests.support.phone import Opened, Phone, guest
from tests.web.test_home import abandoned, links


@pytest.fixture
def played(client: Phone, store: Store, match: Opened, evenings: Evenings) -> tuple[str, str]:
    """The codes of two finished matches: Aki beats Ben and Cy at Kalooki, Dee beats Aki at Three Thirteen."""

    def both() -> tuple[str, str]:
        one = match(names=("Aki", "Ben", "Cy"))
        client.deal(one, 1, 0, {1: "25", 2: "JK K K"})
        other = match("three-thirteen", names=("Dee", "Aki"))
        client.deal(other, 1, 0, {1: "20"})
        abandoned(store, one, range(2, 10), datetime.now(UTC))
        client.post(f"/m/{other}/end")
        return one, other

    one, other = evenings.once(store, (__name__, "both"), both)
    return one, other


@pytest.mark.parametrize(("asked", "found"), [("player=BEN", [0]), ("game=three-thirteen", [1])])
def test_history_is_sifted_by_person_and_game(
    client: Phone, played: tuple[str, str], asked: str, found: list[int]
) -> None:
    assert links(client, f"/?{asked}") == [f"/m/{played[at]}" for at in found]


def test_players_shows_what_everybody_played_and_won(client: Phone, played: tuple[str, str]) -> None:
    said = client.get("/players").said
    assert "From 2 matches." in said and "Aki 1 of 2" in said and "Cy 0 of 1" in said
    page = client.get("/players?name=aki&with=Ben")
    assert "one match: Kalooki" in page.said and "Aki had 25 fewer than Ben." in page.said and "Cy +70 70" in page.said
    assert "With a second match of one game" in page.said and "Every match" not in page.said
    sifted = client.get("/players?name=aki&with=Ben&game=kalooki").said
    assert "Aki had 25 fewer than Ben." in sifted and "With a second match of one game" in sifted
    assert links(client, "/players?name=Cy") == [f"/m/{played[0]}"]
    said = client.get("/players?name=Cy").said
    assert "One match, not won." in said and "Averages appear after 2 more matches." in said
    assert "Aki 0, Ben 25 70 70 behind" in said and "who had fewer points" in said, "the own points stand first"
    assert "Every match" not in said, "one match is not filtered"
    assert not any(words in said for words in ("won of", "average total", "longest streak", "0 :"))
    assert client.get("/players?name=Zoe").status == client.get("/players?name=Zoe&with=Aki").status == 404


def test_head_to_head_keeps_the_game_it_was_opened_in(client: Phone, played: tuple[str, str]) -> None:
    page = client.get("/players?name=Aki&game=kalooki")
    assert page.all("a", href="/players?name=Aki&game=kalooki&with=Ben")
    page = client.get("/players?name=Aki&with=Ben&game=kalooki")
    assert page.all("a", href="/players?name=Aki&game=kalooki"), "the way back"
    assert page.all("a", href="/players?name=Aki&game=kalooki&with=Cy"), "another rival"


def test_the_only_match_of_two_in_one_game_is_shown_even_if_it_was_ended_early(client: Phone, match: Opened) -> None:
    for game, points in (("kalooki", "25"), ("three-thirteen", "20")):
        code = match(game, ("Aki", "Ben", "Cy"))
        client.deal(code, 1, 0, {1: points, 2: "30"})
        client.post(f"/m/{code}/end")
    page = client.get("/players?name=Aki&with=Ben")
    assert "Ben +25 25" in page.said and "Only complete matches are compared" in page.said
    assert "0 match" not in page.said and page.all("a", **{"aria-current": "true"}) and "Three Thirteen" in page.said
    assert "Ben +20 20" in client.get("/players?name=Aki&with=Ben&game=three-thirteen").said
    said = client.get("/players?name=Aki").said
    assert "Kalooki: One match, and won." in said and "who had fewer points" not in said and "Every match" not in said


def test_the_few_matches_of_a_player_compare_with_nobody_who_left(client: Phone, match: Opened) -> None:
    code = match("three-thirteen", ("Aki", "Ben", "Cy"))
    client.deal(code, 1, 1, {0: "10", 2: "9"})
    assert client.post(f"/m/{code}/people", leaves=1).status == 303
    client.deal(code, 2, 0, {2: "20"})
    client.cancel(code, range(3, 12))
    assert finish_shown(client, "Aki", "Cy 29, Ben 0 (has left) 10 19 ahead") == ["1"]
    assert finish_shown(client, "Cy", "Aki 10, Ben 0 (has left) 29 19 behind") == ["2"]
    assert finish_shown(client, "Ben", "Aki 10, Cy 29 0 ") == ["–"]


def test_a_place_is_the_same_in_the_chart_and_in_the_list_behind_a_latecomer(
    client: Phone, store: Store, match: Opened
) -> None:
    for _ in range(FEW):
        code = match("three-thirteen", ("Aki", "Ben", "Cy"))
        client.deal(code, 1, 0, {1: "20", 2: "25"})
        assert client.post(f"/m/{code}/people", name="Dee", start="zero").status == 303
        client.deal(code, 2, 0, {1: "0", 2: "0", 3: "10"})
        abandoned(store, code, range(3, 12), datetime.now(UTC))
    page = client.get("/players?name=Cy")
    assert "Places, newest first: 4, 4, 4" in page.said
    assert re.findall(r'class="place-no[^>]*>([^<]*)<', page.html) == ["4"] * FEW


def finish_shown(client: Phone, name: str, words: str) -> list[str]:
    """Return the places on a player's page, which must have these words."""
    page = client.get(f"/players?name={name}")
    assert words in page.said
    return re.findall(r'class="place-no[^>]*>([^<]*)<', page.html)


@pytest.mark.parametrize(
    ("schedules", "rows"),
    [
        ([[{"cards": 10, "groups": 2}] * 15], [("3-3", "10")] * 15),
        (
            ["book", [{"cards": 10, "runs": [5]}, {"cards": 9, "groups": [4]}]],
            [("3-3", "10"), ("5", "10"), ("4", "10")],
        ),
    ],
)
def test_averages_by_contract_never_mix_contracts_of_a_table_s_own_schedule(
    client: Phone, store: Store, match: Opened, schedules: list[Any], rows: list[tuple[str, str]]
) -> None:
    for schedule in [one for one in schedules for _ in range(FEW)]:
        house = {} if schedule == "book" else {"schedule": schedule, "last_all_at_once": False}
        code = match("contract-rummy", ("Aki", "Ben"), **house)
        deals = 7 if schedule == "book" else len(schedule)
        counted = 1 if schedule == "book" else deals
        acts = [act for number in range(1, counted + 1) for act in booked(number, 2, "10")]
        acts += [partial(booking.abandon, number=number) for number in range(counted + 1, deals + 1)]
        at_once(store, code, acts, None)
    page = client.get("/players?name=Ben")
    assert page.status == 200
    body = re.findall(r'class="by-deal".*?</table>', page.html, re.DOTALL)[0]
    assert re.findall(r'<th scope="row">(.*?)</th>.*?<td.*?<td[^>]*>(\d+)', body, re.DOTALL) == rows


@pytest.mark.parametrize(("asked", "found"), [("", [0]), ("&game=three-thirteen", [1])])
def test_the_matches_under_a_player_s_figures_are_those_that_are_sifted_for(
    client: Phone, played: tuple[str, str], asked: str, found: list[int]
) -> None:
    assert links(client, f"/players?name=Aki{asked}") == [f"/m/{played[at]}" for at in found]


def test_a_corrected_name_is_found_under_the_name_that_stands(
    client: Phone, store: Store, played: tuple[str, str]
) -> None:
    client.post(f"/m/{played[0]}/people", renames=1, name="Benno")
    assert links(client, "/?player=Ben") == [] and links(client, "/?player=Benno") == [f"/m/{played[0]}"]


def test_a_phone_gets_the_figures_of_its_own_tables_and_is_told_so(
    app: Flask, store: Store, played: tuple[str, str]
) -> None:
    far = guest(app, played[0])
    everybody = far.get("/players").said
    assert "Ben" in everybody and "Dee" not in everybody
    assert "Only tables this phone has been at." in everybody and "Only tables" in far.get("/players?name=Aki").said
    assert "Dee" not in far.get("/players?name=Aki&with=Ben").said


def test_rounds_that_only_a_house_rule_brings_have_their_averages(client: Phone, store: Store, match: Opened) -> None:
    for _ in range(FEW):
        code = match("three-thirteen", names=("Aki", "Ben"), preset="deuces")
        at_once(store, code, [act for number in range(1, 13) for act in booked(number, 2, "5")], None)
    page = client.get("/players?name=Ben")
    assert page.status == 200 and page.html.count('class="beside-cell"') == 12


def test_averages_below_zero_have_their_minus(client: Phone, store: Store, match: Opened) -> None:
    gone = [partial(booking.abandon, number=number) for number in range(2, 12)]
    for _ in range(FEW):
        code = match("three-thirteen", ("Aki", "Ben"))
        at_once(store, code, [*booked(1, 2, "20"), *gone], None)
        for seat, points in enumerate(("-50", "-30")):
            client.post(f"/m/{code}/adjust", seat=seat, points=points, reason="exact cut")
    said = client.get("/players?name=Aki&with=Ben&game=three-thirteen").said
    assert "−50 average total −10 3 won 0" in said
    assert "average total −50" in client.get("/players?name=Aki").said
