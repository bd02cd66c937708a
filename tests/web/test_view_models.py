"""Values for templates: a remark on a player, a key of the pad, and the cards of a question."""

from typing import Any

import pytest
from flask import Flask

from companion.games import GAMES
from companion.sheet.commands import adjustments, booking, marks, roster
from companion.sheet.scoresheet import Sheet
from companion.web.forms.hand_form import Tray
from companion.web.view.ruling_text import cards_of
from companion.web.view.view_models import remark
from tests.sheet.test_scoresheet import write
from tests.support.phone import dealt

pytestmark = pytest.mark.file

KALOOKI, THIRTEEN = GAMES["kalooki"], GAMES["three-thirteen"]
DEAL = dealt(1, 0, {1: "25", 2: "40"})


def sheet_of(game: Any = KALOOKI) -> Sheet:
    """Return a match of three players at its start."""
    return Sheet(game, ("Aki", "Ben", "Cy"), 0)


def then(sheet: Sheet, *acts: Any) -> Sheet:
    """Return the sheet after those actions."""
    for act in acts:
        sheet = write(sheet, act(sheet))
    return sheet


def test_a_seat_says_how_the_last_deal_went() -> None:
    sheet = then(sheet_of(), *DEAL)
    found = [remark(sheet, KALOOKI.deals[1], seat) for seat in sheet.seats]
    assert [(kind, str(words)) for kind, words in found] == [
        ("last", "out last deal"),
        ("last", "+25 last deal"),
        ("last", "+40 last deal"),
    ]


def test_a_fine_is_no_part_of_how_the_last_deal_went() -> None:
    sheet = then(sheet_of(), *DEAL, lambda sheet: adjustments.adjust(sheet, 1, "25", "late"))
    assert str(remark(sheet, KALOOKI.deals[1], 1)[1]) == "+25 last deal"
    assert sheet.totals[1] == 50


def test_who_has_laid_down_says_so_before_all_else() -> None:
    sheet = then(sheet_of(), *DEAL, lambda now: marks.mark("lay-down", now, 2, 1))
    kind, words = remark(sheet, KALOOKI.deals[1], 1)
    assert (kind, str(words)) == ("down", "laid down")


def test_who_has_left_is_said_to_have() -> None:
    sheet = then(Sheet(KALOOKI, ("Aki", "Ben", "Cy", "Dee"), 0), lambda now: roster.leave(now, 3), *DEAL)
    kind, words = remark(sheet, KALOOKI.deals[1], 3)
    assert (kind, str(words)) == ("away", "has left")


def test_a_key_of_the_pad_knows_what_the_other_hands_leave() -> None:
    sheet = then(
        sheet_of(), lambda now: booking.end_play(now, 1, 0), lambda now: booking.count_hand(now, 1, 1, "JK JK JK", "")
    )
    keys = {one.key.code: one for one in Tray(sheet, KALOOKI.deals[0], 2, "JK 7").keys}
    assert (keys["JK"].most, keys["JK"].used_up) == (1, True)
    assert str(keys["JK"].gone) == "All 4 jokers are in the hands of Ben and Cy."
    assert (keys["7"].most, keys["7"].used_up) == (8, False)
    uncounted = Tray(sheet_of(THIRTEEN), THIRTEEN.deals[0], 1, "7 7 7").keys
    assert {(one.most, one.used_up) for one in uncounted} == {(None, False)}


def test_a_kept_question_shows_its_cards_and_nothing_else(app: Flask) -> None:
    ask = KALOOKI.questions["lay-down"]
    with app.test_request_context():
        assert cards_of(KALOOKI, ask, {"deal": ["1"], "melds": ["5H 5S", "JK"]}) == "5♥︎ 5♠︎ / joker"
