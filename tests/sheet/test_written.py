"""Sheets as people keep them: names, days, deals and totals are found in whatever shape, and what is odd is said."""

import json
from datetime import date
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.games import GAMES
from companion.sheet.commands.written_match import Brought, bring_in
from companion.sheet.written import layout, tables
from companion.sheet.written.matches import DoubtKind, Reading
from companion.sheet.written.tables import NO_YEAR, NoSheet, day_in, points_of


def found(text: bytes | str, game: str = "five-crowns", day: date | None = None) -> list[Brought]:
    """Return the matches in a sheet."""
    return bring_in(GAMES[game], text, day)


def short(text: bytes | str, game: str = "five-crowns") -> list[Any]:
    """Return each match in short: how it was read, its day and players, and the points of each deal or the totals."""
    matches = [one.written for one in found(text, game)]
    return [
        (
            str(match.reading) + (f" {match.day}" if match.day else ""),
            " ".join(match.players),
            [deal.points for deal in match.deals] or match.totals,
        )
        for match in matches
    ]


THREE = "Ana Ben Mio"
TWO_DEALS = [("points", THREE, [(0, 5, 9), (12, 0, 3)])]
OF_TWO = [("points", "Ana Ben", [(0, 5), (12, 0)])]
SHAPES = {
    "spaces": ("Ana Ben Mio\n0 5 9\n12 0 3", TWO_DEALS),
    "labels without a head": ("Ana Ben Mio\n1 0 5 9\n2 12 0 3", TWO_DEALS),
    "wide labels without a head": ("Ana　Ben　Mio\n１　０　５　９\n２　１２　０　３", TWO_DEALS),
    "a label only at the totals": ("Ana,Ben,Mio\n0,5,9\n12,0,3\nTotal,12,5,12", TWO_DEALS),
    "aligned": ("Round   Ana   Ben   Mio\n1       0     5     9\n2       12    0     3", TWO_DEALS),
    "markdown": ("| R | Ana | Ben | Mio |\n|---|---|---|---|\n| 1 | 0 | 5 | 9 |\n| 2 | 12 | 0 | 3 |", TWO_DEALS),
    "a Japanese keyboard": ("Ana；Ben；Mio\n０；５；９\n１２；０；３\n", TWO_DEALS),
    "old Mac": ("Ana;Ben;Mio\r0;5;9\r12;0;3\r", TWO_DEALS),
    "UTF-16": ("Ana\tBen\tMio\r\n0\t5\t9\r\n12\t0\t3\r\n".encode("utf-16"), TWO_DEALS),
    "UTF-16 without its mark": ("Ana\tBen\tMio\r\n0\t5\t9\r\n12\t0\t3\r\n".encode("utf-16-le"), TWO_DEALS),
    "Excel's first line": ("sep=;\nAna;Ben;Mio\n0;5;9\n12;0;3\n", TWO_DEALS),
    "decimals and units": ("Ana;Ben;Mio\n0,0;5 pts;9.0\n12 points;(0);3*", TWO_DEALS),
    "marks": ("#,Ana,Ben,Mio\n1,✓,5,9\n2,12,x,3", TWO_DEALS),
    "marks of all kinds": ("#,Ana,Ben,Mio\n1,Out!,5 pkt,9\n2,12,o,3 (12)", TWO_DEALS),
    "a name that is a mark elsewhere": ("#,X,Nil\n1,0,5\n2,12,0", [("points", "X Nil", [(0, 5), (12, 0)])]),
    "numbered players": (
        "Round,Player 1,Player 2\n1,0,5\n2,12,0",
        [("points", "Player 1 Player 2", [(0, 5), (12, 0)])],
    ),
    "who came late": (
        "#,Ana,Ben,Mio\n1,0,5,n/a\n2,12,0,absent\n3,7,9,0",
        [("points", THREE, [(0, 5, None), (12, 0, None), (7, 9, 0)])],
    ),
    "dashes": ("#,Ana,Ben,Mio\n1,–,5,9\n2,0,-,9\n3,−,4,ー", [("points", THREE, [(0, 5, 9), (0, None, 9), (0, 4, 0)])]),
    "minus signs": (
        "Ana,Ben,Mio\n0,−50,20\n–30,0,5\n(5),0,－2",
        [("points", THREE, [(0, -50, 20), (-30, 0, 5), (-5, 0, -2)])],
    ),
    "text columns": (
        'Round,Dealer,Ana,Ben,Mio,Note\n1,Ana,0,5,9,"rain, and 2 guests"\n2,Ben,12,0,3,Mio was late\n',
        TWO_DEALS,
    ),
    "a row of dealers": ("Round,Ana,Ben,Mio\nDealer,Mio,Ana,Ben\n1,0,5,9\n2,12,0,3\n", TWO_DEALS),
    "half a match": ("Round,Ana,Ben,Mio\n3s,0,5,9\n4s,12,0,3\n5s,,,\n6s,,,\nKs,,,\nTotal,12,5,12\n", TWO_DEALS),
    "a deal that was cancelled": (
        "Round,Ana,Ben,Mio\n1,0,5,9\n2,,,\n3,12,0,3\n",
        [("points", THREE, [(0, 5, 9), (None,) * 3, (12, 0, 3)])],
    ),
    "sums without a label": (
        "Ana,Ben,Mio\n0,5,9\n12,0,3\n9,9,0\n21,14,12",
        [("points", THREE, [(0, 5, 9), (12, 0, 3), (9, 9, 0)])],
    ),
    "totals on top": ("Round,Ana,Ben,Mio\nTotal,12,5,12\n1,0,5,9\n2,12,0,3\n", TWO_DEALS),
    "a total below each deal": ("Round,Ana,Ben,Mio\n1,0,5,9\ntotal,0,5,9\n2,12,0,3\ntotal,12,5,12\n", TWO_DEALS),
    "totals beside the points": ("Round,Ana,Ana total,Ben,Total\n1,0,0,5,5\n2,12,12,0,5\n", OF_TWO),
    "names over two columns": ("Round,Ana,,Ben,\n,pts,total,pts,total\n1,0,0,5,5\n2,12,12,0,5\n", OF_TWO),
    "the same number of cards in each deal": ("Cards,Ana,Ben\n10,0,5\n10,12,0\n", OF_TWO),
    "names down": ("Name,R1,R2,Total\nAna,0,12,12\nBen,5,0,5\nMio,9,3,12\n", TWO_DEALS),
    "names down, no head line": ("Ana,0,12\nBen,5,0\nMio,9,3\n", TWO_DEALS),
    "running, with totals": (
        ",Ana,Ben,Mio\n1,0,5,9\n2,12,5,12\nTotal,12,5,12\n",
        [("running", THREE, [(0, 5, 9), (12, 0, 3)])],
    ),
    "running, names down": (
        ",1,2,3\nAna,0,12,12\nBen,5,5,11\nMio,9,12,19\n",
        [("running", THREE, [(0, 5, 9), (12, 0, 3), (0, 6, 7)])],
    ),
    "stacked with days": (
        "2 March 2019\nAna,Ben,Mio\n0,5,9\n12,0,3\n\n9 March 2019\nAna,Ben,Cy\n0,5,9\n12,0,3\n",
        [
            ("points 2019-03-02", THREE, [(0, 5, 9), (12, 0, 3)]),
            ("points 2019-03-09", "Ana Ben Cy", [(0, 5, 9), (12, 0, 3)]),
        ],
    ),
    "stacked by totals": (
        "Round,Ana,Ben\n1,0,5\n2,7,0\nSum,7,5\n1,3,0\n2,0,9\nSum,3,9\n",
        [("points", "Ana Ben", [(0, 5), (7, 0)]), ("points", "Ana Ben", [(3, 0), (0, 9)])],
    ),
    "a column of games": (
        "Game,Round,Ana,Ben\n1,1,0,5\n1,2,12,0\n2,1,3,0\n2,2,0,9\n",
        [("points", "Ana Ben", [(0, 5), (12, 0)]), ("points", "Ana Ben", [(3, 0), (0, 9)])],
    ),
    "side by side": (
        "#,Ana,Ben,,#,Cy,Ben\n1,0,5,,1,3,0\n2,12,0,,2,0,9\n",
        [("points", "Ana Ben", [(0, 5), (12, 0)]), ("points", "Cy Ben", [(3, 0), (0, 9)])],
    ),
    "stacked, names down": (
        ",1,2\nAna,0,12\nBen,5,0\n\n,1,2\nCy,0,12\nBen,5,0\n",
        [("points", "Ana Ben", [(0, 5), (12, 0)]), ("points", "Cy Ben", [(0, 5), (12, 0)])],
    ),
    "a day for every deal": (
        "date,round,Ana,Ben\n2019-03-02,1,0,12\n2019-03-02,2,5,0\n2019-03-09,1,0,7\n,2,8,0\n",
        [("points 2019-03-02", "Ana Ben", [(0, 12), (5, 0)]), ("points 2019-03-09", "Ana Ben", [(0, 7), (8, 0)])],
    ),
    "a title with the day": (
        "Five Crowns at Ben’s\nSaturday, 2 March 2019\n\nRound,Ana,Ben,Mio\n1,0,5,9\n2,12,0,3\n",
        [("points 2019-03-02", THREE, [(0, 5, 9), (12, 0, 3)])],
    ),
    "American days": (
        "Date,Ana,Ben\n3/9/2019,212,187\n3/16/2019,198,225\n",
        [("totals 2019-03-09", "Ana Ben", (212, 187)), ("totals 2019-03-16", "Ana Ben", (198, 225))],
    ),
    "days without a year": (
        "Date,Ana,Ben\nJan 13,212,187\n20 Jan,198,225\n27.1.,200,150\n2月3日,210,160\n",
        [("totals", "Ana Ben", totals) for totals in ((212, 187), (198, 225), (200, 150), (210, 160))],
    ),
    "days across": (
        ",2019年3月2日,2019年3月9日\nAna,212,198\nBen,187,225\nMio,240,\n",
        [("totals 2019-03-02", THREE, (212, 187, 240)), ("totals 2019-03-09", "Ana Ben", (198, 225))],
    ),
    "places beside the points": (
        "Name;Punkte;Platz\nAna;212;2\nBen;187;1\nMio;240;3\n",
        [("totals", THREE, (212, 187, 240))],
    ),
    "one figure each": ("Ana: 212\nBen: 187\nMio: 240", [("totals", THREE, (212, 187, 240))]),
    "one line of totals": ('Ana,Ben,Mio\n"1,212",987,1140\n', [("totals", THREE, (1212, 987, 1140))]),
    "Japanese": (
        "回、アキ、ベン、ケン\n第1回、０、１２、２２\n第2回、１５、ー、９\n合計、１５、１２、３１",
        [("points", "アキ ベン ケン", [(0, 12, 22), (15, 0, 9)])],
    ),
    "Japanese marks": (
        "回\tアキ\t累計\tベン\t累計\tケン\t累計\n1\t上がり\t0\t12\t12\t欠席\t\n2\t▲15\t-15\t上\t12\t9\t9\n合計\t▲15\t\t12\t\t9\n",
        [("points", "アキ ベン ケン", [(0, 12, None), (-15, 0, 9)])],
    ),
    "a Japanese machine": (
        "回,アキ,ベン,ケン\r\n1,0,12,22\r\n2,5,上がり,9\r\n".encode("cp932"),
        [("points", "アキ ベン ケン", [(0, 12, 22), (5, 0, 9)])],
    ),
    "a Western machine": (
        "Manche;Zoë;René;Jürgen\r\n1;0;12;22\r\n2;5;0;9\r\nSomme;5;12;31".encode("cp1252"),
        [("points", "Zoë René Jürgen", [(0, 12, 22), (5, 0, 9)])],
    ),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_sheet_of_any_shape_is_understood(shape: str) -> None:
    text, means = SHAPES[shape]
    assert short(text, "kalooki" if "a J" in shape or "a W" in shape else "five-crowns") == means
    assert DoubtKind.TOTAL_DIFFERS not in [doubt.kind for one in found(text) for doubt in one.doubts]


def kinds(one: Brought) -> list[tuple[str, int | None, int | None]]:
    """Return the doubts about a match, without those of the law."""
    return [(str(doubt.kind), doubt.deal, doubt.seat) for doubt in one.doubts if doubt.kind != DoubtKind.IMPOSSIBLE]


def test_what_is_odd_is_said_with_its_deal_and_player() -> None:
    (one,) = found("Round,Ana,Ben,Mio\n1,0,0,12\n2,7,10,9\n3,0,9?,4\n4,0,1,2\nTotal,7,19,30\n")
    assert kinds(one) == [
        ("out-unknown", 1, None),
        ("out-unknown", 2, None),
        ("unreadable", 3, 1),
        ("total-differs", None, 1),
        ("total-differs", None, 2),
    ]
    assert [str(one.said(doubt)) for doubt in one.doubts][:5] == [
        "Round 1: two have 0. Who went out is not known.",
        "Round 2: nobody has 0. Who went out is not known.",
        "Round 3, Ben: “9?” is not a number of points.",
        "Ben: the sheet says 19 in all, its points make 11.",
        "Mio: the sheet says 30 in all, its points make 27.",
    ]
    assert "Round 4, Ben: no hand comes to 1." in [str(one.said(doubt)) for doubt in one.doubts]


REFUSED = {
    "": "Line 1: no names",
    "hello there\nthis is no sheet of points": "Line 1: no names",
    "1,2,3\n4,5,6": "Line 1: no names",
    "Ana,Ben\nrain,snow\n0,\n": "Line 2: a match has from 2",
    "Ana,Ben,Mio\n" + "0,5,9\n" * 13: "Line 13: this match has 13 deals, the game 11",
    "Ana,ana,Mio\n0,5,9\n": "Line 2: ana: Two players cannot have the same name",
    "A,B,C,D,E,F,G,H,I\n" + "0,5,9,5,5,5,5,5,5\n" * 2: "Line 2: Five Crowns needs 2 to 7 players, not 9",
    "x" * (tables.LARGEST_TEXT + 1): "at most 192 kB",
    "{" + "x" * tables.LARGEST: "at most 768 kB",
    "Ana,Ben\n" + "0,5\n" * tables.MOST_ROWS: f"Line {tables.MOST_ROWS + 1}",
    "," * tables.MOST_CELLS + "\nAna,Ben\n0,5\n": "Line 1: a sheet has at most",
    "Date,Ana,Ben\n" + "".join(f"{2001 + n // 28}-01-{n % 28 + 1},5,6\n" for n in range(501)): "at most 500 matches",
    '{"plays": [': "no export of BG Stats",
    "{" + "[" * 20000: "no export of BG Stats",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_no_sheet_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(NoSheet, match=REFUSED[text]):
        found(text)


def export(score: object = "212") -> str:
    """Return an export of BG Stats with plays of two games."""
    players = [{"id": 1, "name": "Ana"}, {"id": 4, "name": "Ben"}, {"id": 9, "name": "Mio"}]
    games = [{"id": 2, "name": "Catan"}, {"id": 3, "name": "Five Crowns"}]
    rows = [(3, "2019-03-09 20:15:00", {9: "198", 1: "100+25"}), (2, "2019-03-02 18:00:00", {1: "7", 4: "10"})]
    rows += [(3, "2019-03-02 20:15:00", {1: score, 4: "187", 9: None})]
    plays = [
        {
            "gameRefId": game,
            "playDate": at,
            "playerScores": [{"playerRefId": who, "score": points, "winner": False} for who, points in scores.items()],
        }
        for game, at, scores in rows
    ]
    return json.dumps({"games": games, "players": players, "plays": plays})


def test_plays_of_this_game_come_out_of_an_export_of_bg_stats() -> None:
    plays = [("totals 2019-03-02", "Ana Ben", (212, 187)), ("totals 2019-03-09", "Mio Ana", (198, 125))]
    assert short(export()) == plays
    with pytest.raises(NoSheet, match="no play of this game"):
        found(export(), "kalooki")


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("１２", 12),
        ("12,0", 12),
        ("12.00", 12),
        ("1.204", 1204),
        ("1,000", 1000),
        ("+7", 7),
        ("20+15", 35),
        ("５点", 5),
        ("12,5", None),
        ("100000", None),
    ],
)
def test_a_figure_is_read_in_any_spelling(text: str, points: int | None) -> None:
    assert points_of(text) == points


@pytest.mark.parametrize(
    "text",
    [
        "2019-03-02",
        "2019/3/2",
        "2.3.2019",
        "2.3.19",
        "2/3/2019",
        "２０１９年３月２日（土）",
        "Sat, 2 Mar 2019",
        "March 2nd, 2019",
        "2019-03-02 20:15",
    ],
)
def test_a_day_is_read_in_any_spelling(text: str) -> None:
    assert day_in(text) == date(2019, 3, 2)


@pytest.mark.parametrize("text", ["29 Feb", "February 29", "29.2.", "2月29日"])
def test_the_29th_of_february_needs_no_year(text: str) -> None:
    assert day_in(text) == date(NO_YEAR, 2, 29)


def test_the_end_of_a_year_is_no_day_of_a_month() -> None:
    assert day_in("2026/11/14") == date(2026, 11, 14)


@pytest.mark.parametrize("text", ["3-3-4", "3-4", "12.5", "20:15", "Round 3", "32.13.2019", "Ana 2019"])
def test_what_is_no_day_is_none(text: str) -> None:
    assert day_in(text) is None


CELL = st.one_of(
    st.sampled_from(["Ana", "Ben", "Total", "Round", "0", "12", "-", "✓", "2019-03-02", "", "3s", "Bonus", "−5", '"']),
    st.text(max_size=6),
)
TABLES = st.lists(st.lists(CELL, max_size=6), max_size=12)


@example([["Total", "Ana", "Ana"], ["0"], ["0", "0"], ["Ana", "Ana", "0"]], "\t", "\n", "contract-rummy")
@given(TABLES, st.sampled_from("\t;, |"), st.sampled_from(["\n", "\r\n", "\r"]), st.sampled_from(sorted(GAMES)))
def test_any_table_is_read_or_refused(rows: list[list[str]], mark: str, end: str, game: str) -> None:
    try:
        for one in found(end.join(mark.join(row) for row in rows), game):
            assert len(one.sheet.totals) == len(one.written.players) and all(one.said(doubt) for doubt in one.doubts)
    except NoSheet as refused:
        assert str(refused)


@given(st.one_of(st.binary(max_size=200), st.text(max_size=100)))
def test_any_bytes_are_read_or_refused(data: bytes | str) -> None:
    try:
        found(data)
    except NoSheet as refused:
        assert str(refused)


@given(st.recursive(st.none() | st.integers() | st.text(max_size=5), lambda inner: st.lists(inner, max_size=3)))
def test_any_export_of_plays_is_read_or_refused(value: object) -> None:
    try:
        found(export(value))
    except NoSheet as refused:
        assert str(refused)


def test_how_the_figures_are_read_can_be_said() -> None:
    rows = tables.table_of("Ana,Ben,Mio\n0,5,9\n17,8,9\n17,12,20\n30,12,24\n")
    assert [match.reading for match in layout.matches_in(rows, 11)] == [Reading.RUNNING]
    (match,) = layout.matches_in(rows, 11, {0: Reading.POINTS})
    assert [deal.points for deal in match.deals] == [(0, 5, 9), (17, 8, 9), (17, 12, 20), (30, 12, 24)]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_table_written_as_text_again_is_the_same_table(shape: str) -> None:
    text = tables.text_in(tables.table_of(SHAPES[shape][0]))
    assert short(text) == short(SHAPES[shape][0]) and tables.text_in(tables.table_of(text)) == text
