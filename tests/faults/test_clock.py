"""Jumping clock: set back and forward during a match.

Nobody at the table is thrown out by that, no link ends early, and an evening has its day once the clock is right."""

import re
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion import clock
from companion.app import create_app
from companion.server.network import Reach
from companion.server.open_house import Limits, clean_up
from companion.sheet.days import evening
from companion.storage.access.links import Links
from companion.storage.store import Store
from tests.faults.shim import Behind, set_clock
from tests.support.phone import Phone, far_browser

pytestmark = pytest.mark.file

DAY = 24 * 3600  # seconds
FIRST = 60 - int(time.time())  # back to the first minute of 1970
CLOCKS = {  # seconds that the clock is ahead, one after the other; the last is the right time
    "ahead, behind and back": (3600, -3600, 200 * DAY, -200 * DAY, 0),
    "1970 until the time is known": (FIRST, 0),
    "1970 in between": (0, FIRST, 0),
}
SECRET = re.compile(r"/(?:host|carry)#([\w-]+)")
FINE = {"seat": 1, "points": 5, "reason": "rule broken"}


class Table:
    """A match with phones at it, while the host's clock is set."""

    def __init__(self, folder: Path):
        self.app = create_app(folder, REACH=Reach(0, addresses=("http://192.168.1.20:8313",)).now)
        self.store: Store = self.app.extensions["companion.store"]
        self.here, self.wrong = Phone(self.app), list[str]()
        names = {f"name{seat}": name for seat, name in enumerate(("Aki", "Ben", "Cy", "Dee"))}
        self.code = self.here.post("/new/kalooki", dealer=0, **names).location.rsplit("/", 1)[1]
        self.player, self.host = self.phone(), self.phone()
        self.joined(self.player, 1)
        self.expect(self.host.post("/host", secret=self.link("/host/browsers")).status == 303, "no host")

    def phone(self) -> Phone:
        """Return a new phone on the network."""
        phone = Phone(self.app)
        phone.http = far_browser(self.app)
        phone.get("/join")
        return phone

    def joined(self, phone: Phone, seat: int) -> None:
        """Let a phone join by the code."""
        code = Links(self.store).codes(self.store.match_id(self.code)).join
        phone.post("/join/seats", code=code, seat=seat)

    def link(self, path: str) -> str:
        """Return the secret of a new link that the host or the player makes."""
        phone = self.player if "carry" in path else self.here
        found = SECRET.search(phone.post(path).html)
        assert found, path
        return found[1]

    def expect(self, right: bool, what: str) -> None:
        """Note a fault unless the check is right."""
        self.wrong += [] if right else [what]

    def through(self, clocks: Sequence[int]) -> None:
        """Set the clock, with phones at the table and links made before each time."""
        for ahead in clocks:
            carry, host = self.link(f"/m/{self.code}/carry"), self.link("/host/browsers")
            set_clock(ahead)
            clean_up(self.store, Limits())
            self.expect(self.player.get(f"/m/{self.code}").status == 200, f"{ahead}: the player is thrown out")
            self.expect(self.player.get(f"/m/{self.code}/board?seen=0").status in (200, 204), f"{ahead}: no poll")
            self.expect(self.player.post(f"/m/{self.code}/adjust", **FINE).status == 303, f"{ahead}: nothing booked")
            self.expect(self.host.get("/new/kalooki").status == 200, f"{ahead}: the host is no host")
            self.expect(self.phone().post("/carry", secret=carry).status == 303, f"{ahead}: the place is not carried")
            self.expect(self.phone().post("/host", secret=host).status == 303, f"{ahead}: the link is too old")

    def ended(self) -> None:
        """End the match after its first deal, by the right time, and check its day and its minutes."""
        self.here.deal(self.code, 1, 0, {1: "25", 2: "30", 3: "40"})
        self.here.post(f"/m/{self.code}/end")
        match = self.store.match(self.code)
        today = evening(datetime.now(UTC))
        self.expect(match.day == today, f"its day is {match.day}")
        self.expect(f"/evenings/{today}" in self.here.get("/").html, "no such evening")
        self.expect(not match.minutes, f"it took {match.minutes} minutes")


def weathered(folder: Path, clocks: Sequence[int]) -> list[str]:
    """Return the faults of a match while the clock is set to these times. Only behind the library."""
    if clocks[0] == FIRST:  # the companion starts before the time is known, as on a machine without a battery
        set_clock(FIRST)
        clock.STARTED = datetime.now(UTC)
    table = Table(folder)
    table.through(clocks)
    table.ended()
    return table.wrong


@pytest.mark.parametrize("clocks", CLOCKS.values(), ids=CLOCKS)
def test_nobody_is_thrown_out_and_no_link_ends_early_when_the_clock_is_set(
    shim: Behind, tmp_path: Path, clocks: tuple[int, ...]
) -> None:
    assert shim.call(weathered, tmp_path, clocks) == []
