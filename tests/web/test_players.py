"""History and players: against whom, with how many points, and what somebody did over all matches."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from flask import Flask

from companion.storage.access.browsers import new_token
from companion.storage.access.devices import Devices
from companion.storage.access.invites import VIEWER
from companion.storage.store import Store
from tests.support.evenings import Evenings
from tests.support.phone import Phone
from tests.web.test_home import abandoned, links

Opened = Callable[..., str]


@pytest.fixture
def played(client: Phone, store: Store, match: Opened, evenings: Evenings) -> tuple[str, str]:
    """Two finished matches: Aki beats Ben and Cy at Kalooki, Dee beats Aki at Three Thirteen; their codes."""

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


def test_history_shows_the_opponents_with_their_points(client: Phone, played: tuple[str, str]) -> None:
    said = client.get("/").said
    assert "Ben 25, Cy 70" in said and "Aki 20" in said


@pytest.mark.parametrize(
    ("asked", "found"), [("player=BEN", [0]), ("game=three-thirteen", [1]), ("player=aki", [1, 0]), ("player=Zoe", [])]
)
def test_history_is_sifted_by_person_and_game(
    client: Phone, played: tuple[str, str], asked: str, found: list[int]
) -> None:
    assert links(client, f"/?{asked}") == [f"/m/{played[at]}" for at in found]


def test_players_shows_what_everybody_played_and_won(client: Phone, played: tuple[str, str]) -> None:
    said = client.get("/players").said
    assert "From 2 matches." in said and "Aki 1 of 2" in said and "Cy 0 of 1" in said
    page = client.get("/players?name=aki&with=Ben")
    assert "Matches together: 1. Fewer points: Aki 1, Ben 0." in page.said
    assert links(client, "/players?name=Cy") == [f"/m/{played[0]}"]
    assert "Too few to compare" in client.get("/players?name=Cy").said
    assert client.get("/players?name=Zoe").status == client.get("/players?name=Zoe&with=Aki").status == 404


def test_the_figures_of_a_player_come_from_the_matches_of_the_game_that_is_shown(
    client: Phone, played: tuple[str, str]
) -> None:
    assert "From 1 match." in client.get("/players?name=aki").said, "two were played, one of each game"


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("", [1, 0]),
        ("&game=kalooki", [0]),
        ("&players=2", [1]),
        ("&there=Dee", [1]),
        ("&game=five-crowns", []),
        ("&year=2001", []),
    ],
)
def test_the_matches_under_a_player_s_figures_are_those_that_are_sifted_for(
    client: Phone, played: tuple[str, str], asked: str, found: list[int]
) -> None:
    assert links(client, f"/players?name=Aki{asked}") == [f"/m/{played[at]}" for at in found]


def test_a_corrected_name_is_found_under_the_name_that_stands(
    client: Phone, store: Store, played: tuple[str, str]
) -> None:
    client.post(f"/m/{played[0]}/people", renames=1, name="Benno")
    assert links(client, "/?player=Ben") == [] and links(client, "/?player=Benno") == [f"/m/{played[0]}"]


def test_a_phone_learns_of_no_match_it_is_not_at(app: object, played: tuple[str, str]) -> None:
    far = Phone(app)  # type: ignore[arg-type]
    answers = [
        far.http.get(path, environ_base={"REMOTE_ADDR": "192.0.2.7"}).get_data(as_text=True)
        for path in ("/players", "/?player=Aki")
    ]
    assert all("Ben" not in answer for answer in answers)


def test_nobody_has_played_yet(client: Phone) -> None:
    assert "Finish a match to see this." in client.get("/players").said


def test_a_phone_gets_the_figures_of_its_own_tables_and_is_told_so(
    app: Flask, store: Store, played: tuple[str, str]
) -> None:
    token, far = new_token(), Phone(app)
    far.http.set_cookie("companion", token)
    Devices(store).join(store.match_id(played[0]), token, VIEWER, None)

    def said(path: str) -> str:
        return far.http.get(path, environ_base={"REMOTE_ADDR": "192.0.2.7"}).get_data(as_text=True)

    assert "Ben" in said("/players") and "Dee" not in said("/players")
    assert "Only tables this phone sat at." in said("/players") and "Only tables" in said("/players?name=Aki")
    assert "Dee" not in said("/players?name=Aki&with=Ben")
