"""The scoresheet in a real browser: figures line up, totals stay in view, nothing covers the bar, and it prints."""

import re
from urllib.parse import quote

import pytest

from companion.games import GAMES
from companion.sheet.commands import roster
from companion.storage.store import Form
from tests.support.phone import fresh_key
from tests.support.server import Server
from tests.support.table import LAPTOP, PHONE, Player, played, store_in
from tests.support.wire import booked

THREE = ("Aki", "Anna Maria Theresa", "Cy")
NAMES = ("Bartholomew", "Wolfeschlegelsteinhausen", "ひろみ", "Anastasia", "Emi", "Flora", "Gil", "Hana")
EDGES = """[...document.querySelectorAll('.sheet td a')].map(cell => {
  const edge = node => { const range = document.createRange(); range.selectNodeContents(node);
    return range.getBoundingClientRect().right };
  return Math.abs(edge(cell.querySelector('b')) - edge(cell.querySelector('small')));
})"""  # distance between the ends of a cell's figure and its running total, in CSS pixels
GAPS = """[...document.querySelectorAll('.sheet tfoot td')].map(cell => {
  const range = document.createRange(); range.setStart(cell, 0); range.setEndBefore(cell.querySelector('.place-cell'));
  return range.getBoundingClientRect();
}).map((box, place, all) => place ? box.left - all[place - 1].right : Infinity)"""  # between a total and the one before
INSIDE = """found => found.map(one => {
  const words = document.createRange(); words.selectNodeContents(one);
  const { left, right, bottom } = words.getBoundingClientRect();
  return [left, right, bottom].map(Math.round);
})"""  # left, right and bottom edge of the words of each, in CSS pixels
COVERED = """[...document.querySelectorAll('.thumb .btn')].filter(e => {
  const box = e.getBoundingClientRect();
  return !e.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
}).length"""


@pytest.fixture(scope="module")
def paths(served: Server) -> dict[int, str]:
    """A scoresheet of three, four and eight players, all rounds played."""
    store, made = store_in(served.instance), {}
    for names in (THREE, NAMES[:4], NAMES):
        players = len(names)
        code = store.open("three-thirteen", {"packs": 3}, names, 0, Form.of(fresh_key(), []))
        played(served, f"/m/{code}", [(0, [20] * (players - 1)), *[(1, [30] * (players - 1))] * 10])
        made[players] = f"/m/{code}/sheet"
    return made


def test_figures_line_up_and_the_total_stays_in_sight(player: Player, paths: dict[int, str]) -> None:
    for players, path in paths.items():
        player.open(path)
        for size in player.at_sizes(PHONE, LAPTOP):
            assert max(player.page.evaluate(EDGES)) < 1, (players, size)
            player.page.evaluate("scrollTo(0, 120)")
            assert player.page.evaluate(COVERED) == 0, (players, size)
            player.page.evaluate("scrollTo(0, 0)")
            total, bar = player.boxes(".sheet tfoot td", ".thumb")
            assert total["y"] + total["height"] <= bar["y"] + 1, (players, size)


@pytest.mark.handset(size=(360, 640), locale="ja")
def test_the_totals_stay_in_sight_below_a_correction_of_four_lines(player: Player) -> None:
    table = player.seat("three-thirteen", ("はなこ", "おばあちゃん", "健太郎"))
    booked(player.wire, table, 1, 0, [19, 12])
    player.open(f"{table}/correct/1/1")
    player.tap("button[name=back]")
    player.digits("8")
    player.tap(".pad-next", ".strip:has-text('18')")
    total, bar = player.boxes(".sheet tfoot td", ".thumb")
    assert total["y"] + total["height"] <= bar["y"] + 1


@pytest.mark.handset(size=LAPTOP)
def test_names_are_whole_on_a_laptop(player: Player, paths: dict[int, str]) -> None:
    player.open(paths[8])
    cut = "found => found.filter(e => e.scrollHeight > e.clientHeight + 2).map(e => e.textContent)"
    assert player.page.locator(".sheet thead bdi").evaluate_all(cut) == []


def test_a_column_is_cut_in_the_middle_so_that_a_phone_shows_that_there_are_more(
    player: Player, paths: dict[int, str]
) -> None:
    player.open(paths[8])
    columns = player.page.locator(".sheet thead th").evaluate_all("found => found.map(e => e.offsetLeft)")
    inside = player.page.locator(".sheet-scroll").evaluate("e => e.clientWidth")
    assert 12 < [inside - left for left in columns if left < inside][-1] < 45


@pytest.mark.handset(size=(360, 640))
def test_a_long_name_is_cut_on_a_phone_and_whole_on_paper(player: Player, paths: dict[int, str]) -> None:
    high = "found => found.map(e => Math.round(e.offsetHeight / parseFloat(getComputedStyle(e).lineHeight)))"
    cut = "found => found.filter(e => e.scrollWidth > e.clientWidth).map(e => e.textContent)"
    player.open(paths[4])
    names = player.page.locator(".sheet thead bdi")
    assert names.evaluate_all(high) == [1, 1, 1, 1], "no name is broken where it has no space"
    assert names.evaluate_all(cut) == [NAMES[1]], "each may reach over the column beside it"
    player.page.emulate_media(media="print")
    assert names.evaluate_all(cut) == []


def test_totals_stand_apart_on_a_narrow_phone(player: Player, paths: dict[int, str]) -> None:
    player.open(paths[4])
    for size in player.at_sizes((360, 640), (320, 568)):
        assert min(player.page.evaluate(GAPS)) > 12, size


@pytest.mark.parametrize(
    ("names", "late", "locale"),
    [(("アナ", "ベン", "クロエ", "ダン"), "イブ", "ja"), (("Anna", "Ben", "Chloe", "Dan"), "Eve", "en-GB")],
)
def test_a_sheet_of_five_is_whole_on_a_phone_with_a_leaver_and_a_latecomer(
    player: Player, served: Server, names: tuple[str, ...], late: str
) -> None:
    table = player.seat("kalooki", names)
    played(served, table, [(1, [52, 34, 12]), (2, [20, 15, 30])])
    for command in (lambda sheet: roster.leave(sheet, 2), lambda sheet: roster.join(sheet, late, "average")):
        form = Form.of(fresh_key(), [])
        store_in(served.instance).write(table[3:], form, lambda sheet, command=command: (command(sheet), ""))
    player.open(f"{table}/sheet")
    heads = player.page.locator(".sheet thead bdi").evaluate_all(INSIDE)
    assert len({bottom for *_, bottom in heads}) == 1, "all names stand at one height"
    card = player.page.locator(".sheet-scroll").bounding_box()
    words = heads + player.page.locator(".began small, .sheet tfoot td").evaluate_all(INSIDE)
    assert all(card["x"] < left and right <= card["x"] + card["width"] - 8 for left, right, _ in words)
    last, total = player.boxes("tbody tr:last-child th", "tfoot th")
    assert last["y"] + last["height"] <= total["y"] + 1, "the last deal lies above the totals"


@pytest.mark.handset(size=LAPTOP)
def test_on_a_laptop_figures_end_under_their_name_and_the_page_does_not_scroll(player: Player) -> None:
    table = player.seat("kalooki", ["Anna", "Ben", "Cy", "Dan"])
    booked(player.wire, table, 1, 1, [52, 34, 12])
    player.open(f"{table}/sheet")
    names, figures, totals = (
        [right for _, right, _ in player.page.locator(f".sheet {part}").evaluate_all(INSIDE)]
        for part in ("thead bdi", "td b", "td small")
    )
    assert names == figures == totals
    assert player.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_a_slip_has_one_left_edge_and_its_button_is_as_wide_as_its_words(player: Player) -> None:
    table = player.seat("kalooki", ["Anna", "Ben", "Cy", "Dan"])
    booked(player.wire, table, 1, 1, [52, 34, 12])
    player.open(f"{table}/sheet?deal=1&seat=0#c1-0")
    for size in player.at_sizes(PHONE, LAPTOP):
        parts = ("h2", ".slip-known", ".slip-go .btn", ".void .quiet")
        title, known, button, link = player.boxes(*(f".slip-cell {part}" for part in parts))
        assert title["x"] == known["x"] == button["x"] == link["x"], size
        assert button["width"] == known["width"], size


def test_the_printed_sheet_says_which_match_it_is(player: Player, paths: dict[int, str]) -> None:
    player.open(paths[4])
    assert not player.page.locator(".paper-head").is_visible()
    player.page.emulate_media(media="print")
    said = player.text(".paper-head")
    for part in ("Three Thirteen", paths[4].split("/")[2], "wins", "Packs in play: 3."):
        assert part in said


@pytest.mark.handset(size=(320, 568))
def test_a_tapped_figure_stays_in_sight_over_its_slip_and_the_next_one_is_one_tap_away(
    player: Player, paths: dict[int, str]
) -> None:
    player.open(paths[4])
    assert player.page.locator(".thumb .btn:visible").count() == 1
    for cell in ("#c10-2", "#c9-1"):
        player.tap(f"{cell} a", f"{cell}.picked")
        player.see("#slip-title:focus")
        figure, slip = player.boxes(cell, ".slip-cell")
        assert figure["y"] + figure["height"] <= slip["y"] and slip["height"] <= 568 / 2 + 1
        assert not player.page.locator(".thumb").is_visible()
        assert player.page.locator(".sheet tfoot td").first.bounding_box()["y"] < slip["y"]
    player.tap(".slip .tool", "#c9-1 a:focus")
    assert player.page.locator(".thumb").is_visible() and not player.page.locator(".slip-cell").count()


@pytest.mark.parametrize("leader", [1, 2])
def test_a_crown_stands_behind_its_name_and_clear_of_the_others(player: Player, served: Server, leader: int) -> None:
    table = player.seat("kalooki", ("Aki", "Bartholomew", "Cy", "Dorothea-Anne", *NAMES[4:]))
    played(served, table, [(leader, range(20, 27))])
    player.open(f"{table}/sheet")
    crown = player.page.locator(".sheet thead .crown").bounding_box()
    for name in player.page.locator(".sheet thead bdi").all():
        box = name.bounding_box()
        level = box["y"] < crown["y"] + crown["height"] / 2 < box["y"] + box["height"]
        assert not level or box["x"] + box["width"] <= crown["x"] or box["x"] >= crown["x"] + crown["width"]


def test_the_ring_of_a_tapped_figure_is_whole_under_the_highest_heads(player: Player, paths: dict[int, str]) -> None:
    for size in player.at_sizes((360, 640), (320, 568)):
        for cell in ("c1-0", "c2-1", "c9-2"):
            player.open(f"{paths[3]}?deal={cell[1]}&seat={cell[3]}#{cell}")
            head, ring, total = player.boxes(".sheet thead th", ".picked", ".sheet tfoot td")
            assert head["y"] + head["height"] <= ring["y"] + 0.5, (size, cell)
            assert ring["y"] + ring["height"] <= total["y"] + 0.5, (size, cell)


@pytest.mark.handset(size=LAPTOP)
def test_on_a_laptop_the_slip_stands_beside_the_sheet(player: Player, paths: dict[int, str]) -> None:
    player.open(paths[4] + "?deal=2&seat=1#c2-1")
    sheet, slip = player.boxes(".sheet-scroll", ".slip-cell")
    assert sheet["x"] + sheet["width"] <= slip["x"] and player.page.locator(".thumb").is_visible()


def test_on_a_phone_on_its_side_the_slip_stands_beside_the_sheet(player: Player, paths: dict[int, str]) -> None:
    for players, path in paths.items():
        player.open(path + "?deal=5&seat=1#c5-1")
        for size in player.at_sizes((640, 360), (780, 360)):
            sheet, slip, cell, total = player.boxes(".sheet-scroll", ".slip-cell", "#c5-1", ".sheet tfoot td")
            seen = (players, size)
            assert sheet["x"] + sheet["width"] <= slip["x"] and slip["y"] + slip["height"] <= size[1], seen
            assert sheet["height"] >= 4 * cell["height"] and total["y"] + total["height"] <= size[1], seen
            assert sheet["y"] <= cell["y"] and cell["y"] + cell["height"] <= total["y"] + 1, seen


@pytest.mark.parametrize("locale", ["en-GB", "ja"])
def test_a_blank_sheet_is_one_page_of_a4_or_letter(player: Player) -> None:
    longest = quote(" ".join(["15:gggrr"] * 15) + " #" + "Grandma " * 4)
    houses = {**dict.fromkeys(GAMES, ""), "contract-rummy": f"&house.twos_wild=yes&house.schedule={longest}"}
    margins = dict.fromkeys(("top", "right", "bottom", "left"), "15mm")
    for game_id, house in houses.items():
        player.open(f"/new/{game_id}/sheet/blank?seats={GAMES[game_id].most_players}{house}")
        for paper in ("A4", "Letter"):
            printed = player.page.pdf(format=paper, margin=margins)
            assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1, (game_id, paper)
