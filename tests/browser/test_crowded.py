"""A phone that the host cannot take more from just now: what was counted waits there, and arrives by itself."""

from time import monotonic
from typing import Any

import pytest

from tests.support.table import Served, phone

SECONDS = 4  # what the host says to wait: more than the outbox waits by itself


@pytest.mark.parametrize(("status", "script"), [(429, "pad"), (429, "form"), (503, "pad")])
def test_a_form_that_was_too_much_waits_on_the_phone_as_long_as_the_host_says_and_arrives(
    browser: Any, served: Served, status: int, script: str
) -> None:
    with phone(browser, served, quiet=False) as player:
        player.start("kalooki", ["Aki", "Ben", "Cy"])
        tries: list[float] = []

        def refuse_once(route: Any) -> None:
            tries.append(monotonic())
            if len(tries) == 1:
                route.fulfill(status=status, headers={"Retry-After": str(SECONDS)}, body="<p>busy</p>")
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
        moment = "in a moment" if status == 429 else "until the host is back"
        player.see(f".outbox:not([hidden]):has-text('{moment}')")
        assert "busy" not in player.text("main")
        player.see("#whose:has-text('Cy')" if script == "pad" else ".hand-form")
        assert player.page.locator(".outbox:not([hidden])").count() == 0
        assert len(tries) == 2 and tries[1] - tries[0] >= SECONDS
