"""Load test of the referee: strangers on the network ask all they can while a table plays."""

import http.client
import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, field
from itertools import count
from random import Random
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlencode

from tests.support.stage import NAME, Staged
from tests.support.wire import CUT, Post, Wire, doors, joined, opened

CLIENTS = 8
PHONES = 10
TIMED_OUT = 15.0  # client timeout in seconds
EVERY = 1.0  # seconds between two polls of a phone, as in static/live.js
BETWEEN = 0.5  # seconds between two posts of the host
QUICK = 0.1  # seconds: longest time of a poll on an idle server
HARDEST: dict[str, Any] = {  # slowest question found by a search that can occur in play
    "game": "kalooki",
    "ask": "can-lay-down",
    "players": 8,
    "deal": 7,
    "hand": "JK JK 9D QH 5S KH 10S AS 5S 10D 6H 9H 6S 7S 9S 7H JD QS 5H 8S KS",
    "table": ["8S JK 10S JS", "7H 8H 9H 10H", "6S 7S 8S 9S", "JK 2S 3S 4S"],
}
Asked = tuple[str, str, str, dict[str, str], float]  # method, path, body, headers, seconds between two requests


def hand(random: Random, cards: int, jokers: int) -> str:
    """Return random cards of three packs."""
    pack = [rank + suit for rank in "A 2 3 4 5 6 7 8 9 10 J Q K".split() for suit in "SHDC"] * 3
    random.shuffle(pack)
    return " ".join(["JK"] * jokers + pack[: cards - jokers])


def ordinary() -> str:
    """Return 1,000 questions that players ask."""
    random = Random(1000)
    dealt = ({"game": "kalooki", "ask": "can-lay-down", "deal": 1 + n % 9} for n in range(1000))
    return json.dumps([{**one, "hand": hand(random, 13, jokers=n % 2)} for n, one in enumerate(dealt)], indent=None)


def hard() -> str:
    """Return 500 questions of the largest hands with two jokers each, and melds on the table."""
    random = Random(500)
    one = {"game": "kalooki", "ask": "can-lay-down", "players": 8, "deal": 9, "table": HARDEST["table"]}
    return json.dumps([{**one, "hand": hand(random, 20, jokers=2)} for _ in range(500)], separators=(",", ":"))


def cheap() -> str:
    """Return 1,000 cheap questions."""
    return json.dumps([{"game": "kalooki", "ask": "four", "cards": "5H JK 7H 8H"}] * 1000)


def posting(body: str) -> Asked:
    """Return a post of that body, again after each response."""
    return "POST", "/api/ask", body, {"Content-Type": "application/json"}, 0.0


def getting(headers: dict[str, str], pause: float = 0.0) -> Asked:
    """Return the opening of the referee's page on the hardest question, again and again."""
    question = {"judge": "1", **{name: HARDEST[name] for name in ("players", "deal", "hand", "table")}}
    return "GET", "/rules/kalooki/referee/can-lay-down?" + urlencode(question, doseq=True), "", headers, pause


ATTACKS: dict[str, Callable[[], Asked]] = {
    "lists of 1,000 ordinary questions": lambda: posting(ordinary()),
    "lists of 500 hard questions": lambda: posting(hard()),
    "the hardest question": lambda: posting(json.dumps(HARDEST)),
    "lists of 1,000 cheap questions": lambda: posting(cheap()),
    "the hardest question as a page": lambda: getting({"Accept": "text/html"}),
    "50 cross-site GETs a second": lambda: getting(
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}, CLIENTS / 50
    ),
}


def asking(port: int, number: int, until: float, asked: Asked) -> None:
    """Run one client at its own address until that time, then hang up."""
    (method, path, body, headers, pause), wire = asked, None
    while (left := until - monotonic()) > 0:
        wire = wire or http.client.HTTPConnection("127.0.0.1", port, source_address=(f"127.0.0.{10 + number}", 0))
        wire.timeout = left
        if wire.sock:
            wire.sock.settimeout(left)
        try:
            wire.request(method, path, body or None, {"Host": f"{NAME}:{port}", **headers})
            wire.getresponse().read()
        except CUT:
            wire.close()
            wire = None
        sleep(pause)
    if wire:
        wire.close()


def attack(name: str, port: int, until: float) -> None:
    """Run all clients of one kind at once, in a separate process."""
    asked = ATTACKS[name]()
    threads = [threading.Thread(target=asking, args=(port, n, until, asked), daemon=True) for n in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@dataclass
class Toll:
    """Measurements at the table: seconds of each poll and post, requests without an answer, and seconds to recovery."""

    looks: list[float] = field(default_factory=list)
    posts: list[float] = field(default_factory=list)
    failed: int = 0
    back: float = 0.0

    def timed(self, kept: list[float], act: Callable[[], object]) -> None:
        """Note how long an action took, and whether it failed."""
        started = monotonic()
        try:
            act()
        except CUT:
            self.failed += 1
        kept.append(monotonic() - started)


@dataclass(frozen=True)
class Evening:
    """A match in play: the phones that poll it, and the host who writes."""

    port: int
    path: str  # address polled by the phones
    phones: list[Wire]
    spare: Wire  # one more phone, used only at the end
    host: Wire
    posts: Iterator[Post]

    def post(self) -> None:
        """Post the host's next entry."""
        answer = self.host.post(next(self.posts))
        assert answer.status == 303, answer.page


def playing(server: Staged) -> Evening:
    """Open a match on that server, with phones that joined by its code."""
    host = Wire(server.port)
    code = opened(host, ("Aki", "Ben", "Cy", "Dee"))
    watch = doors(host, code)[1]
    spare, *phones = (joined(server.port, f"{NAME}:{server.port}", watch) for _ in range(1 + PHONES))
    return Evening(server.port, f"/m/{code}/board", phones, spare, host, evening(code))


def evening(code: str) -> Iterator[Post]:
    """Yield the entries of an evening without end: the last booking is undone so that the match goes on."""
    deal = f"/m/{code}/deals/1"
    yield Post.of(f"{deal}/end", out=0, revision=1)
    yield from (Post.of(f"{deal}/hands/{seat}", total=10 + seat, revision=1) for seat in (1, 2, 3))
    for closed in count(step=2):  # bookings and reopenings so far
        yield Post.of(f"{deal}/book", revision=closed + 5)
        yield Post.of(f"/m/{code}/undo", deal=1, revision=closed + 2)


def toll(name: str, table: Evening, pool: Executor, seconds: float) -> Toll:
    """Measure an attack of this many seconds: phones poll each second, and the host posts now and then."""
    seen, until = Toll(), monotonic() + seconds
    attackers = pool.submit(attack, name, table.port, until)
    looking = [threading.Thread(target=looks, args=(seen, table, n, until)) for n in range(len(table.phones))]
    for thread in looking:
        thread.start()
    while monotonic() < until:
        seen.timed(seen.posts, table.post)
        sleep(BETWEEN)
    seen.back = recovered(table.spare, table.path, until)
    for thread in looking:
        thread.join()
    attackers.result()
    return seen


def looks(seen: Toll, table: Evening, number: int, until: float) -> None:
    """Poll the table from one phone until that time."""
    wire, path = table.phones[number], table.path
    sleep(EVERY * number / PHONES)
    while (started := monotonic()) < until:
        seen.timed(seen.looks, lambda: wire.get(path))
        sleep(max(0.0, min(started + EVERY, until) - monotonic()))


def recovered(phone: Wire, path: str, since: float) -> float:
    """Return the seconds until a poll is quick again and another client's question is answered."""
    other = Wire(phone.port, phone.host)
    while monotonic() < since + TIMED_OUT:
        started = monotonic()
        try:
            fine = other.get("/rules/kalooki/referee/can-lay-down?judge=1&deal=1&hand=5H+5S+5D").status == 200
            asked = monotonic()
            phone.get(path)
            if fine and monotonic() - asked < QUICK:
                return max(0.0, started - since)
        except CUT:
            pass
        sleep(0.02)
    return TIMED_OUT
