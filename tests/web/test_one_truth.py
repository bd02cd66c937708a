"""Pages, lists and API agree on the same matches, and with a simple count of the deals played."""

import csv
import io
import json
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import partial
from itertools import groupby

import pytest
from flask import Flask

from companion.games import GAMES
from companion.sheet.commands import booking, roster, whole_match
from companion.storage.store import Store
from tests.storage.test_store import Act, at_once, form, wrote
from tests.support.phone import Phone
from tests.web.test_feeds import unfolded

pytestmark = pytest.mark.usefixtures("shared_app")

NAMES = ["Aki", "Ben", "Cy", "Dee"]
FIRST = datetime(2025, 11, 3, 20).astimezone()
LOW_HIGH = LOW, HIGH = (29, 30)  # points that some hand of every deal of every game can leave
Row = dict[int, int]  # points by seat; others were absent


@dataclass
class Told:
    """A match as played: players, and the points of each deal, None if it does not count."""

    game: str
    names: list[str]
    day: date
    ended: datetime
    deals: list[Row | None] = field(default_factory=list)
    early: bool = False
    code: str = ""
    left: list[int | None] = field(default_factory=list)  # first deal each missed, None for those who stayed
    came: list[int] = field(default_factory=list)  # first deal of each, 1 for those who started

    def total(self, seat: int) -> int:
        """Return a player's points."""
        return sum(row.get(seat, 0) for row in self.deals if row)

    @property
    def booked(self) -> list[Row]:
        """The deals that count."""
        return [row for row in self.deals if row]

    def whole(self, seat: int) -> bool:
        """True if that player played every deal, and some deal counts."""
        return bool(self.booked) and not self.early and self.came[seat] == 1 and self.left[seat] is None

    @property
    def winners(self) -> list[int]:
        """The seats with fewest points of those present at the end with a deal that counts."""
        able = [seat for seat in range(len(self.names)) if self.left[seat] is None]
        able = [seat for seat in able if any(seat in row for row in self.booked)]
        fewest = min((self.total(seat) for seat in able), default=0)
        return [seat for seat in able if self.total(seat) == fewest]

    def ends(self) -> Iterator[tuple[str, int, bool, bool]]:
        """Yield each player's name and points, whether they won, and whether the match is whole for them."""
        for seat, name in enumerate(self.names):
            yield name, self.total(seat), seat in self.winners, self.whole(seat)


def planned(chance: random.Random, number: int, kind: int = 0) -> Told:
    """Return a random match, with the same players throughout unless it is of another kind."""
    game = list(GAMES)[number % len(GAMES)]
    day = FIRST + timedelta(days=chance.choice((0, 0, 7, 30, 60, 61)))
    told = Told(game, [*NAMES], day.date(), day + timedelta(hours=chance.choice((0, 2, 5.5)), minutes=number))
    told.left, told.came = [None] * 4, [1] * 4
    many = len(GAMES[game].deals)
    if kind == 1:
        told.left[chance.randrange(4)] = chance.randrange(2, many)
    if kind == 2:
        told.names.append("Eve")
        told.left.append(None)
        told.came.append(chance.randrange(2, many))
    told.early = kind == 3
    for deal in range(1, many + 1 if not told.early else chance.randrange(2, many)):
        there = [s for s in range(len(told.names)) if told.came[s] <= deal and deal < (told.left[s] or many + 1)]
        out = chance.choice(there)
        row = {seat: 0 if seat == out else chance.choice(LOW_HIGH) for seat in there}
        if deal == 1:
            row[(out + 1) % 4] = HIGH  # a hand to correct later
        told.deals.append(None if deal > 1 and chance.random() < 0.2 else row)
    return told


def acts(told: Told) -> Iterator[Act]:
    """Yield the actions at the table."""
    for number, row in enumerate(told.deals, 1):
        yield from (partial(roster.leave, seat=seat) for seat, left in enumerate(told.left) if left == number)
        if number in told.came[4:]:
            yield partial(roster.join, name="Eve", start="zero")
        if row is None:
            yield partial(booking.abandon, number=number)
            continue
        yield from line(number, row)
    if told.early:
        yield whole_match.stop


def line(number: int, row: Row) -> Iterator[Act]:
    """Yield the actions that book a deal."""
    out = next(seat for seat, points in row.items() if points == 0)
    yield partial(booking.end_play, number=number, out=out)
    for seat, points in row.items():
        if seat != out:
            yield partial(booking.count_hand, number=number, seat=seat, cards="", total=str(points))
    yield partial(booking.book, number=number)


def sit(store: Store, told: Told) -> Told:
    """Play the match in the store."""
    told.code = store.open(told.game, {}, told.names[:4], 0, form(), told.ended - timedelta(hours=1))
    at_once(store, told.code, list(acts(told)), told.ended)
    return told


def on_paper(client: Phone, told: Told) -> Told:
    """Enter the match from paper; it ends with its last line that is not blank."""
    while told.deals[-1] is None:
        told.deals.pop()
        told.early = True
    rows = {f"d{deal}s{seat}": str(at) for deal, row in enumerate(told.deals, 1) for seat, at in (row or {}).items()}
    outs = {f"out0.{deal}": str(next(s for s in row if not row[s])) for deal, row in enumerate(told.deals, 1) if row}
    names = {f"name{seat}": name for seat, name in enumerate(told.names)}
    answer = client.post(
        f"/new/{told.game}/sheet", **rows, **outs, **names, dealer="0", day=told.day.isoformat(), save="1"
    )
    assert answer.status == 303, answer.said
    told.code = answer.location.split("/")[2]
    return told


def played(client: Phone, store: Store, seed: int) -> list[Told]:
    """Play some matches of all games, in order of arrival."""
    chance = random.Random(seed)
    of_each = len(GAMES)  # of every kind, in turn with the games
    matches = [sit(store, planned(chance, number, (number + number // of_each) % 4)) for number in range(10)]
    for number, days in ((0, -400), (3, -90), (1, 0)):  # entered last, and played first
        told = planned(chance, 40 + number)
        told.day = (FIRST + timedelta(days=days)).date()
        told.ended = datetime.combine(told.day, FIRST.time()).astimezone() + timedelta(hours=1)
        matches.append(on_paper(client, told))
    for told in (matches[0], matches[10]):  # corrected long after
        seat = next(seat for seat, points in told.deals[0].items() if points == HIGH)  # type: ignore[union-attr]
        told.deals[0][seat] = LOW  # type: ignore[index]
        wrote(
            store,
            told.code,
            partial(booking.count_hand, number=1, seat=seat, cards="", total=str(LOW), reason="a slip"),
        )
    nothing = sit(store, planned(chance, 40))
    nothing.deals = [None] * len(nothing.deals)
    for number in range(1, len(nothing.deals) + 1):
        if store.match(nothing.code).sheet.closed(number) == "booked":
            wrote(store, nothing.code, partial(booking.void, number=number, reason="the pack was short"))
    again = matches[11]  # entered from paper, with its last deal undone and booked differently, if it was played
    if again.deals[-1] and not again.early:
        last = len(again.deals)
        wrote(store, again.code, partial(booking.undo, number=last))
        again.deals[-1] = {seat: LOW * (seat != 2) for seat in again.deals[-1]}
        at_once(store, again.code, list(line(last, again.deals[-1])), None)
    return [*matches, nothing]


@pytest.fixture(scope="module")
def house(shared_app: Flask) -> list[Told]:
    """A house with all these matches, newest day first, and within a day the last one first."""
    store: Store = shared_app.extensions["companion.store"]
    matches = played(Phone(shared_app), store, 1)
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
            assert (f"From {compared} match" in said.split("Played together")[1]) == (compared < met)


def test_the_records_of_totals_are_of_whole_matches(client: Phone, house: list[Told]) -> None:
    said = client.get("/players").said
    for game in GAMES:
        whole = [
            (points, name, told)
            for told in reversed(counting(house, game))
            for name, points, _, all_ in told.ends()
            if all_ and None not in told.deals
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
