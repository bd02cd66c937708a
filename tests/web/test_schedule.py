"""The schedule of a table's own: chips, a row for each deal, a slip, with and without script, and what stores it."""

from typing import Any

import pytest

from companion.games import GAMES
from companion.rules.contracts.schedule import MOST_DEALS, ScheduleRule
from companion.storage.matches import Match
from companion.storage.store import Store
from companion.web.forms.house_rules_form import list_tapped
from companion.web.forms.schedule_form import ScheduleForm
from tests.support.phone import Opened, Page, Phone

pytestmark = pytest.mark.file

NEW = "/new/contract-rummy"
SEATS = {"name0": "Aki", "name1": "Ben", "name2": "Cy", "dealer": "0"}
FIELD = "house.schedule"
LIVELY = {"HX-Request": "true"}
THREE = "10:gg 10:gr7 12:rrr"
OWN = {"name": "Grandma’s", "deals": [{"cards": 10, "groups": 2}, {"cards": 11, "groups": 1, "runs": [7]}]}
RULE = next(rule for rule in GAMES["contract-rummy"].house_rules if isinstance(rule, ScheduleRule))


def tap(client: Phone, tapped: str, schedule: str = THREE, **fields: str) -> Page:
    """Return the page after a tap without script."""
    page = client.send(NEW, {**SEATS, FIELD: schedule, "schedule": tapped, **fields})
    assert page.status == 200, page.said
    return page


def after(client: Phone, tapped: str, schedule: str = THREE, **fields: str) -> str:
    """Return the schedule that the form holds after a tap, with script."""
    page = client.send(NEW, {**SEATS, FIELD: schedule, "schedule": tapped, **fields}, **LIVELY)
    held = dict(page.form(NEW).fields)
    assert (page.status, held["name2"]) == (200, "Cy")
    return held.get(FIELD, "")


def started(client: Phone, store: Store, schedule: str = THREE, **fields: str) -> Any:
    """Start a table with this schedule and return its sheet."""
    page = client.post(NEW, **SEATS, **{FIELD: schedule}, **fields)
    assert page.status == 303, page.said
    return store.match(page.location.split("/")[-1]).sheet


def test_a_line_of_the_house_rules_leads_to_the_deals_and_names_the_schedule(client: Phone) -> None:
    page = client.send(NEW, {**SEATS, "rules": "1"})
    assert "The seven deals" in page.said
    assert "3 deals of our own" in client.send(NEW, {**SEATS, "rules": "1", FIELD: THREE}).said
    deals = client.submit(page.form(NEW), page.form(NEW).button("schedule", "list"))
    assert "Done: 7 deals" in deals.said and "C4" in deals.said
    assert RULE.sentence in deals.said and GAMES["contract-rummy"].rulebook["C4"].text in deals.said
    assert deals.value("name2") == "Cy"


def changed(tapped: str, schedule: str = THREE) -> str:
    """Return the schedule after a tap."""
    typed = {FIELD: schedule, "schedule": tapped}
    return list_tapped(ScheduleForm, GAMES["contract-rummy"], typed, 3, lambda rule: ())[0].get(FIELD, "")


@pytest.mark.parametrize(
    ("tapped", "schedule"),
    [
        ("up-2", "10:gr7 10:gg 12:rrr"),
        ("earlier-3", "10:gg 12:rrr 10:gr7"),
        ("later-1", "10:gr7 10:gg 12:rrr"),
        ("copy-2", "10:gg 10:gr7 10:gr7 12:rrr"),
        ("remove-2", "10:gg 12:rrr"),
        ("add", "10:gg 10:gr7 12:rrr 12:rrr"),
        ("more-1-groups", "10:ggg 10:gr7 12:rrr"),
        ("more-1-runs", "10:ggr 10:gr7 12:rrr"),
        ("more-2-runs", "10:gg 10:gr7r7 12:rrr"),
        ("less-2-runs", "10:gg 10:g 12:rrr"),
        ("more-1-cards", "11:gg 10:gr7 12:rrr"),
        ("less-1-cards", "9:gg 10:gr7 12:rrr"),
        ("deal-1-cards-14", "14:gg 10:gr7 12:rrr"),
        ("longer-2-runs-0", "10:gg 10:gr8 12:rrr"),
        ("shorter-2-runs-0", "10:gg 10:gr6 12:rrr"),
        ("longer-1-groups-1", "10:gg4 10:gr7 12:rrr"),
        ("ready-3", "11:gg 11:gr 11:rr 11:ggg 11:gr7 11:ggr5 11:rrr 11:gr10 11:gggr5 11:r5r5r5"),
        ("ready-0", ""),
    ],
)
def test_a_tap_changes_the_schedule(tapped: str, schedule: str) -> None:
    assert changed(tapped) == schedule


@pytest.mark.usefixtures("shared_app")
@pytest.mark.parametrize("tapped", ["remove-2", "ready-3"])
def test_a_tap_that_takes_deals_away_gives_them_back_until_the_page_is_left(client: Phone, tapped: str) -> None:
    gone = tap(client, tapped)
    assert "The deals were changed." in gone.said
    later = client.submit(gone.form(NEW), gone.form(NEW).button("schedule", "open-1"))
    for page in (gone, later):
        back = client.submit(page.form(NEW), page.form(NEW).button("schedule", "back"))
        assert dict(back.form(NEW).fields)[FIELD] == THREE and not back.all("button", value="back")
    house = client.submit(gone.form(NEW), gone.form(NEW).button("rules", "1"))
    assert "was" not in dict(house.form(NEW).fields)


@pytest.mark.parametrize(
    ("tapped", "schedule"),
    [
        ("remove-1", "10:gg"),
        ("less-1-groups", "10:g"),
        ("more-1-groups", "10:" + 10 * "g"),
        ("more-1-cards", "16:gg"),
        ("less-1-cards", "3:g"),
        ("longer-1-runs-0", "12:r14"),
        ("add", " ".join(["10:g"] * MOST_DEALS)),
        ("copy-3", " ".join(["10:g"] * MOST_DEALS)),
    ],
)
def test_no_tap_leads_beyond_the_limits(tapped: str, schedule: str) -> None:
    assert changed(tapped, schedule) == schedule


@pytest.mark.usefixtures("shared_app")
def test_a_tap_there_is_none_of_and_a_schedule_that_is_none_are_no_error(client: Phone) -> None:
    for tapped in (
        *("", "x", "up", "up-0", "up-99", "open-16", "ready-99", "more-1-kings", "deal-1", "deal-1-cards-99"),
        *("longer-1-groups-9", "more-1-cards-7", "9" * 1500, "³-³", "remove-²", "open--1", "copy-99", "less-3-sizes"),
    ):
        assert "12:rrr" in changed(tapped), tapped
    assert after(client, "x") == THREE
    for schedule in ("nonsense", "99:gg", "10:g99", "#", "10:gg #" + "x" * 700, "\x00"):
        fields = {**SEATS, FIELD: schedule, "schedule": "up-2", "schedule_name": "\u202e" + "y" * 300}
        assert client.send(NEW, fields).status in (200, 422), schedule


def test_an_impossible_contract_is_said_in_place_with_its_fix_and_nothing_starts(client: Phone, store: Store) -> None:
    bad = "10:gg 7:gggrrr"
    page = tap(client, "open-2", bad)
    assert "Deal 2: the contract takes 21 cards, and at most 14 can be laid down." in page.said
    assert "disabled" in page.all("button", id="deal-done")[0]
    fix = page.all("button", id="deal-fix")[0]
    listed = tap(client, "list", bad)
    assert "disabled" in listed.all("button", name="rules", id="rules-1")[0] and "7 cards, too few" in listed.said
    assert "Deal 2: the contract takes" in client.send(NEW, {**SEATS, FIELD: bad, "rules": "1"}).said
    refused = client.post(NEW, **SEATS, **{FIELD: bad})
    assert refused.status == 422 and store.unfinished() == []
    assert refused.all("p", id="fault-house.schedule") and "Done: 2 deals" in refused.said
    assert after(client, fix["value"], bad) == "10:gg 14:gggrrr"
    assert len(started(client, store, "10:gg 14:gggrrr").game.deals) == 2


def pressed_text(page: Page) -> str:
    """Return the label of the chosen chip."""
    return page.html.split('aria-pressed="true"')[1].split("</button>")[0]


def test_a_preset_brings_its_schedule_and_a_tap_on_it_is_a_change(client: Phone, store: Store) -> None:
    page = client.send(NEW, {**SEATS, "preset": "shanghai", "schedule": "list"})
    assert "Shanghai, ten deals" in pressed_text(page) and "Done: 10 deals" in page.said
    fewer = after(client, "remove-10", "", preset="shanghai")
    game = started(client, store, fewer, preset="shanghai").game
    assert len(game.deals) == 9 and game.prices["JK"] == 50


def test_a_name_is_stored_with_the_schedule(client: Phone, store: Store) -> None:
    assert tap(client, "list").all("input", name="schedule_name", maxlength="40")
    assert not tap(client, "list", "").all("input", name="schedule_name")
    assert tap(client, "list").form(NEW).default.attributes["value"] == "list", "pressed by Enter in the field"
    named = after(client, "list", schedule_name="  Oma’s\u202e   kitchen #1 ")
    assert named == f"{THREE} #Oma’s kitchen #1"
    assert after(client, "remove-3", named) == "10:gg 10:gr7 #Oma’s kitchen #1"
    assert after(client, "list", named, schedule_name="") == THREE
    assert len(after(client, "list", schedule_name="x" * 90)) == len(THREE) + 42
    sheet = started(client, store, named)
    assert sheet.game.chosen_rules["schedule"]["name"] == "Oma’s kitchen #1"
    assert [deal.label for deal in sheet.game.deals] == ["3-3", "3-7", "4-4-4"]


@pytest.mark.parametrize("name", ["x" * 41, "a\u202eb", 7])
def test_a_name_that_cannot_be_is_refused(client: Phone, name: Any) -> None:
    asked = {"game": "contract-rummy", "ask": "schedule", "deal": 1, "players": 3, "first_dealer": 0}
    house = {"schedule": {"name": name, "deals": OWN["deals"]}}
    answer = client.http.post("/api/ask", json={**asked, "house": house}).get_json()
    assert answer["field"] == "house.schedule"
    fine = client.http.post("/api/ask", json={**asked, "house": {"schedule": OWN}}).get_json()
    assert (fine["cards"], fine["contract"]) == (10, "3-3")


def test_the_longest_schedule_outlasts_its_field() -> None:
    most = [{"cards": 16, "groups": [14] * 10, "runs": [14] * 10}] * MOST_DEALS
    value = {"name": "x" * 40, "deals": most}
    assert RULE.read(RULE.from_text(RULE.text(value))) == RULE.read(value)


def test_the_last_own_schedule_of_this_house_is_offered_by_its_name(client: Phone, match: Opened) -> None:
    assert not tap(client, "list", "").all("button", name="schedule", value="own-0")
    match("contract-rummy", names=("Aki", "Ben", "Cy"), schedule=[{"cards": 10, "groups": 3}])
    assert "My own, last time" in tap(client, "list", "").said
    match("contract-rummy", names=("Aki", "Ben", "Cy"), schedule=OWN)
    match("contract-rummy", names=("Aki", "Ben", "Cy"), preset="shanghai", schedule=RULE.names[1][0])
    match(names=("Aki", "Ben", "Cy"))
    page = tap(client, "list", "")
    assert "Grandma’s" in page.said and "Grandma’s" not in pressed_text(page)
    assert after(client, "own-0", "") == "10:gg 11:gr7 #Grandma’s"
    assert "Grandma’s" in pressed_text(tap(client, "own-0", ""))
    assert "Grandma’s" in pressed_text(tap(client, "more-1-cards", "10:gg 11:gr7 #Grandma’s"))


def test_the_schedule_is_in_the_rematch_and_the_api(client: Phone, store: Store, match: Opened) -> None:
    code = match("contract-rummy", names=("Aki", "Ben", "Cy"), schedule=OWN)
    assert "Grandma’s" in client.get(f"/m/{code}").said + client.get(f"/m/{code}/sheet").said
    client.cancel(code, (1, 2))
    assert client.http.get(f"/api/matches/{code}").get_json()["house"] == {"schedule": OWN}
    client.submit(client.get(f"/m/{code}/rematch").form("/rematch"))
    rematch = store.unfinished()[0]
    assert isinstance(rematch, Match) and rematch.sheet.game.chosen_rules == {"schedule": OWN}
