"""Pages, lists and API agree on the same matches, and with a simple count of the deals played."""

import csv
import io
import json
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from functools import partial
from itertools import groupby

import pytest
from flask import Flask

from companion.games import GAMES
from companion.sheet.commands import booking, whole_match
from companion.storage.matches import Match
from companion.storage.store import Store
from tests.sheet.test_match_statistics import played
from tests.storage.test_store import form, wrote
from tests.support.phone import Phone
from tests.web.test_feeds import unfolded

pytestmark = pytest.mark.usefixtures("shared_app")

NAMES = ["Aki", "Ben", "Cy", "Dee"]
FIRST = datetime(2025, 11, 3, 20).astimezone()


class Told:
    """A match as its own sheet has it; tests/sheet/ holds the sheet itself to a second scorer."""

    def __init__(self, match: Match):
        self.code, self.game, self.sheet = match.code, match.game.id, match.sheet
        assert match.day and match.finished_at
        self.day, self.ended = match.day, match.finished_at
        self.names, self.booked = list(match.sheet.names), match.sheet.counted_deals

    def ends(self) -> Iterator[tuple[str, int, bool, bool]]:
        """Yield each player's name and points, whether they won, and whether the match is whole for them."""
        for seat, name in enumerate(self.names):
            yield name, self.sheet.totals[seat], seat in self.sheet.winners, seat in self.sheet.whole


def sit(store: Store, number: int, early: bool) -> str:
    """Play a match in the store, or the first deals of it, and return its code."""
    sheet, chance = played(number), random.Random(number)
    day = FIRST + timedelta(days=chance.choice((0, 0, 7, 30, 60, 61)))
    at = day + timedelta(hours=chance.choice((0, 2, 5.5)), minutes=number)
    entries = [one for one in sheet.entries if not early or one.deal <= 4]
    code = store.open(sheet.game.id, {}, NAMES, sheet.first_dealer, form(), at - timedelta(hours=1))
    store.write(code, form(), lambda _: (entries, ""), at)
    if early:
        wrote(store, code, whole_match.stop, at)
    return code


def on_paper(client: Phone, game: str, days: int) -> str:
    """Enter a match from paper, played that many days later than the first, and return its code."""
    points = {f"d{deal}s{seat}": str(30 * (seat > 0)) for deal in range(1, 8) for seat in range(4)}
    names = {f"name{seat}": name for seat, name in enumerate(NAMES)}
    day = (FIRST + timedelta(days=days)).date().isoformat()
    answer = client.post(f"/new/{game}/sheet", **points, **names, dealer="0", day=day, save="1")
    assert answer.status == 303, answer.said
    return answer.location.split("/")[2]


def corrected_long_after(store: Store, code: str) -> None:
    """Correct a hand of the first deal that counts."""
    sheet = store.match(code).sheet
    deal = sheet.counted_deals[0].number
    seat = next(seat for seat in sheet.seats_in(sheet.counted_deals[0]) if sheet.penalty(deal, seat))
    wrote(store, code, lambda now: booking.count_hand(now, deal, seat, "", "29", reason="a slip"))


@pytest.fixture(scope="module")
def house(shared_app: Flask) -> list[Told]:
    """A house with such matches, newest day first, and within a day the last one first."""
    store: Store = shared_app.extensions["companion.store"]
    codes = [sit(store, number, (number + number // 4) % 4 == 3) for number in range(16)]
    codes += [on_paper(Phone(shared_app), game, days) for game, days in zip(GAMES, (-400, -90, 0), strict=False)]
    for code in (codes[0], codes[16]):
        corrected_long_after(store, code)
    for deal in store.match(codes[1]).sheet.counted_deals:
        wrote(store, codes[1], partial(booking.void, number=deal.number, reason="the pack was short"))
    wrote(store, codes[2], partial(booking.undo, number=len(store.match(codes[2]).game.deals)))
    wrote(store, codes[2], partial(booking.book, number=len(store.match(codes[2]).game.deals)))
    matches = [Told(store.match(code)) for code in codes]
    return sorted(matches, key=lambda one: (one.day, one.ended), reverse=True)


def counting(house: list[Told], game: str = "") -> list[Told]:
    """Return the matches that count, of that game if given."""
    return [told for told in house if told.booked and game in ("", told.game)]


def lives(house: list[Told], name: str) -> list[tuple[Told, int, int, bool, bool]]:
    """Return each match of a player: seat, points, whether they won, and whether it is whole for them."""
    ends = [(told, seat, end) for told in house for seat, end in enumerate(told.ends())]
    return [(told, seat, *end[1:]) for told, seat, end in ends if end[0] == name]


def row_of_wins(wins: list[bool]) -> int:
    """Return the length of the longest winning streak."""
    return max((len(list(group)) for won, group in groupby(wins) if won), default=0)


def test_home_tells_the_days_in_their_order_and_who_won_most(client: Phone, house: list[Told]) -> None:
    page = client.get("/")
    days = [link["href"].rsplit("/", 1)[1] for link in page.all("a") if "/evenings/" in link["href"]]
    assert days == list(dict.fromkeys(told.day.isoformat() for told in house))
    codes = [link["href"][3:] for link in page.all("a") if link["href"].startswith("/m/")]
    assert codes == [told.code for told in house]
    won = Counter(name for told in counting(house) for name, _, wins, _ in told.ends() if wins)
    sat = Counter(name for told in counting(house) for name in told.names)
    order = sorted(sat, key=lambda name: (-won[name], -sat[name], name))
    faces = page.said[page.said.index("All players") : page.said.index("Finished")]
    assert re.findall(r"([A-Z][a-z]+) (\d+) won", faces) == [(name, str(won[name])) for name in order[:5]]


def test_players_counts_the_same(client: Phone, house: list[Told]) -> None:
    said = client.get("/players").said
    assert f"From {len(counting(house))} matches." in said
    for name in {name for told in house for name in told.names}:
        wins = [won for _, _, _, won, _ in lives(counting(house), name)]
        now = wins.index(False) if False in wins else len(wins)
        row = f" {now} in a row now" if now > 1 else ""
        assert f"{name}{row} {sum(wins)} of {len(wins)}" in said


def test_a_year_is_of_the_days_played(client: Phone, house: list[Told]) -> None:
    years = Counter(told.day.year for told in counting(house))
    page = client.get("/players")
    assert {link["href"] for link in page.all("a") if "year=" in link.get("href", "")} == {
        f"?year={year}" for year in range(min(years), max(years) + 1)
    }
    for year, many in years.items():
        assert (f"From {many} match" in client.get(f"/players?year={year}").said) == (many > 1)


@pytest.mark.parametrize("name", [*NAMES, "Eve"])
@pytest.mark.parametrize("game", GAMES)
def test_a_players_page_counts_the_same(client: Phone, house: list[Told], name: str, game: str) -> None:
    mine = lives(counting(house, game), name)
    said = client.get(f"/players?name={name}&game={game}").said
    if not mine:
        assert "No match fits." in said
        return
    wins, whole = [won for _, _, _, won, _ in mine], [points for _, _, points, _, all_ in mine if all_]
    if len(mine) >= 3:
        assert f"won of {len(mine)} {sum(wins)}" in said and f"longest streak {row_of_wins(wins)}" in said
    else:
        assert ("One match", "Two matches")[len(mine) - 1] in said and "longest streak" not in said
    some = f" from {len(whole)} match{'es' if len(whole) != 1 else ''}" if len(whole) < len(mine) else ""
    if len(whole) >= 3:
        assert f"average total{some} {sum(whole) / len(whole):.0f}" in said
        assert f"lowest: {min(whole)}" in said
    else:
        assert "average total" not in said
    first = mine[-1][0].day
    assert f"since {first.day} {first:%b} {first.year}" in said
    for other, (met, compared, ahead, behind) in against(mine).items():
        less = f", compared in {compared}" if 0 < compared < met else ""
        assert (
            f"{other} {met} match{'es' if met > 1 else ''}{less} {score(name, other, compared, ahead, behind)}" in said
        )


def against(mine: list[tuple[Told, int, int, bool, bool]]) -> dict[str, tuple[int, int, int, int]]:
    """Return for each opponent: meetings, matches whole for both, and how often each had fewer points."""
    found: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for told, seat, points, _, whole in mine:
        for other, (name, theirs, _, all_) in enumerate(told.ends()):
            if other != seat:
                both = whole and all_
                now = (1, both, both and points < theirs, both and theirs < points)
                found[name] = [old + new for old, new in zip(found[name], now, strict=True)]
    return {name: (one[0], one[1], one[2], one[3]) for name, one in found.items()}


def score(name: str, other: str, compared: int, first: int, second: int) -> str:
    """Return how often each had fewer points, as a player's page says it: in words while matches are few."""
    if compared >= 3 or (first and second):
        return f"{first} : {second} "
    return "" if not first + second else (name if first else other) + (", twice" if first + second == 2 else "")


@pytest.mark.parametrize("game", GAMES)
def test_two_are_compared_in_whole_matches_of_both(client: Phone, house: list[Told], game: str) -> None:
    for other, (met, compared, ahead, behind) in against(lives(counting(house, game), "Aki")).items():
        said = client.get(f"/players?name=Aki&with={other}&game={game}").said
        assert (f"Played together {met} times." in said) == (met > 1) and ("one match:" in said) == (met == 1)
        assert (f"Fewer points: Aki {ahead}, {other} {behind}." in said) == (compared >= 3)
        if met > 1:
            assert (f"From {compared} match" in said.split("Played together")[1]) == (0 < compared < met)


def test_the_records_of_totals_are_of_whole_matches(client: Phone, house: list[Told]) -> None:
    said = client.get("/players").said
    for game in GAMES:
        whole = [
            (points, name, told)
            for told in reversed(counting(house, game))
            for name, points, _, all_ in told.ends()
            if all_ and len(told.booked) == len(told.sheet.game.deals)
        ]
        if len(counting(house, game)) >= 3 and whole:
            points, name, _ = min(whole, key=lambda one: one[0])
            assert f"{points}lowest total{name}" in said


def test_an_evening_counts_the_same(client: Phone, house: list[Told]) -> None:
    for day, group in groupby(house, key=lambda told: told.day):
        matches = list(group)[::-1]
        page = client.get(f"/evenings/{day}")
        links = [link["href"][3:] for link in page.all("a") if link["href"].startswith("/m/")]
        assert links == [told.code for told in matches]
        won = Counter(name for told in matches for name, _, wins, _ in told.ends() if wins)
        best = [name for name in won if won[name] == max(won.values())]
        many = len(counting(matches))
        assert f"match{'' if many == 1 else 'es'} {many} hand" in page.said
        if many > 1 and len(best) == 1:
            assert f"{best[0]} won the night: {won[best[0]]} of {many} matches." in page.said


def test_the_calendar_has_one_entry_a_day_whose_name_is_the_day(client: Phone, house: list[Told]) -> None:
    lines = unfolded(client.http.get("/evenings.ics").text)
    days = list(dict.fromkeys(told.day.isoformat() for told in house))
    assert [one for one in lines if one.startswith("UID:")] == [f"UID:{day}@rummy-table-companion" for day in days]
    begins = [one.partition(":")[2] for one in lines if one.startswith("DTSTART")]
    assert [evening_of(one).isoformat() for one in begins] == days
    texts = [one for one in lines if one.startswith("DESCRIPTION:")]
    assert sum(one.count("Nobody wins") for one in texts) == len(house) - len(counting(house))


def evening_of(start: str) -> date:
    """Return the day of an evening that starts so: at a time, or, all from paper, on a day."""
    if len(start) == 8:
        return date.fromisoformat(start)
    return (datetime.strptime(start, "%Y%m%dT%H%M%S%z").astimezone().replace(tzinfo=None) - timedelta(hours=4)).date()


FLAGS = ("won", "whole", "counts")


def test_the_table_and_the_list_for_programs_tell_the_same(client: Phone, house: list[Told]) -> None:
    written = client.http.get("/matches.csv").text.removeprefix("\ufeff")
    rows = list(csv.DictReader(io.StringIO(written)))
    told = json.loads(client.http.get("/api/matches").data)["matches"]
    due = [(one.code, one.day.isoformat(), *end, bool(one.booked)) for one in house for end in one.ends()]
    assert due == [
        (one["match"], one["day"], one["player"], int(one["points"]), *(one[name] == "1" for name in FLAGS))
        for one in rows
    ]
    assert due == [
        (one["code"], one["day"], end["name"], end["points"], end["won"], end["whole"], one["counts"])
        for one in told
        for end in one["players"]
    ]
    for one in house:
        match = json.loads(client.http.get(f"/api/matches/{one.code}").data)
        ends = [(end["name"], end["total"], end["won"], end["whole"]) for end in match["players"]]
        assert (match["day"], match["counts"], ends) == (one.day.isoformat(), bool(one.booked), list(one.ends()))


def test_programs_are_told_of_players_as_their_pages_are(client: Phone, house: list[Told]) -> None:
    told = json.loads(client.http.get("/api/players").data)["players"]
    due = {}
    for game in GAMES:
        for name in {name for one in counting(house, game) for name in one.names}:
            mine = lives(counting(house, game), name)
            whole = [points for _, _, points, _, all_ in mine if all_]
            average = sum(whole) / len(whole) if whole else None
            due[name, game] = (len(mine), sum(won for _, _, _, won, _ in mine), len(whole), average)
    assert due == {(o["name"], o["game"]): (o["played"], o["won"], o["whole"], o["average"]) for o in told}
