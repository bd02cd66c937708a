"""Every screen as people meet it: readable by everybody, light or dark, in either language, at any width."""

import json
import os
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from companion.demo import play
from companion.games import GAMES
from companion.sheet.commands import booking
from companion.storage.store import Form, Store
from companion.web.view.evening import Evening
from tests.support.table import CHROMIUM, FLAGS, LAPTOP, PHONE, Player, Served, phone, store_in

NARROW, SMALL_PHONE, SHORT_PHONE = (320, 640), (360, 640), (320, 568)  # CSS pixels
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
Look = tuple[str, tuple[int, int], list[str]]  # a scheme, a size, and the rules that are asked there; none is all
LOOKS: dict[str, list[Look]] = {
    "en-GB": [("light", PHONE, []), ("dark", LAPTOP, ["target-size"])],
    "ja-JP": [("dark", NARROW, ["color-contrast", "target-size"])],
}
if os.environ.get("COMPANION_SLOW"):
    every = [(scheme, size, []) for scheme, size in product(("light", "dark"), (NARROW, PHONE, LAPTOP))]
    LOOKS = dict.fromkeys(LOOKS, every)
# What axe objects to, as few words as say it. It is asked for nothing else: what is right would be gathered for long.
OBJECTIONS = """options => axe.run({ resultTypes: ["violations"], ...options }).then(({ violations }) =>
  violations.map(one => [one.id, one.nodes.slice(0, 3).map(node => node.html.slice(0, 120))]))"""
NAMES = ["Aki", "Wolfeschlegelsteinhausenbergerdorff", "ひろみ", "Dee", "Emi", "Flora", "Gil", "Hana"]


def seeded(store: Store) -> dict[str, str]:
    """A running match and a finished one of each game, and a full table; paths by name."""
    chance, paths = random.Random(313), {}
    at = datetime.now(UTC) - timedelta(hours=3)
    for game in GAMES.values():
        paths[f"{game.id} running"] = "/m/" + play(store, game, chance, at, deals=3)
        paths[f"{game.id} finished"] = "/m/" + play(store, game, chance, at)
        full = store.open(game.id, {}, NAMES[: game.players[-1]], 0, Form(f"full{game.id}".replace("-", ""), ""), at)
        store.write(full, Form("outoutout", ""), lambda sheet: (booking.end_play(sheet, 1, 0), ""))
        paths[f"{game.id} full"] = f"/m/{full}"
    ended = store.match(paths["kalooki finished"].rsplit("/", 1)[1])
    one, other = ended.sheet.names[:2]
    people = {"players": "/players", "player": f"/players?name={one}", "head": f"/players?name={one}&with={other}"}
    return paths | people | {"evening": f"/evenings/{Evening([ended]).date}"}


@pytest.fixture(scope="module")
def table(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Any, Served, dict[str, str]]]:
    """A browser, a companion with matches in it, and the screens by name."""
    folder: Path = tmp_path_factory.mktemp("screens")
    paths = seeded(store_in(folder))
    served = Served(folder)
    yield browser, served, screens(paths)
    served.kill()


def screens(paths: dict[str, str]) -> dict[str, str]:
    """Every screen of the companion, by name."""
    found = {"home": "/", "which game": "/rules", "keep and bring back": "/keep", "evening": paths["evening"]}
    found |= {name: paths[name] for name in ("players", "player", "head")}
    for game in GAMES:
        running, finished, full = (paths[f"{game} {state}"] for state in ("running", "finished", "full"))
        found |= {
            f"{game} set-up": f"/new/{game}",
            f"{game} table": running,
            f"{game} who went out": f"{running}/deals/4/count",
            f"{game} seat": f"{running}/seats/1",
            f"{game} seat of a full table": f"{full}/seats/6",
            f"{game} hand": f"{full}/deals/1/count?seat=1&cards=7+7+K",
            f"{game} full table": full,
            f"{game} sheet": f"{running}/sheet",
            f"{game} sheet at a full table": f"{full}/sheet",
            f"{game} cell": f"{running}/sheet?deal=2&seat=0",
            f"{game} correction": f"{running}/correct/2/0",
            f"{game} bonus": f"{running}/adjust",
            f"{game} referee": f"{running}/referee",
            f"{game} result": finished,
            f"{game} television": f"{running}/tv",
            f"{game} television at a full table": f"{full}/tv",
            f"{game} television at the end": f"{finished}/tv",
            f"{game} flat": f"{running}/flat",
            f"{game} flat for a full table": f"{full}/flat",
            f"{game} flat at the end": f"{finished}/flat",
            f"{game} rules": f"/rules/{game}",
            f"{game} referee without a match": f"/rules/{game}/referee",
        }
        if GAMES[game].calls:
            found |= {f"{game} calls": f"{running}/deals/4/calls", f"{game} calls, full": f"{full}/deals/1/calls"}
    found["a ruling"] = paths["kalooki running"] + "/referee/four?judge=1&cards=5H+JK+JK+8H"
    found["sharing"] = paths["kalooki finished"] + "/share"
    found["may I"] = paths["kalooki running"] + "/may-i?seat=1&asked=1&calls_made=1&laid_down=yes"
    found["nothing here"] = "/m/ZZZZZZ"
    return found


@pytest.mark.parametrize("locale", LOOKS)
def test_axe_finds_nothing_to_object_to(table: Any, locale: str) -> None:
    """All of WCAG 2.2 AA, the best practices and the size of targets once; else what depends on colours and widths.

    A screen is opened once and looked at in each way. COMPANION_SLOW=1 asks everything in every combination."""
    from axe_playwright_python.base import AXE_SCRIPT

    browser, served, pages = table
    found = {}
    with phone(browser, served, locale=locale, quiet=False) as player:
        for name, path in pages.items():
            look_at(player, LOOKS[locale][0])
            player.open(path)
            player.page.evaluate(AXE_SCRIPT)
            for look in LOOKS[locale]:
                look_at(player, look)
                if objections := player.page.evaluate(OBJECTIONS, asked_of_axe(look)):
                    found[name, *look[:2]] = objections
    assert not found


def look_at(player: Player, look: Look) -> None:
    """The screen in the scheme and at the size of a look."""
    scheme, (width, height), _ = look
    player.page.emulate_media(color_scheme=scheme)
    player.page.set_viewport_size({"width": width, "height": height})


def asked_of_axe(look: Look) -> dict[str, Any]:
    """What axe is to look for."""
    rules = look[-1]
    chosen = {"type": "rule", "values": rules} if rules else {"type": "tag", "values": TAGS}
    return {"runOnly": chosen, "rules": {"target-size": {"enabled": True}}}


def test_no_screen_scrolls_sideways(table: Any) -> None:
    browser, served, pages = table
    with phone(browser, served, PHONE, "ja-JP", quiet=False) as player:
        assert not too_wide(player, pages, NARROW, PHONE, LAPTOP)


def test_no_screen_scrolls_sideways_when_text_is_twice_as_large(table: Any, tmp_path: Path) -> None:
    browser, served, pages = table
    (tmp_path / "Default").mkdir()
    preferences = {"webkit": {"webprefs": {"default_font_size": 32, "minimum_font_size": 0}}}
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(preferences))
    context = browser.browser_type.launch_persistent_context(
        str(tmp_path), executable_path=str(CHROMIUM), args=FLAGS, viewport={"width": PHONE[0], "height": PHONE[1]}
    )
    player = Player(context.new_page(), served.address)
    player.open("/")
    assert player.page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    assert not too_wide(player, pages, PHONE)
    context.close()


def too_wide(player: Player, pages: dict[str, str], *sizes: tuple[int, int]) -> list[tuple[str, int]]:
    """The screens that need more width than there is at one of these sizes, in CSS pixels."""
    wide = []
    for name, path in pages.items():
        player.open(path)
        for width, height in sizes:
            player.page.set_viewport_size({"width": width, "height": height})
            needed = player.page.evaluate("document.documentElement.scrollWidth")
            if needed > width:
                wide.append((name, needed))
    return wide


def test_no_screen_complains_in_the_console_and_what_is_tapped_is_large_enough(table: Any) -> None:
    browser, served, pages = table
    small = []
    with phone(browser, served) as player:
        for name, path in pages.items():
            if name == "nothing here":  # a browser logs every 404
                continue
            player.open(path)
            boxes = player.page.evaluate(
                """[...document.querySelectorAll('.btn, .key, .quiet, .tool, .tab, .chip:is(button), .sheet a')]
                   .filter(e => e.checkVisibility())
                   .map(e => [e.className || e.tagName, e.getBoundingClientRect().height])"""
            )
            small += [(name, *box) for box in boxes if box[1] < 47.5]
    assert not small


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
}"""  # words of up to twelve letters, as they stand in text that is shown


def test_no_word_is_broken_in_two(table: Any) -> None:
    browser, served, pages = table
    broken = {}
    with phone(browser, served, quiet=False) as player:
        for name, path in pages.items():
            player.open(path)
            if pieces := player.page.evaluate(WORDS_IN_PIECES):
                broken[name] = pieces
    assert not broken


def test_five_short_names_are_whole_and_in_one_row(table: Any) -> None:
    browser, served, pages = table
    rows = {"/end": ".standings bdi", "/referee": ".who-asks bdi", "/adjust": ".pills-even bdi"}
    with phone(browser, served, SMALL_PHONE) as player:
        for path, names in rows.items():
            player.open(pages["kalooki table"] + path)
            lies = player.page.locator(names).evaluate_all(
                "all => all.map(name => [name.scrollWidth > name.clientWidth, name.getBoundingClientRect().y])"
            )
            assert len(lies) == 5 and len({y for _, y in lies}) == 1 and not any(cut for cut, _ in lies), path


def test_a_long_name_stays_within_its_card_and_beside_the_others(table: Any) -> None:
    browser, served, pages = table
    with phone(browser, served, SMALL_PHONE) as player:
        player.open(pages["kalooki full table"] + "/deals/1/count?seat=1")
        hint = player.page.locator(".tray-hint")
        assert NAMES[1] in hint.inner_text()
        assert hint.evaluate("hint => hint.scrollWidth - hint.clientWidth") == 0
        player.open(pages["kalooki full table"] + "/referee")
        assert player.page.locator(".who-asks .modes").bounding_box()["height"] < 100, "eight names in two rows"


def test_names_to_seat_keep_their_height_on_a_wide_screen(table: Any) -> None:
    browser, served, pages = table
    with phone(browser, served, LAPTOP) as player:
        player.open(pages["kalooki set-up"])
        heights = player.page.evaluate("[...document.querySelectorAll('.sitter')].map(e => e.offsetHeight)")
        assert heights and max(heights) <= 56


def test_the_pad_of_a_correction_and_of_a_bonus_is_whole_in_view(table: Any) -> None:
    browser, served, pages = table
    padded = [name for name in pages if name.endswith((" correction", " bonus"))]
    cut = []
    with phone(browser, served) as player:
        for name, (width, height) in product(padded, (SMALL_PHONE, SHORT_PHONE, LAPTOP)):
            player.page.set_viewport_size({"width": width, "height": height})
            player.open(pages[name])
            row = player.page.locator(".pad-last").bounding_box()
            if row["y"] + row["height"] > height:
                cut.append((name, width, height))
    assert padded and not cut


WEIGHTS = {"kalooki table": 36_000, "three-thirteen table": 36_000, "kalooki hand": 40_000}  # bytes


def test_a_cold_table_page_with_all_it_loads_is_at_most_36_kb_on_the_wire(table: Any) -> None:
    browser, served, pages = table
    for name, most in WEIGHTS.items():
        with phone(browser, served) as player:
            wire = player.page.context.new_cdp_session(player.page)
            wire.send("Network.enable")
            kinds, sizes = dict[str, str](), dict[str, int]()
            wire.on("Network.responseReceived", lambda said, kinds=kinds: kinds.update(one_kind(said)))
            wire.on("Network.loadingFinished", lambda said, sizes=sizes: sizes.update(one_size(said)))
            player.open(pages[name])
            player.page.wait_for_load_state("networkidle")
            assert len(kinds) > 3
            assert all(url.startswith(served.address) for url in kinds.values()), "a page loads from elsewhere"
            loaded = {kinds[one]: size for one, size in sizes.items() if one in kinds}
            assert sum(loaded.values()) <= most, loaded


def one_kind(said: dict[str, Any]) -> dict[str, str]:
    """The address of a request, by its number; none for a look that found nothing new, which comes each second."""
    return {said["requestId"]: said["response"]["url"]} if said["response"]["status"] != 204 else {}


def one_size(said: dict[str, Any]) -> dict[str, int]:
    """What came over the wire for a request, heads included, in bytes."""
    return {said["requestId"]: said["encodedDataLength"]}
