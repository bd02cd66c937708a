"""Late and early: somebody joins, leaves, changes places, or a deal is voided; the sheet stays true."""

from collections.abc import Sequence

import pytest

from companion import attending, booking
from companion.booking import Refused
from companion.scoresheet import Entry, Sheet
from companion.store import Store
from tests.phones import Phone, fresh_key
from tests.test_scoresheet import blank, write

Counts = Sequence[tuple[int, Sequence[int]]]


def played(sheet: Sheet, number: int, out: int, points: dict[int, int]) -> Sheet:
    """The sheet after that deal: who went out, and the totals of the others."""
    sheet = write(sheet, booking.end_play(sheet, number, out))
    for seat, figure in points.items():
        sheet = write(sheet, booking.count_hand(sheet, number, seat, "", str(figure)))
    return write(sheet, booking.book(sheet, number))


def two_deals() -> Sheet:
    """Two deals of Kalooki by Aki, Ben, Cy and Dee: 10, 30, 30, 70."""
    sheet = played(blank(), 1, 0, {1: 20, 2: 30, 3: 40})
    return played(sheet, 2, 2, {0: 10, 1: 10, 3: 30})


@pytest.mark.parametrize(("start", "points"), [("zero", 0), ("average", 35), ("highest", 70)])
def test_a_latecomer_begins_with_what_the_table_chose(start: str, points: int) -> None:
    sheet = write(two_deals(), attending.join(two_deals(), "Emi", start))
    assert sheet.names[4] == "Emi"
    assert sheet.totals == (10, 30, 30, 70, points)
    assert sheet.current
    assert (sheet.current.number, sheet.seats_in(sheet.current)) == (3, [0, 1, 2, 3, 4])
    assert sheet.total_after(2, 4) == points
    assert sheet.total_after(1, 4) == 0


def test_who_was_not_there_is_not_missing_in_an_earlier_deal() -> None:
    sheet = write(two_deals(), attending.join(two_deals(), "Emi", "zero"))
    assert [sheet.seats_in(deal) for deal in sheet.schedule[:3]] == [[0, 1, 2, 3], [0, 1, 2, 3], [0, 1, 2, 3, 4]]


def test_a_deal_being_counted_is_finished_by_those_who_began_it() -> None:
    sheet = two_deals()
    sheet = write(sheet, booking.end_play(sheet, 3, 0))
    sheet = write(sheet, attending.join(sheet, "Emi", "zero"))
    assert sheet.missing(sheet.schedule[2]) == [1, 2, 3]
    assert 4 in sheet.seats_in(sheet.schedule[3])


def test_who_leaves_keeps_the_points_and_cannot_win() -> None:
    sheet = write(two_deals(), attending.leave(two_deals(), 0))
    assert sheet.totals[0] == 10
    assert sheet.leaders == [1, 2]
    assert sheet.current
    assert sheet.seats_in(sheet.current) == [1, 2, 3]
    for number in range(3, 10):
        sheet = played(sheet, number, 1, {2: 10, 3: 10})
    assert (sheet.finished, sheet.winners, sheet.margin) == (True, [1], 70)


def test_the_deal_passes_clockwise_over_those_who_are_there() -> None:
    sheet = two_deals()
    dealers = [sheet.dealer(deal) for deal in sheet.schedule[:6]]
    assert dealers == [0, 1, 2, 3, 0, 1]
    gone = write(sheet, attending.leave(sheet, 2))
    assert [gone.dealer(deal) for deal in gone.schedule[:6]] == [0, 1, 3, 0, 1, 3]
    late = write(sheet, attending.join(sheet, "Emi", "zero"))
    assert [late.dealer(deal) for deal in late.schedule[:6]] == [0, 1, 2, 3, 4, 0]
    assert late.first_player(late.schedule[4]) == 0


def test_changed_places_change_who_deals_and_leave_the_points_with_the_people() -> None:
    sheet = write(two_deals(), attending.swap(two_deals(), 2, 3))
    assert sheet.totals == (10, 30, 30, 70)
    assert [sheet.dealer(deal) for deal in sheet.schedule[:5]] == [0, 1, 3, 2, 0]
    assert sheet.first_player(sheet.schedule[2]) == 2


@pytest.mark.parametrize(
    ("name", "start", "field"),
    [("", "zero", "name"), ("aki", "zero", "name"), ("x" * 41, "zero", "name"), ("Emi", "lots", "start")],
)
def test_what_cannot_be_is_said_at_the_field(name: str, start: str, field: str) -> None:
    with pytest.raises(Refused) as refused:
        attending.join(two_deals(), name, start)
    assert refused.value.field == field


def test_the_game_and_the_packs_limit_who_can_come_and_go() -> None:
    three = write(two_deals(), attending.leave(two_deals(), 0))
    with pytest.raises(Refused, match="3 to 8"):
        attending.leave(three, 1)
    full = two_deals()
    for name in ("Emi", "Flora"):
        full = write(full, attending.join(full, name, "zero"))
    with pytest.raises(Refused, match="108 cards; 7 players would need 113"):
        attending.join(full, "Gil", "zero")


def test_a_voided_deal_counts_no_more_stays_readable_and_can_count_again() -> None:
    sheet = two_deals()
    with pytest.raises(Refused, match="reason"):
        attending.void(sheet, 1, "")
    voided = write(sheet, attending.void(sheet, 1, "the pack was short"))
    assert (voided.totals, voided.voided(1), voided.current) == ((10, 10, 0, 30), "the pack was short", sheet.current)
    assert [line.figure for line in voided.history(1, 1)] == ["20"]
    assert write(voided, attending.restore(voided, 1)).totals == sheet.totals
    with pytest.raises(Refused):
        attending.restore(sheet, 1)


def entries(store: Store, code: str) -> tuple[Entry, ...]:
    """What is written of a match."""
    return store.match(code).sheet.entries


def test_the_page_writes_each_change_once(client: Phone, store: Store, match: object) -> None:
    code = match()  # type: ignore[operator]
    key = fresh_key()
    for _ in range(2):
        assert client.post(f"/m/{code}/people", key=key, name="Emi", start="average").status == 303
    client.post(f"/m/{code}/people", swaps="0", **{"with": "1"})
    client.post(f"/m/{code}/people", leaves="2")
    assert [entry.how for entry in entries(store, code)] == ["joins", "swapped", "leaves"]
    sheet = store.match(code).sheet
    assert sheet.seating(1) == (1, 0, 3, 4)
    assert "Emi" in client.get(f"/m/{code}").words
    assert client.get(f"/m/{code}/sheet").status == 200


def test_the_page_keeps_what_was_typed_and_says_what_stands_against_it(client: Phone, match: object) -> None:
    code = match()  # type: ignore[operator]
    page = client.post(f"/m/{code}/people", name="Aki", start="zero")
    assert (page.status, page.value("name")) == (422, "Aki")
    assert "share a name" in page.faults
