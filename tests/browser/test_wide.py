"""Wide screens in a real browser: the television and the flat view fit, turn, poll, and keep the screen on."""

from itertools import product
from math import atan2, degrees
from typing import Any

import pytest

from tests.support.server import Server
from tests.support.table import LAPTOP, PHONE, Player, played
from tests.support.wire import Post, Wire, booked, opened

NAMES = ("Aki", "Ben", "Cy", "Dee", "Emi", "Flora", "Gil", "Wolfeschlegelsteinhausenbergerdorff")
TELEVISION, LYING, TABLET = (1920, 1080), (780, 360), (768, 1024)  # CSS pixels
SIZES = [(320, 640), PHONE, LYING, TABLET, LAPTOP, TELEVISION]
CUT = """[document.documentElement.scrollWidth > innerWidth && 'page',
  ...[...document.querySelectorAll('.seat-total, .asked')].filter(e => {
    const own = e.getBoundingClientRect(), lies = e.closest('.side, .middle');
    const box = (lies || e.closest('.seats')).getBoundingClientRect();
    return own.left < box.left - 1 || own.right > box.right + 1
      || lies && (own.top < box.top - 1 || own.bottom > box.bottom + 1);
  }).map(e => e.parentElement.textContent)].filter(Boolean)"""  # texts that do not fit into their place
PLACES = """asked => [...document.querySelectorAll(asked)].filter(one => one.checkVisibility())
  .map(one => one.getBoundingClientRect()).map(box => [box.x, box.y, box.width, box.height])"""
TABLE_SIZES = {"kalooki": (3, 4, 8), "three-thirteen": (2, 3, 4)}


@pytest.fixture(scope="module")
def tables(served: Server) -> dict[str, str]:
    """Tables of several sizes by name."""
    host = Wire(served.port)
    found = {
        f"{game} {players}": f"/m/{opened(host, NAMES[-players:], game)}"
        for game, counts in TABLE_SIZES.items()
        for players in counts
    }
    for name, path in found.items():
        players = int(name[-1])
        booked(host, path, 1, 0, [25] * (players - 1))
        long = Post.of(f"{path}/adjust", seat=players - 1, points="-1313", reason="a long one", revision=1)
        assert host.post(long).status == 303
    host.close()
    return found


@pytest.mark.handset(locale="ja-JP")
def test_everything_stays_on_the_screen_and_a_flat_one_never_scrolls(player: Player, tables: dict[str, str]) -> None:
    for (name, path), view in product(tables.items(), ("tv", "flat")):
        player.open(f"{path}/{view}")
        for size in player.at_sizes(*SIZES):
            assert player.page.evaluate(CUT) == [], (name, view, size)
            if view == "flat" and name != "kalooki 8" and size != SIZES[0]:
                assert player.page.evaluate("document.documentElement.scrollHeight") == size[1], (name, size)


@pytest.mark.handset(size=(844, 390))
def test_on_a_phone_lying_on_its_side_the_whole_television_is_in_view(player: Player, tables: dict[str, str]) -> None:
    for name, path in tables.items():
        player.open(f"{path}/tv")
        root = "document.documentElement"
        assert player.page.evaluate(f"[{root}.scrollWidth, {root}.scrollHeight]") == [844, 390], name
        places = player.page.evaluate(PLACES, ".tools, .seat-total, .turns bdi, .tv-foot")
        assert len(places) == int(name[-1]) + 4 and all(y + height <= 390 for _, y, _, height in places), name
        tools, *others = places
        assert not [one for one in others if overlap(tools, one)], name


def overlap(one: list[float], other: list[float]) -> bool:
    """True if two boxes (x, y, width, height) share a point."""
    return all(one[n] < other[n] + other[n + 2] and other[n] < one[n] + one[n + 2] for n in (0, 1))


@pytest.mark.parametrize("view", ["", "/tv", "/flat", "/referee", "/sheet"])
@pytest.mark.handset(size=(844, 390))
def test_beside_a_notch_nothing_is_hidden(player: Player, view: str, tables: dict[str, str]) -> None:
    wire = player.page.context.new_cdp_session(player.page)
    notch = {"left": 47, "right": 47, "bottom": 21}  # CSS pixels
    wire.send("Emulation.setSafeAreaInsetsOverride", {"insets": notch})
    player.open(tables["kalooki 4"] + view)
    places = player.page.evaluate(PLACES, "a, button, h2, p, .seat-name, .seat-total")
    shown = [one for one in places if one[2] > 1]
    assert shown and not [one for one in shown if one[0] < 47 or one[0] + one[2] > 844 - 47]
    assert player.page.evaluate("document.documentElement.scrollWidth") == 844


def test_every_total_faces_its_own_side(player: Player, tables: dict[str, str]) -> None:
    player.open(f"{tables['kalooki 4']}/flat")
    turned = "e => { const m = new DOMMatrix('rotate(' + getComputedStyle(e).rotate + ')'); return [m.b, m.a] }"
    sides = {"bottom": 0, "left": 90, "top": 180, "right": -90}
    for size in player.at_sizes(PHONE, LYING, TABLET, LAPTOP):
        for side, angle in sides.items():
            matrix = player.page.locator(f".side-{side} .turned").evaluate(turned) if angle else (0, 1)
            assert (round(degrees(atan2(*matrix))) - angle) % 360 == 0, (side, size)
            [box] = player.boxes(f".side-{side}")
            middle = (box["x"] + box["width"] / 2 - size[0] / 2, box["y"] + box["height"] / 2 - size[1] / 2)
            outwards = {"bottom": middle[1], "left": -middle[0], "top": -middle[1], "right": middle[0]}
            assert outwards[side] > min(size) / 4, (side, size, "each lies at its own edge")


@pytest.mark.handset(size=TELEVISION)
def test_totals_on_a_television_can_be_read_from_three_metres(player: Player, tables: dict[str, str]) -> None:
    """Letters of a two-hundredth of the distance are legible: 15 mm, on a 32 inch television (398 mm high) a 27th."""
    for name, path in tables.items():
        player.open(f"{path}/tv")
        sizes = player.page.locator(".seat-total").evaluate_all(
            "found => found.map(e => parseFloat(getComputedStyle(e).fontSize))"
        )
        digits = min(sizes) * 0.7  # the height of a digit in most faces
        assert digits > TELEVISION[1] / 27, name


@pytest.mark.parametrize("view", ["tv", "flat"])
@pytest.mark.handset(size=LAPTOP)
def test_a_booking_is_seen_one_second_later(player: Player, view: str) -> None:
    path = player.seat("kalooki", NAMES[:3])
    on_their_way: set[Any] = set()
    player.page.on("request", lambda request: on_their_way.add(request))
    player.page.on("requestfinished", lambda request: on_their_way.discard(request))
    player.page.clock.install(time=0)
    player.open(f"{path}/{view}")
    with player.page.expect_event("requestfinished"):  # the poll due meanwhile
        player.page.clock.pause_at(30)  # seconds, short of the minute after which a request is aborted
    while on_their_way:
        player.page.wait_for_timeout(10)
    booked(player.wire, path, 1, 0, [115, 115])
    assert player.figures(".seat-total") == [0, 0, 0]
    player.page.clock.run_for(1000)  # ms, on the clock of the page
    player.see(".seat-total:has-text('115')")
    assert sorted(player.figures(".seat-total")) == [0, 115, 115]


@pytest.mark.parametrize("view", ["tv", "flat"])
@pytest.mark.handset(size=LAPTOP)
def test_full_screen_comes_and_goes_and_outlasts_a_booking(player: Player, view: str) -> None:
    path = player.seat("kalooki", NAMES[:3])
    player.open(f"{path}/{view}")
    player.tap("[data-full]", "[data-full][aria-pressed='true']")
    booked(player.wire, path, 1, 0, [115, 115])
    player.see(".seat-total:has-text('115')")
    assert player.page.evaluate("document.fullscreenElement === document.documentElement")
    player.tap("[data-full]", "[data-full][aria-pressed='false']")


@pytest.mark.handset(at="fresh", size=LAPTOP)
def test_two_head_to_head_use_the_width_after_one_match_two_and_three(player: Player, fresh: Server) -> None:
    for matches in (1, 2, 3):
        path = player.seat("kalooki", NAMES[:3])
        played(fresh, path, [(number % 3, [10, 20]) for number in range(1, 10)])
        player.open("/players?name=Aki&with=Ben")
        cards = player.page.evaluate(PLACES, ".deal-card")
        ends = [x + width for x, _, width, _ in player.page.evaluate(PLACES, ".deal-card, .one-match .places")]
        assert max(ends) > 1180 and min(x for x, *_ in cards) < 100, matches
    duel, chart, averages = cards
    assert duel[0] == averages[0] < chart[0] and averages[1] < chart[1] + chart[3], "no hole under the duel"
