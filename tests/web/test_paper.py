"""Matches from paper: typed cell by cell, and then checked and saved like any sheet."""

import csv
import re
from datetime import date, datetime, time, timedelta

import pytest

from companion.sheet import days
from companion.sheet.commands import booking
from companion.sheet.days import tonight
from companion.sheet.scoresheet import Sheet
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
    """Save a table of points as it is, and return the response."""
    return client.post(f"/new/{game}/sheet", **FIELDS | cells(deals) | more)


def checked(client: Phone, deals: dict[int, tuple[object, ...]], game: str = "three-thirteen", **more: str) -> Page:
    """Type a table of points, press *Check it* and return the preview."""
    form = client.post(f"/new/{game}/paper", **SEATS | more).form("/paper")
    go = form.buttons[-1].attributes["formaction"]
    return client.send(go, form.filled(**cells(deals), day="2026-01-04"))


def saved(client: Phone, store: Store, page: Page) -> Sheet:
    """Press the last button of a preview, and return the scoresheet that is saved."""
    form = page.form("/sheet")
    answer = client.send(form.action, [*form.filled(), ("save", "1")])
    assert answer.status == 303, answer.said
    return store.match(answer.location.split("/")[2]).sheet


def test_the_set_up_leads_to_a_line_for_each_deal_and_a_field_for_each_player(client: Phone) -> None:
    page = client.post("/new/three-thirteen/paper", **SEATS)
    fields = [field["name"] for field in page.all("input", inputmode="numeric")]
    assert fields == [f"d{deal}s{seat}" for deal in range(1, 12) for seat in range(3)]
    assert page.value("day") == tonight().isoformat()


def test_after_midnight_the_day_is_still_that_of_the_evening(
    client: Phone, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Night(datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime.combine(date.today(), time(0, 30)).astimezone(tz)

    yesterday = date.today() - timedelta(days=1)
    monkeypatch.setattr(days, "datetime", Night)
    page = client.post("/new/three-thirteen/paper", **SEATS)
    assert page.value("day") == client.get("/new/three-thirteen/sheet?final=1").value("day") == yesterday.isoformat()
    assert client.post("/new/three-thirteen/sheet", **SEATS | cells(WHOLE)).value("day") == yesterday.isoformat()


def test_without_names_it_is_first_asked_who_played_and_the_button_leads_on_to_the_points(client: Phone) -> None:
    page = client.follow(client.post("/new/three-thirteen/paper", dealer="0"))
    assert page.status == 200 and not page.faults
    for number, name in enumerate(("Aki", "Ben")):
        form = page.form("/new/three-thirteen")
        page = client.send(form.action, [*form.filled(**{f"name{number}": name}), ("enter", "1")])
    assert page.all("button", form="setup")[-1]["formaction"] == "/new/three-thirteen/paper"


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
    match = store.match(answer.location.split("/")[2])
    assert match.sheet.finished and not match.sheet.stopped
    assert match.sheet.totals == (0, 110, 220) and match.sheet.winners == [0]
    assert match.opened_at.astimezone().date() == date(2026, 1, 4) == match.finished_at.astimezone().date()
    assert {entry.how for entry in match.sheet.entries if entry.kind == "hand"} == {"total"}


def test_behind_its_last_line_a_match_was_ended_and_a_blank_line_between_was_given_up(
    client: Phone, store: Store
) -> None:
    answer = entered(client, {1: WHOLE[1], 3: WHOLE[3]})
    sheet = store.match(answer.location.split("/")[2]).sheet
    assert sheet.stopped and sheet.totals == (20, 22, 30)
    assert [sheet.closed(number) for number in (1, 2, 3, 4)] == ["booked", "abandoned", "booked", ""]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ((0, 9999, 5), "Ben: no hand comes to 9999"),
        ((0, "", 5), "Ben: nothing is entered"),
        ((0, "－３０", 5), "Ben: no hand comes to −30"),
        ((0, 0, 5), "2 have 0: who went out?"),
        ((5, 10, 15), "Nobody has 0: who went out?"),
    ],
)
def test_what_is_odd_is_said_under_its_line_and_nothing_is_saved(
    client: Phone, store: Store, line: tuple[object, ...], said: str
) -> None:
    page = checked(client, WHOLE | {2: line})
    assert page.status == 200 and said in page.said and "Save anyway" in page.said
    assert not store.finished(10) and not store.unfinished()


def test_a_word_in_place_of_a_figure_is_changed_before_anything_is_saved(client: Phone, store: Store) -> None:
    page = checked(client, WHOLE | {2: (0, "foo", 5)})
    assert "Ben: “foo” is not a number of points" in page.said and "Change that figure first" in page.said
    refused = client.send(page.form("/sheet").action, [*page.form("/sheet").filled(), ("save", "1")])
    assert refused.status == 422 and not store.finished(10)
    form = refused.form("/sheet")
    corrected = client.send(form.action, form.filled(at="2.2", value="30"))
    assert saved(client, store, corrected).totals[1] == WHOLE[1][1] + 30 + WHOLE[3][1]


def test_the_check_of_a_match_in_order_saves_it_with_its_dealer_and_house_rules(client: Phone, store: Store) -> None:
    page = checked(client, WHOLE, "kalooki", **{"dealer": "2", "house.jokers": "6"})
    assert "thing to look at" not in page.said and "things to look at" not in page.said
    sheet = saved(client, store, page)
    assert (sheet.first_dealer, sheet.game.chosen_rules, sheet.totals) == (2, {"jokers": 6}, (25, 22, 45))


def test_a_schedule_of_the_house_has_all_its_lines(client: Phone, store: Store) -> None:
    page = checked(client, dict.fromkeys(range(1, 11), (0, 10, 20)), "contract-rummy", preset="shanghai")
    sheet = saved(client, store, page)
    assert sheet.finished and not sheet.stopped and sheet.totals == (0, 100, 200)


def test_a_cell_and_a_name_are_corrected_in_the_check_and_stay_so_on_the_way_back(client: Phone, store: Store) -> None:
    form = checked(client, WHOLE | {2: (5, 0, 999), 3: (20, 10, 5)}).form("/sheet")
    page = client.send(form.action, [*form.filled(at="2.3", value="１５"), ("out0.3", "-1")])
    form = page.form("/sheet")
    page = client.send(form.action, form.filled(at="0.2", value="Benno"))
    table = client.send(page.form("/sheet").action, [*page.form("/sheet").filled(), ("again", "1")])
    assert [table.value(name) for name in ("name1", "d2s2", "d3s0", "day")] == ["Benno", "１５", "20", "2026-01-04"]
    assert not table.faults and table.value("out0.3") == "-1"
    sheet = saved(client, store, page)
    assert (sheet.names, sheet.totals) == (("Aki", "Benno", "Cy"), (25, 22, 50))


def test_a_name_that_is_there_twice_is_said_on_the_table_of_points(client: Phone) -> None:
    form = checked(client, WHOLE).form("/sheet")
    page = client.send(form.action, form.filled(at="0.2", value="aki"))
    assert page.status == 422 and "the same name" in page.faults and page.value("d1s1") == "12"


@pytest.mark.parametrize("names", [("1", "2", "Total"), ("Round", "Bonus", "x")])
def test_any_name_is_a_player_on_paper_and_figures_in_a_row_are_no_numbers_of_lines(
    client: Phone, store: Store, names: tuple[str, ...]
) -> None:
    seats = {f"name{seat}": name for seat, name in enumerate(names)}
    sheet = saved(client, store, checked(client, {1: (1, 0, 5), 2: (2, 5, 0)}, **seats))
    assert (sheet.names, sheet.totals) == (names, (3, 5, 5))


def test_a_table_without_points_is_not_checked(client: Phone) -> None:
    page = checked(client, {})
    assert page.status == 422 and "Enter some points first." in page.faults


SEATS_TURNED = {"name0": "cy", "name1": "ＡＫＩ", "name2": "Ben"}
WHOLE_TURNED = {number: (line[2], line[0], line[1]) for number, line in WHOLE.items()}


@pytest.mark.parametrize(("deals", "more"), [(WHOLE, {}), (WHOLE_TURNED, SEATS_TURNED)])
def test_the_same_paper_once_more_is_asked_about_and_kept_only_if_it_is_said_so(
    client: Phone, store: Store, deals: dict[int, tuple[object, ...]], more: dict[str, str]
) -> None:
    first = entered(client, WHOLE).location
    page = entered(client, deals, **more)
    assert page.status == 409 and "This match seems to be here already" in page.said
    assert page.all("a", href=first.removesuffix("/sheet")) and len(store.finished(10)) == 1
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


@pytest.mark.parametrize("day", ["2026-02-30", "tomorrow", "0001-01-01"])
def test_a_day_that_is_none_or_still_to_come_is_refused(client: Phone, day: str) -> None:
    tomorrow = (date.today() + timedelta(days=1)).isoformat()  # at the time of the request: a run may pass midnight
    page = entered(client, WHOLE, day=tomorrow if day == "tomorrow" else day)
    assert page.status == 422 and "no later than today" in page.faults and page.value("d1s1") == "12"


LEVEL = {deal: (0, 5, 9) if deal % 2 else (5, 0, 9) for deal in range(1, 11)} | {11: (9, 9, 0)}


def test_after_a_tie_the_bonus_has_a_line_for_those_who_tie_and_counts(client: Phone, store: Store) -> None:
    page = checked(client, LEVEL, **{"house.tie_round": "yes"})
    assert "It’s a tie" in page.said
    form = page.form("/sheet")
    table = client.send(form.action, [*form.filled(), ("again", "1")])
    assert table.all("input", name="d12s1") and not table.all("input", name="d12s2")
    page = client.send(form.action, table.form("/paper").filled(d12s0="0", d12s1="7"))
    assert "It’s a tie" not in page.said and "Save this match" in page.said
    sheet = saved(client, store, page)
    assert sheet.finished and not sheet.stopped and sheet.winners == [0]


def test_a_bonus_without_a_tie_is_said_not_to_count(client: Phone) -> None:
    page = checked(client, LEVEL | {11: (9, 8, 0), 12: (0, 7)}, **{"house.tie_round": "yes"})
    assert "The bonus counts only after a tie, and with all its points." in page.said


def test_of_a_match_from_paper_no_time_is_told_only_its_day(client: Phone) -> None:
    code = entered(client, {1: (0, 12, 30)}).location.split("/")[2]
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
    code = entered(client, dict.fromkeys(range(1, 12), (0, 10, 20)), day="2025-01-05").location.split("/")[2]
    wrote(store, code, lambda sheet: booking.undo(sheet, 11))
    assert store.match(code).day is None
    client.post(f"/m/{code}/deals/11/book")
    assert store.match(code).day == date(2025, 1, 5)
    assert client.get("/evenings/2025-01-05").status == 200 and "5 Jan 2025" in client.get(f"/m/{code}").said
