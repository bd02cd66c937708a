"""What the pages of players count: everybody, the records, one and two, over the matches that an address asks for."""

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from companion import demo
from companion.games import GAMES
from companion.names import folded
from companion.storage.matches import Match
from companion.storage.people.club import Sift, latest
from companion.storage.store import Store
from companion.web.view.club import Table, house_records, life, meetings, members, tables
from tests.support.phone import Phone

MATCHES = 24


def two_years(store: Store) -> None:
    """Matches of five friends, one each fortnight."""
    games, at = list(GAMES.values()), datetime(2025, 6, 1, 19, tzinfo=UTC)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(demo, "NAMES", ["Aki", "Ben", "Cy", "Dee", "Emi"])
        for number in range(MATCHES):
            demo.play(store, games[number % 3 // 2], demo.random.Random(number), at + timedelta(days=15 * number))


@pytest.fixture
def app(shared_app: Flask) -> Flask:
    """One for all tests here, which read."""
    return shared_app


@pytest.fixture(scope="module")
def played(shared_app: Flask) -> list[Match]:
    """Matches of a club over two years, the latest first."""
    store: Store = shared_app.extensions["companion.store"]
    two_years(store)
    return [match for match in store.finished(99) if isinstance(match, Match)]


def counted(store: Store, sift: Sift | None = None) -> list[Table]:
    """The matches that a sift lets through."""
    with store.reading() as session:
        return tables(latest(session, sift or Sift()))


def test_everybody_is_counted_as_on_the_sheets(store: Store, played: list[Match]) -> None:
    sat = Counter(name for match in played for name in match.sheet.names)
    won = Counter(name for match in played for name in match.sheet.winner_names)
    found = {member.name: (member.played, member.won) for member in members(counted(store))}
    assert found == {name: (times, won[name]) for name, times in sat.items()}


def test_a_row_of_wins_is_the_longest_and_the_one_that_goes_on(store: Store, played: list[Match]) -> None:
    for member in members(counted(store)):
        line = "".join(
            "x" if member.name in match.sheet.winner_names else " "
            for match in played
            if member.name in match.sheet.names
        )
        assert member.run == max(map(len, line.split()), default=0)
        assert member.now == len(line) - len(line.lstrip("x"))
        assert [one == 1 for one in member.form] == [mark == "x" for mark in line[:12]]


def test_a_lowest_total_below_nothing_is_no_total_above_it(store: Store, played: list[Match]) -> None:
    first, *others = counted(store, Sift(game="kalooki"))
    below = (first[0]._replace(points=-12), *first[1:])
    assert house_records([below, *others])[0].figure == -12


def test_the_records_are_those_of_the_sheets(store: Store, played: list[Match]) -> None:
    mine = [match for match in played if match.game.id == "kalooki"]
    found = {record.what: record.figure for record in house_records(counted(store, Sift(game="kalooki")))}
    assert found["lowest total"] == min(min(match.sheet.totals) for match in mine)
    assert found["highest total"] == max(max(match.sheet.totals) for match in mine)
    hands = [entry.points for match in mine for entry in match.sheet.entries if entry.kind == "hand"]
    assert found["heaviest hand"] in hands
    assert found["heaviest hand"] == max(
        match.sheet.penalty(deal.number, seat) or 0
        for match in mine
        for deal in match.sheet.schedule
        for seat in match.sheet.seats
    )


def test_a_life_is_told_from_its_own_matches(store: Store, played: list[Match]) -> None:
    mine = life(counted(store, Sift(game="kalooki", there=("aki",))), folded("Aki"))
    sheets = [match.sheet for match in played if match.game.id == "kalooki" and "Aki" in match.sheet.names]
    totals = [sheet.totals[sheet.names.index("Aki")] for sheet in sheets]
    assert mine and [one.points for one in mine.mine] == totals
    assert mine.average == sum(totals) / len(totals)
    first = [sheet.penalty(1, sheet.names.index("Aki")) or 0 for sheet in sheets]
    others = [sheet.penalty(1, seat) or 0 for sheet in sheets for seat in sheet.seats if sheet.names[seat] != "Aki"]
    deal = mine.deals[0]
    assert (deal.number, deal.mine, deal.table) == (1, sum(first) / len(first), sum(others) / len(others))
    met = Counter(name for sheet in sheets for name in sheet.names if name != "Aki")
    assert {opponent.name: opponent.met for opponent in mine.opponents} == met


def test_two_are_compared_where_both_sat(store: Store, played: list[Match]) -> None:
    sheets = [match.sheet for match in played if {"Aki", "Ben"} <= set(match.sheet.names)]
    due = [
        sheet.totals[sheet.names.index("Ben")] - sheet.totals[sheet.names.index("Aki")] for sheet in reversed(sheets)
    ]
    found = meetings(counted(store, Sift(there=("Aki", "Ben"))), folded("Aki"), folded("Ben"))
    assert [meeting.margin for meeting in found] == due


@pytest.mark.parametrize(
    ("asked", "lets"),
    [
        ("", lambda match: True),
        ("game=kalooki", lambda match: match.game.id == "kalooki"),
        ("year=2025", lambda match: match.finished_at.astimezone().year == 2025),
        ("players=4", lambda match: len(match.sheet.names) == 4),
        ("players=3", lambda match: len(match.sheet.names) == 3),
        ("house=book", lambda match: True),
        ("house=changed", lambda match: False),
        ("there=ben", lambda match: "Ben" in match.sheet.names),
        (
            "there=ben&year=2026&game=kalooki",
            lambda match: (
                "Ben" in match.sheet.names
                and match.finished_at.astimezone().year == 2026
                and match.game.id == "kalooki"
            ),
        ),
        ("game=whist&year=soon&players=99&house=ours", lambda match: True),
        ("year=99999999999999999999&players=-1&there=%00", lambda match: True),
    ],
)
def test_an_address_sifts_the_matches_that_count(client: Phone, played: list[Match], asked: str, lets: object) -> None:
    page = client.get(f"/players?{asked}")
    due = sum(bool(lets(match)) for match in played)  # type: ignore[operator]
    assert page.status == 200 and f"From {due} match" in page.said
    assert due or "No match is like that." in page.said


def test_every_link_of_the_sifting_leads_somewhere(client: Phone, played: list[Match]) -> None:
    for path in ("/players", "/players?name=Aki", "/players?name=Aki&with=Ben&game=kalooki"):
        here = path.split("?")[0]
        links = {link["href"] for link in client.get(path).all("a", **{"class": "pill-link"})}
        assert len(links) > 8 and all(
            client.get(here + link if link[0] == "?" else link).status == 200 for link in links
        )


def test_only_the_latest_matches_are_counted_however_many_there_are(store: Store, played: list[Match]) -> None:
    with store.reading() as session:
        assert {one.match for one in latest(session, Sift(), limit=5)} == {match.id for match in played[:5]}
