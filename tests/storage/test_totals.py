"""Totals of all finished matches equal a simple count, after corrections, voided deals and reopened matches."""

import random
import re
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from itertools import combinations
from typing import Any

import pytest
from sqlalchemy import event

from companion.names import folded
from companion.sheet.commands import booking, roster, whole_match
from companion.storage.access.devices import matches_of
from companion.storage.matches import Match
from companion.storage.players.results_query import MatchFilter, Result, latest
from companion.storage.players.standings import game_totals
from companion.storage.store import Store
from tests.storage.test_store import adrift, wrote
from tests.support.evenings import Evenings, demo_matches
from tests.support.phone import Phone

Opened = Callable[..., str]
Told = tuple[str, str, str, int, int, float]


def obvious(store: Store) -> set[Told]:
    """Return each player's record in each game, counted through every finished match."""
    ended: dict[tuple[str, str], list[tuple[str, bool, int]]] = defaultdict(list)
    for match in store.finished(1000):
        sheet = match.sheet
        for seat, name in enumerate(sheet.names):
            ended[folded(name), sheet.game.id].append((name, seat in sheet.winners, sheet.totals[seat]))
    return {
        (person, max(name for name, _, _ in all_), game, len(all_), sum(won for _, won, _ in all_), average(all_))
        for (person, game), all_ in ended.items()
    }


def average(ended: list[tuple[str, bool, int]]) -> float:
    """Return the average of the final points."""
    return sum(points for _, _, points in ended) / len(ended)


def told(store: Store) -> set[Told]:
    """Return the records on the players' page."""
    return {(one.person, one.name, one.game, one.played, one.won, one.average) for one in game_totals(store)}


@pytest.fixture
def years(store: Store, evenings: Evenings) -> list[str]:
    """The codes of some finished matches of each game, with corrections in them, newest first."""
    evenings.into(store, demo_matches, 10, 6)
    return [match.code for match in store.finished(100)]


def test_records_are_the_obvious_count_after_everything_that_changes_a_result(store: Store, years: list[str]) -> None:
    assert told(store) == obvious(store)
    chance = random.Random(1)
    for code in years[:2]:
        wrote(store, code, lambda sheet: booking.void(sheet, chance.randrange(1, 6), "the pack was short"))
        assert told(store) == obvious(store)
    wrote(store, years[0], lambda sheet: booking.undo(sheet, len(sheet.game.deals)))
    assert years[0] not in [match.code for match in store.finished(100)]
    assert told(store) == obvious(store)
    wrote(store, years[1], lambda sheet: roster.rename(sheet, 0, "Zenobia"))
    assert ("zenobia" in {one.person for one in game_totals(store)}) and told(store) == obvious(store)
    with store.reading() as session:
        assert adrift(session) == []


def test_a_match_set_aside_counts_for_nobody(store: Store, match: Opened) -> None:
    wrote(store, match(), whole_match.stop)
    assert (game_totals(store), store.finished(9)) == ([], [])


def test_a_match_that_is_corrected_or_undone_and_ended_again_keeps_its_place(store: Store, years: list[str]) -> None:
    last = years[-1]
    wrote(store, last, lambda sheet: booking.void(sheet, 1, "the pack was short"))
    assert [match.code for match in store.finished(100)] == years
    wrote(store, last, lambda sheet: booking.undo(sheet, len(sheet.game.deals)))
    assert [match.code for match in store.finished(100)] == years[:-1]
    wrote(store, last, lambda sheet: booking.abandon(sheet, len(sheet.game.deals)))
    assert [match.code for match in store.finished(100)] == years


@pytest.mark.parametrize("game", ["", "kalooki"])
def test_two_people_and_a_game_are_found_as_by_looking_through_all(store: Store, years: list[str], game: str) -> None:
    matches = [match for match in store.finished(100) if isinstance(match, Match) and game in ("", match.game.id)]
    everybody = sorted({name for match in matches for name in match.sheet.names})
    pairs = [(name,) for name in everybody] + [*combinations(everybody, 2)][::3]
    due = {pair: [match.code for match in matches if {*pair} <= {*match.sheet.names}] for pair in pairs}
    assert {pair: [match.code for match in store.finished(100, players=pair, game=game)] for pair in pairs} == due
    assert game or any(due[pair] not in ([], due[pair[:1]], due[pair[1:]]) for pair in pairs[len(everybody) :])


def test_everybody_comes_page_by_page(client: Phone, store: Store, years: list[str], monkeypatch: object) -> None:
    monkeypatch.setattr("companion.web.screens.players.PAGE", 10)
    seen, address = [], "/players"
    while address:
        page = client.get(address)
        seen += [found["href"] for found in page.all("a") if "/players?name=" in found.get("href", "")]
        address = next((found["href"] for found in page.all("a") if "after=" in found.get("href", "")), "")
    assert len(seen) == len(set(seen)) == len({record.person for record in game_totals(store)}) > 10
    assert client.get(f"/players?after={2**63 - 1}").status == client.get(f"/?before={2**40}").status == 200


# Query plans

PAGES = (
    "/",
    "/?player=Aki",
    "/?player=Aki&game=kalooki",
    "/?game=kalooki",
    "/?before=3",
    "/players",
    "/players?name=Aki",
    "/players?name=Aki&with=Ben",
)
# Pages with sums over all matches: of all people, and on the page of players of all results.
SUMS = ("/", "/?player=Aki", "/?game=kalooki", "/?before=3", "/players?name=Aki", "/players")


MINE = matches_of("a token")


def of_the_club(store: Store) -> list[Result]:
    """Return the results behind the players' pages, for a phone."""
    with store.reading() as session:
        return latest(session, MatchFilter(game="kalooki", there=("Aki", "Ben")), MINE)


LISTINGS = (  # lists for a phone, which may see its own matches only
    lambda store: store.unfinished(among=MINE),
    lambda store: store.finished(21, among=MINE),
    lambda store: store.finished(21, among=MINE, players=["Aki", "Ben"], game="kalooki"),
    lambda store: game_totals(store, among=MINE),
    lambda store: game_totals(store, among=matches_of("a token", 250)),
    lambda store: of_the_club(store),
)


@pytest.mark.file
def test_no_page_that_lists_reads_a_whole_table(client: Phone, store: Store, years: list[str]) -> None:
    client.get("/")  # derives the players' inks, once for all pages until another match is finished
    for page in PAGES:
        said = plans(store, partial(client.get, page))
        assert said and (page in SUMS or not any(map(reads_all, said))), page
        assert page != "/players" or any(map(reads_all, said)), "a whole table that is read would be seen"


@pytest.mark.file
def test_nine_matches_more_on_a_page_that_lists_cost_no_more_than_a_statement_each(
    client: Phone, store: Store, evenings: Evenings
) -> None:
    def statements() -> dict[str, int]:
        return {page: len(plans(store, partial(client.get, page))) for page in PAGES}

    evenings.into(store, demo_matches, 1, 6)
    few = statements()
    evenings.into(store, demo_matches, 10, 6)
    assert {page: count for page, count in statements().items() if count > few[page] + 9} == {}  # some of new games


@pytest.mark.file
def test_no_listing_of_a_phone_reads_a_whole_table(store: Store, years: list[str]) -> None:
    for listing in LISTINGS:
        assert [plan for plan in plans(store, partial(listing, store)) if reads_all(plan)] == []


def plans(store: Store, act: Callable[[], object]) -> list[str]:
    """Return SQLite's query plan of each statement of an action; it does not depend on the number of rows."""
    asked: list[tuple[str, Any]] = []
    event.listen(store.engine, "before_cursor_execute", note := lambda *given: asked.append((given[2], given[3])))
    act()
    event.remove(store.engine, "before_cursor_execute", note)
    with store.engine.connect() as connection:
        return [
            "\n".join([said, *(row[3] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {said}", values))])
            for said, values in asked
            if said.startswith("SELECT")
        ]


def reads_all(plan: str) -> bool:
    """True if a plan scans a whole table: without an index, or along one without a limit."""
    through = re.findall(r"^SCAN (?:match|seat|entry|receipt|result|device|link)\b.*", plan, re.M)
    endless = "LIMIT" not in plan or "B-TREE FOR ORDER BY" in plan or "B-TREE FOR GROUP BY" in plan
    return any(endless or " USING " not in line for line in through)
