"""Marks of a deal in play: calls, lay-downs, and counted hands confirmed as right."""

from dataclasses import replace

import pytest

from companion.sheet import review
from companion.sheet.commands import booking, marks
from companion.sheet.match_statistics import awards
from companion.sheet.scoresheet import Sheet
from tests.sheet.test_booking import refused
from tests.sheet.test_scoresheet import blank, played, tied, write


def called(sheet: Sheet, seat: int, times: int = 1, number: int = 1) -> Sheet:
    """Return the sheet after this many calls of a player."""
    for _ in range(times):
        sheet = write(sheet, marks.mark("call", sheet, number, seat))
    return sheet


def down(sheet: Sheet, *seats: int) -> Sheet:
    """Return the sheet after these players laid down in the first deal."""
    for seat in seats:
        sheet = write(sheet, marks.mark("lay-down", sheet, 1, seat))
    return sheet


def said(sheet: Sheet, seat: int) -> str:
    """Return a player's marks in the first deal, in words."""
    return ", ".join(map(str, marks.summary(sheet, 1, seat)))


def counted(sheet: Sheet, seat: int = 1, cards: str = "7 7") -> Sheet:
    """Return the sheet after a hand of the first deal was counted."""
    return write(sheet, booking.count_hand(sheet, 1, seat, cards, ""))


# Calls


def test_each_call_is_one_entry_more_and_each_player_has_their_own() -> None:
    sheet = called(called(blank(), 1, 2), 3)
    assert [sheet.calls(1, seat) for seat in sheet.seats] == [0, 2, 0, 1]
    assert [entry.revision for entry in sheet.revisions("call", 1, 1)] == [1, 2]


def test_a_call_taken_back_stays_in_the_record() -> None:
    sheet = called(blank(), 1, 2)
    sheet = write(sheet, marks.mark("undo-call", sheet, 1, 1))
    assert sheet.calls(1, 1) == 1
    assert [entry.how for entry in sheet.revisions("call", 1, 1)] == ["made", "made", "undone"]


def test_without_a_call_there_is_none_to_take_back() -> None:
    assert "Ben" in refused(lambda: marks.mark("undo-call", blank(), 1, 1), "seat")
    sheet = called(blank(), 1)
    sheet = write(sheet, marks.mark("undo-call", sheet, 1, 1))
    refused(lambda: marks.mark("undo-call", sheet, 1, 1), "seat")


@pytest.mark.parametrize(("house", "most"), [({}, 3), ({"calls": 1}, 1), ({"calls": 9}, 9)])
def test_after_the_last_call_of_the_house_one_more_is_refused_under_its_rule(house: dict[str, int], most: int) -> None:
    sheet = called(blank(**house), 1, most)
    reason = refused(lambda: marks.mark("call", sheet, 1, 1), "seat")
    assert "Ben" in reason and str(most) in reason and "(K32)" in reason


def test_who_has_laid_down_calls_no_more_until_the_mark_is_taken_back() -> None:
    sheet = down(blank(), 1)
    assert "(K19)" in refused(lambda: marks.mark("call", sheet, 1, 1), "seat")
    sheet = write(sheet, marks.mark("undo-lay-down", sheet, 1, 1))
    assert called(sheet, 1).calls(1, 1) == 1


def test_calls_are_counted_also_in_a_game_that_has_no_law_of_its_own_on_them() -> None:
    sheet = blank("three-thirteen")
    sheet = called(replace(sheet, game=replace(sheet.game, calls=1)), 1)
    assert "Ben" in refused(lambda: marks.mark("call", sheet, 1, 1), "seat")
    assert called(sheet, 2).calls(1, 2) == 1


def test_where_the_house_has_no_calls_nothing_is_marked() -> None:
    for sheet in (blank(calls=0), blank("three-thirteen")):
        for act in marks.ACTS:
            refused(lambda act=act, sheet=sheet: marks.mark(act, sheet, 1, 1), "calls")


def test_only_the_deal_on_the_table_and_its_seats_are_marked() -> None:
    for number in (0, 2, 10, 10**12):
        refused(lambda n=number: marks.mark("call", blank(), n, 1), "deal")
    for seat in (-1, 4, 10**12):
        refused(lambda s=seat: marks.mark("call", blank(), 1, s), "seat")
    closed = played(called(blank(), 1), 1, 0, 25, 40, 50)
    assert "already saved" in refused(lambda: marks.mark("call", closed, 1, 1), "deal")


# Laid down


def test_laid_down_is_said_once_and_can_be_taken_back_and_said_again() -> None:
    sheet = down(blank(), 1)
    assert (sheet.laid_down(1, 1), sheet.laid_down(1, 2)) == (True, False)
    assert marks.mark("lay-down", sheet, 1, 1) == []
    sheet = write(sheet, marks.mark("undo-lay-down", sheet, 1, 1))
    assert (sheet.laid_down(1, 1), marks.mark("undo-lay-down", sheet, 1, 1)) == (False, [])
    sheet = down(sheet, 1)
    assert [entry.how for entry in sheet.revisions("down", 1, 1)] == ["laid", "undone", "laid"]


def test_the_next_deal_starts_without_marks_and_the_record_keeps_them() -> None:
    sheet = down(called(blank(), 1, 2), 1)
    sheet = played(sheet, 1, 0, 25, 40, 50)
    assert (sheet.calls(2, 1), sheet.laid_down(2, 1)) == (0, False)
    assert (sheet.calls(1, 1), sheet.laid_down(1, 1)) == (2, True)
    assert said(sheet, 1) == "laid down, two calls"
    assert marks.summary(sheet, 2, 1) == []


def test_a_booking_undone_brings_the_marks_of_the_deal_back() -> None:
    sheet = played(called(blank(), 1), 1, 0, 25, 40, 50)
    sheet = write(sheet, booking.undo(sheet, 1))
    assert called(sheet, 1).calls(1, 1) == 2


# In words


def test_where_nothing_is_marked_nothing_is_known() -> None:
    assert (said(blank(), 1), blank().known_marks(1, 1)) == ("", (None, None))
    sheet = write(called(blank(), 1), marks.mark("undo-call", called(blank(), 1), 1, 1))
    assert said(sheet, 1) == ""


def test_what_is_marked_of_each_player_is_said_in_words() -> None:
    sheet = down(called(called(called(called(blank(calls=9), 0, 1), 1, 2), 2, 3), 3, 4), 0)
    assert [said(sheet, seat) for seat in sheet.seats] == [
        "laid down, one call",
        "not laid down, two calls",
        "not laid down, three calls",
        "not laid down, 4 calls",
    ]


def test_without_laid_down_marks_only_the_calls_are_known() -> None:
    sheet = called(blank(), 1)
    assert [said(sheet, seat) for seat in sheet.seats] == ["no calls", "one call", "no calls", "no calls"]
    sheet = down(blank(), 1)
    assert (said(sheet, 1), said(sheet, 2)) == ("laid down", "not laid down")


# The count of a hand (K35a): the first deal has nine cards and asks for all of them


def fine(sheet: Sheet, seat: int, up_to: int = 18) -> list[int]:
    """Return the numbers of cards that give no warning."""
    deal = sheet.game.deals[0]
    return [count for count in range(1, up_to) if sheet.doubt(deal, seat, count) is None]


def test_with_nothing_marked_every_count_of_the_law_is_fine() -> None:
    assert fine(blank(), 1) == [1, 2, 3, 4, 5, 6, 9, 11, 13, 15]


def test_known_calls_leave_one_full_count_and_two_cards_a_call() -> None:
    sheet = called(called(blank(), 1), 2, 2)
    assert [fine(sheet, seat) for seat in (0, 1, 2)] == [[9], [1, 2, 11], [1, 2, 3, 4, 13]]


def test_who_laid_down_holds_at_most_two_cards_a_call_and_of_others_nothing_is_known() -> None:
    sheet = down(called(called(blank(), 1), 2, 2), 1)
    assert [fine(sheet, seat) for seat in (0, 1, 2)] == [[9], [1, 2], [1, 2, 3, 4, 13]]


def test_a_laid_down_mark_alone_excludes_nothing_of_others() -> None:
    sheet = down(blank(), 1)
    assert fine(sheet, 1) == [1, 2, 3, 4, 5, 6]
    assert fine(sheet, 2) == fine(blank(), 2)
    assert str(sheet.doubt(sheet.game.deals[0], 1, 9)) == "at most 6 after laying down"


def test_the_doubt_says_what_the_marks_ask_for() -> None:
    sheet = down(called(called(blank(), 1), 2, 2), 0, 1)
    deal = sheet.game.deals[0]
    assert str(sheet.doubt(deal, 0, 1)) == "none after laying down without a call"
    assert str(sheet.doubt(deal, 1, 11)) == "at most 2 after laying down with 1 call"
    assert str(sheet.doubt(deal, 2, 12)) == "13 cards, or at most 4 if laid down"


def test_with_twelve_cards_early_a_few_more_may_be_left_to_who_laid_down() -> None:
    sheet = called(down(blank(twelve_early=True), 1), 2)
    deal = sheet.game.deals[0]
    assert fine(sheet, 1) == [1, 2, 3]
    assert sheet.doubt(deal, 1, deal.cards) is not None


def test_a_doubted_count_is_booked_when_the_table_insists() -> None:
    sheet = down(called(blank(), 1), 2)
    sheet = write(sheet, booking.end_play(sheet, 1, 0))
    for seat, cards in ((1, "7 7 7"), (2, "K"), (3, "2 3 4 5 6 7 8 9 10")):
        sheet = counted(sheet, seat, cards)
    assert list(review.doubts(sheet, sheet.game.deals[0])) == [1, 2]
    assert write(sheet, booking.book(sheet, 1)).closed(1) == "booked"


# Confirmed hands


def right(sheet: Sheet, seat: int = 1) -> Sheet:
    """Return the sheet after a player confirmed the current hand as right."""
    standing = sheet.latest("hand", 1, seat)
    assert standing
    return write(sheet, marks.mark_right(sheet, 1, seat, standing.id))


def test_a_player_says_that_the_own_hand_is_right() -> None:
    sheet = right(counted(blank()))
    assert [sheet.is_right(1, seat) for seat in sheet.seats] == [False, True, False, False]
    assert marks.mark_right(sheet, 1, 1, sheet.latest("hand", 1, 1).id) == []


def test_that_it_is_right_falls_away_when_the_hand_is_counted_again() -> None:
    sheet = counted(right(counted(blank())), cards="7 8")
    assert not sheet.is_right(1, 1)
    assert right(sheet).is_right(1, 1)


def test_that_it_is_right_can_be_taken_back() -> None:
    sheet = right(counted(blank()))
    sheet = write(sheet, marks.undo_right(sheet, 1, 1))
    assert (sheet.is_right(1, 1), marks.undo_right(sheet, 1, 1)) == (False, [])


def test_only_the_figure_that_was_seen_is_said_to_be_right() -> None:
    sheet = counted(blank())
    old = sheet.revisions("hand", 1, 1)[-1].id
    sheet = counted(sheet, cards="7 8")
    for seat, seen in ((1, old), (1, 0), (2, old)):
        refused(lambda seat=seat, seen=seen: marks.mark_right(sheet, 1, seat, seen), "hand")


def test_who_went_out_has_no_hand_to_be_right() -> None:
    sheet = right(counted(blank()))
    sheet = write(sheet, booking.end_play(sheet, 1, 1))
    assert not sheet.is_right(1, 1)
    refused(lambda: right(sheet), "hand")


def test_it_is_never_asked_for_and_stays_after_the_booking() -> None:
    sheet = right(counted(write(blank(), booking.end_play(blank(), 1, 0))))
    for seat in (2, 3):
        sheet = counted(sheet, seat, "7")
    sheet = write(sheet, booking.book(sheet, 1))
    assert [sheet.is_right(1, seat) for seat in sheet.seats] == [False, True, False, False]


# Statistics


def test_calls_of_booked_deals_are_an_award_and_three_are_shown_at_most() -> None:
    sheet = played(called(called(blank(), 1, 2), 3, 2), 1, 0, 25, 40, 50)
    sheet = called(sheet, 2, 3, number=2)
    assert [(award.figure, str(award.what), award.seats) for award in awards(sheet)] == [
        (2, "calls made", (1, 3)),
        (50, "biggest hand", (3,)),
        (1, "hand won", (0,)),
    ]
    sheet = write(sheet, booking.end_play(sheet, 2, 0))
    for seat, cards in ((1, "JK"), (2, "7"), (3, "9")):
        sheet = write(sheet, booking.count_hand(sheet, 2, seat, cards, ""))
    found = awards(write(sheet, booking.book(sheet, 2)))
    assert [str(award.what) for award in found] == ["joker in hand", "calls made", "biggest hand"]


def test_in_a_bonus_round_only_those_who_tie_are_marked() -> None:
    assert tied().game.calls == 0
    refused(lambda: marks.mark("call", tied(), 12, 0), "seat")


@pytest.mark.parametrize(
    ("marked", "counts"),
    [
        ("", {7: "", 9: "", 11: "", 16: ""}),  # nothing is marked, so nothing is missed
        ("call 3", {1: "call", 3: "", 9: "", 11: "call", 13: ""}),
        ("call 3, call 1", {3: "call", 9: "undo-call", 11: "", 13: "call"}),
        ("lay-down 1", {3: "", 9: "undo-lay-down", 10: ""}),
    ],
)
def test_the_only_mark_that_makes_a_number_of_cards_right_is_known(marked: str, counts: dict[int, str]) -> None:
    sheet = blank()
    for act, seat in (one.split() for one in marked.split(", ") if one):
        sheet = write(sheet, marks.mark(act, sheet, 1, int(seat)))
    assert {count: marks.missed_mark(sheet, sheet.schedule[0], 1, count) for count in counts} == counts
