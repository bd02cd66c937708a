"""One phone for each player in a real browser: two and five at one table, and forbidden requests from other sites."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from time import time
from typing import Any

import pytest

from tests.support.stage import Staged
from tests.support.table import Player, phone
from tests.support.wire import Wire, doors, opened

FAMILY = ("Aki", "Ben", "Cy", "Dee", "Emi", "Flo", "Gil", "Hana")
# Notes in the page that a change has appeared: nothing outside could look as often.
WATCH = """([name, selector, words]) => {
  window.noted ||= {};
  const look = () => {
    const there = [...document.querySelectorAll(selector)].some((one) => one.textContent.includes(words));
    if (there && !(name in window.noted)) window.noted[name] = true;
  };
  look();
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
}"""
SEND_AT = "(at) => void setTimeout(() => document.querySelector('.hand-form').requestSubmit(), at - Date.now())"


@dataclass
class Table:
    """A match with phones of its players."""

    path: str
    phones: Sequence[Player]

    def gather(self, *phones: Player, path: str = "") -> None:
        """Open the table, or another page of the match, on all phones or these."""
        for one in phones or self.phones:
            one.open(self.path + path)

    @contextmanager
    def all_see(self, what: str, selector: str, words: str, by: Player, but: Sequence[Player] = ()) -> Iterator[None]:
        """Check that all other phones see the change made in the block, without a touch."""
        others = [one for one in self.phones if one is not by and one not in but]
        for one in others:
            one.page.evaluate(WATCH, [what, selector, words])
            assert not one.page.evaluate("(what) => what in window.noted", what), f"{what} was there before"
        yield
        for one in others:
            one.page.wait_for_function("(what) => what in window.noted", arg=what)


def seated(browser: Any, served: Staged, names: Sequence[str], phones: int, stack: ExitStack) -> Table:
    """Open a match as host, let these phones join with a seat each, and return it."""
    host = Wire(served.port)
    code = opened(host, tuple(names))
    door = doors(host, code)[0]
    players = [stack.enter_context(phone(browser, served.on_network, quiet=False)) for _ in range(phones)]
    for seat, player in enumerate(players):
        player.join(door, seat)
        player.open(f"/m/{code}")
        player.have_all()
    return Table(f"/m/{code}", players)


def call(table: Table) -> None:
    """Make a call on the player's own phone."""
    caller = table.phones[1]
    caller.tap(".thumb a[href$='/calls']", ".slip-call")
    with table.all_see("the call", ".seat:nth-child(2) .pips .on", "", caller):
        caller.tap(".only-call .pick[formaction$='/calls/1']")
    caller.see(".page-table")


def end(table: Table, out: int) -> None:
    """Tell on the first phone who went out."""
    first = table.phones[0]
    first.tap(".thumb .btn.primary", ".who-seats")
    with table.all_see("the end of play", "#thumb:not(:has(a[href$='/calls']))", "Referee", first):
        first.tap(f".who-seats button[value='{out}']")
    first.see(".hand-form")


def own_hands(table: Table, names: Sequence[str], out: int) -> None:
    """Count each hand on its player's phone: the first is sent while the others type, those all at the same time."""
    counting = [one for seat, one in enumerate(table.phones) if seat != out]
    watching = [one for seat, one in enumerate(table.phones) if seat == out]
    first, others = counting[0], counting[1:]
    for one, name in zip(counting, names, strict=False):
        if one is not first:
            one.tap(".thumb .btn.primary")
        one.see(f"#whose:has-text('{name}')")
        one.by_totals()
        one.digits("2")
    with table.all_see("a hand", ".tab.done", "21", first, but=watching):
        first.digits("1")
        first.tap(".pad-next")
    for seat, one in enumerate(others, start=1):
        assert one.text(".sum-total") == "2", "what others send does not touch what is being typed"
        one.digits(str(1 + seat))
    at = time() * 1000 + 500  # ms
    for one in others:
        one.page.evaluate(SEND_AT, at)
    for one in others:
        one.see(".page-table, .review")


def say_so(table: Table) -> None:
    """Confirm a hand that another phone counted: possible only on its player's phone, and only in that row."""
    counter, speaker, *others = table.phones
    table.gather(counter, path="/deals/1/count?seat=1&here=1")
    counter.digits("24")
    counter.tap(".pad-next", ".review")
    table.gather(path="/deals/1/count")
    assert [one.page.locator(".act-right").count() for one in table.phones] == [0, 1, *(0 for _ in others)]
    with table.all_see("that it is right", ".said", "confirmed by Ben", speaker):
        speaker.tap(".act-right")
    speaker.see(".said")


def book(table: Table) -> None:
    """Book on one phone; a phone still at the review is taken to the table."""
    first, *others = table.phones
    late = others[1:2]
    table.gather(*(one for one in others if one not in late))
    with table.all_see("the booking", ".seat:nth-child(1) .seat-total", "21", first, but=late):
        first.tap(".thumb-book .btn.primary")
    for one in (first, *late):
        one.see(".page-table .seat:nth-child(1) .seat-total:has-text('21')")


def correct(table: Table) -> None:
    """Correct the figure on the other phone."""
    mender = table.phones[1]
    table.gather(mender, path="/correct/1/0")
    mender.digits("30")
    with table.all_see("the correction", ".seat:nth-child(1) .seat-total", "30", mender):
        mender.tap(".pad-next")
    mender.see(".page-sheet")


@pytest.mark.windows
def test_every_phone_sees_what_any_other_does_and_its_typing_is_left_alone(browser: Any, networked: Staged) -> None:
    phones, names = 3, FAMILY[:4]
    out = len(names) - 1
    with ExitStack() as stack:
        table = seated(browser, networked, names, phones, stack)
        call(table)
        end(table, out)
        own_hands(table, names, out)
        say_so(table)
        book(table)
        correct(table)
        table.gather()
        for one in table.phones:
            assert one.figures(".seat-total") == [30, 24, *range(23, 21 + out), 0]
        assert [one.complaints for one in table.phones] == [[], [], []]


def test_while_the_host_is_silent_a_tap_on_a_link_keeps_the_page(browser: Any, networked: Staged) -> None:
    with ExitStack() as stack:
        player = seated(browser, networked, FAMILY[:3], 1, stack).phones[0]
        table = player.page.url
        player.page.clock.install()
        player.open(player.path)
        player.have_all()
        player.page.context.set_offline(True)
        player.page.clock.run_for(8_000)  # ms
        player.see(".heard:not([hidden])")
        player.tap(".thumb .btn.primary")
        player.page.wait_for_timeout(500)  # ms
        assert player.page.url == table and player.page.locator(".heard").is_visible()
        player.page.context.set_offline(False)
        player.page.clock.run_for(8_000)
        player.page.locator(".heard").wait_for(state="hidden")
        player.tap(".thumb .btn.primary", ".who-seats")
