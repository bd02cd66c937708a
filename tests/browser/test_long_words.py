"""Long names, messages and results: complete, apart from their neighbours, and covered by nothing."""

from collections.abc import Sequence
from functools import partial
from itertools import count

import pytest

from companion.sheet.commands import marks
from companion.storage.backup.catalog import back_up
from tests.support.evenings import a_match_of
from tests.support.phone import at_once
from tests.support.server import Server
from tests.support.table import LAPTOP, PHONE, Player, played, store_in
from tests.support.wire import Post, booked

SHORT, SMALL = (360, 640), (320, 568)
EIGHT = ("Annabelle", "Bartholomew", "Cy", "Dee", "Emi", "Florentina", "Gil", "Hana")
SIX = ("長男太郎次郎", "おばあちゃん", "ゆうこさんさ", "長女花子美子", "健太郎健太郎")  # wide letters
CUT = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.innerText)"
GAPS = """all => all.slice(1).map((one, before) => {
  const ends = figure => {
    const words = document.createRange();
    words.selectNodeContents(figure);
    return words.getBoundingClientRect();
  };
  const [left, right] = [ends(all[before]), ends(one)];
  return Math.abs(left.y - right.y) > 5 ? Infinity : right.left - left.right;
})"""  # gap between each figure and the one before it in its row, in CSS pixels
LINES = """all => all.map(one => {
  const words = document.createRange();
  words.selectNodeContents(one);
  return new Set([...words.getClientRects()].map(box => Math.round(box.y))).size;
})"""  # number of lines of each
ROOM = "all => Math.min(...all.map(one => one.clientHeight / parseFloat(getComputedStyle(one).fontSize)))"
LOW = "all => Math.max(...all.map(one => one.getBoundingClientRect().bottom))"


def overflow(player: Player) -> int:
    """Return the page's overflow beyond the screen width, in CSS pixels."""
    return int(player.page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def low(player: Player, part: str) -> float:
    """Return the lowest bottom edge of these elements, in CSS pixels."""
    return float(player.page.locator(part).evaluate_all(LOW))


def top(player: Player, part: str) -> float:
    """Return the top edge of the element, in CSS pixels."""
    return float(player.page.locator(part).first.bounding_box()["y"])


def large(player: Player) -> None:
    """Double the text size, as a browser setting may."""
    wire = player.page.context.new_cdp_session(player.page)
    wire.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})  # CSS pixels


def over(player: Player, served: Server, names: Sequence[str], deals: int, tie: bool) -> str:
    """Play a match and end it after this many deals; the first player wins, or the first two tie."""
    table = player.seat("kalooki", names)
    points = [30, *range(40, 30 + 10 * (len(names) - 1), 10)]
    played(served, table, [(number % 2 if tie else 0, points) for number in range(1, deals + 1)])
    if deals < 9:
        assert player.wire.post(Post.of(f"{table}/end", revision=deals + 1)).status == 303
    return table


@pytest.mark.parametrize(
    ("names", "points"),
    [
        (("Aki", "Ben", "Maximilian-Alexander", "Dee"), ([42, 45, 100], [145, 136, 136])),
        (("Aki", "Ben", "Cy", "Maximilian-Alexander", "Emi"), ([142, 145, 100, 111], [145, 136, 136, 150])),
    ],
)
def test_totals_stand_apart_below_names_of_any_length(
    player: Player, served: Server, names: tuple[str, ...], points: tuple[list[int], ...]
) -> None:
    table = player.seat("kalooki", names)
    played(served, table, [(1, row) for row in points])
    for path in (f"{table}/end", "/"):
        player.open(path)
        for size in player.at_sizes(SMALL, SHORT):
            assert overflow(player) == 0, (path, size)
            assert min(player.page.locator(".standings b").evaluate_all(GAPS)) >= 6, (path, size)
            cut = player.page.locator(".standings bdi").evaluate_all(CUT)
            assert set(cut) <= {"Maximilian-Alexander"}, (path, size)
    assert low(player, ".card-foot, .resume .btn") <= low(player, ".resume")


@pytest.mark.file
@pytest.mark.handset(size=SHORT, at="fresh", quiet=False)
def test_the_path_of_a_backup_stays_on_its_card(player: Player, fresh: Server) -> None:
    database = fresh.instance / "companion.db"
    back_up(fresh.instance)
    aside = database.rename(database.with_name("aside"))
    player.open("/")
    aside.rename(database)
    assert "The last backup is" in player.text(".notice")
    assert player.page.locator(".notice").evaluate_all(CUT) == []


@pytest.mark.handset(size=SHORT, locale="ja-JP")
@pytest.mark.parametrize(
    "names",
    [("はなこ", "健太郎", "おばあちゃん", "ゆうた"), ("山田太郎", "田中花子", "佐藤健一", "鈴木美咲", "高橋大輔")],
)
def test_japanese_names_are_whole_beside_their_totals(player: Player, served: Server, names: tuple[str, ...]) -> None:
    table = player.seat("kalooki", names)
    played(served, table, [(0, [287, 208, 129, 150][: len(names) - 1])])
    for path in (f"{table}/end", "/", f"{table}/people"):
        player.open(path)
        shown = player.page.locator(".standings bdi, .person:not(.person-new) bdi")
        assert shown.evaluate_all(CUT) == [] and shown.count() == len(names), path
        assert max(shown.evaluate_all(LINES)) <= 2, path
        assert set(player.page.locator(".standings b, .person b").evaluate_all(LINES)) == {1}, path


@pytest.mark.parametrize("players", [3, 6])
def test_standings_of_many_leaders_with_long_figures_stay_on_it(player: Player, players: int) -> None:
    table = player.seat("kalooki", EIGHT[:players])
    points, given = [0, 20, 30, 40, 50, 60][:players], count(1)
    booked(player.wire, table, 1, 0, points[1:])
    for level in (131, -1234):
        for seat, lacks in ((seat, level - point) for seat, point in enumerate(points) if level != point):
            level_up = Post.of(f"{table}/adjust", seat=seat, points=lacks, reason="late", revision=next(given))
            assert player.wire.post(level_up).status == 303
        points = [level] * players
        for path in (f"{table}/end", "/"):
            player.open(path)
            assert player.page.locator(".standings .leads").count() == players
            for size in player.at_sizes(SMALL, SHORT):
                assert overflow(player) == 0, (path, size)
                assert min(player.page.locator(".standings b").evaluate_all(GAPS)) >= 4, (path, size)


@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
def test_words_under_a_ruling_fit_their_buttons(player: Player) -> None:
    for question in ("stock-empty?judge=1&discards=5", "four?judge=1&cards=5H+JK+JK+8H"):
        player.open(f"/rules/kalooki/referee/{question}")
        player.see(".verdict")
        for size in player.at_sizes(SMALL, SHORT, PHONE):
            assert player.page.locator(".thumb-ruled .btn:visible").evaluate_all(CUT) == [], (question, size)


def test_where_all_jokers_are_is_told_above_the_line_of_the_sum(player: Player) -> None:
    table = player.begin_count("kalooki", ["Ana", "Maximilian-Alexander", "Cy"], out=2)
    for seat, cards in enumerate(("JK JK JK", "JK")):
        player.wire.post(Post.of(f"{table}/deals/1/hands/{seat}", revision=1, cards=cards))
    player.open(f"{table}/deals/1/count?seat=1")
    player.see(".gone:not([hidden])")
    for size in player.at_sizes(SMALL, SHORT, PHONE, LAPTOP):
        assert low(player, ".gone") - 8 <= top(player, ".thumb > .sum"), "its words, which have 8 pixels below them"
        assert low(player, ".ask-right button") <= top(player, ".gone") + 1, size


@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
def test_whether_somebody_laid_down_is_told_whole(player: Player, served: Server) -> None:
    table = player.seat("kalooki", ["Ana", "Ben", "Cy", "Dee"])
    said = [partial(marks.mark, act, number=1, seat=seat) for seat, act in enumerate(("call", "lay-down"))]
    at_once(store_in(served.instance), table.rsplit("/", 1)[1], said)
    player.wire.post(Post.of(f"{table}/deals/1/end", out=2, revision=1))
    player.open(f"{table}/deals/1/count?seat=0")
    for size in player.at_sizes(SMALL, SHORT, PHONE, LAPTOP):
        row, *told = (one.bounding_box() for one in player.page.locator(".hand-who p, .hand-who p span").all())
        assert len(told) == 2 and told[0]["x"] + told[0]["width"] <= row["x"] + row["width"] + 1, size
        assert told[0]["height"] < 25 and abs(told[0]["y"] - row["y"]) < 3, size
        beside = told[1]["y"] == told[0]["y"]
        assert beside or told[1]["y"] >= row["y"] + row["height"] - 1, "the calls are whole or not there"


def test_eight_names_are_whole_where_it_is_asked_who_went_out(player: Player) -> None:
    player.open(player.seat("kalooki", EIGHT) + "/deals/1/count")
    for size in player.at_sizes(SMALL, SHORT, PHONE):
        assert player.page.locator(".who-seats bdi").evaluate_all(CUT) == [], size
        assert player.page.locator(".who-seats bdi").evaluate_all(ROOM) > 1.24, "tails of letters"


@pytest.mark.handset(size=SHORT)
def test_a_name_that_is_cut_ends_beside_its_neighbour_and_keeps_the_tails_of_its_letters(player: Player) -> None:
    names = ("Cy", "Wolfgang-Hieronymus-Egbert-Georg", "Dee", "Emi")
    here = player.begin_count("kalooki", names) + "/deals/1"
    assert player.page.locator(".pad-next bdi").evaluate_all(ROOM) > 1.24
    for path, shown in ((f"{here}/count", ".hand-head h2, .tab bdi"), (f"{here}/totals", ".figure-line bdi")):
        player.open(path)
        assert player.page.locator(shown).evaluate_all(CUT), "it is cut"
        assert player.page.locator(shown).evaluate_all(ROOM) > 1.24, "heights of a letter, as Noto needs"
    name, figure = (player.page.locator(f"label.figure-line {one}").first.bounding_box() for one in ("bdi", "input"))
    assert name["x"] + name["width"] < figure["x"]
    for field in player.page.locator(".figure-line input").all():
        field.fill("9999")
    player.tap(".totals-bar .primary", "[aria-invalid=true]")
    assert player.page.locator(".totals-bar .btn").evaluate_all(CUT) == []


@pytest.mark.handset(at="fresh", size=SHORT, locale="ja")
def test_where_another_table_is_in_its_match_is_whole_in_wide_letters(player: Player) -> None:
    for _ in range(2):
        player.seat("contract-rummy", EIGHT[:4])
    player.open("/")
    said = player.page.locator(".rows-bare small")
    said.evaluate_all("all => all.forEach(one => (one.style.letterSpacing = '.2em'))")
    assert said.count() == 1 and said.evaluate_all(CUT) == []


@pytest.mark.handset(size=SHORT, locale="ja-JP")
def test_names_are_whole_where_a_call_is_noted_and_totals_are_missing(player: Player) -> None:
    table = player.seat("kalooki", ["ゆうた", "はなこ", "おばあちゃん", "健太郎"])
    player.open(f"{table}/deals/1/calls")
    assert player.page.locator(".only-call .pick bdi").evaluate_all(CUT) == []
    player.wire.post(Post.of(f"{table}/deals/1/end", out=0, revision=1))
    player.wire.post(Post.of(f"{table}/deals/1/hands/1", revision=1, cards="10 " * 9))
    player.open(f"{table}/deals/1/totals")
    player.see(".totals-bar .waits:has-text('おばあちゃん')")
    assert player.page.locator(".totals-bar .btn").evaluate_all(CUT) == []


@pytest.mark.handset(locale="ja-JP")
def test_names_of_six_wide_letters_are_whole(player: Player) -> None:
    for names in (SIX[:4], SIX):
        table, chairs = player.seat("kalooki", names), "&".join(f"name{at}={name}" for at, name in enumerate(names))
        booked(player.wire, table, 1, 0, range(20, 10 + 10 * len(names), 10))  # somebody leads
        for path, part in (("/adjust", ".pills-even"), ("/tv", ".tv"), (f"/new/kalooki?{chairs}", ".chairs")):
            player.open(path if part == ".chairs" else table + path)
            for size in player.at_sizes(SHORT, LAPTOP, (1920, 1080)):
                shown = player.page.locator(f"{part} bdi")
                assert shown.count() >= len(names) and shown.evaluate_all(CUT) == [], (path, size)
                assert max(shown.evaluate_all(LINES)) <= 2, (path, size)


@pytest.mark.handset(size=SHORT, locale="ja-JP")
def test_dealer_and_first_player_of_six_wide_letters_are_whole(player: Player) -> None:
    for names in (SIX[:4], ["WWWWWW", "MMMMMM", "Cy", "Dee"]):
        player.start("kalooki", names)
        shown = player.page.locator(".facts bdi")
        assert shown.evaluate_all(CUT) == [] and set(shown.evaluate_all(LINES)) == {1}


@pytest.mark.handset(size=SMALL)
def test_a_japanese_name_in_a_sentence_is_not_broken(player: Player) -> None:
    player.open(player.begin_count("kalooki", SIX, out=1) + "/deals/1/count?seat=0")
    assert player.page.locator(".tray-hint bdi").evaluate_all(LINES) == [1]


@pytest.mark.parametrize("name", ["Wolfeschlegelsteinhausenbergerdorff", "長男太郎次郎" * 6])
@pytest.mark.handset(at="fresh", size=SMALL)
def test_a_name_longer_than_its_line_stays_on_the_screens_that_list_matches(
    player: Player, fresh: Server, name: str
) -> None:
    table = f"/m/{a_match_of(store_in(fresh.instance), 'Aki', 'Ben', name)}"
    player.open("/")
    assert name in player.text(".rows"), "below the winner"
    two = f"/players?name={name}&with=Aki"
    for path in ("/", "/players", f"/players?name={name}", two, f"{table}/sheet", table):
        player.open(path)
        assert overflow(player) == 0, path
        large(player)
        assert overflow(player) == 0, path


@pytest.mark.handset(size=SMALL)
def test_a_name_of_one_long_word_stays_on_its_button(player: Player) -> None:
    table = player.seat("kalooki", ("Aki", "Ben", "Wolfeschlegelsteinhausenbergerdorff"))
    for path in ("/deals/1/count", "/deals/1/calls", "/people/2", "/people", "/seats/2", "/adjust", "/referee"):
        player.open(table + path)
        assert overflow(player) == 0, path


@pytest.mark.handset(size=SMALL)
def test_a_name_of_one_long_word_stays_between_tabs_and_pad(player: Player) -> None:
    pad = player.begin_count("three-thirteen", ("W" * 40, "Ben", "Cy"), out=2) + "/deals/1"
    player.open(f"{pad}/count?seat=0")
    assert top(player, ".tray-hint span") >= low(player, ".tabs")
    player.open(f"{pad}/best/0")
    assert overflow(player) == 0


@pytest.mark.handset(at="fresh", size=LAPTOP, locale="ja-JP")
def test_games_with_japanese_names_are_broken_only_between_words(player: Player, fresh: Server) -> None:
    a_match_of(store_in(fresh.instance), "Aki", "Ben")
    player.open("/")
    assert player.page.locator(".game b").evaluate_all(LINES) == [1, 2, 1, 2]


@pytest.mark.handset(size=(320, 568), locale="ja-JP")
def test_a_game_of_one_long_word_is_not_broken_over_a_narrow_table(player: Player) -> None:
    player.start("five-crowns", ["Aki", "Ben"])
    assert player.page.locator(".top h1").evaluate_all(LINES) == [1]


@pytest.mark.handset(at="fresh")
def test_a_heading_keeps_clear_of_the_words_beside_it(player: Player, fresh: Server) -> None:
    a_match_of(store_in(fresh.instance), "Aki", "Ben")
    player.open("/players")
    for width in range(20):
        player.page.locator(".section-head h2").first.evaluate(
            "(one, width) => one.textContent = 'W'.repeat(width)", width
        )
        assert player.page.locator(".section-head > *").evaluate_all(GAPS)[0] >= 8


@pytest.mark.parametrize(("names", "deals", "tie"), [(EIGHT, 9, False), (EIGHT[2:6], 4, True)])
def test_a_rematch_is_in_view_and_undo_above_it_however_long_the_result_is(
    player: Player, served: Server, names: tuple[str, ...], deals: int, tie: bool
) -> None:
    player.open(over(player, served, names, deals, tie))
    for size in player.at_sizes(SMALL, SHORT, PHONE, LAPTOP):
        assert overflow(player) == 0, size
        for place in (0, 60, 10_000):
            player.page.evaluate(f"scrollTo(0, {place})")
            bar, button = player.boxes(".thumb", ".thumb .onward .btn")
            assert bar["height"] <= 64 or size == LAPTOP, size
            assert button["height"] >= 48 and bar["y"] <= button["y"], (size, place)
            assert button["y"] + button["height"] <= size[1], (size, place)
        assert low(player, ".result") <= bar["y"] + 1, "at the end nothing lies behind it"
        heights = player.page.locator(".result > .card-foot .act").evaluate_all(
            "all => all.map(one => one.offsetHeight)"
        )
        assert len(heights) == (deals == 9) and all(height >= 36 for height in heights), size


@pytest.mark.parametrize("players", [4, 5, 8])
@pytest.mark.handset(size=SHORT, locale="ja-JP")
def test_what_must_happen_in_the_last_deal_is_told_whole_above_the_bar(
    player: Player, served: Server, players: int
) -> None:
    table = player.seat("kalooki", ("おばあちゃん", *EIGHT)[:players])
    played(served, table, [(number % 4, range(20, 10 + 10 * players, 10)) for number in range(1, 9)])
    player.open(table)
    assert player.page.locator(".news .spoken small").count() == 1
    assert low(player, ".card-foot") <= top(player, ".thumb")


@pytest.mark.handset(size=SHORT)
def test_in_large_text_titles_and_names_keep_clear_of_signs(player: Player) -> None:
    table = player.seat("kalooki", ["Lena", "Ben", "Cy", "Dee"])
    booked(player.wire, table, 1, 0, [20, 30, 40])
    for path in ("/", table):
        player.open(path)
        large(player)
        assert overflow(player) == 0, path
        title = player.page.locator(".top h1").bounding_box()
        for sign in player.page.locator(".top .tool:visible").all():
            box = sign.bounding_box()
            beside = title["x"] + title["width"] <= box["x"] + 1 or box["x"] + box["width"] <= title["x"] + 1
            assert beside or title["y"] >= box["y"] + box["height"] - 1, path
        assert player.page.locator(".top h1").evaluate_all(CUT) == [], path
    player.open("/")
    large(player)
    assert player.page.locator(".standings bdi").evaluate_all(CUT) == []


@pytest.mark.handset(size=(718, 1000))
def test_eight_names_are_printed_on_a_line_each(player: Player) -> None:
    table = player.seat("kalooki", EIGHT)
    booked(player.wire, table, 1, 1, [27, 36, 12, 40, 50, 60, 70])
    player.open(f"{table}/sheet")
    player.page.emulate_media(media="print")
    assert player.page.locator(".sheet thead bdi").evaluate_all(LINES) == [1] * 8


@pytest.mark.handset(locale="ja")
def test_in_japanese_a_number_stays_with_its_counter_at_every_width(player: Player) -> None:
    parted = """() => [...document.querySelectorAll("h2, p, b, small, a, th, .example-answer span")]
      .flatMap((one) => [...one.childNodes])
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .filter((node) => node.parentElement.checkVisibility({ contentVisibilityAuto: true }))
      .flatMap((node) => [...node.data.matchAll(
        /[\\p{sc=Han}ァ-ヶー]\\u2060?\\d|捨て\\u2060?札|ひと\\u2060?つ|ディール|枚数|再び|コントラクト/gu)]
      .filter(({ 0: { length }, index }) => {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + length);
        return new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => top)).size > 1;
      }).map(() => node.data))"""
    table = player.seat("kalooki", EIGHT[2:6])
    for path in (
        f"{table}/end/deal",
        table,
        f"{table}/end",
        "/rules/kalooki",
        "/rules/kalooki?q=K4",
        "/rules/kalooki?q=K31",
        "/new/three-thirteen",
    ):
        player.open(path)
        for width in range(300, 420, 6):
            player.page.set_viewport_size({"width": width, "height": 640})
            assert player.page.evaluate(parted) == [], (path, width)


@pytest.mark.handset(size=SHORT, quiet=False)
def test_a_hand_without_cards_is_refused_in_place_of_its_title_with_the_top_in_view(player: Player) -> None:
    player.open(player.begin_count("three-thirteen", EIGHT[:3]) + "/deals/1/best/1")
    player.page.locator(".thumb .btn.primary").click()
    player.see(".fault:has-text('Nothing is entered')")
    assert player.page.evaluate("scrollY") == 0
    assert low(player, ".cards-row") <= top(player, ".thumb")
