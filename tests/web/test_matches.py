"""Matches and players as JSON: valid by schema, paged, and with no more than the pages show to each client."""

import csv
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from companion.interfaces.match_schemas import SCHEMAS
from companion.web.api import matches
from tests.support.evenings import ONE_OF_EACH_KIND
from tests.support.phone import Opened, Phone


@pytest.fixture
def ended(client: Phone, match: Opened) -> Opened:
    """Return a function that plays a match of two deals, one abandoned, ends it early, and returns the code."""

    def play(*names: str) -> str:
        code = match(names=names or ("Aki", "Ben", "Cy"))
        client.deal(code, 1, 0, {1: "10", 2: "30"})
        client.post(f"/m/{code}/deals/2/abandon")
        client.post(f"/m/{code}/end")
        return code

    return play


def told(client: Phone, path: str, schema: str) -> Any:
    """Return the JSON of that path, validated by its schema."""
    reply = client.http.get(path)
    assert (reply.status_code, reply.mimetype, reply.headers["Cache-Control"]) == (200, "application/json", "no-store")
    known = {"$ref": f"#/components/schemas/{schema}", "components": {"schemas": SCHEMAS}}
    Draft202012Validator(known, format_checker=Draft202012Validator.FORMAT_CHECKER).validate(reply.json)
    return reply.json


def test_a_finished_match_is_told_deal_by_deal(client: Phone, ended: Opened) -> None:
    code = ended()
    client.post(f"/m/{code}/note", text="close", place="at Emi’s")
    match = told(client, f"/api/matches/{code}", "Match")
    assert [(one["name"], one["total"], one["won"], one["rank"]) for one in match["players"]] == [
        ("Aki", 0, True, 1),
        ("Ben", 10, False, 2),
        ("Cy", 30, False, 3),
    ]
    first, second, third = match["deals"][:3]
    assert (first["state"], first["out"], first["points"], first["asks"]) == ("booked", 0, [0, 10, 30], "3-3-3")
    assert (second["state"], second["points"]) == ("abandoned", [None] * 3) and third["state"] == "open"
    assert (match["text"], match["place"]) == ("close", "at Emi’s")


@pytest.mark.parametrize("game", ONE_OF_EACH_KIND)
def test_a_match_of_any_game_is_as_its_schema_says(client: Phone, match: Opened, game: str) -> None:
    running = told(client, f"/api/matches/{match(game)}", "Match")
    assert running["finished_at"] is None and running["version"] == 0


def test_the_list_is_told_a_page_at_a_time(client: Phone, ended: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "PAGE", 2)
    codes = [ended() for _ in range(3)]
    page = told(client, "/api/matches", "Results")
    assert [one["code"] for one in page["matches"]] == codes[:0:-1]
    rest = told(client, f"/api/matches?before={page['before']}", "Results")
    assert [one["code"] for one in rest["matches"]] == codes[:1] and rest["before"] is None


def test_the_list_the_match_and_the_csv_rank_leavers_and_latecomers_behind_those_who_may_win(
    client: Phone, match: Opened
) -> None:
    code = match("three-thirteen", ("Aki", "Ben", "Cy", "Dee"))
    client.deal(code, 1, 0, {1: "20", 2: "30", 3: "20"})
    client.post(f"/m/{code}/people", leaves=1)
    client.post(f"/m/{code}/people", name="Emi", start="zero")
    client.post(f"/m/{code}/end")
    (listed,) = told(client, "/api/matches", "Results")["matches"]
    one = told(client, f"/api/matches/{code}", "Match")
    rows = csv.DictReader(client.get("/matches.csv").html.removeprefix("\ufeff").splitlines())
    due = {"Aki": 1, "Dee": 2, "Cy": 3, "Emi": 4, "Ben": 5}
    assert {each["name"]: each["rank"] for each in listed["players"]} == due
    assert {each["name"]: each["rank"] for each in one["players"]} == due
    assert {row["player"]: int(row["rank"]) for row in rows} == due
    assert [each["name"] for each in listed["players"] if not each["at_table"]] == ["Ben"]


def test_players_are_told_with_their_records(client: Phone, ended: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    ended()
    ended()
    aki = told(client, "/api/players", "Players")["players"][0]
    assert aki == {"name": "Aki", "game": "kalooki", "played": 2, "won": 2, "whole": 0, "average": None}
    monkeypatch.setattr(matches, "PAGE", 2)
    assert told(client, "/api/players", "Players")["after"] == 2
    assert [one["name"] for one in told(client, "/api/players?after=2", "Players")["players"]] == ["Cy"]


@pytest.mark.usefixtures("shared_app")
@pytest.mark.parametrize("asked", ["?before=x", "?before=99999999999999999999", "?after=%00"])
@pytest.mark.parametrize("path", ["/api/matches", "/api/players"])
def test_a_place_that_is_none_is_no_place(client: Phone, path: str, asked: str) -> None:
    assert client.get(path + asked).status == 200
