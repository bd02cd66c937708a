"""Table screen during the evening, and the result at its end."""

import html
import re
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import pytest
from flask import Flask

from companion.games import GAMES
from companion.storage.store import Store
from tests.storage.test_store import ended
from tests.support.phone import Opened, Page, Phone

pytestmark = pytest.mark.usefixtures("shared_app")


def whole(client: Phone, code: str, *last: str) -> Page:
    """Play a whole match, all deals but the last abandoned, in the last 0 out and these totals; return its result."""
    deals = len(GAMES["three-thirteen"].deals)
    client.cancel(code, range(1, deals))
    out = last.index("0") if "0" in last else None
    client.deal(code, deals, out, {seat: total for seat, total in enumerate(last) if seat != out})
    return client.get(f"/m/{code}")


def test_the_table_shows_the_contract_the_cards_the_dealer_and_the_stock(client: Phone, match: Opened) -> None:
    code, names = match(), ("Aki", "Ben", "Cy", "Dee")
    for number, deal in enumerate(GAMES["kalooki"].deals[:3], start=1):
        page = client.get(f"/m/{code}")
        assert f"Deal {number} of 9" in page.said
        assert page.all("ol", **{"class": "melds", "aria-label": str(deal.description)})
        assert (page.html.count("<b>3</b>"), page.html.count("<b>4</b>")) == (len(deal.groups), len(deal.runs))
        assert f"each {deal.cards} " in page.said
        assert f"deals {names[(number - 1) % 4]} begins {names[number % 4]}" in page.said
        assert f"in stock {108 - 4 * deal.cards - 1} " in page.said
        client.post(f"/m/{code}/deals/{number}/abandon")


def test_totals_stand_in_seat_order_and_every_leader_is_crowned(client: Phone, match: Opened) -> None:
    code = match("three-thirteen")
    client.deal(code, 1, 3, {0: "12", 1: "0", 2: "20"})
    page = client.get(f"/m/{code}")
    seats = [found["class"].split() for found in page.all("li") if "seat" in found.get("class", "").split()]
    assert ["leads" in seat for seat in seats] == [False, True, False, True]
    assert re.findall(r'class="seat-total">(-?\d+)', page.html) == ["12", "0", "20", "0"]


def test_nothing_but_a_booked_deal_can_be_undone_in_one_tap(client: Phone, store: Store, match: Opened) -> None:
    code = match()
    assert "Undo" not in client.get(f"/m/{code}").said
    client.deal(code, 1, 0, {1: "25", 2: "40", 3: "50"})
    page = client.submit(client.get(f"/m/{code}").form("/undo"))
    assert "Review" in page.said and "Undo" not in page.said
    assert store.match(code).sheet.totals == (0, 0, 0, 0)
    client.submit(client.get(f"/m/{code}/deals/1/count").form("/book"))
    assert store.match(code).sheet.totals == (0, 25, 40, 50)


@pytest.mark.parametrize("number", [1, 2])
def test_the_undo_of_a_voided_deal_lets_it_count_again(client: Phone, store: Store, match: Opened, number: int) -> None:
    code = match()
    for each in (1, 2):
        client.deal(code, each, 0, {1: "25", 2: "40", 3: "50"})
    client.post(f"/m/{code}/deals/{number}/void", reason="the pack was short")
    page = client.get(f"/m/{code}")
    assert f"Deal {number} was voided." in page.said and "cancelled" not in page.said
    page = client.submit(page.form("/undo"))
    sheet = store.match(code).sheet
    assert (sheet.totals, sheet.played, "Undo" in page.said) == ((0, 50, 80, 100), 2, False)


@pytest.mark.parametrize("view", ["", "/tv"])
def test_people_stand_in_the_order_they_sit_in_after_changing_places(client: Phone, match: Opened, view: str) -> None:
    code = match()
    client.post(f"/m/{code}/people", swaps="0", **{"with": "1"})
    names = re.findall(r'class="seat-name">(?:<a [^>]*>)?<bdi[^>]*>(\w+)', client.get(f"/m/{code}{view}").html)
    assert names == ["Ben", "Aki", "Cy", "Dee"]


# The deal in play


def test_a_call_is_one_button_for_each_seat_and_leads_back_to_the_table(
    client: Phone, store: Store, match: Opened
) -> None:
    code = match()
    table = client.get(f"/m/{code}")
    assert table.all("a", href=f"/m/{code}/deals/1/calls")
    form = client.get(f"/m/{code}/deals/1/calls").forms[-2]  # the last two: calls and lay-downs
    page = client.submit(form, form.buttons[1], act="call")
    assert "Ben called the discard." in page.said
    assert [found["aria-label"] for found in page.all("svg") if found.get("class") == "pips"] == [
        "0 of 3",
        "1 of 3",
        "0 of 3",
        "0 of 3",
    ]
    assert store.match(code).sheet.calls(1, 1) == 1


def test_the_last_mark_is_taken_back_in_one_tap_from_the_table(client: Phone, store: Store, match: Opened) -> None:
    code = match()
    for act in ("call", "lay-down"):
        client.post(f"/m/{code}/deals/1/calls/1", act=act)
        form = client.get(f"/m/{code}").form("/calls/1")
        page = client.submit(form, form.buttons[0])
        assert "Undo" not in page.said
    sheet = store.match(code).sheet
    assert (sheet.calls(1, 1), sheet.laid_down(1, 1), len(sheet.entries)) == (0, False, 4)


def test_what_the_law_refuses_is_grey_and_refused_in_words(client: Phone, store: Store, match: Opened) -> None:
    code = match(calls=1)
    client.post(f"/m/{code}/deals/1/calls/1", act="call")
    client.post(f"/m/{code}/deals/1/calls/2", act="lay-down")
    buttons = client.get(f"/m/{code}/deals/1/calls").all("button", **{"class": "btn pick"})[:4]
    assert ["disabled" in button for button in buttons] == [False, True, True, False]
    for seat, rule in ((1, "K32"), (2, "K19")):
        page = client.post(f"/m/{code}/deals/1/calls/{seat}", act="call")
        assert (page.status, rule in page.faults) == (409, True)
    assert len(store.match(code).sheet.entries) == 2
    said = client.get(f"/m/{code}/deals/1/calls").said
    assert "Ben cannot call: 1 call made, but this table allows only 1 (K32)." in said
    assert "Cy cannot call: a player who has laid down may not call (K19)." in said


def test_where_nobody_calls_nothing_of_it_shows(client: Phone, match: Opened) -> None:
    for code in (match(calls=0), match("three-thirteen")):
        page = client.get(f"/m/{code}")
        assert "Call" not in page.said and "pips" not in page.html and "Scores" in page.said
        assert client.get(f"/m/{code}/deals/1/calls").status == 404
        assert client.post(f"/m/{code}/deals/1/calls/1", act="call").status == 409


# The result


def test_the_result_names_the_winner_by_how_much_and_the_house_rules(client: Phone, match: Opened) -> None:
    page = whole(client, match("three-thirteen", court_points=True), "30", "12", "0", "40")
    assert "Cy wins" in page.said
    assert "0 points, 12 fewer than Ben" in page.said
    assert "What cards cost: Jack 11, queen 12, king 13." in page.said
    assert any(link["href"].endswith("/rematch") for link in page.all("a"))


def test_the_booking_of_the_last_deal_is_undone_from_the_result(
    client: Phone, store: Store, match: Opened, app: Flask
) -> None:
    code = match("three-thirteen")
    page = whole(client, code, "30", "0", "20", "40")
    assert "Round 11 saved." in page.said
    assert "Round 11" in client.submit(page.form("/undo")).said
    assert store.match(code).sheet.missing(store.match(code).sheet.current) == []
    client.post(f"/m/{code}/deals/11/book")
    client.post(f"/m/{code}/adjust", seat=0, points="5", reason="a bonus")
    assert "/undo" not in client.get(f"/m/{code}").html


def test_the_evening_after_a_result_is_corrected_and_no_longer_undone(client: Phone, store: Store) -> None:
    code = ended(store, "kalooki", (2, 9), datetime.now(UTC) - timedelta(hours=26))
    assert "/undo" not in client.get(f"/m/{code}").html
    cell = client.get(f"/m/{code}/sheet?deal=9&seat=1")
    assert "/undo" not in cell.html and "Correct this figure" in cell.said
    refused = client.post(f"/m/{code}/undo", deal=9)
    assert refused.status == 409 and "Correct its figures on the scoresheet instead." in refused.said
    assert store.match(code).finished_at
    client.post(f"/m/{code}/deals/9/void", reason="misdealt", seat=1)
    assert "Deal 9 was voided" in client.get(f"/m/{code}").said  # an act of this evening, undone in this one
    client.submit(client.get(f"/m/{code}").form("/undo"))
    assert store.match(code).sheet.restored(9)
    assert client.post(f"/m/{code}/undo", deal=9).status == 409


def test_the_result_lists_every_total_with_its_distance_and_draws_its_line(client: Phone, match: Opened) -> None:
    page = whole(client, match("three-thirteen"), "30", "12", "0", "40")
    assert "place 1 Cy 0 place 2 Ben +12 12 place 3 Aki +30 30 place 4 Dee +40 40" in page.said
    (chart,) = page.all("svg", **{"class": "chart"})
    assert chart["aria-label"].endswith("Cy 0; Ben 12; Aki 30; Dee 40") and len(page.all("polyline")) == 4


def test_a_tie_goes_into_a_bonus_round_that_decides(client: Phone, store: Store, match: Opened) -> None:
    code = match("three-thirteen", tie_round=True)
    page = whole(client, code, "30", "0", "20", "0")
    assert "Bonus round" in page.said and "does not play this one" in page.said
    counting = client.get(f"/m/{code}/deals/12/count")
    assert [found["value"] for found in counting.all("button", name="out")] == ["1", "3"]
    client.deal(code, 12, 3, {1: "10"})
    result = client.get(f"/m/{code}")
    assert "Dee wins" in result.said and "0 points, won in the bonus round" in result.said
    assert store.match(code).sheet.totals == (30, 0, 20, 0)


def test_a_bonus_round_is_counted_by_its_name_and_adds_to_no_total(client: Phone, match: Opened) -> None:
    code = match("three-thirteen", tie_round=True)
    whole(client, code, "30", "0", "20", "0")
    client.post(f"/m/{code}/deals/12/end", out=3)
    totals = client.get(f"/m/{code}/deals/12/totals")
    assert "Save bonus round" in totals.said and "0 +" not in totals.said
    assert not totals.all("small", **{"data-before": "0"})
    pad = client.get(f"/m/{code}/deals/12/count?seat=1")
    assert pad.all("form", **{"class": "hand-form"}) and not pad.all("p", **{"class": "small soft makes"})


def slip(client: Phone, code: str, seat: int = 1) -> Page:
    """Return the page of a seat."""
    page = client.get(f"/m/{code}/seats/{seat}")
    assert page.status == 200, page.said
    return page


def links(page: Page) -> list[str]:
    """Return the targets of all links on the page."""
    return [found["href"] for found in page.all("a")]


def test_every_row_of_the_table_leads_to_its_slip_with_the_table_under_it(client: Phone, match: Opened) -> None:
    code = match()
    table = client.get(f"/m/{code}")
    rows = [found["href"] for found in table.all("a", **{"class": "seat-tap"})]
    assert rows == [f"/m/{code}/seats/{seat}" for seat in range(4)]
    page = slip(client, code)
    assert page.all("div", role="dialog") and "Deal 1 of 9" in page.said
    assert f"/m/{code}#seat-1" in links(page), "the way back to the row"
    assert [part for part, found in page.elements if "inert" in found] == ["header", "main", "nav"]


def test_no_browser_translates_names_or_cards(client: Phone, match: Opened) -> None:
    code = match(names=("Rose", "Will", "Faith", "Grace"))
    client.post(f"/m/{code}/deals/1/end", out=0)
    for page, named in ((f"/m/{code}", 4), (f"/m/{code}/deals/1/count", 4), (f"/m/{code}/sheet", 4), ("/players", 0)):
        names = client.get(page).all("bdi")
        assert len(names) >= named and all(name["translate"] == "no" for name in names if "data-next" not in name), page
    keys = client.get(f"/m/{code}/deals/1/count").html
    assert 'pad-cards" translate="no"' in keys
    assert 'translate="no" class="cardgrid' in client.get("/rules/kalooki/referee/four").html


def crawled(client: Phone, code: str) -> dict[str, Page]:
    """Return the pages of a table that links lead to, one of each kind, by address without its query."""
    found: dict[str, Page] = {}
    kinds = set[str]()
    left = [f"/m/{code}"]
    while left:
        address = left.pop()
        path = urlsplit(address).path
        kind = re.sub(r"/\d+|/referee/.*", "", path)
        if kind in kinds or code not in address or path.rpartition("/")[2].count("."):
            continue
        kinds.add(kind)
        found[path] = page = client.get(address)
        left += [html.unescape(link["href"]).partition("#")[0] for link in page.all("a") if "href" in link]
    return found


@pytest.mark.parametrize(("game", "over"), [("kalooki", False), ("three-thirteen", True)])
def test_every_page_at_a_table_leads_back_to_it(client: Phone, match: Opened, game: str, over: bool) -> None:
    code = match(game)
    client.deal(code, 1, 0, {1: "20", 2: "20", 3: "20"})
    if over:
        client.post(f"/m/{code}/end")
    found = crawled(client, code)
    assert len(found) > 10, sorted(found)
    for address, page in found.items():
        header = page.html.partition('<header class="top"')[2].partition("</header>")[0]
        back = code in header or page.all("a", href=f"/m/{code}")
        assert page.status == 200 and (address == f"/m/{code}" or back), address


def test_the_chart_is_shown_at_any_time_once_a_deal_is_saved(client: Phone, match: Opened) -> None:
    code = match()
    assert "Chart" not in client.get(f"/m/{code}/sheet").said
    client.deal(code, 1, 1, {0: "25", 2: "40", 3: "50"})
    for act in ("call", "undo-call"):  # the last line of the card says how the match stands
        client.post(f"/m/{code}/deals/2/calls/0", act=act)
    assert client.get(f"/m/{code}").all("a", href=f"/m/{code}/sheet?chart=1")
    assert not client.get(f"/m/{code}/sheet").all("svg", **{"class": "chart"})
    drawn = client.get(f"/m/{code}/sheet?chart=1").all("svg", **{"class": "chart"})
    assert "Totals, lowest first: Ben 0; Aki 25" in drawn[0]["aria-label"].replace("\u2068", "").replace("\u2069", "")


def before_last(client: Phone, code: str, hands: dict[int, str]) -> Page:
    """Play the first deal of Kalooki, cancel all up to the last, and return the table."""
    client.deal(code, 1, 0, hands)
    client.cancel(code, range(2, 9))
    return client.get(f"/m/{code}")


def test_where_places_have_no_number_the_words_have_the_whole_row(client: Phone, match: Opened) -> None:
    code = match("three-thirteen", names=("Aki", "Ben"))
    client.deal(code, 1, 0, {1: "20"})
    client.cancel(code, range(2, 11))
    page = client.get(f"/m/{code}/must-happen")
    assert "Aki wins with" in page.said and "portrait" not in page.html


def test_before_the_last_deal_the_table_says_what_must_happen(client: Phone, match: Opened) -> None:
    code = match()
    there = f"/m/{code}/must-happen"
    assert client.get(there).location == f"/m/{code}" and there not in links(client.get(f"/m/{code}"))
    table = before_last(client, code, {1: "23", 2: "56", 3: "89"})
    assert (
        there in links(table) and "Ben needs 24 fewer than Aki" in table.said and "Deal 8 was cancelled." in table.said
    )
    assert "今回Akiより24点以上" in client.get(f"/m/{code}", Accept_Language="ja").said
    page = client.get(there)
    for words in (
        "Aki wins with at most 22 more than Ben and at most 55 more than Cy and at most 88 more than Dee",
        "Ben wins with 24 fewer than Aki and at most 32 more than Cy and at most 65 more than Dee",
        "Dee wins with 90 fewer than Aki and 67 fewer than Ben and 34 fewer than Cy",
    ):
        assert words in page.said
    japanese = client.get(there, Accept_Language="ja")
    assert "Benは、この回の失点がAkiより24点以上少なければ勝ち" in japanese.said and "さらに、Cy" in japanese.said
    client.post(f"/m/{code}/deals/9/calls/1", act="call")
    client.post(f"/m/{code}/deals/9/calls/1", act="undo-call")
    assert "Ben needs 24 fewer than Aki to win." in client.get(f"/m/{code}").said
