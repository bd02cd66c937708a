"""A phone that the host cannot take more from just now: what was counted waits there, and arrives by itself."""

from typing import Any

import pytest

from tests.support.table import Served, phone

MINUTE = 60  # seconds; what the host says to wait: far more than the outbox waits by itself


@pytest.mark.parametrize(("status", "script"), [(429, "pad"), (429, "form"), (503, "pad")])
def test_a_form_that_was_too_much_waits_on_the_phone_as_long_as_the_host_says_and_arrives(
    browser: Any, served: Served, status: int, script: str
) -> None:
    with phone(browser, served, quiet=False) as player:
        player.page.clock.install()
        player.start("kalooki", ["Aki", "Ben", "Cy"])
        tries: list[str] = []

        def refuse_once(route: Any) -> None:
            tries.append(route.request.url)
            if len(tries) == 1:
                route.fulfill(status=status, headers={"Retry-After": str(MINUTE)}, body="<p>busy</p>")
            else:
                route.continue_()

        if script == "pad":
            player.deal_over(0)
        player.page.route("**/deals/1/hands/*" if script == "pad" else "**/deals/1/end", refuse_once)
        if script == "pad":
            player.count("Ben", ["7"])
        else:
            player.tap(".thumb .btn.primary")
            player.see(".who-seats")
            player.tap(".who-seats button[value='0']")
        moment = "in a moment" if status == 429 else "until the companion is back"
        player.see(f".outbox:not([hidden]):has-text('{moment}')")
        assert "busy" not in player.text("main")
        player.page.clock.run_for((MINUTE - 20) * 1000)  # ms, on the clock of the page
        player.page.wait_for_timeout(200)  # a form that was sent too soon would be here by now
        assert len(tries) == 1, "the host said until when"
        player.page.clock.run_for(25_000)
        player.see("#whose:has-text('Cy')" if script == "pad" else ".hand-form")
        assert player.page.locator(".outbox:not([hidden])").count() == 0
        assert len(tries) == 2
