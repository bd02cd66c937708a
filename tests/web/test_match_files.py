"""Match files: CSV in which a spreadsheet runs no formula, and exact JSON."""

import csv
import io
import re
import unicodedata

import pytest
from flask import Flask
from hypothesis import given
from hypothesis.strategies import text

from companion.games import GAMES
from companion.sheet.commands import adjustments, roster
from companion.sheet.commands.written_match import bring_in
from companion.sheet.scoresheet import Sheet
from companion.sheet.written.matches import DoubtKind
from companion.web.api.match_files import harmless, rows, spreadsheet
from tests.sheet.test_scoresheet import blank, played, tied, write
from tests.support.phone import Opened, Phone, far_browser, guest

FULL_WIDTH = ("＝1+1", "＋1", "－1", "＠A", "−1", "﹣1", "﹦1")
HOSTILE = ("=1+1", "@SUM(A1)", "-2+3", "Ana, “B”")


@pytest.fixture
def code(client: Phone, match: Opened) -> str:
    """A match with a booked deal, whose players' names look like formulas."""
    code = match(names=HOSTILE)
    client.deal(code, 1, 0, {1: "25", 2: "30", 3: "40"})
    return code


def fetched(client: Phone, address: str) -> str:
    """Download a file and return its text."""
    answer = client.http.get(address)
    assert answer.status_code == 200
    return answer.text


def test_names_that_look_like_formulas_are_quoted_in_csv(client: Phone, code: str) -> None:
    table = list(csv.reader(io.StringIO(fetched(client, f"/m/{code}/sheet.csv").removeprefix("\ufeff"))))
    assert table[0][2:] == ["'=1+1", "'@SUM(A1)", "'-2+3", "Ana, “B”"]
    assert table[1] == ["1", "3-3-3", "0", "25", "30", "40"]
    assert table[-1][2:] == ["0", "25", "30", "40"]


def test_a_file_of_a_match_is_named_by_its_game_and_day(app: Flask, client: Phone, code: str) -> None:
    day = app.extensions["companion.store"].match(code).day
    for name, suffix in (("sheet.csv", "csv"), ("match.jsonl", "jsonl")):
        head = client.http.get(f"/m/{code}/{name}").headers["Content-Disposition"]
        assert head == f'attachment; filename="kalooki-{day}.{suffix}"'


@pytest.mark.parametrize(
    ("cell", "kept"),
    [
        *((one, "'" + one) for one in ("=1+1", "\tx", "\rx", *FULL_WIDTH, "\u3000＝1")),
        *((one, one) for one in ("Ana=B", "3-3-4", "a;b", "", -50)),
        ("a;=1+1", "a;'=1+1"),
        ("a; ＝1;-2", "a;' ＝1;'-2"),
        ("=1;=2", "'=1;'=2"),
        ("a\t@B", "a\t'@B"),
        (" \t@A", "' \t'@A"),
    ],
)
def test_what_begins_a_formula_begins_with_an_apostrophe_and_a_sign_elsewhere_is_left(
    cell: str | int, kept: str | int
) -> None:
    assert harmless(cell) == kept


def test_every_cell_of_the_csv_is_quoted(client: Phone, code: str) -> None:
    for line in fetched(client, f"/m/{code}/sheet.csv").removeprefix("\ufeff").splitlines():
        assert re.fullmatch(r'"[^"]*"(,"[^"]*")*', line), line


@given(text("=+-@＝＋－＠−; \t\r\nab"))
def test_no_cell_split_anywhere_begins_a_formula(cell: str) -> None:
    for part in re.split("[;\t\r\n]", harmless(cell)):
        started = unicodedata.normalize("NFKC", part.strip()[:1])
        assert not started or started not in "=+-@−"


def test_a_bonus_deal_stands_below_the_totals_it_adds_nothing_to(app: Flask) -> None:
    sheet = played(tied(), 12, 10, 4)
    with app.test_request_context():
        table = rows(sheet)
    assert [row[0] for row in table[-2:]] == ["Total", "Bonus"]
    assert table[-1][2:] == ["", 10, "", 4]


def test_a_match_is_taken_away_by_those_who_play(app: Flask, code: str) -> None:
    assert guest(app, code, 1).get(f"/m/{code}/match.jsonl").status == 200
    viewer = guest(app, code)
    assert viewer.get(f"/m/{code}/sheet.csv").status == 200
    assert viewer.get(f"/m/{code}/match.jsonl").status == 403
    assert far_browser(app).get(f"/m/{code}/match.jsonl").status_code == 404


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_csv_of_a_match_brought_in_gives_the_match_back(app: Flask, language: str) -> None:
    sheet = blank("three-thirteen", players=3, tie_round=True)
    for number in range(1, 6):
        sheet = played(sheet, number, 12, 0, 20, out=1)
    for step in (
        lambda now: roster.join(now, "Late, “L”", "highest"),
        lambda now: adjustments.adjust(now, 1, "-15", "exact cut"),
        lambda now: adjustments.adjust(now, 3, "7", "rule; broken"),
    ):
        sheet = write(sheet, step(sheet))
    for number in range(6, 12):
        sheet = played(sheet, number, *([0, 5, 9, 12] if number < 11 else [20, 0, 0, 40]), out=0 if number < 11 else 1)
    sheet = write(sheet, adjustments.adjust(sheet, 0, str(sheet.totals[1] - sheet.totals[0]), "to make a tie"))
    sheet = played(sheet, 12, 30, 0, out=1)
    with app.test_request_context(headers={"Accept-Language": language}):
        table = spreadsheet(rows(sheet), "a.csv").get_data()
    (again,) = bring_in(GAMES["three-thirteen"], table)
    assert [doubt for doubt in again.doubts if doubt.kind != DoubtKind.OUT_UNKNOWN] == []
    assert (again.sheet.names, again.sheet.totals, again.sheet.winners) == (sheet.names, sheet.totals, sheet.winners)
    assert again.sheet.finished and not again.sheet.stopped
    assert [start.points for seat in sheet.seats if (start := again.sheet.start(seat))] == [sheet.start(3).points]
    for deal in sheet.schedule:
        seats = sheet.seats_in(deal)
        assert again.sheet.seats_in(deal) == seats
        assert [again.sheet.penalty(deal.number, seat) for seat in seats] == [
            sheet.penalty(deal.number, seat) for seat in seats
        ]
    assert rows_in(app, again.sheet) == rows_in(app, sheet)


def rows_in(app: Flask, sheet: Sheet) -> list[list[object]]:
    """Return the rows of a sheet's CSV."""
    with app.test_request_context():
        return rows(sheet)
