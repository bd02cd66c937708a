"""Corrections: another hand, another player who went out, and taking a correction back; every refusal."""

import pytest

from companion.sheet.commands import booking, corrections, roster
from companion.sheet.ledger import Action, Entry
from companion.sheet.refusals import Refused
from companion.sheet.scoresheet import Sheet
from tests.sheet.test_booking import booked, refused
from tests.sheet.test_scoresheet import blank, played, write


def corrected(sheet: Sheet, cards: str, total: str = "") -> list[Entry]:
    """Correct the second seat's hand in the first deal."""
    return corrections.correct_hand(sheet, 1, 1, cards, total, reason="counted wrong")


@pytest.mark.parametrize(("cards", "total"), [("7 K", ""), ("k 7", ""), ("7 K", "17"), ("", "17"), ("", "017")])
def test_a_correction_that_changes_nothing_is_refused(cards: str, total: str) -> None:
    refused(lambda: corrected(booked("7 K", "K", "7"), cards, total), "cards" if cards else "total")


def test_a_bare_total_that_stands_is_no_correction_and_the_figure_is_said() -> None:
    with pytest.raises(Refused, match="Nothing to change: Ben already has 25"):
        corrected(played(blank(), 1, 0, 25, 40, 50), "", "25")


@pytest.mark.parametrize("cards", ["8 9", "7 7"])
def test_other_cards_are_a_correction_also_where_they_make_the_same_points(cards: str) -> None:
    assert corrected(booked("7 K", "K", "7"), cards)[0].cards == cards


def test_cards_in_the_place_of_a_bare_total_are_a_correction() -> None:
    assert corrected(played(blank(), 1, 0, 17, 40, 50), "7 K")[0].cards == "7 K"


# Another player went out


@pytest.mark.parametrize("out", [-1, 0, 4])
def test_who_went_out_instead_must_be_another_player(out: int) -> None:
    sheet = played(blank(), 1, 0, 25, 40, 50)
    refused(lambda: corrections.correct_out(sheet, 1, 0, out, "7", "", "it was Ben"), "out")


def test_who_went_out_already_is_no_correction_and_another_is_though_the_points_stay() -> None:
    sheet = played(blank("three-thirteen"), 1, 0, 25, 0, 30, out=0)
    refused(lambda: corrections.correct_end(sheet, 1, 0, "it was Aki"), "out")
    sheet = write(sheet, corrections.correct_out(sheet, 1, 0, 2, "", "0", "it was Cy"))
    assert (sheet.out(1), sheet.totals) == (2, (0, 25, 0, 30))


def test_a_correction_is_taken_back_as_long_as_nothing_followed() -> None:
    sheet = booked("JK", "K 7", "7")
    refused(lambda: corrections.undo(sheet, 1, 1), "deal")
    corrected = write(sheet, corrections.correct_hand(sheet, 1, 2, "", "52", reason=""))
    assert (corrections.corrected_last(sheet), corrections.corrected_last(corrected)) == (None, (1, 2))
    back = write(corrected, corrections.undo(corrected, 1, 2))
    assert back.totals == sheet.totals
    assert [line.figure for line in back.history(1, 2)] == ["17", "52", "17"]
    assert [(line.entry.how, line.entry.cards) for line in back.history(1, 2)][::2] == [(Action.CARDS, "7 K")] * 2
    later = write(corrected, booking.end_play(corrected, 2, 0))
    refused(lambda: corrections.undo(later, 1, 2), "deal")


def test_a_hand_that_is_the_only_entry_is_no_correction() -> None:
    sheet = write(blank(), booking.count_hand(blank(), 1, 1, "7", ""))
    assert corrections.corrected_last(sheet) is None
    refused(lambda: corrections.undo(sheet, 1, 1), "deal")


def test_a_hand_entered_because_another_player_went_out_is_not_taken_back_alone() -> None:
    sheet = write(booked("JK", "K 7", "7"), corrections.correct_out(booked("JK", "K 7", "7"), 1, 0, 1, "9", "", ""))
    sheet = write(sheet, corrections.correct_end(sheet, 1, 0, ""))
    sheet = write(sheet, corrections.correct_out(sheet, 1, 0, 2, "8", "", ""))
    assert corrections.corrected_last(sheet) is None
    refused(lambda: corrections.undo(sheet, 1, 0), "deal")


def test_who_left_before_a_deal_did_not_go_out_in_it() -> None:
    sheet = write(blank(), roster.leave(blank(), 3))
    sheet = write(sheet, booking.end_play(sheet, 1, None))
    for seat in range(3):
        sheet = write(sheet, booking.count_hand(sheet, 1, seat, "", "20"))
    sheet = write(sheet, booking.book(sheet, 1))
    refused(lambda: corrections.correct_end(sheet, 1, 3, ""), "out")


def test_that_somebody_else_went_out_needs_a_hand() -> None:
    sheet = played(blank(), 1, 0, 25, 40, 50)
    refused(lambda: corrections.correct_out(sheet, 1, 0, 1, "", "", "it was Ben"), "cards")


def test_the_hand_counted_for_the_wrong_player_can_be_given_to_the_right_one() -> None:
    sheet = booked("JK JK JK", "K", "7")
    sheet = write(sheet, corrections.correct_out(sheet, 1, 0, 1, "JK JK JK", "", "it was Ben"))
    assert sheet.totals == (150, 0, 10, 7)
