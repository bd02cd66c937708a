"""Keyboard only, screen reader, and 400 % zoom: everything can be reached, is in view and is announced."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.server import Server
from tests.support.table import LAPTOP, Player, phone
from tests.support.wire import Post, booked

FAMILY = ("Aki", "Ben", "Cy")
FOUR_HUNDRED = (320, 256)  # CSS pixels: 1280 × 1024 at four hundred percent
STOPS = 120  # most presses of the Tab key on one page
MATCHES = "selector => !!document.activeElement?.matches(selector)"
# Checks that the focused element shows an outline and is visible: not behind a bar or beyond the edge.
SHOWN = """() => {
  const one = document.activeElement, box = one.getBoundingClientRect();
  const near = [[one], [one, '::after'], [one.nextElementSibling], [one.parentElement]].filter(([there]) => there);
  const outlined = near.map(([there, part]) => getComputedStyle(there, part)).some((style) =>
    style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2);
  const x = Math.min(innerWidth - 1, Math.max(0, box.x + box.width / 2));
  const at = document.elementFromPoint(x, box.y + box.height / 2);
  const there = box.width === 0 || (at && (one.contains(at) || at.contains(one) || at.closest('label')?.contains(one)));
  return [one.outerHTML.slice(0, 90), outlined, !!there];
}"""
UNDER_BARS = """[...document.querySelectorAll('.thumb, .top')].filter((bar) => ['sticky', 'fixed'].includes(
  getComputedStyle(bar).position)).reduce((sum, bar) => sum + bar.getBoundingClientRect().height, 0)"""  # CSS pixels


# What of an unfolded element lies outside the view: below the edge or the bar, though it would fit.
UNFOLDED = """async summary => {
  const fold = summary.parentElement, bar = document.querySelector('.thumb')?.getBoundingClientRect();
  const box = fold.getBoundingClientRect(), slip = fold.closest('.slip')?.getBoundingClientRect();
  const top = slip?.top ?? 0, low = slip?.bottom ?? Math.min(innerHeight, bar && bar.width ? bar.top : innerHeight);
  return box.height <= low - top && box.bottom > low + 1 && fold.outerHTML.slice(0, 90);
}"""


class Typist(Player):
    """A player without a pointer: the Tab key, Enter, Space and letters."""

    def go(self, selector: str) -> None:
        """Tab until the element has the focus, checking on the way that the focus is visible and never lost."""
        for _ in range(STOPS):
            if self.page.evaluate(MATCHES, selector):
                return
            self.page.keyboard.press("Tab")
            if self.page.evaluate("document.activeElement !== document.body"):
                what, outlined, there = self.page.evaluate(SHOWN)
                assert outlined and there, (self.path, what, outlined, there)
        raise AssertionError(f"{selector} cannot be reached on {self.path}")

    def press_on(self, selector: str, then: str) -> None:
        """Tab to the element, press Enter, and wait for the next one."""
        self.go(selector)
        self.page.keyboard.press("Enter")
        self.see(then)


@pytest.fixture
def typist(browser: Any, served: Server) -> Iterator[Typist]:
    """A player at a table of Kalooki with only a keyboard."""
    with phone(browser, served) as player:
        typing = Typist(player.page, player.address)
        typing.start("kalooki", FAMILY)
        yield typing
        assert not typing.complaints


def test_a_whole_deal_is_booked_by_keyboard_alone(typist: Typist) -> None:
    table = typist.path
    typist.press_on(".thumb .btn.primary", ".who-seats")
    typist.press_on(".who-seats button[value='0']", "#whose:has-text('Ben')")
    for digit, card in (("7", "7"), ("JK", "JK")):
        typist.press_on(f".pad-cards .key[value='{digit}']", f".chip[aria-label*='{card}'], .chip")
    typist.press_on(".pad-next", "#whose:has-text('Cy')")
    assert typist.page.evaluate(MATCHES, "#whose") and typist.page.title().startswith("Cy · Deal 1")
    typist.page.keyboard.press("9")
    typist.see(".chip")
    typist.press_on(".pad-next", ".review")
    assert typist.page.evaluate(MATCHES, ".review caption") and typist.page.title().startswith("Deal 1")
    typist.press_on(".thumb-book .btn.primary", ".page-table")
    assert typist.path == table and typist.figures(".seat-total") == [0, 57, 9]


def test_a_correction_is_made_by_keyboard_alone(typist: Typist) -> None:
    booked(typist.wire, typist.path, 1, 0, [40, 83])
    typist.see(".seat-total:has-text('83')")
    typist.press_on("#seat-2", ".slip")
    typist.press_on(".slip-list a[href*='/correct/']", ".count-correct")
    typist.go(".hand-form *")
    typist.page.keyboard.type("38")
    assert typist.text(".sum-total") == "38"
    typist.press_on(".pad-next", ".strip:has-text('38 saved')")


def test_what_happens_at_the_table_is_said_in_a_region_that_stays(typist: Typist) -> None:
    region = typist.page.locator("#said").element_handle()
    typist.wire.post(Post.of(f"{typist.path}/deals/1/calls/1", act="call", revision=1))
    typist.see("#said:has-text('Ben called the discard.')")
    typist.wire.post(Post.of(f"{typist.path}/deals/1/calls/2", act="call", revision=1))
    typist.see("#said:has-text('Cy called the discard.')")
    assert region.evaluate("region => region.isConnected && region.getAttribute('role') === 'status'")


@pytest.mark.handset(size=FOUR_HUNDRED)
def test_at_four_hundred_percent_nothing_runs_sideways_and_the_bar_leaves_room(player: Player) -> None:
    table = player.seat("kalooki", FAMILY)
    for path in ("", "/deals/1/count", "/referee", "/referee/meld", "/sheet", "/seats/1", "/people"):
        player.open(table + path)
        assert player.page.evaluate("document.documentElement.scrollWidth") <= FOUR_HUNDRED[0], path
        assert player.page.evaluate(UNDER_BARS) <= FOUR_HUNDRED[1] / 3, (path, "more than a third lies under bars")


@pytest.mark.handset(size=LAPTOP)
def test_digits_count_at_once_wherever_a_total_is_asked_and_enter_is_next(player: Player) -> None:
    table, keys = player.begin_count("kalooki", FAMILY), player.page.keyboard
    player.page.locator(".modes a").click()
    for name, total in (("Ben", "25"), ("Cy", "12")):
        player.see(f".figure-line:focus-within:has-text('{name}')")
        keys.type(total[:1])
        player.page.locator(".key[value='9']:visible").click()
        keys.press("Backspace")
        keys.type(total[1:])
        assert player.page.locator("input:focus").input_value() == total
        if name == "Ben":
            keys.press("Enter")
    keys.press("ArrowUp")
    player.page.evaluate("document.activeElement.blur()")
    keys.press("Control+1")
    keys.type("8")
    assert player.page.locator("input:focus").input_value() == "8", "the first digit replaces the figure that stood"
    keys.press("Enter")
    player.see(".page-table")
    assert player.figures(".seat-total") == [0, 8, 12]
    player.open(f"{table}/correct/1/1")
    keys.type("30")
    assert player.text(".sum-total") == "30"
    keys.press("Enter")
    player.see(".strip:has-text('30 saved')")
    player.open(f"{table}/adjust")
    keys.type("35")
    assert player.page.locator("[name='points']").input_value() == "35"


def test_after_a_tap_no_frame_stays_on_the_row_and_after_a_key_it_is_seen(player: Player) -> None:
    ring = "getComputedStyle(document.activeElement, '::after').outlineColor"
    player.start("kalooki", FAMILY)
    player.tap(".seat-tap >> nth=1")
    player.tap(".slip-head .tool")
    player.page.wait_for_function("document.activeElement.matches('.seat-tap')")
    assert player.page.evaluate(ring) == "rgba(0, 0, 0, 0)"
    player.page.keyboard.press("Shift")
    assert player.page.evaluate(ring) != "rgba(0, 0, 0, 0)"


@pytest.mark.handset(size=(360, 640))
def test_what_unfolds_is_in_view(player: Player) -> None:
    """Seen in full above the bar or in its slip, or from its top where it is higher than that."""
    table = player.seat("kalooki", FAMILY)
    booked(player.wire, table, 1, 0, [40, 60])
    for path in ("/sheet?deal=1&seat=1", "/people/1", "/end", "/share"):
        player.open(table + path)
        folds = player.page.locator("details:not(.menu, .opens-slip) > summary:visible")
        for at in range(folds.count()):
            folds.nth(at).tap()
            player.page.wait_for_timeout(50)
            hidden = folds.nth(at).evaluate(UNFOLDED)
            assert not hidden, (path, hidden)
            player.page.reload()
