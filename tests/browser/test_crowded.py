"""Forms that are refused for now: each waits on the phone with the reason in words, and is sent later automatically."""

from pathlib import Path
from typing import Any

import pytest

from companion.web.guard.security import MARK
from tests.conftest import furnished
from tests.faults.places import NoDisk, full, small_disk
from tests.support.server import Server
from tests.support.table import Player, phone

MINUTE = 60  # seconds of the server's Retry-After: far longer than the outbox waits without one
HEADERS = {MARK: "1", "Content-Type": "text/html", "Retry-After": str(MINUTE)}
FULL = "Not saved: the disk is full. 1 waits"


@pytest.mark.parametrize(("status", "sent"), [(429, "form"), (503, "pad")])
@pytest.mark.handset(quiet=False)
def test_a_form_that_was_too_much_waits_on_the_phone_as_long_as_the_host_says_and_arrives(
    player: Player, status: int, sent: str
) -> None:
    player.page.clock.install()
    player.start("kalooki", ["Aki", "Ben", "Cy"])
    tries: list[str] = []

    def refuse_once(route: Any) -> None:
        tries.append(route.request.url)
        if len(tries) == 1:
            route.fulfill(status=status, headers=HEADERS, body="<p>busy</p>")
        else:
            route.continue_()

    if sent == "pad":
        player.deal_over(0)
    player.page.route("**/deals/1/hands/*" if sent == "pad" else "**/deals/1/end", refuse_once)
    if sent == "pad":
        player.count("Ben", ["7"])
    else:
        player.tap(".thumb .btn.primary", ".who-seats")
        player.have_all()
        player.tap(".who-seats button[value='0']")
    moment = "in a moment" if status == 429 else "until the companion is back"
    player.see(f".outbox:not([hidden]):has-text('{moment}')")
    assert "busy" not in player.text("main")
    player.page.clock.run_for((MINUTE - 20) * 1000)  # ms, on the clock of the page
    player.page.wait_for_timeout(200)  # a form sent too early would have arrived by now
    assert len(tries) == 1, "the host said until when"
    player.page.clock.run_for(25_000)
    player.see("#whose:has-text('Cy')" if sent == "pad" else ".hand-form")
    assert player.page.locator(".outbox:not([hidden])").count() == 0
    assert len(tries) == 2


@pytest.mark.file
def test_on_a_full_disk_the_phone_says_so_and_what_waits_is_booked_once_there_is_room(
    browser: Any, tmp_path: Path, prepared: Path
) -> None:
    try:
        with small_disk(tmp_path / "disk") as disk:
            server = Server(furnished(disk / "instance", prepared)).start()
            with phone(browser, server, quiet=False) as player:
                table = player.start("kalooki", ["Aki", "Ben", "Cy"])
                player.deal_over(0)
                with full(disk):
                    player.count("Ben", ["7"])
                    player.see(f".outbox:has-text('{FULL}')")
                    player.page.reload()  # and as the outbox itself notices
                    player.see(f".outbox:has-text('{FULL}')")
                player.page.evaluate("dispatchEvent(new Event('online'))")  # it tries again at once
                player.count("Cy", ["8"])
                player.book()
                player.open(table)
                assert player.figures(".seat-total") == [0, 7, 8]
            server.kill()
    except NoDisk as missing:
        pytest.skip(str(missing))


@pytest.mark.handset(quiet=False)
def test_nothing_is_alarmed_before_an_answer_is_late_and_then_nothing_moves(player: Player) -> None:
    player.page.clock.install()
    player.start("kalooki", ["Aki", "Ben", "Cy"])
    player.tap(".thumb .btn.primary", ".who-seats")
    player.have_all()
    held: list[Any] = []
    player.page.route("**/deals/1/end", lambda route: held.append(route))
    place = "document.querySelector('main').getBoundingClientRect().top"
    before = player.page.evaluate(place)
    player.tap(".who-seats button[value='0']")
    player.page.clock.run_for(1_300)  # ms, on the clock of the page
    assert player.page.locator(".outbox:not([hidden])").count() == 0
    player.page.clock.run_for(400)
    player.see(".outbox:not([hidden])")
    assert player.page.evaluate(place) == before
    held[0].continue_()
    player.see(".hand-form")
