"""What would be too much, counted for all programs on one server: how often, whose, in which stretch of time."""

from collections.abc import Mapping
from random import random
from typing import NamedTuple

from sqlalchemy import Connection, Engine, TextClause, text

from companion.storage.database.engines import way

SWEEP = 0.01  # of all takings remove what is forgotten
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
    """How many seconds there are to wait, and of what there was too much: of an address, a network, all together."""

    seconds: int
    of: str

    @property
    def again(self) -> dict[str, str]:
        """The header that says when to try again."""
        return {"Retry-After": str(self.seconds)}


class SharedThrottle:
    """So many in a while for each of those named, as `Throttle` has it for one process.

    Counted are the stretch of time that runs and, in the part of it that is still within the while, the one before."""

    def __init__(self, engine: Engine, what: str, limits: Mapping[str, int], within: float):
        self._glances, self._what = way(engine, "glance"), what
        self.limits, self.within = limits, within

    def take(self, **whose: str) -> Wait | None:
        """How long until one more of theirs may be taken, by address, network or all; None where it was taken."""
        taken: dict[str, str] = {}
        for of, name in whose.items():
            wait = self._take(key(of, name), self.limits[of])
            if wait:
                self.give_back(**taken)
                return Wait(wait, of)
            taken[of] = name
        return None

    def give_back(self, **whose: str) -> None:
        """Let what was taken last of theirs not count: it was none of what is limited."""
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
        """How many were taken within the while, of all together, as far as that is known."""
        with self._glances.connect() as connection:
            _, _, before, now = self._times(connection, next(iter(self.limits)), LATELY_OF_ALL)
            return round(before + now)

    def _times(self, connection: Connection, whose: str, query: TextClause = LATELY) -> tuple[int, float, float, int]:
        """The stretch that runs and what has passed of it; how many count still of the one before, and of this one."""
        found = connection.execute(query, {"what": self._what, "whose": whose, "within": self.within}).all()
        since, passed = int(found[0].now // self.within), found[0].now % self.within
        times = {row.since: row.times for row in found}
        return since, passed, times.get(since - 1, 0) * (1 - passed / self.within), times.get(since, 0)


def key(of: str, name: str) -> str:
    """The name under which it is counted."""
    return f"{of} {name}"[:64]
