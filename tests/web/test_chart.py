"""The chart of totals: who came late begins late, who left ends early, and nothing is printed over anything."""

import pytest

from companion.sheet.commands import ending, roster
from companion.web.view.chart import LABEL, LEFT, LOW, RIGHT, STEP, TALL, chart, numbers
from companion.web.view.result_text import short
from tests.sheet.test_scoresheet import write
from tests.web.test_people import played, two_deals


def test_a_latecomer_begins_where_they_joined_and_who_left_ends_there() -> None:
    sheet = write(two_deals(), roster.join(two_deals(), "Emi", "highest"))
    sheet = played(sheet, 3, 0, {1: 20, 2: 20, 3: 20, 4: 20})
    sheet = write(sheet, roster.leave(sheet, 3))
    sheet = played(sheet, 4, 0, {1: 20, 2: 20, 4: 20})
    lines = {line.seat: [point.split(",") for point in line.points.split()] for line in chart(sheet).lines}
    step = (RIGHT - LEFT) / 4
    assert float(lines[4][0][0]) == pytest.approx(LEFT + 2 * step)
    assert float(lines[4][0][1]) > min(float(y) for _, y in lines[4]) - 1 and len(lines[4]) == 3
    assert float(lines[3][-1][0]) == pytest.approx(LEFT + 3 * step)
    assert len({line.style for line in chart(sheet).lines}) == 5


def test_those_who_share_a_win_have_lines_that_differ() -> None:
    sheet = played(two_deals(), 3, 1, {0: 20, 2: 20, 3: 20})
    sheet = write(sheet, ending.stop(sheet))
    styles = {line.seat: line.style for line in chart(sheet).lines}
    assert [styles[seat] for seat in sheet.winners] == ["won", "shared"]


def test_the_numbers_of_eleven_rounds_stand_apart() -> None:
    across = {deal: LEFT + (RIGHT - LEFT) * deal / 11 for deal in range(12)}
    shown = numbers(across)
    assert [deal for deal, _ in shown] == [1, 3, 5, 7, 9, 11]
    assert min(b - a for (_, a), (_, b) in zip(shown, shown[1:], strict=False)) >= STEP


@pytest.mark.parametrize("bottom", [TALL, LOW])
def test_names_at_the_end_stand_apart_and_within_the_drawing(bottom: float) -> None:
    drawn = chart(played(two_deals(), 3, 0, {1: 60, 2: 60, 3: 20}), bottom)  # three of them end at the bottom
    labels = sorted(line.label for line in drawn.lines)
    assert min(b - a for a, b in zip(labels, labels[1:], strict=False)) >= LABEL - 0.1
    assert labels[-1] + LABEL <= drawn.axis <= drawn.height, "the last number of a deal stands below the lowest name"


@pytest.mark.parametrize(("name", "said"), [("Dee", "Dee"), ("Bartholomew", "Bartho…"), ("ひろみさん", "ひろみ…")])
def test_a_long_name_is_cut_where_there_is_little_room(name: str, said: str) -> None:
    assert short(name) == said
