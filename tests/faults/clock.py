"""Jumping clock: it is set back and forward by years during a match, and the ledger must keep its order.

Nobody at the table is thrown out by that, no link ends early, and an evening has its day once the clock is right."""

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from companion import clock
from companion.app import create_app
from companion.server.network import Reach
from companion.server.open_house import HourlyCleanup, Limits
from companion.sheet.days import evening
from companion.sheet.ledger import EntryKind
from companion.storage.access.links import Links
from companion.storage.store import Store
from tests.faults.outbox import fines
from tests.faults.shim import set_clock
from tests.support.phone import Phone, far_browser

YEAR = 365 * 24 * 3600  # seconds
JUMPS = (-40 * YEAR, -YEAR, -3600, -1, 0, 1, 3600, YEAR, 200 * YEAR)


@dataclass
class Found:
    """Results of a match with a jumping clock."""

    posts: int = 0
    back: int = 0
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        wrong = "; ".join(self.wrong[:5]) or "nothing wrong"
        return f"{self.posts} posts, the clock set {self.posts} times, back {self.back} times: {wrong}"


def jumping(folder: Path, rounds: int, seed: int = 313) -> Found:
    """Post this many forms, each sent twice and the clock set before each. Only behind the library."""
    app, random, found = create_app(folder), Random(seed), Found()
    phone, store = Phone(app), app.extensions["companion.store"]
    names = {f"name{seat}": name for seat, name in enumerate(("Aki", "Ben", "Cy", "Dee"))}
    code = phone.post("/new/kalooki", dealer=0, **names).location.rsplit("/", 1)[1]
    versions, ahead = [0], 0
    for post in fines(code, 1, rounds)[0]:
        before, ahead = ahead, random.choice(JUMPS)
        found.back += ahead < before
        set_clock(ahead)
        sent = [phone.send(post.path, [("key", post.key), *post.fields]).status for _ in range(2)]
        found.wrong += [f"answered {status}" for status in sent if status != 303]
        looked = [phone.get(path).status for path in ("/", f"/m/{code}", f"/m/{code}/board?seen={versions[-1]}")]
        found.wrong += [f"looked at: {looked}"] if looked != [200] * 3 else []
        versions.append(store.version(code))
        found.posts += 1
    return reckoned(found, store, code, versions)


def reckoned(found: Found, store: Store, code: str, versions: list[int]) -> Found:
    """Check that the entries are in posting order, each once, and that the version never decreased."""
    entries = [entry for entry in store.match(code).sheet.entries if entry.kind == EntryKind.ADJUST]
    if [entry.reason for entry in entries] != [f"0-{n}" for n in range(found.posts)]:
        found.wrong.append("not in the order they were posted in")
    if sorted(set(versions)) != versions:
        found.wrong.append("the version went back")
    if found.posts > 20 and sorted(entry.at for entry in entries) == [entry.at for entry in entries]:
        found.wrong.append("the clock did not jump")
    return found


DAY = 24 * 3600  # seconds
FIRST = 60 - int(time.time())  # back to the first minute of 1970
CLOCKS = {  # seconds that the clock is ahead, one after the other; the last is the right time
    "an hour ahead": (3600, 0),
    "an hour behind": (-3600, 0),
    "200 days ahead": (200 * DAY, 0),
    "200 days behind": (-200 * DAY, 0),
    "ahead, behind and back": (3600, -3600, 200 * DAY, 0),
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
        self.expect(self.host.post("/host", secret=self.link("/host/link", "/host/browsers")).status == 303, "no host")

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

    def link(self, path: str, page: str) -> str:
        """Return the secret of a new link that the host or the player makes."""
        phone = self.player if "carry" in path else self.here
        made = phone.post(path)
        found = SECRET.search(phone.follow(made).html)
        assert found, page
        return found[1]

    def expect(self, right: bool, what: str) -> None:
        """Note a fault unless the check is right."""
        self.wrong += [] if right else [what]

    def through(self, clocks: Sequence[int]) -> None:
        """Set the clock, with phones at the table and links made before each time."""
        for ahead in clocks:
            carry, host = self.link(f"/m/{self.code}/carry", "carry"), self.link("/host/link", "host")
            set_clock(ahead)
            HourlyCleanup(self.store, Limits()).once()
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
