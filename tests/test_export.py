"""The scoresheet to take away: CSV that no spreadsheet runs, JSON that is exact."""

import csv
import io
import json
from collections.abc import Callable

import pytest

from companion.store import Store
from companion.web.export import harmless
from tests.phones import Phone

HOSTILE = ("=1+1", "@SUM(A1)", "-2+3", "Ana, “B”")


@pytest.fixture
def code(client: Phone, match: Callable[..., str]) -> str:
    """A match with a booked deal, by people with names that a spreadsheet would run."""
    code = match(names=HOSTILE)
    client.post(f"/m/{code}/deals/1/end", out="0", revision="1")
    for seat, points in ((1, "25"), (2, "30"), (3, "40")):
        client.post(f"/m/{code}/deals/1/hands/{seat}", total=points, revision="1")
    client.post(f"/m/{code}/deals/1/book")
    return code


def fetched(client: Phone, address: str) -> str:
    """A file as it is downloaded."""
    answer = client.http.get(address)
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def test_names_that_look_like_formulas_are_quoted_in_csv(client: Phone, code: str) -> None:
    table = list(csv.reader(io.StringIO(fetched(client, f"/m/{code}/sheet.csv").removeprefix("\ufeff"))))
    assert table[0][2:] == ["'=1+1", "'@SUM(A1)", "'-2+3", "Ana, “B”"]
    assert table[1] == ["1", "3-3-3", "0", "25", "30", "40"]
    assert table[-1][2:] == ["0", "25", "30", "40"]


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@A", "\tx", "\rx"])
def test_whatever_begins_a_formula_begins_with_an_apostrophe(cell: str) -> None:
    assert harmless(cell) == "'" + cell


def test_figures_stay_figures() -> None:
    assert [harmless(cell) for cell in (-50, 0, "Aki", "3-3-4")] == [-50, 0, "Aki", "3-3-4"]


def test_json_is_exact_and_holds_every_entry(client: Phone, store: Store, code: str) -> None:
    kept = json.loads(fetched(client, f"/m/{code}/sheet.json"))
    assert kept["names"] == list(HOSTILE)
    assert [entry["id"] for entry in kept["entries"]] == [entry.id for entry in store.match(code).sheet.entries]
    assert kept["totals"] == [0, 25, 30, 40]
