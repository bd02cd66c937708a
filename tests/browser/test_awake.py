"""Screen on: by a lock or, over plain http, by a silent video, until the match ends or the table is left."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.webkit import SOON, SafariPhone, until
from tests.support.stage import Staged
from tests.support.table import Player, phone
from tests.support.wire import Post

pytestmark = pytest.mark.file  # the kind of database makes no difference
NAMES = ("Aki", "Ben", "Cy")
SWITCH = "[data-screen-on]"
PLAYS = """() => {
  const video = document.querySelector("video");
  return !!video && !video.paused && !video.muted && video.volume > 0 && !video.loop && video.currentTime > 0;
}"""  # what an engine asks of a video for which it keeps the screen on
LOCKS = """window.locks = 0;
  navigator.wakeLock.request = async () => {
    window.locks += 1;
    return { released: false, async release() { if (!this.released) window.locks -= 1; this.released = true } };
  }"""


@pytest.fixture
def far(browser: Any, networked: Staged) -> Iterator[tuple[Player, str]]:
    """A phone at a table over plain http, and the path of the table."""
    with phone(browser, networked.on_network) as player:
        table = player.seat("kalooki", NAMES)
        player.sit_down(table, 1)
        player.open(table)
        yield player, table


def test_over_plain_http_a_tap_keeps_the_screen_on_at_this_table(far: tuple[Player, str]) -> None:
    player, table = far
    page = player.page
    assert not page.evaluate("'wakeLock' in navigator || isSecureContext")
    player.tap(".menu > summary", "[data-awake-costs]:has-text('https')")
    assert page.get_attribute(SWITCH, "aria-checked") == "false" and not page.locator("video").count()
    player.tap(SWITCH)
    page.wait_for_function(PLAYS)
    assert page.get_attribute(SWITCH, "aria-checked") == "true"
    page.evaluate("document.querySelector('video').currentTime = 12")
    page.wait_for_function("() => document.querySelector('video').currentTime < 9")  # rewound, and plays on
    player.open(f"{table}/tv")
    page.wait_for_function(PLAYS)
    player.open(f"{table}/sheet")
    assert not page.locator("video").count()
    player.open(table)
    page.wait_for_function(PLAYS)
    player.tap(".menu > summary")
    player.tap(SWITCH)
    page.wait_for_function("() => document.querySelector('video').paused")


def test_a_refused_video_waits_for_a_tap_and_says_so(far: tuple[Player, str]) -> None:
    player, table = far
    page = player.page
    page.evaluate("table => sessionStorage.setItem(`awake ${table}`, true)", table)
    page.add_init_script(
        """const play = HTMLMediaElement.prototype.play;
           HTMLMediaElement.prototype.play = async function () {
             if (!window.tapped) throw new DOMException("", "NotAllowedError");
             return play.call(this);
           };
           addEventListener("click", () => { window.tapped = true }, true);"""
    )
    player.open(table)
    player.see(".awake-tap:has-text('Tap once')")
    player.tap(".awake-tap")
    page.wait_for_function(PLAYS)
    assert not page.locator(".awake-tap").is_visible()


def test_the_switch_lets_go_of_the_lock_and_so_does_the_end_of_the_match(player: Player) -> None:
    player.page.add_init_script(LOCKS)
    table = player.start("kalooki", NAMES)
    player.page.wait_for_function("() => locks === 1")
    player.tap(".menu > summary")
    assert not player.page.locator("[data-awake-costs]").is_visible()
    for left, shown in ((0, "false"), (1, "true")):
        player.tap(SWITCH)
        player.page.wait_for_function(f"() => locks === {left}")
        assert player.page.get_attribute(SWITCH, "aria-checked") == shown
    player.open(f"{table}/tv")
    player.page.wait_for_function("() => locks === 1")
    assert player.wire.post(Post.of(f"{table}/end", revision=1)).status == 303
    player.see(".tv .winner")
    player.page.wait_for_function("() => locks === 0")


WITHOUT_LOCKS = f"""
  delete Navigator.prototype.wakeLock;
  const [button, loaded] = ["{SWITCH}", "script[src*='/awake.js']"].map((one) => document.querySelector(one));
  button.replaceWith(button.cloneNode(true));
  document.head.append(Object.assign(document.createElement("script"), {{ src: loaded.src }}));
"""  # as over plain http: the script starts again without


def test_safari_plays_it_at_a_tap(safari: SafariPhone) -> None:
    safari.open(safari.seat("kalooki", NAMES))
    safari.run(WITHOUT_LOCKS)
    safari.tap(".menu > summary")
    safari.press(SWITCH)
    until(lambda: safari.run(f"return ({PLAYS})()"), SOON, "the video")
