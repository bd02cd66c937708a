"""Derived values of a sheet: totals, ties, bonus rounds, corrections and undos, all from its entries."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from companion.games import GAMES
from companion.sheet.commands import adjustments, booking, corrections, roster
from companion.sheet.ledger import Entry
from companion.sheet.match_statistics import awards, figures
from companion.sheet.refusals import Refused
from companion.sheet.scoresheet import Sheet, ranks

KALOOKI = GAMES["kalooki"]
FOUR = ("Aki", "Ben", "Cy", "Dee")


def blank(game: str = "kalooki", players: int = 4, first_dealer: int = 0, **house: object) -> Sheet:
    """Return an empty sheet."""
    return Sheet(GAMES[game].with_house_rules(house, players), FOUR[:players], first_dealer)


def write(sheet: Sheet, drafts: Sequence[Entry]) -> Sheet:
    """Return the sheet as the store would return it: every entry with the next id."""
    first = sheet.version + 1
    return sheet.with_entries(replace(draft, id=first + place) for place, draft in enumerate(drafts))


def played(sheet: Sheet, number: int, *totals: int, out: int | None = None) -> Sheet:
    """Book a deal by totals, one for each seat that plays it; by default the seat with 0 went out."""
    deal = sheet.deal(number)
    assert deal is not None
    seats = sheet.seats_in(deal)
    out = out if out is not None or sheet.game.id != "kalooki" else seats[totals.index(0)]
    sheet = write(sheet, booking.end_play(sheet, number, out))
    for seat, total in zip(seats, totals, strict=True):
        if seat != out:
            sheet = write(sheet, booking.count_hand(sheet, number, seat, "", str(total)))
    return write(sheet, booking.book(sheet, number))


def whole(sheet: Sheet, *last: int) -> Sheet:
    """Play all rounds of Three Thirteen: level until the last, which brings these totals."""
    for deal in sheet.game.deals[:-1]:
        sheet = played(sheet, deal.number, *[0] * sheet.players)
    return played(sheet, len(sheet.game.deals), *last)


# Totals


def test_running_totals_grow_deal_by_deal() -> None:
    sheet = played(played(blank(), 1, 0, 25, 40, 50), 2, 30, 0, 20, 50)
    assert [[sheet.total_after(deal, seat) for seat in range(4)] for deal in (1, 2)] == [
        [0, 25, 40, 50],
        [30, 25, 60, 100],
    ]


def test_nobody_leads_before_a_deal_is_closed() -> None:
    assert blank().leaders == []


def test_all_with_the_lowest_total_lead_together() -> None:
    assert played(blank("three-thirteen"), 1, 5, 12, 5, 30).leaders == [0, 2]


def test_the_version_is_the_id_of_the_last_entry() -> None:
    assert blank().version == 0
    assert played(blank(), 1, 0, 25, 40, 50).version == 5


@pytest.mark.parametrize(
    ("totals", "places"),
    [((10, 20, 30), [1, 2, 3]), ((20, 20, 10), [2, 2, 1]), ((5, 5, 5), [1, 1, 1]), ((0, -50, 0, 7), [2, 1, 2, 4])],
)
def test_equal_totals_share_a_place_and_the_next_place_is_left_out(totals: Sequence[int], places: list[int]) -> None:
    assert ranks(totals) == places


def test_winners_are_ranked_first_and_those_who_cannot_win_last() -> None:
    winners, contenders, staying = [1], [0, 1, 3], [0, 1, 3, 4]
    assert ranks((7, 7, 3, 9, 20), winners, contenders, staying) == [2, 1, 5, 3, 4]


def test_a_player_put_behind_by_a_bonus_round_is_ranked_so_while_the_others_still_tie() -> None:
    sheet = whole(blank("three-thirteen", 3, tie_round=True), 12, 12, 12)
    sheet = played(sheet, 12, 10, 10, 25)
    assert sheet.numbered_places == {0: 1, 1: 1, 2: 3}


def test_a_latecomer_begins_with_the_rounded_average_of_those_still_there_after_the_deal_before() -> None:
    sheet = played(blank(), 1, 0, 25, 40, 53)
    sheet = write(sheet, roster.leave(sheet, 3))
    sheet = write(sheet, roster.join(sheet, "Emi", "average"))
    assert (sheet.total_after(0, 4), sheet.total_after(1, 4), sheet.totals[4]) == (0, 22, 22)


# The end of a match


def test_the_lowest_total_wins_by_its_distance_to_the_second() -> None:
    sheet = whole(blank("three-thirteen"), 30, 12, 20, 40)
    assert (sheet.finished, sheet.winners, sheet.winner_names, sheet.margin) == (True, [1], ["Ben"], 8)


# Bonus rounds


def tied() -> Sheet:
    """Return Three Thirteen after eleven rounds, Ben and Dee level, with a bonus round to come."""
    return whole(blank("three-thirteen", tie_round=True), 30, 12, 20, 12)


def test_a_tie_brings_a_bonus_round_where_the_house_plays_one() -> None:
    sheet = tied()
    assert sheet.current is not None
    assert (sheet.current.bonus, sheet.current.number, sheet.current.cards) == (True, 12, 13)
    assert sheet.current.wild == {"K"}
    assert (sheet.finished, sheet.winners) == (False, [])


def test_who_lost_a_bonus_round_is_ahead_no_more() -> None:
    sheet = whole(blank("three-thirteen", tie_round=True), 12, 12, 20, 12)
    assert sheet.leaders == [0, 1, 3]
    sheet = played(sheet, 12, 0, 0, 10, out=0)
    assert sheet.leaders == [0, 1] and not sheet.finished
    sheet = played(sheet, 13, 0, 10, out=0)
    assert sheet.leaders == sheet.winners == [0]


def test_nobody_wins_by_a_bonus_round_without_having_played_it() -> None:
    sheet = played(tied(), 12, 10, 4)
    sheet = write(sheet, booking.count_hand(sheet, 11, 2, "", "12", reason="counted wrong"))
    assert not sheet.finished, "Cy was not in the bonus round when it was played: another one decides"
    assert sheet.current == sheet.schedule[12]
    assert 2 in sheet.seats_in(sheet.schedule[12])


def test_a_bonus_round_is_not_booked_with_somebody_out_who_does_not_play_it() -> None:
    sheet = tied()
    sheet = write(sheet, booking.end_play(sheet, 12, 1))
    sheet = write(sheet, booking.count_hand(sheet, 11, 1, "", "30", reason="counted wrong"))
    sheet = write(sheet, booking.count_hand(sheet, 11, 2, "", "12", reason="counted wrong"))
    bonus = sheet.schedule[11]
    assert (sheet.seats_in(bonus), sheet.play_ended(bonus)) == ([2, 3], False)
    for seat in (2, 3):
        sheet = write(sheet, booking.count_hand(sheet, 12, seat, "", "10"))
    with pytest.raises(Refused, match="who went out"):
        booking.book(sheet, 12)
    sheet = write(sheet, booking.end_play(sheet, 12, 3))
    assert write(sheet, booking.book(sheet, 12)).winners == [3]


def test_who_went_out_in_a_booked_bonus_round_is_corrected() -> None:
    sheet = tied()
    sheet = write(sheet, booking.end_play(sheet, 12, 1))
    sheet = write(sheet, booking.count_hand(sheet, 12, 3, "", "10"))
    sheet = write(sheet, booking.book(sheet, 12))
    assert (sheet.winners, sheet.seats_in(sheet.schedule[11])) == ([1], [1, 3])
    sheet = write(sheet, corrections.correct_out(sheet, 12, 1, 3, "", "9", "it was Dee"))
    assert (sheet.winners, sheet.penalty(12, 1), sheet.seats_in(sheet.schedule[11])) == ([3], 9, [1, 3])


@pytest.mark.parametrize("voided", [False, True])
def test_a_bonus_round_given_up_does_not_end_what_ties_once_more(voided: bool) -> None:
    sheet = tied()
    if voided:
        sheet = played(sheet, 12, 10, 4)
        sheet = write(sheet, booking.void(sheet, 12, "misdealt"))
    else:
        sheet = write(sheet, booking.abandon(sheet, 12))
    assert (sheet.finished, sheet.winners) == (True, [1, 3]), "they share, as they agreed"
    sheet = write(sheet, adjustments.adjust(sheet, 1, "5", "late"))
    assert (sheet.finished, sheet.winners) == (True, [3])
    sheet = write(sheet, adjustments.adjust(sheet, 3, "5", "late"))
    assert (sheet.current and sheet.current.number, sheet.winners) == (13, [])
    assert played(sheet, 13, 10, 4).winners == [3]


def test_awards_and_records_count_the_same_deals_and_no_bonus_round() -> None:
    sheet = played(tied(), 12, 90, 4)
    assert [deal.number for deal in sheet.counted_deals] == list(range(1, 12))
    heaviest = [award.figure for award in awards(sheet) if str(award.what) == "biggest hand"]
    assert heaviest == [max(figures(sheet, seat).heaviest for seat in sheet.seats)]


def test_a_figure_of_a_bonus_round_that_was_booked_between_others_decides_nothing() -> None:
    sheet = write(played(tied(), 12, 10, 4), booking.undo(played(tied(), 12, 10, 4), 12))
    sheet = write(sheet, adjustments.adjust(sheet, 3, "20", "rule broken"))
    sheet = write(sheet, adjustments.adjust(sheet, 2, "-8", "rule broken"))
    sheet = played(sheet, 12, 5, 10)  # between Ben and Cy; Dee has 4 from the first time
    assert sheet.winners == [1]
    sheet = write(sheet, adjustments.adjust(sheet, 2, "1", "rule broken"))
    sheet = write(sheet, adjustments.adjust(sheet, 3, "-20", "rule broken"))
    assert (sheet.finished, sheet.winners, len(sheet.schedule)) == (False, [], 13)


# Abandoned deals, and deals that run out of cards


def test_a_deal_that_is_given_up_leaves_nobody_the_points_counted_in_it() -> None:
    sheet = write(blank(), booking.end_play(blank(), 1, 0))
    sheet = write(sheet, booking.count_hand(sheet, 1, 1, "", "25"))
    assert write(sheet, booking.abandon(sheet, 1)).penalty(1, 1) == 0


def test_the_player_who_went_out_is_not_missing_and_has_nothing() -> None:
    sheet = write(blank(), booking.end_play(blank(), 1, 2))
    assert (sheet.penalty(1, 2), sheet.missing(KALOOKI.deals[0])) == (0, [0, 1, 3])


def test_who_went_out_can_be_said_otherwise_before_the_booking() -> None:
    sheet = write(blank(), booking.end_play(blank(), 1, 2))
    sheet = write(sheet, booking.count_hand(sheet, 1, 3, "", "25"))
    sheet = write(sheet, booking.end_play(sheet, 1, 3))
    assert (sheet.out(1), sheet.penalty(1, 3), sheet.missing(KALOOKI.deals[0])) == (3, 0, [0, 1, 2])


# Adjustments


def test_the_running_totals_end_at_the_totals_also_with_an_adjustment_after_a_bonus_round() -> None:
    sheet = played(tied(), 12, 10, 4)
    sheet = write(sheet, adjustments.adjust(sheet, 0, "5", "rule broken"))
    assert sheet.totals[0] == 35
    assert sheet.total_after(len(sheet.game.deals), 0) == 35


# Corrections


def corrected() -> Sheet:
    """Return a booked deal whose second seat was corrected from 25 to 52."""
    sheet = played(blank(), 1, 0, 25, 40, 50)
    return write(sheet, booking.count_hand(sheet, 1, 1, "", "52", reason="digits swapped"))


def test_a_correction_of_a_correction_keeps_all_three_figures() -> None:
    sheet = corrected()
    sheet = write(sheet, booking.count_hand(sheet, 1, 1, "", "25", reason="it was right"))
    lines = [(line.figure, line.entry.reason) for line in sheet.history(1, 1)]
    assert lines == [("25", ""), ("52", "digits swapped"), ("25", "it was right")]
    assert sheet.totals[1] == 25


def test_only_the_corrected_cell_is_marked() -> None:
    sheet = corrected()
    assert [sheet.is_corrected(1, seat) for seat in range(4)] == [False, True, False, False]


def test_counting_again_before_the_booking_is_no_correction() -> None:
    sheet = write(blank(), booking.end_play(blank(), 1, 0))
    for total in ("25", "52"):
        sheet = write(sheet, booking.count_hand(sheet, 1, 1, "", total))
    for seat in (2, 3):
        sheet = write(sheet, booking.count_hand(sheet, 1, seat, "", "40"))
    assert not write(sheet, booking.book(sheet, 1)).is_corrected(1, 1)


def test_somebody_else_went_out_after_all() -> None:
    sheet = played(blank(), 1, 0, 25, 40, 50)
    sheet = write(sheet, corrections.correct_out(sheet, 1, 0, 1, "7 7", "", "it was Ben"))
    assert (sheet.out(1), sheet.totals) == (1, (14, 0, 40, 50))
    assert [line.figure for line in sheet.history(1, 0)] == ["0", "14"]
    assert [line.figure for line in sheet.history(1, 1)] == ["25", "0"]
    assert (sheet.is_corrected(1, 0), sheet.is_corrected(1, 1), sheet.is_corrected(1, 2)) == (True, True, False)


def test_a_hand_counted_before_stands_again_where_somebody_else_went_out_after_all() -> None:
    sheet = played(blank(), 1, 0, 25, 40, 50)
    sheet = write(sheet, corrections.correct_out(sheet, 1, 0, 1, "7 7", "", "it was Ben"))
    sheet = write(sheet, corrections.correct_end(sheet, 1, 2, "it was Cy"))
    sheet = write(sheet, corrections.correct_end(sheet, 1, 1, "it was Ben"))
    assert [line.figure for line in sheet.history(1, 1)] == ["25", "0", "25", "0"]
    assert [line.figure for line in sheet.history(1, 2)] == ["40", "0", "40"]


def test_what_a_hand_written_with_it_replaced_never_stood() -> None:
    sheet = played(blank(), 1, 0, 25, 40, 50)
    sheet = write(sheet, corrections.correct_out(sheet, 1, 0, 1, "7 7", "", "it was Ben"))
    sheet = write(sheet, corrections.correct_out(sheet, 1, 1, 0, "", "30", "it was Aki"))
    assert [line.figure for line in sheet.history(1, 1)] == ["25", "0", "30"]


# Undo


def test_undo_opens_the_deal_again_and_keeps_what_was_counted() -> None:
    sheet = played(blank(), 1, 0, 25, 40, 50)
    sheet = write(sheet, booking.undo(sheet, 1))
    assert (sheet.closed(1), sheet.totals, sheet.current) == ("", (0, 0, 0, 0), KALOOKI.deals[0])
    assert sheet.missing(KALOOKI.deals[0]) == []


def test_an_undone_undo_is_a_third_revision_and_all_stay_readable() -> None:
    sheet = played(blank(), 1, 0, 25, 40, 50)
    sheet = write(sheet, booking.undo(sheet, 1))
    sheet = write(sheet, booking.book(sheet, 1))
    assert [(close.revision, close.how) for close in sheet.revisions("close", 1)] == [
        (1, "booked"),
        (2, "undone"),
        (3, "booked"),
    ]
    assert sheet.totals == (0, 25, 40, 50)


def test_what_is_changed_after_an_undo_is_marked_as_corrected() -> None:
    sheet = played(blank(), 1, 0, 25, 40, 50)
    sheet = write(sheet, booking.undo(sheet, 1))
    sheet = write(sheet, booking.count_hand(sheet, 1, 1, "", "52"))
    sheet = write(sheet, booking.book(sheet, 1))
    assert (sheet.is_corrected(1, 1), sheet.totals[1]) == (True, 52)


# Cards across hands


def test_the_cards_of_all_hands_but_one_are_known() -> None:
    sheet = write(blank(), booking.end_play(blank(), 1, 0))
    sheet = write(sheet, booking.count_hand(sheet, 1, 1, "7 JK", ""))
    sheet = write(sheet, booking.count_hand(sheet, 1, 2, "K", ""))
    assert sorted(sheet.tokens(1)) == ["7", "JK", "K"]
    assert sheet.tokens(1, but=1) == ["K"]


def test_the_cards_counted_for_a_player_who_went_out_after_all_are_not_among_them() -> None:
    sheet = write(blank(), booking.end_play(blank(), 1, 0))
    sheet = write(sheet, booking.count_hand(sheet, 1, 1, "7 JK", ""))
    sheet = write(sheet, booking.end_play(sheet, 1, 1))
    assert sheet.tokens(1) == []
