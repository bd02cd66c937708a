"""The result in a real browser: long names beside their totals, and clean in print."""

import pytest

from companion.games import GAMES
from companion.sheet.commands import roster, whole_match
from companion.storage.store import Form
from tests.browser.test_long_words import LINES
from tests.support.phone import fresh_key
from tests.support.server import Server
from tests.support.table import Player, played, store_in
from tests.support.wire import Wire, opened

LOW, SMALL = (360, 640), (320, 568)
NAMES = ("Aki", "Ben", "Cy", "Wolfeschlegelsteinhausenbergerdorff")
GAPS = """[...document.querySelectorAll(".place")].map(place => {
  const [name, total] = [...place.querySelectorAll("bdi, b")].map(one => one.getBoundingClientRect());
  return total.left - name.right;
})"""  # gap between each name in the list of places and its total, in CSS pixels


@pytest.fixture(scope="module")
def over(served: Server) -> str:
    """A finished match."""
    table = f"/m/{opened(Wire(served.port), NAMES)}"
    played(served, table, [(number % 4, [20, 30 + number, 40]) for number in range(1, 10)])
    return table


def test_a_long_name_is_cut_before_its_total_and_a_low_screen_has_no_chart(player: Player, over: str) -> None:
    player.open(over)
    for size in player.at_sizes(SMALL, LOW):
        gaps = player.page.evaluate(GAPS)
        assert len(gaps) == len(NAMES) and min(gaps) > 5, size
        cut = "found => found.filter(e => e.scrollWidth > e.clientWidth).map(e => e.textContent)"
        assert player.page.locator(".place bdi").evaluate_all(cut) == [NAMES[3]], size
        assert not player.page.locator(".chart").is_visible(), size


@pytest.mark.handset(size=LOW, locale="ja-JP")
def test_that_somebody_left_takes_one_line_in_japanese(player: Player, served: Server) -> None:
    table = player.seat("kalooki", ("Anna", "Anton", "Bea", "Cy"))
    played(served, table, [(0, [20, 30, 40])])
    store = store_in(served.instance)
    store.write(table[3:], Form.of(fresh_key(), []), lambda sheet: (roster.leave(sheet, 2), ""))
    store.write(table[3:], Form.of(fresh_key(), []), lambda sheet: (whole_match.stop(sheet), ""))
    player.open(table)
    assert player.page.locator(".result :text('途中で抜けたBea')").evaluate_all(LINES) == [1]


def test_the_printed_result_says_when_it_was_and_holds_nothing_to_tap(player: Player, over: str) -> None:
    player.open(over)
    player.page.emulate_media(media="print")
    shown = "found => found.filter(e => e.getClientRects().length).map(e => e.textContent.trim())"
    assert player.page.locator("button, a, summary, form, .card-foot").evaluate_all(shown) == []
    assert over.split("/")[2] in player.text(".paper-head")
    year = player.page.evaluate("String(new Date().getFullYear())")
    assert year in player.text(".house-rules")
    assert player.page.locator(".chart").is_visible() and player.page.locator(".places").is_visible()


def test_the_printed_rules_are_the_rules_alone(player: Player, over: str) -> None:
    player.open(f"/rules/kalooki?code={over.split('/')[2]}")
    player.page.emulate_media(media="print")
    shown = "found => found.filter(e => e.getClientRects().length).map(e => e.textContent.trim())"
    assert player.page.locator("button, input, a, nav").evaluate_all(shown) == []
    assert len(player.page.locator("summary").evaluate_all(shown)) == 8, "the chapters' names stand over them"
    open_ = "found => found.filter(e => e.checkVisibility({contentVisibilityAuto: true})).length"
    assert player.page.locator(".paragraph").evaluate_all(open_) == len(GAMES["kalooki"].rulebook)
    assert player.page.evaluate("String(new Date().getFullYear())") in player.text(".paper-head")


INKS = """[...document.querySelectorAll("body *")].filter(e => e.getClientRects().length).map(e => {
  const { color, backgroundColor, borderBlockStartColor, fill, stroke } = getComputedStyle(e);
  return [e.tagName, color, backgroundColor, borderBlockStartColor, fill, stroke].join(" ");
})"""  # every colour of what is printed
PALE = """[...document.querySelectorAll("body *:not(.hear)")].filter(e => e.getClientRects().length)
  .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()))
  .map(e => [getComputedStyle(e), e.textContent]).filter(([style]) => style.backgroundColor === "rgba(0, 0, 0, 0)")
  .filter(([style]) => style.color.match(/\\d+/g).slice(0, 3).every(part => part > 120)).map(([, text]) => text)"""
# text in pale ink on no ground of its own


def test_dark_colours_are_printed_in_dark_ink_on_white(player: Player, served: Server, over: str) -> None:
    for path in (
        over,
        f"{over}/sheet",
        f"{over}/sheet?deal=1&seat=1",
        "/players",
        "/players?name=Ben",
        "/rules/kalooki",
    ):
        printed = []
        for chosen, scheme in (("light", "light"), ("system", "dark")):
            player.page.context.add_cookies(
                [{"name": "theme", "value": chosen, "url": f"http://127.0.0.1:{served.port}"}]
            )
            player.page.emulate_media(media="print", color_scheme=scheme)
            player.open(path)
            printed.append(player.page.evaluate(INKS))
            assert player.page.evaluate(PALE) == [], (path, chosen)
        assert printed[0] == printed[1], path
        player.page.emulate_media(media="screen", color_scheme="dark")
        assert player.page.evaluate(INKS) != printed[0], "and dark on the screen"
