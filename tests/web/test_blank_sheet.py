"""The blank sheet to print: the table's own deals and prices, and read again once it is filled in."""

import re

import pytest
from flask import Flask

from companion.games import GAMES
from companion.sheet.commands.written_match import Brought, bring_in
from companion.sheet.written.matches import Reading
from companion.storage.store import Form, Store
from tests.support.evenings import ONE_OF_EACH_KIND
from tests.support.phone import Page, Phone, far_browser, fresh_key

OWN = "8:g 9:r5"  # a schedule of two deals


def grid(page: Page) -> list[list[str]]:
    """Return the cells of the sheet, a cell over several columns with blank ones after it."""
    rows = re.findall(r"<tr[ >].*?</tr>", page.html.partition("<table")[2].partition("</table>")[0], re.DOTALL)
    return [[cell for one in re.finditer(CELL, row, re.DOTALL) for cell in spread(*one.groups())] for row in rows]


CELL = r"<t[hd]\b([^>]*)>(.*?)</t[hd]>"


def spread(attributes: str, inside: str) -> list[str]:
    """Return the text of a cell, and a blank for each further column it covers."""
    more = re.search(r'colspan="(\d+)"', attributes)
    return [re.sub(r"<[^>]+>", "", inside).strip()] + [""] * (int(more[1]) - 1 if more else 0)


def filled(cells: list[list[str]], names: list[str], deals: list[list[int]], *ends: list[int | str]) -> str:
    """Return a sheet as somebody typed it off: names, deals, and the lines below them."""
    rows = [[*row] for row in cells]
    for row, figures in zip(rows, [names, *deals, *ends], strict=False):
        row[3 : 3 + len(figures)] = map(str, figures)
    return "\n".join("\t".join(row) for row in rows)


@pytest.mark.parametrize(
    ("game_id", "language"), [*((game, "en") for game in GAMES), *((game, "ja") for game in ONE_OF_EACH_KIND)]
)
def test_a_filled_sheet_is_read_as_the_match(client: Phone, game_id: str, language: str) -> None:
    game, names = GAMES[game_id], ["Aki", "Ben", "Cy", "Dee"]
    cells = grid(client.get(f"/new/{game_id}/sheet/blank?seats=6", Accept_Language=language))
    deals = [[0 if seat == number % 4 else 20 + seat for seat in range(4)] for number in range(len(game.deals))]
    fined, points = [0, 25, 0, 0], [sum(column) for column in zip(*deals, strict=True)]
    totals = [total + more for total, more in zip(points, fined, strict=True)]
    (one,) = bring_in(game, filled(cells, names, deals, ["", 25, "", ""], totals))
    assert one.written.reading == Reading.POINTS and one.written.players == tuple(names)
    assert [list(deal.points) for deal in one.written.deals] == deals and one.sheet.totals == tuple(totals)
    assert not one.written.doubts


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_bonus_round_has_its_line(client: Phone, language: str) -> None:
    game = GAMES["three-thirteen"]
    page = client.get("/new/three-thirteen/sheet/blank?seats=2&house.tie_round=yes", Accept_Language=language)
    deals = [[0, 12] if number % 2 else [12, 0] for number in range(10)] + [[5, 5]]
    one = tied(filled(grid(page), ["Aki", "Ben"], deals, ["", ""], [65, 65], [0, 7]))
    assert one.sheet.totals == (65, 65) and one.sheet.winners == [0]
    assert len(grid(page)) == len(game.deals) + 4 and len(grid(client.get("/new/kalooki/sheet/blank"))) == 9 + 3


def tied(sheet: str) -> Brought:
    """Return the match of a sheet of Three Thirteen that ends in a tie."""
    (one,) = bring_in(GAMES["three-thirteen"], sheet)
    return one


@pytest.mark.parametrize(
    ("typed", "seats"),
    [("", 4), ("seats=2", 3), ("seats=99", 8), ("seats=x", 4), ("name0=Aki", 4), ("name0=Aki&name1=Ben&seats=1", 3)],
)
def test_it_has_a_column_for_each_player(client: Phone, typed: str, seats: int) -> None:
    head, *rows = grid(client.get(f"/new/kalooki/sheet/blank?{typed}"))
    assert {len(row) for row in (head, *rows)} == {3 + seats}
    assert head[3:5] == [*re.findall(r"name\d=(\w+)", typed), "", ""][:2]


@pytest.mark.parametrize(("house", "most"), [("", 7), ("house.packs=3", 9)])
def test_it_offers_the_numbers_of_players_that_the_rules_allow(client: Phone, house: str, most: int) -> None:
    page = client.get(f"/new/five-crowns/sheet/blank?seats=9&{house}")
    assert page.said.partition("How many players? ")[2].startswith(" ".join(map(str, range(2, most + 1))) + " Five")
    assert len(grid(page)[0]) == 3 + most


def test_it_shows_the_tables_own_schedule_and_prices(client: Phone) -> None:
    page = client.get(f"/new/contract-rummy/sheet/blank?house.schedule={OWN}&house.prices=JK:25")
    assert [row[:3] for row in grid(page)[1:3]] == [["1", "3", "8"], ["2", "5", "9"]]
    assert "= 25" in page.said and "= 15" in page.said
    assert "= 20" in client.get("/new/five-crowns/sheet/blank").said  # a card of the wild rank


def test_it_is_found_where_matches_are_brought_in_and_where_they_are_printed(client: Phone, store: Store) -> None:
    page = client.send("/new/five-crowns/sheet", {"name0": "Ana", "name1": "", "house.packs": "3"})
    (address,) = [link["href"] for link in page.all("a") if "/sheet/blank" in link.get("href", "")]
    blank = client.get(address.replace("&amp;", "&"))
    assert grid(blank)[0][3] == "Ana" and "packs" in address
    code = store.open("contract-rummy", {"joker_points": 25}, ("Aki", "Ben", "Cy"), 0, Form.of(fresh_key(), []))
    client.post(f"/m/{code}/end", end="1")
    shared = client.get(f"/m/{code}/share")
    (address,) = [link["href"] for link in shared.all("a") if "/sheet/blank" in link.get("href", "")]
    assert grid(client.get(address))[0][3:] == ["Aki", "Ben", "Cy"] and "JK:25" in address


def test_anybody_may_print_one(app: Flask) -> None:
    assert far_browser(app).get("/new/kalooki/sheet/blank").status_code == 200
