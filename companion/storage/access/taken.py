"""What would be too much, counted for all programs on one server: how often, whose, in which stretch of time."""

from random import random

from sqlalchemy import Connection, Engine, text

from companion.storage.database import way

SWEEP = 0.01  # of all takings remove what is forgotten
ALL = ""  # whose the count of all together is
LATELY = text(
    "SELECT extract(epoch FROM clock_timestamp())::float AS now, since, times FROM (SELECT 1) AS one"
    " LEFT JOIN taken ON what = :what AND whose = :whose AND since >="
    " floor(extract(epoch FROM clock_timestamp()) / :within) - 1"
)
ONE_MORE = text(
    "INSERT INTO taken AS held (what, whose, since, times) VALUES (:what, :whose, :since, 1)"
    " ON CONFLICT (what, whose, since) DO UPDATE SET times = held.times + 1 WHERE held.times < :most RETURNING times"
)
FORGET = text("DELETE FROM taken WHERE what = :what AND since < :since")


class SharedThrottle:
    """So many in a while for each, and so many for all together, as `Throttle` has it for one process.

    Counted are the stretch of time that runs and, in the part of it that is still within the while, the one before."""

    def __init__(self, engine: Engine, what: str, each: int, of_all: int, within: float):
        self._glances, self._what = way(engine, "glance"), what
        self.each, self.of_all, self.within = each, of_all, within

    def take(self, whose: str) -> int:
        """Seconds until one more of theirs may be taken; 0 where it was taken, and counts."""
        return self._take(whose or "-", self.each) or self._take(ALL, self.of_all)

    def _take(self, whose: str, limit: int) -> int:
        about = {"what": self._what, "whose": whose[:64]}
        with self._glances.connect() as connection:
            since, passed, before, _ = self._times(connection, about)
            most = limit - before
            if most < 1 or connection.execute(ONE_MORE, about | {"since": since, "most": int(most)}).first() is None:
                return max(1, int(self.within - passed) + 1)
            if random() < SWEEP:
                connection.execute(FORGET, {"what": self._what, "since": since - 1})
            return 0

    def lately(self) -> int:
        """How many were taken within the while, of all together, as far as that is known."""
        with self._glances.connect() as connection:
            _, _, before, now = self._times(connection, {"what": self._what, "whose": ALL})
            return round(before + now)

    def _times(self, connection: Connection, about: dict[str, str]) -> tuple[int, float, float, int]:
        """The stretch that runs and what has passed of it; how many count still of the one before, and of this one."""
        found = connection.execute(LATELY, about | {"within": self.within}).all()
        since, passed = int(found[0].now // self.within), found[0].now % self.within
        times = {row.since: row.times for row in found}
        return since, passed, times.get(since - 1, 0) * (1 - passed / self.within), times.get(since, 0)
