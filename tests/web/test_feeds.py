"""Finished matches for other programs: a CSV without formulas, and evenings as a calendar."""

import csv
import io
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from flask import Flask
from hypothesis import example, given
from hypothesis.strategies import text

from companion.sheet.days import evening
from companion.sheet.scoresheet import ranks
from companion.storage.match_lists import FinalResult, Outcome
from companion.storage.store import Store
from companion.web.api import feeds
from companion.web.api.feeds import calendar, fold
from tests.support.phone import Opened, Phone, far_browser

NIGHT = datetime(2026, 10, 3, 20).astimezone()  # where the tests run


@pytest.fixture
def ended(client: Phone, match: Opened) -> Opened:
    """Return a function that plays a match of one deal, ends it early, adds place and line, and returns the code."""

    def play(names: tuple[str, ...] = ("=1+1", "Ben", "Cy"), place: str = "", line: str = "") -> str:
        code = match(names=names)
        client.deal(code, 1, 0, {1: "10", 2: "30"})
        client.post(f"/m/{code}/end")
        client.post(f"/m/{code}/note", text=line, place=place)
        return code

    return play


def table(client: Phone, path: str = "/matches.csv") -> list[list[str]]:
    """Return the rows of the CSV."""
    return list(csv.reader(io.StringIO(client.http.get(path).text.removeprefix("\ufeff"))))


def unfolded(calendar: str) -> list[str]:
    """Return the unfolded lines of a calendar."""
    return calendar.replace("\r\n ", "").split("\r\n")


def test_the_table_has_a_row_a_player_the_latest_match_first(client: Phone, ended: Opened) -> None:
    first, second = ended(), ended(place="at Emi’s", line="close; to the end")
    head, *rows = table(client)
    assert head == list(feeds.COLUMNS)
    assert [row[0] for row in rows] == [second] * 3 + [first] * 3
    assert rows[0][5:] == ["at Emi’s", "close; to the end", "'=1+1", "0", "1", "1", "0", "1"]
    assert rows[1][7:] == ["Ben", "10", "0", "1", "0", "2"]
    assert datetime.fromisoformat(rows[0][4]).tzinfo is not None and date.fromisoformat(rows[0][2])


def test_a_table_is_cut_and_goes_on_from_before(
    client: Phone, store: Store, ended: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feeds, "MOST_MATCHES", 1)
    first, second = ended(), ended()
    assert {row[0] for row in table(client)[1:]} == {second}
    assert {row[0] for row in table(client, f"/matches.csv?before={store.match_id(second)}")[1:]} == {first}
    assert client.get("/matches.csv?before=x").status == 200


def test_a_running_match_and_one_that_was_set_aside_are_in_neither(client: Phone, match: Opened) -> None:
    match()
    client.post(f"/m/{match()}/end")
    assert len(table(client)) == 1
    assert "VEVENT" not in client.http.get("/evenings.ics").text


def told(code: str, ended: datetime, *players: tuple[str, int, bool], place: str = "", text: str = "") -> Outcome:
    """Return a finished match of one hour."""
    day, ranked = evening(ended), ranks([points for _, points, _ in players])
    ends = tuple(FinalResult(*player, True, True, rank) for player, rank in zip(players, ranked, strict=True))
    opened = ended - timedelta(hours=1)
    return Outcome(1, code, "kalooki", "{}", day, opened, opened, ended, text, place, ends)


def test_an_evening_is_one_entry_from_its_first_deal_to_its_last(app: Flask) -> None:
    later = told("BBBBBB", NIGHT + timedelta(hours=2), ("Ben", 5, True), ("Aki", 9, False), place="Emi’s, upstairs")
    early = told("AAAAAA", NIGHT, ("Aki", 10, False), ("Ben", 0, True), text="over; at last")
    with app.test_request_context():
        lines = unfolded(calendar([later, early]))
    assert lines[:2] == ["BEGIN:VCALENDAR", "VERSION:2.0"] and lines[-2:] == ["END:VCALENDAR", ""]
    assert lines.count("BEGIN:VEVENT") == 1
    for line in (
        "UID:2026-10-03@rummy-table-companion",
        f"DTSTART:{NIGHT.astimezone(UTC) - timedelta(hours=1):%Y%m%dT%H%M%SZ}",
        f"DTEND:{NIGHT.astimezone(UTC) + timedelta(hours=2):%Y%m%dT%H%M%SZ}",
        f"DTSTAMP:{NIGHT.astimezone(UTC) + timedelta(hours=2):%Y%m%dT%H%M%SZ}",
        "SUMMARY:Kalooki",
        "LOCATION:Emi’s\\, upstairs",
        "DESCRIPTION:Ben 0\\, Aki 10 — over\\; at last\\nBen 5\\, Aki 9",
    ):
        assert line in lines


def test_an_evening_ends_no_earlier_than_it_begins_where_the_machine_has_another_time_zone_since(app: Flask) -> None:
    far = told("AAAAAA", NIGHT + timedelta(hours=8), ("Aki", 10, False), ("Ben", 0, True))  # 05:00 on this clock
    began = NIGHT + timedelta(hours=5)
    far = replace(far, day=NIGHT.date(), opened_at=began, started_at=began)
    with app.test_request_context():
        lines = unfolded(calendar([far]))
    begins, ends = (f"{name}:{began.astimezone(UTC):%Y%m%dT%H%M%SZ}" for name in ("DTSTART", "DTEND"))
    assert begins in lines and ends in lines


@example("é🙂勝" * 40)
@given(text())
def test_no_line_is_longer_than_75_bytes_and_unfolding_gives_it_back(line: str) -> None:
    line = line.encode(errors="replace").decode().replace("\r", "").replace("\n", "")
    folded = fold(line)
    assert all(len(piece.encode()) <= 75 for piece in folded.split("\r\n"))
    assert folded.replace("\r\n ", "") == line


def feed_of(client: Phone) -> str:
    """Return the path of the calendar address on the host's page."""
    page = client.get("/keep")
    address = next(one["value"] for one in page.all("input") if one.get("value", "").endswith(".ics"))
    return str(address).removeprefix("http://localhost")


def test_a_calendar_keeps_up_by_an_address_until_it_is_taken_back(client: Phone, app: Flask, ended: Opened) -> None:
    ended(names=("Aki", "Ben", "Cy"))
    far = far_browser(app)
    assert far.get("/evenings/guessed.ics").status_code == 404
    client.submit(client.get("/keep").form("/calendar"))
    path = feed_of(client)
    assert len(path) > 40 and client.get("/keep").said.count(".ics") == 0
    answer = far.get(path)
    assert answer.status_code == 200 and "SUMMARY:Kalooki" in answer.text
    assert far.get(path.replace(".ics", "x.ics")).status_code == 404
    client.submit(client.get("/keep").form("/calendar"))
    assert feed_of(client) == path  # created only once
    client.post("/calendar", back=1)
    assert far.get(path).status_code == 404
    client.post("/calendar")
    assert feed_of(client) != path


def test_the_secret_address_is_sent_on_to_nobody_kept_in_no_cache_and_a_link_of_no_page(client: Phone) -> None:
    client.post("/calendar")
    path = feed_of(client)
    answer = client.http.get(path)
    assert (answer.headers["Referrer-Policy"], answer.headers["Cache-Control"]) == ("no-referrer", "no-store")
    page = client.get("/keep")
    assert page.html.count(path) == 1 and not page.all("a", href=path), "it is copied, not opened: no history has it"
