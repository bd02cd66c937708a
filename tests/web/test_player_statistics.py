"""Player statistics: all players, records, one player and pairs, over the matches that an address selects."""

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from companion import demo
from companion.games import GAMES
from companion.storage.matches import Match
from companion.storage.players.results_query import MatchFilter, Result
from companion.storage.players.standings import Form, Standing, forms, standings
from companion.storage.store import Store
from companion.web.view.player_statistics import Table, life
from tests.support.phone import Phone

MATCHES = 12


def two_years(store: Store) -> None:
    """Play matches of five friends, one each fortnight."""
    games, at = list(GAMES.values()), datetime(2025, 6, 1, 19, tzinfo=UTC)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(demo, "NAMES", ["Aki", "Ben", "Cy", "Dee", "Emi"])
        for number in range(MATCHES):
            demo.play(store, games[number % 3 // 2], demo.random.Random(number), at + timedelta(days=30 * number))


@pytest.fixture(scope="module")
def played(shared_app: Flask) -> list[Match]:
    """Matches of a club over two years, newest first."""
    store: Store = shared_app.extensions["companion.store"]
    two_years(store)
    return [match for match in store.finished(99) if isinstance(match, Match)]


def everybody(store: Store, sift: MatchFilter | None = None) -> list[tuple[Standing, Form]]:
    """Return all players in the matches that a filter selects, each with recent form."""
    with store.reading() as session:
        found = standings(session, sift or MatchFilter())
        form = forms(session, sift or MatchFilter(), None, [one.person for one in found])
    return [(one, form[one.person]) for one in found]


def test_form_is_the_latest_matches_and_the_row_of_wins_that_goes_on(store: Store, played: list[Match]) -> None:
    for one, form in everybody(store):
        sheets = [match.sheet for match in played if one.name in match.sheet.names]
        line = "".join("x" if one.name in sheet.winner_names else " " for sheet in sheets)
        assert form.now == len(line) - len(line.lstrip("x"))
        assert [place == 1 for place in form.places] == [mark == "x" for mark in line[:12]]
        for place, sheet in zip(form.places, sheets, strict=False):
            mine = sheet.totals[sheet.names.index(one.name)]
            behind = sum(total > mine for total in sheet.totals) / (len(sheet.names) - 1)
            assert place == 1 or place == pytest.approx(0.75 * behind)


@pytest.mark.parametrize(
    ("asked", "lets"),
    [
        ("", lambda match: True),
        ("game=kalooki", lambda match: match.game.id == "kalooki"),
        ("year=2025", lambda match: match.finished_at.astimezone().year == 2025),
        ("players=4", lambda match: len(match.sheet.names) == 4),
        ("house=changed", lambda match: False),
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
    due = sum(bool(lets(match)) for match in played)
    assert page.status == 200 and (f"From {due} match" if due else "No match fits.") in page.said


def test_every_link_of_the_sifting_leads_somewhere(client: Phone, played: list[Match]) -> None:
    for path in ("/players", "/players?name=Aki&with=Ben&game=kalooki"):
        here = path.split("?")[0]
        links = {link["href"] for link in client.get(path).all("a", **{"class": "pill"})}
        assert len(links) > 8 and all(
            client.get(here + link if link[0] == "?" else link).status == 200 for link in links
        )


def table(number: int, *calls: int, points: int = 100) -> Table:
    """A whole match of three deals, in which the seats made these many calls."""
    day = datetime(2026, 1, number, tzinfo=UTC).date()
    figures = {"calls": 0, "jokers": 0, "heaviest": 0, "comeback": 0, "run": 0}
    told = {"out": 1, "unknown": 0, "labels": {}, "by_deal": {1: 0, 2: 10, 3: 20}, "whole": True, "won": False}
    about = {"code": f"CODE{number:02}", "match": number, "game": "kalooki", "day": day, "players": len(calls)}
    return tuple(
        Result(**about, **told, **figures | {"calls": made}, points=points, person=who, name=who, seat=seat)
        for seat, (who, made) in enumerate(zip("abc", calls, strict=True))
    )


def test_a_match_in_which_no_call_was_recorded_is_not_in_the_average_of_calls() -> None:
    brought_in, played_here = table(1, 0, 0, 0), (table(2, 3, 0, 1), table(3, 4, 2, 0))
    found = life([brought_in, *played_here], "a")
    assert found and found.calls == 3.5 and len(found.whole) == 3
    quiet = life([brought_in, *played_here], "b")
    assert quiet and quiet.calls == 1, "no call of this player, but some at the table"
    none = life([brought_in], "a")
    assert none and none.calls is None and none.with_calls is None
