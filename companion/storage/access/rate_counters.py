"""Shared rate counters of a PostgreSQL server, for all its programs: by kind of limit, by client, by time window."""

from collections.abc import Mapping
from random import random
from typing import NamedTuple

from sqlalchemy import Connection, Engine, TextClause, text

from companion.storage.database.engines import engine_for

SWEEP = 0.01  # share of calls that also delete expired counters
LATELY, LATELY_OF_ALL = (
    text(
        "SELECT extract(epoch FROM clock_timestamp())::float AS now, since, times FROM (SELECT 1) AS one LEFT JOIN"
        f" (SELECT since, sum(times)::int AS times FROM taken WHERE what = :what AND whose {those} GROUP BY since)"
        " AS held ON since >= floor(extract(epoch FROM clock_timestamp()) / :within) - 1"
    )
    for those in ("= :whose", "LIKE :whose || ' %'")
)
ONE_MORE = text(
    "INSERT INTO taken AS held (what, whose, since, times) VALUES (:what, :whose, :since, 1)"
    " ON CONFLICT (what, whose, since) DO UPDATE SET times = held.times + 1 WHERE held.times < :most RETURNING times"
)
ONE_LESS = text(
    "UPDATE taken SET times = times - 1 WHERE what = :what AND whose = :whose AND times > 0"
    " AND since = floor(extract(epoch FROM clock_timestamp()) / :within)"
)
FORGET = text("DELETE FROM taken WHERE what = :what AND since < :since")


class Wait(NamedTuple):
    """Refusal by a rate limit: seconds to wait, and the limit that was reached: address, network or all."""

    seconds: int
    of: str

    @property
    def again(self) -> dict[str, str]:
        """The Retry-After header."""
        return {"Retry-After": str(self.seconds)}


class SharedThrottle:
    """Rate limiter over all programs of a server, with the interface of `Throttle` for one process.

    Sliding window: the count of the current window, plus that of the one before in proportion to its remaining part."""

    def __init__(self, engine: Engine, what: str, limits: Mapping[str, int], within: float):
        self._glances, self._what = engine_for(engine, "glance"), what
        self.limits, self.within = limits, within

    def take(self, **whose: str) -> Wait | None:
        """Count one use for an address, network or all; return None, or a Wait if a limit is reached."""
        taken: dict[str, str] = {}
        for of, name in whose.items():
            wait = self._take(key(of, name), self.limits[of])
            if wait:
                self.give_back(**taken)
                return Wait(wait, of)
            taken[of] = name
        return None

    def give_back(self, **whose: str) -> None:
        """Subtract the latest use, which turned out not to be limited."""
        with self._glances.connect() as connection:
            for of, name in whose.items():
                connection.execute(ONE_LESS, {"what": self._what, "whose": key(of, name), "within": self.within})

    def _take(self, whose: str, limit: int) -> int:
        about = {"what": self._what, "whose": whose}
        with self._glances.connect() as connection:
            since, passed, before, _ = self._times(connection, whose)
            most = limit - before
            if most < 1 or connection.execute(ONE_MORE, about | {"since": since, "most": int(most)}).first() is None:
                return max(1, int(self.within - passed) + 1)
            if random() < SWEEP:
                connection.execute(FORGET, {"what": self._what, "since": since - 1})
            return 0

    def lately(self) -> int:
        """Return the approximate number of uses in the last window, of all clients together."""
        with self._glances.connect() as connection:
            _, _, before, now = self._times(connection, next(iter(self.limits)), LATELY_OF_ALL)
            return round(before + now)

    def _times(self, connection: Connection, whose: str, query: TextClause = LATELY) -> tuple[int, float, float, int]:
        """Return the window's number, its seconds passed, the weighted count of the one before, and its own count."""
        found = connection.execute(query, {"what": self._what, "whose": whose, "within": self.within}).all()
        since, passed = int(found[0].now // self.within), found[0].now % self.within
        times = {row.since: row.times for row in found}
        return since, passed, times.get(since - 1, 0) * (1 - passed / self.within), times.get(since, 0)


def key(of: str, name: str) -> str:
    """Return the key of a counter, cut to the width of its column."""
    return f"{of} {name}"[:64]
