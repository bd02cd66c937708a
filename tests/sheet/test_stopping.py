"""Early end and resumption of a match, and name corrections: all of them entries, nothing is deleted."""

from collections.abc import Callable

import pytest

from companion.storage.store import Store
from tests.support.phone import Phone

Opened = Callable[..., str]


@pytest.fixture
def code(client: Phone, match: Opened) -> str:
    """A match with one deal booked and the next under way."""
    code = match()
    client.deal(code, 1, 0, {1: "25", 2: "40", 3: "50"})
    client.post(f"/m/{code}/deals/2/end", out=1)
    return code


def test_a_match_ends_here_with_the_standing_as_it_is(client: Phone, store: Store, code: str) -> None:
    assert any(found["href"] == f"/m/{code}/end" for found in client.get(f"/m/{code}").all("a"))
    question = client.get(f"/m/{code}/end")
    assert "Aki leads by 25" in question.said
    assert "Deal 2 is not saved yet, so it would not count." in question.said
    result = client.submit(question.form("/end"))
    assert "Aki wins" in result.said and "Ended early: 1 of 9 deals played" in result.said
    sheet = store.match(code).sheet
    assert (sheet.finished, sheet.winner_names, sheet.totals) == (True, ["Aki"], (0, 25, 40, 50))
    assert store.unfinished() == [] and "Ended early: 1 of 9 deals played" in client.get("/").said
    assert "Ended early" in client.get(f"/m/{code}/tv").said
    assert client.get(f"/m/{code}/sheet").status == client.get(f"/m/{code}/flat").status == 200


def test_an_ended_match_is_not_played_on_but_taken_up_again_where_it_was(
    client: Phone, store: Store, code: str
) -> None:
    client.post(f"/m/{code}/end")
    assert client.post(f"/m/{code}/deals/2/hands/0", total="30", revision=1).status == 409
    assert client.post(f"/m/{code}/undo", deal=1).status == 409
    assert client.post(f"/m/{code}/end").status == 409
    client.submit(client.get(f"/m/{code}").form("/end"), client.get(f"/m/{code}").form("/end").button("resume"))
    sheet = store.match(code).sheet
    assert sheet.current and (sheet.current.number, sheet.out(2)) == (2, 1)
    assert [one.code for one in store.unfinished()] == [code]
    assert client.post(f"/m/{code}/end", resume=1).status == 409


def test_a_deal_that_nobody_has_counted_is_not_missed_at_the_end(client: Phone, match: Opened) -> None:
    code = match()
    client.deal(code, 1, 0, {1: "25", 2: "40", 3: "50"})
    assert "would not count" not in client.get(f"/m/{code}/end").said


def test_a_match_with_nothing_booked_is_left_out_of_the_list(client: Phone, store: Store, match: Opened) -> None:
    code = match()
    client.post(f"/m/{code}/end")
    assert store.finished(9) == store.unfinished() == []
    page = client.get(f"/m/{code}")
    assert "Nobody wins" in page.said and "Ended before anything was saved" in page.said
    assert "Nobody wins" in client.get(f"/m/{code}/tv").said and "Nobody wins" in client.get(f"/m/{code}/flat").said
    client.post(f"/m/{code}/end", resume=1)
    assert [one.code for one in store.unfinished()] == [code]


def test_a_name_is_corrected_by_an_entry_and_the_trail_shows_what_it_was(
    client: Phone, store: Store, code: str
) -> None:
    assert client.post(f"/m/{code}/people", renames=1, name=" Benno ").status == 303
    sheet = store.match(code).sheet
    assert sheet.names == ("Aki", "Benno", "Cy", "Dee")
    assert (sheet.entries[-1].kind, sheet.entries[-1].body["was"]) == ("seating", "Ben")
    for page in (f"/m/{code}/people", f"/m/{code}/sheet?deal=1&seat=1"):
        assert "was Ben until" in client.get(page).said
    assert client.post(f"/m/{code}/people", renames=1, name="Aki").status == 422
    assert client.post(f"/m/{code}/people", renames=1, name=" ").status == 422
    assert client.post(f"/m/{code}/people", renames=9, name="Zoe").status == 422


def test_who_has_left_stays_away_when_the_name_is_corrected(client: Phone, store: Store, match: Opened) -> None:
    code = match()
    client.post(f"/m/{code}/people", leaves=3)
    client.post(f"/m/{code}/people", renames=3, name="Didi")
    sheet = store.match(code).sheet
    assert (sheet.left, sheet.names[3]) == ([3], "Didi")


def test_no_booking_is_undone_in_a_match_that_was_ended_early(client: Phone, match: Opened) -> None:
    code = match()
    client.deal(code, 1, 0, {1: "25", 2: "40", 3: "50"})
    assert client.get(f"/m/{code}/sheet?deal=1&seat=1").all("form", action=f"/m/{code}/undo")
    client.post(f"/m/{code}/end")
    assert not client.get(f"/m/{code}/sheet?deal=1&seat=1").all("form", action=f"/m/{code}/undo")


def test_deals_that_were_cancelled_are_not_told_as_played(client: Phone, match: Opened) -> None:
    code = match()
    client.deal(code, 1, 0, {1: "25", 2: "40", 3: "50"})
    client.post(f"/m/{code}/deals/2/abandon")
    for question in ("end", "delete"):
        assert "1 of 9 deals played" in client.get(f"/m/{code}/{question}").said
    client.post(f"/m/{code}/end")
    assert "Ended early: 1 of 9 deals played" in client.get(f"/m/{code}").said
