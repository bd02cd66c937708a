"""Rate limits for wrong codes, joins, writes and new tables. No client is banned: each limit passes with its window.

Wrong codes count for a client, for its network and for all, each limit above the one before: no network uses up what
others need. The limit for all delays strangers only."""

from collections import Counter
from collections.abc import Mapping
from math import ceil
from threading import Lock
from time import monotonic
from typing import NamedTuple

from flask import current_app
from werkzeug.exceptions import HTTPException

from companion.rules.text import N_, Text
from companion.web.guard.client_address import whereabouts

MINUTE, TEN_MINUTES, DAY = 60, 600, 86_400  # seconds
LONG = 120  # seconds to wait, above which the message gives minutes
ADDRESS, NETWORK, ALL, TABLE, PHONE = "address", "network", "all", "table", "phone"
LIMITS = {  # window in seconds, and uses in it by each kind of name
    "codes": (TEN_MINUTES, {ADDRESS: 20, NETWORK: 40, ALL: 100}),  # wrong ones: see SECURITY.md
    "joins": (TEN_MINUTES, {TABLE: 60}),  # of one table by one network
    # A deal of eight players is some thirty forms, and a phone offline for a whole evening has stored about 250: five a
    # second, for a whole minute, is more than anyone taps. The limit of a network is that of twenty such phones.
    "writes": (MINUTE, {PHONE: 300, NETWORK: 6_000}),
}


class Wait(NamedTuple):
    """Refusal by a rate limit: seconds to wait, and the kind of name that reached its limit."""

    seconds: int
    of: str

    @property
    def again(self) -> dict[str, str]:
        """The Retry-After header."""
        return {"Retry-After": str(self.seconds)}

    @property
    def time(self) -> Text:
        """The time to wait, in words."""
        if self.seconds > LONG:
            return Text(N_("{n} min"), n=ceil(self.seconds / 60))
        return Text(N_("{n} s"), n=self.seconds)


SOON = Wait(2, ALL)


class NotNow(HTTPException):
    """Refusal that passes with time, with its reason and what to do in words."""

    def __init__(self, status: int, what: str, then: str, wait: Wait = SOON):
        super().__init__(what)
        self.status = self.code = status
        self.words, self.again = (Text(what), Text(then, time=wait.time)), wait.again


class Throttle:
    """Rate limiter: uses within a window of time, counted by each name of a client.

    Refused uses do not count, so that strangers cannot fill its memory. The package `limits` gives nothing back, and
    takes one name at a time."""

    def __init__(self, seconds: int, limits: Mapping[str, int]) -> None:
        self.seconds, self.limits = seconds, limits
        self._counts = Counter[tuple[str, str]]()
        self._ends = 0.0
        self._lock = Lock()

    def take(self, **names: str) -> Wait | None:
        """Count one use by each of these names; return None, or a Wait if a limit is reached."""
        with self._lock:
            now = monotonic()
            if now >= self._ends:
                self._counts.clear()
                self._ends = now + self.seconds
            for of, name in names.items():
                if self._counts[of, name] >= self.limits[of]:
                    return Wait(ceil(self._ends - now), of)
            self._counts.update(names.items())
            return None

    def give_back(self, **names: str) -> None:
        """Subtract one use by these names, which turned out not to be limited."""
        with self._lock:
            self._counts -= Counter(names.items())


def throttles(tables_a_day: int, workers: int) -> dict[str, Throttle]:
    """Return the rate limiters of one of several processes, each of which has the same share of the limits."""
    limits = LIMITS | {"tables": (DAY, {ADDRESS: tables_a_day, NETWORK: 2 * tables_a_day})}
    return {
        what: Throttle(seconds, {of: max(1, limit // workers) for of, limit in each.items()})
        for what, (seconds, each) in limits.items()
    }


def throttle(what: str) -> Throttle:
    """Return the rate limiter of that name, for example of wrong codes or writes."""
    found: Throttle = current_app.extensions["companion.throttles"][what]
    return found


def count_attempt() -> Wait | None:
    """Count an attempt with a code before it is looked up, as short ones could be guessed; return a Wait at a limit."""
    return throttle("codes").take(**whereabouts(), all="")


def give_back() -> None:
    """Subtract the latest attempt, because its code was right."""
    throttle("codes").give_back(**whereabouts(), all="")
