"""Rate limits for wrong codes, joins, writes and new tables. No client is banned: each limit passes with time.

Uses count for the client and for its network, whose limit is lower than that of all clients together, so that no
network uses up what others need. Limits for all together delay strangers only."""

import logging
from collections import Counter, deque
from collections.abc import Mapping
from math import ceil
from threading import Lock
from time import monotonic
from typing import NamedTuple

from flask import current_app
from werkzeug.exceptions import TooManyRequests

from companion.rules.text import N_, Text
from companion.web.guard.client_address import whereabouts

# Wrong codes of an address, of a network and of all in a minute, and in an hour: see SECURITY.md.
TRIES, TRIES_OF_NETWORK, TRIES_OF_ALL, WITHIN = 10, 20, 60, 60.0
AN_HOUR, AN_HOUR_OF_NETWORK, AN_HOUR_OF_ALL, HOUR = 60, 120, 600, 3600.0
# Twenty tables of six that sit down within ten minutes behind one address; and the first phones that join by a code,
# which a flood of others does not delay.
JOINS, JOINS_OF_NETWORK, FIRST_OF_CODE, SITTING_DOWN = 120, 240, 12, 600.0
# A deal of eight players is some thirty forms, and a phone offline for a whole evening has stored about 250: five a
# second, for a whole minute, is more than anyone taps. The limit of a network is that of twenty such phones.
WRITES, WRITES_OF_NETWORK = 300, 6_000
DAY = 86_400.0  # seconds
LONG = 120  # seconds to wait, above which the message gives minutes
ADDRESS, NETWORK, ALL, CODE, PHONE = "address", "network", "all", "code", "phone"


class Wait(NamedTuple):
    """Refusal by a rate limit: seconds to wait, and the limit that was reached: address, network or all."""

    seconds: int
    of: str

    @property
    def again(self) -> dict[str, str]:
        """The Retry-After header."""
        return {"Retry-After": str(self.seconds)}


class Bound(NamedTuple):
    """Limit by kind of client, and its time window in seconds."""

    limits: Mapping[str, int]
    within: float

    def share(self, workers: int) -> "Throttle":
        """Return the rate limiter of one of several processes, each of which has the same share of the limits."""
        return Throttle({of: max(1, limit // workers) for of, limit in self.limits.items()}, self.within)


LIMITS = {
    "codes": Bound({ADDRESS: TRIES, NETWORK: TRIES_OF_NETWORK, ALL: TRIES_OF_ALL}, WITHIN),
    "hour": Bound({ADDRESS: AN_HOUR, NETWORK: AN_HOUR_OF_NETWORK, ALL: AN_HOUR_OF_ALL}, HOUR),
    "first": Bound({CODE: FIRST_OF_CODE}, SITTING_DOWN),
    "joins": Bound({ADDRESS: JOINS, NETWORK: JOINS_OF_NETWORK}, SITTING_DOWN),
    "writes": Bound({PHONE: WRITES, NETWORK: WRITES_OF_NETWORK}, WITHIN),
}
TOO_MUCH = {  # first sentence of the refusal, by the limit that was reached
    PHONE: N_("This phone is sending too much."),
    "writes": N_("This network is sending too much."),
    "joins": N_("Too many phones have joined from here in the last ten minutes."),
}
AGAIN = {
    "writes": N_("Nothing was saved. Wait {time}, go back and send it again."),
    "joins": N_("You have no seat yet. Wait {time}, go back and choose it again."),
}


def tables(of_address: int) -> Bound:
    """Return the limit on new tables a day in an open house, from that of one address."""
    return Bound({ADDRESS: of_address, NETWORK: 2 * of_address}, DAY)


def how_long(wait: Wait) -> Text:
    """Return the time to wait, in words."""
    if wait.seconds > LONG:
        return Text(N_("{n} min"), n=ceil(wait.seconds / 60))
    return Text(N_("{n} s"), n=wait.seconds)


class TooMuch(TooManyRequests):
    """A rate limit was reached."""

    def __init__(self, what: str, wait: Wait):
        super().__init__()
        noted.note(what, wait)
        self.status, self.again = 429, wait.again
        self.words = (TOO_MUCH.get(wait.of) or TOO_MUCH[what], Text(AGAIN[what], time=how_long(wait)))


class Throttle:
    """Rate limiter with a sliding window; refused uses are not stored, so that its memory is bounded."""

    def __init__(self, limits: Mapping[str, int], within: float) -> None:
        self.limits, self.within = limits, within
        self._lately: deque[tuple[float, dict[str, str]]] = deque()
        self._counts: Counter[tuple[str, str]] = Counter()
        self._lock = Lock()

    def take(self, **whose: str) -> Wait | None:
        """Count one use by each of these names; return None, or a Wait if a limit is reached."""
        with self._lock:
            now = monotonic()
            self._forget(now - self.within)
            for of, name in whose.items():
                if self._counts[of, name] >= self.limits[of]:
                    oldest = next(at for at, known in self._lately if known.get(of) == name)
                    return Wait(max(1, ceil(oldest + self.within - now)), of)
            self._lately.append((now, whose))
            self._counts.update(whose.items())
            return None

    def give_back(self, **whose: str) -> None:
        """Subtract the latest use of these names, which turned out not to be limited."""
        with self._lock:
            at = next((at for at in reversed(range(len(self._lately))) if self._lately[at][1] == whose), None)
            if at is not None:
                self._drop(whose)
                del self._lately[at]

    def _forget(self, before: float) -> None:
        while self._lately and self._lately[0][0] <= before:
            self._drop(self._lately.popleft()[1])

    def _drop(self, whose: Mapping[str, str]) -> None:
        for key in whose.items():
            self._counts[key] -= 1
            if not self._counts[key]:
                del self._counts[key]


EVERY = 60.0  # seconds
log = logging.getLogger("companion")


class Refusals:
    """Counts of refusals by kind since the last log line."""

    def __init__(self) -> None:
        self._told: dict[str, float] = {}
        self._times: Counter[str] = Counter()
        self._lock = Lock()

    def note(self, what: str, wait: Wait) -> None:
        """Count a refusal, and log the count unless that was done within the last minute."""
        kind, now = f"{what} of one {wait.of}" if wait.of != "all" else f"{what} of all together", monotonic()
        with self._lock:
            self._times[kind] += 1
            if now - self._told.get(kind, -EVERY) < EVERY:
                return
            self._told[kind], times = now, self._times.pop(kind)
        log.warning("too many %s: %s refused", kind, times)


noted = Refusals()  # of this process, as its log is


def throttle(what: str) -> Throttle:
    """Return the rate limiter of that name, for example of wrong codes or writes."""
    kept: Throttle = current_app.extensions["companion.throttles"][what]
    return kept


WINDOWS = ("codes", "hour")  # per minute, and per hour


def count_attempt() -> Wait | None:
    """Count an attempt with a code before it is looked up, as short ones could be guessed; return a Wait at a limit."""
    for at, window in enumerate(WINDOWS):
        wait = throttle(window).take(**whose())
        if wait:
            noted.note("wrong codes", wait)
            give_back(WINDOWS[:at])
            return wait
    return None


def give_back(windows: tuple[str, ...] = WINDOWS) -> None:
    """Subtract the latest attempt, because its code was right."""
    for window in windows:
        throttle(window).give_back(**whose())


def whose() -> dict[str, str]:
    """Return the names under which an attempt counts."""
    return whereabouts() | {ALL: ""}
