"""Matches from paper: entered as one table of points with its day, under the same rules."""

import csv
import re
from datetime import date, timedelta

import pytest

from companion.sheet.commands import booking
from companion.storage.store import Store
from tests.storage.test_store import wrote
from tests.support.phone import Page, Phone

SEATS = {"name0": "Aki", "name1": "Ben", "name2": "Cy", "dealer": "0"}
FIELDS = SEATS | {"day": "2026-01-04", "save": "1"}
WHOLE = {1: (0, 12, 30), 2: (5, 0, 15), 3: (20, 10, 0)}


def cells(deals: dict[int, tuple[object, ...]]) -> dict[str, str]:
    """Return the fields of a table of points."""
    return {f"d{deal}s{seat}": str(points) for deal, line in deals.items() for seat, points in enumerate(line)}


def entered(client: Phone, deals: dict[int, tuple[object, ...]], game: str = "three-thirteen", **more: str) -> Page:
    """Save a table of points and return the response."""
    return client.post(f"/new/{game}/paper", **FIELDS | cells(deals) | more)


def test_the_set_up_leads_to_a_line_for_each_deal_and_a_field_for_each_player(client: Phone) -> None:
    page = client.post("/new/three-thirteen/paper", **SEATS)
    fields = [field["name"] for field in page.all("input", inputmode="numeric")]
    assert fields == [f"d{deal}s{seat}" for deal in range(1, 12) for seat in range(3)]
    assert page.value("day") == date.today().isoformat()


def test_enter_in_a_cell_keeps_no_half_table_and_shows_it_as_it_was_typed(client: Phone) -> None:
    page = client.post("/new/three-thirteen/paper", **SEATS)
    form = page.form("/paper")
    assert "hear" in form.default.attributes["class"] and "name" not in form.default.attributes
    shown = client.send(form.action, form.filled(d1s0="0", d1s1="12", day="2026-10-03"))
    assert [shown.value(name) for name in ("d1s0", "d1s1", "d1s2", "day")] == ["0", "12", "", "2026-10-03"]
    assert shown.status == 200 and not shown.faults


def test_a_whole_match_stands_as_if_it_had_been_booked_at_the_table(client: Phone, store: Store) -> None:
    whole = dict.fromkeys(range(1, 12), (0, 10, 20))
    answer = entered(client, whole)
    assert answer.status == 303
    match = store.match(answer.location.rsplit("/", 1)[1])
    assert match.sheet.finished and not match.sheet.stopped
    assert match.sheet.totals == (0, 110, 220) and match.sheet.winners == [0]
    assert match.opened_at.astimezone().date() == date(2026, 1, 4) == match.finished_at.astimezone().date()  # type: ignore[union-attr]
    assert {entry.how for entry in match.sheet.entries if entry.kind == "hand"} == {"total"}


def test_behind_its_last_line_a_match_was_ended_and_a_blank_line_between_was_given_up(
    client: Phone, store: Store
) -> None:
    answer = entered(client, {1: WHOLE[1], 3: WHOLE[3]})
    sheet = store.match(answer.location.rsplit("/", 1)[1]).sheet
    assert sheet.stopped and sheet.totals == (20, 22, 30)
    assert [sheet.closed(number) for number in (1, 2, 3, 4)] == ["booked", "abandoned", "booked", ""]


@pytest.mark.parametrize(
    ("line", "at", "said"),
    [
        ((0, 9999, 5), "d2s1", "no hand comes to 9999"),
        ((0, "", 5), "d2s1", "Nothing is entered. Blank does not mean zero: type the points."),
        ((0, 0, 5), "d2", "Several players have 0"),
    ],
)
def test_what_cannot_be_is_said_at_its_cell_and_keeps_what_was_typed(
    client: Phone, store: Store, line: tuple[object, ...], at: str, said: str
) -> None:
    page = entered(client, WHOLE | {2: line})
    assert page.status == 422 and said in page.said
    assert page.all("p", id=f"fault-{at}") and page.value("d3s0") == "20" and page.value("day") == "2026-01-04"
    assert not store.finished(10) and not store.unfinished(10)


@pytest.mark.parametrize("points", ["33", "－３０"])
def test_points_beside_the_player_said_to_be_out_are_refused_in_their_cell(
    client: Phone, store: Store, points: str
) -> None:
    page = entered(client, {1: (points, 20, 25)}, "kalooki", out1="0")
    assert page.status == 422 and page.all("p", id="fault-d1s0") and page.value("d1s0") == points
    assert page.value("d1s1") == "20" and not store.unfinished(10) and not store.finished(10)
    wanted = "Save the bonus afterwards" if points[0] in "-－" else "The player who went out has 0"
    assert wanted in page.said


def test_a_bonus_in_a_cell_is_told_where_it_goes(client: Phone, store: Store) -> None:
    page = entered(client, {1: (0, 20, 25), 2: (10, points := "−30", 25)}, "kalooki")
    assert page.status == 422 and "under Bonus or fine" in page.said
    assert page.all("p", id="fault-d2s1") and page.value("d2s1") == points and not store.unfinished(10)


SEATS_TURNED = {"name0": "cy", "name1": "ＡＫＩ", "name2": "Ben"}
WHOLE_TURNED = {number: (line[2], line[0], line[1]) for number, line in WHOLE.items()}


@pytest.mark.parametrize(("deals", "more"), [(WHOLE, {}), (WHOLE_TURNED, SEATS_TURNED)])
def test_the_same_paper_once_more_is_asked_about_and_kept_only_if_it_is_said_so(
    client: Phone, store: Store, deals: dict[int, tuple[object, ...]], more: dict[str, str]
) -> None:
    first = entered(client, WHOLE).location
    page = entered(client, deals, **more)
    assert page.status == 409 and "This match seems to be here already" in page.said
    assert page.all("a", href=first) and len(store.finished(10)) == 1
    form = page.form("/sheet")
    for _ in range(2):
        kept = client.send(form.action, [*form.filled(), ("too", "0"), ("save", "1")])
        assert kept.status == 303 and kept.location != first
    assert len(store.finished(10)) == 2


@pytest.mark.parametrize(
    ("line", "game", "more"),
    [
        ((0, 20, 25), "three-thirteen", {"day": "2026-01-05"}),
        ((0, 20, 25), "kalooki", {}),
        ((0, 25, 20), "three-thirteen", {}),
    ],
)
def test_another_match_is_not_asked_about(
    client: Phone, line: tuple[object, ...], game: str, more: dict[str, str]
) -> None:
    entered(client, {1: (0, 20, 25)})
    assert entered(client, {1: line}, game, **more).status == 303


def test_where_several_have_nothing_left_who_went_out_is_asked(client: Phone, store: Store) -> None:
    page = entered(client, {1: (0, 0, 5)})
    assert page.all("select", name="out1")
    answer = entered(client, {1: (0, 0, 5)}, out1="1")
    sheet = store.match(answer.location.rsplit("/", 1)[1]).sheet
    assert sheet.out(1) == 1 and sheet.totals == (0, 0, 5)


def test_in_a_game_where_one_alone_has_nothing_left_a_second_zero_is_refused(client: Phone) -> None:
    page = entered(client, {1: (0, 0, 5)}, "kalooki", out1="1")
    assert page.status == 422 and "Only the player who went out" in page.said


def again(client: Phone, page: Page, **filled: str) -> Page:
    """Submit the returned table of points again."""
    form = page.form("/paper")
    return client.send(form.action, form.filled(save="1", **filled))


def test_where_nobody_has_nothing_left_it_is_asked_once_and_kept_as_it_is(client: Phone, store: Store) -> None:
    page = entered(client, {1: (0, 5, 9), 2: (5, 10, 15), 3: (1, 2, 3)})
    assert "Nobody has 0 in Round 2 and Round 3: did the stock run out?" in page.said and not page.faults
    assert page.all("select", name="out2") and page.value("d2s1") == "10" and not store.unfinished(10)
    sheet = store.match(again(client, page).location.rsplit("/", 1)[1]).sheet
    assert [sheet.out(number) for number in (1, 2, 3)] == [0, None, None]


@pytest.mark.parametrize("filled", [{"d1s1": "0"}, {"out1": "1", "d1s1": ""}])
def test_a_zero_that_was_forgotten_is_put_right_where_it_is_asked(
    client: Phone, store: Store, filled: dict[str, str]
) -> None:
    answer = again(client, entered(client, {1: (5, 10, 15)}), **filled)
    sheet = store.match(answer.location.rsplit("/", 1)[1]).sheet
    assert (sheet.out(1), sheet.totals) == (1, (5, 0, 15))


@pytest.mark.parametrize("day", ["2026-02-30", "tomorrow", "0001-01-01"])
def test_a_day_that_is_none_or_still_to_come_is_refused(client: Phone, day: str) -> None:
    tomorrow = (date.today() + timedelta(days=1)).isoformat()  # at the time of the request: a run may pass midnight
    page = entered(client, WHOLE, day=tomorrow if day == "tomorrow" else day)
    assert page.status == 422 and "no later than today" in page.said and page.value("d1s1") == "12"


def test_a_tie_asks_for_the_bonus_deal_once(client: Phone, store: Store) -> None:
    level = {deal: (0, 5, 9) if deal % 2 else (5, 0, 9) for deal in range(1, 11)} | {11: (9, 9, 0)}
    page = entered(client, level, **{"house.tie_round": "yes"})
    assert page.status == 422 and "It’s a tie" in page.said
    answer = entered(client, level, **{"house.tie_round": "yes", "d12s0": "0", "d12s1": "7"})
    sheet = store.match(answer.location.rsplit("/", 1)[1]).sheet
    assert sheet.finished and sheet.winners == [0]


def test_of_a_match_from_paper_no_time_is_told_only_its_day(client: Phone) -> None:
    code = entered(client, {1: (0, 12, 30)}).location.rsplit("/", 1)[1]
    line = next(csv.DictReader(client.http.get("/matches.csv").text.lstrip("\ufeff").splitlines()))
    assert (line["day"], line["opened"], line["ended"]) == ("2026-01-04", "", "")
    told = client.http.get("/api/matches").json["matches"][0]
    assert (told["day"], told["opened_at"], told["finished_at"]) == ("2026-01-04", None, None)
    told = client.http.get(f"/api/matches/{code}").json
    assert (told["day"], told["opened_at"], told["finished_at"]) == ("2026-01-04", None, None)
    lines = client.http.get("/evenings.ics").text.split("\r\n")
    assert "DTSTART;VALUE=DATE:20260104" in lines and not [line for line in lines if line.startswith("DTEND")]
    for page in (f"/m/{code}", "/evenings/2026-01-04"):
        assert not re.search(r"\d\d:\d\d", client.get(page).said), page


def test_the_day_on_the_paper_stays_when_its_match_is_undone_and_ended_again(client: Phone, store: Store) -> None:
    code = entered(client, dict.fromkeys(range(1, 12), (0, 10, 20)), day="2025-01-05").location.rsplit("/", 1)[1]
    wrote(store, code, lambda sheet: booking.undo(sheet, 11))
    assert store.match(code).day is None
    client.post(f"/m/{code}/deals/11/book")
    assert store.match(code).day == date(2025, 1, 5)
    assert client.get("/evenings/2025-01-05").status == 200 and "5 Jan 2025" in client.get(f"/m/{code}").said
