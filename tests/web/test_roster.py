"""Roster changes: players join late, leave and change seats, and deals are voided; the sheet stays correct."""

import re
from urllib.parse import urlencode

import pytest
from flask import Flask

from companion.sheet.commands import roster
from companion.sheet.refusals import Refused
from companion.sheet.scoresheet import Sheet
from companion.storage.store import Store
from tests.sheet.test_scoresheet import blank, played, write
from tests.support.phone import Opened, Phone, guest

pytestmark = pytest.mark.usefixtures("shared_app")


def two_deals() -> Sheet:
    """Return two deals of Kalooki by Aki, Ben, Cy and Dee: 10, 30, 30, 70."""
    return played(played(blank(), 1, 0, 20, 30, 40), 2, 10, 10, 0, 30)


def test_who_has_played_no_deal_that_counts_neither_leads_nor_wins(client: Phone, match: Opened) -> None:
    code = match("three-thirteen", ("Aki", "Ben", "Cy"))
    client.deal(code, 1, 0, {1: "20", 2: "30"})
    client.post(f"/m/{code}/adjust", seat=0, points="5", reason="rule broken")
    client.post(f"/m/{code}/people", name="Dee", start="zero")
    assert "Aki leads by 15" in client.get(f"/m/{code}/end").said
    assert "Dee no place" in client.get(f"/m/{code}").said
    assert "No place for Dee: joined after" in client.get(f"/m/{code}/seats/3").said
    client.post(f"/m/{code}/deals/2/abandon")
    client.post(f"/m/{code}/end")
    result = client.get(f"/m/{code}").said
    assert "Aki wins 5 points, 15 fewer than Ben" in result and "Dee came late" in result
    assert "No place for Dee: joined after the last saved hand." in result
    client.post(f"/m/{code}/end", resume=1)
    client.deal(code, 3, 3, {0: "20", 1: "20", 2: "30"})
    assert "Dee wins 0 points" in client.submit(client.get(f"/m/{code}/end").form("/end")).said


def test_the_referee_names_the_dealer_whom_the_table_names(client: Phone, store: Store, match: Opened) -> None:
    code = match()
    client.deal(code, 1, 0, {1: "20", 2: "30", 3: "10"})
    client.post(f"/m/{code}/people", leaves=2)
    client.post(f"/m/{code}/people", name="Emi", start="zero")
    client.post(f"/m/{code}/people", leaves=0)
    sheet = store.match(code).sheet
    for deal in sheet.schedule[2:4]:
        form = client.get(f"/m/{code}/referee/schedule").form("/referee/schedule")
        page = client.get(f"/m/{code}/referee/schedule?{urlencode(dict(form.fields) | {'deal': deal.number})}")
        dealer, first = sheet.names[sheet.dealer(deal)], sheet.names[sheet.first_player(deal)]
        assert f"{dealer} deals" in page.said and f"{first} plays first" in page.said, (deal.number, dealer, first)


def test_a_name_that_left_is_shown_the_way_back() -> None:
    sheet = write(two_deals(), roster.leave(two_deals(), 1))
    with pytest.raises(Refused, match="Ben played here before"):
        roster.join(sheet, "ben", "zero")


@pytest.mark.parametrize(
    ("name", "start", "field"),
    [("", "zero", "name"), ("aki", "zero", "name"), ("x" * 41, "zero", "name"), ("Emi", "lots", "start")],
)
def test_what_cannot_be_is_said_at_the_field(name: str, start: str, field: str) -> None:
    with pytest.raises(Refused) as refused:
        roster.join(two_deals(), name, start)
    assert refused.value.field == field


def test_the_game_and_the_packs_limit_who_can_come_and_go() -> None:
    three = write(two_deals(), roster.leave(two_deals(), 0))
    with pytest.raises(Refused, match="3 to 8"):
        roster.leave(three, 1)
    full = two_deals()
    for name in ("Emi", "Flora"):
        full = write(full, roster.join(full, name, "zero"))
    with pytest.raises(Refused, match="108 cards; 7 players would need 113"):
        roster.join(full, "Gil", "zero")


def test_places_are_numbered_where_three_or_more_may_win(client: Phone, match: Opened) -> None:
    code, pair = match(), match("three-thirteen", ("Aki", "Ben"))
    assert not client.get(f"/m/{code}").all("span", **{"class": "place-no"}), "nothing is booked"
    client.deal(code, 1, 0, {1: "7 7", 2: "7 7", 3: "K"})
    client.deal(pair, 1, 0, {1: "7"})
    page = client.get(f"/m/{code}")
    assert "place 3 Dee" not in page.said and "place 2 Dee" in page.said and page.said.count("place 3") == 2
    assert "place" not in client.get(f"/m/{pair}").said
    left = two_deals()
    left = write(left, roster.leave(left, 0))
    assert two_deals().numbered_places == {0: 1, 1: 2, 2: 2, 3: 4} and left.numbered_places == {1: 1, 2: 1, 3: 3}


def test_the_page_keeps_what_was_typed_and_says_what_stands_against_it(client: Phone, match: Opened) -> None:
    code = match()
    page = client.post(f"/m/{code}/people", name="Aki", start="zero")
    assert (page.status, page.value("name")) == (422, "Aki")
    assert "the same name" in page.faults and page.all("div", role="dialog")
    page = client.post(f"/m/{code}/people", renames=1, name="Aki")
    assert (page.status, page.value("name")) == (422, "Aki") and "the same name" in page.faults
    assert page.all("details", open="")


def test_a_name_leads_to_its_slip_where_places_are_changed_with_one_button(
    client: Phone, store: Store, match: Opened
) -> None:
    code = match()
    assert [link["href"] for link in client.get(f"/m/{code}/people").all("a", **{"class": "person"})] == [
        f"/m/{code}/people/{seat}" for seat in range(4)
    ]
    page = client.get(f"/m/{code}/people/1")
    form = next(form for form in page.forms if ("swaps", "1") in form.fields)
    assert [button.words for button in form.buttons] == ["Aki", "Cy", "Dee"]
    client.submit(form, form.button("with", "3"))
    assert store.match(code).sheet.seating(1) == (0, 3, 2, 1)
    assert client.get(f"/m/{code}/people/x").status == 404
    assert client.get(f"/m/{code}/people/9").location == f"/m/{code}/people"


def test_who_played_before_is_a_tap_away_on_the_host_s_browser_and_known_to_no_other(
    client: Phone, app: Flask, store: Store, match: Opened
) -> None:
    match(names=("Eli", "Fumi", "Gus"))
    code = match()
    page = client.get(f"/m/{code}/people/new")
    known = {link["href"] for link in page.all("a", **{"class": "pill"})}
    assert known == {f"/m/{code}/people/new?name={name}" for name in ("Eli", "Fumi", "Gus")}
    page = client.get(f"/m/{code}/people/new?name=Fumi")
    client.submit(page.form("/people"), start="zero")
    assert store.match(code).sheet.names[-1] == "Fumi"
    player = guest(app, code, 1)
    assert "Gus" not in player.get(f"/m/{code}/people/new").said


def test_the_page_offers_the_way_back_to_a_player_who_left(client: Phone, store: Store, match: Opened) -> None:
    code = match()
    client.post(f"/m/{code}/people", leaves="1")
    assert "Ben has left" in client.get(f"/m/{code}/people").said
    page = client.get(f"/m/{code}/people/1")
    assert "Ben comes back" in page.said
    form = next(form for form in page.forms if any(one.attributes.get("name") == "returns" for one in form.buttons))
    client.submit(form, form.button("returns", "1"))
    assert store.match(code).sheet.seating(1) == (0, 1, 2, 3)
    assert "comes back" not in client.get(f"/m/{code}/people/1").said


@pytest.mark.parametrize("page", ["", "/people"])
def test_who_left_by_a_wrong_tap_is_back_with_one_more_and_the_law_is_the_same(
    client: Phone, store: Store, match: Opened, page: str
) -> None:
    code = match()
    client.deal(code, 1, 0, {1: "20", 2: "30", 3: "40"})
    before = store.match(code).sheet
    client.post(f"/m/{code}/people", leaves=1)
    left = client.get(f"/m/{code}{page}")
    form = next(form for form in left.forms if form.action.endswith("/people"))
    assert "Ben leaves. Cy deals next. Undo" in left.said
    assert client.send(form.action, form.filled(returns="1")).location == f"/m/{code}{page}"
    sheet = store.match(code).sheet
    assert (sheet.left, sheet.contenders, sheet.around) == ([], before.contenders, before.around)
    assert "Ben comes back. Ben deals next. Undo" in client.get(f"/m/{code}{page}").said
    client.deal(code, 2, 0, {1: "20", 2: "30", 3: "40"})
    assert "Undo" not in client.get(f"/m/{code}/people").said


@pytest.mark.parametrize("page", ["", "/people"])
def test_who_was_added_by_mistake_is_gone_with_one_tap(client: Phone, store: Store, match: Opened, page: str) -> None:
    code = match()
    client.post(f"/m/{code}/people", name="Emi", start="zero")
    added = client.get(f"/m/{code}{page}")
    assert "Emi joins, starting with 0. Undo" in added.said
    form = next(form for form in added.forms if form.action.endswith("/people"))
    assert client.send(form.action, form.filled(leaves="4")).location == f"/m/{code}{page}"
    assert "Emi was removed again." in client.get(f"/m/{code}{page}").said
    assert store.match(code).sheet.names == ("Aki", "Ben", "Cy", "Dee")
    client.post(f"/m/{code}/people", name="Flora", start="zero")
    assert store.match(code).sheet.names[4:] == ("Flora",)


@pytest.mark.parametrize("begun", ["points", "a deal", "a phone"])
def test_a_latecomer_with_anything_on_the_sheet_or_a_phone_only_leaves(
    client: Phone, app: Flask, store: Store, match: Opened, begun: str
) -> None:
    code = match()
    client.post(f"/m/{code}/people", name="Emi", start="zero")
    slip = client.get(f"/m/{code}/people/4").said
    if begun == "points":
        client.post(f"/m/{code}/adjust", seat=4, points="5", reason="rule broken")
    elif begun == "a deal":
        client.post(f"/m/{code}/deals/1/calls/1", act="call")
    else:
        guest(app, code, 4)
    assert "Remove Emi" in slip and "Remove Emi" not in client.get(f"/m/{code}/people/4").said
    client.post(f"/m/{code}/people", leaves=4)
    assert store.match(code).sheet.names[4:] == ("Emi",)


@pytest.mark.parametrize("page", ["", "/people"])
def test_who_leaves_a_deal_under_way_is_said_to_leave_from_the_next_one(
    client: Phone, match: Opened, page: str
) -> None:
    code = match()
    client.post(f"/m/{code}/deals/1/calls/2", act="call")
    client.post(f"/m/{code}/people", leaves=2)
    assert "Cy leaves. From deal 2 on. Undo" in client.get(f"/m/{code}{page}").said


@pytest.mark.parametrize("page", ["", "/people"])
def test_a_latecomer_who_deals_next_is_said_to(client: Phone, match: Opened, page: str) -> None:
    code = match(dealer=3)
    client.post(f"/m/{code}/people", name="Emi", start="zero")
    assert "Emi joins, starting with 0. Undo" in client.get(f"/m/{code}{page}").said
    client.deal(code, 1, 0, dict.fromkeys(range(1, 5), "20"))
    client.post(f"/m/{code}/people", name="Flora", start="zero")
    assert "Flora joins, starting with 0. Undo" in client.get(f"/m/{code}{page}").said, "Emi deals, as before"
    client.deal(code, 2, 0, dict.fromkeys(range(1, 6), "20"))
    client.post(f"/m/{code}/people", leaves=5)
    assert "Flora leaves. Aki deals next." in client.get(f"/m/{code}{page}").said


def test_the_page_says_from_when_a_change_holds_once_a_deal_has_started(client: Phone, match: Opened) -> None:
    code = match()
    assert "continues as it began" not in client.get(f"/m/{code}/people").said
    client.post(f"/m/{code}/deals/1/calls/1", act="call")
    client.post(f"/m/{code}/people", leaves="1")
    assert (
        "Deal 1 continues as it began. Changes made here apply from Deal 2 on." in client.get(f"/m/{code}/people").said
    )
    table = client.get(f"/m/{code}").said
    assert "deals Aki begins Ben" in table and "has left" not in table
    assert "has left" not in client.get(f"/m/{code}/tv").said


def test_the_places_of_the_review_are_those_of_the_table_after_it(client: Phone, match: Opened) -> None:
    code = match("three-thirteen")
    client.deal(code, 1, 0, {1: "20", 2: "25", 3: "30"})
    client.post(f"/m/{code}/people", leaves=0)
    client.post(f"/m/{code}/people", name="Eve", start="zero")
    here = f"/m/{code}/deals/2"
    client.post(f"{here}/end", out=2)
    for seat in (1, 3, 4):
        client.post(f"{here}/hands/{seat}", revision=1, total="20")
    rows = client.get(f"{here}/count").html.split("<tbody>")[1:]
    places = [re.findall(r"place-no[^>]*>(\d+)", row) for row in rows]
    assert places == [["1", "3"], ["2"], ["3", "4"], ["1"]], "Eve, who came late, has no place before it"
    client.submit(client.get(f"{here}/count").form(f"{here}/book"))
    table = client.get(f"/m/{code}")
    assert re.findall(r"place-no[^>]*>.*?(\d+)</span>", table.html, re.DOTALL) == ["3", "2", "4", "1"]
