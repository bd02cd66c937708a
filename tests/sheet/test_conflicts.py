"""Conflicts of two devices: an action made from an older sheet writes nothing, and both devices are told."""

from collections.abc import Callable, Sequence

import pytest

from companion.sheet.commands import booking, corrections, marks
from companion.sheet.ledger import Entry, EntryKind
from companion.sheet.refusals import Refused, Scope, Stale, decided
from companion.sheet.scoresheet import Sheet
from tests.sheet.test_booking import counting
from tests.sheet.test_scoresheet import blank, played, write

HAND = Scope((EntryKind.HAND,), 1, 1)
CELL = Scope((EntryKind.HAND, EntryKind.END, EntryKind.CLOSE), 1, 1)


def figure(total: str, seat: int = 1) -> Callable[[Sheet], list[Entry]]:
    """Return the action that counts a hand of the first deal."""
    return lambda sheet: booking.count_hand(sheet, 1, seat, "", total)


def corrected(total: str) -> Callable[[Sheet], list[Entry]]:
    """Return the action that corrects the second seat's hand in the first deal."""
    return lambda sheet: corrections.correct_hand(sheet, 1, 1, "", total, reason="counted wrong")


def stale(sheet: Sheet, scope: Scope, revision: int | None, act: Callable[[Sheet], Sequence[Entry]]) -> Stale:
    """Return the conflict reported for an action that came too late."""
    with pytest.raises(Stale) as caught:
        decided(sheet, scope, revision, act)
    return caught.value


def test_a_hand_from_an_old_revision_is_stale_and_both_figures_are_told() -> None:
    sheet = write(counting(), figure("25")(counting()))
    told = stale(sheet, HAND, 1, figure("52"))
    assert [entry.points for entry in told.meanwhile] == [25]
    assert ([entry.points for entry in told.offered], told.why) == ([52], None)


@pytest.mark.parametrize("revision", [None, 0, -1, 3, 10**6])
def test_a_hand_from_no_revision_there_is_shows_what_stands(revision: int | None) -> None:
    sheet = write(counting(), figure("25")(counting()))
    assert [entry.points for entry in stale(sheet, HAND, revision, figure("52")).meanwhile] == [25]
    assert stale(counting(), HAND, None, figure("52")).standing is None


def test_a_hand_from_the_standing_revision_is_written_over_it() -> None:
    sheet = write(counting(), figure("25")(counting()))
    assert decided(sheet, HAND, 2, figure("52"))[0].revision == 2


def test_different_seats_never_conflict() -> None:
    sheet = write(counting(), figure("25")(counting()))
    assert decided(sheet, Scope((EntryKind.HAND,), 1, 2), 1, figure("52", seat=2))[0].revision == 1


def test_a_correction_depends_on_the_hand_on_who_went_out_and_on_the_deal() -> None:
    sheet = played(blank(), 1, 0, 25, 40, 50)
    assert CELL.revision(sheet) == 4
    for later in (
        corrected("52")(sheet),
        corrections.correct_out(sheet, 1, 0, 2, "7", "", "it was Cy"),
        booking.undo(sheet, 1),
    ):
        stale(write(sheet, later), CELL, 4, corrected("30"))


def test_what_the_sheet_of_today_refuses_is_told_as_it_was_meant_and_why_it_is_refused() -> None:
    sheet = played(blank(), 1, 0, 25, 40, 50)
    told = stale(write(sheet, corrected("52")(sheet)), CELL, 4, corrected("52"))
    assert ([entry.points for entry in told.offered], str(told.why)) == ([52], "Nothing to change: Ben already has 52.")


def test_what_was_never_possible_is_refused_as_today_says() -> None:
    sheet = played(blank(), 1, 0, 25, 40, 50)
    with pytest.raises(Refused, match="frog"):
        decided(write(sheet, corrected("52")(sheet)), CELL, 4, corrected("frog"))


def test_what_stands_already_is_neither_written_nor_stale() -> None:
    sheet = counting()
    assert decided(sheet, Scope((EntryKind.END,), 1), 1, lambda now: booking.end_play(now, 1, 0)) == ()


def test_of_two_phones_that_count_one_call_the_second_is_told() -> None:
    scope = Scope((EntryKind.CALL, EntryKind.DOWN), 1, 1)
    sheet = write(blank(), marks.mark("call", blank(), 1, 1))
    for act in ("call", "undo-call", "lay-down"):
        stale(sheet, scope, 1, lambda now, act=act: marks.mark(act, now, 1, 1))
    assert decided(sheet, scope, 2, lambda now: marks.mark("call", now, 1, 1))[0].revision == 2
