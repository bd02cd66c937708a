"""Open house on a phone: strangers open tables, transfer them to another phone, and delete them."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.storage.access.hosts import Hosts
from tests.browser.test_screens import OBJECTIONS, asked_of_axe, load_axe, look_at
from tests.support.stage import Staged, staged
from tests.support.table import LAPTOP, Player, phone

SMALL = (320, 640)  # CSS pixels
BARS = """() => [...document.querySelectorAll(".thumb .btn")].filter(one => one.scrollWidth > one.clientWidth)
  .map(one => one.innerText)"""  # texts that do not fit
SCREENS = ("/", "{}", "{}/phones", "{}/carry", "/carry", "{}/delete", "/keep", "/host/browsers")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Staged]:
    """An open house reachable by phones."""
    with staged(tmp_path_factory.mktemp("open"), house=True) as made:
        yield made


def opened(player: Player, *names: str) -> str:
    """Open a table and return its path."""
    player.set_up("three-thirteen", names)
    return player.path


def test_a_table_is_carried_to_another_phone_by_three_taps_and_the_camera(browser: Any, server: Staged) -> None:
    with phone(browser, server.on_network) as old, phone(browser, server.on_network) as new:
        table = opened(old, "Aki", "Ben")
        old.open(f"{table}/phones")
        old.taps = 0
        old.tap("a[href$='/carry']", "form[action$='/carry']")
        old.tap(".thumb .btn.primary", ".once")
        assert old.taps == 2
        new.page.goto(old.text(".once"))
        new.see(".page-table")
        assert (new.path, "#" in new.page.url) == (table, False)


WIDEST_CODE = "document.querySelectorAll('.door-code').forEach(code => { code.textContent = 'WWWW\u00a0WWWW' })"


def test_axe_finds_nothing_to_object_to_in_an_open_house(browser: Any, server: Staged) -> None:
    with phone(browser, server.on_network) as player:
        load_axe(player)
        table = opened(player, "Aki", "Ben")
        player.open(f"/host#{Hosts(server.store).new_link()}")
        player.see(".wordmark")
        for path in (screen.format(table) for screen in SCREENS):
            player.open(path)
            player.page.evaluate(WIDEST_CODE)
            for look in (("light", SMALL, []), ("dark", LAPTOP, ["color-contrast", "target-size"])):
                look_at(player, *look[:2])
                assert player.page.evaluate(OBJECTIONS, asked_of_axe(look)) == [], (path, look)
                assert player.page.evaluate("document.documentElement.scrollWidth") <= look[1][0], (path, look)
                assert player.page.evaluate(BARS) == [], (path, look)
