"""A served companion with a phone in Chromium; its taps are counted."""

import os
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from math import dist
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from companion.storage.database.engines import migrate, open_database
from companion.storage.store import Store
from tests.support.phone import Act, at_once, dealt
from tests.support.postgres import DATABASES
from tests.support.server import Server
from tests.support.stage import Place
from tests.support.wire import Post, Wire, doors, opened

CHROMIUM = Path("/usr/bin/chromium")
BARE = Path("/usr/bin/chromium-headless-shell")  # the same engine without windows: half the work
ENGINE = Path(os.environ.get("COMPANION_CHROMIUM") or (BARE if BARE.exists() else CHROMIUM))
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--renderer-process-limit=1",  # of a context: a page stays in the process that its blank one began
]
PHONE, LAPTOP = (360, 780), (1280, 800)  # CSS pixels
SECOND_TAP, NEAR = 0.75, 52  # seconds and CSS pixels within which a tap counts as a repeat of the one before
SPOT = """one => {
  one.scrollIntoViewIfNeeded();
  const box = one.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
  const there = document.elementFromPoint(x, y), label = there?.closest("label");
  const free = !!there && !one.matches(":disabled") && (one.contains(there) || (!!label && label.control === one));
  const leaves = !!one.closest("a[href]") || (!!one.form && one.type === "submit");
  return { x, y, drawn: box.width > 0, free, leaves, key: !!one.closest(".key, .cardgrid-key") };
}"""  # centre of an element, whether it is drawn, a finger there hits it, it leads to a page, and it is a pad key


def browser_or_skip() -> Any:
    """Return the Playwright API; skip if it or Chromium is missing, fail if they are required."""
    missing = "" if ENGINE.exists() else f"no Chromium at {ENGINE} (apt-get install chromium)"
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing = "playwright is not installed"
    if missing and os.environ.get("COMPANION_REQUIRE_BROWSER"):
        pytest.fail(missing)
    if missing:
        pytest.skip(missing)
    return sync_playwright


def store_in(folder: Path) -> Store:
    """Return a store on that folder's migrated database, without a lock, so that a server can use it too."""
    engine = open_database(DATABASES.of(folder) or f"sqlite:///{folder / 'companion.db'}")
    migrate(engine)
    return Store(engine)


def played(served: Server, table: str, deals: Sequence[tuple[int, Sequence[int]]], first: int = 1) -> None:
    """Book deals in the store in one form, before a phone opens the table: who went out, the others' totals by seat."""
    acts: list[Act] = []
    for number, (out, points) in enumerate(deals, first):
        seats = [seat for seat in range(len(points) + 1) if seat != out]
        acts += dealt(number, out, dict(zip(seats, map(str, points), strict=True)))
    at_once(store_in(served.instance), table.removeprefix("/m/"), acts)


@contextmanager
def phone(
    browser: Any,
    served: Server | Place,
    size: tuple[int, int] = PHONE,
    locale: str = "en-GB",
    script: bool = True,
    scheme: str = "light",
    quiet: bool = True,
) -> Iterator["Player"]:
    """Yield a phone at the table; fail at the end if its console showed an error or a policy was violated."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        locale=locale,
        java_script_enabled=script,
        color_scheme=scheme,
        has_touch=True,
    )
    context.set_default_timeout(30_000)  # ms, on a machine that does much else
    player = Player(context.new_page(), served.address, script)
    try:
        yield player
        assert not (quiet and player.complaints), player.complaints
    finally:
        context.close()


def first_number(text: str) -> list[int]:
    """Return the first number of a text in a list; an empty one if it has none."""
    return [int(found) for found in re.findall(r"-?\d+", text.replace("−", "-"))[:1]]


class Verbs(ABC):
    """Acts of a player at a table in any engine, made of `open`, `tap` and `see`."""

    address: str  # of the companion
    table: str  # the path of the last match that was set up

    @abstractmethod
    def open(self, path: str) -> None:
        """Open a page of the companion."""

    @abstractmethod
    def tap(self, selector: str, then: str = "") -> None:
        """Tap an element, and wait until the next one is on the page if there is one to wait for."""

    @abstractmethod
    def see(self, selector: str) -> None:
        """Wait until an element is on the page."""

    @property
    def wire(self) -> Wire:
        """A connection of the host, for data that must exist before this phone opens a page."""
        return Wire(int(self.address.rsplit(":", 1)[1]))

    def seat(self, game: str, names: Sequence[str], dealer: int = 0) -> str:
        """Set up a match over the wire without opening it; return the path of its table."""
        self.table = f"/m/{opened(self.wire, names, game, dealer)}"
        return self.table

    def begin_count(self, game: str, names: Sequence[str], out: int = 0) -> str:
        """Set up a match in which that seat went out, and open the pad; return the path of the table."""
        table = self.seat(game, names)
        assert self.wire.post(Post.of(f"{table}/deals/1/end", out=out, revision=1)).status == 303
        self.open(f"{table}/deals/1/count")
        return table

    def deal_over(self, out: int) -> None:
        """End the deal; that seat went out."""
        self.tap(".thumb .btn.primary", ".who-seats")
        self.tap(f".who-seats button[value='{out}']", ".hand-form, .page-totals")

    def count(self, name: str, cards: Sequence[str] = (), total: int | None = None, go_on: bool = True) -> None:
        """Enter one hand on the pad, by keys or digits, and go on to the next unless the pad does."""
        self.see(f":is(#whose, .figure-line):has-text('{name}')")
        for card in cards:
            self.tap(f".pad-cards .key[value='{card}']")
        self.digits("" if total is None else str(total))
        if go_on:
            self.tap(".pad-none" if total is None and not cards else ".pad-next")

    def digits(self, figure: str) -> None:
        """Tap the digits of a figure one by one."""
        for digit in figure:
            self.tap(f"button[name='digit'][value='{digit}']")

    def book(self) -> None:
        """Save the deal, by its review or its totals, and return to the table."""
        self.see(".review, .page-totals")
        self.tap(".thumb-book .btn.primary, .totals-bar .btn.primary", ".page-table, .page-result")

    def by_totals(self) -> None:
        """Count by totals: on one page, or on the pad of the own hand."""
        self.tap(".modes a, .modes label:nth-of-type(2), .figure-line:focus-within")


class Player(Verbs):
    """A player's phone: taps are counted, and need no typing."""

    def __init__(self, page: Any, address: str, script: bool = True):
        self.page, self.address, self.script, self.taps = page, address, script, 0
        self.tapped = (0.0, (0.0, 0.0))  # time and place of the last tap
        self.complaints: list[str] = []
        page.on(
            "console", lambda line: self.complaints.append(line.text) if line.type in ("error", "warning") else None
        )
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def open(self, path: str) -> None:
        """Open a page of the companion."""
        self.page.goto(self.address + path)

    def back(self, selector: str) -> None:
        """Go back, and wait until an element is on the page, which may reload itself meanwhile."""
        self.page.go_back()
        self.see(selector)

    def at_sizes(self, *sizes: tuple[int, int]) -> Iterator[tuple[int, int]]:
        """Yield each of these sizes with the open page resized to it."""
        for width, height in sizes:
            self.page.set_viewport_size({"width": width, "height": height})
            yield width, height

    def tap(self, selector: str, then: str = "") -> None:
        """Tap an element once and count the tap; wait first if it could pass for a repeat of the last one.

        Keys do not move: one that a finger can hit is tapped at once. For everything else, and for a key that cannot be
        tapped yet, Playwright waits. Without script every button leads to a page. That page is waited for, because the
        next tap could hit the old page."""
        self.taps += 1
        target = self.page.locator(selector).first
        spot = target.evaluate(SPOT)
        while not spot["drawn"]:  # the page was replaced meanwhile
            target.wait_for()
            spot = target.evaluate(SPOT)
        place = (spot["x"], spot["y"])
        if not spot["key"]:
            self.wait_out(place)
        with nullcontext() if self.script or not spot["leaves"] else self.page.expect_navigation():
            if spot["key"] and spot["free"]:
                self.page.touchscreen.tap(*place)
            else:
                target.tap()
        self.tapped = (monotonic(), place)
        if then:
            self.see(then)

    def wait_out(self, place: tuple[float, float]) -> None:
        """Wait until a tap at that place no longer passes for a repeat."""
        left = SECOND_TAP - (monotonic() - self.tapped[0])
        if left > 0 and dist(place, self.tapped[1]) < NEAR:
            self.page.wait_for_timeout(left * 1000)

    def see(self, selector: str) -> None:
        """Wait until an element is on the page."""
        self.page.locator(selector).first.wait_for()

    def type(self, selector: str, text: str) -> None:
        """Type into a field."""
        self.page.fill(selector, text)

    def have_all(self) -> None:
        """Wait until the page has loaded completely, so that a server that stops leaves no script missing."""
        self.page.wait_for_load_state()

    def text(self, selector: str) -> str:
        """Return the text of an element."""
        return str(self.page.locator(selector).first.inner_text()).strip()

    def boxes(self, *selectors: str) -> list[dict[str, float]]:
        """Return the bounding box of the first match of each."""
        return [self.page.locator(one).first.bounding_box() for one in selectors]

    def figures(self, selector: str) -> list[int]:
        """Return the first number in each of these elements."""
        texts = self.page.locator(selector).all_text_contents()
        return [number for text in texts for number in first_number(text)]

    @property
    def path(self) -> str:
        """The path of the page."""
        return str(self.page.url).removeprefix(self.address).split("?")[0].split("#")[0]

    def start(self, game: str, names: Sequence[str], dealer: int = 0) -> str:
        """Set up a match over the wire and open it; return the path of its table."""
        table = self.seat(game, names, dealer)
        self.open(table)
        return table

    def sit_down(self, table: str, seat: int) -> None:
        """Join a match over the network and take a seat."""
        self.join(doors(self.wire, table[3:])[0], seat)

    def join(self, door: str, seat: int) -> None:
        """Join a match by its code and take a seat."""
        self.open(f"/join#{door}")
        self.tap(f".join button[value='{seat}']", ".page-welcome")

    def set_up(self, game: str, names: Sequence[str], dealer: int = 0) -> str:
        """Set up a match by hand; return the path of its table."""
        self.open(f"/new/{game}")
        for number, name in enumerate(names):
            self.page.fill(f"#name{number}", name)
            self.press("[name=enter]", f"#open-{number}")
        self.press(f"#deals-{dealer}", f"#deals-{dealer}[aria-pressed=true]")
        self.tap(".thumb .btn.primary")
        self.taps -= 1  # taps are counted from the table on
        self.see(".page-table")
        return self.path

    def press(self, selector: str, then: str) -> None:
        """Press a button as a keyboard does, uncounted, and wait until the page has that element."""
        self.page.locator(selector).first.evaluate("one => one.click()")
        self.see(then)
