"""Chart of totals: lines start at a late join and end at an early leave, and labels do not overlap."""

import re
from dataclasses import replace
from datetime import date, timedelta

import pytest

from companion.sheet.commands import adjustments, booking, roster, whole_match
from companion.storage.store import Form, Store
from companion.web.view.charts import (
    BOTTOM,
    DATED,
    LABEL,
    LEFT,
    RIGHT,
    SHOWN,
    TOP,
    chart,
    grid_step,
    margins,
    places,
    spread,
)
from companion.web.view.language import on_axis, rounded
from companion.web.view.player_statistics import Meeting
from tests.sheet.test_scoresheet import played, write
from tests.support.phone import Opened, Phone, fresh_key
from tests.web.test_roster import two_deals

pytestmark = [pytest.mark.file, pytest.mark.usefixtures("shared_app")]


def test_a_latecomer_begins_where_they_joined_and_who_left_ends_there() -> None:
    sheet = write(two_deals(), roster.join(two_deals(), "Emi", "highest"))
    sheet = played(sheet, 3, 0, 20, 20, 20, 20)
    sheet = write(sheet, roster.leave(sheet, 3))
    sheet = played(sheet, 4, 0, 20, 20, 20)
    lines = {line.seat: line.points for line in chart(sheet).lines}
    step = (RIGHT - LEFT) / 4
    assert float(lines[4][0][0]) == pytest.approx(LEFT + 2 * step)
    assert float(lines[4][0][1]) > min(float(y) for _, y in lines[4]) - 1 and len(lines[4]) == 3
    assert float(lines[3][-1][0]) == pytest.approx(LEFT + 3 * step)
    assert len({line.style for line in chart(sheet).lines}) == 5


def test_every_line_ends_at_the_total_whatever_was_added_after_its_last_deal() -> None:
    sheet = write(two_deals(), roster.leave(two_deals(), 3))
    sheet = played(sheet, 3, 0, 20, 20)
    for seat in (3, 1):  # who has left; and in a deal that is reopened
        sheet = write(sheet, adjustments.adjust(sheet, seat, "40", "rule broken"))
    sheet = write(sheet, booking.undo(sheet, 3))
    sheet = write(sheet, roster.join(sheet, "Emi", "highest"))  # from the deal that was never dealt
    sheet = write(sheet, whole_match.stop(sheet))
    assert sheet.totals == (10, 70, 30, 110, 70)
    ends = {line.seat: line.points[-1][1] for line in chart(sheet).lines}
    assert ends == {seat: round(TOP + (BOTTOM - TOP) * total / 110, 1) for seat, total in enumerate(sheet.totals)}


@pytest.mark.parametrize("bottom", [BOTTOM, 2 * BOTTOM])
def test_places_at_the_end_stand_apart_and_within_the_drawing(bottom: float) -> None:
    drawn = chart(played(two_deals(), 3, 0, 60, 60, 20), bottom)  # three lines end at the bottom
    labels = sorted(line.label for line in drawn.lines)
    assert min(b - a for a, b in zip(labels, labels[1:], strict=False)) >= LABEL - 0.1
    assert labels[-1] + LABEL <= drawn.axis <= drawn.height, "the last number of a deal stands below the lowest name"


def test_names_of_lines_that_end_together_lie_around_their_ends() -> None:
    low, high = spread([40, 41], BOTTOM)
    assert high - low == LABEL and (low + high) / 2 == 40.5 + 5, "its words stand 5 units lower than their middle"
    assert spread([20, 50, 80], BOTTOM) == [25, 55, 85], "and where there is room each beside its own"


def test_a_thin_line_leads_from_every_dot_to_its_letter(client: Phone, match: Opened) -> None:
    code = match()
    client.deal(code, 1, 0, {1: "20", 2: "21", 3: "22"})
    page = client.get(f"/m/{code}/sheet?chart=1")
    dots = [f"M{dot['cx']} {dot['cy']}" for dot in page.all("circle", **{"class": "dot"})]
    assert len(set(dots)) == 4 and dots == [way["d"].split("L")[0] for way in page.all("path", **{"class": "lead-on"})]


@pytest.mark.parametrize("many", [1, 5, 61])
def test_the_margins_of_two_players_take_the_whole_width(many: int) -> None:
    new_year = date.today().replace(month=1, day=1)
    met = [Meeting("", new_year + timedelta(number), 10 - number) for number in range(many)]
    bars = margins(met)
    shown = met[-SHOWN:]
    assert [(bar.points, bar.up) for bar in bars] == [(abs(one.margin), one.margin > 0) for one in shown]
    slot = 290 / len(shown)
    assert [round(bar.x + bar.width / 2) for bar in bars] == [round(slot * (at + 0.5)) for at in range(len(shown))]
    days = {bar.day for bar in bars if bar.day}
    assert days == {one.day for one in (shown if many <= DATED else (shown[0], shown[len(shown) // 2], shown[-1]))}
    assert all(bar.y >= 0 and bar.y + bar.height <= 100 and 0 < bar.beside < 120 for bar in bars)


@pytest.mark.parametrize("many", [4, 9])
def test_of_days_with_a_year_the_first_and_the_last_are_written(many: int) -> None:
    days = [date(2019, 3, 1) + timedelta(number) for number in range(many)]
    below = [bar.day for bar in margins([Meeting("", day, 1) for day in days]) if bar.day]
    assert below == [day for _, day in places([(day, 1) for day in reversed(days)]).days] == [days[0], days[-1]]


@pytest.mark.parametrize(
    ("height", "step"), [(50, 10), (51, 20), (500, 100), (25_000, 5000), (25_001, 10_000), (10**7, 2 * 10**6)]
)
def test_the_grid_has_few_lines_however_high_the_totals(height: int, step: int) -> None:
    assert grid_step(height, 5) == step


@pytest.mark.parametrize(("points", "said"), [(-50, "−50"), (5000, "5000"), (-30_000, "−30k"), (2_000_000, "2M")])
def test_points_beside_the_grid_have_room(points: int, said: str) -> None:
    assert on_axis(points) == said


@pytest.mark.parametrize(("sign", "times"), [("-", 3), ("", 101)])
def test_totals_beyond_any_match_are_shown_as_others(
    client: Phone, store: Store, match: Opened, sign: str, times: int
) -> None:
    code = match("three-thirteen")
    client.deal(code, 1, None, {0: "9", 1: "20", 2: "20", 3: "20"})
    fine = Form.of(fresh_key(), [])
    given = [adjustments.adjust(store.match(code).sheet, 1, f"{sign}9999", "a test")[0]] * times
    store.write(code, fine, lambda sheet: ([replace(one, revision=n) for n, one in enumerate(given, 1)], ""))
    client.post(f"/m/{code}/end")
    total = 20 + int(f"{sign}9999") * times
    for path in (f"/m/{code}", f"/m/{code}/share", f"/m/{code}/sheet", "/players?name=Ben", "/players", "/"):
        page = client.get(path)
        assert page.status == 200
        assert not re.search(rf"(?<!=)-{abs(total)}\b", page.said), (path, "a hyphen is no minus")
    assert str(total).replace("-", "−") in client.get(f"/m/{code}").said


def test_averages_are_rounded_as_on_paper() -> None:
    assert [rounded(190.5), rounded(2.25, 1), rounded(-0.4)] == ["191", "2.3", "0"]
