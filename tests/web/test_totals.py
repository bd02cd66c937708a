"""All totals of a deal on one page: the same checks as one by one, saved at once."""

import pytest
from flask import Flask

from companion.storage.store import Store
from tests.support.phone import Opened, Phone, guest

pytestmark = pytest.mark.usefixtures("shared_app")


@pytest.fixture
def code(client: Phone, match: Opened) -> str:
    """A match of Kalooki in which Ben went out in the first deal."""
    code: str = match()
    client.post(f"/m/{code}/deals/1/end", out=1, revision=1)
    return code


def sent(client: Phone, code: str, *figures: str):
    """Type the totals of Aki, Cy and Dee into the page, and send it."""
    form = client.get(f"/m/{code}/deals/1/totals").form("/totals")
    typed = dict(zip(("total-0", "total-2", "total-3"), figures, strict=True))
    return client.send(form.action, form.filled(**typed))


def test_all_totals_are_saved_at_once_without_a_review(client: Phone, store: Store, code: str) -> None:
    page = client.get(f"/m/{code}/deals/1/totals")
    assert "went out" in page.said and page.value("total-0") == "" and not page.all("input", name="total-1")
    table = client.follow(sent(client, code, "25", "104", "40"))
    assert store.match(code).sheet.totals == (25, 0, 104, 40)
    assert "Deal 1 saved" in table.said and "Undo" in table.said


def test_a_figure_is_refused_in_its_row_as_one_by_one_and_nothing_is_lost(
    client: Phone, store: Store, code: str
) -> None:
    page = sent(client, code, "25", "x", "40")
    assert (page.status, store.match(code).sheet.totals) == (422, (0, 0, 0, 0))
    assert "“x” is not a number of points" in page.said and "Count Cy’s cards" in page.said
    assert [page.value(f"total-{seat}") for seat in (0, 2, 3)] == ["25", "x", "40"]


def test_a_missing_figure_is_named_and_what_was_typed_stays(client: Phone, store: Store, code: str) -> None:
    page = sent(client, code, "25", "", "40")
    assert (page.status, page.value("total-3")) == (422, "40") and "Cy’s hand has not been counted yet" in page.said
    assert store.match(code).sheet.played == 0


def test_counting_by_cards_keeps_the_figures_typed_so_far(client: Phone, store: Store, code: str) -> None:
    form = client.get(f"/m/{code}/deals/1/totals").form("/totals")
    page = client.submit(form, form.button("cards", "0"), **{"total-2": "104"})
    sheet = store.match(code).sheet
    assert (sheet.penalty(1, 2), sheet.missing(sheet.current)) == (104, [0, 3])
    assert "Aki" in page.said and page.all("form", **{"class": "hand-form"})


def test_a_hand_counted_by_cards_keeps_them(client: Phone, store: Store, code: str) -> None:
    client.post(f"/m/{code}/deals/1/hands/0", cards="7 8")
    assert client.get(f"/m/{code}/deals/1/totals").value("total-0") == "15"
    sent(client, code, "15", "104", "40")
    assert [line.entry.cards for line in store.match(code).sheet.history(1, 0)] == ["7 8"]


def test_after_a_deal_by_totals_the_next_is_asked_for_so(client: Phone, code: str) -> None:
    client.post(f"/m/{code}/deals/1/hands/0", cards="7 8")
    sent(client, code, "15", "104", "40")  # the first hand was counted by cards
    client.post(f"/m/{code}/deals/2/abandon")
    client.post(f"/m/{code}/deals/3/end", out=0, revision=1)
    assert client.get(f"/m/{code}/deals/3/count").location == f"/m/{code}/deals/3/totals"
    assert client.get(f"/m/{code}/deals/3/count?seat=1").all("form", **{"class": "hand-form"}), (
        "one is counted by cards"
    )


def test_a_total_in_a_correction_or_of_another_phone_asks_for_no_totals(app: Flask, client: Phone, code: str) -> None:
    player = guest(app, code, 2)
    player.post(f"/m/{code}/deals/1/hands/2", total="104")
    client.deal(code, 1, 1, {0: "7 8", 3: "K"})
    client.post(f"/m/{code}/correct/1/0", total="25")
    client.post(f"/m/{code}/deals/2/end", out=0, revision=1)
    assert client.get(f"/m/{code}/deals/2/count").all("form", **{"class": "hand-form"})


def test_players_on_their_own_phone_count_their_own_hand(app: Flask, client: Phone, code: str) -> None:
    assert client.get(f"/m/{code}/deals/1/count").all("a", href=f"/m/{code}/deals/1/totals")
    page = guest(app, code, 2).get(f"/m/{code}/deals/1/count")
    assert not page.all("a", href=f"/m/{code}/deals/1/totals") and page.all("input", name="mode", value="total")
    watching = guest(app, code)
    assert not watching.get(f"/m/{code}/deals/1/totals").all("form", id="totals")
