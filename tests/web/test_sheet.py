"""Scoresheet: figures, running totals, and the history of every cell."""

import re

import pytest
from flask import Flask

from companion.storage.store import Store
from tests.support.phone import Opened, Page, Phone, guest

pytestmark = pytest.mark.usefixtures("shared_app")


def rows(page: Page) -> list[list[tuple[str, str]]]:
    """Return the figure and the running total of every filled cell, row by row."""
    body = page.html[page.html.index("<tbody>") : page.html.index("</tbody>")]
    cell = re.compile(r"<td[^>]*><a[^>]*><b>(\d+)</b>.*?<small>(−?\d*)</small>", re.DOTALL)
    return [cell.findall(row) for row in body.split("<tr ")[1:]]


def test_an_empty_sheet_says_so_and_has_a_row_for_every_deal(client: Phone, match: Opened) -> None:
    page = client.get(f"/m/{match()}/sheet")
    assert "The first result appears here." in page.said
    assert [row for row in rows(page) if row] == [] and len(rows(page)) == 9


def test_figures_and_running_totals_stand_deal_by_deal(client: Phone, match: Opened) -> None:
    code = match()
    client.deal(code, 1, 0, {1: "25", 2: "40", 3: "50"})
    client.deal(code, 2, 1, {0: "K 9", 2: "20", 3: "50"})
    page = client.get(f"/m/{code}/sheet")
    assert re.findall(r'aria-label="in the lead".*?<bdi[^>]*>(\w+)', page.html) == ["Aki"]
    assert rows(page)[:2] == [
        [("0", "0"), ("25", "25"), ("40", "40"), ("50", "50")],
        [("19", "19"), ("0", "25"), ("20", "60"), ("50", "100")],
    ]


def test_who_went_out_and_the_biggest_hand_are_marked_and_said(client: Phone, match: Opened) -> None:
    code = match("three-thirteen")
    client.deal(code, 1, 0, {1: "0", 2: "20", 3: "25"})
    page = client.get(f"/m/{code}/sheet")
    cells = [found for found in page.all("td") if found.get("id", "").startswith("c1-")]
    assert [cell["class"].strip() for cell in cells] == ["best", "", "", "worst"]
    assert "0 went out, total 0" in page.said and "25 the biggest hand, total 25" in page.said


def test_a_latecomer_s_start_is_shown_also_beside_a_deal_that_does_not_count(client: Phone, match: Opened) -> None:
    code = match()
    client.deal(code, 1, 0, {1: "25", 2: "40", 3: "50"})
    client.post(f"/m/{code}/deals/2/end", out="0")
    client.post(f"/m/{code}/people", name="Eve", start="highest")
    client.post(f"/m/{code}/deals/2/abandon")
    assert "starts with 50" in client.get(f"/m/{code}/sheet").said


def test_an_abandoned_deal_stands_as_such(client: Phone, match: Opened) -> None:
    code = match()
    client.post(f"/m/{code}/deals/1/abandon")
    page = client.get(f"/m/{code}/sheet?deal=1&seat=0")
    assert len([found for found in page.all("td") if found.get("class") == "abandoned"]) == 4
    assert "Cancelled by agreement" in page.said


def test_behind_a_cell_lie_its_cards_and_how_the_points_came_about(client: Phone, match: Opened) -> None:
    code = match()
    client.deal(code, 1, 0, {1: "K K 9 AS JK", 2: "40", 3: "50"})
    page = client.get(f"/m/{code}/sheet?deal=1&seat=1")
    for part in ("Deal 1, Ben 94", "10 J Q K 2 × 10", "9 1 × 9", "1 × 15", "1 × 50", "5 cards"):
        assert part in page.said
    assert "A total, entered without cards." in client.get(f"/m/{code}/sheet?deal=1&seat=2").said
    assert "Went out" in client.get(f"/m/{code}/sheet?deal=1&seat=0").said


def test_behind_a_corrected_cell_lies_every_earlier_figure_with_who_and_why(
    client: Phone, app: Flask, match: Opened
) -> None:
    code = match()
    client.deal(code, 1, 0, {1: "25", 2: "40", 3: "50"})
    guest(app, code, 2).post(f"/m/{code}/correct/1/1", total="52", reason="digits <b>swapped</b>")
    guest(app, code, 3).post(f"/m/{code}/correct/1/1", total="53", reason="counted again")
    page = client.get(f"/m/{code}/sheet?deal=1&seat=1")
    assert re.findall(r"<s>(\d+)</s>", page.html) == ["52", "25"]
    assert "Cy: “digits <b>swapped</b>”" in page.said and "Dee: “counted again”" in page.said
    corrected = [found for found in page.all("td") if "corrected" in found.get("class", "").split()]
    assert len(corrected) == 1
    assert rows(page)[0][1] == ("53", "53")


@pytest.mark.parametrize("query", ["deal=99&seat=0", "deal=x&seat=y"])
def test_a_cell_there_is_none_of_shows_the_sheet_alone(client: Phone, match: Opened, query: str) -> None:
    code = match()
    client.deal(code, 1, 0, {1: "25", 2: "40", 3: "50"})
    page = client.get(f"/m/{code}/sheet?{query}")
    assert (page.status, page.all("aside")) == (200, [])


def test_the_booking_of_the_last_deal_can_be_undone_from_its_row_and_of_no_other(
    client: Phone, store: Store, match: Opened
) -> None:
    code = match()
    for number in (1, 2):
        client.deal(code, number, 0, {1: "25", 2: "40", 3: "50"})
    assert client.get(f"/m/{code}/sheet?deal=1&seat=1").all("form", action=f"/m/{code}/undo") == []
    client.submit(client.get(f"/m/{code}/sheet?deal=2&seat=1").form("/undo"))
    assert store.match(code).sheet.played == 1


def test_behind_a_cell_lie_the_calls_of_the_deal_and_that_it_was_said_to_be_right(
    client: Phone, store: Store, match: Opened
) -> None:
    code = match()
    for act in ("call", "call", "lay-down"):
        client.post(f"/m/{code}/deals/1/calls/1", act=act)
    client.post(f"/m/{code}/deals/1/end", out=0)
    client.post(f"/m/{code}/deals/1/hands/1", cards="7 8", revision=1)
    client.post(f"/m/{code}/deals/1/right/1", hand=store.match(code).sheet.version)
    for seat in (2, 3):
        client.post(f"/m/{code}/deals/1/hands/{seat}", total="25", revision=1)
    client.post(f"/m/{code}/deals/1/book")
    page = client.get(f"/m/{code}/sheet?deal=1&seat=1")
    assert "Laid down. Two calls." in page.said and "Confirmed by the player." in page.said
    other = client.get(f"/m/{code}/sheet?deal=1&seat=2")
    assert "Not laid down. No calls." in other.said and "Confirmed by the player" not in other.said


def test_the_way_to_the_next_deal_comes_again_with_the_sheet(client: Phone, match: Opened) -> None:
    code = match()
    assert len(client.get(f"/m/{code}/sheet").all("a", id="sheet-next")) == 1
    client.post(f"/m/{code}/deals/1/abandon")
    part = client.get(f"/m/{code}/sheet/part?seen=0")
    assert part.all("a", **{"id": "sheet-next", "data-hx-swap-oob": "true"}) and "Play deal 2" in part.said


def test_a_voided_deal_says_that_it_was_voided_and_not_abandoned(client: Phone, match: Opened) -> None:
    code = match()
    client.deal(code, 1, 0, {1: "25", 2: "40", 3: "50"})
    client.post(f"/m/{code}/deals/1/void", reason="the pack was short")
    page = client.get(f"/m/{code}/sheet?deal=1&seat=1")
    assert "Voided: the pack was short" in page.said and "Cancelled" not in page.said
    assert page.all("form", action=f"/m/{code}/undo") == []
    assert "Count deal 1 again" in page.said
