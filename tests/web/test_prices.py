"""The prices of a table's own: chips, the keys of the pad, a slip, with and without script, and all that cites them."""

from pathlib import Path
from typing import Any

import pytest

from companion.app import create_app
from companion.games import GAMES
from companion.referee import answer
from companion.rules.game import Game
from companion.rules.prices import PriceRule, by_code, in_play
from companion.storage.store import Form, Store
from companion.storage.transfer.importer import Import
from tests.support.phone import Page, Phone, fresh_key

pytestmark = pytest.mark.file

NEW = "/new/kalooki"
SEATS = {"name0": "Aki", "name1": "Ben", "name2": "Cy", "dealer": "0"}
FIELD = "house.prices"
LIVELY = {"HX-Request": "true"}
SUNDAY = "AH:15 JK:25 #Sunday"
PRICED = [(game, rule) for game in GAMES.values() for rule in game.house_rules if isinstance(rule, PriceRule)]


def tap(client: Phone, tapped: str, prices: str = SUNDAY, **fields: str) -> Page:
    """Return the page after a tap without script."""
    page = client.send(NEW, {**SEATS, FIELD: prices, "prices": tapped, **fields})
    assert page.status == 200, page.said
    return page


def after(client: Phone, tapped: str, prices: str = SUNDAY, **fields: str) -> str:
    """Return the prices that the form holds after a tap, with script."""
    page = client.send(NEW, {**SEATS, FIELD: prices, "prices": tapped, **fields}, **LIVELY)
    held = dict(page.form(NEW).fields)
    assert (page.status, held["name2"]) == (200, "Cy")
    return held.get(FIELD, "")


@pytest.mark.parametrize(("game", "rule"), PRICED, ids=lambda each: getattr(each, "id", ""))
def test_a_line_of_the_house_rules_of_every_game_leads_to_its_keys(client: Phone, game: Game, rule: PriceRule) -> None:
    new = f"/new/{game.id}"
    page = client.send(new, {**SEATS, "rules": "1"})
    assert rule.sentence in page.said and "standard prices" in page.said
    prices = client.submit(page.form(new), page.form(new).button("prices", "list"))
    assert game.rulebook[rule.rule].text in prices.said
    for price in rule.priced(rule.prices(game)):
        assert (f'value="open-{price.code}"' in prices.html) == in_play(game, price)


def test_a_tap_on_a_key_opens_its_slip_and_a_figure_is_set_by_the_button_that_says_it(client: Phone) -> None:
    slip = tap(client, "open-JK", "")
    assert "A joker costs 50" in slip.said and "standard: 50" in slip.said
    slip = tap(client, "open-JK-25", "")
    assert "A joker costs 25" in slip.said
    assert 'value="open-JK-50" id="quick-standard"' in slip.html
    assert "A joker costs −5" in tap(client, "open-JK--5", "").said
    assert after(client, "set-JK-25", "") == "JK:25"
    assert after(client, "set-AS-20") == "AH:15 AS:20 JK:25 #Sunday"
    assert after(client, "set-JK-50") == "AH:15 #Sunday"
    assert after(client, "set-JK-50", "JK:25 #Sunday") == ""


@pytest.mark.parametrize(("typed", "held"), [("17", "JK:17"), ("-5", "JK:-5"), ("−100", "JK:-100"), ("１２", "JK:12")])
def test_another_figure_is_typed(client: Phone, typed: str, held: str) -> None:
    assert after(client, "set-JK-50", "", prices_figure=typed) == held


@pytest.mark.parametrize("typed", ["many", "101"])
def test_a_figure_that_is_no_price_keeps_what_was_typed_and_says_what_one_is(client: Phone, typed: str) -> None:
    for script in ({}, LIVELY):
        page = client.send(NEW, {**SEATS, FIELD: SUNDAY, "prices": "set-JK-50", "prices_figure": typed}, **script)
        assert page.status == 200 and f"“{typed}” is not a price" in page.said
        assert f'value="{typed}"' in page.html and dict(page.form(NEW).fields)[FIELD] == SUNDAY


def test_a_tap_that_no_button_sends_changes_nothing(client: Phone) -> None:
    for tapped in ("set-ZZ-5", "open-ZZ", "ready-9", "own-7", "nothing", "", "set-JK", "--"):
        assert after(client, tapped) == SUNDAY, tapped


def test_a_ready_list_is_a_chip_and_an_own_one_that_it_replaces_comes_back(client: Phone) -> None:
    page = tap(client, "ready-1")
    assert dict(page.form(NEW).fields)[FIELD] == "AH:15 JK:25" and "The prices were replaced." in page.said
    back = client.submit(page.form(NEW), page.form(NEW).button("prices", "back"))
    assert dict(back.form(NEW).fields)[FIELD] == SUNDAY
    assert after(client, "ready-0") == ""


def test_a_price_of_the_table_is_not_the_standard_and_its_name_is_what_the_set_up_says(client: Phone) -> None:
    rules = client.get(f"{NEW}?rules=1&{FIELD}=JK%3A25+%23Sunday")
    assert [card["aria-pressed"] for card in rules.all("button", name="pick")] == ["false", "false"]
    assert "Individual rules standard rules" in rules.said
    page = client.get(f"{NEW}?{FIELD}=JK%3A25+%23Sunday")
    assert "House rules Sunday · 2 packs" in page.said and "changed" not in page.said


def test_the_lists_of_earlier_matches_are_chips(client: Phone) -> None:
    for prices in ("JK:25 #Sunday", "JK:30", "AH:15 JK:25"):
        assert client.post(NEW, **SEATS, **{FIELD: prices}).status == 303
    page = tap(client, "list", "")
    assert "Sunday" in page.said and "My own, last time" in page.said
    assert after(client, "own-1", "") == "JK:25 #Sunday"


@pytest.mark.parametrize("text", ["JK:101", "ZZ:5", "💥"])
def test_unreadable_prices_are_named_at_their_place_and_keep_what_was_typed(client: Phone, text: str) -> None:
    page = client.send(NEW, {**SEATS, FIELD: text})
    assert page.status == 422 and 'id="fault-house.prices"' in page.html
    assert dict(page.form(NEW).fields)[FIELD] == text


@pytest.mark.parametrize(("game", "rule"), PRICED, ids=lambda each: getattr(each, "id", ""))
def test_a_match_is_counted_exported_and_brought_in_at_the_prices_of_its_table(
    client: Phone, store: Store, game: Game, rule: PriceRule
) -> None:
    prices = {code: points + 1 for code, points in rule.prices(game).items()}
    page = client.post(f"/new/{game.id}", **SEATS, **{FIELD: rule.text(rule.stored(prices, "Sunday"))})
    code = page.location.split("/")[-1]
    kept = store.match(code).sheet.game
    assert by_code(kept.chosen_rules["prices"]) == prices and rule.prices(kept) == prices
    saved = client.http.get(f"/api/matches/{code}").json
    assert saved["house"]["prices"]["name"] == "Sunday"
    told = client.get(f"/rules/{game.id}?code={code}").said
    assert "At this table" in told and "Sunday (" in told
    assert "Sunday (" in client.get(f"/m/{code}/sheet").said


@pytest.mark.parametrize(("game", "rule"), PRICED, ids=lambda each: getattr(each, "id", ""))
def test_a_price_of_the_table_decides_what_the_referee_and_the_pad_say(game: Game, rule: PriceRule) -> None:
    for code, usual in rule.prices(game).items():
        key = next((key for key in rule.keys if key.code == code), None)
        if key is None or not any(card in game.pack.cards for card in key.cards):
            continue
        card, house = key.cards[0], {"prices": [{"key": code, "points": usual - 7}]}
        deal = next(deal for deal in game.deals if card.rank not in deal.wild)
        named = game.with_house_rules(house)
        assert named.price(deal, card) == usual - 7 and named.keys(deal).key(str(card)).points == usual - 7
        question: dict[str, Any] = {"game": game.id, "ask": "penalty", "cards": [str(card)], "house": house}
        if any(part.name == "round" for part in game.questions["penalty"].fields):
            question["round"] = deal.number
        given = answer(question)
        assert given["points"] == usual - 7 and rule.rule in given["rules"]


@pytest.mark.parametrize(("game", "rule"), PRICED, ids=lambda each: getattr(each, "id", ""))
def test_house_rules_of_earlier_versions_mean_the_same(game: Game, rule: PriceRule) -> None:
    for name, values in rule.former.items():
        for value, prices in values.items():
            old, new = game.with_house_rules({name: value}), game.with_house_rules({"prices": prices})
            assert old.prices == new.prices and name not in old.chosen_rules
            assert old.with_house_rules(old.chosen_rules).prices == old.prices


def test_house_rules_with_a_list_of_a_table_are_a_preset_under_its_name(client: Phone) -> None:
    for prices, packs in (("JK:30", "2"), (SUNDAY, "2"), ("JK:20 #Sunday", "2"), (SUNDAY, "3"), ("JK:31", "2")):
        client.post(NEW, **SEATS, **{FIELD: prices, "house.packs": packs})
    client.post(NEW, **SEATS, **{"house.packs": "3"})
    page = client.send(NEW, {**SEATS, "rules": "1"})
    assert page.said.count("saved by this table") == 3, page.said
    assert "Packs in play: 3" in page.said and "Our own rules 2" in page.said
    page = client.send(NEW, {**SEATS, "house.jokers": "6", "pick": "own-1"})
    now = dict(page.form(NEW).fields)
    assert (now[FIELD], now["house.packs"]) == (SUNDAY, "3") and not now.get("house.jokers")
    assert "House rules were replaced." in page.said and 'id="pick-own-1"' in page.html
    assert page.html.partition('id="pick-own-1"')[2].partition(">")[0].count('aria-pressed="true"') == 1
    again = client.submit(page.form(NEW), page.form(NEW).button("back", "1"))
    assert dict(again.form(NEW).fields)["house.jokers"] == "6"


def test_a_match_with_prices_below_0_has_its_totals_in_every_file_and_comes_back(
    client: Phone, store: Store, tmp_path: Path
) -> None:
    code = client.post(NEW, **SEATS, **{FIELD: "2:-5 JK:25 #Sunday"}).location.split("/")[-1]
    client.deal(code, 1, 0, {1: "2 2 2 K JK", 2: "2 2 9"})
    client.post(f"/m/{code}/deals/2/end", out=0)
    for seat, total in ((1, "-7"), (2, "− 10")):
        assert client.post(f"/m/{code}/deals/2/hands/{seat}", revision=1, total=total).status == 303
    assert client.post(f"/m/{code}/deals/2/book").status == 303
    client.cancel(code, range(3, 10))
    assert store.match(code).sheet.totals == (0, 13, -11)
    table = client.http.get(f"/m/{code}/sheet.csv").text
    assert '"Total","","0","13","-11"' in table
    assert "−11" in client.get(f"/m/{code}/sheet").said
    (tmp_path / "match.jsonl").write_text(client.http.get(f"/m/{code}/match.jsonl").text, "utf-8")
    (tmp_path / "other").mkdir()
    other: Store = create_app(tmp_path / "other").extensions["companion.store"]
    with other.writing() as session:
        assert Import(session, write=True).take(tmp_path / "match.jsonl").new == 1
    there, here = other.match(code).sheet, store.match(code).sheet
    assert (there.totals, there.game.chosen_rules) == (here.totals, here.game.chosen_rules)
    again = client.post(f"{NEW}/sheet", sheet=table, **{FIELD: "2:-5 JK:25 #Sunday"})
    assert all(total in again.said for total in ("13", "−11")), again.said


def test_without_script_a_key_turns_the_sign_of_a_total(client: Phone, store: Store) -> None:
    code = client.post(NEW, **SEATS, **{FIELD: "2:-5"}).location.split("/")[-1]
    client.post(f"/m/{code}/deals/1/end", out=0)
    here = f"/m/{code}/deals/1/count?seat=1"
    assert client.get(f"{here}&total=12&sign=1").value("total") == "-12"
    assert client.get(f"{here}&total=-12&sign=1").value("total") == "12"
    assert client.get(f"{here}&total=-&digit=7").value("total") == "-7"


def test_the_table_says_its_own_prices_and_leads_to_their_rule(client: Phone, store: Store) -> None:
    prices = {"name": "Sunday", "prices": [{"key": "JK", "points": 25}]}
    for house in ({"prices": prices}, {}):
        code = store.open("kalooki", house, ("Aki", "Ben", "Cy"), 0, Form.of(fresh_key(), []))
        table = client.get(f"/m/{code}")
        ways = [link["href"] for link in table.all("a", **{"class": "own-prices small"})]
        assert len(ways) == ("Sunday (joker = 25)" in table.said) == bool(house)
        assert not ways or client.get(ways[0]).all("a", href=f"/m/{code}", **{"class": "tool"})
