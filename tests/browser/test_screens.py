"""Every screen: accessible, in light and dark, in both languages, at any width.

With a database server each screen is identical, so that one run is enough."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.games import GAMES
from companion.storage.backup.catalog import back_up
from tests.browser.screens import NAMES, screens, seeded
from tests.support.evenings import ONE_OF_EACH_KIND
from tests.support.server import Server
from tests.support.table import LAPTOP, PHONE, Player, phone, store_in

pytestmark = [pytest.mark.file, pytest.mark.handset(at="house")]
NARROW, SMALL_PHONE, SHORT_PHONE = (320, 640), (360, 640), (320, 568)  # CSS pixels
PARTS = 4  # of all screens, so that no test is long on a busy machine
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
Look = tuple[str, tuple[int, int], list[str]]  # a scheme, a size, and the axe rules checked there; none means all
LOOKS: list[Look] = [("light", PHONE, []), ("dark", NARROW, ["color-contrast"])]
ALIKE = {f"{game} {screen}" for game in list(GAMES)[1:] for screen in ("set-up", "blank sheet", "sheet to bring in")}
ALIKE |= {f"{game} {screen}" for game in GAMES if game not in ONE_OF_EACH_KIND for screen in ("table", "hand", "rules")}
ALIKE |= {"three-thirteen rules"}  # for axe: drawn as those of another game, in other words
SHEETS = {  # brought in, and shown for checking
    "a sheet with questions": "Aki,Ben,Cy\n0,27,40\n0,0,62\n50,1,0\n",
    "a sheet of running totals": "Aki,Ben,Cy\n0,27,40\n12,27,62\n50,49,62\n50,80,99\n",
}
# The violations found by axe, as short as possible. Collecting passes and selectors takes long, and so does parsing the
# stylesheet for each run, which no rule of these needs.
OBJECTIONS = """options => axe.run({
  resultTypes: ["violations"], selectors: false, preload: { assets: ["media"] }, ...options
}).then(({ violations }) =>
  violations.map(one => [one.id, one.nodes.slice(0, 3).map(node => node.html.slice(0, 120))]))"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A companion for the screens, which starts once there are matches in it."""
    server = Server(tmp_path_factory.mktemp("screens"))
    yield server
    server.kill()


@pytest.fixture(scope="module")
def pages(house: Server) -> dict[str, str]:
    """The screens by name, of matches in the started companion."""
    shown = screens(seeded(store_in(house.instance)))
    restore = f"/keep/restore/{back_up(house.instance).name}"
    house.start()
    return (
        shown | {"restore": restore, "restore, asked": f"{restore}?ask=1"} | dict.fromkeys(SHEETS, "/new/kalooki/sheet")
    )


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.handset(quiet=False)
def test_nothing_is_wrong_with_any_screen(player: Player, pages: dict[str, str], part: int) -> None:
    """All of WCAG 2.2 AA, the best practices and target sizes once; dark only what depends on colours and widths.

    Each screen is opened once and checked completely."""
    wrong = {}
    load_axe(player)
    for name, path in list(pages.items())[part::PARTS]:
        look_at(player, *LOOKS[0][:2])
        shown(player, name, path)
        wrong |= {(name, asked): found for asked, check in CHECKS.items() if (found := check(player))}
        for look in LOOKS if name not in ALIKE and "full" not in name else ():
            look_at(player, *look[:2])
            player.page.evaluate(LET_GO)
            wrong[name, *look[:2]] = player.page.evaluate(OBJECTIONS, asked_of_axe(look))
    wrong.pop(("nothing here", "complaints"), None)  # a browser logs every 404
    assert not {asked: found for asked, found in wrong.items() if found}


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.handset(locale="ja-JP", quiet=False)
def test_no_japanese_screen_runs_sideways_or_has_small_targets(
    player: Player, pages: dict[str, str], part: int
) -> None:
    wrong, sizes = {}, (NARROW, PHONE, LAPTOP)
    for name, path in list(pages.items())[part::PARTS]:
        shown(player, name, path)
        for size in player.at_sizes(*sizes):
            wrong[name, size] = too_wide(player) + player.page.evaluate(UNDER_A_FINGERTIP)
        sizes = sizes[::-1]  # the next screen begins with the size of this one
    assert not {seen: found for seen, found in wrong.items() if found}


def shown(player: Player, name: str, path: str) -> None:
    """Open a screen; one for checking what is brought in, with its sheet."""
    player.open(path)
    if name in SHEETS:
        player.page.fill("textarea", SHEETS[name])
        player.press(".thumb .btn.primary", ".preview")


def load_axe(player: Player) -> None:
    """Load axe into each page that this phone opens."""
    from axe_playwright_python.base import AXE_SCRIPT

    player.page.add_init_script(AXE_SCRIPT)


def look_at(player: Player, scheme: str, size: tuple[int, int]) -> None:
    """Show the screen in that scheme and size."""
    player.page.emulate_media(color_scheme=scheme)
    player.page.set_viewport_size({"width": size[0], "height": size[1]})


def asked_of_axe(look: Look) -> dict[str, Any]:
    """Return axe's options for a look."""
    rules = look[-1]
    chosen = {"type": "rule", "values": rules} if rules else {"type": "tag", "values": TAGS}
    return {"runOnly": chosen, "rules": {"target-size": {"enabled": True}}}


def complaints(player: Player) -> list[str]:
    """Return the console's complaints since the last call."""
    said, player.complaints = player.complaints, []
    return said


UNDER_A_FINGERTIP = """() => [...document.querySelectorAll('a[href], button, summary, select')].filter(one => {
  const { display } = getComputedStyle(one), { width, height } = one.getBoundingClientRect();
  const spread = getComputedStyle(one, '::after').position === 'absolute'; // its row is tapped
  const seen = one.checkVisibility() && !one.matches('.hear, .hear *, .veil, :disabled') && !spread;
  return seen && display !== 'inline' && (width < 23.9 || height < 23.9);
}).map(one => [one.outerHTML.slice(0, 90), one.offsetWidth, one.offsetHeight])"""  # CSS pixels; not links in a sentence


SMALL_LETTERS = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('body * { font-size: 6px !important; line-height: 1 !important }');
  document.adoptedStyleSheets = [sheet];
}"""  # sizes hold without any font's help
FONTS_OWN = "() => { document.adoptedStyleSheets = []; }"


def too_small(player: Player) -> list[Any]:
    """Return the tap targets that are less than a finger high, and any that are less than 24 pixels, in any font."""
    player.page.evaluate(SMALL_LETTERS)
    boxes = player.page.evaluate(
        """[...document.querySelectorAll('.btn, .key, .quiet, .tool, .tab, .chip:is(button), .sheet a')]
           .filter(e => e.checkVisibility()).map(e => [e.className || e.tagName, e.getBoundingClientRect().height])"""
    )
    small = [box for box in boxes if box[1] < 47.5] + player.page.evaluate(UNDER_A_FINGERTIP)
    player.page.evaluate(FONTS_OWN)
    return small


def undrawn(player: Player) -> Any:
    """Return the signs used that the page does not draw."""
    used = "[...document.querySelectorAll('use')].map(one => one.getAttribute('href'))"
    return player.page.evaluate(f"{used}.filter(id => !document.querySelector(id))")


WORDS_IN_PIECES = """() => {
  const broken = [], walk = document.createTreeWalker(document.querySelector('body'), NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (!node.parentElement.checkVisibility() || node.parentElement.closest('.hear, .turned')) continue;
    for (const word of node.data.matchAll(/[A-Za-z]{2,12}(?![A-Za-z])/g)) {
      const range = document.createRange();
      range.setStart(node, word.index); range.setEnd(node, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map(rect => Math.round(rect.y)));
      if (lines.size > 1 && !/[A-Za-z]$/.test(node.data.slice(0, word.index))) broken.push(word[0]);
    }
  }
  return broken;
}"""  # words of up to twelve letters broken across lines, in visible text


def in_pieces(player: Player) -> Any:
    """Return the words broken across lines."""
    return player.page.evaluate(WORDS_IN_PIECES)


def too_wide(player: Player) -> list[int]:
    """Return the width that the screen needs if it overflows, in CSS pixels."""
    needed, there = player.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    return [needed] if needed > there else []


def too_wide_in_large_text(player: Player) -> list[int]:
    """Return the same with text twice as large."""
    wire = player.page.context.new_cdp_session(player.page)
    wire.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})  # CSS pixels
    assert player.page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    wide = too_wide(player)
    wire.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
    assert player.page.evaluate("getComputedStyle(document.documentElement).fontSize") == "16px"
    return wide


# Bars that stick lie over what can be scrolled out from under them: which, depends on the font, and is no fault of it.
LET_GO = """() => {
  for (const one of document.querySelectorAll('*')) {
    if (getComputedStyle(one).position === 'sticky') one.style.position = 'static';
  }
}"""
CHECKS: dict[str, Callable[[Player], Any]] = {
    "complaints": complaints,
    "too small": too_small,
    "undrawn": undrawn,
    "in pieces": in_pieces,
    "large": too_wide_in_large_text,
}


@pytest.mark.handset(size=SMALL_PHONE)
def test_five_short_names_are_whole_and_in_one_row(player: Player, pages: dict[str, str]) -> None:
    rows = {"/end": ".standings bdi", "/referee": ".who-asks bdi", "/adjust": ".pills-even bdi"}
    for path, names in rows.items():
        player.open(pages["kalooki table"] + path)
        lies = player.page.locator(names).evaluate_all(
            "all => all.map(name => [name.scrollWidth > name.clientWidth, name.getBoundingClientRect().y])"
        )
        assert len(lies) == 5 and len({y for _, y in lies}) == 1 and not any(cut for cut, _ in lies), path


@pytest.mark.handset(size=SMALL_PHONE)
def test_a_long_name_stays_within_its_card_and_beside_the_others(player: Player, pages: dict[str, str]) -> None:
    player.open(pages["kalooki full table"] + "/deals/1/count?seat=1")
    hint = player.page.locator(".tray-hint")
    assert NAMES[1] in hint.inner_text()
    assert hint.evaluate("hint => hint.scrollWidth - hint.clientWidth") == 0
    player.open(pages["kalooki full table"] + "/referee")
    assert player.page.locator(".who-asks .modes").bounding_box()["height"] < 100, "eight names in two rows"


WEIGHTS = {"kalooki table": 36_000, "three-thirteen table": 36_000, "kalooki hand": 41_000}  # bytes


def test_a_cold_table_page_with_all_it_loads_is_at_most_36_kb_on_the_wire(
    browser: Any, house: Server, pages: dict[str, str]
) -> None:
    for name, most in WEIGHTS.items():
        with phone(browser, house) as player:
            wire = player.page.context.new_cdp_session(player.page)
            wire.send("Network.enable")
            answers, ends = list[Any](), list[Any]()
            wire.on("Network.responseReceived", lambda said, answers=answers: answers.append(said))
            wire.on("Network.loadingFinished", lambda said, ends=ends: ends.append(said))
            player.open(pages[name])
            player.page.wait_for_load_state("networkidle")
            whole = [said for said in answers if said["response"]["status"] != 204]  # no poll without news
            urls = {said["requestId"]: said["response"]["url"] for said in whole}
            assert len(urls) > 3 and all(url.startswith(house.address) for url in urls.values()), "from elsewhere"
            loaded = {urls[said["requestId"]]: said["encodedDataLength"] for said in ends if said["requestId"] in urls}
            assert sum(loaded.values()) <= most, loaded  # bytes, headers included


SHIFTED = """() => new Promise(shifted => new PerformanceObserver(list =>
    shifted(list.getEntries().reduce((sum, entry) => sum + entry.value, 0))
  ).observe({ type: "layout-shift", buffered: true }) || setTimeout(shifted, 500, 0))"""  # the layout shift (CLS)


@pytest.mark.parametrize("name", ["kalooki table", "three-thirteen table", "kalooki result"])
@pytest.mark.handset(size=SMALL_PHONE)
def test_a_slow_phone_paints_a_screen_once_its_bar_is_there(player: Player, name: str, pages: dict[str, str]) -> None:
    player.page.context.new_cdp_session(player.page).send("Emulation.setCPUThrottlingRate", {"rate": 6})
    player.open(pages[name])
    assert player.page.evaluate(SHIFTED) < 0.01
