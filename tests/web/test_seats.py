"""Seat page: marks, undo, corrections, counting and history of one seat, and the roles that may use them."""

from collections.abc import Callable

import pytest

from companion.storage.access.browsers import new_token
from companion.storage.access.devices import Devices
from companion.storage.store import Store
from tests.support.phone import Page, Phone

pytestmark = pytest.mark.usefixtures("shared_app")

Opened = Callable[..., str]


def slip(client: Phone, code: str, seat: int = 1) -> Page:
    """Return the page of a seat."""
    page = client.get(f"/m/{code}/seats/{seat}")
    assert page.status == 200, page.said
    return page


def links(page: Page) -> list[str]:
    """Return the targets of all links on the page."""
    return [found["href"] for found in page.all("a")]


def test_every_row_of_the_table_leads_to_its_slip_with_the_table_under_it(client: Phone, match: Opened) -> None:
    code = match()
    table = client.get(f"/m/{code}")
    rows = [found["href"] for found in table.all("a", **{"class": "seat-tap"})]
    assert rows == [f"/m/{code}/seats/{seat}" for seat in range(4)]
    page = slip(client, code)
    assert page.all("div", role="dialog") and "Deal 1 of 9" in page.said
    assert f"/m/{code}#seat-1" in links(page), "the way back to the row"
    assert [part for part, found in page.elements if "inert" in found] == ["header", "main", "nav"]


def test_a_call_is_marked_and_the_last_one_taken_back(client: Phone, store: Store, match: Opened) -> None:
    code = match()
    assert "Take back a call" not in slip(client, code).said
    for act, calls in (("call", 1), ("call", 2), ("undo-call", 1)):
        form = next(form for form in reversed(slip(client, code).forms) if form.action.endswith("/calls/1"))
        client.submit(form, form.button("act", act))
        assert store.match(code).sheet.calls(1, 1) == calls


def test_what_the_law_refuses_is_grey_and_says_why(client: Phone, match: Opened) -> None:
    code = match()
    client.post(f"/m/{code}/deals/1/calls/1", act="lay-down")
    page = slip(client, code)
    assert "disabled" in page.all("button", value="call")[0]
    assert page.all("button", value="undo-lay-down", **{"aria-pressed": "true"})
    assert "a player who has laid down may not call (K19)" in page.said


def test_the_hand_of_the_deal_before_is_corrected_from_the_seat(client: Phone, match: Opened) -> None:
    code = match("three-thirteen")
    assert f"/m/{code}/correct/1/1" not in links(slip(client, code))
    client.deal(code, 1, 0, {1: "12", 2: "20", 3: "9"})
    page = slip(client, code)
    assert f"/m/{code}/correct/1/1" in links(page) and "Round 1 12 points" in page.said


def test_while_hands_are_counted_the_seat_leads_to_its_own(client: Phone, match: Opened) -> None:
    code = match()
    client.post(f"/m/{code}/deals/1/end", out=0)
    assert f"/m/{code}/deals/1/count?seat=1" in links(slip(client, code))
    assert f"/m/{code}/deals/1/count?seat=0" not in links(slip(client, code, 0)), "who went out has no hand"
    client.post(f"/m/{code}/deals/1/hands/1", revision=1, total=25)
    assert "This hand 25 points" in slip(client, code).said


def test_the_phone_at_a_seat_is_named(client: Phone, store: Store, match: Opened) -> None:
    code = match()
    assert "none at this seat" in slip(client, code).said
    Devices(store).join(store.match(code).id, new_token(), "player", 1)
    assert "since " in slip(client, code).said and f"/m/{code}/phones" in links(slip(client, code))


@pytest.mark.parametrize("seat", [4, 99])
def test_a_seat_there_is_none_of_is_not_found(client: Phone, match: Opened, seat: int) -> None:
    assert client.get(f"/m/{match()}/seats/{seat}").status == 404


def test_when_the_match_is_over_a_seat_leads_to_the_result(client: Phone, match: Opened) -> None:
    code = match()
    for number in range(1, 10):
        client.post(f"/m/{code}/deals/{number}/abandon")
    assert client.get(f"/m/{code}/seats/1").location == f"/m/{code}"
