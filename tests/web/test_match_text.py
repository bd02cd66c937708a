"""Result in words, correct also if a player left with fewer points."""

from collections.abc import Callable

import pytest

from companion.storage.store import Store
from tests.support.phone import Phone

pytestmark = pytest.mark.file

Opened = Callable[..., str]


@pytest.fixture
def left_ahead(client: Phone, match: Opened) -> str:
    """A finished match of Kalooki in which Dee and Eve had the fewest points, and left."""
    code = match(names=("Aki", "Ben", "Cy", "Dee", "Eve"))
    client.deal(code, 1, 4, {0: "90", 1: "80", 2: "70", 3: "10"})
    for seat in (3, 4):
        assert client.post(f"/m/{code}/people", leaves=seat).status == 303
    for number in range(2, 10):
        client.post(f"/m/{code}/deals/{number}/abandon")
    return code


@pytest.mark.parametrize("page", ["", "/tv"])
def test_the_winner_is_compared_with_those_who_stayed(client: Phone, left_ahead: str, page: str) -> None:
    said = client.get(f"/m/{left_ahead}{page}").said
    assert "70 points, 10 fewer than Ben" in said and "bonus" not in said
    assert "Dee and Eve left" in said


def test_the_sheet_and_the_home_page_mark_who_has_left(client: Phone, left_ahead: str, match: Opened) -> None:
    head = client.get(f"/m/{left_ahead}/sheet").html.split("</thead>")[0]
    assert head.count("has left") == 2
    running = match(names=("Aki", "Ben", "Cy", "Dee"))
    client.post(f"/m/{running}/people", leaves=3)
    assert client.get("/").said.count("has left") == 3, "one at the running match, two in history"


def test_a_bonus_round_is_still_said_where_it_decided(client: Phone, store: Store, match: Opened) -> None:
    code = match("three-thirteen", names=("Aki", "Ben", "Cy"), tie_round=True)
    client.deal(code, 1, 0, {1: "0", 2: "20"})
    for number in range(2, 12):
        client.post(f"/m/{code}/deals/{number}/abandon")
    client.deal(code, 12, 1, {0: "7"})
    assert store.match(code).sheet.winner_names == ["Ben"]
    assert "0 points, won in the bonus round" in client.get(f"/m/{code}").said
