"""Evening page: the matches of one night, its winner, the players, the place and a line for each match."""

import re
from datetime import datetime, timedelta

import pytest
from flask import Flask

from companion.sheet.commands import booking, whole_match
from companion.storage.store import Form, Store
from companion.web.api.match_files import play
from tests.storage.test_store import ended, wrote
from tests.storage.test_store import played as deal_played
from tests.support.phone import Opened, Phone, at_once, dealt, fresh_key, guest

NIGHT = datetime(2026, 10, 3, 21).astimezone()  # where the tests run


@pytest.fixture
def played(store: Store) -> Opened:
    """Return a function that plays a deal of a match, ends it at a given time, and returns the code."""

    def play(at: datetime, *totals: int, names: tuple[str, ...] = ("Aki", "Ben", "Cy")) -> str:
        code = store.open("three-thirteen", {}, names, 0, Form(fresh_key(), ""), at - timedelta(hours=1))
        hands = {seat: str(total) for seat, total in enumerate(totals) if total}
        at_once(store, code, [*dealt(1, totals.index(0), hands), whole_match.stop], at)
        return code

    return play


def test_home_leads_to_the_evening_and_the_evening_to_its_matches(client: Phone, played: Opened) -> None:
    codes = [played(NIGHT, 0, 10, 20), played(NIGHT + timedelta(hours=2), 0, 10, 30)]
    assert [link["href"] for link in client.get("/").all("a") if "evenings" in link["href"]] == ["/evenings/2026-10-03"]
    page = client.get("/evenings/2026-10-03")
    links = [link["href"] for link in page.all("a")]
    assert [f"/m/{code}" for code in codes] == [link for link in links if link.startswith("/m/")]
    assert "20:00 to 23:00" in page.said and "matches 2 hands dealt 2 biggest hand Cy 30" in page.said


def test_after_midnight_it_is_still_the_evening_before(client: Phone, played: Opened) -> None:
    late = played(NIGHT + timedelta(hours=6, minutes=59), 0, 10, 20)
    next_day = played(NIGHT + timedelta(hours=7), 0, 10, 20)
    assert late in client.get("/evenings/2026-10-03").html and next_day not in client.get("/evenings/2026-10-03").html
    assert next_day in client.get("/evenings/2026-10-04").html


@pytest.mark.parametrize(("hours", "said"), [(0, "3 Oct 2026, until 21:20"), (4, "3 Oct 2026")])
def test_a_result_names_no_time_of_the_next_day_beside_the_evening(
    client: Phone, store: Store, hours: int, said: str
) -> None:
    opened = NIGHT + timedelta(hours=hours)
    code = store.open("three-thirteen", {}, ("Aki", "Ben"), 0, Form(fresh_key(), ""), opened)
    deal_played(store, code, 1, opened + timedelta(minutes=10))
    wrote(store, code, whole_match.stop, opened + timedelta(minutes=20))
    page = client.get(f"/m/{code}").said
    assert said in page and ("until" in page) == (hours == 0)


def test_a_match_that_goes_on_another_day_begins_there_with_its_first_entry_of_that_day(
    app: Flask, client: Phone, store: Store, match: Opened
) -> None:
    code = store.open("three-thirteen", {}, ("Aki", "Ben"), 0, Form(fresh_key(), ""), NIGHT)
    deal_played(store, code, 1, NIGHT + timedelta(minutes=20))
    noon = (NIGHT + timedelta(days=1)).replace(hour=12)
    deal_played(store, code, 2, noon)
    wrote(store, code, whole_match.stop, noon + timedelta(minutes=30))
    wrote(store, code, lambda sheet: whole_match.remember(sheet, "close"), noon + timedelta(hours=9))
    page = client.get("/evenings/2026-10-04")
    assert "12:00 to 12:30" in page.said and "Three Thirteen 12:00" in page.said
    lines = client.http.get("/evenings.ics").text.split("\r\n")
    told = [datetime.strptime(line[-16:], "%Y%m%dT%H%M%S%z") for line in lines if line.startswith(("DTSTART", "DTEND"))]
    assert told == [noon, noon + timedelta(minutes=30)]
    with app.test_request_context():
        assert play(store.match(code))["durationMin"] == 20 + 30


@pytest.mark.parametrize(
    ("minutes", "told"),
    [
        ((20, 40), 40),
        ((20, 100), 20),  # dinner, or the clock was set an hour ahead
        ((20, -40), 20),  # an hour back
        ((20, 40 + 200 * 24 * 60), 20),
        ((-40, -20), 20),
    ],
)
def test_pauses_and_jumps_of_the_clock_are_no_playing_time(store: Store, minutes: tuple[int, int], told: int) -> None:
    code = store.open("three-thirteen", {}, ("Aki", "Ben"), 0, Form(fresh_key(), ""), NIGHT)
    for number, minute in enumerate(minutes, 1):
        deal_played(store, code, number, NIGHT + timedelta(minutes=minute))
    wrote(store, code, whole_match.stop, NIGHT + timedelta(minutes=minutes[-1]))
    assert store.match(code).minutes == told


def test_a_line_and_a_place_are_written_down_and_rewritten_as_entries(
    client: Phone, store: Store, played: Opened
) -> None:
    code = played(NIGHT, 0, 10, 20)
    page = client.get("/evenings/2026-10-03")
    page = client.submit(page.form("/note"), place=" at   Emi’s ")
    line = [form for form in page.forms if form.action.endswith("/note")][1]
    page = client.submit(line, text="Cy laughed longest.")
    assert "at Emi’s ·" in page.said and "Cy laughed longest." in page.said
    client.submit([form for form in page.forms if form.action.endswith("/note")][1], text="Cy laughed last.")
    entries = [entry for entry in store.match(code).sheet.entries if entry.kind == "note"]
    assert [entry.body["text"] for entry in entries] == ["", "Cy laughed longest.", "Cy laughed last."]
    assert {entry.body["place"] for entry in entries} == {"at Emi’s"}
    assert "at Emi’s" in client.get("/").said


@pytest.mark.parametrize("day", ["2026-13-01", "2026-10-05", "9999-12-31"])
def test_a_day_without_matches_is_no_evening(client: Phone, played: Opened, day: str) -> None:
    played(NIGHT, 0, 10, 20)
    assert client.get(f"/evenings/{day}").status == 404


def test_a_phone_sees_of_an_evening_what_it_sat_at_and_writes_only_there(
    app: Flask, client: Phone, store: Store, played: Opened
) -> None:
    mine, other = played(NIGHT, 0, 10, 20), played(NIGHT, 10, 0, 20)
    player = guest(app, mine, 1)
    page = player.get("/evenings/2026-10-03")
    assert mine in page.html and other not in page.html
    assert player.post(f"/m/{other}/note", text="x").status == 404
    assert not store.match(other).sheet.note.text


def test_the_day_of_a_match_from_paper_is_changed_by_the_host_and_everything_follows(
    client: Phone, store: Store
) -> None:
    points = {f"d1s{seat}": str(10 * seat) for seat in range(3)}
    names = {"name0": "Aki", "name1": "Ben", "name2": "Cy", "dealer": "0"}
    sheet = client.post("/new/kalooki/sheet", **names, **points, day="2026-01-04", save="1").location
    table = sheet.removesuffix("/sheet")
    assert client.get(table).all("a", href=f"{table}/day")
    for typed, said in (("2999-01-01", 422), ("soon", 422), ("2025-12-24", 303)):
        answer = client.post(f"{table}/day", day="2026-01-04", other=typed)
        assert answer.status == said
    assert answer.location == "/evenings/2025-12-24"
    assert client.get("/evenings/2025-12-24").status == 200 and client.get("/evenings/2026-01-04").status == 404
    match = store.match(table.rsplit("/", 1)[1])
    assert str(match.played_on) == str(match.sheet.note.day) == "2025-12-24"


def test_no_day_of_a_match_played_here_is_changed(client: Phone, match: Opened) -> None:
    table = f"/m/{match()}"
    client.deal(table[3:], 1, 0, {1: "7 7", 2: "K", 3: "K"})
    assert client.post(f"{table}/end").status == 303
    assert client.get(f"{table}/day").status == client.post(f"{table}/day", day="2026-01-04").status == 404
    assert not client.get(table).all("a", href=f"{table}/day")


def test_a_last_deal_undone_and_saved_again_the_next_morning_changes_no_list(client: Phone, store: Store) -> None:
    code = ended(store, "kalooki", (2, 9), NIGHT)
    ended(store, "three-thirteen", (2, 11), NIGHT - timedelta(days=1))
    lists = (
        "/",
        "/evenings/2026-10-03",
        "/matches.csv",
        "/evenings.ics",
        "/api/matches",
        "/players",
        "/players?name=Aki",
    )

    def told() -> list[str]:
        """Return all lists without the keys of their forms."""
        return [re.sub("[0-9a-f]{32}", "", client.http.get(address).text) for address in lists]

    before = told()
    wrote(store, code, lambda sheet: booking.undo(sheet, 9), NIGHT + timedelta(hours=11))
    wrote(store, code, lambda sheet: booking.book(sheet, 9), NIGHT + timedelta(hours=12))
    for address, one, other in zip(lists, before, told(), strict=True):
        assert one == other, address


def test_the_same_people_are_asked_which_game_they_play_next(client: Phone, store: Store) -> None:
    ended(store, "three-thirteen", (2, 11), NIGHT)
    code = ended(store, "kalooki", (2, 9), NIGHT + timedelta(hours=1))
    page = client.get("/evenings/2026-10-03")
    (way,) = [link["href"] for link in page.all("a") if link["href"].startswith("/new/three-thirteen")]
    assert "#again" in [link["href"] for link in page.all("a")]
    setup = client.get(way)
    assert [setup.value(f"name{chair}") for chair in range(3)] == ["Aki", "Ben", "Cy"]
    assert client.submit(page.form(f"/m/{code}/rematch")).status == 200
    again = store.match(store.match(code).sheet.rematch)
    assert (again.game.id, again.sheet.names) == ("kalooki", ("Aki", "Ben", "Cy"))
