"""Booking: entries that may be written on a sheet, and every refusal."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from companion.sheet import review
from companion.sheet.commands import adjustments, booking
from companion.sheet.ledger import Entry
from companion.sheet.refusals import Refused
from companion.sheet.scoresheet import Sheet
from tests.sheet.test_scoresheet import blank, played, tied, whole, write


def refused(act: Callable[[], object], field: str) -> str:
    """Return the reason why an action is refused, at that field."""
    with pytest.raises(Refused) as caught:
        act()
    assert caught.value.field == field
    return str(caught.value.reason)


def counting(game: str = "kalooki", out: int = 0, **house: object) -> Sheet:
    """Return the first deal of a match of four, one of them out, no hand counted yet."""
    sheet = blank(game, 4, 0, **house)
    return write(sheet, booking.end_play(sheet, 1, out))


def hand(sheet: Sheet, cards: str = "", total: str = "", seat: int = 1, number: int = 1) -> Entry:
    """Return the entry for a hand given like this."""
    return booking.count_hand(sheet, number, seat, cards, total)[0]


def by_cards(*hands: str) -> Sheet:
    """Return the first deal of Kalooki, Aki out and these hands counted, from the second seat on."""
    sheet = counting()
    for seat, cards in enumerate(hands, 1):
        sheet = write(sheet, [hand(sheet, cards, seat=seat)])
    return sheet


def booked(*hands: str) -> Sheet:
    """Return the same deal, booked."""
    sheet = by_cards(*hands)
    return write(sheet, booking.book(sheet, 1))


def test_a_seat_that_nobody_has_cannot_have_gone_out() -> None:
    refused(lambda: booking.end_play(counting(), 1, 7), "seat")


def test_who_went_out_said_once_more_adds_nothing() -> None:
    assert booking.end_play(counting(), 1, 0) == []
    assert booking.end_play(write(blank(), booking.end_play(blank(), 1, None)), 1, None) == []


# Cards and totals


def test_a_hand_keeps_its_cards_its_points_and_how_they_came_about() -> None:
    entry = hand(counting(), "7 7 k as JK")
    assert (entry.how, entry.points, entry.cards) == ("cards", 89, "7 7 K AS JK")
    assert entry.body == {"working": [["7", 2, 7], ["10", 1, 10], ["AS", 1, 15], ["JK", 1, 50]]}


def test_a_bare_total_keeps_no_cards() -> None:
    entry = hand(counting(), total="25")
    assert (entry.how, entry.points, entry.cards, entry.body) == ("total", 25, "", {})


def test_cards_and_a_total_that_agree_are_taken_as_cards() -> None:
    assert (entry := hand(counting(), "7 7", "14")).how == "cards" and entry.points == 14


def test_cards_and_a_total_that_differ_are_refused_with_what_the_cards_make() -> None:
    assert "14" in refused(lambda: hand(counting(), "7 7", "15"), "total")


def test_nothing_entered_is_not_zero() -> None:
    assert "Blank does not mean zero" in refused(lambda: hand(counting(), " ", " "), "cards")


@pytest.mark.parametrize("text", ["−5", "-5", "12.7", "٣", "²", "1_000", "1000000000000", "NaN", "+5", "0x10", "1e2"])
def test_what_is_no_plain_whole_number_is_refused_as_a_total(text: str) -> None:
    assert text in refused(lambda: hand(counting(), total=text), "total")


@pytest.mark.parametrize("text", ["ZZ", "7X", "A", "7 7 frog", "<script>", "{0}", "1"])
def test_what_names_no_card_is_refused_and_named(text: str) -> None:
    assert text.upper().split()[-1] in refused(lambda: hand(counting(), text), "cards")


def test_more_cards_than_anybody_could_hold_cannot_be_read() -> None:
    assert "500" in refused(lambda: hand(counting(), "7 " * 500), "cards")
    assert "6000" in refused(lambda: hand(counting(), "7 " * 3000), "cards")


def test_a_fifth_joker_is_refused_by_name() -> None:
    reason = refused(lambda: hand(counting(), "JK JK JK JK JK"), "cards")
    assert "Joker: only 4 in play" in reason


def test_cards_are_counted_across_all_hands_of_the_deal() -> None:
    sheet = by_cards("JK JK JK")
    assert hand(sheet, "JK", seat=2).points == 50
    assert "Joker: only 4" in refused(lambda: hand(sheet, "JK JK", seat=2), "cards")


def test_counting_a_hand_again_does_not_count_its_first_version() -> None:
    assert hand(by_cards("JK JK JK"), "JK JK JK JK", seat=1).points == 200


def test_the_limits_follow_the_packs_and_jokers_in_play() -> None:
    assert hand(counting(jokers=6), "JK JK JK JK JK JK").points == 300
    assert "7: only 8 in play" in refused(lambda: hand(counting(), "7 " * 9), "cards")
    assert hand(counting(packs=3), "7 " * 9).points == 63


def test_the_cards_of_another_deal_do_not_count() -> None:
    sheet = booked("JK JK", "JK JK", "7")
    sheet = write(sheet, booking.end_play(sheet, 2, 0))
    assert hand(sheet, "JK JK JK JK", seat=1, number=2).points == 200


# Totals no hand can have (B1)


def test_small_totals_of_kalooki_are_possible_for_somebody_who_laid_down() -> None:
    assert hand(counting(), total="1").points == 1
    assert hand(counting(), total="3").points == 3


def test_a_total_no_hand_of_the_deal_gives_is_refused() -> None:
    # Without calls each player has nine cards or none, and nine cards make 14 at least: four red aces, five twos.
    assert "13" in refused(lambda: hand(counting(calls=0), total="13"), "total")
    assert hand(counting(calls=0), total="14").points == 14


def test_a_total_above_the_dearest_hand_is_refused() -> None:
    # Fifteen cards at most: four jokers, four black aces, seven tens.
    assert hand(counting(), total="330").points == 330
    assert "331" in refused(lambda: hand(counting(), total="331"), "total")


def test_only_the_player_who_went_out_of_kalooki_has_nothing() -> None:
    assert "went out" in refused(lambda: hand(counting(), total="0"), "total")


def test_in_three_thirteen_several_may_have_nothing() -> None:
    assert hand(counting("three-thirteen"), total="0").points == 0


def test_one_point_is_impossible_in_the_first_round_of_three_thirteen() -> None:
    assert "1" in refused(lambda: hand(counting("three-thirteen"), total="1"), "total")


def test_no_hand_of_three_thirteen_holds_more_cards_than_were_dealt() -> None:
    sheet = counting("three-thirteen")
    assert hand(sheet, "5 6 K").points == 21
    assert "a hand holds at most" in refused(lambda: hand(sheet, "5 6 9 K"), "cards")


# Warnings


def test_bare_totals_and_the_player_who_went_out_are_never_doubted() -> None:
    sheet = by_cards("7 7 8 8 2 2 3 3")
    sheet = write(sheet, booking.end_play(sheet, 1, 1))
    for seat in (0, 2, 3):
        sheet = write(sheet, [hand(sheet, total="25", seat=seat)])
    assert review.doubts(sheet, sheet.game.deals[0]) == {}


# Deal and seat


def test_a_deal_there_is_none_of_is_refused() -> None:
    for number in (0, -1, 10, 10**12):
        refused(lambda n=number: booking.end_play(blank(), n, 0), "deal")
        refused(lambda n=number: booking.count_hand(blank(), n, 0, "7", ""), "deal")


def test_another_deal_than_the_one_on_the_table_is_refused() -> None:
    refused(lambda: booking.end_play(blank(), 2, 0), "deal")
    refused(lambda: booking.count_hand(counting(), 2, 1, "7", ""), "deal")
    refused(lambda: booking.book(blank(), 2), "deal")
    refused(lambda: booking.abandon(blank(), 2), "deal")


@pytest.mark.parametrize("seat", [-1, 4, 10**12])
def test_a_seat_nobody_sits_at_is_refused(seat: int) -> None:
    refused(lambda: booking.end_play(blank(), 1, seat), "seat")
    refused(lambda: booking.count_hand(counting(), 1, seat, "7", ""), "seat")
    refused(lambda: adjustments.adjust(blank(), seat, "5", "rule broken"), "seat")


def test_a_booked_deal_is_not_written_again_but_by_a_correction() -> None:
    sheet = played(blank(), 1, 0, 25, 40, 50)
    assert "correct it on the scoresheet" in refused(lambda: hand(sheet, "7"), "deal")
    assert "already saved" in refused(lambda: booking.end_play(sheet, 1, 1), "deal")
    assert "already saved" in refused(lambda: booking.book(sheet, 1), "deal")
    assert "already saved" in refused(lambda: booking.abandon(sheet, 1), "deal")


def test_after_the_last_deal_nothing_more_is_dealt() -> None:
    sheet = whole(blank("three-thirteen"), 30, 12, 20, 40)
    refused(lambda: booking.end_play(sheet, 12, 0), "deal")


def test_a_bonus_round_has_no_seat_for_those_who_did_not_tie() -> None:
    refused(lambda: booking.end_play(tied(), 12, 0), "seat")
    assert booking.end_play(tied(), 12, 1)[0].body == {"out": 1}


# Booking


def test_a_deal_is_not_booked_before_it_is_said_who_went_out() -> None:
    refused(lambda: booking.book(blank(), 1), "out")


def test_a_deal_is_not_booked_while_a_hand_is_missing_and_the_player_is_named() -> None:
    sheet = counting()
    sheet = write(sheet, [hand(sheet, total="25", seat=1)])
    assert "Cy" in refused(lambda: booking.book(sheet, 1), "hands")


# Undo


def test_only_the_deal_closed_last_can_be_opened_again() -> None:
    sheet = played(played(blank(), 1, 0, 25, 40, 50), 2, 0, 25, 40, 50)
    refused(lambda: booking.undo(sheet, 1), "deal")
    assert booking.undo(sheet, 2)[0].how == "undone"


def test_with_nothing_closed_there_is_nothing_to_undo() -> None:
    refused(lambda: booking.undo(blank(), 1), "deal")
    sheet = played(blank(), 1, 0, 25, 40, 50)
    refused(lambda: booking.undo(write(sheet, booking.undo(sheet, 1)), 1), "deal")


NIGHT = datetime(2026, 12, 1, 23, 40).astimezone()
UNDO = {  # later than the end of the match, and whether it is still that evening
    "at once": (timedelta(minutes=1), True),
    "before four": (timedelta(hours=4, minutes=19), True),
    "at four": (timedelta(hours=4, minutes=20), False),
    "in the morning": (timedelta(hours=10), False),
    "a year later": (timedelta(days=365), False),
}


@pytest.mark.parametrize("later, may", UNDO.values(), ids=UNDO)
def test_the_last_deal_of_a_match_is_undone_only_in_the_evening_of_its_end(later: timedelta, may: bool) -> None:
    sheet, last = blank(), len(blank().game.deals)
    for number in range(1, last + 1):
        running, sheet = sheet, at(NIGHT, played(sheet, number, 0, 30, 40, 50))
    assert booking.undo(running, last - 1, NIGHT + later)[0].how == "undone"  # while it goes on, at any time
    if may:
        assert booking.undo(sheet, last, NIGHT + later)[0].how == "undone"
    else:
        reason = refused(lambda: booking.undo(sheet, last, NIGHT + later), "deal")
        assert reason == "This match ended on another evening. Correct its figures on the scoresheet instead."
    opened = write(sheet, booking.undo(sheet, last))
    sheet = at(NIGHT + later, write(opened, booking.book(opened, last)))
    assert booking.undo(sheet, last, NIGHT + later)[0].how == "undone"  # what was saved just now is undone


def at(moment: datetime, sheet: Sheet) -> Sheet:
    """Return the sheet with that time for the entries that have none."""
    entries = (replace(one, at=moment) if one.at.year == 1970 else one for one in sheet.entries)
    return replace(sheet, entries=tuple(entries))


# Adjustments


@pytest.mark.parametrize(
    ("text", "points"), [("-50", -50), ("−50", -50), ("+25", 25), ("25", 25), (" 7 ", 7), ("− 5", -5)]
)
def test_an_adjustment_has_a_sign(text: str, points: int) -> None:
    entry = adjustments.adjust(blank(), 1, text, "rule broken")[0]
    assert (entry.points, entry.seat, entry.reason) == (points, 1, "rule broken")


@pytest.mark.parametrize("text", ["", "0", "-0", "12.7", "٣", "²", "1_000", "100000", "NaN", "--5", "5−", "five"])
def test_what_is_no_signed_number_is_refused_as_an_adjustment(text: str) -> None:
    refused(lambda: adjustments.adjust(blank(), 1, text, "rule broken"), "points")


def test_an_adjustment_needs_a_reason() -> None:
    refused(lambda: adjustments.adjust(blank(), 1, "5", ""), "reason")


def test_an_adjustment_belongs_to_the_deal_closed_last() -> None:
    sheet = played(played(blank(), 1, 0, 25, 40, 50), 2, 0, 25, 40, 50)
    assert adjustments.adjust(sheet, 1, "5", "rule broken")[0].deal == 2
