"""Home: unfinished matches first, then finished ones with winner and date, page by page."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from companion.sheet.commands import booking
from companion.sheet.ledger import Entry
from companion.sheet.scoresheet import Sheet
from companion.storage.store import Form, Store
from tests.support.phone import Phone, fresh_key

Opened = Callable[..., str]
NOON = datetime(2025, 3, 15, 12, tzinfo=UTC)


def abandoned(store: Store, code: str, deals: range, at: datetime) -> None:
    """Deals closed without a score at that moment."""

    def act(sheet: Sheet) -> tuple[list[Entry], str]:
        entries: list[Entry] = []
        for number in deals:
            entries += booking.abandon(sheet.with_entries(entries), number)
        return entries, ""

    store.write(code, Form.of(fresh_key(), []), act, at)


def links(client: Phone, address: str = "/") -> list[str]:
    """The matches a page leads to, in its order."""
    return [found["href"] for found in client.get(address).all("a") if found.get("href", "").startswith("/m/")]


def test_an_empty_home_says_how_to_begin_and_offers_both_games(client: Phone) -> None:
    page = client.get("/")
    assert "No matches yet. Pick a game and say who is at the table." in page.said
    assert {"/new/kalooki", "/new/three-thirteen", "/rules/kalooki", "/rules/three-thirteen"} <= {
        found["href"] for found in page.all("a")
    }


def test_the_unfinished_match_comes_first_with_its_deal_and_how_it_stands(client: Phone, match: Opened) -> None:
    code = match()
    client.deal(code, 1, 0, {1: "25", 2: "40", 3: "50"})
    page = client.get("/")
    assert "Deal 2 of 9" in page.said
    assert "Aki leads by 25" in page.said
    assert links(client) == [f"/m/{code}"]


def test_several_unfinished_matches_are_all_there(client: Phone, match: Opened) -> None:
    codes = [match(), match("three-thirteen")]
    assert sorted(links(client)) == sorted(f"/m/{code}" for code in codes)


def test_finished_matches_show_their_winner_and_the_day(client: Phone, store: Store, match: Opened) -> None:
    code = match()
    client.deal(code, 1, 2, {0: "25", 1: "40", 3: "50"})
    abandoned(store, code, range(2, 10), NOON)
    page = client.get("/")
    finished = page.said[page.said.index("Finished") :]
    assert "Cy Kalooki, 0 Aki 25, Ben 40, Dee 50" in finished
    assert "15 Mar 2025" in finished
    assert "Nobody is playing just now." in page.said


def test_a_shared_win_names_everybody(client: Phone, store: Store, match: Opened) -> None:
    abandoned(store, match(names=("Aki", "Ben", "Cy")), range(1, 10), NOON)
    assert "Aki, Ben and Cy" in client.get("/").said


def test_many_finished_matches_come_page_by_page_without_gap_or_repeat(
    client: Phone, store: Store, match: Opened
) -> None:
    codes = []
    for number in range(43):
        code = match(names=("Aki", "Ben", "Cy"))
        codes.append(f"/m/{code}")
        abandoned(store, code, range(1, 10), NOON + timedelta(hours=number))
    seen, address = [], "/"
    while address:
        page = client.get(address)
        seen.append(links(client, address))
        address = next((found["href"] for found in page.all("a") if "before=" in found.get("href", "")), "")
    assert [len(one) for one in seen] == [20, 20, 3]
    assert [code for one in seen for code in one] == codes[::-1]


def test_a_later_page_shows_finished_matches_only(client: Phone, store: Store, match: Opened) -> None:
    match()
    over = match(names=("Aki", "Ben", "Cy"))
    abandoned(store, over, range(1, 10), NOON)
    last = store.match(over).id
    assert links(client, f"/?before={last}") == []
