"""Compare pages and API responses about matches with the second scorer."""

import csv
import html
import json
import re
from collections.abc import Mapping
from datetime import datetime
from itertools import combinations, product, takewhile, zip_longest
from typing import Any
from urllib.parse import unquote

from tests.support.club_scorer import Club, Ended, longest, most_wins
from tests.support.phone import Page, Phone
from tests.support.scorer import Score

GAMES = ("kalooki", "three-thirteen", "five-crowns")
FEW = 3  # fewest matches for a comparison
FORM = 12  # matches shown in the form line
RECORD = ("played", "won", "whole", "average")


def same(told: object, due: object, what: str) -> None:
    """Fail if the reported value is not the expected one."""
    assert told == due, f"{what}:\n  told {told}\n  due  {due}"


def compare(phone: Phone, code: str, score: Score) -> None:
    """Compare the companion's API and pages of one match with the second scorer."""
    told = phone.http.get(f"/api/matches/{code}").json
    players = [(one["name"], one["total"], one["won"], one["at_table"]) for one in told["players"]]
    won, there = score.winners, score.staying
    due = [(name, score.total(seat), seat in won, seat in there) for seat, name in enumerate(score.names)]
    same(players, due, "players with their totals, who won, who is there")
    deals = [tuple(one[name] for name in ("number", "bonus", "state", "out", "points")) for one in told["deals"]]
    for deal, row in zip_longest(score.schedule, deals):
        points = [score.points(deal, seat) for seat in score.seats]
        same(row, (deal, deal > score.many, score.state(deal), score.out(deal), points), f"deal {deal}")
    (compare_result if score.finished else compare_table)(phone, code, score)


def compare_table(phone: Phone, code: str, score: Score) -> None:
    """Compare the deal on the table: cards, dealer, first player, players and totals."""
    deal = score.current or 0
    page = phone.get(f"/m/{code}").html
    facts = dict(re.findall(r"<dt>(\w+)</dt><dd>(?:<bdi[^>]*>)?(.*?)(?:</bdi>)?</dd>", page))
    dealer, first = score.names[score.dealer(deal)], score.names[score.first(deal)]
    told = {name: html.unescape(facts[name]) for name in ("each", "deals", "begins")}
    same(told, {"each": str(score.cards(deal)), "deals": dealer, "begins": first}, f"deal {deal} on the table")
    seats = {int(seat): words for seat, words in re.findall(r'id="seat-(\d+)"(.*?)</li>', page, re.S)}
    away = {seat for seat, words in seats.items() if "does not play this one" in words or "has left" in words}
    same(seats.keys() - away, {*score.players(deal)}, f"who plays deal {deal}")
    totals = {seat: re.findall(r'seat-total">([−\d]+)', words) for seat, words in seats.items()}
    same(totals, {seat: [figure(score.total(seat))] for seat in seats}, "totals on the table")


def compare_result(phone: Phone, code: str, score: Score) -> None:
    """Compare the exported result: winners, and the place of each player."""
    link = re.findall(r'createPlay\.html\?data=([^"]+)"', phone.get(f"/m/{code}/share").html)
    play = json.loads(unquote(html.unescape(link[0])))
    told = {one["name"]: (one["score"], one.get("rank"), one["winner"]) for one in play["players"]}
    places, won = score.places if score.winners else [None] * len(score.names), score.winners
    due = {name: (score.total(seat), places[seat], seat in won) for seat, name in enumerate(score.names)}
    same(told, due, "totals and places")
    first = [one["name"] for one in play["players"] if one["startPlayer"]]
    same(first, [score.names[score.first(1)]], "who began")


def figure(points: int) -> str:
    """Format points as pages do."""
    return str(points).replace("-", "−")


# Over all matches


def compare_club(phone: Phone, scores: Mapping[str, Score]) -> None:
    """Compare lists, files and statistics over all matches with the second scorer."""
    told = every_page(phone, "/api/matches", "matches")
    ended = [
        Ended(one["code"], scores[one["code"]], datetime.fromisoformat(one["finished_at"] or one["day"]).astimezone())
        for one in told  # of a match from paper only the day is known
    ]
    club = Club(ended)
    due = {code for code, one in scores.items() if one.finished and one.counting}
    same({one.code for one in club.matches}, due, "which matches count")
    same([one["code"] for one in told if one["counts"]], [one.code for one in club.matches], "the order of matches")
    for one, match in zip(told, ended, strict=True):
        same((one["day"], one["counts"]), (match.day.isoformat(), match.counts), f"the day of {match.code}")
        said = ("name", "points", "won", "whole", "rank")
        players = [tuple(each[name] for name in said) for each in one["players"]]
        places = match.score.places
        known = [
            (name, match.total(name), match.won(name), name in match.whole, place)
            for name, place in zip(match.names, places, strict=True)
        ]
        same(players, known, f"players of {match.code}")
    compare_files(phone, club, told)
    compare_players(phone, club)
    compare_evenings(phone, club)
    for match in club.matches:
        compare_awards(phone, match)


def every_page(phone: Phone, address: str, name: str) -> list[Any]:
    """Return all items of a paged API list."""
    found: list[Any] = []
    follow, place = {"matches": "before", "players": "after"}[name], ""
    while place is not None:
        page = phone.http.get(f"{address}?{follow}={place}").json
        found, place = found + page[name], page[follow]
    return found


def compare_files(phone: Phone, club: Club, told: list[Any]) -> None:
    """Compare the spreadsheet over all matches, and each match's scoresheet."""
    rows = list(csv.DictReader(phone.get("/matches.csv").html.removeprefix("\ufeff").splitlines()))
    found = [(row["match"], row["player"], row["points"], row["won"], row["day"]) for row in rows]
    each = [(one, player) for one in told for player in one["players"]]
    due = [(one["code"], who["name"], str(who["points"]), str(int(who["won"])), one["day"]) for one, who in each]
    same(found, due, "matches.csv")
    for match in club.matches:
        sheet = list(csv.reader(phone.get(f"/m/{match.code}/sheet.csv").html.removeprefix("\ufeff").splitlines()))
        totals = [row[2:] for row in sheet if row[0] == "Total"]
        same(totals, [[str(match.total(name)) for name in match.names]], f"sheet.csv of {match.code}")


def compare_players(phone: Phone, club: Club) -> None:
    """Compare each player's matches, wins and averages, the records, and each pair of players."""
    due = {(name, game): club.record(name, game) for name, game in product(club.people, GAMES)}
    due = {of: record for of, record in due.items() if record[0]}
    told = every_page(phone, "/api/players", "players")
    found = {(one["name"], one["game"]): tuple(one[name] for name in RECORD) for one in told}
    same(found, {of: (*record, *mean(club.totals(*of))) for of, record in due.items()}, "records of everybody")
    page = phone.get("/players")
    for name in club.people:
        (played, won), wins = club.record(name), club.wins(name)
        row = len(list(takewhile(bool, wins)))
        stands(page, f" {name} {f'{row} in a row now ' if row > 1 else ''}{won} of {played}")
        assert f'aria-label="won {sum(wins[:FORM])} of the last {len(wins[:FORM])}"' in page.html, f"form of {name}"
    for game in GAMES:
        compare_records(phone, club, game)
    for name, game in due:
        compare_life(phone, club, name, game)
    for (one, other), game in product(combinations(club.people, 2), GAMES):
        compare_two(phone, club, one, other, game)


def mean(totals: list[int]) -> tuple[int, float | None]:
    """Return the number of totals and their average."""
    return len(totals), sum(totals) / len(totals) if totals else None


def stands(page: Page, words: str) -> None:
    """Fail if these words are not on the page."""
    assert words in page.said, f"“{words}” is not in “{page.said}”"


def compare_records(phone: Phone, club: Club, game: str) -> None:
    """Compare the records of a game, once it has enough matches."""
    page = phone.get(f"/players?game={game}").html
    found = re.findall(r'/m/(\w+)"><b>(.*?)</b><span>(.*?)</span><small><bdi[^>]*>(.*?)</bdi>', page)
    due = club.records(game) if len(club.of(game=game)) >= FEW else {}
    told = {what: points for _, points, what, _ in found}
    same(told, {what: figure(points) for what, (points, _) in due.items()}, f"records of {game}")
    for code, _, what, name in found:
        assert (code, name) in due[what][1], f"{what} of {game}: {name} in {code}, due {due[what][1]}"


def compare_life(phone: Phone, club: Club, name: str, game: str) -> None:
    """Compare one player's page in one game: wins, longest streak, totals of whole matches, and opponents."""
    page = phone.get(f"/players?name={name}&game={game}")
    (played, won), totals = club.record(name, game), club.totals(name, game)
    if played >= FEW:
        stands(page, f"won of {played} {won} ")
        stands(page, f"longest streak {longest(club.wins(name, game))} ")
    else:
        stands(page, ("One match", "Two matches")[played - 1])
    if len(totals) >= FEW:
        stands(page, f"lowest: {figure(min(totals))} ")
        average = re.findall(r"average total (?:from \d+ match\w* )?(−?\d+)", page.said)
        assert abs(int(average[0].replace("−", "-")) - sum(totals) / len(totals)) <= 0.5, (
            f"average of {name}: {average}, due {totals}"
        )
    for other in club.people:
        met, margins = len(club.of(name, other, game=game)), club.meetings(name, other, game)
        if met and other != name:
            matches = f"{met} match" if met == 1 else f"{met} matches"
            compared = f", compared in {len(margins)}" if len(margins) < met else ""
            often = score(name, other, len(margins), ahead(margins), ahead(behind(margins)))
            stands(page, f" {other} {matches}{compared} {often}")


def score(name: str, other: str, compared: int, first: int, second: int) -> str:
    """Return how often each had fewer points, as a player's page says it: in words while matches are few."""
    if compared >= FEW or (first and second):
        return f"{first} : {second} "
    return "" if not first + second else (name if first else other) + (", twice" if first + second == 2 else "")


def ahead(margins: list[int]) -> int:
    """Return the number of matches with fewer points than the opponent."""
    return sum(margin > 0 for margin in margins)


def behind(margins: list[int]) -> list[int]:
    """Return the same margins from the opponent's side."""
    return [-margin for margin in margins]


def compare_two(phone: Phone, club: Club, one: str, other: str, game: str) -> None:
    """Compare two players: matches of a game together, and how often each had fewer points in those whole for both."""
    together, margins = club.of(one, other, game=game), club.meetings(one, other, game)
    if together:
        page = phone.get(f"/players?name={one}&with={other}&game={game}")
        stands(page, "Played together once." if len(together) == 1 else f"Played together {len(together)} times.")
        if len(margins) >= FEW:
            stands(page, f"Fewer points: {one} {ahead(margins)}, {other} {ahead(behind(margins))}.")


def compare_evenings(phone: Phone, club: Club) -> None:
    """Compare the evenings on the home page and each day's page: matches in order, winner, hands dealt."""
    home = phone.get("/").html.split('id="past"')[-1]
    counted = {match.code for match in club.matches}
    shown = [code for code in re.findall(r'<li><a href="/m/(\w+)"', home) if code in counted]
    same(shown, [match.code for match in club.matches], "the order of finished matches on home")
    for day, matches in club.evenings():
        page = phone.get(f"/evenings/{day}")
        codes = [code for code in re.findall(r'id="match-(\w+)"', page.html) if code in counted]
        same(codes, [one.code for one in matches], f"the matches of {day}")
        (winners, most), many = most_wins(matches), len(matches)
        if many > 1 and len(winners) == 1:
            stands(page, f"{winners[0]} won the night: {most} of {many} matches.")
        elif many > 1:
            stands(page, f"A tie for the night: {', '.join(winners[:-1])} and {winners[-1]}.")
        dealt, heaviest = sum(len(one.score.counting) for one in matches), max(one.heaviest for one in matches)
        stands(page, f"{'hand' if dealt == 1 else 'hands'} dealt {dealt} ")
        assert re.search(rf"biggest hand [\w ]+ {heaviest}\b", page.said), f"biggest hand of {day}: {heaviest}"


def compare_awards(phone: Phone, match: Ended) -> None:
    """Compare the awards under a result: the figure, one player who has it, and how many others have it."""
    listed = re.findall(r'<ul class="awards">(.*?)</ul>', phone.get(f"/m/{match.code}").html, re.S)
    found = re.findall(r"<li><b>(\d+)</b><span>(.*?)</span><bdi[^>]*>(.*?)</bdi>(.*?)</li>", "".join(listed))
    for most, what, name, more in found:
        figures = {one: match.award(what, one) for one in match.names}
        best = [one for one in match.names if figures[one] == max(figures.values())]
        told = (int(most), 1 + sum(map(int, re.findall(r"and (\d+) more", more))), name in best)
        same(told, (max(figures.values()), len(best), True), f"{what} of {match.code}")
