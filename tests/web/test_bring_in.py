"""Bringing in a sheet: pasted or chosen, checked, corrected cell by cell, saved at once and undone by one tap."""

import io
import re
from datetime import date, timedelta

import pytest

from companion.sheet.days import tonight
from companion.storage.store import Store
from companion.web.screens import bring_in
from tests.support.phone import Page, Phone

HERE = "/new/five-crowns/sheet"
CLEAN = "Ana,Ben,Mio\n20,0,10\n0,33,7\n"
ODD = "Ana,Ben,Mio\n20,0,0\n18,8,0\n1,33,0\nTotal,39,41,1\n"
RUNNING = "Ana,Ben,Mio\n20,0,10\n２０,33,17\n31,33,40\n"
FINALS = "date,Ana,Ben,Mio\n2019-03-02,212,187,240\n2019-03-09,198,225,\n16.03.2019,143,201,166\n"


def pasted(client: Phone, sheet: str, **more: str) -> Page:
    """Paste a sheet and return its preview."""
    return client.post(HERE, sheet=sheet, **more)


def uploaded(client: Phone, data: bytes, name: str = "a.csv") -> Page:
    """Choose a file with these bytes and return its preview."""
    fields = {"sheet": "", "file": (io.BytesIO(data), name)}
    return Page(client.http.post(HERE, data=fields, headers=client.headers))


def press(client: Phone, page: Page, name: str, value: str = "1", **values: str) -> Page:
    """Press a button of the preview, and return the answer."""
    form = page.form("/sheet")
    return client.send(form.action, [*form.filled(**values), (name, value)])


def cell(page: Page, text: str, nth: int = 0) -> str:
    """Return the place of the nth cell with this text."""
    found = re.findall(r'name="cell"\s+value="([\d.]+)"[^>]*>\s*(?:<i[^>]*>)?\s*([^<\s]*)', page.html)
    return [place for place, said in found if said == text][nth]


def save(client: Phone, page: Page) -> str:
    """Save the matches of a preview and return the code of the last."""
    answer = press(client, page, "save")
    assert answer.status == 303, answer.said
    return answer.location.split("/")[2]


def test_the_set_up_leads_to_the_sheet_and_keeps_seats_and_house_rules(client: Phone) -> None:
    page = client.send(HERE, {"name0": "Ana", "dealer": "0", "house.packs": "3"})
    assert page.status == 200 and page.all("textarea", name="sheet")
    assert (page.value("name0"), page.value("house.packs")) == ("Ana", "3")
    assert 'formaction="/new/five-crowns/paper"' in page.html


def test_a_pasted_sheet_is_shown_and_then_saved(client: Phone, store: Store) -> None:
    page = pasted(client, CLEAN)
    assert page.status == 200 and "things to look at" not in page.said and not store.finished(9)
    assert page.value("day") == tonight().isoformat()
    code = save(client, page)
    sheet = store.match(code).sheet
    assert (sheet.names, sheet.totals, [sheet.out(1), sheet.out(2)]) == (("Ana", "Ben", "Mio"), (20, 33, 17), [1, 0])
    assert sheet.stopped and store.match(code).day == tonight()


def test_a_file_is_chosen_on_the_same_page(client: Phone) -> None:
    page = uploaded(client, CLEAN.encode("utf-16"))
    assert page.status == 200 and page.all("button", name="cell", value="1.0")


def test_running_totals_are_asked_about_before_anything_is_saved(client: Phone, store: Store) -> None:
    page = pasted(client, RUNNING)
    assert "no column ever falls" in page.said and not page.all("button", name="save")
    assert cell(page, "20", 1) == "2.0"  # as its neighbours, though typed in wide digits
    assert press(client, page, "save").status == 200 and not store.finished(9)
    running = press(client, page, "reading", "running")
    assert "Read as running totals" in running.said
    assert store.match(save(client, running)).sheet.totals == (31, 33, 40)
    points = press(client, running, "reading", "points")
    assert "Read as points" in points.said
    assert store.match(save(client, points)).sheet.totals == (71, 66, 67)


def test_what_is_odd_stands_under_its_row_and_stops_nothing(client: Phone, store: Store) -> None:
    page = pasted(client, ODD)
    assert (
        "3 things to look at. You can save as it is; the doubt stays marked." in page.said
        and "Save anyway" in page.said
    )
    for words in ("2 have 0: who went out?", "Ana: no hand comes to 1.", "Mio: the sheet says 1 in all"):
        assert words in page.said
    code = save(client, page)
    sheet = store.match(code).sheet
    assert [sheet.out(number) for number in (1, 2, 3)] == [None, 2, 2] and sheet.totals == (39, 41, 0)
    shown = client.get(f"/m/{code}/sheet")
    assert "Brought in from a sheet." in shown.said and "was not checked" in shown.said
    assert len(re.findall(r'class="[^"]*\bunsure\b', shown.html)) == 4


def test_who_went_out_is_said_or_left_unknown(client: Phone, store: Store) -> None:
    page = press(client, pasted(client, ODD), "pick", "0.1")
    assert "Round 1: who went out?" in page.said
    names = [button["value"] for button in page.all("button", name="out0.1")]
    assert names == ["1", "2", "-1", ""]
    said = press(client, page, "out0.1", "2")
    assert "Mio went out" in said.said and "who went out?" not in said.said
    assert store.match(save(client, said)).sheet.out(1) == 2
    stock = press(client, said, "out0.1", "-1", day="2020-01-04")
    assert "Nobody went out: the stock ran out." in stock.said
    sheet = store.match(save(client, stock)).sheet
    assert sheet.out(1) is None and not sheet.winner_unknown(1)
    unknown = press(client, said, "out0.1", "")
    assert "2 have 0: who went out?" in unknown.said


def test_each_cell_is_corrected_in_its_place(client: Phone, store: Store) -> None:
    page = pasted(client, ODD)
    slip = press(client, page, "cell", cell(page, "1"))
    assert "What should it say? Round 3, Ana The sheet says “1”." in slip.said and slip.value("value") == "1"
    closed = press(client, slip, "close", value="99")
    assert "no hand comes to 1." in closed.said
    corrected = client.send(slip.form("/sheet").action, slip.form("/sheet").filled(value="１０"))
    assert "no hand comes to" not in corrected.said
    assert store.match(save(client, corrected)).sheet.totals == (48, 41, 0)


def test_the_slip_of_a_running_total_says_what_it_is(client: Phone) -> None:
    page = pasted(client, RUNNING, reading="running")
    slip = press(client, page, "cell", cell(page, "23", 0))
    assert "Round 3, Mio The sheet says “40”. It is a running total." in slip.said


def test_several_matches_are_saved_together_and_undone_by_one_tap(client: Phone, store: Store) -> None:
    page = pasted(client, FINALS)
    assert "Save 3 matches" in page.said and not page.all("input", name="day")
    code = save(client, page)
    assert [match.day for match in store.finished(9)] == [date(2019, 3, 16), date(2019, 3, 9), date(2019, 3, 2)]
    shown = client.get(f"/m/{code}/sheet")
    assert "3 matches were brought in from a sheet." in shown.said and "Only the final totals are known." in shown.said
    undo = shown.form("/brought-in/undo")
    home = client.get(client.send(undo.action, undo.filled()).location)
    assert "3 matches were taken back." in home.said
    assert not store.finished(9) and not store.unfinished()


def test_the_day_of_each_match_is_corrected_in_the_preview(client: Phone, store: Store) -> None:
    page = pasted(client, FINALS.replace("2019-03-09", "9.3."))
    assert [page.value(f"day{number}") for number in range(3)] == ["2019-03-02", "", "2019-03-16"]
    form = page.form("/sheet")
    refused = client.send(form.action, [*form.filled(day0="2999-01-01"), ("save", "1")])
    assert refused.status == 422 and "no later than today" in refused.said
    corrected = client.send(form.action, form.filled(day0="2018-12-31", day1="2019-03-08"))
    save(client, corrected)
    days = [date(2019, 3, 16), date(2019, 3, 8), date(2018, 12, 31)]
    assert [match.day for match in store.finished(9)] == days


def test_a_double_is_left_out_unless_it_is_said_to_be_another(client: Phone, store: Store) -> None:
    for sheet in (CLEAN, FINALS):
        save(client, pasted(client, sheet))
    page = pasted(client, CLEAN)
    assert "This match seems to be here already." in page.said
    refused = press(client, page, "save")
    assert refused.status == 409 and "Nothing is saved" in refused.said and len(store.finished(9)) == 4
    assert client.send(HERE, [*page.form("/sheet").filled(), ("too", "0"), ("save", "1")]).status == 303
    more = pasted(client, FINALS + "2019-03-23,1,2,3\n")
    assert save(client, more) and len(store.finished(9)) == 6


def test_final_totals_are_typed_on_a_page_for_them(client: Phone, store: Store) -> None:
    page = client.get(f"{HERE}?final=1")
    form = page.form("/sheet")
    answer = client.send(form.action, form.filled(who0="Ana", total0="54", who1="Ben", total1="41", day="2019-03-02"))
    assert answer.value("day") == "2019-03-02"
    match = store.match(save(client, answer))
    assert (match.sheet.winner_names, match.sheet.finals, match.day) == (["Ben"], {0: 54, 1: 41}, date(2019, 3, 2))
    wrong = client.send(form.action, form.filled(who0="Ana", total0="54", who1="ana", total1="41"))
    assert wrong.status == 422 and "the same name" in wrong.faults and wrong.value("who1") == "ana"


@pytest.mark.parametrize(
    ("name", "total", "said"),
    [
        ("Mio", "3x", "Mio: “3x” is not a number of points."),
        ("Mio", "", "Mio: nothing is entered."),
        ("", "77", "Whose are the 77 points?"),
    ],
)
def test_nobody_is_left_out_of_final_totals_unsaid(client: Phone, name: str, total: str, said: str) -> None:
    form = client.get(f"{HERE}?final=1").form("/sheet")
    typed = {"who0": "Ana", "total0": "54", "who1": "Ben", "total1": "41", "who2": name, "total2": total}
    page = client.send(form.action, form.filled(**typed))
    assert page.status == 422 and said in page.faults and page.value("total2") == total


@pytest.mark.parametrize(
    "sheet", ["Ana,Ben,Mio\n54,41,3x\n", "Ana,Ben,Mio\nTotal,54,41,3x\n", FINALS.replace("240", "3x")]
)
def test_nobody_is_left_out_of_pasted_totals_unsaid(client: Phone, store: Store, sheet: str) -> None:
    page = pasted(client, sheet)
    assert "Mio: “3x” is not a number of points." in page.said and "Change that figure first" in page.said
    assert "Paste again" not in page.said, "beside it the words of the wide button do not fit on a phone"
    corrected = press(client, page, "value", "77", at=cell(press(client, page, "cell", cell(page, "3x")), "3x"))
    save(client, corrected)
    assert 77 in [match.sheet.finals.get(2) for match in store.finished(9)]


def test_a_check_of_nothing_asks_for_points(client: Phone) -> None:
    for empty in ({"sheet": ""}, {"who0": "", "total0": ""}):
        assert "Enter some points first." in client.post(HERE, **empty).faults


@pytest.mark.parametrize("sheet", ["Dear all,\nit rained.\n", "Ana,ana\n0,5\n4,0\n", "Ana,Ben\n" + "0,5\n" * 13])
def test_what_is_no_sheet_is_said_on_the_page_and_stays_as_it_was_typed(client: Phone, sheet: str) -> None:
    page = pasted(client, sheet)
    assert page.status == 422 and "Line " in page.faults
    assert page.all("textarea", name="sheet") and " ".join(sheet.split()) in " ".join(page.html.split())


def test_an_export_of_the_companion_is_sent_to_its_own_page(client: Phone) -> None:
    code = save(client, pasted(client, CLEAN))
    for address in (f"/m/{code}/match.jsonl", "/keep/export"):
        page = uploaded(client, client.http.get(address).data, "match.jsonl")
        assert page.status == 422 and "import it under Backup and restore" in page.said


@pytest.mark.parametrize("value", ["x", "99999999999999999999"])
def test_no_field_of_the_form_breaks_it(client: Phone, value: str) -> None:
    for field in ("cell", "pick", "at", "out0.1", "reading", "too", "game", "d1s0", "who0", "total0"):
        assert client.send(HERE, {"sheet": ODD, "value": "7", field: value}).status in (200, 303, 404, 422), field


def test_a_file_beyond_the_limit_is_refused(client: Phone) -> None:
    assert uploaded(client, b"0" * (bring_in.LARGEST + bring_in.AROUND)).status == 413
    page = uploaded(client, b"Ana,Ben\n" + b"0,5\n" * 60_000)
    assert page.status == 422 and "at most 192 kB" in page.faults


def test_a_large_sheet_is_read_corrected_and_saved(client: Phone, store: Store) -> None:
    days = [date(2019, 1, 1) + timedelta(days=7 * week) for week in range(30)]
    page = pasted(client, "date,Ana,Ben,Mio\n" + "".join(f"{day},12,5,9\n" for day in days))
    assert "Save 30 matches" in page.said and len(page.html) < 75_000
    save(client, page)
    assert len(store.finished(200)) == 30
