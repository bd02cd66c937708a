"""Set-up: players, first dealer, house rules, and refused combinations."""

import re
from typing import Any
from urllib.parse import urlencode

import pytest

from companion.games import GAMES
from companion.sheet.scoresheet import Sheet
from companion.storage.store import Store
from tests.storage.test_inks import ended_with
from tests.support.phone import Opened, Page, Phone

pytestmark = pytest.mark.file

PEOPLE = ("Aki", "Ben", "Cy", "Dee", "Emi", "Flora", "Gil", "Hana")


def seats(*names: str) -> dict[str, str]:
    """Return the name fields of the form, in table order."""
    return {f"name{seat}": name for seat, name in enumerate(names)}


def start(client: Phone, *names: str, game: str = "kalooki", **fields: Any) -> Page:
    """Start a table and return the response."""
    house = {name.replace("house_", "house."): value for name, value in fields.items()}
    return client.post(f"/new/{game}", **seats(*names), **house)


def opened(store: Store, page: Page) -> Sheet:
    """Return the match that a set-up opened."""
    assert page.status == 303, page.said
    return store.match(page.location.split("/")[-1]).sheet


def nothing_opened(store: Store) -> bool:
    """True if no match was opened."""
    return store.unfinished() == []


def test_a_match_opens_with_its_people_in_table_order(client: Phone, store: Store) -> None:
    sheet = opened(store, start(client, "Aki", "Ben", "Cy", dealer="1"))
    assert (sheet.game.id, sheet.names, sheet.first_dealer, sheet.game.chosen_rules) == ("kalooki", PEOPLE[:3], 1, {})


def test_seats_left_empty_are_closed_up_and_the_dealer_is_still_the_one_chosen(client: Phone, store: Store) -> None:
    sheet = opened(store, start(client, "Aki", "", "Ben", "", "Cy", dealer="4"))
    assert (sheet.names, sheet.first_dealer) == (("Aki", "Ben", "Cy"), 2)


@pytest.mark.parametrize("dealer", ["draw", "9" * 1500, "8"])
def test_a_dealer_there_cannot_be_is_drawn(client: Phone, store: Store, dealer: str) -> None:
    assert opened(store, start(client, "Aki", "Ben", "Cy", dealer=dealer)).first_dealer in range(3)


# Number of players


@pytest.mark.parametrize(
    ("game", "players", "allowed"), [("kalooki", 0, False), ("kalooki", 2, False), ("three-thirteen", 8, True)]
)
def test_so_many_can_play(client: Phone, store: Store, game: str, players: int, allowed: bool) -> None:
    page = start(client, *PEOPLE[:players], game=game)
    assert (page.status, nothing_opened(store)) == ((303, False) if allowed else (422, True))
    if not allowed:
        low = 3 if game == "kalooki" else 2
        assert f"{low} to 8 players, not {players}" in page.faults


def test_what_does_not_fit_the_packs_is_refused_with_packs_that_would_do(client: Phone, store: Store) -> None:
    page = start(client, *PEOPLE[:7], house_packs="2")
    assert page.status == 422
    assert "3 packs would be enough" in page.faults
    assert opened(store, start(client, *PEOPLE[:7], house_packs="3")).game.pack.copies == 3


# House rules


def test_house_rules_reach_the_match(client: Phone, store: Store) -> None:
    page = start(
        client, *PEOPLE[:4], house_calls="5", house_four_naturals="3", house_jokers="6", house_twelve_early="yes"
    )
    game = opened(store, page).game
    assert game.chosen_rules == {"calls": 5, "four_naturals": 3, "jokers": 6, "twelve_early": True}
    assert (game.calls, game.run.least_naturals, game.pack.jokers, game.deals[0].cards) == (5, 3, 6, 12)


@pytest.mark.parametrize(("field", "value"), [("preset", "<script>"), ("house.calls", "9" * 1500)])
def test_a_house_rule_that_cannot_be_is_refused_at_its_field(
    client: Phone, store: Store, field: str, value: str
) -> None:
    page = client.post("/new/kalooki", **seats("Aki", "Ben", "Cy"), **{field: value})
    assert (page.status, nothing_opened(store)) == (422, True)
    where = "house.preset" if field == "preset" else field
    assert page.all("p", id=f"fault-{where}", role="alert")
    assert page.value("name0") == "Aki"


@pytest.mark.parametrize("game", list(GAMES))
def test_every_house_rule_can_be_chosen_with_its_sentence_and_paragraph(client: Phone, game: str) -> None:
    page = client.post(f"/new/{game}", **seats("Aki", "Ben"), rules=1)
    buttons = {(found.get("name"), found.get("value")) for found in page.all("button")}
    for rule in GAMES[game].house_rules:
        steps = {("step", f"{rule.name}-1"), ("step", f"{rule.name}+1")}
        answers = {("answer", f"{rule.name}-{value}") for value in rule.labels}
        pages = {page: {(page, "list")} for page in ("schedule", "prices")}
        wanted = {"switch": {("turn", rule.name)}, "stepper": steps, **pages}
        assert (wanted | {"choice": answers})[rule.widget] <= buttons
        assert rule.sentence in page.said
        assert GAMES[game].rulebook[rule.rule].text in page.said or rule.widget in pages
    presets = [one.name for one in GAMES[game].presets if len(GAMES[game].presets) > 1]
    assert [value for name, value in sorted(buttons, key=str) if name == "pick"] == sorted(presets)
    assert "<a " not in page.html.split('id="setup"')[1].split("</form>")[0], "a link would lose the names typed"


def tapped(client: Phone, game: str = "kalooki", **fields: Any) -> dict[str, str]:
    """Return the fields of the form after a tap, without its key."""
    page = client.send(f"/new/{game}", fields)
    assert page.status == 200, page.said
    return {name: value for name, value in page.form(f"/new/{game}").fields if name != "key"}


def test_a_step_and_a_switch_change_what_the_form_holds_and_say_what_the_book_has(client: Phone) -> None:
    more = tapped(client, **seats("Aki"), step="calls+1")
    assert more == {"name0": "Aki", "dealer": "0", "house.calls": "4"}
    assert "standard: 3" in client.send("/new/kalooki", {**more, "rules": "1"}).said
    assert "house.calls" not in tapped(client, **more, step="calls-1"), "standard rules again"
    assert tapped(client, step="four_naturals+1") == {"dealer": "0", "house.four_naturals": "3"}
    on = tapped(client, turn="call_first_card")
    assert on["house.call_first_card"] == "yes"
    assert "house.call_first_card" not in tapped(client, **on, turn="call_first_card")


def test_the_standard_rules_come_back_after_a_question_and_go_again_until_the_page_is_left(client: Phone) -> None:
    """The button is at the end of the rules, never in the bar, where the last page had its own button."""
    mine = {"house.calls": "5", "house.call_first_card": "yes", "preset": "twelve-early"}
    page = client.send("/new/kalooki", {**seats("Aki"), **mine, "rules": "1"})
    bar = page.html.split('<nav class="thumb"')[1]
    assert page.all("button", name="book", value="ask") and 'name="book"' not in bar
    asked = client.submit(page.form("/new/kalooki"), page.form("/new/kalooki").button("book", "ask"))
    assert "Back to standard rules?" in asked.said and "Calls per player in a deal: 5" in asked.said
    kept = dict(
        client.submit(asked.form("/new/kalooki"), asked.form("/new/kalooki").button("rules", "1"))
        .form("/new/kalooki")
        .fields
    )
    assert {name: kept.get(name) for name in mine} == mine, "Keep mine"
    wiped = client.submit(asked.form("/new/kalooki"), asked.form("/new/kalooki").button("book", "yes"))
    assert "Standard rules again." in wiped.said and not set(mine) & set(dict(wiped.form("/new/kalooki").fields))
    more = client.submit(wiped.form("/new/kalooki"), wiped.form("/new/kalooki").button("turn", "call_first_card"))
    back = client.submit(more.form("/new/kalooki"), more.form("/new/kalooki").button("back", "1"))
    held = dict(back.form("/new/kalooki").fields)
    assert {name: held.get(name) for name in mine} == mine and not back.all("button", name="back")
    left = client.submit(wiped.form("/new/kalooki"), wiped.form("/new/kalooki").button("done", "1"))
    assert "was" not in dict(left.form("/new/kalooki").fields)


def test_a_preset_that_overrides_a_rule_gives_it_back(client: Phone) -> None:
    mine = {"name0": "Aki", "dealer": "0", "house.twelve_early": "no"}
    assert "was" in (picked := tapped(client, **mine, pick="twelve-early"))
    assert tapped(client, **picked, back="1") == mine
    assert "was" not in tapped(client, **seats("Aki"), pick="twelve-early"), "nothing was lost"


def test_an_answer_in_words_is_one_tap_from_every_other(client: Phone) -> None:
    none = tapped(client, "contract-rummy", **seats("Aki"), answer="joker_exchange-none")
    assert none["house.joker_exchange"] == "none"
    page = client.send("/new/contract-rummy", {**none, "rules": "1"})
    pressed = [found["aria-pressed"] for found in page.all("button", name="answer") if "exchange" in found["value"]]
    assert pressed == ["false", "false", "true"]
    assert "house.joker_exchange" not in tapped(client, "contract-rummy", **none, answer="joker_exchange-end")
    assert tapped(client, "contract-rummy", **none, answer="joker_exchange-x") == none


@pytest.mark.parametrize("step", ["packs-1", "calls-1", "nonsense+1", "calls", "twelve_early+1"])
def test_there_is_no_step_beyond_the_last(client: Phone, step: str) -> None:
    least = {"house.calls": "0"}
    assert tapped(client, **least, step=step) == {"dealer": "0", **least}


# Seats, tap by tap


def test_a_tap_sits_down_and_a_chip_is_there_for_those_who_stand(client: Phone, match: Opened) -> None:
    match(names=PEOPLE[:4])
    assert chips(client.get("/new/kalooki")) == list(PEOPLE[:4])
    one = tapped(client, sit="Ben")
    two = tapped(client, **one, sit="Dee")
    assert two == {"name0": "Ben", "name1": "Dee", "name2": "", "dealer": "0"}
    assert chips(client.send("/new/kalooki", {**two, "keep": "1"})) == ["Aki", "Cy"], "no name is there twice"
    assert tapped(client, **two, sit="Ben") == two
    left = tapped(client, **two, stand="0")
    assert left == {"name0": "Dee", "name1": "", "dealer": "0", "also": "Ben"}
    three = {**two, "name2": "Cy", "deals": "1"}
    assert "Start · Dee deals 9 each" in client.send("/new/kalooki", three).said


def chips(page: Page) -> list[str]:
    """Return the names that a tap seats."""
    return [found["value"] for found in page.all("button", name="sit")]


def test_the_arrow_goes_one_place_up_and_round_and_the_button_with_its_dealer(client: Phone) -> None:
    table = {**seats("Aki", "Ben", "Cy"), "dealer": "1"}
    assert tapped(client, **table, up="1") == {**seats("Ben", "Aki", "Cy", ""), "dealer": "0"}
    assert tapped(client, **table, up="2") == {**seats("Aki", "Cy", "Ben", ""), "dealer": "2"}
    assert tapped(client, **table, up="0") == {**seats("Ben", "Cy", "Aki", ""), "dealer": "0"}


def test_the_button_is_moved_and_drawn_and_a_draw_says_so_until_it_is_moved(client: Phone) -> None:
    table = seats("Aki", "", "Cy")
    assert tapped(client, **table, deals="2") == {**seats("Aki", "Cy", ""), "dealer": "1"}
    drawn = [tapped(client, **table, draw="1") for _ in range(30)]
    assert {each["dealer"] for each in drawn} == {"0", "1"} and {each["lot"] for each in drawn} == {"1"}
    assert "drawn at random" in client.send("/new/kalooki", {**drawn[0], "keep": "1"}).said
    assert "lot" not in tapped(client, **drawn[0], deals="0")


def test_a_blank_seat_follows_until_the_table_is_full(client: Phone) -> None:
    assert tapped(client, keep="1") == {"name0": "", "name1": "", "dealer": "0"}
    assert tapped(client, **seats("Aki"), enter="1") == {**seats("Aki", ""), "dealer": "0"}
    assert tapped(client, **seats("Aki", ""), enter="1") == {**seats("Aki", ""), "dealer": "0"}
    full = seats(*PEOPLE)
    assert tapped(client, **full, enter="1") == tapped(client, **full, sit="Ivo") == {**full, "dealer": "0"}


@pytest.mark.usefixtures("shared_app")
@pytest.mark.parametrize(("field", "chair"), [("up", "9"), ("deals", "³"), ("stand", "9"), ("open", "³")])
def test_a_chair_there_is_none_of_changes_nothing(client: Phone, field: str, chair: str) -> None:
    assert tapped(client, **seats("Aki", "Ben"), **{field: chair}) == {**seats("Aki", "Ben", ""), "dealer": "0"}


# Names


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", '" onfocus="alert(1)', "{{71*73}} %(name)s {0}", "=1+1 & “Söhne” 👩\u200d👧"]
)
def test_a_hostile_name_is_shown_as_text_on_every_page(client: Phone, store: Store, name: str) -> None:
    page = start(client, name, "Ben", "Cy", dealer="0")
    sheet = opened(store, page)
    assert sheet.names[0] == name
    here = page.location
    client.deal(here[-6:], 1, 1, {0: "25", 2: "40"})
    for address in (here, f"{here}/sheet", f"{here}/adjust", f"{here}/deals/2/count", f"{here}/correct/1/0", "/"):
        shown = client.get(address)
        assert (shown.status, name in shown.words) == (200, True), address
        assert shown.inline == [] and "5183" not in shown.said.replace(here[-6:], "")  # the product, not a time of day
        assert not [found for _, found in shown.elements if "onfocus" in found]


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Aki\ud800", "Aki%ED%A0%80"),  # bytes that are no text arrive percent-encoded
        ("  Aki \t Sato ", "Aki Sato"),
    ],
)
def test_what_cannot_be_seen_is_taken_out_of_a_name(client: Phone, store: Store, typed: str, kept: str) -> None:
    page = start(client, typed, "Ben", "Cy", dealer="0")
    assert opened(store, page).names[0] == kept
    assert client.get(page.location).status == 200


def test_two_players_cannot_share_a_name(client: Phone, store: Store) -> None:
    page = start(client, one := "Straße", "Ben", "STRASSE")
    assert (page.status, bool(page.all("p", id="fault-name2")), nothing_opened(store)) == (422, True, True)
    assert page.value("name0") == one


def test_a_name_that_cannot_be_used_is_opened_as_it_is_entered_and_holds_start_back(client: Phone) -> None:
    page = start(client, "Aki", "Ben", "aki", "Dee", enter="1")
    assert page.all("input", name="name2")[0].keys() >= {"aria-invalid", "autofocus"}
    assert page.all("button", **{"aria-disabled": "true"}) and "Correct the marked name" in page.said
    assert len([kind for kind, found in page.elements if "autofocus" in found]) == 1
    assert not start(client, "Aki", "Ben", "Cy", enter="1").all("button", **{"aria-disabled": "true"})


def portraits(page: Page) -> dict[str, str]:
    """Return the inks on a page by the name beside each portrait."""
    found = re.findall(r"portrait (p\d)[^>]*>[^<]*</span>.*?<bdi[^>]*>(.*?)</bdi>", page.html)
    return {name: ink for ink, name in found}


def test_eight_people_have_eight_inks_in_the_set_up_at_the_table_and_in_the_evening(
    client: Phone, store: Store
) -> None:
    names = ("Chloé", "Daniel", "Aki", "Ben", "Mio", "Olu", "Gil", "Hana")
    inks = portraits(client.get("/new/kalooki?" + urlencode(seats(*names))))
    assert len({inks[name] for name in names}) == 8
    code = ended_with(store, names)
    again = "/new/kalooki?" + urlencode(seats(*reversed(names)))
    for page in (f"/evenings/{store.match(code).day}", again):
        found = portraits(client.get(page))
        assert {name: found[name] for name in names} == {name: inks[name] for name in names}, page
